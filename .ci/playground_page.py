#!/usr/bin/env python3
"""Opens the playground in headless Chromium and uses it as a person would; exits with 1 where anything is not as it must be.

Usage: playground_page.py KETBOARD PAGE.html [FOLDER_FOR_SCREENSHOTS]

The page comes from a file, without a network: no error on the console, no request, no overflow from 360 to 3840 pixels in light
and dark, no violation that axe-core finds, every control by pointer and by key, five tours, links, hostile texts, and the numbers of
ten boards beside those of the program. Needs Playwright from PyPI, axe-core from npm (web/node_modules) and Debian's Chromium.
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
# Ten boards, how many variables are left of each, and on what.
BOARDS = [
    ("n-queens-4x4", 10, "qubits"), ("queens-5x5", 9, "qubits"), ("star-battle-5x5", 8, "qubits"), ("tents-4x4", 6, "qubits"),
    ("tango-4x4", 7, "qubits"), ("takuzu-4x4", 6, "qubits"), ("sudoku-4x4", 8, "qubits"), ("chess-max-4x4", 8, "qubits"),
    ("n-queens-5x5", 12, "rows"), ("queens-holes-5x5", 14, "qubits"),
]
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
    """P(solved) and ⟨C⟩ as the engine told them."""
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
    """Writes the angles into their fields."""
    turn(tab, "#depth", len(gammas))
    for name, angles in (("γ", gammas), ("β", betas)):
        for k, angle in enumerate(angles):
            turn(tab, f"input[aria-label='{name}{k + 1} in radians']", angle)


def no_violation(tab, when):
    """What axe-core finds, which must be nothing."""
    tab.evaluate(AXE.read_text())
    found = tab.evaluate("axe.run(document).then(found => found.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target).join(' ')))")
    check(not found, f"axe-core, {when}: {found}")


def looks(browser, page_file, folder):
    """Nothing sticks out and nothing is wrong at any width, light or dark; axe-core finds nothing."""
    backgrounds = set()
    for width in (360, 800, 1600, 3840):
        for scheme in ("light", "dark"):
            tab, wrong = opened(browser, page_file, viewport={"width": width, "height": 900}, color_scheme=scheme)
            tab.click("#optimize")
            tab.wait_for_selector("#by-depth svg")
            tab.click("#map")
            tab.wait_for_selector("#landscape svg")
            settled(tab)
            wide = tab.evaluate("document.documentElement.scrollWidth")
            check(wide <= width, f"the page is {wide} pixels wide at {width}")
            no_violation(tab, f"{width} pixels, {scheme}")
            if folder:
                tab.screenshot(path=folder / f"playground-{width}-{scheme}.png", full_page=True)
            check(not wrong, f"at {width}, {scheme}: {wrong}")
            backgrounds.add(tab.evaluate("getComputedStyle(document.body).backgroundColor"))
            tab.context.close()
    check(len(backgrounds) == 2, "light and dark look alike")


def numbers(tab, program, folder):
    """P(solved) and ⟨C⟩ of ten boards are those of the program to 1e-12."""
    for name, left, registers in BOARDS:
        choose(tab, name)
        turn(tab, "#left", left)
        tab.select_option("#registers", registers)
        settled(tab)
        set_angles(tab, GAMMAS, BETAS)
        tab.locator("#layer").evaluate("node => { node.value = node.max; node.dispatchEvent(new Event('input')); }")
        found = chance(tab)
        command = tab.inner_text("#command").replace("\\\n", " ").split()
        check(command[0] == "ketboard", f"{name}: {command}")
        file = folder / "puzzle.toml"
        file.write_text(tab.input_value("#text"))
        arguments = [str(file) if part == "puzzle.toml" else part for part in command[1:]]
        said = subprocess.run([program, *arguments, "--json"], check=True, capture_output=True, text=True)
        known = json.loads(said.stdout)
        for here, there in zip(found, (known["success_probability"], known["expectation"])):
            check(abs(here - there) <= 1e-12 * max(1, abs(there)), f"{name}: {here} on the page, {there} by the program")


def story(tab):
    """The dial takes one deduction at a time, lights its cells, and changes the qubits."""
    choose(tab, "tango-4x4")
    least, most = (int(tab.locator("#left").get_attribute(end)) for end in ("min", "max"))
    turn(tab, "#left", most)
    check("givens" in tab.inner_text("#step"), tab.inner_text("#step"))
    check(tab.locator("#more").is_disabled(), "there is a deduction before the first")
    seen = set()
    for left in range(most - 1, least - 1, -1):
        tab.click("#less")
        settled(tab)
        check(tab.inner_text("#left-out") == f"{left} of {most}", tab.inner_text("#left-out"))
        check(tab.locator("#board .lit").count() >= 1, f"no cell is lit with {left} left")
        check(tab.locator("#steps li[aria-current]").count() == 1, "no deduction is marked in the list")
        seen.add(tab.inner_text("#step"))
    check(len(seen) == most - least, "two deductions read alike")
    check(tab.locator("#less").is_disabled(), "there is a deduction after the last")
    tab.click("#more")
    settled(tab)
    tab.focus("#left")
    tab.keyboard.press("ArrowRight")
    settled(tab)
    check(tab.inner_text("#left-out").startswith(f"{least + 2} of"), "the arrow keys do not turn the dial")


def edits(tab):
    """Cells and signs are given by pointer and by key, and taken away again."""
    choose(tab, "tango-4x4")
    before = tab.input_value("#text")
    cell = "[data-cell='0,0']"
    tab.click(cell)
    settled(tab)
    check('\n0...\n' in tab.input_value("#text"), tab.input_value("#text"))
    tab.focus(cell)
    tab.keyboard.press("Enter")
    settled(tab)
    check('\n1...\n' in tab.input_value("#text"), tab.input_value("#text"))
    check(tab.evaluate("document.activeElement.dataset.cell") == "0,0", "the cell lost the focus")
    tab.keyboard.press("Enter")
    settled(tab)
    check(tab.input_value("#text") == before, "a third Enter does not take the given away")
    tab.keyboard.press("ArrowRight")
    check(tab.evaluate("document.activeElement.dataset.cell") == "0,1", "the arrow keys do not walk over the cells")
    tab.check("input[name='edit'][value='=']")
    tab.click("[data-cell='3,0']")
    tab.click("[data-cell='3,1']")
    settled(tab)
    check("r4c1 = r4c2" in tab.input_value("#text"), tab.input_value("#text"))
    tab.check("input[name='edit'][value='.']")
    tab.click("[data-cell='3,0']")
    tab.click("[data-cell='3,1']")
    settled(tab)
    check(tab.input_value("#text") == before, "the sign is still there")
    tab.check("input[name='edit'][value='cells']")
    choose(tab, "n-queens-4x4")
    tab.click("[data-cell='0,1']")
    settled(tab)
    check('queens = ["r1c2"]' in tab.input_value("#text"), tab.input_value("#text"))


def sources(tab):
    """Generated and pasted puzzles; a text that is none is answered in words."""
    tab.select_option("#family", "takuzu")
    tab.select_option("#size", "4")
    turn(tab, "#seed", 7)
    tab.click("#generate")
    settled(tab)
    made = tab.input_value("#text")
    check('family = "takuzu"' in made, made)
    tab.click("#generate")
    settled(tab)
    check(tab.input_value("#text") == made, "the same seed makes another puzzle")
    tab.locator("summary").first.click()
    tab.fill("#text", ".4.....32.....1.")
    tab.click("#paste")
    settled(tab)
    check('family = "sudoku"' in tab.input_value("#text"), tab.input_value("#text"))
    check(tab.locator("#message").is_hidden(), "a good text leaves a message")
    tab.fill("#text", "family = 'tango'\ngrid = '''\n0000\n....\n....\n....\n'''\n")
    tab.click("#paste")
    tab.wait_for_selector("#message:visible")
    check("no solution" in tab.inner_text("#message"), tab.inner_text("#message"))
    tab.locator("summary").first.click()


def circuit(tab):
    """Angles by slider, field and key; presets; the layer; the landscape; a search and its stop."""
    choose(tab, "n-queens-4x4")
    turn(tab, "#left", 10)
    turn(tab, "#depth", 2)
    tab.click("#zero")
    random = chance(tab)[0]
    check(abs(random - 2 / 2 ** 10) < 1e-15, f"all angles zero are no random guess: {random}")
    tab.click("#ramp")
    ramp = chance(tab)[0]
    check(ramp > random, "the ramp is no better than a guess")
    turn(tab, "input[aria-label='γ1, slider']", 0.3)
    check(chance(tab)[0] != ramp, "a slider changes nothing")
    check(tab.input_value("input[aria-label='γ1 in radians']") == "0.3", "the field does not follow the slider")
    tab.focus("input[aria-label='β2, slider']")
    at = chance(tab)[0]
    tab.keyboard.press("ArrowLeft")
    check(chance(tab)[0] != at, "the arrow keys do not move a slider")
    turn(tab, "#layer", 0)
    check(abs(chance(tab)[0] - random) < 1e-15, "before the first layer the board is no random guess")
    turn(tab, "#layer", 2)
    tab.click("#optimize")
    tab.wait_for_selector("#by-depth svg")
    tab.wait_for_selector("#stop", state="hidden")
    best = chance(tab)[0]
    check(best > ramp, f"the search found {best}, the ramp {ramp}")
    check(tab.locator("#trace figure.picture").count() == 1, "the search shows no trace")
    check("annealing" in tab.inner_text("#baselines"), tab.inner_text("#baselines"))
    tab.click("#map")
    tab.wait_for_selector("#landscape svg")
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
    turn(tab, "#left", 16)
    turn(tab, "#depth", 8)
    tab.click("#optimize")
    tab.wait_for_function("() => document.getElementById('depth').value >= 1 && /depth [2-8] of/.test(document.getElementById('searching').textContent)")
    tab.click("#stop")
    tab.wait_for_selector("#optimize:visible")
    check("stopped" in tab.inner_text("#searching"), tab.inner_text("#searching"))
    kept = tab.input_value("#depth")
    tab.click("#ramp")
    chance(tab)
    check(tab.input_value("#depth") == kept, "after a stop the page does not go on")
    print(f"16 qubits: {tab.inner_text('#speed')}")
    turn(tab, "#left", 14)
    turn(tab, "#depth", 8)
    for value in (0.1, 0.12, 0.14):
        turn(tab, "input[aria-label='γ1, slider']", value)
    print(f"14 qubits: {tab.inner_text('#speed')}")
    for choice in ("auto", "rows", "columns", "qubits"):
        tab.select_option("#registers", choice)
        check(chance(tab)[0] > 0, f"registers {choice} solve nothing")
    tab.click("#theme")
    check(tab.locator("#theme").get_attribute("aria-pressed") == "true", "the theme does not change")
    tab.click("#theme")


def drawn(tab):
    """Every chart is the engine's own picture, whose values are those that the page tells; the script draws none."""
    choose(tab, "queens-5x5")
    turn(tab, "#depth", 3)
    tab.click("#optimize")
    tab.wait_for_selector("#stop", state="hidden")
    settled(tab)
    tab.click("#map")
    tab.wait_for_selector("#landscape svg")
    settled(tab)
    for name in ("by-layer", "by-depth", "trace", "landscape"):
        picture = tab.locator(f"#{name} .plot > svg.drawn")
        check(picture.count() == 1, f"{name} has {picture.count()} pictures of the engine")
        own = tab.locator(f"#{name} .plot > svg:not(.drawn) text").count()
        check(own == 0, f"the page's script writes {own} texts into {name}")
        frame = json.loads(picture.get_attribute("data-frames"))[0]
        check(frame["x"]["from"] < frame["x"]["to"] and frame["y"]["from"] > frame["y"]["to"], f"{name} has the axes {frame}")
    for name, at in (("by-layer", 3), ("by-depth", 3)):
        frame = json.loads(tab.locator(f"#{name} svg.drawn").get_attribute("data-frames"))[0]
        told = dict(map(tuple, frame["values"][0]["points"]))
        check(abs(told[at] - chance(tab)[0]) < 1e-15, f"{name} draws {told[at]}, the page tells {chance(tab)[0]}")
    tab.focus("#by-layer .plot")
    tab.keyboard.press("End")
    check("layer 3" in tab.inner_text("#by-layer .tip") and "random guess" in tab.inner_text("#by-layer .tip"), tab.inner_text("#by-layer .tip"))
    tab.keyboard.press("Escape")


def taken(tab, folder):
    """Every file to take along, and every picture, holds what it says."""
    choose(tab, "queens-5x5")
    turn(tab, "#depth", 2)
    tab.click("#optimize")
    tab.wait_for_selector("#by-depth svg")
    tab.click("#map")
    tab.wait_for_selector("#landscape svg")
    settled(tab)
    for kind, begins in [("toml", "family"), ("json", "{"), ("qasm3", "OPENQASM 3.0;"), ("record", "{")]:
        with tab.expect_download() as coming:
            tab.click(f"[data-take='{kind}']")
        file = folder / coming.value.suggested_filename
        coming.value.save_as(file)
        text = file.read_text()
        check(begins in text[:400], f"{kind}: {text[:80]}")
        if kind == "record":
            check(json.loads(text)["success_probability"] == chance(tab)[0], "the record tells another chance")
    pictures = tab.locator(".downloads button")
    check(pictures.count() == 14, f"{pictures.count()} buttons for pictures")
    for k in range(pictures.count()):
        with tab.expect_download() as coming:
            pictures.nth(k).click()
        file = folder / coming.value.suggested_filename
        coming.value.save_as(file)
        content = file.read_bytes()
        if file.suffix == ".png":
            check(content.startswith(b"\x89PNG") and len(content) > 2000, f"{file.name}: {len(content)} bytes")
        else:
            check(content.startswith(b"<svg") and b"class=" not in content and b"var(" not in content, f"{file.name} needs a style sheet")


def links(browser, page_file, tab):
    """A link opens the same experiment; a link or a text that means harm is text."""
    choose(tab, "tango-4x4")
    turn(tab, "#left", 6)
    set_angles(tab, GAMMAS, BETAS)
    here, fragment = chance(tab), tab.evaluate("location.hash")
    other, wrong = opened(browser, page_file, fragment)
    check(chance(other) == here, f"the link opens {chance(other)}, not {here}")
    check(other.input_value("#depth") == "3", "the link loses its angles")
    other.context.close()
    markup = "<img src=x onerror=document.title='owned'>"
    puzzle = f"family = 'tango'\nname = \"{markup}\"\ngrid = '''\n....\n....\n....\n....\n'''\n"
    text = json.dumps([1, puzzle, 6, "full", markup, [0.1], [0.2], 1])
    hostile = [text, json.dumps([1, markup, 6, "full", "qubits", [], [], 0]), json.dumps([1, puzzle, 6, "full", "qubits", ["x"], [0], 0]), "[" * 300, "{}",
               json.dumps([1, puzzle, 6, "paper", "qubits", [1e308] * 64, [1e308] * 64, 64])]
    for given in hostile:
        fragment = tab.evaluate("text => btoa(unescape(encodeURIComponent(text)))", given)
        other, wrong = opened(browser, page_file, "#" + fragment.replace("+", "-").replace("/", "_"))
        other.locator("summary").first.click()
        other.fill("#text", markup)
        other.click("#paste")
        other.wait_for_selector("#message:visible")
        check(other.locator("img").count() == 0 and "owned" not in other.title(), f"{given} became markup")
        check(not wrong, f"{given}: {wrong}")
        other.context.close()


def from_report(browser, program, page_file, folder):
    """A link of a report opens the run: the same angles and the same chance."""
    study = folder / "study"
    boards = [ROOT / f"examples/puzzles/{name}.toml" for name in ("tango-4x4", "queens-4x4")]
    subprocess.run([program, "sweep", *boards, "--depths", "1..2", "--starts", "1", "--out", study, "--quiet"], check=True, stdout=subprocess.DEVNULL)
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
        found = chance(tab)
        for here, there in zip(found, (record["success_probability"], record["expectation"])):
            check(abs(here - there) <= 1e-12 * max(1, abs(there)), f"{record['run']}: {here} on the page, {there} in the record")
        check(not wrong, f"{record['run']}: {wrong}")
        tab.context.close()
    context.close()


def within(tab):
    """Links within the page leave the experiment in the address, and the link that is copied opens it."""
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    choose(tab, "tango-4x4")
    before = tab.evaluate("location.hash")
    for link in tab.locator("nav a").all():
        link.click()
        check(tab.evaluate("location.hash") == before, "a link within the page loses the experiment")
    check(tab.evaluate("document.activeElement.id") == "part-take", "a link within the page does not move the focus")
    tab.click("#link")
    settled(tab)
    copied = tab.evaluate("navigator.clipboard.readText()")
    check(copied.endswith(before) and len(before) > 40, f"the copied link is {copied[:80]}")


def while_searching(tab):
    """Another puzzle ends a search that runs; the page goes on with it."""
    choose(tab, "n-queens-4x4")
    turn(tab, "#left", 16)
    turn(tab, "#depth", 8)
    tab.click("#optimize")
    tab.wait_for_function("() => /depth [2-8] of/.test(document.getElementById('searching').textContent)")
    choose(tab, "tango-4x4")
    tab.wait_for_selector("#optimize:visible")
    check(chance(tab)[0] > 0 and tab.locator("#message").is_hidden(), "the next puzzle shows nothing")


def tours(tab):
    """All five tours, each stop with something to look at."""
    count = tab.locator("#tours option").count() - 1
    check(count == 5, f"{count} tours")
    for k in range(count):
        tab.select_option("#tours", str(k))
        stops = 0
        while tab.locator("#tour").is_visible():
            tab.wait_for_selector(".pointed")
            settled(tab)
            tab.wait_for_selector("#stop", state="hidden")
            check(len(tab.inner_text("#tour-text")) > 40, "a stop says nothing")
            check(tab.locator("#message").is_hidden(), tab.inner_text("#message"))
            stops += 1
            tab.click("#tour-next")
        check(stops >= 3, f"tour {k + 1} has {stops} stops")
    tab.select_option("#tours", "0")
    tab.click("#tour-next")
    tab.click("#tour-back")
    tab.click("#tour-end")
    expect(tab.locator("#tour")).to_be_hidden()


def main():
    """Everything, in one browser."""
    program, page_file = sys.argv[1], Path(sys.argv[2]).resolve()
    folder = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    check(page_file.stat().st_size <= 4_000_000, f"the page has {page_file.stat().st_size} bytes")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        scratch = Path(scratch)
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        looks(browser, page_file, folder)
        tab, wrong = opened(browser, page_file, viewport={"width": 1280, "height": 900})
        for part in (story, edits, sources, circuit, drawn, while_searching, within, tours):
            part(tab)
            check(not wrong, f"{part.__name__}: {wrong}")
        numbers(tab, program, scratch)
        taken(tab, scratch)
        links(browser, page_file, tab)
        from_report(browser, program, page_file, scratch)
        check(not wrong, f"{wrong}")
        browser.close()
    print(f"the playground: {report_page.checks} checks")


if __name__ == "__main__":
    main()
