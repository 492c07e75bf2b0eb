//! The product of different mixers, each on a block of the qudits.

use super::{Mixer, MixerForm};
use crate::error::Error;

impl Mixer {
    /// The mixer of each qudit, qudit 0 first: a block of qudits is several equal ones in a row.
    /// All share one β a layer.
    ///
    /// [`Ansatz::with_mixer`](crate::Ansatz::with_mixer) refuses it where it has not one for each
    /// qudit, or one of them acts on all qudits at once.
    ///
    /// ```
    /// use ketboard_qaoa::{Ansatz, Cost, Mixer};
    /// let cost = Cost::from_values(vec![2, 4], (0..8).map(f64::from).collect())?;
    /// let mixer = Mixer::product(vec![Mixer::x(), Mixer::xy_ring()]);
    /// assert!(Ansatz::new(cost).with_mixer(mixer).is_ok());
    /// # Ok::<(), ketboard_qaoa::Error>(())
    /// ```
    pub fn product(mixers: Vec<Mixer>) -> Self {
        Self::of_qudits("product", move |qudit, d| {
            let part = mixers.get(qudit).map(|mixer| (mixer.name, &mixer.action));
            match part {
                Some((_, MixerForm::EachQudit(generator))) => generator(qudit, d),
                Some((name, MixerForm::Whole | MixerForm::EachQubit)) => Err(Error::argument(
                    "mixer",
                    format!("{name} as the mixer of qudit {qudit} alone"),
                    "use a mixer that acts on each qudit by itself",
                )),
                None => Err(Error::argument(
                    "mixer",
                    format!(
                        "a product of {} mixers, and none for qudit {qudit}",
                        mixers.len()
                    ),
                    "give a mixer for each qudit",
                )),
            }
        })
    }
}
