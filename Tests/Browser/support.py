"""Helpers of the browser tests: making reports, a page in Chromium, the Nu checker."""
import functools
import glob
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

BINARY = os.environ["HOMEPWNER_BIN"]
# The headless shell is the same engine without the browser around it, and takes a fifth less time.
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"

# Values that have broken out of documents elsewhere, and some that merely look as if they could.
HOSTILE = [
    "<script>window.hacked=1</script>",
    "\"><img src=x onerror=\"window.hacked=1\">",
    "' onmouseover='window.hacked=1",
    "\"\u0301 onmouseover=\"window.hacked=1",
    "\"\u0338><svg onload=window.hacked=1>",
    "\ufe0f\"\ufe0f><b>",
    "</style><script>window.hacked=1</script>",
    "</title></textarea></svg><script>window.hacked=1</script>",
    "<!--", "-->", "<!-- <script>", "]]>", "<![CDATA[", "<?php", "<!DOCTYPE x>",
    "&lt;b&gt; &amp; &#39; &quot;", "&#x3c;script&#x3e;",
    "{{name}} {{{name}}} {{#items}} {{/items}} {{> style.css}} {{=<% %>=}}",
    "javascript:window.hacked=1", "=1+1", "+cmd|' /C calc'!A0", "@SUM(1)",
    "tab\tnew\nline\r\nend", "bell\u0007 escape\u001b[31m", "\u202eright to left", "zero\u200bwidth", "\ufeffmark",
    "\ufffe\uffff", "emoji 👩‍👩‍👧‍👦 𠮷野家", "\u0085\u2028\u2029", "`${window.hacked=1}`", "\\\"", "%3Cscript%3E",
]


def homepwner(*arguments, stdin=None, check=True):
    done = subprocess.run([BINARY, *map(str, arguments)], input=stdin, capture_output=True)
    if check and done.returncode != 0:
        raise AssertionError(f"{arguments} ended with {done.returncode}: {done.stderr.decode()}")
    return done


def items(values):
    """A JSON inventory in which every text of an item is one of the values."""
    texts = ["name", "serialNumber", "location", "category", "manufacturer", "modelNumber", "description", "notes",
             "condition", "colour", "distinguishingMarks", "code", "assetIdentifier", "url", "externalReference"]
    made = []
    for index, value in enumerate(values):
        item = {"id": f"00000000-0000-4000-8000-{index:012d}", "quantity": 2,
                "value": {"amount": "12.34", "currency": "USD"}, "dateCreated": "2014-05-01T09:30:00.123Z"}
        item.update({text: value for text in texts})
        item["externalReference"] = f"{index} {value}"
        item["tags"] = [value, f"second {value}"]
        item["customFields"] = [{"name": f"field {value}", "value": value}]
        item["purchase"] = {"date": "2014-04-30", "place": value, "receiptNumber": value}
        item["warranty"] = {"details": value}
        made.append(item)
    return made


def report(values, *options, format="html", settings=()):
    """The bytes of a report made from items of those values."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "items.json")
        source.write_text(json.dumps(items(values)), "utf-8")
        store = pathlib.Path(folder, "store")
        homepwner("import", source, "--store", store)
        if settings:
            homepwner("settings", *settings, "--store", store)
        output = pathlib.Path(folder, f"report.{format}")
        homepwner("report", "inventory", "--format", format, "--output", output, "--store", store, *options)
        return output.read_bytes()


def nu_errors(files):
    """What the Nu HTML checker says of the files: errors only."""
    jar = glob.glob(str(pathlib.Path(sys.prefix, "lib", "python*", "site-packages", "**", "vnu.jar")), recursive=True)
    done = subprocess.run(["java", "-jar", jar[0], "--errors-only", "--format", "json", *map(str, files)],
                          capture_output=True)
    return json.loads(done.stderr or b'{"messages": []}')["messages"]


def end_browsers():
    """Kills the browsers that this process started through Playwright; what waits for them fails then."""
    parents = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(process.name)] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            pass
    for process, parent in parents.items():
        if parents.get(parent) == os.getpid():
            os.kill(process, signal.SIGKILL)


class BrowserTest(unittest.TestCase):
    """A test with a Chromium of its own."""

    # The most seconds that a test may take; the longest takes a minute on a busy machine.
    longest = 300
    # Options of the browser.
    arguments = ()

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        cls.launch()

    @classmethod
    def launch(cls):
        cls.browser = cls.playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *cls.arguments])

    def run(self, result=None):
        """Runs the test, which fails if the browser hangs, and not only waits."""
        # A class that is skipped has none.
        if "browser" in vars(type(self)) and not self.browser.is_connected():
            self.launch()
        watch = threading.Timer(self.longest, end_browsers)
        watch.start()
        try:
            return super().run(result)
        finally:
            watch.cancel()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()

    def open(self, html, **options):
        """A page from a file, as a user would open it; scripts that run or dialogs that open fail the test."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, "report.html")
        path.write_bytes(html)
        context = self.browser.new_context(**options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("dialog", lambda dialog: self.fail("a dialog opened"))
        page.goto(path.as_uri())
        return page

    def violations(self, page):
        """The accessibility rules that axe finds violated on the page, each with at most three of the elements."""
        found = Axe().run(page).response["violations"]
        return [(v["id"], [n["html"] for n in v["nodes"]][:3]) for v in found]

    def keep(self, page, name, **options):
        """Keeps a picture where SCREENSHOTS says."""
        folder = os.environ.get("SCREENSHOTS")
        if folder:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=pathlib.Path(folder, name + ".png"), **options)


@functools.cache
def sample_report(*options):
    """A report of realistic items."""
    with tempfile.TemporaryDirectory() as folder:
        homepwner("sample", "--rich", "--count", 60, "--seed", 7, "--store", f"{folder}/store")
        homepwner("settings", "--owner", "Ada Lovelace", "--address", "12 St James's Square\nLondon", "--insurer",
                  "Example Mutual", "--policy-number", "HO-1234567", "--store", f"{folder}/store")
        homepwner("report", "--format", "html", "--output", f"{folder}/r.html", "--store", f"{folder}/store", *options)
        return pathlib.Path(folder, "r.html").read_bytes()
