"""The editable page: each behaviour in a real browser, served by `homepwner serve`."""
import functools
import http.server
import json
import re
import threading
import unittest

from server import Served
from support import nu_errors


class EditMode(Served):
    def test_an_edit_in_the_row_is_saved_and_shown(self):
        page = self.page()
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(2) [data-act=edit]")
        page.fill("tr.open [name=name]", "Renamed <b>")
        page.fill("tr.open [name=value]", "99.50")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('#totals').textContent.includes('$170.00')")
        self.assertEqual(self.names(page)[1], "Renamed <b>")
        self.eventually(lambda: self.assertIn("Renamed <b>", self.listed()))
        self.assertEqual(page.errors, [])

    def test_escape_leaves_the_row_as_it_was(self):
        page = self.page()
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(2) [data-act=edit]")
        page.fill("tr.open [name=name]", "Never")
        page.keyboard.press("Escape")
        page.wait_for_selector("tr.open", state="detached")
        self.assertEqual(self.names(page)[1], "Thing 1")
        self.assertNotIn("Never", self.listed())

    def test_an_open_row_names_its_day_and_closes_in_the_language_chosen_meanwhile(self):
        page = self.page(locale="de-DE", viewport={"width": 390, "height": 844})
        page.click("#edit-mode")
        row = page.locator("#rows tr:nth-child(2)")
        closed = row.inner_text()
        row.locator("[data-act=edit]").click()
        page.fill("tr.open [name=quantity]", "7")
        day = page.locator("tr.open td:nth-child(6)")
        name, text = day.inner_text().split("\n")
        self.assertEqual(name, "Erfasst")
        self.assertIn(text, closed)
        self.speak(page, "zh-Hans")
        self.assertEqual(page.input_value("tr.open [name=quantity]"), "7")
        page.locator("tr.open input").first.press("Escape")
        page.wait_for_selector("tr.open", state="detached")
        self.assertRegex(row.locator("td:nth-child(6)").inner_text(), r"^\d{4}年\d+月\d+日$")
        self.assertEqual(row.locator("td:nth-child(4)").inner_text(), "US$1.50")
        self.assertEqual(page.errors, [])

    def test_a_serial_number_keeps_its_line_beside_long_names_while_the_list_is_edited(self):
        for number in range(3):
            self.command("add", f"A name that is as long as those of displays {number}", "--serial-number", "SN901522290",
                         "--location", "Summer House / Guest room")
        page = self.page(viewport={"width": 1280, "height": 900})
        page.click("#edit-mode")
        lines = """() => { const range = document.createRange();
            range.selectNodeContents(document.querySelector('#rows tr:last-child td')); return range.getClientRects().length; }"""
        for width in [1280, 1100]:
            page.set_viewport_size({"width": width, "height": 900})
            self.eventually(lambda: self.assertEqual(page.evaluate(lines), 1, width))
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)

    def test_what_is_no_amount_is_marked_and_not_sent(self):
        page = self.page()
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.fill("tr.open [name=value]", "1,23,4.50")
        page.keyboard.press("Enter")
        self.assertEqual(page.get_attribute("tr.open [name=value]", "aria-invalid"), "true")

    def test_cancel_leaves_nothing_in_the_store_or_the_journal(self):
        before = self.command("log", "--json")
        page = self.page()
        page.click("#add")
        page.fill("dialog [name=name]", "Never")
        page.click("dialog .actions button:first-child")
        page.wait_for_selector("dialog", state="detached")
        self.reload(page)
        page.wait_for_selector("#edit-mode")
        self.assertEqual(page.locator(".draft").count(), 0)
        self.assertEqual(self.command("log", "--json"), before)

    def test_done_adds_the_item(self):
        page = self.page()
        page.click("#add")
        page.fill("dialog [name=name]", "椅子 & table")
        page.fill("dialog [name=value]", "12.34 EUR")
        page.fill("dialog [name=tags] + input", "new; red")
        page.click("dialog .primary")
        page.wait_for_function("() => document.querySelector('#totals').textContent.includes('€12.34')")
        self.eventually(lambda: self.assertEqual(self.listed()[0], "椅子 & table"))

    def test_deleting_asks_first_and_can_be_undone(self):
        page = self.page()
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(3) [data-act=delete]")
        self.settled(page)
        self.eventually(lambda: self.assertNotIn("Thing 2", self.listed()))
        page.click("#status .primary")
        self.until(page, [f"Thing {n}" for n in range(12)])
        self.eventually(lambda: self.assertEqual(self.listed()[2], "Thing 2"))
        self.eventually(lambda: self.assertEqual(page.evaluate("document.activeElement.textContent"), "Thing 2"))
        # The page that is being rebuilt may show the deletion once more before it shows that it was undone.
        self.until(page, [f"Thing {n}" for n in range(12)])

    def test_a_link_alone_deletes_nothing_and_asks_in_the_readers_language(self):
        page = self.page(locale="zh-CN")
        page.goto("about:blank")
        page.goto(f"{self.base}#offline=delete/{self.item_id(2)}")
        page.wait_for_selector("dialog")
        self.assertIn("删除“Thing 2”？", page.inner_text("dialog"))
        page.keyboard.press("Escape")
        self.assertEqual(len(self.listed()), 12)

    def test_edit_mode_and_search_are_there_again_after_a_reload(self):
        page = self.page()
        page.click("#edit-mode")
        page.fill("#query", "thing 3")
        page.wait_for_function("() => document.querySelectorAll('#rows tr').length === 1")
        page.reload()
        page.wait_for_function("() => document.querySelectorAll('#rows tr').length === 1")
        page.wait_for_selector("#edit-mode[aria-pressed=true]")
        self.assertEqual(page.input_value("#query"), "thing 3")


class Order(Served):
    items = 5

    def test_edit_mode_goes_along_to_other_lists(self):
        page = self.page()
        page.click("#edit-mode")
        page.goto(self.base + next(self.site.glob("location-*.html")).name)
        page.wait_for_selector("#rows [data-act=edit]")
        page.click("#edit-mode")
        page.goto(self.base)
        page.wait_for_selector("#edit-mode")
        self.assertEqual(page.locator("#rows [data-act=edit]").count(), 0)

    def test_the_tools_stand_on_the_rows_line_and_an_open_row_breaks_no_date(self):
        page = self.page(viewport={"width": 1280, "height": 900})
        page.click("#edit-mode")
        bottom = """selector => { const range = document.createRange();
            range.selectNodeContents(document.querySelector(selector)); return range.getBoundingClientRect().bottom; }"""
        bottoms = [page.evaluate(bottom, f"#rows tr:nth-child(1) {part}") for part in ["th a", "[data-act=edit]"]]
        self.assertAlmostEqual(bottoms[0], bottoms[1], delta=1.5)
        tall = "() => document.querySelector('#rows tr:nth-child(3) td:nth-child(6)').clientHeight"
        before = page.evaluate(tall)
        page.click("#rows tr:nth-child(2) [data-act=edit]")
        page.wait_for_selector("tr.open")
        self.assertEqual(page.evaluate(tall), before)
        rings = page.evaluate("""() => { const input = document.querySelector('tr.open input');
            return [getComputedStyle(input).outlineOffset, input.matches(':focus-visible')]; }""")
        self.assertEqual(rings, ["-2px", True])
        self.keep(page, "editing-open")

    def test_alt_and_the_arrow_keys_move_a_row_and_say_so(self):
        page = self.page()
        page.click("#edit-mode")
        page.focus("#rows tr:nth-child(1) [data-act=moveDown]")
        page.keyboard.press("Alt+ArrowDown")
        page.keyboard.press("Alt+ArrowDown")
        self.until(page, ["Thing 1", "Thing 2", "Thing 0", "Thing 3", "Thing 4"])
        page.wait_for_function("() => document.getElementById('announcer').textContent.includes('now number 3 of 5')")
        self.settled(page)
        self.eventually(lambda: self.assertEqual(self.listed(), ["Thing 1", "Thing 2", "Thing 0", "Thing 3", "Thing 4"]))
        self.assertEqual(page.evaluate("document.activeElement.closest('tr').querySelector('th').textContent"), "Thing 0")

    def test_the_buttons_move_a_row(self):
        page = self.page()
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(5) [data-act=moveUp]")
        self.settled(page)
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 4", "Thing 3"])

    def test_dragging_moves_a_row(self):
        page = self.page(viewport={"width": 1200, "height": 1400})
        page.click("#edit-mode")
        grip = page.locator("#rows tr:nth-child(1) [data-act=drag]").bounding_box()
        last = page.locator("#rows tr:nth-child(4)").bounding_box()
        page.mouse.move(grip["x"] + 10, grip["y"] + 10)
        page.mouse.down()
        page.mouse.move(grip["x"] + 10, grip["y"] + 60, steps=4)
        page.mouse.move(grip["x"] + 10, last["y"] + last["height"] - 3, steps=8)
        page.mouse.up()
        self.until(page, ["Thing 1", "Thing 2", "Thing 3", "Thing 0", "Thing 4"])
        self.settled(page)
        self.eventually(lambda: self.assertEqual(self.listed()[3], "Thing 0"))

    def test_a_long_press_opens_the_menu_and_lifting_the_finger_keeps_it(self):
        page = self.page(has_touch=True, viewport={"width": 390, "height": 800})
        cell = page.locator("#rows tr:nth-child(2) td:nth-child(2)")
        cell.scroll_into_view_if_needed()
        box = cell.bounding_box()
        client = page.context.new_cdp_session(page)
        touch = lambda kind, *points: client.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
        touch("touchStart", (box["x"] + 5, box["y"] + 5))
        page.wait_for_selector(".menu")
        page.wait_for_timeout(300)
        touch("touchEnd")
        page.wait_for_timeout(300)
        self.assertEqual(page.locator(".menu button").count(), 3)
        page.touchscreen.tap(380, 10)
        page.wait_for_selector(".menu", state="detached")

    def test_the_latest_changes_fit_a_narrow_phone_and_are_readable(self):
        self.command("add", "Long" * 60)
        page = self.page(viewport={"width": 320, "height": 640})
        page.goto(self.base + "undo")
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
        first = page.locator(".changes li").first
        self.assertIn("Long" * 60, first.inner_text())
        self.assertRegex(first.locator("time").inner_text(), r"^[A-Z][a-z]{2} \d+, 20\d\d\D+\d+:\d\d\s[AP]M$")
        self.assertRegex(first.locator("time").get_attribute("datetime"), r"^20.*Z$")

    def test_the_servers_pages_speak_the_language_chosen_on_the_page(self):
        page = self.page()
        self.speak(page, "de")
        page.goto(self.base + "undo")
        self.assertEqual(page.locator("html").get_attribute("lang"), "de")

    def test_the_menu_repeats_what_the_row_shows(self):
        page = self.page()
        labels = lambda: page.eval_on_selector_all(".menu button", "items => items.map(item => item.textContent)")
        page.click("#rows tr:nth-child(2) th a", button="right")
        self.assertEqual(labels(), ["Open", "Edit", "Delete"])
        focused = lambda: page.evaluate("document.activeElement.textContent")
        page.keyboard.press("End")
        self.assertEqual(focused(), "Delete")
        page.keyboard.press("Home")
        self.assertEqual(focused(), "Open")
        page.keyboard.press("Escape")
        page.wait_for_selector(".menu", state="detached")
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(2) td:nth-child(2)", button="right")
        self.assertEqual(labels(), ["Open", "Move up", "Move down", "Edit", "Delete"])
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        self.until(page, ["Thing 1", "Thing 0", "Thing 2", "Thing 3", "Thing 4"])


class TwoWindows(Served):
    items = 4

    def change(self, page, name, act=lambda page: page.keyboard.press("Enter")):
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.fill("tr.open [name=name]", name)
        act(page)

    def test_an_open_page_follows_the_other_window_and_the_command_line(self):
        context = self.context()
        one, other = self.page(context), self.page(context)
        one.click("#edit-mode")
        self.change(one, "From the window")
        self.until(other, ["From the window", "Thing 1", "Thing 2", "Thing 3"])
        self.command("add", "From the command line")
        self.until(other, ["From the window", "Thing 1", "Thing 2", "Thing 3", "From the command line"])

    def test_a_conflict_is_shown_field_by_field(self):
        for keep, result in [("theirs", "Theirs"), ("yours", "Yours")]:
            page = self.page(context=None if keep == "theirs" else self.kept)
            self.kept = page.context
            if page.get_attribute("#edit-mode", "aria-pressed") == "false":
                page.click("#edit-mode")
            page.click("#rows tr:nth-child(1) [data-act=edit]")
            page.wait_for_selector("tr.open")
            item = json.loads(self.command("list", "--json"))[0]["id"]
            self.command("edit", item, "--name", "Theirs")
            page.fill("tr.open [name=name]", "Yours")
            page.fill("tr.open [name=location]", f"Kept {keep}")
            page.keyboard.press("Enter")
            page.wait_for_selector("dialog fieldset")
            self.assertIn("Theirs: Theirs", page.inner_text("dialog"))
            self.assertIn("Yours: Yours", page.inner_text("dialog"))
            self.assertEqual(page.locator("dialog fieldset").count(), 1)
            page.check(f"dialog [value={keep}]")
            page.click("dialog .primary")
            self.settled(page)
            now = json.loads(self.command("list", "--json"))[0]
            self.assertEqual((now["name"], now["location"]), (result, f"Kept {keep}"))
            self.until(page, [result, "Thing 1", "Thing 2", "Thing 3"])
            self.command("edit", item, "--name", "Thing 0")
            page.close()

    def test_edits_made_without_a_connection_wait_survive_a_reload_and_go_out_once(self):
        context = self.context()
        page = self.page(context)
        page.click("#edit-mode")
        page.evaluate("import('./assets/index.js').then(index => index.entries())")
        address = self.base.split("//")[1].rstrip("/")
        self.stop()
        page.click("#rows tr:nth-child(2) [data-act=delete]")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.fill("tr.open [name=name]", "Offline")
        page.keyboard.press("Enter")
        page.wait_for_function("() => /2 changes wait/.test(document.getElementById('status').textContent)")
        with page.expect_download() as download:
            page.click("#status p:has-text('2 changes wait') button:last-child")
        kept = json.loads(download.value.path().read_text())
        self.assertEqual([edit["action"] for edit in kept["edits"]], ["remove", "edit"])
        self.eventually(lambda: self.assertEqual(self.listed(), ["Thing 0", "Thing 1", "Thing 2", "Thing 3"]))
        before = len(json.loads(self.command("log", "--json")))
        self.serve(address)
        page.goto(self.link)
        page.wait_for_url(self.base)
        self.until(page, ["Offline", "Thing 2", "Thing 3"], timeout=15000)
        self.eventually(lambda: self.assertEqual(self.listed(), ["Offline", "Thing 2", "Thing 3"]))
        self.assertEqual(len(json.loads(self.command("log", "--json"))), before + 2)

    def test_a_draft_is_kept_and_offered_on_return(self):
        context = self.context()
        page = self.page(context)
        page.click("#add")
        page.fill("dialog [name=name]", "Half a thing")
        page.wait_for_timeout(700)
        page.close()
        page = self.page(context)
        page.wait_for_selector(".draft")
        page.click(".draft .primary")
        self.assertEqual(page.input_value("dialog [name=name]"), "Half a thing")
        page.click("dialog .primary")
        self.eventually(lambda: self.assertEqual(self.listed()[0], "Half a thing"))
        self.assertEqual(page.locator(".draft").count(), 0)


class WithoutScript(Served):
    items = 3

    def test_the_server_searches_and_other_hosts_offer_no_search(self):
        page = self.plain_page()
        page.goto(self.base)
        page.fill("#query", "thing 1")
        self.keep(page, "search-without-script")
        page.click("#search button")
        page.wait_for_url("**/select?*")
        self.assertEqual(page.inner_text("h1"), "Search")
        self.assertEqual(page.locator(".choices li").count(), 1)
        self.assertEqual(page.input_value(".find [name=q]"), "thing 1")
        self.keep(page, "found-without-script")
        file = self.folder / "found.html"
        file.write_text(page.request.get(page.url).text())
        self.assertEqual(nu_errors([file]), [])
        page.click(".choices a")
        page.wait_for_url("**/item/**")
        self.assertEqual(page.inner_text("h1"), "Thing 1")
        page.goto(self.base + next(file.name for file in self.site.glob("location-garage*")))
        page.fill("#query", "thing")
        page.keyboard.press("Enter")
        page.wait_for_url("**/select?*")
        self.assertEqual(page.locator(".choices li").count(), 1)
        # A plain web host has nothing that could answer.
        page.goto((self.site / "index.html").as_uri())
        self.assertFalse(page.is_visible("#query"))
        self.assertFalse(page.is_visible("#search button"))
        # With script the page searches by itself.
        page = self.page(storage_state=page.context.storage_state())
        self.assertFalse(page.is_visible("#search button"))

    def table(self, page):
        page.goto(self.base)
        page.check("#as-table")

    def plain_page(self):
        """A page without script, signed in by typing the code."""
        page = self.context(java_script_enabled=False).new_page()
        page.goto(self.base + "sign-in")
        page.fill("[name=token]", self.token)
        page.click("button[type=submit]")
        self.table(page)
        return page

    def test_everything_can_be_done_with_plain_forms(self):
        page = self.plain_page()
        page.click("#rows tr:nth-child(1) a[href^=edit]")
        page.fill("[name=name]", "By form")
        page.click("button.primary")
        self.assertEqual(self.listed()[0], "By form")
        self.table(page)
        page.click("#add")
        page.fill("[name=name]", "Added by form")
        page.click("button.primary")
        self.assertEqual(self.listed()[-1], "Added by form")
        self.table(page)
        page.click("#rows tr:nth-child(2) a[href^=delete]")
        self.assertIn("Thing 1", page.inner_text("main"))
        page.click("button.danger")
        self.assertEqual(self.listed(), ["By form", "Thing 2", "Added by form"])
        self.table(page)
        page.click("#rows tr:nth-child(2) th a")
        page.click("a[href*='/move/']")
        page.click("button[value=up]")
        self.assertEqual(self.listed(), ["Thing 2", "By form", "Added by form"])

    def test_what_an_item_is_part_of_is_chosen_by_name(self):
        page = self.plain_page()
        page.click("#rows tr:nth-child(1) a[href^=edit]")
        offered = page.eval_on_selector_all("#o-parent option", "all => all.map(option => option.value)")
        self.assertEqual(offered, ["Thing 1", "Thing 2"])
        page.fill("[name=parent]", "Nothing")
        page.click("button.primary")
        self.assertIn("no item is called “Nothing”", page.inner_text("#e-parent"))
        page.fill("[name=parent]", "thing 2")
        page.click("button.primary")
        items = json.loads(self.command("list", "--json"))
        self.assertEqual(items[0]["parent"], items[2]["id"])
        self.table(page)
        page.click("#rows tr:nth-child(1) a[href^=edit]")
        self.assertEqual(page.input_value("[name=parent]"), "Thing 2")
        self.keep(page, "edit-form")
        page.fill("[name=parent]", "")
        page.click("button.primary")
        self.assertNotIn("parent", json.loads(self.command("list", "--json"))[0])
        # Two items of the same name differ only by their ids.
        self.command("add", "Thing 2")
        page.goto(f"{self.base}edit/{items[0]['id']}")
        page.fill("[name=parent]", "Thing 2")
        page.click("button.primary")
        self.assertIn("several items", page.inner_text("#e-parent"))
        page.fill("[name=parent]", items[2]["id"])
        page.click("button.primary")
        page.goto(f"{self.base}edit/{items[0]['id']}")
        self.assertEqual(page.input_value("[name=parent]"), items[2]["id"])

    def test_a_page_that_is_not_there_offers_the_way_home_alone(self):
        page = self.plain_page()
        page.goto(self.base + "nosuch.html")
        self.assertTrue(page.is_visible("main a[href='/']"))
        self.assertEqual(page.locator("a[href='/sign-in']").count(), 0)

    def test_the_page_follows_the_edits(self):
        page = self.plain_page()
        self.command("edit", json.loads(self.command("list", "--json"))[0]["id"], "--name", "Fresh")
        for _ in range(40):
            page.reload()
            if "Fresh" in page.inner_text("#rows"):
                break
            page.wait_for_timeout(100)
        self.assertIn("Fresh", page.inner_text("#rows"))


class OnAnotherServer(Served):
    items = 3

    def setUp(self):
        super().setUp()
        address = self.base.split("//")[1].rstrip("/")
        self.stop()
        handler = functools.partial(QuietFiles, directory=str(self.site))
        host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=host.serve_forever, daemon=True).start()
        self.addCleanup(host.server_close)
        self.addCleanup(host.shutdown)
        self.host = f"http://127.0.0.1:{host.server_port}"
        self.command("publish", self.site, "--editable", "--companion", f"http://{address}", *self.assets)
        self.serve(address, "--origin", self.host)

    def test_the_page_asks_for_the_code_and_holds_the_token_for_the_tab(self):
        context = self.context()
        page = context.new_page()
        page.goto(self.host)
        page.wait_for_selector("#edit-mode")
        page.check("#as-table")
        self.assertFalse(page.is_visible("#add"))
        page.click("#edit-mode")
        page.fill("dialog [name=code]", "WRONG-CODE")
        page.click("dialog .primary")
        page.wait_for_selector("#status .trouble")
        page.click("#edit-mode")
        page.fill("dialog [name=code]", self.token)
        page.click("dialog .primary")
        page.wait_for_selector("#add", state="visible")
        # Nothing leads to pages that only the server has.
        page.click("#more summary")
        for path in ["import", "undo", "select", "archive", "phone", "sign-out", "photos"]:
            self.assertEqual(page.locator(f"a[href*='{path}']:visible").count(), 0, path)
        self.assertEqual(page.locator(".outcome:visible").count(), 0)
        page.keyboard.press("Escape")
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(2) [data-act=edit]")
        page.fill("tr.open [name=name]", "From elsewhere")
        page.keyboard.press("Enter")
        self.eventually(lambda: self.assertEqual(self.listed(), ["Thing 0", "From elsewhere", "Thing 2"]))
        page.reload()
        page.wait_for_selector("#add", state="visible")
        self.assertEqual(context.cookies(), [])
        other = context.new_page()
        other.goto(self.host)
        other.wait_for_selector("#edit-mode")
        self.assertFalse(other.is_visible("#add"))

    def test_a_deleted_row_comes_back_and_the_server_is_asked_for_nothing_it_has_not(self):
        page = self.context().new_page()
        missing = []
        page.on("response", lambda answer: answer.status >= 400 and missing.append(answer.url))
        page.goto(self.host)
        page.check("#as-table")
        page.click("#edit-mode")
        page.fill("dialog [name=code]", self.token)
        page.click("dialog .primary")
        page.wait_for_selector("#add", state="visible")
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(2) [data-act=delete]")
        self.eventually(lambda: self.assertEqual(self.listed(), ["Thing 0", "Thing 2"]))
        page.click("#notice-undo .primary")
        self.eventually(lambda: self.assertEqual(self.listed(), ["Thing 0", "Thing 1", "Thing 2"]))
        self.until(page, ["Thing 0", "Thing 1", "Thing 2"])
        self.assertEqual(missing, [])


class QuietFiles(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


class SigningIn(Served):
    items = 1

    def test_a_link_opened_on_the_page_that_asks_for_the_code_signs_in(self):
        page = self.context().new_page()
        page.goto(self.base + "sign-in")
        page.fill("[name=token]", "WRONG-CODE")
        page.click("main .primary")
        self.assertIn("The code is not right", page.inner_text("[role=alert]"))
        self.assertEqual(page.url, self.base + "sign-in")
        page.evaluate("link => { location.href = link; }", self.link)
        page.wait_for_url(self.base)
        page.wait_for_selector("#edit-mode")


class WithoutServer(Served):
    items = 3

    def test_links_that_need_the_server_are_not_shown(self):
        page = self.context().new_page()
        page.goto((self.site / "index.html").as_uri())
        self.assertFalse(page.is_visible("#add"))
        self.assertFalse(page.is_visible("#rows a[href^=edit]"))
        self.assertTrue(page.is_visible("#rows th a"))
        page.click("#rows tr:nth-child(1) th a")
        self.assertEqual(page.inner_text("h1"), "Thing 0")
        self.assertFalse(re.search("Edit", page.inner_text("main")))


if __name__ == "__main__":
    unittest.main()
