"""Without a connection: reading, searching and editing after a reload, photos that arrive once, and what is removed when."""
import hashlib
import json
import os
import random
import unittest
import urllib.request

from proxy import CuttableProxy, serve_below
from server import Served
from support import CHROMIUM
from test_page_photos import photo

# What the browser keeps, by address below the folder; a list for each inventory.
KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    }
    return found.sort();
}"""


class WithoutConnection(Served):
    """Helpers of the tests below."""

    items = 4

    def gathered(self, page, count=None):
        """Waits until all items are kept."""
        self.eventually(lambda: self.assertEqual(page.evaluate("""async () => {
            for (const name of await caches.keys()) {
                const record = await (await caches.open(name)).match("kept");
                if (record) return Object.keys((await record.json()).items).length;
            }
        }"""), count or self.items))
        page.wait_for_function("() => navigator.serviceWorker.controller")

    def visited(self, **options):
        """A page whose inventory is kept, without a connection."""
        page = self.page(**options)
        self.gathered(page)
        page.context.set_offline(True)
        return page

    def ids(self):
        return {item["name"]: item["id"] for item in json.loads(self.command("list", "--json"))}

    def edit(self, page, row, name, is_offline=True):
        page.click(f"#rows tr:nth-child({row}) td a[href^=edit]")
        page.fill("tr.open [name=name]", name)
        page.keyboard.press("Enter")
        # With a connection it waits for moments.
        page.wait_for_selector("tr.waiting:not(.open)" if is_offline else "tr.open", state="visible" if is_offline else "detached")

    def add(self, page, name):
        page.click("#add")
        page.fill("dialog [name=name]", name)
        page.click("dialog .primary")
        page.wait_for_selector(f"tr.waiting:has-text('{name}')")

    def take(self, page, name, picture):
        page.check("#as-grid")
        with page.expect_file_chooser() as chooser:
            page.click(f"tr:has(th:has-text('{name}')) [href^='photos/']")
        chooser.value.set_files(picture)
        page.wait_for_selector(f"tr:has(th:has-text('{name}')) th img")
        page.check("#as-table")

    def photo_file(self):
        file = self.folder / "photo.jpg"
        file.write_bytes(photo(900, 600)["buffer"])
        return file


class Offline(WithoutConnection):
    def test_the_list_is_read_searched_and_sorted_and_items_are_opened_after_a_reload(self):
        self.command("photo", "add", self.ids()["Thing 1"], self.photo_file())
        self.eventually(lambda: self.assertIn("-320.jpg", (self.site / "index.html").read_text()))
        page = self.visited()
        page.reload()
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        page.wait_for_selector("#edit-mode")
        page.wait_for_function("() => document.querySelector('#rows img')?.naturalWidth > 0")
        page.fill("#query", "garage")
        self.until(page, ["Thing 1", "Thing 3"])
        page.fill("#query", "")
        page.select_option("#order select", "-value")
        self.until(page, ["Thing 3", "Thing 2", "Thing 1", "Thing 0"])
        self.keep(page, "offline-list")
        self.assertEqual(self.violations(page), [])
        page.click("#rows th a:has-text('Thing 1')")
        page.wait_for_function("() => document.querySelector('.photos img')?.naturalWidth > 0")
        self.assertEqual(page.inner_text("h1"), "Thing 1")
        self.keep(page, "offline-item")
        for path in ["overview.html", "browse-locations.html", "browse-tags.html"]:
            page.goto(self.base + path)
            page.wait_for_selector("h1")
        self.assertEqual(page.errors, [])

    def test_edits_and_photos_outlast_a_reload_and_arrive_once(self):
        page = self.visited()
        page.reload()
        page.wait_for_selector("#edit-mode")
        self.edit(page, 1, "Renamed")
        self.add(page, "Added")
        self.take(page, "Added", photo(64, 48, noise=True))
        page.click("#edit-mode")
        page.click("#rows tr:has-text('Thing 2') [data-act=delete]")
        self.reload(page)
        names = ["Added", "Renamed", "Thing 1", "Thing 3"]
        self.until(page, names)
        page.wait_for_selector("tr:has-text('Added') th img")
        self.keep(page, "offline-waiting")
        page.fill("#query", "renamed")
        self.until(page, ["Renamed"])
        page.fill("#query", "")
        self.until(page, names)
        self.assertEqual(self.listed(), ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        page.context.set_offline(False)
        self.eventually(lambda: self.assertEqual(self.listed(), names))
        item = self.ids()["Added"]
        self.eventually(lambda: self.assertEqual(
            len(json.loads(self.command("photo", "list", item, "--json"))), 1))
        self.settled(page)
        self.assertEqual(page.errors, [])

    def test_the_forms_of_an_item_lead_to_what_can_be_done_on_the_list(self):
        page = self.visited()
        item = self.ids()["Thing 3"]
        page.goto(f"{self.base}item/{item}.html")
        page.click("main .button.primary")
        page.wait_for_selector("dialog [name=manufacturer]")
        self.keep(page, "offline-form")
        page.fill("dialog [name=manufacturer]", "Acme")
        page.click("dialog .primary")
        page.wait_for_selector("tr.waiting")
        page.goto(f"{self.base}photos/{item}")
        page.set_input_files("dialog [type=file]", photo(64, 48, noise=True))
        page.click("dialog .primary")
        page.wait_for_selector(f"tr[id='{item}'] th img")
        page.goto(f"{self.base}undo")
        page.wait_for_selector("#status .trouble:has-text('needs a connection')")
        page.context.set_offline(False)
        page.goto(f"{self.base}item/{item}.html")
        self.eventually(lambda: self.assertEqual(
            json.loads(self.command("show", item, "--json")).get("manufacturer"), "Acme"))
        self.eventually(lambda: self.assertEqual(len(json.loads(self.command("photo", "list", item, "--json"))), 1))

    def test_a_page_of_a_new_design_is_announced_and_nothing_of_the_old_one_stays(self):
        page = self.page()
        self.gathered(page)
        self.command("publish", self.site, "--title", "Another title", *self.assets)
        # The server publishes as the folder was published last.
        self.command("add", "Thing 4")
        page.click("#notice-version button", timeout=30000)
        page.wait_for_function("() => document.title.includes('Another title')")
        self.gathered(page, 5)
        page.context.set_offline(True)
        page.goto(f"{self.base}item/{self.ids()['Thing 2']}.html")
        self.assertIn("Another title", page.inner_text(".site"))
        self.assertEqual(page.errors, [])

    def test_nothing_of_an_item_or_photo_that_was_removed_is_kept(self):
        item, other = self.ids()["Thing 2"], self.ids()["Thing 1"]
        for each in [item, other]:
            self.command("photo", "add", each, self.photo_file())
        photos = json.loads(self.command("photo", "list", other, "--json"))
        second = self.folder / "second.jpg"
        second.write_bytes(photo(600, 600)["buffer"])
        self.command("photo", "add", other, second)
        [extra] = [each["hash"] for each in json.loads(self.command("photo", "list", other, "--json"))
                   if each["hash"] != photos[0]["hash"]]
        page = self.page()
        self.gathered(page)
        for path in [f"item/{item}.html", f"item/{other}.html", "browse-locations.html"]:
            page.goto(self.base + path)
            page.wait_for_load_state("networkidle")
        page.click(".tree a:has-text('Office')")
        place = page.url.split("/")[-1]
        kept = page.evaluate(KEPT)
        self.assertTrue({f"/item/{item}.html", f"/{place}"} < set(kept), kept)
        self.assertTrue(any(extra in path for path in kept), kept)
        page.goto(self.base)
        page.wait_for_selector("#edit-mode")
        self.command("photo", "remove", other, extra)
        self.command("remove", item)

        def check():
            kept = page.evaluate(KEPT)
            self.assertFalse([path for path in kept if item in path or extra in path or place in path])
            # Another item has the same photo as the one that is gone.
            self.assertTrue([path for path in kept if photos[0]["hash"] in path])
        self.eventually(check, 40)

    def test_a_page_that_is_no_longer_there_is_not_kept(self):
        page = self.page()
        self.gathered(page)
        item = self.ids()["Thing 2"]
        (self.site / "item" / f"{item}.html").unlink()
        page.goto(f"{self.base}item/{item}.html")
        self.assertNotIn(f"/item/{item}.html", page.evaluate(KEPT))

    def test_a_session_that_ended_removes_what_is_kept(self):
        page = self.page()
        self.gathered(page)
        self.end_sessions()
        # The page notices by its next request, without being loaded again.
        page.click("#rows tr:nth-child(1) td a[href^=edit]")
        page.wait_for_selector("#status .trouble")
        self.eventually(lambda: self.assertEqual(page.evaluate(KEPT), []))
        page.goto(self.base)
        page.wait_for_url(lambda address: "/sign-in" in address)
        page.context.set_offline(True)
        with self.assertRaises(Exception):
            page.goto(self.base)

    def end_sessions(self):
        """Ends all sessions, as `Sign out everywhere` on another device does."""
        self.server.send_signal(10)
        text = ""
        while "}" not in text:
            text += self.server.stdout.readline()
        token = json.loads(text)["token"]

        def call(method, path, body=None, **fields):
            request = urllib.request.Request(self.base + path, method=method, data=body, headers=fields)
            return urllib.request.urlopen(request).read()
        bearer = json.loads(call("POST", "api/session", json.dumps({"token": token, "bearer": True}).encode(),
                                 **{"Content-Type": "application/json"}))["bearer"]
        call("DELETE", "api/session?everywhere=yes", Authorization=f"Bearer {bearer}")

    def test_a_page_that_is_asked_for_after_the_session_ended_removes_what_is_kept(self):
        page = self.page()
        self.gathered(page)
        self.end_sessions()
        page.goto(self.base + "overview.html")
        page.wait_for_url(lambda address: "/sign-in" in address)
        self.assertEqual(page.evaluate(KEPT), [])

    def test_signing_out_removes_everything(self):
        page = self.page()
        self.gathered(page)
        page.goto(self.base + "sign-out")
        page.click("#sign-out button")
        page.wait_for_url(self.base + "sign-in")
        self.assertEqual(page.evaluate(KEPT), [])
        self.assertEqual(page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length"), 0)

    def test_nothing_private_is_kept_before_signing_in(self):
        page = self.page()
        self.gathered(page)
        self.end_sessions()
        page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
        for path in ["", "overview.html", "assets/style.css", "sign-in"]:
            page.goto(self.base + path)
        self.assertIn("/sign-in", page.url)
        self.assertEqual(page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length"), 1)
        self.assertEqual(page.evaluate(KEPT), [])

    def test_the_sign_in_page_removes_what_was_kept_until_the_session_ended(self):
        page = self.page()
        self.gathered(page)
        self.end_sessions()
        page.route("**/api/events", lambda route: route.abort())
        page.context.set_offline(True)
        self.assertNotEqual(page.evaluate(KEPT), [])
        page.context.set_offline(False)
        page.goto(self.base + "sign-in")
        self.eventually(lambda: self.assertEqual(page.evaluate(KEPT), []))

    def test_sessions_outlast_a_restart_of_the_server(self):
        page = self.page()
        address = self.base.split("/")[2]
        for kill in [self.server.terminate, self.server.kill]:
            self.server.kill() if kill == self.server.kill else self.stop()
            self.server.wait(20)
            self.serve(address)
            page.reload()
            page.wait_for_selector("#edit-mode")
            self.assertEqual(page.evaluate("fetch('api/session').then((reply) => reply.json())")["signedIn"], True)
        self.edit(page, 1, "After the restart")
        self.settled(page)
        self.eventually(lambda: self.assertIn("After the restart", self.listed()))

    def sign_in(self, page, base):
        """Signs in below a path, which the form cannot."""
        page.goto(base + "sign-in")
        self.assertEqual(page.evaluate("""(token) => fetch("api/session", { method: "POST",
            headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) })
            .then((reply) => reply.status)""", self.token), 200)

    def test_below_a_path_it_is_the_same(self):
        address = self.base.split("/")[2]
        port, close = serve_below("/home/", int(address.split(":")[1]))
        self.addCleanup(close)
        self.stop()
        self.serve(address, "--host", f"127.0.0.1:{port}")
        base = f"http://127.0.0.1:{port}/home/"
        page = self.context().new_page()
        self.sign_in(page, base)
        page.goto(base)
        page.wait_for_selector("#edit-mode")
        self.gathered(page)
        self.assertTrue(all(path.startswith("/home/") for path in page.evaluate(KEPT)))
        page.context.set_offline(True)
        page.reload()
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        page.goto(f"{base}item/{self.ids()['Thing 2']}.html")
        self.assertEqual(page.inner_text("h1"), "Thing 2")

    def test_public_pages_keep_nothing_and_end_what_was_there(self):
        page = self.page()
        self.gathered(page)
        self.stop()
        self.command("publish", self.site, "--profile", "public", "--read-only", *self.assets)
        self.assertFalse((self.site / "worker.js").exists() or (self.site / "app.webmanifest").exists())
        self.serve(self.base.split("/")[2])
        page.goto(self.base)
        self.eventually(lambda: self.assertEqual(page.evaluate(
            "async () => (await navigator.serviceWorker.getRegistrations()).length"), 0))
        self.assertEqual(page.evaluate(KEPT), [])

    def test_a_worker_of_the_pages_around_is_left_alone(self):
        self.stop()
        self.command("publish", self.site, "--profile", "public", "--read-only", *self.assets)
        address = self.base.split("/")[2]
        own = {"/": ("text/html", b"<title>Another</title>"), "/other.js": ("text/javascript", b"")}
        port, close = serve_below("/home/", int(address.split(":")[1]), own)
        self.addCleanup(close)
        self.serve(address, "--host", f"127.0.0.1:{port}")
        page = self.context().new_page()
        page.goto(f"http://127.0.0.1:{port}/")
        count = "async () => (await navigator.serviceWorker.getRegistrations()).length"
        page.evaluate("async () => { await navigator.serviceWorker.register('/other.js'); await navigator.serviceWorker.ready; }")
        self.sign_in(page, f"http://127.0.0.1:{port}/home/")
        page.goto(f"http://127.0.0.1:{port}/home/")
        page.wait_for_selector("#language", state="attached")
        page.wait_for_timeout(500)
        self.assertEqual(page.evaluate(count), 1)

    def test_a_link_on_another_site_leads_to_the_page_and_removes_nothing(self):
        own = {"/": ("text/html", f"<a href='{self.base}overview.html'>Inventory</a>".encode())}
        port, close = serve_below("/none/", 1, own)
        self.addCleanup(close)
        page = self.page()
        self.gathered(page)
        kept = page.evaluate(KEPT)
        page.goto(f"http://localhost:{port}/")
        page.click("a")
        page.wait_for_selector("#overview")
        self.assertEqual(page.evaluate(KEPT), kept)

    def test_the_pages_can_be_installed(self):
        page = self.page()
        self.gathered(page)
        session = page.context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        self.assertEqual(manifest["errors"], [])
        errors = [each["errorId"] for each in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
        self.assertIn(errors, [[], ["in-incognito"]])
        self.assertEqual(json.loads(manifest["data"])["scope"], "./")
        page.click("#more > summary")
        page.wait_for_selector("#storage:has-text('4 of 4')")
        self.keep(page, "offline-room")


class Insecure(Served):
    items = 1

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser.close()
        cls.browser = cls.playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--host-resolver-rules=MAP home.test 127.0.0.1"])

    def test_over_plain_http_the_page_says_what_is_unavailable(self):
        self.stop()
        self.serve("127.0.0.1:0", "--host", "home.test")
        page = self.context().new_page()
        page.goto(self.link.replace("127.0.0.1", "home.test"))
        page.wait_for_selector("#notice-insecure:has-text('not encrypted')")
        self.keep(page, "offline-insecure")
        page.click("#notice-insecure button")
        page.reload()
        page.wait_for_selector("#language", state="attached")
        self.assertEqual(page.locator("#notice-insecure").count(), 0)


class Cuts(WithoutConnection):
    """OFFLINE_ITEMS items are recorded without a connection; OFFLINE_CUTS requests are cut while they are sent."""

    items = 1
    count = int(os.environ.get("OFFLINE_ITEMS", 5))
    cuts = int(os.environ.get("OFFLINE_CUTS", 12))
    restarts = int(os.environ.get("OFFLINE_RESTARTS", 2))
    longest = 300 + 10 * count

    def test_items_with_photos_arrive_once_whatever_is_cut(self):
        chance = random.Random(int(os.environ.get("OFFLINE_SEED", 5)))
        self.stop()
        self.serve("127.0.0.1:0")
        port = int(self.base.split(":")[2].strip("/"))
        proxy = CuttableProxy(port, chance)
        self.addCleanup(proxy.close)
        self.stop()

        def serve():
            self.serve(f"127.0.0.1:{port}", "--host", f"127.0.0.1:{proxy.port}")
        serve()
        context = self.context()
        page = context.new_page()
        page.errors = []
        page.goto(self.link.replace(f":{port}/", f":{proxy.port}/"))
        base = f"http://127.0.0.1:{proxy.port}/"
        page.wait_for_url(base)
        page.wait_for_selector("#edit-mode")
        page.check("#as-table")
        self.gathered(page)
        context.set_offline(True)
        page.reload()
        page.wait_for_selector("#edit-mode")
        pictures = {}
        for number in range(self.count):
            name = f"Recorded {number:03}"
            picture = photo(160, 120, noise=True)
            pictures[name] = hashlib.sha256(picture["buffer"]).hexdigest()
            self.add(page, name)
            self.take(page, name, picture)
        context.set_offline(False)
        broken = 0
        at = sorted(chance.sample(range(1, self.cuts), self.restarts), reverse=True)
        while (at or broken < self.cuts) and (waiting := len({edit["id"] for edit in self.unsent(page)})):
            # A response arrives when its item's share of the cuts was made, so that all are made before all is sent.
            proxy.responses = int((self.count - waiting + 1) * self.cuts <= broken * self.count)
            page.wait_for_timeout(chance.uniform(5, 150))
            broken += proxy.cut()
            if at and broken >= at[-1]:
                at.pop()
                chance.choice([self.server.kill, self.server.terminate])()
                self.server.wait(20)
                serve()
            page.evaluate("dispatchEvent(new Event('online'))")
        proxy.responses = None
        self.assertEqual(at, [], "all was sent before the server was restarted as often as it should")
        self.assertGreaterEqual(broken, self.cuts)
        self.settled_after(page)
        found = json.loads(self.command("list", "--json"))
        self.assertEqual(sorted(item["name"] for item in found), sorted(["Thing 0", *pictures]))
        for item in found:
            if item["name"] in pictures:
                photos = json.loads(self.command("photo", "list", item["id"], "--json"))
                self.assertEqual([each["hash"] for each in photos], [pictures[item["name"]]], item["name"])
        print(f"{self.count} items with photos, {broken} requests cut, {self.restarts} restarts: each arrived once")

    def settled_after(self, page):
        def nothing_waits():
            page.evaluate("dispatchEvent(new Event('online'))")
            self.assertEqual(page.locator("tr.waiting").count(), 0)
            self.assertEqual(len(self.listed()), self.count + 1)
        self.eventually(nothing_waits, 120)


if __name__ == "__main__":
    unittest.main()
