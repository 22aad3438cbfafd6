"""The search field takes filters: the command line, the interface and the page find the same items, and the page says so
where nobody can answer."""
import functools
import http.server
import json
import pathlib
import random
import tempfile
import threading
import unittest
import urllib.parse

from drawn_filters import Drawing, enrich
from server import Served
from support import BrowserTest, homepwner
from test_page_reading import QuietHandler

SITE = pathlib.Path(__file__).parents[2] / "Site"
# What the page lists, in its order.
IS_FILTER = r"""/(^|\s)(["(-]\S|\p{L}[^\s:]*:\S)|\s(or|OR)\s/u"""
MATCHING = "async () => (await (await import('/assets/find.js')).matching()).map(({ id }) => id)"


class SearchField(Served):
    items = 4

    def fault(self, page):
        page.wait_for_selector("#fault:not(:empty)")
        return page.inner_text("#fault")

    def found(self, page, text, count):
        page.fill("#query", text)
        page.wait_for_function("count => document.getElementById('found').textContent.startsWith(count)", arg=count)

    def test_filters_narrow_the_list_with_its_count_and_sums(self):
        page = self.page()
        self.found(page, "value:>=1.5 -name:\"Thing 3\"", "2 found · $4.00")
        self.until(page, ["Thing 1", "Thing 2"])
        self.assertIn("q=value", page.url)
        # The chips and the order apply.
        page.select_option("#order select", "-value")
        self.until(page, ["Thing 2", "Thing 1"])
        page.click("#by-place")
        page.click(".picker button:has-text('Garage')")
        self.found(page, "value:>=1.5 -name:\"Thing 3\"", "1 found")
        self.until(page, ["Thing 1"])
        page.goto(self.base + "?q=" + urllib.parse.quote("location:Garage or SN0"))
        self.until(page, ["Thing 0", "Thing 1", "Thing 3"])
        # All that is found can be chosen.
        page.wait_for_selector("#select")
        page.click("#select")
        page.click("#selection button:has-text('All')")
        self.eventually(lambda: self.assertEqual(page.inner_text("#selection [role=status]"), "3 selected · $5.50"))
        self.assertEqual(page.errors, [])

    def test_a_filter_applies_to_the_page_that_it_is_typed_on(self):
        page = self.page()
        page.goto(self.base + "browse-locations.html")
        page.click("main nav a:has-text('Garage')")
        page.wait_for_selector("#edit-mode")
        self.found(page, "value:any", "2 found · $5.00")
        page.click("#everywhere")
        self.found(page, "value:any", "4 found")

    def test_mistakes_are_said_in_the_language_of_the_page(self):
        page = self.page(locale="fr-FR")
        page.fill("#query", "pan manufcturer:x")
        self.assertTrue(self.fault(page).startswith("il n’y a pas de champ 'manufcturer:'"), self.fault(page))
        self.assertIn("vouliez-vous dire manufacturer:", self.fault(page))
        # The one that was chosen goes before that of the browser.
        self.speak(page, "zh-Hans")
        page.fill("#query", "pan manufcturer:y")
        self.eventually(lambda: self.assertRegex(self.fault(page), "[一-鿿]{5}"))

    def test_mistakes_are_said_below_the_field(self):
        page = self.page()
        page.fill("#query", "pan manufcturer:x")
        self.assertIn("did you mean manufacturer:?", self.fault(page))
        self.assertEqual(page.locator("#rows tr").count(), 0)
        self.assertEqual(page.get_attribute("#query", "aria-invalid"), "true")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "filter-mistake")
        for text in ["(thing", "\"thing", "value:much", "created:2024-13"]:
            before = self.fault(page)
            page.fill("#query", text)
            page.wait_for_function(
                "before => ![\"\", before].includes(document.getElementById('fault').textContent)", arg=before)
        page.fill("#query", "thing")
        page.wait_for_selector("#fault:empty", state="attached")
        self.assertIsNone(page.get_attribute("#query", "aria-invalid"))
        self.assertEqual(page.locator("#rows tr").count(), 4)

    def test_words_stay_words(self):
        page = self.page()
        asked = []
        page.on("request", lambda request: asked.append(request.url) if "ids=yes" in request.url else None)
        for text in ["thing 1", "thing: 1", "24\" thing", "well-known", "or", "sn1 (", "12:30", "thing -"]:
            page.fill("#query", text)
            page.wait_for_function("text => new URLSearchParams(location.search).get('q') === text", arg=text)
        self.assertEqual(asked, [])
        # The server is asked in the order in which it was typed.
        self.found(page, "value:any", "4 found")
        self.assertEqual(len(asked), 1)

    def test_archived_items_that_a_filter_takes_are_counted(self):
        self.command("edit", self.item_id(), "--archived", "yes")
        page = self.page()
        self.until(page, ["Thing 1", "Thing 2", "Thing 3"])
        page.fill("#query", "archived:any")
        page.wait_for_function("() => document.getElementById('fault').textContent.includes('also matches 1 item')")
        self.assertIsNone(page.get_attribute("#query", "aria-invalid"))
        self.until(page, ["Thing 1", "Thing 2", "Thing 3"])

    def test_the_answer_follows_changes(self):
        page = self.page()
        self.found(page, "value:>3", "1 found")
        self.command("edit", self.item_id(0), "--value", "900")
        self.until(page, ["Thing 0", "Thing 3"])

    def test_without_a_server_the_page_says_that_it_cannot_ask(self):
        # The same folder on another host, where nobody is signed in.
        handler = functools.partial(QuietHandler, directory=self.site)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
            threading.Thread(target=host.serve_forever, daemon=True).start()
            page = self.context().new_page()
            page.goto(f"http://127.0.0.1:{host.server_port}/index.html")
            page.wait_for_selector("#language", state="attached")
            page.fill("#query", "location:Garage")
            self.assertIn("Filters need a connection", self.fault(page))
            page.fill("#query", "thing 2")
            self.until(page, ["Thing 2"])
            host.shutdown()
        page = self.page()
        page.fill("#query", "thing")
        page.wait_for_selector("#found:not(:empty)")
        self.stop()
        page.fill("#query", "location:Garage")
        self.assertIn("Filters need a connection", self.fault(page))
        page.fill("#query", "thing 2")
        self.until(page, ["Thing 2"])


class Agreement(Served):
    is_slow = True

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.store, self.site = self.folder / "store", self.folder / "site"
        self.command("sample", "--rich", "--count", "300", "--seed", "7", "--currencies", "USD,EUR")
        items = self.listed_where("archived:any")
        enrich(items)
        (self.folder / "items.json").write_text(json.dumps({"items": items}))
        self.command("import", self.folder / "items.json")
        self.command("publish", self.site, "--editable", *self.assets)
        self.serve()

    def listed_where(self, filter):
        return json.loads(self.command("list", "--json", "--where", filter))

    def test_two_hundred_expressions_drawn_by_chance(self):
        items = self.listed_where("archived:any")
        archived = {item["id"] for item in items if item.get("archived")}
        dice = random.Random(7)
        page = self.page()
        asked = several = 0
        for _ in range(200):
            expression = Drawing(dice, items).expression(3)[0]
            ids = [item["id"] for item in self.listed_where(expression)]
            answer = page.request.get(f"{self.base}api/items", params={"where": expression, "ids": "yes"})
            self.assertEqual(answer.json()["ids"], ids, expression)
            # A filter may be drawn that is plain words.
            if not page.evaluate("text => (%s).test(text)" % IS_FILTER, expression):
                continue
            page.fill("#query", expression)
            page.wait_for_function("text => new URLSearchParams(location.search).get('q') === text", arg=expression.strip())
            shown = [id for id in ids if id not in archived]
            self.assertEqual(page.evaluate(MATCHING), shown, expression)
            hidden = len(ids) - len(shown)
            self.eventually(lambda: self.assertRegex(
                page.inner_text("#found"), rf"^{f'{len(shown)} found' if shown else 'Nothing found.'}", expression))
            self.assertEqual(bool(page.inner_text("#fault")), hidden > 0, expression)
            self.assertEqual(page.locator("#rows tr").count(), min(60, len(shown)), expression)
            self.assertIsNone(page.get_attribute("#query", "aria-invalid"))
            asked += 1
            several += 0 < len(shown) < 276
        self.assertGreater(asked, 150)
        self.assertGreater(several, 80)
        self.assertEqual(page.errors, [])


class FromADisk(BrowserTest):
    """A folder that is handed over: browsers run no modules there."""

    def open_folder(self, path="index.html", count=30, **options):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        store, site = f"{folder.name}/store", pathlib.Path(folder.name, "site")
        homepwner("init", "--store", store)
        source = pathlib.Path(folder.name, "items.json")
        source.write_text(json.dumps({"items": [
            {"name": f"Gold ring {number}" if number % 10 == 0 else f"Café chair {number}", "location": "Home / Hall",
             "value": {"amount": "5.00", "currency": "USD"}, "tags": ["gift"]} for number in range(count)]}))
        homepwner("import", source, "--store", store)
        homepwner("publish", site, "--store", store, *options.pop("publish", ()), *Served.assets)
        page = self.browser.new_context(locale="en-US", **options).new_page()
        self.addCleanup(page.context.close)
        page.on("pageerror", lambda error: self.fail(error))
        page.goto(f"{site.as_uri()}/{path}")
        return page

    def test_the_search_finds_the_rows_of_the_page(self):
        for publish in [(), ("--editable",), ("--profile", "public"), ("--locale", "de")]:
            page = self.open_folder("index.html?q=RING", publish=publish)
            self.assertEqual(page.input_value("#query"), "RING")
            self.assertEqual(page.inner_text("#found"), "3 / 30")
            self.assertEqual(page.locator("#rows tr").count(), 3)
            self.assertFalse(page.is_visible("#totals"))
            page.fill("#query", "cafe 11")
            self.assertEqual(page.locator("#rows tr").count(), 1)
            page.fill("#query", "nothing like this")
            self.assertFalse(page.is_visible("#list"))
            address = page.url
            page.press("#query", "Enter")
            page.wait_for_timeout(100)
            self.assertEqual(page.url, address)
            page.fill("#query", "")
            self.assertEqual(page.locator("#rows tr").count(), 30)
            self.assertTrue(page.is_visible("#totals"))
            page.fill("#query", "location:Home")
            self.assertTrue(page.inner_text("#fault"))
            self.assertEqual(page.locator("#rows tr").count(), 0)

    def test_it_says_that_it_looks_at_one_page_of_several(self):
        page = self.open_folder(count=620)
        self.assertFalse(page.is_visible("#disk"))
        page.fill("#query", "ring")
        self.assertIn("only at the items on this page", page.inner_text("#disk"))

    def test_no_control_is_shown_that_cannot_work(self):
        for width in [390, 1280]:
            page = self.open_folder(publish=("--editable",), viewport={"width": width, "height": 800})
            for name in ["index.html", "overview.html", "browse-locations.html", "item"]:
                if name == "item":
                    page.goto(page.evaluate("new URL('index.html', location).href"))
                    page.click("#rows th a")
                elif not page.url.endswith(name):
                    page.goto(page.evaluate("name => new URL(name, location).href", name))
                shown = page.eval_on_selector_all(
                    "a, button, select, input, summary", "all => all.filter(e => e.checkVisibility({ visibilityProperty: true }))"
                    ".map(e => e.id || e.name || e.getAttribute('href') || e.textContent)")
                dead = [each for each in shown if not (
                    each in ("query", "as-grid", "as-table", "view", "#items", "Empty fields", "Tags", "A to Z")
                    or (each.split("#")[0].endswith(".html") and "?" not in each))]
                self.assertEqual(dead, [], name)
            self.keep(page, f"disk-{width}")

    def test_the_two_scripts_agree_what_a_filter_is(self):
        self.assertIn(IS_FILTER, (SITE / "search.js").read_text())
        self.assertIn(IS_FILTER, (SITE / "disk.js").read_text())


if __name__ == "__main__":
    unittest.main()
