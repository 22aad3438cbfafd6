"""The main paths in Firefox and WebKitGTK: read, search, add, edit, photo, document, move, and without a connection.

Chromium has all other tests. Firefox is driven over Marionette, its own WebDriver over a socket; WebKitGTK by its
WebDriver, with a virtual screen."""
import base64
import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

from PIL import Image
from server import Served

# The name under which WebDriver passes elements (W3C WebDriver, 12.1).
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# How many items' pages the browser keeps.
KEPT = """async () => {
    for (const name of await caches.keys()) {
        const record = await (await caches.open(name)).match("kept");
        if (record) return Object.keys((await record.json()).items).length;
    }
}"""


class Engine:
    """A browser with the commands that the tests need."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="homepwner-engine-")
        self.processes = []

    def launch(self, *words, **environment):
        log = open(pathlib.Path(self.folder, "log"), "a")
        self.processes.append(subprocess.Popen(
            words, stdout=log, stderr=log, env={**os.environ, "HOME": self.folder, **environment}))

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def until(self, act, seconds=30):
        """What `act` returns, once it returns something and does not fail."""
        end = time.monotonic() + seconds
        while True:
            try:
                found = act()
                if found:
                    return found
                problem = "it never held"
            except (OSError, AssertionError, ValueError, KeyError) as error:
                problem = error
            if time.monotonic() > end:
                raise AssertionError(problem)
            time.sleep(0.1)

    def wait(self, script, *arguments):
        return self.until(lambda: self.run(f"return {script}", *arguments))


class Firefox(Engine):
    name = "firefox"

    def __init__(self):
        super().__init__()
        preferences = {"marionette.port": 0, "intl.locale.requested": "en-US", "intl.accept_languages": "en-US",
                       "datareporting.policy.dataSubmissionEnabled": False, "browser.shell.checkDefaultBrowser": False}
        pathlib.Path(self.folder, "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()))
        self.launch("firefox-esr", "--headless", "--marionette", "--profile", self.folder, "--no-remote")
        port = self.until(lambda: int(pathlib.Path(self.folder, "MarionetteActivePort").read_text()))
        self.socket = self.until(lambda: socket.create_connection(("127.0.0.1", port), 60))
        self.count = 0
        self.receive()
        self.call("NewSession", capabilities={})

    def receive(self):
        length = b""
        while not length.endswith(b":"):
            length += self.socket.recv(1)
        left, text = int(length[:-1]), b""
        while len(text) < left:
            text += self.socket.recv(left - len(text))
        return json.loads(text)

    def call(self, command, **parameters):
        self.count += 1
        text = json.dumps([0, self.count, f"WebDriver:{command}", parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.receive()
        assert not error, error
        return result.get("value") if isinstance(result, dict) and "value" in result else result

    def go(self, address):
        self.call("Navigate", url=address)

    def run(self, script, *arguments):
        return self.call("ExecuteScript", script=script, args=arguments)

    def element(self, selector):
        return self.call("FindElement", using="css selector", value=selector)[ELEMENT]

    def click(self, selector):
        self.until(lambda: self.call("ElementClick", id=self.element(selector)) or True)

    def type(self, selector, text):
        self.call("ElementSendKeys", id=self.until(lambda: self.element(selector)), text=str(text))

    def picture(self):
        return self.call("TakeScreenshot", full=False)

    def close(self):
        self.socket.close()
        super().close()


class WebKit(Engine):
    name = "webkit"

    def __init__(self):
        super().__init__()
        display = f":{os.getpid() % 5000 + 100}"
        self.launch("Xvfb", display, "-screen", "0", "1280x900x24", "-nolisten", "tcp")
        self.until(lambda: pathlib.Path(f"/tmp/.X11-unix/X{display[1:]}").exists())
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.launch("WebKitWebDriver", f"--port={self.port}", DISPLAY=display, LANG="en_US.UTF-8",
                    WEBKIT_DISABLE_COMPOSITING_MODE="1", GSETTINGS_BACKEND="memory", NO_AT_BRIDGE="1")
        browser = next(iter(sorted(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), reverse=True)))
        options = {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}
        self.session = ""
        started = self.until(lambda: self.call(
            "POST", "/session", capabilities={"alwaysMatch": options}))
        self.session = f"/session/{started['sessionId']}"

    def call(self, method, path, **parameters):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        body = json.dumps(parameters) if method == "POST" else None
        connection.request(method, (self.session if path != "/session" else "") + path, body)
        reply = connection.getresponse()
        value = json.loads(reply.read())["value"]
        assert reply.status == 200, value
        return value

    def go(self, address):
        self.call("POST", "/url", url=address)

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", script=script, args=arguments)

    def element(self, selector):
        return self.call("POST", "/element", using="css selector", value=selector)[ELEMENT]

    def click(self, selector):
        self.until(lambda: self.call("POST", f"/element/{self.element(selector)}/click") is None)

    def type(self, selector, text):
        found = self.until(lambda: self.element(selector))
        self.call("POST", f"/element/{found}/value", text=str(text))

    def picture(self):
        return self.call("GET", "/screenshot")

    def close(self):
        try:
            self.call("DELETE", "")
        except (OSError, AssertionError, ValueError):
            pass
        super().close()


class MainPaths:
    """What readers and owners do, in one browser."""

    items = 6

    @classmethod
    def setUpClass(cls):
        cls.engine = cls.browser_type()

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def setUp(self):
        super().setUp()
        self.engine.go(self.link)
        self.engine.wait("location.pathname === '/' && document.querySelector('#edit-mode') !== null")
        self.engine.run("document.querySelector('#as-table').click()")

    def keep_picture(self, name):
        if folder := os.environ.get("SCREENSHOTS"):
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            try:
                picture = self.engine.picture()
            except OSError:
                # WebKitGTK sometimes does not paint on a busy machine.
                return
            pathlib.Path(folder, f"{self.engine.name}-{name}.png").write_bytes(base64.b64decode(picture))

    def row(self, name):
        return json.loads(self.command("list", "--json"))[self.listed().index(name)]["id"]

    def shows(self, *names):
        self.engine.wait("JSON.stringify([...document.querySelectorAll('#rows th a')].map((a) => a.textContent)) === arguments[0]",
                         json.dumps(names, separators=(",", ":")))

    def photo(self):
        path = self.folder / "photo.jpg"
        Image.new("RGB", (1200, 900), (180, 90, 40)).save(path)
        return path

    def test_lists_are_read_searched_and_sorted(self):
        engine = self.engine
        self.shows(*self.listed())
        engine.type("#query", "thing 3")
        self.shows("Thing 3")
        engine.run("const query = document.querySelector('#query'); query.value = ''; query.dispatchEvent(new Event('input'))")
        engine.run("const order = document.querySelector('#order select'); order.value = '-value'; order.dispatchEvent(new Event('change', {bubbles: true}))")
        self.shows(*reversed(self.listed()))
        self.keep_picture("list")
        engine.go(f"{self.base}item/{self.row('Thing 2')}.html")
        engine.wait("document.querySelector('h1').textContent === 'Thing 2'")
        self.keep_picture("item")
        for page in ["overview.html", "browse-locations.html"]:
            engine.go(self.base + page)
            engine.wait("document.querySelector('#language') !== null")
            self.assertLessEqual(engine.run("return document.documentElement.scrollWidth - innerWidth"), 0)

    def test_items_are_added_edited_and_moved(self):
        engine = self.engine
        engine.click("#add")
        engine.type("dialog [name=name]", "Lamp")
        engine.type("dialog [name=value]", "12.50")
        # Going back closes the form and keeps what was typed.
        engine.run("history.back()")
        engine.wait("!document.querySelector('dialog') && document.querySelector('.draft')")
        engine.click(".draft .primary")
        engine.wait("document.querySelector('dialog [name=name]')?.value === 'Lamp'")
        engine.click("dialog .primary")
        self.eventually(lambda: self.assertEqual(self.listed()[0], "Lamp"))
        engine.wait("document.querySelector('#rows th a').textContent === 'Lamp'")
        engine.wait("!document.querySelector('tr.waiting')")
        engine.click("#edit-mode")
        engine.click("#rows tr:nth-child(2) [data-act=edit]")
        engine.wait("document.querySelector('tr.open') !== null")
        engine.run("const field = document.querySelector('tr.open [name=location]'); field.value = 'Attic'; "
                   "field.dispatchEvent(new Event('input', {bubbles: true}))")
        engine.type("tr.open [name=name]", "\ue010 renamed\ue007")
        self.eventually(lambda: self.assertEqual(json.loads(self.command("list", "--json"))[1]["location"], "Attic"))
        self.assertEqual(self.listed()[1], "Thing 0 renamed")
        engine.wait("!document.querySelector('tr.waiting, tr.open')")
        engine.click("#rows tr:nth-child(1) [data-act=moveDown]")
        self.eventually(lambda: self.assertEqual(self.listed()[:2], ["Thing 0 renamed", "Lamp"]))
        self.keep_picture("editing")
        engine.click("#edit-mode")

    def test_photos_and_documents_are_added(self):
        engine = self.engine
        item = self.row("Thing 1")
        engine.go(f"{self.base}photos/{item}?return=/item/{item}.html")
        engine.type("#photo", self.photo())
        engine.click("#upload .primary")
        engine.wait("location.pathname.startsWith('/item/') && document.querySelector('.photos img')?.naturalWidth === 1024")
        engine.wait("document.querySelector('#language') !== null")
        # Until its script is there, the link leads to the form.
        engine.wait("document.onclick !== null")
        engine.click("#add-document")
        engine.type("dialog [name=file]", self.photo())
        engine.type("dialog [name=title]", "Till slip")
        engine.click("dialog .primary")
        engine.wait("document.querySelector('.papers li:not(.waiting)')?.textContent.includes('Till slip')")
        self.keep_picture("papers")
        documents = json.loads(self.command("document", "list", item, "--json"))
        self.assertEqual([(each["kind"], each["title"]) for each in documents], [("receipt", "Till slip")])
        # Its file is shown in a sandbox.
        engine.go(engine.run("return document.querySelector('.papers a').href"))
        self.assertIn("/document/", engine.run("return location.pathname"))

    def test_edits_without_a_connection_arrive_once(self):
        engine = self.engine
        # The page says how much is kept by the browser's own estimate.
        if not engine.run("return 'serviceWorker' in navigator && Boolean(navigator.storage?.estimate)"):
            self.skipTest(f"{engine.name} does not offer what the pages need without a connection")
        engine.wait("navigator.serviceWorker.controller !== null")
        engine.wait(f"({KEPT})().then((count) => count === {len(self.listed())})")
        port = self.base.split(":")[2].strip("/")
        self.stop()
        engine.go(self.base)
        self.shows(*self.listed())
        self.keep_picture("offline")
        engine.wait("document.querySelector('#edit-mode') !== null")
        engine.click("#add")
        engine.type("dialog [name=name]", "Written on the train")
        engine.click("dialog .primary")
        engine.wait("document.querySelector('tr.waiting th a')?.textContent === 'Written on the train'")
        self.serve(f"127.0.0.1:{port}")
        engine.run("dispatchEvent(new Event('online'))")
        self.eventually(lambda: self.assertEqual(self.listed().count("Written on the train"), 1))
        engine.wait("!document.querySelector('tr.waiting')")
        self.assertEqual(self.listed().count("Written on the train"), 1)

    def test_a_folder_is_searched_from_a_disk(self):
        engine = self.engine
        engine.go((self.site / "index.html").as_uri())
        self.shows(*self.listed())
        # Firefox runs the page's scripts, WebKitGTK the one for a disk.
        engine.wait("document.querySelector('.disk, #language') !== null")
        engine.type("#query", "thing 3")
        self.shows("Thing 3")
        # No control is shown that cannot work.
        shown = engine.run("return [...document.querySelectorAll('#more, #order, #filters, #add')].filter((each) => "
                           "each.textContent.trim() && each.checkVisibility({ visibilityProperty: true })).map(({ id }) => id)")
        runs = engine.run("return document.querySelector('#language') !== null")
        self.assertEqual(shown, ["more", "filters", "order"] if runs else [])
        self.keep_picture("disk")

    def test_pages_are_mirrored_in_hebrew(self):
        engine = self.engine
        engine.run("const choice = document.querySelector('#language'); choice.value = 'he'; "
                   "choice.dispatchEvent(new Event('change'))")
        engine.wait("document.documentElement.dir === 'rtl'")
        for path in ["", "overview.html", f"item/{self.row('Thing 2')}.html", "add"]:
            engine.go(self.base + path)
            engine.wait("document.documentElement.dir === 'rtl'")
            self.assertLessEqual(engine.run("return document.documentElement.scrollWidth - innerWidth"), 0, path)
            self.keep_picture("hebrew-" + (path.split("/")[0].split(".")[0] or "list"))
        engine.go(self.base)
        engine.wait("document.documentElement.dir === 'rtl' && document.querySelector('#language') !== null")
        engine.run("const choice = document.querySelector('#language'); choice.value = 'en'; "
                   "choice.dispatchEvent(new Event('change'))")
        engine.wait("document.documentElement.dir === 'ltr'")


class InFirefox(MainPaths, Served):
    browser_type = Firefox


class InWebKit(MainPaths, Served):
    browser_type = WebKit


if __name__ == "__main__":
    unittest.main()
