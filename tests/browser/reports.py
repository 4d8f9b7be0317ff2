#!/usr/bin/env python3
"""Opens pages of `simt-plot --report` in headless Chromium, from file://, and checks what a reader relies on. Prints TAP.

    python3 tests/browser/reports.py [--pictures FOLDER] [--prove] PAGE...

Each page: it renders, in light, dark and print; nothing is said on the console; tables are sorted; the search filters; the timeline zooms by buttons, wheel
and keys; the Tab key reaches all that can be used; all of that has a name; nothing is asked of the network; it opens in less than two seconds. Pictures
of it go to FOLDER. --prove breaks a copy of the first page once for each check and demands that the check then fails.

Debian: chromium, chromium-driver, python3-selenium.
"""
import argparse
import base64
import json
import os
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

SECONDS = 2.0  # to open a page
WIDTH, HALF, HEIGHT = 1100, 550, 900
TALLEST = 6000  # of a picture
TABS = 2000  # presses of the key, at most

# What can be used, and is in view.
USABLE = """
const all = [...document.querySelectorAll('a[href],button,input,select,textarea,summary,[tabindex]')];
return all.filter(e => e.tabIndex >= 0 && !e.disabled && e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden');
"""
# How many different colours a canvas has, of every 97th pixel.
COLORS = """
const c = arguments[0], d = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer), seen = new Set();
for (let i = 0; i < d.length; i += 97)
	seen.add(d[i]);
return seen.size;
"""


def start():
    options = Options()
    arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    for argument in arguments:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options)


class Page:
    """A page that is open."""

    def __init__(self, driver, path):
        self.driver = driver
        self.path = os.path.abspath(path)
        self.url = "file://" + self.path
        self.open()

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def cdp(self, command, **parameters):
        return self.driver.execute_cdp_cmd(command, parameters)

    def look(self, width=WIDTH, media="", dark=False, grey=False):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=HEIGHT, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.cdp("Emulation.setEmulatedMedia", media=media, features=[scheme])
        self.cdp("Emulation.setEmulatedVisionDeficiency", type="achromatopsia" if grey else "none")
        self.settle()

    def settle(self):
        """Waits for two frames, so that what was asked for is drawn."""
        self.driver.execute_async_script("const f = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => f()));")

    def open(self):
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.driver.get("about:blank")
        self.look()
        self.driver.get(self.url)
        self.settle()
        self.said = self.driver.get_log("browser")
        self.network = self.driver.get_log("performance")

    def find(self, css):
        return [e for e in self.driver.find_elements(By.CSS_SELECTOR, css) if e.is_displayed()]

    def picture(self, name):
        size = self.cdp("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], TALLEST), "scale": 1}
        shot = self.cdp("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        with open(name, "wb") as f:
            f.write(base64.b64decode(shot["data"]))


# ---- the checks: each returns what is wrong, "" where nothing is ----


def opens(page):
    """it opens in less than two seconds"""
    for attempt in range(2):
        if attempt:
            page.open()
        wall = page.js("const t = performance.getEntriesByType('navigation')[0]; return (t.loadEventEnd - t.startTime) / 1000")
        if wall < SECONDS:
            return ""
    # other programs may have the processors: what counts then is the time that the page itself took
    page.cdp("Performance.enable", timeDomain="threadTicks")
    busy = lambda: {m["name"]: m["value"] for m in page.cdp("Performance.getMetrics")["metrics"]}["TaskDuration"]
    before = busy()
    page.open()
    busy_for = busy() - before
    page.cdp("Performance.disable")
    return "" if 0 < busy_for < SECONDS else "it took %.1f s, %.1f s of them on a processor" % (wall, busy_for)


def renders(page):
    """it renders: a title, a heading, pictures that show something"""
    if not page.js("return document.title.length > 0 && document.querySelector('h1, h2') !== null"):
        return "there is no title or no heading"
    for canvas in page.find("canvas[tabindex]"):
        if page.js(COLORS, canvas) < 3:
            return "canvas %s shows nothing" % canvas.get_attribute("id")
    if page.js("return document.querySelector('#timeline-data') !== null") and not page.find("#timeline canvas[tabindex]"):
        return "there is a recording, and no picture of it"
    wide = page.js("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return "it is %d pixels wider than the window" % wide if wide > 0 else ""


def fits_half(page):
    """it fits a window of half the width"""
    page.look(width=HALF)
    wide = page.js("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return "it is %d pixels wider than the window" % wide if wide > 0 else ""


def is_quiet(page):
    """nothing is said on the console"""
    return "; ".join(x["message"] for x in page.said)


def is_alone(page):
    """nothing is asked of the network"""
    asked = page.js("return performance.getEntriesByType('resource').map(e => e.name)")
    for entry in page.network:
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            if url.split("#")[0] not in (page.url, "about:blank") and not url.startswith("data:"):
                asked.append(url)
    return " ".join(asked)


def order_of(page, table):
    return page.js("return [...arguments[0].tBodies].map(b => [...b.rows].map(r => r.textContent)).flat()", table)


def sorts(page):
    """a column's button sorts the table by it, and again the other way around"""
    tables = [t for t in page.find("table") if t.find_elements(By.CSS_SELECTOR, "th button") and len(order_of(page, t)) > 2]
    if not tables:
        return "" if "#timeline-data alone" in page.kind else "no table can be sorted"
    for table in tables[:3]:
        seen = {tuple(order_of(page, table))}
        for button in table.find_elements(By.CSS_SELECTOR, "th button"):
            for _ in range(2):
                page.js("arguments[0].click()", button)
                rows = order_of(page, table)
                if sorted(rows) != sorted(next(iter(seen))):
                    return "rows are lost"
                seen.add(tuple(rows))
        if len(seen) < 2:
            return "the order of the rows stays the same"
        if not table.find_elements(By.CSS_SELECTOR, "th[aria-sort]"):
            return "aria-sort does not say by which column"
    return ""


def searches(page):
    """the search leaves rows that have the words alone"""
    fields = page.find("input[type=search]")
    if not fields:
        return "" if "#timeline-data alone" in page.kind else "there is no search"
    rows = "return [...document.querySelectorAll('tbody tr, [data-row]')].filter(e => e.getClientRects().length).length"
    was = page.js(rows)
    field = fields[0]
    page.js("arguments[0].scrollIntoView({block: 'center'})", field)
    field.send_keys("zzqx nothing has this")
    time.sleep(0.4)
    page.settle()
    none = page.js(rows)
    field.clear()
    field.send_keys("x", Keys.BACKSPACE)
    time.sleep(0.4)
    page.settle()
    again = page.js(rows)
    if none >= was:
        return "%d rows are shown, and %d with words that no row has" % (was, none)
    return "" if again == was else "%d of %d rows are back" % (again, was)


def range_of(page, name):
    page.settle()
    return page.driver.find_element(By.ID, name + "-range").text


def zooms(page):
    """buttons, wheel and keys change the time that is shown, and whole shows all again"""
    if not page.find("#timeline canvas[tabindex]"):
        return ""
    for canvas in page.find("#timeline canvas[tabindex]"):
        name = canvas.get_attribute("id")
        page.js("arguments[0].scrollIntoView({block: 'center'})", canvas)
        bar = page.driver.find_element(By.XPATH, "//canvas[@id='%s']/ancestor::figure" % name)
        press = lambda label: page.js("arguments[0].click()", bar.find_element(By.CSS_SELECTOR, "button[title='%s']" % label))
        press("the whole time")
        whole = range_of(page, name)
        ways = {
            "zoom in": lambda: press("zoom in"),
            "later": lambda: press("later"),
            "key +": lambda: canvas.send_keys("+"),
            "key shift and left": lambda: canvas.send_keys(Keys.SHIFT, Keys.ARROW_LEFT),
            "control and wheel": lambda: page.js(
                "arguments[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -100, ctrlKey: true, cancelable: true,"
                "clientX: arguments[0].getBoundingClientRect().left + 300, clientY: arguments[0].getBoundingClientRect().top + 20}))", canvas),
        }
        was = whole
        for way, act in ways.items():
            colors = page.js("return arguments[0].toDataURL()", canvas)
            act()
            now = range_of(page, name)
            if now == was:
                return "%s of %s changes nothing: %s" % (way, name, now)
            if page.js("return arguments[0].toDataURL()", canvas) == colors:
                return "%s of %s: the picture stays the same" % (way, name)
            was = now
        press("the whole time")
        if range_of(page, name) != whole:
            return "the whole time of %s is %s, then %s" % (name, whole, range_of(page, name))
    return ""


def reads(page):
    """arrows on a picture say what is there, with the line and pc; so does the mouse"""
    if not page.find("#tl-lanes"):
        return ""
    page.open()
    canvas = page.find("#tl-lanes")[0]
    page.js("arguments[0].scrollIntoView({block: 'center'})", canvas)
    canvas.send_keys(Keys.ARROW_RIGHT)
    first = page.driver.find_element(By.ID, "tl-lanes-said").text
    canvas.send_keys(Keys.ARROW_RIGHT)
    second = page.driver.find_element(By.ID, "tl-lanes-said").text
    for words in (first, second):
        if "pc 0x" not in words or "lanes run" not in words:
            return "it says '%s'" % words
    if first == second:
        return "the next interval is the same one"
    webdriver.ActionChains(page.driver).move_to_element_with_offset(canvas, 100, -60).perform()
    page.settle()
    tips = [t.text for t in page.find("#timeline .tl-tip")]
    return "" if tips and "pc 0x" in tips[0] else "no tooltip is there: %s" % tips


def links(page):
    """from an interval of the lanes one comes to its source line"""
    page.open()
    if not page.find("#tl-lanes") or not page.js("return document.querySelector('.pane.source tbody tr') !== null"):
        return ""
    canvas = page.find("#tl-lanes")[0]
    for _ in range(20):
        canvas.send_keys(Keys.ARROW_RIGHT)
        buttons = page.find("#tl-lanes-said button")
        if buttons:
            break
    else:
        return "20 intervals have no link"
    line = buttons[0].text.split()[-1]
    page.js("arguments[0].click()", buttons[0])
    page.settle()
    row = page.js("return document.querySelector(':target') && document.querySelector(':target').textContent.trim()")
    return "" if row and row.startswith(line) else "line %s leads to '%s'" % (line, row)


def is_reached(page):
    """the Tab key reaches all that can be used"""
    page.open()
    wanted = {e.id: e for e in page.js(USABLE)}
    page.js("document.activeElement.blur(); window.scrollTo(0, 0)")
    body = page.driver.find_element(By.TAG_NAME, "body")
    reached, last = set(), None
    radios = "return arguments[0].type === 'radio' ? [...document.getElementsByName(arguments[0].name)] : [arguments[0]]"
    for _ in range(min(TABS, 2 * len(wanted) + 10)):
        (page.driver.switch_to.active_element if last else body).send_keys(Keys.TAB)
        now = page.driver.switch_to.active_element
        if now.tag_name in ("body", "html"):
            break
        last = now
        reached.update(e.id for e in page.js(radios, now))
        if len(reached & set(wanted)) == len(wanted):
            break
    left = [wanted[k].get_attribute("outerHTML")[:100] for k in set(wanted) - reached]
    if not wanted:
        return "nothing can be used"
    return "%d of %d are not reached, such as %s" % (len(left), len(wanted), sorted(left)[0]) if left else ""


def has_names(page):
    """all that can be used has an accessible name, and so has each picture"""
    roles = {"button", "checkbox", "combobox", "link", "listbox", "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox",
             "application", "img", "image", "DisclosureTriangle", "table", "region"}
    nameless = []
    page.cdp("Accessibility.enable")
    for node in page.cdp("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value", "")
        if node.get("ignored") or role not in roles:
            continue
        if not node.get("name", {}).get("value", "").strip():
            nameless.append(role)
    return " ".join(nameless)


def lightness(page):
    """Of the background, from 0 to 255."""
    color = page.js("const b = getComputedStyle(document.body).backgroundColor; return b === 'rgba(0, 0, 0, 0)' ? "
                    "getComputedStyle(document.documentElement).backgroundColor : b")
    if color == "rgba(0, 0, 0, 0)":
        return 255
    parts = [float(x) for x in color[color.index("(") + 1 : -1].split(",")[:3]]
    return 0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2]


def canvas_lightness(page):
    """Of the upper left corners of the pictures of the timeline."""
    return [sum(page.js("return [...arguments[0].getContext('2d').getImageData(1, 1, 1, 1).data].slice(0, 3)", c)) / 3
            for c in page.find("#timeline canvas[tabindex]")]


def has_modes(page):
    """it is dark where that is wished, light on paper even so, and its pictures are, too"""
    modes = (("light", {}, True), ("dark", {"dark": True}, False), ("print", {"media": "print", "dark": True}, True))
    for name, look, light in modes:
        page.look(**look)
        for x in [lightness(page)] + canvas_lightness(page):
            if (x > 128) != light:
                return "in %s a background has lightness %.0f of 255" % (name, x)
        for canvas in page.find("#timeline canvas[tabindex]"):
            if page.js(COLORS, canvas) < 3:
                return "in %s a picture shows nothing" % name
        if name == "print" and page.find(".no-print"):
            return "controls are printed"
    return ""


CHECKS = [is_quiet, is_alone, opens, renders, fits_half, has_names, sorts, searches, zooms, reads, links, is_reached, has_modes]


# ---- broken pages ----


def script(code):
    return lambda html: html.replace("</body>", "<script>" + code + "</script></body>")


BLANK = "['fillRect', 'fillText', 'strokeRect', 'stroke'].forEach(k => { CanvasRenderingContext2D.prototype[k] = () => {}; });"
STOP = "document.addEventListener('%s', e => { if (%s) { e.stopImmediatePropagation(); e.preventDefault(); } }, true);"
BREAKS = {
    is_quiet: script("console.error('broken')"),
    is_alone: lambda html: html.replace("</body>", '<img alt="x" src="http://127.0.0.1:9/x.png"></body>'),
    opens: script("const t = performance.now(); while (performance.now() - t < 9000);"),
    renders: lambda html: html.replace("<title>", "<script>" + BLANK + "</script><title>") if "timeline-data" in html
        else html.replace("<title>", "<title></title><title>"),
    fits_half: script("document.body.append(Object.assign(document.createElement('div'), {style: 'width: 800px; height: 1px'}))"),
    has_names: script("document.body.append(document.createElement('button'))"),
    sorts: script(STOP % ("click", "e.target.closest('th')")),
    searches: script(STOP % ("input", "e.target.type === 'search'") + STOP % ("keyup", "e.target.type === 'search'")),
    zooms: script(STOP % ("wheel", "true")),
    reads: script(STOP % ("keydown", "e.key === 'ArrowRight'")),
    links: script("window.simtReport.show = () => true;"),
    is_reached: script("document.addEventListener('focusin', e => { if (e.target.tagName === 'BUTTON') e.target.blur(); });"),
    has_modes: lambda html: html.replace("</head>", "<style>body, html { background: #fff !important }</style></head>"),
}
# Not a thing that the page has.
NOT_THERE = {sorts: "th button", searches: "input[type=search]", zooms: "#timeline canvas", reads: "#tl-lanes", links: ".pane.source"}


class Tap:
    def __init__(self):
        self.n = self.failed = 0

    def result(self, wrong, text):
        self.n += 1
        self.failed += bool(wrong)
        print("%sok %d - %s" % ("not " if wrong else "", self.n, text))
        for line in wrong.splitlines():
            print("# " + line)
        sys.stdout.flush()


def kind_of(page):
    """A page of a recording alone has no tables."""
    return "#timeline-data alone" if not page.find("table.sorted") and page.find("#timeline canvas") else ""


def check(driver, path, tap, pictures):
    page, name = Page(driver, path), os.path.basename(path)
    page.kind = kind_of(page)
    for f in CHECKS:
        page.look()
        tap.result(f(page), name + ": " + f.__doc__)
    if not pictures:
        return
    page.open()
    stem = os.path.join(pictures, os.path.splitext(name)[0])
    looks = {"light": {}, "dark": {"dark": True}, "grey": {"grey": True}, "half": {"width": HALF}, "print": {"media": "print"}}
    for word, look in looks.items():
        page.look(**look)
        page.picture("%s-%s.png" % (stem, word))
    page.look()
    paper = page.cdp("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
    with open(stem + ".pdf", "wb") as f:
        f.write(base64.b64decode(paper["data"]))


def prove(driver, path, tap):
    """Each check fails on a page that is broken for it."""
    with open(path, encoding="utf-8") as f:
        html = f.read()
    with tempfile.TemporaryDirectory() as folder:
        broken = os.path.join(folder, "broken.html")
        for f in CHECKS:
            with open(broken, "w", encoding="utf-8") as out:
                out.write(BREAKS[f](html))
            page = Page(driver, broken)
            page.kind = ""
            there = f not in NOT_THERE or page.find(NOT_THERE[f])
            tap.result("" if there and f(page) else "it passes", "on a broken page this fails: " + f.__doc__)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pictures", help="folder for pictures of the pages")
    parser.add_argument("--prove", action="store_true", help="show that each check can fail")
    parser.add_argument("page", nargs="+")
    options = parser.parse_args()
    tap = Tap()
    driver = start()
    try:
        for path in options.page:
            check(driver, path, tap, options.pictures)
        if options.prove:
            prove(driver, options.page[0], tap)
    finally:
        driver.quit()
    print("1..%d" % tap.n)
    sys.exit(tap.failed > 0)


if __name__ == "__main__":
    main()
