"""The inventory report as its readers see it: on a screen, on a phone, on paper, by a screen reader."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from support import HOSTILE, BrowserTest, homepwner, nu_errors, report, sample_report

SHAPE = """() => [...document.querySelectorAll('*')].map(e =>
    e.localName + '[' + [...e.attributes].map(a => a.name).sort().join(' ') + ']')"""


class HostileValues(BrowserTest):
    def test_no_value_becomes_markup_or_script(self):
        for options in [(), ("--group-by", "category"), ("--locale", "zh-Hans")]:
            # Without a choice, columns are shown as far as the texts leave room.
            options = ("--columns", "name,serial-number,location,category,quantity,value", *options)
            harmless = self.open(report([f"plain {n}" for n in range(len(HOSTILE))], *options)).evaluate(SHAPE)
            hostile = self.open(report(HOSTILE, *options))
            shape = hostile.evaluate(SHAPE)
            # A comparison of lists so long takes minutes to be worded.
            self.assertTrue(shape == harmless, [pair for pair in zip(shape, harmless) if pair[0] != pair[1]][:3])
            self.assertIsNone(hostile.evaluate("window.hacked ?? null"))

    def test_the_visible_text_is_the_value(self):
        page = self.open(report(HOSTILE))
        names = page.eval_on_selector_all("tbody th.name", "cells => cells.map(c => c.textContent)")
        for value, name in zip(HOSTILE, names, strict=True):
            shown = "".join("\ufffd" if ord(c) < 32 and c not in "\t\n\r" or 0x7f <= ord(c) <= 0x9f
                            or ord(c) & 0xfffe == 0xfffe else c for c in value)
            shown = shown.replace("\r\n", "\n").replace("\r", "\n")
            # Characters that would reverse the text are shown by their code point.
            shown = re.sub("[\u202a-\u202e\u2066-\u2069]", lambda found: f"[U+{ord(found[0]):04X}]", shown)
            self.assertEqual(name, shown)

    def test_settings_and_title_are_text_too(self):
        bad = "</title><script>window.hacked=1</script>"
        page = self.open(report(["x"], "--title", bad, settings=("--owner", bad, "--address", bad)))
        self.assertEqual(page.title(), bad)
        self.assertEqual(page.inner_text("h1"), bad)
        self.assertIsNone(page.evaluate("window.hacked ?? null"))

    def test_the_nu_checker_finds_no_error(self):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for number, options in enumerate([(), ("--group-by", "location"), ("--group-by", "category"),
                                              ("--locale", "zh-Hant"), ("--where", "tag:nothing-has-this", "--allow-empty"),
                                              ("--title", "<b>", "--as-of", "2024-02-29"),
                                              ("--layout", "cards"), ("--layout", "cards", "--group-by", "location"),
                                              ("--layout", "record", "--group-by", "location")]):
                files.append(pathlib.Path(folder, f"{number}.html"))
                files[-1].write_bytes(report(HOSTILE, *options))
            files.append(pathlib.Path(folder, "sample.html"))
            files[-1].write_bytes(sample_report("--group-by", "location"))
            self.assertEqual(nu_errors(files), [])


class Reading(BrowserTest):
    def test_axe_finds_no_violation(self):
        for options in [(), ("--group-by", "location"), ("--locale", "zh-Hans")]:
            for scheme in ["light", "dark"]:
                page = self.open(sample_report(*options), color_scheme=scheme)
                self.assertEqual(self.violations(page), [])

    def test_a_phone_never_scrolls_sideways(self):
        for width in [320, 390, 740]:
            page = self.open(sample_report("--group-by", "location"), viewport={"width": width, "height": 700})
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            self.keep(page, f"report-{width}")
            self.assertIn("Serial number", page.evaluate(
                "getComputedStyle(document.querySelector('td[data-label^=Serial]'), '::before').content")
                if width < 736 else "Serial number")

    def test_cards_and_records_read_on_every_screen_and_on_paper(self):
        for layout in ["cards", "record"]:
            made = sample_report("--layout", layout, "--group-by", "location")
            for width in [320, 390, 1280]:
                for scheme in ["light", "dark"]:
                    page = self.open(made, viewport={"width": width, "height": 800}, color_scheme=scheme)
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                    self.keep(page, f"{layout}-{width}-{scheme}")
            self.assertEqual(self.violations(page), [])
            page.pdf(path=os.devnull, prefer_css_page_size=True)
        # The cards of a row are of one height.
        page = self.open(sample_report("--layout", "cards"), viewport={"width": 1280, "height": 800})
        rows = page.evaluate("""() => Object.values(Object.groupBy([...document.querySelectorAll('.cards > li')].map(
            card => card.getBoundingClientRect()), box => Math.round(box.top))).map(row => row.map(box => Math.round(box.height)))""")
        self.assertTrue(all(len(set(row)) == 1 for row in rows), rows)

    def test_a_claim_reads_on_a_phone_and_long_words_widen_nothing(self):
        word = "N" * 160
        with tempfile.TemporaryDirectory() as folder:
            store, path = f"{folder}/s.homepwner", f"{folder}/claim.html"
            homepwner("init", "--store", store, "--owner", "Ada Lovelace")
            homepwner("add", "Ring", "--store", store, "--value", "26119.35", "--manufacturer", word, "--notes",
                      f"https://example.org/{word}", "--location", word, "--replacement-value", "5")
            homepwner("report", "insurance", "--store", store, "-o", path)
            for width in [360, 1280]:
                page = self.open(pathlib.Path(path).read_bytes(), viewport={"width": width, "height": 800})
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                self.assertGreater(page.evaluate("document.querySelector('.claim dd').clientWidth"), 150)
                # A label in a row stays in its column.
                labels = page.evaluate("""() => [...document.querySelectorAll('td')].map(cell =>
                    getComputedStyle(cell, '::before').whiteSpace)""")
                if width == 360:
                    self.assertEqual(set(labels), {"normal"})

    def test_a_rich_claim_needs_no_scrolling_on_a_desktop(self):
        with tempfile.TemporaryDirectory() as folder:
            store, path = f"{folder}/s.homepwner", f"{folder}/claim.html"
            homepwner("sample", "--rich", "--count", "60", "--seed", "5", "--currencies", "USD,EUR,JPY", "--store", store)
            homepwner("report", "insurance", "--store", store, "-o", path, "--high-value", "500USD")
            page = self.open(pathlib.Path(path).read_bytes(), viewport={"width": 1280, "height": 900})
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 1280)
            self.assertEqual(page.evaluate("[...document.querySelectorAll('.box')].filter(box => box.scrollWidth > box.clientWidth).length"), 0)

    def test_it_reads_on_a_desktop(self):
        page = self.open(sample_report("--group-by", "location"), viewport={"width": 1280, "height": 900})
        self.keep(page, "report-desktop")
        self.keep(page, "report-desktop-full", full_page=True)
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 1280)
        self.assertGreater(page.locator("svg .bar").count(), 3)
        self.keep(self.open(sample_report(), color_scheme="dark", viewport={"width": 1280, "height": 900}), "report-dark")
        self.keep(self.open(sample_report("--locale", "zh-Hans"), viewport={"width": 1280, "height": 900}), "report-zh")

    def test_it_asks_nothing_of_the_network(self):
        page = self.browser.new_page()
        self.addCleanup(page.close)
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.set_content(sample_report().decode())
        self.assertEqual([url for url in asked if not url.startswith(("about:", "data:"))], [])


class Paper(BrowserTest):
    def pages(self, html):
        page = self.open(html)
        with tempfile.TemporaryDirectory() as folder:
            pdf = pathlib.Path(folder, "report.pdf")
            page.pdf(path=pdf, prefer_css_page_size=True)
            text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True).stdout.decode()
            if os.environ.get("SCREENSHOTS"):
                os.makedirs(os.environ["SCREENSHOTS"], exist_ok=True)
                subprocess.run(["pdftoppm", "-r", "60", "-png", pdf, os.environ["SCREENSHOTS"] + "/print"], check=True)
        return text.split("\f")[:-1]

    def test_every_page_has_its_header_and_number(self):
        pages = self.pages(sample_report())
        self.assertGreater(len(pages), 3)
        listed = [page for page in pages if page.count("USD") + page.count("$") > 6]
        for number, page in enumerate(pages, 1):
            self.assertRegex(page, rf"\b{number} ?/ ?{len(pages)}\b")
        # The last page may have the footer alone.
        for page in pages[2:-1]:
            self.assertIn("Line value", page)
        self.assertTrue(listed)

    def test_no_row_is_cut_in_two(self):
        page = self.open(sample_report())
        page.emulate_media(media="print")
        self.assertEqual(page.evaluate(
            "[...new Set([...document.querySelectorAll('tr')].map(r => getComputedStyle(r).breakInside))].join()"), "avoid")
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('thead')).display"), "table-header-group")
        self.assertEqual(page.evaluate("getComputedStyle(document.body).color"), "rgb(0, 0, 0)")
        self.assertEqual(page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")


if __name__ == "__main__":
    unittest.main()
