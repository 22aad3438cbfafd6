"""A published inventory, served by `homepwner serve`, for tests in a browser."""
import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from support import BINARY, BrowserTest, homepwner


@functools.cache
def inventory_of(count):
    """A folder with an inventory of so many things. Made once in a process: each call of the program takes time."""
    folder = tempfile.TemporaryDirectory()
    store = pathlib.Path(folder.name, "store")
    homepwner("init", "--currency", "USD", "--store", store)
    for number in range(count):
        homepwner("add", f"Thing {number}", "--value", f"{number}.50", "--serial-number", f"SN{number}", "--location",
                  ["Home / Office", "Garage"][number % 2], "--tag", "insured", "--store", store)
    return folder


class Served(BrowserTest):
    """A test with a store of its own, published with --editable and served."""

    items = 12
    # While the page is being worked on: its files from the checkout, not from inside the program.
    assets = ("--site", os.environ["HOMEPWNER_SITE"]) if os.environ.get("HOMEPWNER_SITE") else ()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.store = self.folder / "store"
        self.site = self.folder / "site"
        shutil.copytree(inventory_of(self.items).name, self.folder, dirs_exist_ok=True)
        self.command("publish", self.site, "--editable", *self.assets)
        self.serve()

    def command(self, *arguments):
        return homepwner(*arguments, "--store", self.store).stdout.decode()

    def listed(self):
        return [item["name"] for item in json.loads(self.command("list", "--json"))]

    def item_id(self, index=0):
        """The identifier of an item of the list."""
        return json.loads(self.command("list", "--json"))[index]["id"]

    def serve(self, address="127.0.0.1:0", *options):
        self.server = subprocess.Popen(
            [BINARY, "serve", self.site, "--listen", address, "--json", "--store", self.store, *options, *self.assets],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "XDG_STATE_HOME": str(self.folder / "state")})
        self.addCleanup(self.stop)
        text = ""
        while "}" not in text:
            text += self.server.stdout.readline()
        started = json.loads(text)
        self.link, self.token, self.base = started["link"], started["token"], started["address"] + "/"

    def stop(self):
        if self.server.poll() is None:
            self.server.terminate()
            # A busy machine needs this long.
            self.server.wait(20)
        self.server.stdout.close()

    def context(self, **options):
        context = self.browser.new_context(locale=options.pop("locale", "en-US"), **options)
        self.addCleanup(context.close)
        return context

    def page(self, context=None, signed_in=True, path="", view="table", **options):
        """A page in a browser, with items as a table or as cards; one that is signed in came over the printed link."""
        context = context or self.context(**options)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        if signed_in and not context.cookies():
            page.goto(self.link)
            page.wait_for_url(self.base)
        page.goto(self.base + path)
        if options.get("java_script_enabled", True):
            page.wait_for_selector("#language", state="attached")
            if signed_in:
                page.wait_for_selector("#edit-mode", state="attached")
            # An empty inventory offers no choice of views.
            if page.locator("#as-table").count() and page.locator("#rows > *").count():
                page.check(f"#as-{view}")
        return page

    def unsent(self, page):
        """The edits that the browser keeps until they are sent."""
        return page.evaluate("""async () => {
            const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
            const found = [];
            for (const { name } of await indexedDB.databases()) {
                const base = await done(indexedDB.open(name));
                if (base.objectStoreNames.contains("edits")) {
                    for (const { action, id } of await done(base.transaction("edits").objectStore("edits").getAll())) {
                        found.push({ action, id });
                    }
                }
                base.close();
            }
            return found;
        }""")

    def lose_an_answer(self, page):
        """Lets the server make the next edit, and breaks the connection before its answer. What is tried again does not arrive."""
        page.route("**/api/edits", lambda route: route.abort())
        page.route("**/api/edits", lambda route: (route.fetch(), route.abort()), times=1)

    def reload(self, page):
        """Loads the page again. What was closed just now goes back in the history, which would cancel the loading."""
        page.wait_for_function("() => !history.state")
        page.reload()

    def speak(self, page, language):
        """Chooses a language of the page."""
        page.click("#more > summary")
        page.select_option("#language", language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        page.click("#more > summary")

    def names(self, page):
        return page.eval_on_selector_all("#rows th", "cells => cells.map(cell => cell.textContent)")

    def until(self, page, names, timeout=20000):
        """Waits until the list shows those names in that order."""
        page.wait_for_function(
            "names => JSON.stringify([...document.querySelectorAll('#rows th')].map(c => c.textContent)) === names",
            arg=json.dumps(names, ensure_ascii=False, separators=(",", ":")), timeout=timeout)

    def eventually(self, check, seconds=20):
        """Checks until it holds."""
        end = time.monotonic() + seconds
        while True:
            try:
                return check()
            except (AssertionError, LookupError, StopIteration):
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def settled(self, page):
        """Waits until nothing is left to send."""
        page.wait_for_function("() => !document.querySelector('tr.waiting') && "
                               "!/Saving|No connection/.test(document.getElementById('status').textContent)")
