#!/usr/bin/env python3
"""Opens a report in headless Chromium and uses it as a person would; exits with 1 where anything is not as it must be.

Usage: report_page.py KETBOARD [FOLDER_FOR_SCREENSHOTS]

Makes a small sweep, writes its report, and then, in a real browser without a network: no error on the console, no request, no overflow at
360, 800 and 1400 pixels in light and dark, every picture is element for element the one that `ketboard plot` writes, the slider, sorting by click and by key, the filter, the theme, a walk by keyboard alone, what is left without a
script, and the printed page. Needs Playwright from PyPI and Debian's Chromium, which it installs where it may; without a browser it fails.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PUZZLES = ["queens-4x4", "tango-4x4", "sudoku-4x4", "tents-4x4"]
PLAN = """
puzzles = [{puzzles}]
target_qubits = "6"
depths = "1..3"
seeds = "0..1"
starts = "2"
iterations = "20"
shots = "256"

[record]
layers = "all"
"""
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]
checks = 0


def check(holds, what):
    """Counts a check that holds; ends the program with one that does not."""
    global checks
    if not holds:
        sys.exit(f"FAILED: {what}")
    checks += 1


def chromium():
    """The path of a browser: the one there is, or Debian's, installed."""
    names = ["chromium", "chromium-browser", "google-chrome"]
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"check": True, "stdout": subprocess.DEVNULL}
        subprocess.run(["apt-get", "update", "-qq"], **quiet)
        subprocess.run(["apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium"], **quiet)
        found = shutil.which("chromium")
    if found is None:
        sys.exit("FAILED: there is no Chromium; install it (Debian: apt-get install chromium)")
    return found


def report(binary, folder):
    """Sweeps, and writes the report of it."""
    names = ", ".join(f'"{ROOT}/examples/puzzles/{name}.toml"' for name in PUZZLES)
    plan = folder / "small-plan.toml"
    plan.write_text(PLAN.format(puzzles=names))
    study = folder / "study"
    subprocess.run([binary, "sweep", plan, "--out", study, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([binary, "report", study], check=True, stdout=subprocess.DEVNULL)
    return study / "report.html"


def opened(browser, page_file, **context):
    """A new tab with the page, and the list to which everything that goes wrong in it is added."""
    tab = browser.new_context(**context).new_page()
    wrong = []
    tab.on("console", lambda message: wrong.append(f"console: {message.text}"))
    tab.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    tab.on("request", lambda request: wrong.append(f"request: {request.url}")
           if not request.url.startswith((page_file.as_uri(), "data:")) else None)
    tab.goto(page_file.as_uri())
    return tab, wrong


def looks(browser, page_file, folder):
    """Nothing sticks out and nothing is wrong at any width, light or dark."""
    backgrounds = set()
    for width in (360, 800, 1400):
        for scheme in ("light", "dark"):
            tab, wrong = opened(browser, page_file, viewport={"width": width, "height": 800}, color_scheme=scheme)
            tab.wait_for_selector("#overview-charts svg")
            wide = tab.evaluate("document.documentElement.scrollWidth")
            check(wide <= width, f"the page is {wide} pixels wide at {width}")
            boxes = tab.eval_on_selector_all(
                "main figure, main .scroll, main pre, main .controls",
                "nodes => nodes.filter(n => n.offsetParent).map(n => n.getBoundingClientRect().right)")
            check(max(boxes) <= width, f"something reaches to {max(boxes)} at {width}")
            check(not wrong, f"at {width}, {scheme}: {wrong}")
            if folder:
                tab.screenshot(path=folder / f"report-{width}-{scheme}.png", full_page=True)
            backgrounds.add(tab.evaluate("getComputedStyle(document.querySelector('.plot svg rect')).fill"))
            tab.context.close()
    check(len(backgrounds) == 2, "pictures in light and dark look alike")


def shapes(svg):
    """The elements of a picture, in order: name, attributes and text of each."""
    return [(node.tag, sorted(node.attrib.items()), (node.text or "").strip()) for node in ElementTree.fromstring(svg).iter()][1:]


# The colors of paper, ink and two curves, with their partners in the dark.
DARK = {"#FFFFFF": "rgb(22, 24, 29)", "#222222": "rgb(236, 236, 236)", "#0072B2": "rgb(86, 180, 233)", "#00966C": "rgb(60, 200, 150)"}


def pictures(tab, binary, folder):
    """What the page shows are the plots: the same elements, in the dark with the partner of each color, with the values under the pointer."""
    plots = folder / "plots"
    subprocess.run([binary, "plot", folder / "study", "--out", plots, "--width", "column", "--format", "svg", "--quiet",
                    "--only", "success,qubits,time,broken", "--by", "family"], check=True, stdout=subprocess.DEVNULL)
    serialized = "nodes => nodes.map(n => { const copy = n.cloneNode(true); copy.removeAttribute('class'); return new XMLSerializer().serializeToString(copy); })"
    shown = [shapes(svg) for svg in tab.locator("#overview-charts .plot > svg.drawn").evaluate_all(serialized)]
    names = [name for name in ("success", "qubits", "time-shots", "time-layers") if (plots / f"{name}.svg").exists()]
    check(len(shown) >= len(names) >= 3, f"{len(shown)} pictures of all runs, and the plots {names}")
    for name, svg in zip(names, shown):
        check(svg == shapes((plots / f"{name}.svg").read_text()), f"the page's picture {name} is not the plot")
    tab.locator("#theme").click()
    colors = tab.locator("#overview-charts .plot > svg.drawn").first.evaluate(
        "svg => [...svg.querySelectorAll('*')].filter(n => n.hasAttribute('fill') && n.getAttribute('fill') !== 'none').map(n => getComputedStyle(n).fill)")
    light = ElementTree.fromstring((plots / "success.svg").read_text()).iter()
    wanted = [DARK[node.attrib["fill"]] for node in light if node.attrib.get("fill", "none") != "none"]
    check(colors == wanted, "pictures have other colors in the dark")
    tab.locator("#theme").click()
    drawn = tab.locator("#overview-charts .plot").first
    box = drawn.bounding_box()
    tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tip = drawn.locator(".tip")
    check(tip.is_visible() and "queens: " in tip.inner_text() and "depth p 2" in tip.inner_text(), f"the pointer reads {tip.inner_text()}")
    tab.mouse.move(0, 0)


def structure(tab):
    """What an outline, a screen reader and a validator want."""
    check(tab.locator("h1").count() == 1, "there is not one h1")
    check(tab.locator("html").get_attribute("lang") == "en", "the page names no language")
    ids = tab.eval_on_selector_all("[id]", "nodes => nodes.map(n => n.id)")
    check(len(ids) == len(set(ids)), "an id stands twice")
    unnamed = tab.eval_on_selector_all(
        "button, input, select, [tabindex='0']",
        """nodes => nodes.filter(n => !n.closest('[hidden]') && !(n.getAttribute('aria-label') || n.textContent.trim()
            || (n.labels && n.labels.length) || n.getAttribute('aria-labelledby'))).map(n => n.outerHTML)""")
    check(not unnamed, f"controls without a name: {unnamed}")
    silent = tab.eval_on_selector_all("svg", "nodes => nodes.filter(n => !n.ariaLabel && n.ariaHidden !== 'true').length")
    check(silent == 0, f"{silent} pictures say nothing to those who do not see them")
    levels = tab.eval_on_selector_all("h1, h2, h3, h4", "nodes => nodes.filter(n => n.offsetParent).map(n => +n.tagName[1])")
    check(all(after <= before + 1 for before, after in zip(levels, levels[1:])), f"headings skip a level: {levels}")


def slider(tab):
    """The slider shows another layer: other marginals, other words."""
    layer = tab.locator("#layer")
    layer.focus()
    tab.keyboard.press("End")
    last = tab.locator("#layer-view").inner_html()
    check("layer 3 of 3" in tab.locator("#layer-words").inner_text(), "End does not lead to the last layer")
    tab.keyboard.press("ArrowLeft")
    check("layer 2 of 3" in tab.locator("#layer-words").inner_text(), "an arrow does not move the slider")
    check(layer.get_attribute("aria-valuetext").startswith("layer 2 of 3"), "the slider does not say its layer")
    check(tab.locator("#layer-view").inner_html() != last, "the layer shown did not change")
    layer.fill("0")
    check("layer 0 of 3" in tab.locator("#layer-words").inner_text(), "the slider cannot be set")
    check(tab.locator("#layer-view .boards li").count() >= 1, "a layer shows no likely boards")
    marked = tab.locator("#puzzle-view tr[aria-current='true'] td:first-child").evaluate_all("nodes => nodes.map(n => n.dataset.value)")
    check("0" in marked, f"the tables mark {marked}")


def sorting(tab):
    """A click and a key sort; the head says how, and the numbers are in order."""
    head = tab.locator("#results thead th", has_text="success").first
    column = head.evaluate("node => node.cellIndex")

    def numbers():
        cells = tab.locator(f"#results tbody tr td:nth-child({column + 1})")
        return [float(value) for value in cells.evaluate_all("nodes => nodes.map(n => n.dataset.value)")]

    head.locator("button").click()
    check(head.get_attribute("aria-sort") == "ascending", "a click does not sort")
    check(numbers() == sorted(numbers()) and len(set(numbers())) > 1, "a click sorts wrongly")
    head.locator("button").focus()
    tab.keyboard.press("Enter")
    check(head.get_attribute("aria-sort") == "descending", "Enter does not sort")
    check(numbers() == sorted(numbers(), reverse=True), "Enter sorts wrongly")
    check("descending" in tab.locator("#live").text_content(), "sorting is not announced")


def choosing(tab):
    """Filter, puzzle, setting and depth change what is shown; a link leads to the same place."""
    tab.locator("#filter").fill("tango")
    check(tab.locator("#filter-count").inner_text().startswith("1 of 4"), "the filter does not count")
    check(tab.locator("#results tbody tr:visible").count() == 2, "the filter leaves other rows")
    check(tab.locator("#overview-charts .highlighted").first.locator("polyline").count() == 2, "the filter lets no curve stand out")
    check(tab.locator("#overview-charts figcaption p", has=tab.locator(".key")).first.inner_text() == "what the filter finds", "no key for the black lines")
    tab.locator("#filter").fill("")
    all_runs = tab.locator("#overview-charts svg.drawn").first.inner_html()
    tab.locator("#shown-family").select_option("sudoku")
    check(tab.locator("#results tbody tr:visible").count() == 2, "the family leaves other rows")
    check(tab.locator("#overview-charts svg.drawn").first.inner_html() != all_runs, "the family shows the same picture")
    tab.locator("#shown-family").select_option("all")
    tab.locator("#results tbody tr:visible button", has_text="tents-4x4").first.click()
    expect(tab.locator("#puzzle-head")).to_have_text("tents-4x4")
    tab.locator("#choose-depth").select_option(label="p = 2")
    check("p=2" in tab.url and "puzzle=tents-4x4" in tab.url, f"the address does not say what is shown: {tab.url}")
    tab.locator("#next").click()
    check(tab.locator("#puzzle-head").inner_text() != "tents-4x4", "next shows the same puzzle")
    tab.locator("#choose-puzzle").select_option(label="sudoku-4x4")
    tab.locator("#glyph").select_option(label="2")
    check("“2”" in tab.locator("#layer-view figcaption").first.inner_text(), "the symbol cannot be chosen")
    check(tab.locator("#puzzle-view .trace li").count() > 3, "there is no trace of the reduction")
    check(tab.locator("#puzzle-view svg[aria-label^='The matrix'] polygon").count() > 6, "there is no matrix of the model")


def back(tab):
    """Back leads to the puzzle that was shown before."""
    chosen = tab.locator("#choose-puzzle")
    before = chosen.input_value()
    tab.locator("#next").click()
    check(chosen.input_value() != before, "the button of the next puzzle shows the same")
    tab.go_back()
    expect(chosen).to_have_value(before)


def repeats(tab, binary, folder):
    """The files and the command that the page shows make the same records again, byte for byte."""
    again = folder / "again"
    again.mkdir()
    shown = tab.locator("#puzzle-view .behind")
    name = shown.locator("h4").nth(2).inner_text()
    command = shown.locator("pre").nth(0).inner_text().split()
    (again / "again.toml").write_text(shown.locator("pre").nth(1).text_content())
    (again / name).write_text(shown.locator("pre").nth(2).text_content())
    check(command[:2] == ["ketboard", "sweep"], f"the command is {command}")
    subprocess.run([binary, *command[1:], "--quiet"], check=True, cwd=again, stdout=subprocess.DEVNULL)
    made = (again / "again/records.jsonl").read_text().splitlines()
    known = (folder / "study/records.jsonl").read_text().splitlines()
    check(len(made) == 3 and set(made) <= set(known), "the command on the page makes other records")


def theme(tab):
    """The button turns the page dark and light again."""
    ground = "getComputedStyle(document.body).backgroundColor"
    light = tab.evaluate(ground)
    tab.locator("#theme").click()
    check(tab.locator("#theme").get_attribute("aria-pressed") == "true", "the button does not say that it is dark")
    check(tab.evaluate(ground) != light, "the button changes nothing")
    tab.locator("#theme").click()
    check(tab.evaluate(ground) == light, "the button does not turn back")


def keyboard(tab):
    """Tab alone reaches every control, each stop is seen, and a chart reads out its values."""
    tab.evaluate("document.body.focus(); scrollTo(0, 0)")
    tab.evaluate("document.activeElement.blur()")
    wanted = tab.eval_on_selector_all(
        "button, input, select, summary, a[href], .plot",
        "nodes => nodes.filter(n => n.offsetParent && !n.closest('details:not([open]) > :not(summary)')).length")
    reached, unseen = set(), []
    for _ in range(3 * wanted + 50):
        tab.keyboard.press("Tab")
        key, seen = tab.evaluate("""() => {
            const n = document.activeElement;
            n.dataset.stop ||= String(Math.random());
            const style = getComputedStyle(n);
            return [n === document.body ? 'body' : n.dataset.stop, style.outlineStyle !== 'none' || n === document.body];
        }""")
        if key in reached:
            break
        reached.add(key)
        if not seen:
            unseen.append(tab.evaluate("document.activeElement.outerHTML.slice(0, 80)"))
    check(len(reached) >= wanted, f"Tab reaches {len(reached)} stops of {wanted}")
    check(not unseen, f"focus cannot be seen on {unseen}")
    tab.locator("#overview-charts .plot").first.focus()
    tab.keyboard.press("ArrowRight")
    check("depth p 1" in tab.locator("#live").text_content(), "a chart does not read out its values")
    tip = tab.locator("#overview-charts .tip").first
    check(tip.is_visible(), "a chart shows no values")
    tab.keyboard.press("Escape")
    check(not tip.is_visible(), "Escape does not close the values")


def printed(tab, folder):
    """The page prints: several pages, without controls."""
    pdf = tab.pdf(path=str(folder / "report.pdf"), format="A4", print_background=True)
    pages = len(re.findall(rb"/Type\s*/Page[^s]", pdf))
    check(3 <= pages <= 40, f"the page prints on {pages} sheets")
    tab.emulate_media(media="print")
    controls = tab.locator("#theme:visible, #filter:visible, #choose-puzzle:visible, #layer:visible").count()
    check(controls == 0, "controls are printed")
    check(tab.locator("#puzzle-view svg:visible").count() > 5, "figures are not printed")
    tab.emulate_media(media="screen")


def without_a_script(browser, page_file):
    """Tables, settings and conventions are there without a script."""
    tab, wrong = opened(browser, page_file, java_script_enabled=False, viewport={"width": 800, "height": 800})
    check(tab.locator("#results tbody tr").count() == 2 * len(PUZZLES), "the table is not there without a script")
    check(tab.locator("noscript").inner_text() != "", "nothing says that a script is missing")
    check(not tab.locator("#puzzle").is_visible() and not tab.locator("#theme").is_visible(), "dead controls are shown")
    check(tab.locator("#conventions").is_visible(), "the conventions are not there without a script")
    check(not wrong, f"without a script: {wrong}")
    tab.context.close()


def main():
    binary = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        page_file = report(binary, folder)
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        looks(browser, page_file, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
        tab, wrong = opened(browser, page_file, viewport={"width": 1200, "height": 800}, color_scheme="light")
        tab.wait_for_selector("#overview-charts svg")
        structure(tab)
        pictures(tab, binary, folder)
        slider(tab)
        sorting(tab)
        choosing(tab)
        back(tab)
        repeats(tab, binary, folder)
        theme(tab)
        keyboard(tab)
        printed(tab, folder)
        check(not wrong, f"while it was used: {wrong}")
        without_a_script(browser, page_file)
        browser.close()
    print(f"{checks} checks of the report in Chromium: all hold")


if __name__ == "__main__":
    main()
