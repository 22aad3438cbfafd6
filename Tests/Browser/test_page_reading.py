"""Published pages as their readers see them: checked, measured, on screens of all sizes, from the disk and on paper."""
import functools
import http.server
import json
import pathlib
import re
import subprocess
import tempfile
import threading
import unittest

from server import Served
from support import HOSTILE, BrowserTest, homepwner, items, nu_errors


def published(*options, count=60, values=None):
    """A folder with a published inventory, gone with the returned object."""
    folder = tempfile.TemporaryDirectory()
    store, site = f"{folder.name}/store", pathlib.Path(folder.name, "site")
    if values is None:
        homepwner("sample", "--rich", "--count", count, "--seed", 7, "--store", store)
    else:
        source = pathlib.Path(folder.name, "items.json")
        source.write_text(json.dumps(items(values)), "utf-8")
        homepwner("import", source, "--store", store)
    homepwner("settings", "--owner", "Ada Lovelace", "--store", store)
    homepwner("publish", site, "--store", store, *options, *Served.assets)
    return folder, site


GERMAN = "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.".split()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Pages(BrowserTest):
    is_slow = True

    def visit(self, site, path="index.html", **options):
        context = self.browser.new_context(locale=options.pop("locale", "en-US"), **options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("dialog", lambda dialog: self.fail("a dialog opened"))
        page.goto((site / path).as_uri())
        return page

    def each(self, site, names, **options):
        """One page in a browser that goes to those files one after another, with the name of each."""
        page = self.visit(site, names[0], **options)
        for name in names:
            if name != names[0]:
                page.goto((site / name).as_uri())
            yield page, name
        page.context.close()

    def folder(self, *options, **kind):
        folder, site = published(*options, **kind)
        self.addCleanup(folder.cleanup)
        return site

    def kinds(self, site):
        """One page of each kind."""
        names = ["index.html", "overview.html", "browse-locations.html"] + [sorted(site.glob(f"{kind}-*.html"))[0].name for kind in ("location", "tag", "letter")]
        names += ["letter-other.html"] if (site / "letter-other.html").exists() else []
        return names + ["item/" + sorted(site.glob("item/*.html"))[0].name]

    def test_the_nu_checker_finds_no_error(self):
        files = []
        for options in [("--editable",), ("--profile", "public"), ("--locale", "zh-Hans"), ("--locale", "de"), ("--locale", "he")]:
            files += list(self.folder(*options).rglob("*.html"))
        files += list(self.folder("--editable", values=HOSTILE).rglob("*.html"))
        files += list(self.folder(values=[]).rglob("*.html"))
        self.assertGreater(len(files), 200)
        self.assertEqual(nu_errors(files), [])

    def test_axe_finds_no_violation_on_any_kind_of_page(self):
        for options in [("--editable",), ("--profile", "public"), ("--locale", "zh-Hant"), ("--locale", "he")]:
            site = self.folder(*options)
            for scheme in ["light", "dark"]:
                for page, name in self.each(site, self.kinds(site), color_scheme=scheme):
                    self.assertEqual(self.violations(page), [], name)

    def test_axe_finds_no_violation_on_a_list_of_more_than_one_page(self):
        site = self.folder("--editable", count=640)
        for name in ["index.html", "items-2.html"]:
            self.assertEqual(self.violations(self.visit(site, name)), [], name)

    def test_pages_of_chosen_fields_are_valid_and_sorted_by_price(self):
        folder, site = published("--columns", "name,photo,value,description", "--where", "value:any")
        self.addCleanup(folder.cleanup)
        found = published("--profile", "shop", "--where", "", "--columns", "name,photo,value", "--address", "https://home.example/")
        self.addCleanup(found[0].cleanup)
        self.assertEqual(nu_errors([*site.rglob("*.html"), *found[1].rglob("*.html")]), [])
        for scheme in ["light", "dark"]:
            names = ["index.html", "item/" + sorted(site.glob("item/*.html"))[0].name]
            for page, name in self.each(site, names, color_scheme=scheme):
                self.assertEqual(self.violations(page), [], name)
        # Scripts are not run from the disk.
        handler = functools.partial(QuietHandler, directory=site)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            page = self.browser.new_context(locale="en-US", viewport={"width": 390, "height": 844}).new_page()
            self.addCleanup(page.context.close)
            page.on("pageerror", lambda error: self.fail(error))
            page.goto(f"http://127.0.0.1:{server.server_port}/index.html?view=table&sort=-price")
            page.wait_for_selector("#rows.arranged")
            amounts = page.eval_on_selector_all("#rows data", "all => all.map(({ value }) => parseFloat(value))")
            self.assertEqual(amounts, sorted(amounts, reverse=True))
            self.assertGreater(len(amounts), 1)
            shown = page.eval_on_selector_all("#rows tr:first-child > *", "all => all.map((cell) => cell.checkVisibility())")
            self.assertEqual(shown, [True, False, False, False, True])
            page.fill("#query", page.text_content("#rows th a"))
            page.wait_for_selector("#found:not(:empty)")
            self.assertLess(page.locator("#rows tr").count(), len(amounts))
            self.keep(page, "page-sale")
            server.shutdown()

    def test_pages_of_all_locations_are_valid(self):
        site = self.folder("--editable", values=[f"<i>{'Shelf' * 20}</i> {number}" for number in range(520)])
        names = ["index.html", "overview.html", *(f"browse-{kind}{page}.html" for kind in ["locations", "tags"] for page in ["", "-p2"])]
        self.assertEqual(nu_errors([site / name for name in names]), [])
        for page, name in self.each(site, names, viewport={"width": 320, "height": 640}):
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320, name)
            low = page.eval_on_selector_all(".all a, .chips a, .tree a", "all => all.filter(a => a.checkVisibility())"
                                            ".map(a => a.getBoundingClientRect().height).filter(h => h < 43.5)")
            self.assertEqual(low, [], name)
            self.assertEqual(self.violations(page), [], name)
            self.keep(page, f"browse-{name}")

    def test_hebrew_pages_are_mirrored(self):
        site = self.folder("--locale", "he")
        left = "selector => document.querySelector(selector).getBoundingClientRect().left"
        for width in [320, 390, 1280]:
            for page, name in self.each(site, self.kinds(site), viewport={"width": width, "height": 800}, locale="he-IL"):
                self.assertEqual(page.get_attribute("html", "dir"), "rtl")
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, name)
                # The menu is at the left, the title at the right, and what it opens stays on the page.
                self.assertLess(page.evaluate(left, "#more"), width / 4)
                # From a disk it has nothing to show.
                page.evaluate("document.getElementById('more').open = true")
                self.assertGreaterEqual(page.evaluate(left, "#more .panel"), 0)
                self.keep(page, f"he-{width}-{name.split('/')[0].split('-')[0]}")
        page = self.visit(site, "index.html", viewport={"width": 1280, "height": 800}, locale="he-IL")
        page.check("#as-table")
        heads = page.eval_on_selector_all("#list thead th", "all => all.map(th => th.getBoundingClientRect().left)")
        self.assertEqual(heads, sorted(heads, reverse=True))
        starts = page.eval_on_selector_all("#rows th", "all => all.map(th => getComputedStyle(th).textAlign)")
        self.assertEqual(set(starts), {"right"})
        self.keep(page, "he-table")
        page.context.close()
        page = self.visit(site, "overview.html", viewport={"width": 1280, "height": 800}, locale="he-IL")
        label, amount = (page.evaluate(left, f".chart {part}") for part in [".label", ".amount"])
        self.assertGreater(label, amount)

    def test_no_value_becomes_markup_or_script(self):
        site = self.folder(values=HOSTILE)
        paths = [site / "index.html", *sorted(site.glob("item/*.html")), *sorted(site.glob("tag-*.html"))]
        for page, name in self.each(site, [str(path.relative_to(site)) for path in paths]):
            self.assertIsNone(page.evaluate("window.hacked ?? null"), name)
            self.assertEqual(page.locator("b, img").count(), 0, name)

    def test_nothing_scrolls_sideways_down_to_320_pixels_and_at_twice_the_size(self):
        site = self.folder("--editable")
        for width, height in [(320, 640), (390, 844), (844, 390), (768, 1024)]:
            for page, name in self.each(site, self.kinds(site), viewport={"width": width, "height": height}):
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, f"{name} at {width}")
                self.keep(page, f"page-{width}-{name.split('/')[0].split('.')[0]}")
        page = self.visit(site, viewport={"width": 640, "height": 450}, device_scale_factor=2)
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 640)

    def test_whatever_is_touched_is_44_pixels_high(self):
        site = self.folder()
        page = self.visit(site, viewport={"width": 390, "height": 844})
        small = page.eval_on_selector_all(
            "a, button, select, input, summary",
            "all => all.filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 43.5 && !e.closest('.skip'))"
            ".map(e => e.outerHTML).slice(0, 5)")
        self.assertEqual([html for html in small if "class=\"skip\"" not in html], [])

    def test_on_a_phone_quantities_alone_have_a_times_sign(self):
        for profile, place in [("private", 1), ("public", 0)]:
            page = self.visit(self.folder("--profile", profile), viewport={"width": 390, "height": 844})
            page.check("#as-table")
            marks = page.eval_on_selector_all(
                "#rows tr:first-child td", "cells => cells.map((cell) => getComputedStyle(cell, '::before').content)")
            self.assertEqual([index for index, mark in enumerate(marks) if mark != "none"], [place], marks)

    def test_on_paper_there_are_no_controls(self):
        page = self.visit(self.folder("--editable"))
        page.emulate_media(media="print")
        self.assertEqual(page.evaluate("getComputedStyle(document.body).color"), "rgb(0, 0, 0)")
        for selector in ["#search", "#filters", "#order", ".view", ".views", "#more"]:
            self.assertFalse(page.is_visible(selector), selector)
        self.keep(page, "page-print")

    def test_the_charts_text_is_readable_on_a_narrow_phone(self):
        page = self.visit(self.folder(), "overview.html", viewport={"width": 320, "height": 640})
        size = page.evaluate("""() => { const svg = document.querySelector('.chart svg');
            return parseFloat(getComputedStyle(svg.querySelector('text')).fontSize) * svg.clientWidth / 640; }""")
        self.assertGreaterEqual(size, 11)

    def test_a_list_of_500_items_stays_within_200_kilobytes(self):
        site = self.folder("--editable", count=552)
        self.assertGreaterEqual((site / "index.html").read_text().count("<tr id="), 495)
        self.assertLessEqual((site / "index.html").stat().st_size, 200 * 1024)


class OnPaper(Served):
    items = 90

    def test_on_paper_each_page_of_the_list_has_its_header_and_no_date_is_broken(self):
        page = self.page()
        page.wait_for_selector("#list thead button")
        with tempfile.TemporaryDirectory() as folder:
            pdf = pathlib.Path(folder, "list.pdf")
            page.pdf(path=pdf, prefer_css_page_size=True)
            text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True).stdout.decode()
        pages = [page.strip().splitlines() for page in text.split("\f")[:-1]]
        self.assertGreater(len(pages), 2)
        for number, lines in enumerate(pages, 1):
            dated = [line for line in lines if re.search(r"[A-Z][a-z]{2} \d{1,2}, \d{4}$", line.strip())]
            if dated:
                self.assertRegex("\n".join(lines), r"Name +.*Location +Recorded", f"page {number}")
            self.assertFalse([line for line in lines if re.search(r"[A-Z][a-z]{2} \d{1,2},$", line)], f"page {number}")
            text = [line for line in lines if line.strip() and not re.fullmatch(r"\s*\d+ / \d+\s*", line)]
            self.assertNotEqual(text[-1].strip(), "Items", f"page {number}")


class WithScript(Served):
    items = 8

    def test_search_finds_by_any_field_and_says_how_many(self):
        page = self.page()
        page.fill("#query", "SN5")
        page.wait_for_function("() => document.querySelectorAll('#rows tr').length === 1")
        self.assertEqual(self.names(page), ["Thing 5"])
        self.assertEqual(page.inner_text("#found"), "1 found · $5.50")
        page.fill("#query", "nothing has this")
        page.wait_for_function("() => document.querySelectorAll('#rows tr').length === 0")
        page.fill("#query", "")
        self.until(page, [f"Thing {n}" for n in range(8)])

    def test_a_column_sorts_up_down_and_back(self):
        page = self.page()
        head = page.locator("#list [data-s=value] button")
        order = [f"Thing {n}" for n in range(8)]
        head.click()
        # The rows are in this order already.
        page.wait_for_selector("#list [data-s=value][aria-sort=ascending]")
        self.until(page, order)
        head.click()
        self.until(page, order[::-1])
        head.click()
        self.until(page, order)

    def test_the_language_follows_the_browser_and_can_be_switched(self):
        page = self.page(locale="zh-TW")
        self.assertEqual(page.inner_text("#add"), "新增物品")
        self.assertEqual(page.get_attribute("html", "lang"), "zh-Hant")

        def labels():
            return set(page.eval_on_selector_all("[data-l]", "all => all.map(one => one.ariaLabel)"))

        self.assertEqual(labels(), {"檢視", "更多", "語言"})
        page.goto(self.base + "overview.html")
        page.wait_for_selector("#language", state="attached")
        self.assertEqual(labels(), {"檢視", "更多", "語言", "彙總", "瀏覽"})
        self.assertTrue(page.get_by_role("group", name="各位置價值").is_visible())
        page.goto(self.base)
        page.wait_for_selector("#language", state="attached")
        self.speak(page, "zh-Hans")
        page.wait_for_function("() => document.getElementById('add').textContent === '添加物品'")
        self.assertEqual(labels(), {"视图", "更多", "语言"})
        page.reload()
        page.wait_for_function("() => document.getElementById('add').textContent === '添加物品'")
        self.speak(page, "en")
        page.wait_for_function("() => document.getElementById('add').textContent === 'Add item'")
        self.assertEqual(labels(), {"Views", "More", "Language"})

    def test_names_that_begin_with_no_letter_are_called_alike_by_their_link_and_their_page_in_every_language(self):
        self.command("add", "椅子")
        self.eventually(lambda: self.assertTrue((self.site / "letter-other.html").exists()))
        page = self.page()
        for language, words in [("de", "Andere Namen"), ("zh-Hans", "其他名称"), ("zh-Hant", "其他名稱"),
                                ("en", "Other names")]:
            page.goto(self.base + "overview.html")
            page.wait_for_selector("#language", state="attached")
            self.speak(page, language)
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            link = page.get_by_role("link", name=re.compile(words + r"\s*, 1"))
            self.assertEqual(link.locator("[data-w]").inner_text(), words)
            link.click()
            page.wait_for_url("**/letter-other.html")
            page.wait_for_function(f"() => document.querySelector('h1').textContent.includes('{words}')")

    def test_the_charts_own_words_follow_the_language(self):
        for number in range(14):
            self.command("add", f"More {number}", "--value", 100 + number, "--location", f"Place {number}")
        self.command("add", "Loose", "--value", "500")
        page = self.page(locale="zh-CN")

        def shown():
            page.goto(self.base + "overview.html")
            page.wait_for_function("() => document.documentElement.lang === 'zh-Hans'")
            return page.eval_on_selector_all(".chart text[data-w]", "all => all.map(text => text.textContent)")

        # The items are published one after the other, the one without a location last.
        self.eventually(lambda: self.assertEqual(shown()[:1], ["未填写"]))
        labels = shown()
        # In Chinese the number stands between the two words.
        self.assertRegex(labels[1], r"^其他 \d+ 个位置$")
        # The sum of the others is not that of one location: it has no bar, and the largest location's bar is full.
        self.assertEqual(page.eval_on_selector_all(".chart g:last-child rect", "all => all.length"), 0)
        self.assertEqual(page.locator(".chart .bar").first.get_attribute("width"), "640.0")
        self.assertNotRegex(" ".join(labels), "[A-Za-z]")

    def test_amounts_and_dates_follow_the_language_on_every_kind_of_page(self):
        self.stop()
        self.command("settings", "--time-zone", "Asia/Shanghai")
        item = json.loads(self.command("list", "--json"))[3]["id"]
        # Half past midnight of the second of May in Shanghai.
        self.command("edit", item, "--date-created", "2014-05-01T16:30:00Z", "--value", "1234.50",
                     "--purchase-price", "70", "--purchase-date", "2014-04-30")
        self.command("publish", self.site, "--editable", "--time-zone", "Asia/Shanghai", *self.assets)
        self.serve()
        page = self.page(timezone_id="America/New_York")

        def row():
            return page.eval_on_selector_all(f"tr[id='{item}'] td", "cells => cells.map(cell => cell.textContent)")

        def shown(selector):
            return page.text_content(selector)

        for language, amount, day in [("zh-Hans", "US$1,234.50", "2014年5月2日"), ("zh-Hant", "US$1,234.50", "2014年5月2日"),
                                      ("de", "1.234,50\u00a0$", "2. Mai 2014"), ("en", "$1,234.50", "May 2, 2014")]:
            self.speak(page, language)
            self.assertEqual((row()[2], row()[4]), (amount, day))
            # Every total has the sign where the amount has it.
            sign = amount.strip("0123456789.,")
            self.assertIn(sign, shown("#totals data"))
            page.fill("#query", "thing 3")
            page.wait_for_function("() => document.querySelectorAll('#rows tr').length === 1")
            self.assertEqual((row()[2], row()[4]), (amount, day))
            page.fill("#query", "")
            page.wait_for_function("() => document.querySelectorAll('#rows tr').length === 8")
            self.assertEqual((row()[2], row()[4]), (amount, day))
        for language, sign in [("de", "\u00a0$"), ("en", "$"), ("zh-Hans", "US$")]:
            page.goto(self.base + "overview.html")
            page.wait_for_selector("#language", state="attached")
            self.speak(page, language)
            self.assertIn(sign, shown(".chart .amount"))
            self.assertIn(sign, shown("#totals data"))
        page.goto(self.base + f"item/{item}.html")
        page.wait_for_function("() => document.documentElement.lang === 'zh-Hans'")
        text = page.inner_text("main")
        for expected in ["US$1,234.50", "US$70.00", "2014年5月2日", "2014年4月30日"]:
            self.assertIn(expected, text)

    def test_a_page_published_in_german_reads_the_same_in_every_language(self):
        self.stop()
        item = json.loads(self.command("list", "--json"))[3]["id"]
        self.command("edit", item, "--quantity", "1234.5", "--value", "2", "--date-created", "2014-03-09T12:00:00Z")
        self.command("publish", self.site, "--editable", "--locale", "de", *self.assets)
        self.serve()
        page = self.page(locale="de-AT")

        def row():
            return page.eval_on_selector_all(f"tr[id='{item}'] td", "cells => cells.map(cell => cell.textContent)")

        self.assertEqual(page.inner_text("#add"), "Hinzufügen")
        self.assertEqual(page.eval_on_selector_all("#language option", "all => all.map(one => one.textContent)"),
                         ["Deutsch", "English", "español", "français", "עברית", "italiano", "Nederlands", "português", "简体中文", "繁體中文"])
        said = {"de": ["1.234,5", "2.469,00\u00a0$", "9. März 2014"], "en": ["1,234.5", "$2,469.00", "Mar 9, 2014"],
                "zh-Hans": ["1,234.5", "US$2,469.00", "2014年3月9日"]}
        self.assertEqual([row()[1], row()[2], row()[4]], said["de"])
        for language in ["en", "zh-Hans", "de", "en"]:
            self.speak(page, language)
            self.assertEqual([row()[1], row()[2], row()[4]], said[language])

    def test_a_page_published_for_any_region_reads_the_same_in_every_language(self):
        months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
        for number, month in enumerate(months, 1):
            self.command("add", month, "--quantity", "100000.5", "--date-created", f"2014-{number:02}-09T12:00:00Z")
        rows = "all => all.map(row => [...row.cells].map(cell => cell.textContent))"
        for locale, other in [("en-GB", "de"), ("en-IN", "de"), ("de-AT", "en"), ("de-CH", "en"), ("zh-HK", "en"),
                              ("nl", "en"), ("pt-PT", "en"), ("pt", "en"), ("fr-CA", "en"), ("es-AR", "de"), ("it-CH", "de")]:
            self.stop()
            self.command("publish", self.site, "--editable", "--locale", locale, *self.assets)
            self.serve()
            page = self.page(locale=locale)
            self.assertEqual(page.get_attribute("html", "lang"), locale)
            if locale == "en-IN": self.assertIn("1,00,000.5", page.inner_text("#rows"))
            self.speak(page, other)
            found = {row[0]: row for row in page.eval_on_selector_all("#rows tr", rows)}
            for number, month in enumerate(months, 1):
                cells = next(row for name, row in found.items() if month in name)
                self.assertIn("100,000.5" if other == "en" else "100.000,5", cells, locale)
                day = f"{month} 9, 2014" if other == "en" else f"9. {GERMAN[number - 1]} 2014"
                self.assertIn(day, cells, locale)

    def test_a_page_published_in_hebrew_reads_the_same_in_every_language(self):
        self.stop()
        ids = [each["id"] for each in json.loads(self.command("list", "--json"))]
        for month, item in enumerate(ids, 1):
            self.command("edit", item, "--value", "1234.5", "--date-created", f"2014-{month:02}-09T12:00:00Z")
        self.command("publish", self.site, "--editable", "--locale", "he", *self.assets)
        self.serve()
        page = self.page(locale="he-IL")
        self.assertEqual(page.get_attribute("html", "dir"), "rtl")
        self.speak(page, "en")
        self.assertEqual(page.get_attribute("html", "dir"), "ltr")
        names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
        days = page.eval_on_selector_all("#rows td:nth-child(6)", "cells => cells.map(cell => cell.textContent)")
        self.assertEqual(days, [f"{name} 9, 2014" for name in names[:len(ids)]])
        self.assertEqual(page.text_content("#rows td:nth-child(4)"), "$1,234.50")
        # Amounts are typed as the page shows them, marks of the direction included.
        self.speak(page, "he")
        shown = page.text_content("#rows td:nth-child(4)")
        page.click("#add")
        page.fill("dialog [name=name]", "מנורה")
        page.fill("dialog [name=value]", shown)
        page.click("dialog .primary")
        self.eventually(lambda: self.assertEqual(json.loads(self.command("list", "--json"))[0]["value"]["amount"], "1234.50"))

    def test_the_title_follows_the_language_unless_it_was_chosen(self):
        self.stop()
        self.command("settings", "--owner", "Ada Lovelace")
        self.command("publish", self.site, *self.assets)
        self.serve()
        page = self.page(locale="de-DE")
        self.assertEqual(page.inner_text("h1"), "Das Inventar von Ada Lovelace")
        page.click("#rows tr:nth-child(1) th a")
        page.wait_for_selector("#language", state="attached")
        self.assertEqual(page.inner_text(".site"), "Das Inventar von Ada Lovelace")
        self.stop()
        self.command("publish", self.site, "--title", "Our things", *self.assets)
        self.serve()
        page = self.page(locale="de-DE")
        self.assertEqual(page.inner_text("h1"), "Our things")

    def test_a_field_has_one_name_in_the_dialog_the_form_and_on_the_items_page(self):
        self.command("edit", self.item_id(), "--manufacturer", "Acme", "--model-number", "7", "--purchase-price", "9",
                     "--replacement-value", "12", "--depreciation", "5", "--parent", self.item_id(1))
        page = self.page()
        for language in ["en", "de", "zh-Hans", "zh-Hant"]:
            page.goto(self.base)
            self.speak(page, language)
            page.click("#add")
            page.wait_for_selector("dialog span")
            asked = page.locator("dialog span").all_inner_texts()
            page.goto(f"{self.base}edit/{self.item_id()}")
            form = page.locator("main label, main b").all_inner_texts()
            page.goto(f"{self.base}item/{self.item_id()}.html")
            self.eventually(lambda: self.assertIn("Acme", page.reload() and page.inner_text("main")))
            page.wait_for_selector("#language", state="attached")
            labels = page.locator(".sheet dt").all_inner_texts()
            self.assertEqual(len(labels), 10, labels)
            for label in labels:
                self.assertIn(label, form)
            self.assertEqual(len(set(asked) & set(labels)), 5, asked)

    def test_the_list_stays_where_it_is_while_one_searches_and_shows_how_it_is_sorted(self):
        page = self.page()
        top = lambda: page.evaluate("document.getElementById('list').getBoundingClientRect().top")
        before = top()
        page.fill("#query", "SN5")
        self.until(page, ["Thing 5"])
        self.assertEqual(top(), before)
        mark = "head => getComputedStyle(head, '::after').content"
        head = page.locator("#list [data-s=value] button")
        widths = "all => all.map((head) => head.offsetWidth)"
        wide = page.eval_on_selector_all("#list thead th", widths)
        for expected in ['"▲" / ""', '"▼" / ""', "none"]:
            head.click()
            self.eventually(lambda: self.assertEqual(head.evaluate(mark), expected))
            self.assertEqual(page.eval_on_selector_all("#list thead th", widths), wide)

    def test_nothing_scrolls_sideways_while_the_list_is_edited(self):
        self.command("edit", self.item_id(), "--name", "A calligraphy scroll", "--location", "Summer House / Guest room")
        page = self.page()
        for locale in ["en", "de", "zh-Hans"]:
            self.speak(page, locale)
            for width in [320, 390, 844, 932, 1056, 1057, 1280]:
                page.set_viewport_size({"width": width, "height": 800})
                for state in ["read", "edited", "open"]:
                    if state == "edited":
                        page.click("#edit-mode")
                    if state == "open":
                        page.click("#rows tr:nth-child(1) [data-act=edit]")
                        page.wait_for_selector("tr.open")
                    at = f"{state} in {locale} at {width}"
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, at)
                    narrow = page.eval_on_selector_all(
                        "tr.open input", "all => all.map((input) => input.offsetWidth).filter((width) => width < 72)")
                    self.assertEqual(narrow, [], at)
                if width <= 1056:
                    fields = "all => all.map((input) => [input.offsetWidth, getComputedStyle(input).textAlign])"
                    self.assertEqual(len({tuple(f) for f in page.eval_on_selector_all("tr.open input", fields)}), 1, at)
                    self.assertFalse(page.is_visible("#list thead th.needs-companion"), at)
                page.keyboard.press("Escape")
                page.click("#edit-mode")

    def test_axe_finds_no_violation_in_any_state(self):
        page = self.page()

        def check(state):
            self.assertEqual(self.violations(page), [], state)
            self.keep(page, f"state-{state}")

        check("reading")
        page.click("#edit-mode")
        check("editing")
        page.click("#rows tr:nth-child(2) [data-act=edit]")
        page.wait_for_selector("tr.open")
        check("inline")
        page.keyboard.press("Escape")
        page.wait_for_selector("tr.open", state="detached")
        page.click("#rows tr:nth-child(1) th a", button="right")
        check("menu")
        page.keyboard.press("Escape")
        page.click("#rows tr:nth-child(3) [data-act=delete]")
        self.settled(page)
        check("deleted")
        page.click("#add")
        check("adding")

    def test_no_script_runs_that_the_policy_does_not_name(self):
        page = self.page()
        page.evaluate("""() => { const script = document.createElement('script'); script.textContent = 'window.hacked = 1';
            document.body.append(script); }""")
        self.assertIsNone(page.evaluate("window.hacked ?? null"))


if __name__ == "__main__":
    unittest.main()
