"""The list as photos, its filters and orders, the places and the overview; amounts as readers write them."""
import json
import pathlib
import time
import unittest

from server import Served
from test_page_photos import photo


def shift(page):
    """The layout shift since the page was opened, of whatever cause."""
    return page.evaluate("""() => new Promise((resolve) => { let sum = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
            .observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 400); })""")


class Finding(Served):
    items = 4

    def setUp(self):
        super().setUp()
        self.command("add", "Espresso machine", "--notes", "Descale it monthly", "--location", "Home/Office")
        self.command("add", "Chef’s knife", "--colour", "Zinnoberrot", "--location", "Home / Office / Desk")
        self.command("add", "红色椅子", "--purchase-place", "Möbelhaus Süd", "--value", "80")
        self.command("add", "ＦＵＬＬ width", "--distinguishing-marks", "scratched lid", "--insured", "yes")
        self.eventually(lambda: self.assertIn("ＦＵＬＬ", (self.site / "index.html").read_text()))

    def find(self, page, text, names):
        page.fill("#query", text)
        self.until(page, names)

    def test_a_search_looks_into_all_texts_and_forgives_what_is_mistyped(self):
        page = self.page()
        for text, name in [("espreso", "Espresso machine"), ("esprsso mach", "Espresso machine"), ("chef's", "Chef’s knife"),
                           ("chef’s", "Chef’s knife"), ("CHEFS", "Chef’s knife"), ("椅", "红色椅子"),
                           ("full", "ＦＵＬＬ width"), ("mobelhaus sud", "红色椅子"), ("descale", "Espresso machine"),
                           ("zinnoberrot", "Chef’s knife"), ("scratched", "ＦＵＬＬ width"), ("SN3", "Thing 3")]:
            self.find(page, text, [name])
        self.assertEqual(page.inner_text("#found"), "1 found · $3.50")
        self.find(page, "espreso", ["Espresso machine"])
        self.assertIn("Nothing has “espreso”", page.inner_text("#found"))
        self.find(page, "qqqqq", [])
        self.assertEqual(page.inner_text("#found"), "Nothing found.")
        # A word that another item has is not replaced.
        self.find(page, "espresso zinnoberrot", [])
        self.assertEqual(page.inner_text("#found"), "Nothing found.")
        self.assertEqual(page.errors, [])

    def test_what_is_typed_before_the_script_has_its_words_is_searched(self):
        page = self.page(service_workers="block")
        page.route("**/words/*.json", lambda route: (time.sleep(1), route.continue_()))
        page.goto(self.base, wait_until="commit")
        page.fill("#query", "espresso")
        self.until(page, ["Espresso machine"])
        self.assertEqual(page.input_value("#query"), "espresso")
        # The link from one place to all items has it too.
        page.goto(self.base + "browse-locations.html")
        page.click("a:has-text('Office')")
        page.wait_for_selector("#order select")
        page.goto(page.url, wait_until="commit")
        page.fill("#query", "thing 1")
        page.click("#everywhere")
        self.until(page, ["Thing 1"])

    def test_the_order_keeps_the_focus_and_unknown_orders_and_filters_are_ignored(self):
        page = self.page(path="?sort=nothing&has=nothing&view=nothing")
        self.assertTrue(page.is_checked("#as-table"))
        self.assertEqual(page.input_value("#order select"), "")
        page.focus("#order select")
        page.select_option("#order select", "-name")
        page.wait_for_function("() => document.querySelector('#rows th').textContent.startsWith('红')")
        self.assertEqual(page.evaluate("document.activeElement.closest('#order') !== null"), True)

    def test_filters_the_order_and_the_search_live_in_the_address(self):
        page = self.page()
        page.click("#has-value")
        self.until(page, ["Espresso machine", "Chef’s knife", "ＦＵＬＬ width"])
        page.click("#has-insured")
        self.until(page, ["ＦＵＬＬ width"])
        self.assertEqual(page.get_attribute("#has-insured", "aria-pressed"), "true")
        self.assertIn("has=value+insured", page.url)
        page.click("#has-insured")
        page.select_option("#order select", "-name")
        page.fill("#query", "office")
        self.until(page, ["Espresso machine", "Chef’s knife"])
        page.reload()
        self.until(page, ["Espresso machine", "Chef’s knife"])
        self.assertEqual((page.input_value("#query"), page.input_value("#order select")), ("office", "-name"))
        self.assertEqual(self.violations(page), [])

    def test_a_place_is_chosen_from_the_tree_and_includes_what_is_below(self):
        page = self.page()
        page.click("#by-place")
        page.wait_for_selector("dialog li")
        self.assertEqual([" ".join(text.split()) for text in page.locator("dialog li").all_inner_texts()],
                         ["All", "Garage 2", "Home 4", "Office 4", "Desk 1"])
        self.assertEqual(self.violations(page), [])
        page.click("dialog button:has-text('Office')")
        self.until(page, ["Thing 0", "Thing 2", "Espresso machine", "Chef’s knife"])
        self.assertEqual(page.inner_text("#found"), "4 found · $3.00")
        self.assertEqual(page.locator("#filters [aria-pressed=true]").all_inner_texts(), ["Home / Office"])
        # A press takes it off.
        page.click("#filters [aria-pressed=true]:text-is('Home / Office')")
        page.wait_for_function("() => document.querySelectorAll('#rows tr').length > 4")
        self.assertEqual(page.evaluate("document.activeElement.id"), "by-place")

    def test_a_search_on_the_page_of_a_place_says_and_keeps_its_scope(self):
        page = self.page()
        page.goto(self.base + "browse-locations.html")
        page.click("a:has-text('Office')")
        page.wait_for_selector("#order select")
        self.assertEqual(self.names(page), ["Thing 0", "Thing 2", "Espresso machine", "Chef’s knife"])
        self.assertEqual(page.get_attribute("#query", "aria-label"), "Search in Home / Office")
        self.assertTrue(page.is_hidden("#everywhere"))
        page.fill("#query", "thing")
        self.until(page, ["Thing 0", "Thing 2"])
        page.fill("#query", "thing 1")
        self.until(page, [])
        page.click("#everywhere")
        self.until(page, ["Thing 1"])
        page.goto(self.base + "browse-locations.html")
        page.click("a:has-text('Desk')")
        page.click(".crumbs a:has-text('Home')")
        self.assertEqual(page.inner_text("#below a").split(), ["Office", "4", "$3.00"])


class ManyItems(Served):
    items = 0

    def test_all_that_is_found_or_sorted_can_be_reached(self):
        rows = "\n".join(f"Lamp {n},{n + 10}.00" for n in range(700))
        (self.folder / "many.csv").write_text("name,value\n" + rows)
        self.command("import", self.folder / "many.csv")
        self.eventually(lambda: self.assertIn("Lamp 1", (self.site / "index.html").read_text()), 60)
        page = self.page()
        page.goto(self.base + "?sort=-value")
        page.wait_for_selector(".further", state="attached")
        self.eventually(lambda: self.assertEqual(self.names(page)[0], "Lamp 699"))

        def scrolled():
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            self.assertEqual(len(self.names(page)), 700)
        self.eventually(scrolled, 60)
        self.assertEqual(self.names(page)[-1], "Lamp 0")
        page.fill("#query", "lamp 69")
        self.until(page, [f"Lamp {n}" for n in [*range(699, 689, -1), 669, 569, 469, 369, 269, 169, 69]])


class Cards(Served):
    items = 5

    def setUp(self):
        super().setUp()
        first = json.loads(self.command("list", "--json"))[0]["id"]
        picture = self.folder / "first.jpg"
        picture.write_bytes(photo(800, 600)["buffer"])
        self.command("photo", "add", first, picture)
        self.eventually(lambda: self.assertIn("<img", (self.site / "index.html").read_text()))
        self.first = first

    def columns(self, page):
        return page.evaluate("new Set([...document.querySelectorAll('#rows tr')].map(tr => tr.offsetLeft)).size")

    def test_the_first_screen_shows_the_search_and_items(self):
        for number in range(12):
            self.command("add", f"More {number}")
        self.eventually(lambda: self.assertIn("More 11", (self.site / "index.html").read_text()))
        context = self.context(viewport={"width": 390, "height": 844}, has_touch=True)
        page = self.page(context, view="grid")
        for (width, height), columns in {(390, 844): (2, 2), (820, 1180): (3, 4), (1280, 800): (5, 6)}.items():
            page.set_viewport_size({"width": width, "height": height})
            self.assertIn(self.columns(page), range(columns[0], columns[1] + 1), width)
            self.assertLess(page.locator("#query").bounding_box()["y"], 120)
            self.assertLess(page.locator("#rows tr").first.bounding_box()["y"], 320)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            self.keep(page, f"cards-{width}")

    def test_a_card_without_a_photo_takes_one_and_others_lead_to_their_item(self):
        state = self.page().context.storage_state()
        for number, options in [(2, {}), (3, {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True})]:
            page = self.page(view="grid", storage_state=state, **options)
            # One press and the browser's own: on a phone the shutter and the use of the photo, so three taps in all.
            with page.expect_file_chooser() as chooser:
                page.click(f"#rows tr:nth-child({number}) a[href^=photos]")
            self.assertEqual(chooser.value.element.get_attribute("capture"), "environment" if options else None)
            chooser.value.set_files(photo(800, 600))
            page.wait_for_selector(f"#rows tr:nth-child({number}) th img")
            self.eventually(lambda: self.assertEqual(
                len(json.loads(self.command("photo", "list", self.item_id(number - 1), "--json"))), 1))
            self.assertNotIn("photos", page.url)
        page.click("#rows tr:nth-child(1)", position={"x": 90, "y": 120})
        page.wait_for_url("**/item/**")
        self.assertEqual(page.inner_text("h1"), "Thing 0")

    def test_one_button_is_the_main_one(self):
        page = self.page()
        filled = lambda: page.eval_on_selector_all(":is(.bar, #search) :is(button, .button)", """all => all.filter((each) =>
            getComputedStyle(each).backgroundColor === getComputedStyle(document.querySelector("#edit-mode[aria-pressed=true], #add"))
                .backgroundColor).map(({ id }) => id)""")
        self.assertEqual(filled(), ["add"])
        page.click("#edit-mode")
        self.keep(page, "edit-mode")
        main = page.evaluate("getComputedStyle(document.querySelector('#edit-mode')).backgroundColor")
        self.assertNotEqual(page.evaluate("getComputedStyle(document.querySelector('#add')).backgroundColor"), main)
        self.assertEqual(self.violations(page), [])

    def test_large_letters_make_cards_of_a_table_that_does_not_fit(self):
        page = self.page(viewport={"width": 1280, "height": 800})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for act in [None, "#edit-mode", "#rows tr:nth-child(2) [data-act=edit]"]:
            if act:
                page.click(act)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 1280, act)
            self.keep(page, f"large-letters-{(act or 'list')[1:4]}")
        for path in ["overview.html", "browse-locations.html", f"item/{self.item_id()}.html"]:
            page.goto(self.base + path)
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 1280, path)

    def test_one_item_is_counted_as_one(self):
        for id in [item["id"] for item in json.loads(self.command("list", "--json"))][1:]:
            self.command("remove", id)
        self.eventually(lambda: self.assertIn("1 item<", (self.site / "index.html").read_text()))
        state = self.page().context.storage_state()
        for locale, said in [("en", "1 item"), ("de", "1 Gegenstand"), ("he", "פריט אחד"), ("zh-CN", "1 件物品")]:
            page = self.page(locale=locale, storage_state=state)
            page.wait_for_function("said => document.querySelector('#totals').innerText.startsWith(said + ' ·')", arg=said)
            page.context.close()
        # A number of which Hebrew has a form of its own, and one with a separator.
        page = self.page(locale="he", storage_state=state)
        told = lambda count: page.evaluate("""async (count) => (await import("./assets/language.js")).t("itemCount", count)""", count)
        self.assertEqual([told(2), told(12345)], ["שני פריטים", "12,345 פריטים"])

    def test_the_button_that_adds_fits_a_narrow_phone_in_every_language(self):
        state = self.page().context.storage_state()
        for locale in ["en", "de", "he", "zh-CN", "zh-TW"]:
            page = self.page(view="grid", locale=locale, storage_state=state, viewport={"width": 320, "height": 640}, is_mobile=True, has_touch=True)
            boxes = [page.locator(each).bounding_box() for each in ["#add", "#edit-mode"]]
            self.assertEqual(boxes[0]["y"], boxes[1]["y"], locale)
            self.assertLess(boxes[0]["height"], 56, locale)
            self.keep(page, f"narrow-{locale}")
            page.context.close()

    def test_a_second_currency_leaves_the_ways_to_browse_beside_the_charts(self):
        self.command("add", "Foreign", "--value", "70 EUR", "--location", "Cellar")
        self.eventually(lambda: self.assertIn("EUR", (self.site / "overview.html").read_text()))
        page = self.page(viewport={"width": 1280, "height": 800})
        page.goto(self.base + "overview.html")
        charts = [page.locator(".chart").nth(number).bounding_box() for number in [0, 1]]
        browse = page.locator("#overview > .browse").bounding_box()
        self.assertEqual(charts[0]["x"], charts[1]["x"])
        self.assertGreater(browse["x"], charts[0]["x"] + charts[0]["width"])
        self.assertLess(browse["y"], charts[0]["y"] + 60)
        self.keep(page, "two-currencies", full_page=True)

    def test_the_view_is_remembered_and_in_the_address(self):
        page = self.page(view="grid")
        self.assertFalse(page.is_visible("#list thead"))
        page.check("#as-table")
        self.assertTrue(page.is_visible("#list thead"))
        self.assertIn("view=table", page.url)
        page.goto(self.base)
        page.wait_for_selector("#order select")
        self.assertTrue(page.is_checked("#as-table"))

    def test_cards_are_edited_and_moved_as_rows_are(self):
        page = self.page(view="grid")
        page.click("#edit-mode")
        self.assertEqual(self.violations(page), [])
        page.click("#rows tr:nth-child(2) [data-act=edit]")
        page.fill("tr.open [name=name]", "By card")
        page.keyboard.press("Enter")
        self.eventually(lambda: self.assertEqual(self.listed()[1], "By card"))
        page.click("#rows tr:nth-child(2) [data-act=moveUp]")
        self.eventually(lambda: self.assertEqual(self.listed()[0], "By card"))

    def test_a_photo_stays_one_while_its_row_is_edited_without_a_connection(self):
        page = self.page()
        page.click("#edit-mode")
        page.wait_for_timeout(500)
        page.context.set_offline(True)
        for place in ["Attic", "Cellar"]:
            page.click("#rows tr:nth-child(1) [data-act=edit]")
            page.wait_for_selector("tr.open")
            page.fill("tr.open [name=location]", place)
            page.keyboard.press("Enter")
            page.wait_for_selector("tr.open", state="detached")
            self.assertEqual(page.locator("#rows tr:nth-child(1) img").count(), 1)
        page.context.set_offline(False)

    def test_what_was_deleted_elsewhere_comes_back_with_all_it_had(self):
        self.command("edit", self.first, "--condition", "worn", "--asset-identifier", "A7", "--insured", "yes")
        self.eventually(lambda: self.assertEqual(json.loads(self.command("list", "--json"))[0].get("condition"), "worn"))
        page = self.page()
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.fill("tr.open [name=name]", "Kept")
        self.command("remove", self.first)
        page.wait_for_selector("#status .trouble")
        self.assertIn("“Thing 0”", page.inner_text("#status"))
        page.press("tr.open [name=name]", "Enter")

        def check():
            item = json.loads(self.command("list", "--json"))[0]
            self.assertEqual((item["name"], item.get("condition"), item.get("assetIdentifier"), item.get("insured"), len(item.get("photos", []))),
                             ("Kept", "worn", "A7", True, 1))
        self.eventually(check)

    def test_pages_do_not_jump_while_they_load(self):
        context = self.context()
        self.page(context, view="grid").close()
        for width, height in [(1280, 800), (820, 1180), (390, 844)]:
            page = context.new_page()
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{self.base}item/{self.first}.html")
            self.assertLessEqual(shift(page), 0.02, f"item at {width}")
            page.goto(self.base)
            page.wait_for_selector("#edit-mode")
            self.assertLessEqual(shift(page), 0.05, f"list at {width}")
            page.close()


class Typing(Served):
    items = 3

    def first(self):
        return json.loads(self.command("list", "--json"))[0]

    def test_amounts_are_read_as_the_page_shows_them(self):
        page = self.page(locale="de-DE")
        page.click("#edit-mode")
        for text, amount, currency in [("12,34", "12.34", "USD"), ("1.234,56 €", "1234.56", "EUR"), ("$20", "20.00", "USD"),
                                       ("1.234", "1234.00", "USD"), ("99.50", "99.50", "USD"), ("1 234,5 EUR", "1234.50", "EUR"),
                                       ("£1,234.50", "1234.50", "GBP")]:
            page.click("#rows tr:nth-child(1) [data-act=edit]")
            page.fill("tr.open [name=value]", text)
            page.keyboard.press("Enter")
            self.eventually(lambda: self.assertEqual(self.first()["value"], {"amount": amount, "currency": currency}, text))
        page.click("#rows tr:nth-child(1) [data-act=edit]")
        page.wait_for_selector("tr.open")
        self.assertEqual(page.input_value("tr.open [name=value]"), "1234,50 GBP")
        for text in ["1,234", "-5", "12,3456", "1,2,3", "¥5", "kr 5", "5 XQQ"]:
            page.fill("tr.open [name=value]", text)
            page.keyboard.press("Enter")
            self.assertEqual(page.get_attribute("tr.open [name=value]", "aria-invalid"), "true", text)

    def test_a_currency_is_chosen_beside_the_amount_or_typed(self):
        page = self.page()
        page.click("#add")
        choice = page.locator("dialog .currency")
        self.assertEqual(choice.evaluate("s => [s.ariaLabel, s.value, s.options[1].value]"), ["Currency", "USD", "EUR"])
        page.fill("dialog [name=name]", "Cup")
        choice.select_option("EUR")
        page.fill("dialog [name=value]", "12.34")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "currency-dialog")
        page.keyboard.press("Enter")
        self.eventually(lambda: self.assertEqual(self.first()["value"], {"amount": "12.34", "currency": "EUR"}))
        page.click("#add")
        page.fill("dialog [name=value]", "$5")
        self.assertEqual(choice.input_value(), "USD")
        page.fill("dialog [name=value]", "6 KWD")
        choice.select_option("GBP")
        self.assertEqual(page.input_value("dialog [name=value]"), "6")
        page.fill("dialog [name=name]", "Mug")
        page.keyboard.press("Enter")
        self.eventually(lambda: self.assertEqual(self.first()["value"], {"amount": "6.00", "currency": "GBP"}))
        self.assertEqual(page.errors, [])

    def test_scripts_read_amounts_and_initials_by_the_rules_of_the_server(self):
        fixtures = pathlib.Path(__file__).parent.parent / "Fixtures" / "pages"
        amounts = json.loads((fixtures / "amounts.json").read_text())
        page = self.page()
        for language in ["en", "de", "zh-Hans", "zh-Hant", "fr", "nl", "pt"]:
            self.speak(page, language)
            entered = [row for row in amounts if row["language"] == language]
            read = page.evaluate("""async entered => {
                const { amount } = await import("./assets/amount.js");
                return entered.map(({ text, currency }) => {
                    document.documentElement.dataset.currency = currency;
                    const read = amount(text);
                    return read ? `${read.amount} ${read.currency}` : null;
                });
            }""", entered)
            self.assertEqual(list(zip(entered, read)), [(row, row["amount"]) for row in entered])
        names = json.loads((fixtures / "initials.json").read_text())
        initials = page.evaluate("""async names => {
            const { initial } = await import("./assets/match.js");
            return names.map(({ name }) => initial(name) || null);
        }""", names)
        self.assertEqual(list(zip(names, initials)), [(row, row["initial"]) for row in names])

    def test_the_form_reads_amounts_in_its_own_language(self):
        page = self.context(java_script_enabled=False, locale="de-DE").new_page()
        page.goto(self.base + "sign-in")
        page.fill("[name=token]", self.token)
        page.click("button[type=submit]")
        for text, amount in [("1.234,56 €", "1234.56"), ("12,34", "12.34"), ("$ 20", "20.00"), ("1.234", "1234.00")]:
            page.goto(f"{self.base}edit/{self.first()['id']}")
            page.fill("[name=value]", text)
            page.click("button.primary")
            self.assertEqual(self.first()["value"]["amount"], amount, text)
        for name, text, words in [("value", "1,234", "zwei Zahlen"), ("value", "-5", ""), ("name", "  ", "Namen")]:
            page.goto(f"{self.base}edit/{self.first()['id']}")
            page.fill(f"[name={name}]", text)
            page.click("button.primary")
            self.assertIn(words, page.inner_text(f"#e-{name}"))
        page.goto(f"{self.base}edit/{self.first()['id']}")
        self.assertEqual(page.input_value("[name=value]"), "1234,00")
        page.select_option("[name=currency-value]", "CHF")
        page.click("button.primary")
        self.assertEqual(self.first()["value"], {"amount": "1234.00", "currency": "CHF"})
        page.goto(f"{self.base}edit/{self.first()['id']}")
        self.assertEqual([page.input_value("[name=value]"), page.input_value("[name=currency-value]")], ["1234,00", "CHF"])

    def test_a_name_is_wanted_and_places_are_offered_and_written_alike(self):
        page = self.page()
        page.click("#add")
        page.click("dialog .primary")
        self.assertEqual(page.inner_text("dialog label:first-child small"), "Write a name")
        page.fill("dialog [name=name]", "New")
        page.focus("dialog [name=location]")
        page.wait_for_function("() => document.querySelector('dialog [name=location]').list.options.length > 1")
        self.assertEqual(page.eval_on_selector("dialog [name=location]", "i => [...i.list.options].map(o => o.value)"),
                         ["Garage", "Home", "Home / Office"])
        page.fill("dialog [name=location]", "Home/Office")
        page.click("dialog .primary")
        self.eventually(lambda: self.assertEqual((self.first()["name"], self.first()["location"]), ("New", "Home / Office")))
        self.assertEqual(self.names(page)[0], "New")

    def test_the_keyboard_is_in_the_row_again_after_saving(self):
        page = self.page()
        page.click("#rows tr:nth-child(2) a[href^=edit]")
        page.fill("tr.open [name=name]", "Saved")
        page.keyboard.press("Enter")
        page.wait_for_selector("tr.open", state="detached")
        self.assertEqual(page.evaluate("document.activeElement.closest('tr')?.rowIndex"), 2)
        self.eventually(lambda: self.assertIn("Saved", self.listed()))
        page.wait_for_timeout(700)
        self.assertEqual(page.evaluate("document.activeElement.closest('tr')?.rowIndex"), 2)

    def test_what_closes_a_menu_does_nothing_else(self):
        page = self.page()
        page.click("#rows tr:nth-child(3) th a", button="right")
        page.wait_for_selector(".menu")
        page.locator("#rows tr:nth-child(1) a[href^=delete]").click(force=True)
        page.wait_for_selector(".menu", state="detached")
        self.assertEqual(page.locator("#notice-undo").count(), 0)
        page.click("#rows tr:nth-child(1) a[href^=delete]")
        page.wait_for_selector("#notice-undo")

    def test_what_is_typed_in_the_full_form_is_not_left_without_a_question(self):
        page = self.page()
        asked = []
        page.on("dialog", lambda dialog: asked.append(dialog.type))
        page.goto(f"{self.base}edit/{self.first()['id']}")
        page.fill("[name=notes]", "typed")
        page.click("header a")
        page.wait_for_url(self.base)
        self.assertEqual(asked, ["beforeunload"])
        page.goto(f"{self.base}edit/{self.first()['id']}")
        page.fill("[name=notes]", "kept")
        page.click("main .primary")
        self.eventually(lambda: self.assertEqual(self.first()["notes"], "kept"))
        self.assertEqual(asked, ["beforeunload"])
        # Nothing was changed.
        page.goto(f"{self.base}edit/{self.first()['id']}")
        page.click("header a")
        page.wait_for_url(self.base)
        self.assertEqual(asked, ["beforeunload"])

    def test_the_full_form_is_short_and_its_button_is_always_in_reach(self):
        first = self.first()["id"]
        page = self.page(viewport={"width": 390, "height": 844})
        page.goto(f"{self.base}edit/{first}")
        folded = ".group:not([open]) summary"
        groups = ["Purchase", "Insurance and warranty", "Sale and archive"]
        self.assertEqual(page.locator(folded).all_inner_texts(), groups)
        self.assertEqual(self.violations(page), [])
        self.keep(page, "form-phone")
        # The button does not scroll away, and hides no field that has the focus.
        for field in ["name", "externalReference"]:
            page.focus(f"[name={field}]")
            bar, field = (page.locator(each).bounding_box() for each in [".save", f"[name={field}]"])
            self.assertLessEqual(bar["y"] + bar["height"], 845)
            self.assertLessEqual(field["y"] + field["height"], bar["y"] + 1)
        # What cannot be read is seen.
        page.click("summary:has-text('Sale and archive')")
        page.fill("[name='salePrice']", "much")
        page.click(".save .primary")
        page.wait_for_selector("[name='salePrice'][aria-invalid=true]")
        self.assertEqual(page.locator(folded).all_inner_texts(), groups[:2])
        page.fill("[name='salePrice']", "12")
        page.click(".save .primary")
        page.wait_for_url(lambda address: "/edit/" not in address)
        page.goto(f"{self.base}edit/{first}")
        self.assertEqual(page.locator(folded).all_inner_texts(), groups[:2])

    def test_the_menu_leads_to_changes_and_signing_out(self):
        page = self.page()
        page.click("#more summary")
        self.assertEqual(self.violations(page), [])
        page.keyboard.press("Escape")
        self.assertFalse(page.is_visible("#language"))
        page.click("#more summary")
        page.click("#more a:has-text('Sign out')")
        page.click("#sign-out button:first-of-type")
        page.wait_for_url("**/sign-in")


if __name__ == "__main__":
    unittest.main()
