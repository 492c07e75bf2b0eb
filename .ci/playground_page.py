#!/usr/bin/env python3
"""Opens the playground in headless Chromium and uses it as a person would; exits with 1 where anything is not as it must be.

Usage: playground_page.py KETBOARD PAGE.html [FOLDER_FOR_SCREENSHOTS]

The page comes from a file, without a network: no error on the console, no request, no overflow from 360 to 3840 pixels in light
and dark, no violation that axe-core finds, every control by pointer and by key, undo, two experiments side by side, five tours whose
sentences hold, links, hostile texts, and the numbers of ten boards beside those of the program. Needs Playwright from PyPI, axe-core from npm (web/node_modules) and Debian's Chromium.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import report_page
from playwright.sync_api import expect, sync_playwright
from report_page import QUIET, ROOT, check, chromium

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
# Ten boards, how many variables are left of each, and which settings are not the default; some of them with other mixers and encodings.
BOARDS = [
    ("n-queens-4x4", 10, {}), ("queens-5x5", 9, {}), ("star-battle-5x5", 8, {}), ("tents-4x4", 6, {}), ("tango-4x4", 7, {}),
    ("takuzu-4x4", 6, {}), ("sudoku-4x4", 8, {}), ("chess-max-4x4", 8, {}), ("n-queens-5x5", 12, {"registers": "rows"}),
    ("queens-holes-5x5", 14, {}), ("queens-5x5", 9, {"mixer": "xy-ring"}), ("n-queens-4x4", 10, {"mixer": "grover"}),
    ("n-queens-5x5", 12, {"registers": "rows", "mixer": "xy-path"}), ("sudoku-4x4", 12, {"symbols": "binary"}),
    ("n-queens-4x4", 10, {"symbols": "domain-wall"}),
]
CHOICES = ("registers", "mixer", "symbols")
GAMMAS, BETAS = [0.11, 0.23, 0.31], [-0.62, -0.41, -0.17]
READY = "html[data-ready]"


def opened(browser, page_file, fragment="", **context):
    """A new tab with the page, offline, and the list to which everything that goes wrong in it is added."""
    context = browser.new_context(offline=True, accept_downloads=True, **context)
    tab = context.new_page()
    wrong = []
    tab.on("console", lambda message: wrong.append(f"console: {message.text}"))
    tab.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    tab.on("request", lambda request: wrong.append(f"request: {request.url}")
           if not request.url.startswith((page_file.as_uri(), "data:", "blob:")) else None)
    tab.goto(page_file.as_uri() + fragment)
    tab.wait_for_selector(READY)
    settled(tab)
    return tab, wrong


def settled(tab):
    """Waits until the page shows what it was last asked for."""
    tab.wait_for_function("() => document.documentElement.dataset.busy !== 'true'")


def chance(tab):
    """P(success) and ⟨C⟩ as the engine gave them."""
    settled(tab)
    return [float(tab.locator(f"#{name}").get_attribute("title")) for name in ("chance", "expectation")]


def choose(tab, name):
    """Takes a shipped puzzle from the list."""
    text = (ROOT / f"examples/puzzles/{name}.toml").read_text()
    value = tab.evaluate("text => JSON.parse(document.getElementById('puzzles').textContent).findIndex(one => one.text === text)", text)
    check(value >= 0, f"{name} is not in the list")
    tab.select_option("#shipped", str(value))
    settled(tab)


def turn(tab, selector, value):
    """Moves a slider or fills a field."""
    tab.locator(selector).evaluate(
        "(node, value) => { node.value = value; node.dispatchEvent(new Event('input', { bubbles: true })); "
        "node.dispatchEvent(new Event('change', { bubbles: true })); }", str(value))
    settled(tab)


def set_angles(tab, gammas, betas):
    """Writes the angles into their fields, and shows the state after all layers."""
    turn(tab, "#depth", len(gammas))
    for name, angles in (("γ", gammas), ("β", betas)):
        for k, angle in enumerate(angles):
            turn(tab, f"input[aria-label='{name}{k + 1} in radians']", angle)
    last(tab)


def last(tab):
    """Goes to the end of the circuit."""
    tab.focus("#time")
    tab.keyboard.press("End")
    settled(tab)


def moment(tab):
    """Where in the circuit the page is, in layers."""
    return float(tab.locator("#time").get_attribute("aria-valuenow"))


def text_of(tab):
    """The text of the puzzle's file."""
    return tab.input_value("#text")


def no_violation(tab, when):
    """What axe-core finds, which must be nothing."""
    tab.evaluate(AXE.read_text())
    found = tab.evaluate("axe.run(document).then(found => found.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target).join(' ')))")
    check(not found, f"axe-core, {when}: {found}")


def searched(tab):
    """Optimizes and waits for the end."""
    tab.click("#optimize")
    tab.wait_for_function("() => document.getElementById('searching').textContent.startsWith('found')")
    settled(tab)


def mapped(tab):
    """Draws the landscape."""
    tab.click("#tab-map")
    tab.click("#map")
    tab.wait_for_selector("#landscape svg")
    settled(tab)


def looks(browser, page_file, folder):
    """Nothing sticks out and nothing is wrong at any width, light or dark; axe-core finds nothing; a large screen holds all."""
    backgrounds = set()
    for width, height in ((360, 780), (800, 1000), (1280, 720), (2560, 1300), (3840, 2000)):
        for scheme in ("light", "dark"):
            tab, wrong = opened(browser, page_file, viewport={"width": width, "height": height}, color_scheme=scheme)
            if folder:
                tab.screenshot(path=folder / f"opening-{width}-{scheme}.png", full_page=True)
            searched(tab)
            mapped(tab)
            for name in ("map", "depth", "take", "state"):
                tab.click(f"#tab-{name}")
                settled(tab)
                wide, tall = (tab.evaluate(f"document.documentElement.scroll{side}") for side in ("Width", "Height"))
                check(wide <= width, f"the page is {wide} pixels wide at {width}, tab {name}")
                check(width < 1280 or tall <= height, f"at {width}×{height} the page is {tall} pixels high, tab {name}")
                no_violation(tab, f"{width} pixels, {scheme}, tab {name}")
                if folder:
                    tab.screenshot(path=folder / f"playground-{width}-{scheme}-{name}.png", full_page=True)
            check(not wrong, f"at {width}, {scheme}: {wrong}")
            backgrounds.add(tab.evaluate("getComputedStyle(document.body).backgroundColor"))
            tab.context.close()
    check(len(backgrounds) == 2, "light and dark look alike")


SHIFTS = """
    window.shift = 0;
    new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value; })
        .observe({ type: 'layout-shift', buffered: true });
"""


def opening(browser, page_file):
    """The first picture: before the first layer, all boards equally likely, a ramp that waits, and nothing that jumps."""
    tab, wrong = opened(browser, page_file, viewport={"width": 1280, "height": 720})
    check(moment(tab) == 0, "the page does not begin before the first layer")
    check(tab.inner_text("#chance") == tab.inner_text("#random"), "the start is no random guess")
    check(tab.input_value("#depth") == "4", "no ramp of four layers is waiting")
    check("one queen in each row" in tab.inner_text("#board-head"), f"nobody says what is wanted: {tab.inner_text('#board-head')}")
    check("Press Play" in tab.inner_text("#moment-words"), "nobody says where to begin")
    hidden = tab.evaluate("(part => part.scrollHeight - part.clientHeight)(document.getElementById('part-board'))")
    check(hidden <= 0, f"{hidden} pixels below the board are out of sight")
    tab.add_init_script(SHIFTS)
    tab.reload()
    tab.wait_for_selector(READY)
    settled(tab)
    shift = tab.evaluate("window.shift")
    check(shift <= 0.05, f"at opening the layout shifts by {shift}")
    random = chance(tab)[0]
    tab.click("#play")
    tab.wait_for_function("() => Number(document.getElementById('time').getAttribute('aria-valuenow')) > 0.1")
    check(tab.inner_text("#play").endswith("Pause"), "Play does not become Pause")
    tab.click("#play")
    settled(tab)
    at = moment(tab)
    tab.wait_for_timeout(300)
    check(moment(tab) == at, "Pause does not pause")
    tab.click("#play")
    tab.wait_for_function("() => document.getElementById('time').getAttribute('aria-valuenow') === '4'")
    settled(tab)
    check(chance(tab)[0] > 10 * random, "the circuit is not much better than a random guess")
    check(tab.locator("#likeliest li").first.get_attribute("class") == "solves", "the likeliest board is no solution")
    check("times the success of a random guess" in tab.inner_text("#moment-words"), tab.inner_text("#moment-words"))
    check(not wrong, f"{wrong}")
    tab.context.close()
    tab, _ = opened(browser, page_file, viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    tab.click("#play")
    tab.wait_for_function("() => Number(document.getElementById('time').getAttribute('aria-valuenow')) >= 0.5")
    check(moment(tab) % 0.5 == 0, "with reduced motion the time does not step")
    tab.context.close()
    tab, _ = opened(browser, page_file, viewport={"width": 360, "height": 780})
    for part in ("board", "circuit", "likeliest"):
        tab.evaluate("part => document.getElementById(part).scrollIntoView()", part)
        top = tab.locator("#numbers").bounding_box()["y"]
        check(0 <= top < 40, f"on a phone the numbers are at {top} when the page is scrolled to the {part}")
    tab.context.close()
    swiped(browser, page_file)
    nothing = browser.new_context(offline=True).new_page()
    nothing.add_init_script("delete window.WebAssembly")
    nothing.goto(page_file.as_uri())
    nothing.wait_for_function("() => document.getElementById('loading').textContent.includes('does not start')")
    check(nothing.locator("#main").is_hidden(), "without WebAssembly there are controls that do nothing")
    nothing.context.close()


def swiped(browser, page_file):
    """A finger that moves over the landscape scrolls the page and sets no angles; a tap does."""
    tab, _ = opened(browser, page_file, viewport={"width": 360, "height": 780}, has_touch=True, is_mobile=True)
    mapped(tab)
    tab.locator("#map-point").scroll_into_view_if_needed()
    box, before = tab.locator("#map-point").bounding_box(), tab.evaluate("scrollY")
    session, moves = tab.context.new_cdp_session(tab), [20 * k for k in range(11)]
    for kind, by in [("touchStart", 0), *(("touchMove", by) for by in moves), ("touchEnd", None)]:
        at = [] if by is None else [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2 + by}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
        tab.wait_for_timeout(20)
    settled(tab)
    check(tab.evaluate("scrollY") < before, "a swipe over the landscape does not scroll")
    check(tab.input_value("#depth") == "4", "a swipe over the landscape sets angles")
    tab.locator("#map-point").scroll_into_view_if_needed()
    box = tab.locator("#map-point").bounding_box()
    tab.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    settled(tab)
    check(tab.input_value("#depth") == "1", "a tap on the landscape sets no angles")
    tab.context.close()


def numbers(tab, program, folder):
    """P(success) and ⟨C⟩ of ten boards, and under other mixers and encodings, are those of the program to 1e-12."""
    seen = set()
    for name, left, settings in BOARDS:
        choose(tab, name)
        turn(tab, "#left", left)
        for one in CHOICES:
            turn(tab, f"#{one}", settings.get(one, ""))
        set_angles(tab, GAMMAS, BETAS)
        found = chance(tab)
        seen.add(tuple(found))
        command = tab.locator("#command").text_content().replace("\\\n", " ").split()
        check(command[0] == "ketboard", f"{name}: {command}")
        file = folder / "puzzle.toml"
        file.write_text(text_of(tab))
        arguments = [str(file) if part == "puzzle.toml" else part for part in command[1:]]
        said = subprocess.run([program, *arguments, "--json"], check=True, capture_output=True, text=True)
        known = json.loads(said.stdout)
        for here, there in zip(found, (known["success_probability"], known["expectation"])):
            check(abs(here - there) <= 1e-12 * max(1, abs(there)), f"{name}, {settings}: {here} on the page, {there} by the program")
    check(len(seen) == len(BOARDS), "a mixer or an encoding changes nothing")
    for one in CHOICES:
        turn(tab, f"#{one}", "")


def story(tab):
    """The slider of variables takes one deduction at a time, lights its cells, and changes the qubits."""
    choose(tab, "tango-4x4")
    tab.locator(".more-board summary").click()
    least, most = (int(tab.locator("#left").get_attribute(end)) for end in ("min", "max"))
    tab.focus("#left")
    turn(tab, "#left", most)
    check("givens" in tab.inner_text("#step"), tab.inner_text("#step"))
    check(tab.locator("#more").is_disabled(), "there is a deduction before the first")
    seen = set()
    for left in range(most - 1, least - 1, -1):
        tab.click("#less")
        settled(tab)
        check(tab.inner_text("#left-out") == f"{left} of {most}", tab.inner_text("#left-out"))
        check(left == least or tab.locator("#board .lit").count() >= 1, f"no cell is lit with {left} left")
        check(tab.locator("#steps li[aria-current]").count() == 1, "no deduction is marked in the list")
        seen.add(tab.inner_text("#step"))
    check(len(seen) == most - least, "two deductions read alike")
    check(tab.locator("#less").is_disabled(), "there is a deduction after the last")
    tab.evaluate("for (let k = 0; k < 3; k += 1) document.getElementById('more').click()")
    settled(tab)
    check(tab.inner_text("#left-out").startswith(f"{least + 3} of"), "three quick clicks are not three deductions")
    tab.click("#less")
    settled(tab)
    tab.click("#less")
    settled(tab)
    tab.focus("#left")
    tab.keyboard.press("ArrowRight")
    settled(tab)
    check(tab.inner_text("#left-out").startswith(f"{least + 2} of"), "the arrow keys do not turn the slider")
    tab.locator(".more-board summary").click()


def edits(tab):
    """Cells and signs are given by pointer and by key, quickly too, and are one stop of the tab key."""
    choose(tab, "tango-4x4")
    before = text_of(tab)
    cell = "[data-cell='0,0']"
    tab.click(cell)
    settled(tab)
    check("\n0...\n" in text_of(tab), text_of(tab))
    tab.focus(cell)
    tab.keyboard.press("Enter")
    settled(tab)
    check("\n1...\n" in text_of(tab), text_of(tab))
    check(tab.evaluate("document.activeElement.dataset.cell") == "0,0", "the cell lost the focus")
    tab.keyboard.press("Delete")
    settled(tab)
    check(text_of(tab) == before, "Delete does not take the given away")
    tab.evaluate("cell => { for (let k = 0; k < 5; k += 1) document.querySelector(cell).click(); }", cell)
    settled(tab)
    check("\n1...\n" in text_of(tab), f"five quick clicks are not five: {text_of(tab)}")
    tab.keyboard.press(".")
    settled(tab)
    tab.keyboard.press("ArrowRight")
    check(tab.evaluate("document.activeElement.dataset.cell") == "0,1", "the arrow keys do not walk over the cells")
    check(tab.locator("#board [tabindex='0']").count() == 1, "the cells are more than one stop of the tab key")
    tab.focus("[data-cell='3,0']")
    tab.keyboard.press("=")
    tab.keyboard.press("ArrowRight")
    settled(tab)
    check("r4c1 = r4c2" in text_of(tab), text_of(tab))
    tab.locator(".more-board summary").click()
    tab.check("input[name='edit'][value='.']")
    tab.click("[data-cell='3,0']")
    tab.click("[data-cell='3,1']")
    settled(tab)
    check(text_of(tab) == before, "the sign is still there")
    tab.check("input[name='edit'][value='cells']")
    tab.locator(".more-board summary").click()
    choose(tab, "sudoku-4x4")
    free = tab.locator("[data-cell][aria-label$='open']").first
    free.focus()
    tab.keyboard.press("3")
    settled(tab)
    check(tab.locator("[aria-label$='given 3']").count() >= 1, "a digit that is typed is not given")
    choose(tab, "n-queens-4x4")
    tab.click("[data-cell='0,1']")
    settled(tab)
    check('queens = ["r1c2"]' in text_of(tab), text_of(tab))


def undoing(tab):
    """Undo and redo, by button, key and the browser's Back, over puzzle, cells, angles, reduction and p."""
    def seen():
        settled(tab)
        return text_of(tab), tab.inner_text("#chance"), tab.input_value("#depth"), [tab.input_value(f"#{one}") for one in CHOICES]

    choose(tab, "tango-4x4")
    start = seen()
    done = []
    for change in (lambda: turn(tab, "#left", 6), lambda: set_angles(tab, GAMMAS, BETAS), lambda: turn(tab, "#depth", 2),
                   lambda: tab.locator("[data-cell='0,0']").press("1"), lambda: choose(tab, "queens-5x5"),
                   lambda: turn(tab, "#mixer", "xy-ring"), lambda: turn(tab, "#symbols", "binary")):
        done.append((seen(), tab.evaluate("location.hash")))
        change()
        settled(tab)
    undos = (lambda: tab.click("#undo"), lambda: tab.keyboard.press("Control+z"), lambda: tab.go_back())
    for k, undo in zip((6, 5, 4, 3, 2), undos + undos):
        undo()
        tab.wait_for_function("hash => location.hash === hash", arg=done[k][1])
        tab.wait_for_timeout(100)
        settled(tab)
        check(seen() == done[k][0], f"undo does not bring back the experiment before change {k + 1}: {seen()}, not {done[k][0]}")
    tab.click("#redo")
    tab.wait_for_function("hash => location.hash === hash", arg=done[3][1])
    tab.wait_for_timeout(100)
    settled(tab)
    check(seen() == done[3][0], "redo does not go forward")
    turn(tab, "#depth", 3)
    check([float(tab.input_value(f"input[aria-label='γ{k} in radians']")) for k in (1, 2, 3)] == GAMMAS, "p down and up again loses angles")
    for _ in range(30):
        if seen() == start:
            break
        tab.click("#undo")
        tab.wait_for_timeout(100)
        settled(tab)
    check(seen() == start, "undo does not lead back to the start")


def made(tab, button):
    """Presses a button of the dialog of other puzzles, and waits for what it makes."""
    tab.click(button)
    tab.wait_for_timeout(60)
    settled(tab)


def sources(tab, folder):
    """Generated, blank, pasted, dropped and opened puzzles; a text that is none is answered in words, which go with their fault."""
    tab.click("#new")
    tab.select_option("#family", "takuzu")
    tab.select_option("#size", "4")
    tab.fill("#seed", "7")
    made(tab, "#generate")
    first = text_of(tab)
    check('family = "takuzu"' in first, first)
    tab.click("#new")
    made(tab, "#generate")
    check(text_of(tab) == first, "the same seed makes another puzzle")
    tab.click("#new")
    tab.fill("#seed", "9007199254740993")
    made(tab, "#generate")
    check(tab.locator("#make").is_visible() and text_of(tab) == first, "a seed beyond 2^53 is taken")
    tab.fill("#seed", "7")
    made(tab, "#empty")
    check(tab.locator("#board [aria-label*='given']").count() == 0, "an empty board has givens")
    tab.click("#new")
    tab.fill("#text", ".4.....32.....1.")
    made(tab, "#paste")
    check('family = "sudoku"' in text_of(tab), text_of(tab))
    tab.click("#new")
    tab.fill("#text", "family = 'tango'\ngrid = '''\n0000\n....\n....\n....\n'''\n")
    made(tab, "#paste")
    check("no solution" in tab.inner_text("#message"), tab.inner_text("#message"))
    tab.select_option("#shipped", "3")
    settled(tab)
    check(tab.locator("#message").is_hidden(), "the message outlives its fault")
    file = folder / "mine.toml"
    file.write_text("family = 'n-queens'\nsize = 4\n")
    tab.click("#new")
    tab.set_input_files("#open", file)
    tab.wait_for_function("() => document.getElementById('text').value.includes('n-queens')")
    settled(tab)
    check(tab.locator("#message").is_hidden(), "a good file leaves a message")
    tab.evaluate("""text => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'dropped.toml'));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }""", first)
    tab.wait_for_function("() => document.getElementById('text').value.includes('takuzu')")
    settled(tab)


def circuit(tab):
    """Angles by slider, field and key; presets; time; shots; the landscape; a search and its stop."""
    choose(tab, "n-queens-4x4")
    turn(tab, "#left", 10)
    turn(tab, "#depth", 2)
    tab.click("#zero")
    last(tab)
    random = chance(tab)[0]
    check(abs(random - 2 / 2 ** 10) < 1e-15, f"all angles zero are no random guess: {random}")
    tab.click("#ramp")
    ramp = chance(tab)[0]
    check(ramp > random, "the ramp is no better than a guess")
    turn(tab, "input[aria-label='γ1, slider']", 0.3)
    check(chance(tab)[0] != ramp, "a slider changes nothing")
    check(tab.input_value("input[aria-label='γ1 in radians']") == "0.3", "the field does not follow the slider")
    check("0.3 radians" in tab.locator("input[aria-label='γ1, slider']").get_attribute("aria-valuetext"), "a slider has no text for its value")
    tab.focus("input[aria-label='β2, slider']")
    at = chance(tab)[0]
    tab.keyboard.press("ArrowLeft")
    check(chance(tab)[0] != at, "the arrow keys do not move a slider")
    at = chance(tab)[0]
    for _ in range(4):
        tab.click("#back")
        settled(tab)
    check(abs(chance(tab)[0] - random) < 1e-15, "before the first layer the board is no random guess")
    check(moment(tab) == 0, "four steps back are not two layers")
    tab.click("#forward")
    settled(tab)
    check(abs(chance(tab)[0] - random) < 1e-12, "a cost phase alone moves probability")
    check("before its mixer" in tab.inner_text("#moment-words"), tab.inner_text("#moment-words"))
    box = tab.locator("#time").bounding_box()
    tab.mouse.click(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2)
    check(chance(tab)[0] == at, "a click at the end of the time line does not show the end")
    for shots in (1, 100, 10000):
        tab.click(f"[data-shots='{shots}']")
        settled(tab)
        said = tab.inner_text("#measured")
        check("board" in said if shots == 1 else f"of {shots:,} shots" in said, said)
    check(tab.locator("#histogram .shot").count() > 2, "shots are not drawn beside the exact bars")
    searched(tab)
    best = chance(tab)[0]
    check(best > ramp, f"the search found {best}, the ramp {ramp}")
    check(tab.evaluate("document.activeElement.id") == "optimize", "the focus is lost after a search")
    tab.click("#tab-depth")
    check(tab.locator("#trace figure.picture").count() == 1, "the search shows no trace")
    check("annealing" in tab.inner_text("#baselines"), tab.inner_text("#baselines"))
    mapped(tab)
    tab.focus("#map-point")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"):
        tab.keyboard.press(key)
    settled(tab)
    check(tab.input_value("#depth") == "1", "the landscape does not set one layer")
    box = tab.locator("#map-point svg").first.bounding_box()
    tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.mouse.down()
    tab.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.7, steps=5)
    tab.mouse.up()
    settled(tab)
    gamma = float(tab.input_value("input[aria-label='γ1 in radians']"))
    check(gamma > 0, f"dragging the point sets γ = {gamma}")
    tab.click("#tab-state")
    turn(tab, "#left", 16)
    turn(tab, "#depth", 8)
    tab.click("#optimize")
    tab.wait_for_function("() => /depth [2-8] of/.test(document.getElementById('searching').textContent)")
    turn(tab, "input[aria-label='γ1, slider']", 0.123)
    check(tab.locator("#optimize").is_visible(), "a slider that is moved does not end the search")
    check(tab.input_value("input[aria-label='γ1 in radians']") == "0.123", "the search overwrites a slider that was moved")
    for _ in range(15):
        tab.evaluate("() => { document.getElementById('optimize').click(); setTimeout(() => document.getElementById('stop').click(), 10); }")
        tab.wait_for_timeout(30)
    settled(tab)
    tab.click("#ramp")
    check(chance(tab)[0] > 0, "after fifteen quick stops the engine does not go on")
    turn(tab, "#left", 14)
    turn(tab, "#depth", 8)
    for value in (0.1, 0.12, 0.14):
        turn(tab, "input[aria-label='γ1, slider']", value)
    print(f"14 qubits, 8 layers: {tab.inner_text('#speed')}")
    for name in ("auto", "rows", "columns", "qubits", ""):
        turn(tab, "#registers", name)
        check(chance(tab)[0] > 0, f"registers {name} solve nothing")
    tab.click("#theme")
    check(tab.locator("#theme").get_attribute("aria-pressed") == "true", "the theme does not change")
    tab.click("#theme")


def beside(tab):
    """Two experiments side by side: A stays, B changes, and what differs is marked."""
    choose(tab, "queens-5x5")
    turn(tab, "#left", 9)
    last(tab)
    a = chance(tab)
    tab.click("#pin")
    settled(tab)
    turn(tab, "input[aria-label='β1, slider']", -0.9)
    check(tab.locator("#pinned tr").nth(1).locator("td").first.inner_text() != tab.inner_text("#chance"), "A changes with B")
    check("β1" in tab.inner_text("#pinned"), tab.inner_text("#pinned"))
    turn(tab, "#mixer", "xy-ring")
    check("mixer (default and xy-ring)" in tab.inner_text("#pinned"), tab.inner_text("#pinned"))
    check(tab.locator("#histogram .pinned-bar").count() > 3, "A under another mixer is not drawn beside B")
    turn(tab, "#mixer", "")
    check(tab.locator(".gate.differs").count() == 1, "the angle that differs is not marked")
    check(tab.locator("#histogram .pinned-bar").count() > 3, "A is not drawn beside B")
    tab.click("#pinned button")
    settled(tab)
    check(chance(tab) == a, "Back to A is not A")
    tab.click("#pin")
    settled(tab)
    check(tab.locator("#pinned").is_hidden(), "A stays after it is unpinned")


def saved(tab, press, folder):
    """The file that a button gives. Chromium drops in silence what is more than ten downloads a second."""
    tab.wait_for_timeout(150)
    with tab.expect_download() as coming:
        tab.click(press)
    file = folder / coming.value.suggested_filename
    coming.value.save_as(file)
    return file


def taken(tab, folder):
    """Every file to take along, and every picture, holds what it says."""
    choose(tab, "queens-5x5")
    turn(tab, "#depth", 2)
    searched(tab)
    mapped(tab)
    tab.click("#tab-take")
    for kind, begins in [("toml", "family"), ("json", "{"), ("qasm3", "OPENQASM 3.0;"), ("record", "{")]:
        tab.wait_for_selector(f"[data-take='{kind}'][href]")
        text = saved(tab, f"[data-take='{kind}']", folder).read_text()
        check(begins in text[:400], f"{kind}: {text[:80]}")
        if kind == "record":
            check(json.loads(text)["success_probability"] == chance(tab)[0], "the record has another chance")
    names = [option.get_attribute("value") for option in tab.locator("#picture option").all()]
    check(len(names) == 6, f"there are pictures of {names}")
    for name in names:
        tab.select_option("#picture", name)
        for kind in ("svg", "png"):
            file = saved(tab, f"[data-save='{kind}']", folder)
            content = file.read_bytes()
            if kind == "png":
                check(content.startswith(b"\x89PNG") and len(content) > 2000, f"{file.name}: {len(content)} bytes")
            else:
                check(content.startswith(b"<svg") and b"class=" not in content and b"var(" not in content, f"{file.name} needs a style sheet")
    tab.click("#tab-state")


def words(tab):
    """Every word of the page that the report explains says what it means, in the report's words."""
    choose(tab, "queens-5x5")
    for node in tab.locator(".word").all():
        check(len(node.get_attribute("title") or "") > 5, f"{node.text_content()} says nothing")
    tab.click("#tab-take")
    tab.locator("#panel-take summary").click()
    listed = tab.locator("#words dt").all_inner_texts()
    for word in ("P(success)", "⟨C⟩", "random guess", "qubits", "couplings", "x0", "0′"):
        check(word in listed, f"{word} is not among {listed}")
    tab.locator("#panel-take summary").click()
    tab.click("#tab-state")
    turn(tab, "#left", int(tab.get_attribute("#left", "min")))
    titles = tab.locator("[data-cell][title*='deduced']").count()
    check(titles > 3, f"{titles} deduced cells say so")


def limits(tab):
    """What would take long is refused before it begins, with a sentence, or not offered."""
    choose(tab, "n-queens-5x5")
    turn(tab, "#left", 18)
    tab.click("#tab-map")
    tab.click("#map")
    settled(tab)
    check("17 qubits or fewer" in tab.inner_text("#message"), tab.inner_text("#message"))
    tab.click("#tab-state")
    tab.click("#new")
    tab.select_option("#family", "chess")
    check(max(map(int, tab.locator("#size option").all_inner_texts()[-1].split("×"))) == 8, "chess boards that take long are offered")
    tab.fill("#text", "family = 'n-queens'\nsize = 40\n")
    made(tab, "#paste")
    check("at most 1000" in tab.inner_text("#message"), tab.inner_text("#message"))


SEARCHES = """async count => {
    for (let k = 0; k < count; k += 1) {
        document.getElementById('optimize').click();
        const said = document.getElementById('searching');
        await new Promise(resolve => { const look = () => (said.textContent.startsWith('found') ? resolve() : setTimeout(look, 2)); setTimeout(look, 2); });
        while (document.documentElement.dataset.busy === 'true') await new Promise(resolve => { setTimeout(resolve, 2); });
    }
}"""


def leaks(tab):
    """Two hundred searches leave no memory behind: not in the page, nor in the engine."""
    choose(tab, "tango-4x4")
    turn(tab, "#left", 6)
    turn(tab, "#depth", 1)
    session = tab.context.new_cdp_session(tab)

    def held():
        # what the last frame still held goes in the second round
        for _ in range(2):
            tab.wait_for_timeout(200)
            session.send("HeapProfiler.collectGarbage")
        counts = session.send("Memory.getDOMCounters")
        heap = session.send("Runtime.getHeapUsage")["usedSize"]
        engine = float(tab.inner_text("#speed").split("holds")[1].split()[0]) * 1e6
        return {"heap": heap, "nodes": counts["nodes"], "listeners": counts["jsEventListeners"], "engine": engine}

    tab.evaluate(SEARCHES, 20)
    before = held()
    tab.evaluate(SEARCHES, 200)
    after = held()
    print(f"200 searches: {before} before, {after} after")
    for what, room in (("heap", 1_000_000), ("nodes", 500), ("listeners", 100), ("engine", 1_000_000)):
        check(after[what] - before[what] <= room, f"200 searches leave {after[what] - before[what]} more of {what}")
    session.detach()


def links(browser, page_file, tab):
    """A link opens the same experiment; a link or a text that means harm is text, and a broken one is said."""
    choose(tab, "tango-4x4")
    turn(tab, "#left", 6)
    set_angles(tab, GAMMAS, BETAS)
    here = chance(tab)
    # as 0.2.0 wrote it
    old = tab.evaluate("parts => btoa(unescape(encodeURIComponent(JSON.stringify(parts))))", [1, text_of(tab), 6, "full", "qubits", GAMMAS, BETAS, 3])
    other, wrong = opened(browser, page_file, "#" + old.replace("+", "-").replace("/", "_"))
    check(chance(other) == here, f"an old link opens {chance(other)}, not {here}")
    other.context.close()
    choose(tab, "queens-5x5")
    turn(tab, "#left", 9)
    for name, value in (("mixer", "xy-ring"), ("symbols", "binary")):
        turn(tab, f"#{name}", value)
        here, fragment = chance(tab), tab.evaluate("location.hash")
        other, wrong = opened(browser, page_file, fragment)
        check(chance(other) == here, f"the link opens {chance(other)}, not {here}")
        check(other.input_value("#depth") == "3", "the link loses its angles")
        check(other.input_value(f"#{name}") == value, f"the link loses {name}")
        other.context.close()
        turn(tab, f"#{name}", "")
    turn(tab, "#depth", 0)
    other, wrong = opened(browser, page_file, tab.evaluate("location.hash"))
    check(other.input_value("#depth") == "0", "a link with p = 0 opens with layers")
    other.context.close()
    other, wrong = opened(browser, page_file, fragment[:-40])
    check("cannot be opened" in other.inner_text("#message"), "a broken link says nothing")
    check(other.inner_text("#chance") != "–", "after a broken link there is no puzzle")
    other.context.close()
    markup = "<img src=x onerror=document.title='owned'>"
    puzzle = f"family = 'tango'\nname = \"{markup}\"\ngrid = '''\n....\n....\n....\n....\n'''\n"
    hostile = [json.dumps([2, *rest]) for rest in (
        [puzzle, {"registers": markup}, [0.1], [0.2], 1], [puzzle, {markup: 1}, [0.1], [0.2], 1], [markup, {}, [], [], 0], [puzzle, [[1]], [], [], 0],
        [puzzle, {}, ["x"], [0], 0], [puzzle, {"reduce": "paper"}, [1e308] * 64, [1e308] * 64, 64])] + ["[" * 300, "{}"]
    for given in hostile:
        fragment = tab.evaluate("text => btoa(unescape(encodeURIComponent(text)))", given)
        other, wrong = opened(browser, page_file, "#" + fragment.replace("+", "-").replace("/", "_"))
        other.click("#new")
        other.fill("#text", markup)
        made(other, "#paste")
        check(other.locator("#message").is_visible(), "markup is a puzzle")
        check(other.locator("img").count() == 0 and "owned" not in other.title(), f"{given} became markup")
        check(not wrong, f"{given}: {wrong}")
        other.context.close()
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.click("#tab-take")
    tab.click("#link")
    settled(tab)
    copied = tab.evaluate("navigator.clipboard.readText()")
    check(copied.endswith(tab.evaluate("location.hash")) and len(copied) > 40, f"the copied link is {copied[:80]}")
    tab.click("#tab-state")


def from_report(browser, program, page_file, folder):
    """A link of a report opens the run: the same angles and the same chance."""
    study = folder / "study"
    for name, mixer in (("tango-4x4", "x"), ("queens-4x4", "xy-ring")):
        board = ROOT / f"examples/puzzles/{name}.toml"
        part = ["sweep", board, "--depths", "1..2", "--starts", "1", "--mixer", mixer, "--out", folder / name, "--quiet"]
        subprocess.run([program, *part], check=True, stdout=subprocess.DEVNULL)
    study.mkdir()
    (study / "records.jsonl").write_text("".join((folder / name / "records.jsonl").read_text() for name in ("tango-4x4", "queens-4x4")))
    subprocess.run([program, "report", study, "--playground", page_file.as_uri()], check=True, stdout=subprocess.DEVNULL)
    context = browser.new_context(offline=True)
    report = context.new_page()
    report.goto((study / "report.html").as_uri())
    report.wait_for_selector("#choose-puzzle option", state="attached")
    records = [json.loads(line) for line in (study / "records.jsonl").read_text().splitlines()]
    for record in records:
        value = report.evaluate("name => [...document.querySelectorAll('#choose-puzzle option')].find(o => o.textContent === name).value", record["name"])
        report.select_option("#choose-puzzle", value)
        report.select_option("#choose-depth", label=f"p = {record['depth']}")
        address = report.locator("#open-playground").get_attribute("href")
        tab, wrong = opened(browser, page_file, address[address.index("#"):])
        last(tab)
        found = chance(tab)
        for here, there in zip(found, (record["success_probability"], record["expectation"])):
            check(abs(here - there) <= 1e-12 * max(1, abs(there)), f"{record['run']}: {here} on the page, {there} in the record")
        check(not wrong, f"{record['run']}: {wrong}")
        tab.context.close()
    context.close()


def while_working(tab):
    """Another puzzle ends a search that runs; long work has a sign and a stop, after which the page goes on."""
    choose(tab, "n-queens-4x4")
    turn(tab, "#left", 16)
    turn(tab, "#depth", 8)
    tab.click("#optimize")
    tab.wait_for_function("() => /depth [2-8] of/.test(document.getElementById('searching').textContent)")
    choose(tab, "tango-4x4")
    tab.wait_for_selector("#optimize:visible")
    check(chance(tab)[0] > 0 and tab.locator("#message").is_hidden(), "the next puzzle shows nothing")
    before = text_of(tab)
    tab.click("#new")
    tab.select_option("#family", "sudoku")
    tab.select_option("#size", tab.locator("#size option").last.get_attribute("value"))
    tab.click("#generate")
    tab.wait_for_function("() => !document.getElementById('working').hidden || document.documentElement.dataset.busy === 'false'")
    # in one turn, as the work may end at any moment
    if tab.evaluate("""() => {
        const isWorking = !document.getElementById('working').hidden && document.documentElement.dataset.busy === 'true';
        if (isWorking) document.getElementById('stop-work').click();
        return isWorking;
    }"""):
        settled(tab)
        check(text_of(tab) == before, "a puzzle that was stopped is there")
    choose(tab, "queens-4x4")
    check(chance(tab)[0] > 0, "after a stop the page does not go on")


def tours(tab):
    """All five tours: each stop has something to look at, what it says holds, and the own experiment is back at the end."""
    choose(tab, "tango-4x4")
    own = tab.evaluate("location.hash")
    count = tab.locator("#tours option").count() - 1
    check(count == 5, f"{count} tours")
    for k in range(count):
        tab.select_option("#tours", str(k))
        stops = 0
        while tab.locator("#tour").is_visible():
            tab.wait_for_selector("#tour[data-holds]")
            check(tab.locator("#tour").get_attribute("data-holds") == "true", f"tour {k + 1}, stop {stops + 1} does not hold: {tab.inner_text('#tour-text')}")
            check(tab.locator(".pointed").count() == 1, "a stop points at nothing")
            check(tab.locator("#message").is_hidden(), tab.inner_text("#message"))
            stops += 1
            tab.click("#tour-next")
        check(stops >= 3, f"tour {k + 1} has {stops} stops")
        settled(tab)
        check(tab.evaluate("location.hash") == own, f"tour {k + 1} does not give the own experiment back")
    tab.select_option("#tours", "0")
    tab.click("#tour-next")
    tab.click("#tour-back")
    tab.keyboard.press("Escape")
    expect(tab.locator("#tour")).to_be_hidden()
    settled(tab)


def modes(browser, page_file, tab):
    """A presenter's page shows the board and the time line, an embedded one no header, a printed one the board and its numbers."""
    tab.click("#present")
    check(tab.locator("#board").is_visible() and tab.locator("#time").is_visible(), "a presenter sees no board")
    check(tab.locator(".gate").first.is_hidden() and tab.locator("#shipped").is_hidden(), "a presenter sees controls")
    tab.keyboard.press("Escape")
    check(tab.locator("#shipped").is_visible(), "Escape does not end the presenter's mode")
    other, wrong = opened(browser, page_file, "?embed")
    check(other.locator(".top").is_hidden() and other.locator("#board").is_visible(), "an embedded page has a header")
    check(not wrong, f"{wrong}")
    other.context.close()
    turn(tab, "#depth", 16)
    pages = tab.pdf(format="A4").count(b"/Type /Page\n")
    check(pages == 1, f"the printed page is {pages} pages")
    tab.emulate_media(media="print")
    name = tab.locator("#shipped option:checked").text_content()
    check(all(word in tab.inner_text("#print-head") for word in (name, "p = 16")), tab.inner_text("#print-head"))
    check(tab.locator("#board").is_visible() and tab.locator("#numbers").is_visible() and tab.locator(".top").is_hidden(), "the printed page is another one")
    tab.emulate_media(media="screen")


def main():
    """Everything, in one browser."""
    program, page_file = sys.argv[1], Path(sys.argv[2]).resolve()
    folder = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    check(page_file.stat().st_size <= 3_500_000, f"the page has {page_file.stat().st_size} bytes")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        scratch = Path(scratch)
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        opening(browser, page_file)
        looks(browser, page_file, folder)
        tab, wrong = opened(browser, page_file, viewport={"width": 1280, "height": 800})
        sources(tab, scratch)
        for part in (story, edits, undoing, circuit, beside, while_working, tours):
            part(tab)
            check(not wrong, f"{part.__name__}: {wrong}")
        modes(browser, page_file, tab)
        numbers(tab, program, scratch)
        taken(tab, scratch)
        words(tab)
        limits(tab)
        leaks(tab)
        links(browser, page_file, tab)
        from_report(browser, program, page_file, scratch)
        check(not wrong, f"{wrong}")
        browser.close()
    print(f"the playground: {report_page.checks} checks")


if __name__ == "__main__":
    main()
