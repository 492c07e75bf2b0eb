// Playing the circuit: time goes on from frame to frame, or from half layer to half layer where motion is not wanted.

/** So long is one half of a layer, in milliseconds. */
const HALF_LAYER = 1100;

export class Player {
  private frame = 0;

  /** `advance` goes so many layers on, or one half of a layer in steps; it answers whether it could. */
  constructor(private readonly advance: (by: number, steps: boolean) => boolean) {}

  get isOn(): boolean { return this.frame !== 0; }

  start(): void {
    const steps = matchMedia('(prefers-reduced-motion: reduce)').matches;
    let before = performance.now();
    const next = (time: number): void => {
      if (!this.isOn) return;
      this.frame = requestAnimationFrame(next);
      const gone = (time - before) / (2 * HALF_LAYER);
      if ((!steps || gone >= 0.5) && this.advance(Math.min(gone, 0.1), steps)) before = time;
    };
    this.frame = requestAnimationFrame(next);
    this.show();
  }

  /** Whether there was anything to stop. */
  stop(): boolean {
    const was = this.isOn;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (was) this.show();
    return was;
  }

  private show(): void {
    const play = document.getElementById('play') as HTMLButtonElement;
    play.textContent = this.isOn ? '❚❚ Pause' : '▶ Play';
    play.setAttribute('aria-label', this.isOn ? 'Pause' : 'Play');
  }
}
