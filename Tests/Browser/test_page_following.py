"""The page under obstacles: refusals, searches, other windows, no connection."""
import json

from server import Served
from support import CHROMIUM


class Following(Served):
    items = 4

    def editing(self):
        page = self.page()
        page.click("#edit-mode")
        return page

    def first(self):
        return json.loads(self.command("list", "--json"))[0]

    def test_a_page_that_was_published_before_an_edit_takes_nothing_back(self):
        context = self.context(service_workers="block")
        # The test says when a page is published, and which one.
        context.add_init_script("""globalThis.EventSource = class extends EventTarget {
            constructor() { super(); globalThis.source = this; }
            close() {}
        };""")
        page = self.page(context)

        def publish(revision):
            with page.expect_response(listed):
                page.evaluate("""revision => source.dispatchEvent(new MessageEvent("published",
                    { data: JSON.stringify({ revision }) }))""", revision)
            page.wait_for_timeout(200)

        def listed(response):
            return response.url.partition("?")[0] == self.base

        old = page.request.get(self.base).text()
        before = json.loads(self.command("log", "--json"))[0]["revision"]
        page.route(f"{self.base}?*", lambda route: route.fulfill(body=old, content_type="text/html"))
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.fill("tr.open [name=name]", "Renamed")
        page.keyboard.press("Enter")
        page.click("#rows tr:nth-child(2) [data-act=delete]")
        page.click("#add")
        page.fill("dialog [name=name]", "Lamp")
        page.click("dialog .primary")
        expected = ["Lamp", "Renamed", "Thing 2", "Thing 3"]
        self.until(page, expected)
        self.eventually(lambda: self.assertEqual(self.unsent(page), []))
        publish(before)
        self.assertEqual(self.names(page), expected)
        # Changes of others are followed meanwhile, and afterwards those that this page made and others took back.
        page.unroute(f"{self.base}?*")
        self.command("edit", self.item_id(2), "--name", "Theirs")
        self.eventually(lambda: self.assertIn("Theirs", page.request.get(self.base).text()))
        publish(before)
        expected[2] = "Theirs"
        self.until(page, expected)
        self.command("edit", self.item_id(1), "--name", "Again")
        self.eventually(lambda: self.assertIn("Again", page.request.get(self.base).text()))
        publish(before + 9)
        self.until(page, [{"Renamed": "Again"}.get(name, name) for name in expected])

    def test_too_many_decimals_and_unknown_currencies_are_reported_beside_the_field(self):
        page = self.editing()
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        for wrong in ["1.555", "1.50 ZZQ", "1,5,0", "12.5 JPY", "-5", "¥5"]:
            page.fill("tr.open [name=value]", wrong)
            page.keyboard.press("Enter")
            self.assertEqual(page.get_attribute("tr.open [name=value]", "aria-invalid"), "true", wrong)
            description = page.get_attribute("tr.open [name=value]", "aria-describedby")
            self.assertIn("no more decimals", page.inner_text(f"#{description}"))
        page.fill("tr.open [name=value]", "1.50 eur")
        page.keyboard.press("Enter")
        self.eventually(lambda: self.assertEqual(self.first()["value"], {"amount": "1.50", "currency": "EUR"}))

    def refuse(self, page, name):
        """Makes the server refuse an edit that the page takes for right."""
        page.evaluate("Intl.supportedValuesOf = () => ['USD', 'ZZQ']")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.fill("tr.open [name=name]", name)
        page.fill("tr.open [name=value]", "1.50 ZZQ")
        page.keyboard.press("Enter")
        page.wait_for_selector("#status .trouble")
        self.assertIn("Value", page.inner_text("#status .trouble"))

    def test_a_refused_edit_names_its_fields_and_can_be_corrected(self):
        page = self.editing()
        self.refuse(page, "Typed")
        page.click("#status .trouble .primary")
        self.assertEqual(page.input_value("dialog [name=name]"), "Typed")
        page.fill("dialog [name=value]", "7.25")
        page.select_option("dialog .currency", "USD")
        page.click("dialog .primary")
        self.settled(page)
        self.eventually(lambda: self.assertEqual(
            (self.first()["name"], self.first()["value"]["amount"]), ("Typed", "7.25")))
        self.until(page, ["Typed", "Thing 1", "Thing 2", "Thing 3"])
        self.assertEqual(page.locator("#status .trouble").count(), 0)

    def test_no_other_tab_offers_to_discard_what_was_corrected(self):
        page = self.editing()
        other = self.page(page.context)
        self.refuse(page, "Typed")
        other.wait_for_selector("#status .trouble :text('Discard')")
        # It cannot be sent yet after it was corrected.
        page.context.route("**/api/edits", lambda route: route.abort())
        page.click("#status .trouble .primary")
        page.fill("dialog [name=value]", "7.25")
        page.select_option("dialog .currency", "USD")
        page.click("dialog .primary")
        other.wait_for_selector("#status .trouble :text('Discard')", state="detached")
        page.context.unroute("**/api/edits")
        self.eventually(lambda: self.assertEqual(self.first()["name"], "Typed"))
        other.wait_for_selector("#status .trouble", state="detached")

    def test_a_discarded_edit_leaves_the_row_as_the_store_has_it(self):
        page = self.editing()
        self.refuse(page, "Typed")
        self.until(page, ["Typed", "Thing 1", "Thing 2", "Thing 3"])
        page.click("#status .trouble button:has-text('Discard')")
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])

    def test_the_list_follows_the_store_while_a_search_is_on(self):
        page = self.editing()
        page.fill("#query", "thing 2")
        self.until(page, ["Thing 2"])
        page.click("#rows tr [data-act=delete]")
        self.until(page, [])
        self.settled(page)
        self.command("add", "Another thing 2")
        self.until(page, ["Another thing 2"])
        page.fill("#query", "")
        self.until(page, ["Thing 0", "Thing 1", "Thing 3", "Another thing 2"])

    def test_nothing_is_moved_while_the_list_is_sorted(self):
        page = self.editing()
        page.click("#list [data-s=value] button")
        page.click("#list [data-s=value] button")
        self.until(page, ["Thing 3", "Thing 2", "Thing 1", "Thing 0"])
        self.assertFalse(page.is_visible("#rows tr:nth-child(2) [data-act=moveUp]"))
        self.assertIn("cannot be moved", page.inner_text("main"))
        page.focus("#rows tr:nth-child(2) [data-act=edit]")
        page.keyboard.press("Alt+ArrowUp")
        page.wait_for_timeout(300)
        self.assertEqual(self.listed(), ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        page.click("#list [data-s=value] button")
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        self.assertTrue(page.is_visible("#rows tr:nth-child(2) [data-act=moveUp]"))

    def test_a_search_keeps_the_sorting(self):
        page = self.editing()
        page.click("#list [data-s=name] button")
        page.click("#list [data-s=name] button")
        self.until(page, ["Thing 3", "Thing 2", "Thing 1", "Thing 0"])
        page.fill("#query", "garage")
        self.until(page, ["Thing 3", "Thing 1"])
        page.fill("#query", "")
        self.until(page, ["Thing 3", "Thing 2", "Thing 1", "Thing 0"])
        self.assertEqual(page.get_attribute("#list [data-s=name]", "aria-sort"), "descending")

    def test_a_row_is_edited_twice_without_a_connection(self):
        page = self.editing()
        page.wait_for_timeout(500)
        page.context.set_offline(True)
        for before, after in [("Thing 0", "Once"), ("Once", "Twice")]:
            page.click("#rows tr:nth-child(1) [data-act=edit]")
            page.wait_for_selector("tr.open")
            self.assertEqual(page.input_value("tr.open [name=name]"), before)
            page.fill("tr.open [name=name]", after)
            page.keyboard.press("Enter")
            page.wait_for_selector("tr.open", state="detached")
            self.assertEqual(self.names(page)[0], after)
        page.context.set_offline(False)
        self.eventually(lambda: self.assertEqual(self.listed()[0], "Twice"), 20)

    def test_a_deletion_in_conflict_can_be_taken_back(self):
        page = self.editing()
        page.context.set_offline(True)
        page.click("#rows tr:nth-child(1) [data-act=delete]")
        page.wait_for_selector("#status .trouble")
        self.command("edit", self.first()["id"], "--name", "Theirs")
        page.context.set_offline(False)
        page.wait_for_selector("dialog", timeout=15000)
        self.assertIn("Delete “Theirs”?", page.inner_text("dialog"))
        page.click("dialog button:has-text('Keep')")
        self.until(page, ["Theirs", "Thing 1", "Thing 2", "Thing 3"])
        self.assertEqual(self.listed()[0], "Theirs")
        self.assertNotIn("was deleted", page.inner_text("#status"))

    def test_a_row_being_edited_outlives_its_deletion_elsewhere(self):
        page = self.editing()
        page.click("#rows tr:nth-child(2) [data-act=edit]")
        page.fill("tr.open [name=name]", "Half typed")
        self.command("remove", json.loads(self.command("list", "--json"))[1]["id"])
        page.wait_for_selector("#status .trouble")
        self.assertIn("deleted elsewhere", page.inner_text("#status"))
        self.assertEqual(page.input_value("tr.open [name=name]"), "Half typed")
        page.press("tr.open [name=name]", "Enter")
        self.until(page, ["Thing 0", "Half typed", "Thing 2", "Thing 3"])
        self.eventually(lambda: self.assertEqual(self.listed()[1], "Half typed"))

    def test_enter_that_ends_a_composition_does_not_save(self):
        page = self.editing()
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.wait_for_selector("tr.open")
        for key in ["Enter", "Escape"]:
            page.evaluate("""key => document.querySelector("tr.open input").dispatchEvent(
                new KeyboardEvent("keydown", { key, bubbles: true, isComposing: true }))""", key)
            self.assertEqual(page.locator("tr.open").count(), 1)

    def test_an_added_item_is_announced_with_a_link(self):
        page = self.editing()
        page.click("#add")
        page.fill("dialog [name=name]", "New one")
        page.click("dialog .primary")
        page.wait_for_selector("#status a[href^='item/']")
        self.assertIn("“New one” was added.", page.inner_text("#status"))

    def test_a_question_is_asked_in_the_tab_in_front(self):
        context = self.context()
        hidden = context.new_page()
        hidden.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
        hidden.goto(self.link)
        hidden.wait_for_url(self.base)
        hidden.wait_for_selector("#edit-mode")
        hidden.check("#as-table")
        front = self.page(context)
        hidden.click("#edit-mode")
        hidden.click("#rows tr:nth-child(1) [data-act=edit]")
        hidden.wait_for_selector("tr.open")
        self.command("edit", self.first()["id"], "--name", "Theirs")
        hidden.fill("tr.open [name=name]", "Yours")
        hidden.keyboard.press("Enter")
        front.wait_for_selector("dialog fieldset")
        self.assertEqual(hidden.locator("dialog").count(), 0)


    def test_a_page_in_another_language_puts_no_row_anew_that_did_not_change(self):
        page = self.page(locale="zh-CN")
        page.evaluate("document.querySelectorAll('#rows tr').forEach((tr) => { tr.known = true; })")
        self.command("edit", self.first()["id"], "--name", "Renamed")
        self.until(page, ["Renamed", "Thing 1", "Thing 2", "Thing 3"])
        self.assertEqual(page.eval_on_selector_all("#rows tr", "all => all.map((tr) => tr.known ?? false)"),
                         [False, True, True, True])
        self.assertEqual(page.locator("#rows tr.fresh").count(), 1)

    def test_a_row_that_is_left_as_it_was_shows_what_others_made_of_it(self):
        page = self.editing()
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.wait_for_selector("tr.open")
        self.command("edit", self.first()["id"], "--name", "Theirs")
        self.command("add", "Another")
        page.wait_for_function("() => document.querySelectorAll('#rows tr').length === 5")
        # Until nothing more comes by itself.
        page.wait_for_timeout(1500)
        page.keyboard.press("Escape")
        self.until(page, ["Theirs", "Thing 1", "Thing 2", "Thing 3", "Another"])

    def test_a_notice_disappears_with_the_next_action(self):
        page = self.editing()
        page.click("#rows tr:nth-child(1) [data-act=delete]")
        page.wait_for_selector("#notice-undo")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.wait_for_selector("tr.open")
        self.assertEqual(page.locator("#notice-undo").count(), 0)

    def test_an_amount_is_shown_as_it_will_be_published(self):
        page = self.editing()
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.wait_for_selector("tr.open [name=value]")
        page.context.set_offline(True)
        page.fill("tr.open [name=value]", "99 eur")
        page.keyboard.press("Enter")
        page.wait_for_selector("tr.open", state="detached")
        self.assertEqual(page.inner_text("#rows tr:nth-child(1) td:nth-child(4)"), "€99.00")

    def test_the_focus_is_in_its_row_again_when_an_item_that_was_deleted_is_back(self):
        page = self.page()
        page.focus("#rows tr:nth-child(2) a")
        self.command("remove", json.loads(self.command("list", "--json"))[1]["id"])
        self.until(page, ["Thing 0", "Thing 2", "Thing 3"])
        self.assertEqual(page.evaluate("document.activeElement.tagName"), "BODY")
        self.command("undo")
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        self.eventually(lambda: self.assertEqual(page.evaluate("document.activeElement.textContent"), "Thing 1"))

    def test_what_is_unfolded_stays_so_while_the_overview_follows(self):
        page = self.page()
        page.goto(self.base + "overview.html")
        # The page listens from here on.
        page.wait_for_function("() => performance.getEntriesByType('resource').filter("
                               "({ name }) => name.includes('overview')).length > 0")
        page.click("#overview details:nth-of-type(1) summary")
        self.command("add", "One more", "--tag", "new")
        page.wait_for_function("() => document.querySelector('.figures dd').textContent === '5'")
        self.assertEqual(page.eval_on_selector_all("#overview details", "all => all.map(({ open }) => open)"),
                         [False, True])


class WithoutSecureContext(Served):
    items = 2

    def test_the_plain_forms_stay_where_scripts_could_not_save(self):
        self.stop()
        self.serve("127.0.0.1:0", "--host", "box.test")
        port = self.base.rstrip("/").split(":")[-1]
        self.stop()
        self.serve(f"127.0.0.1:{port}", "--host", f"box.test:{port}")
        browser = self.playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--host-resolver-rules=MAP box.test 127.0.0.1"])
        self.addCleanup(browser.close)
        page = browser.new_page()
        page.goto(self.link.replace("127.0.0.1", "box.test"))
        page.wait_for_selector("#language", state="attached")
        page.click("#add")
        page.fill("[name=name]", "By form")
        page.click("button.primary")
        self.eventually(lambda: self.assertEqual(self.listed()[-1], "By form"))
