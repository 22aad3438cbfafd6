"""A claim on paper: totals that add up from what is printed, its length, whole receipts, missing files, and direction."""
import decimal
import html
import json
import os
import pty
import re
import sqlite3
import subprocess
import time
import unittest

import claim_samples
import printed_totals
import workbook
from support import Case, PROGRAM
from test_pdf import output

try:
    from PIL import Image
except ImportError:
    Image = None


def thing(number):
    """An item of a household; what it states goes round with the number."""
    item = {
        "name": f"Thing {number}", "quantity": str(1 + number % 4), "value": {"amount": f"{number * 7}.35", "currency": "EUR"},
        "location": ["Kitchen", "Attic", "Cellar"][number % 3], "category": ["Tools", "Books"][number % 2],
        "purchase": {"date": f"20{10 + number % 12}-03-05", "price": {"amount": f"{number * 8}.10", "currency": "EUR"}},
    }
    if number % 3:
        item["replacementValue"] = {"amount": f"{number * 9}.99", "currency": "EUR"}
    if number % 3 == 1:
        item["depreciation"] = "5"
    if number % 7 == 0:
        del item["value"], item["purchase"]["price"]
    return item


class Paper(Case):
    def bring(self, items):
        self.done("init", "--currency", "EUR")
        self.bring_more(items)

    def bring_more(self, items):
        self.write("in.json", json.dumps(items))
        self.done("import", "in.json")

    def text(self, name="r.pdf", *options):
        return output("pdftotext", "-layout", *options, self.folder / name, "-").decode()

    def pages(self, name="r.pdf"):
        return int(re.search(r"Pages: +(\d+)", output("pdfinfo", self.folder / name).decode()).group(1))

    def adds_up(self, count, title, language=printed_totals.ENGLISH):
        """Checks the lines and every sum of a claim: in the schedule, the summary and on the cover; returns the schedule's."""
        text = self.text()
        rows, sums = printed_totals.schedule(text, language)
        self.assertEqual([row["line"] for row in rows], list(range(1, count + 1)))
        for row in rows:
            if row["value"] is not None:
                # Half a cent of a part of a unit is rounded.
                self.assertAlmostEqual(row["lineValue"], row["value"] * row["units"], delta=decimal.Decimal("0.005"))
            if row["left"] is not None:
                self.assertEqual(row["left"], row["cost"] - row["lost"], row)
        self.assertEqual(sums[-1][0], language.total)
        printed = printed_totals.summary(text, title, language)
        for name, computed, stated in sums:
            self.assertEqual(computed, stated, name)
            self.assertEqual(computed, printed[name], name)
        cover = language.cells(self.text("r.pdf", "-l", "1"))
        for column in printed_totals.TOTALLED:
            self.assertIn(sums[-1][1][column], cover)
        return sums

    def test_every_total_follows_from_the_printed_lines(self):
        self.bring([thing(number) for number in range(1, 61)])
        for grouping, title in [("location", "By room"), ("category", "By category")]:
            self.done("report", "insurance", "-o", "r.pdf", "--as-of", "2026-11-01", "--group-by", grouping)
            sums = self.adds_up(60, title)
            self.assertEqual(len(sums), 4 if grouping == "location" else 3)

    def test_every_printed_total_in_three_currencies_follows_from_the_lines(self):
        for count, *options in [(30,), (48,), (275, "--group-by", "location"), (1000, "--detail", "none")]:
            self.done("sample", "--rich", "--count", str(count), "--seed", "4", "--currencies", "USD,EUR,JPY", "--store", f"s{count}")
            for locale, language in [("en", printed_totals.ENGLISH), ("de", printed_totals.GERMAN)]:
                self.done("report", "insurance", "-o", "r.pdf", "--store", f"s{count}", "--locale", locale, *options)
                lines = printed_totals.placed(self.folder / "r.pdf")
                tables = printed_totals.recomputed(lines, language)
                # Each room of several items has a subtotal.
                self.assertGreater(len(tables), 20 if count == 275 else 2)
                for title, computed, printed in tables:
                    self.assertEqual(computed, printed, (count, title))
                self.assertEqual({currency for _, currency in printed}, {"", "$", "€", "¥"})
                cover = lines[:lines.index(next(line for line in lines if " ".join(word for _, word in line) == language.rooms))]
                on_cover = {cell[1:] for line in cover for cell in printed_totals.amounts(line, language)}
                for (_, currency), number in printed.items():
                    if currency:
                        self.assertIn((currency, number), on_cover)
        # A cent more in a line is a difference.
        line = next(line for line in reversed(lines) if len(printed_totals.amounts(line, language)) > 3
                    and not line[0][1].startswith(language.total) and line[0][1].isdigit())
        right, word = next(cell for cell in line if printed_totals.AMOUNT.fullmatch(cell[1]))
        line[line.index((right, word))] = (right, "1" + word)
        *_, (_, computed, printed) = printed_totals.recomputed(lines, language)
        self.assertNotEqual(computed, printed)

    def amounts_by_label(self, rows):
        """The sums of the amounts in rows of a page, by heading and currency."""
        sums = {}
        for row in rows:
            for label, cell in re.findall(r'<td class="[^"]*" data-label="([^"]*)">(.*?)</td>', row, re.S):
                for value, text in re.findall(r'<data value="([^"]*)">(.*?)</data>', cell):
                    key = label, text[0]
                    sums[key] = sums.get(key, 0) + decimal.Decimal(value)
        return sums

    def test_grouped_lines_have_the_sums_of_their_items_and_leave_every_total_as_it_is(self):
        self.done("sample", "--rich", "--count", "90", "--seed", "4", "--currencies", "USD,EUR,JPY", "--store", "s")
        categories = sorted({item["category"] for item in self.items("--store", "s") if item.get("category")})[:2]
        lines = "--group-lines=category:" + ",".join(f'"{name}"' for name in categories)
        for report, name, *options in [("insurance", "claim"), ("insurance", "claim", "--group-by", "location"), ("inventory", "list"),
                                       ("insurance", "claim", "--sum", "none", "--columns", "age,line-value,replacement-cost")]:
            call = ["report", report, "--store", "s", "--as-of", "2026-11-01", "--detail=none"][:6 if report == "inventory" else 7]
            totals, pages = [], []
            for grouped in [[], [lines]]:
                for form in ["html", "pdf", "xlsx"]:
                    self.done(*call, *options, *grouped, "-o", f"r.{form}")
                page = (self.folder / "r.html").read_text()
                pages.append(page[page.index('id="schedule"'):])
                total = re.findall(r'<tr class="total">.*?</tr>', pages[-1], re.S)[-1]
                totals.append((self.amounts_by_label([total]), re.findall(r"Total · Items.*", self.text())[-1].split()))
            self.assertEqual(totals[0], totals[1], options)
            plain, (main, annex) = pages[0], pages[1].split('id="grouped"')
            printed = re.findall(r'<tr (?:id="|class="grouped").*?</tr>', main, re.S)
            alone = [row for row in printed if "grouped" not in row[:20]]
            members = re.findall(r'<tr id=".*?</tr>', annex, re.S)
            self.assertEqual(sorted(alone + members), sorted(re.findall(r'<tr id=".*?</tr>', plain, re.S)))
            self.assertTrue(alone and members)
            rows = [self.amounts_by_label([row]) for row in printed if "grouped" in row[:20]]
            if "none" not in options:
                self.assertEqual(self.amounts_by_label(printed), {**self.amounts_by_label(printed), **totals[0][0]})
            groups = [re.findall(r'<tr id=".*?</tr>', group, re.S) for group in annex.split('<tr class="group ')[1:]]
            self.assertEqual([self.amounts_by_label(group) for group in groups if group],
                             [{**self.amounts_by_label(group), **row} for group, row in zip(groups, rows)])
            self.assertEqual(sum(map(len, groups)), len(members))
            # The first sheet has these lines, a row for each currency; the sums on the last are formulas over all items.
            sheets = workbook.sheets(self.folder / "r.xlsx")
            first, everything = list(sheets.values())[:2]
            self.assertEqual(len(everything), 1 + len(alone + members))
            heads = {cell.value: letter for letter, cell in first[0].items()}
            worth = heads["Line value"]

            def added(sheet):
                return round(sum(row[worth].value for row in sheet[1:] if worth in row), 2)
            self.assertEqual(added(first), added(everything))
            self.assertIn("G1", [row["A"].value for row in first[1:] if "A" in row])
            self.assertFalse([cell for row in first for cell in row.values() if cell.formula])
        self.done("report", "insurance", "--store", "s", lines, "-o", "r.xml")
        self.done("validate", "r.xml")
        document = (self.folder / "r.xml").read_text()
        stated = re.search(r'<groupedLine number="1".*?>(\d+)', document, re.S)
        self.write("wrong.xml", document[:stated.start(1)] + "7" + document[stated.start(1):])
        self.refused("validate", "wrong.xml", says="groupedLine 1")

    def test_what_cannot_be_grouped_lines_is_refused_and_what_is_in_none_is_said(self):
        self.bring([thing(number) for number in range(1, 9)])
        for wrong in ["value:>5", "category", "-category:Tools", "category:Tools location:Attic", "archived:any"]:
            self.refused("report", "insurance", f"--group-lines={wrong}", "-o", "r.html", status=2, says="--group-lines")
        for other in ["--volumes", "--part-size=1MB"]:
            self.refused("report", "insurance", "--group-lines=category:Tools", other, "-o", "r", status=2, says="--group-lines")
        self.refused("report", "--group-lines=category:Tools", "--layout=cards", "-o", "r.html", status=2, says="--group-lines")
        outcome = self.done("report", "insurance", "--group-lines=category:Tools,Toolz", "-o", "r.html")
        self.assertIn("Toolz", outcome.errors)
        self.done("report", "save", "small", "insurance", "--group-lines=category:Tools")
        self.done("report", "small", "--redact", "category", "-o", "r.html")
        page = (self.folder / "r.html").read_text()
        self.assertIn('<tr class="grouped">', page)
        self.assertNotIn("Tools", page)

    def test_columns_of_amounts_can_be_chosen_in_pdf_and_html(self):
        self.bring([thing(number) for number in range(1, 5)])
        for names, heads in [("line-value", ["Line value"]), ("depreciation,actual-cash-value", ["Actual cash value"]),
                             ("category,line-purchase-price", ["Category", "Line purchase price"])]:
            for form in ["html", "pdf"]:
                self.done("report", "insurance", "-o", f"r.{form}", "--columns", names)
            page = (self.folder / "r.html").read_text()
            table = page[page.index('id="schedule"'):page.index("</section>", page.index('id="schedule"'))]
            head = table[:table.index("</thead>")]
            for word in heads:
                self.assertIn(f">{word}<", head)
            self.assertNotIn("Value each", head)
        self.done("report", "insurance", "-o", "r.html")
        page = (self.folder / "r.html").read_text()
        table = page[page.index('id="schedule"'):page.index("</section>", page.index('id="schedule"'))]
        for word in ["Quantity", "Value each", "Line value", "Line replacement cost", "Actual cash value"]:
            self.assertIn(f">{word}<", table[:table.index("</thead>")])
        # Each row has as many cells as the headings.
        columns = table[:table.index("</thead>")].count("<th ")
        for row in re.findall(r'<tr id="line-.*?</tr>', table):
            self.assertEqual(len(re.findall(r"<t[hd][ >]", row)), columns)
        (total,) = re.findall(r'<tr class="total">.*?</tr>', table)
        lead = int(re.search(r'colspan="(\d+)"', total).group(1))
        self.assertEqual(lead + len(re.findall(r"<td[ >]", total)), columns)

    def test_a_column_that_no_item_fills_is_left_out(self):
        self.bring([{"name": "Chair", "value": {"amount": "5", "currency": "EUR"}}])
        self.done("report", "insurance", "-o", "r.pdf")
        text = self.text()
        schedule = text[re.search(r"^\s*Schedule\s*$", text, re.M).end():]
        self.assertNotIn("Serial number", schedule[:schedule.index("Evidence index")])
        self.assertNotIn("Item by item", text)
        # For a description the schedule has no room.
        self.done("add", "Vase", "--description", "Blue glass, chipped")
        self.done("report", "insurance", "-o", "r.pdf")
        entries = self.text()[self.text().rindex("Item by item"):]
        self.assertIn("Blue glass, chipped", entries)
        self.assertNotIn("Chair", entries)

    def test_no_word_of_the_schedule_is_broken_and_letters_can_be_read(self):
        self.done("sample", "--rich", "--count", "60", "--seed", "5", "--currencies", "USD,EUR,JPY")
        self.done("report", "insurance", "-o", "r.pdf")
        text = self.text()
        pages = text.split("\f")
        first = next(n for n, page in enumerate(pages, 1) if re.search(r"^\s*Schedule\s*$", page, re.M))
        last = next(n for n, page in enumerate(pages, 1) if "Total · Items:" in page)
        boxes = output("pdftotext", "-bbox", "-f", str(first), "-l", str(last), self.folder / "r.pdf", "-").decode()
        words = re.findall(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)<', boxes)
        printed = {html.unescape(word) for _, _, word in words}
        for item in self.items():
            if not item.get("archived"):
                for field in ["location", "manufacturer", "modelNumber", "serialNumber"]:
                    for word in re.findall(r"[!-~À-ÿ]+", item.get(field, "")):
                        self.assertIn(word, printed, item)
        # The foot of a page is of 8 points; serial numbers are a little smaller than the rest.
        heights = {word: float(bottom) - float(top) for top, bottom, word in words}
        serials = [item["serialNumber"] for item in self.items() if "serialNumber" in item and not item.get("archived")]
        self.assertGreaterEqual(min(heights[word] for word in serials), heights["inventory"] * 7 / 8 - 0.01)
        self.assertGreaterEqual(heights["Hallway"], heights["inventory"] - 0.01)

    def photos(self, count):
        for number, item in enumerate(self.items()[:count]):
            Image.new("RGB", (900, 600), (200, 4 * number, 60)).save(self.folder / f"view{number}.jpg")
            self.done("photo", "add", item["id"], f"view{number}.jpg")

    @unittest.skipUnless(Image, "pictures are made with Pillow")
    def test_a_claim_is_as_long_as_what_it_says(self):
        books = [{"name": f"Book {n}: a history of things", "value": {"amount": f"{n}.90", "currency": "EUR"},
                  "location": "Living room / Shelf", "category": "Books"} for n in range(1, 41)]
        rich = [{**thing(n), "manufacturer": "Maker", "modelNumber": f"M-{n}", "serialNumber": f"SN-{n}", "condition": "good"}
                for n in range(1, 9)]
        self.bring(rich + books)
        self.photos(8)
        self.done("report", "insurance", "-o", "r.pdf")
        self.assertLessEqual(self.pages(), 10)
        self.assertNotRegex(self.text(), "What is missing|Not recorded")
        # Checksums come after everything else.
        self.assertGreater(self.text().rindex("Evidence index"), self.text().rindex("Item by item"))
        self.done("report", "insurance", "-o", "r.pdf", "--for-owner")
        text = self.text()
        self.assertIn("Number of items without an entry: 40.", re.sub(r"\s+", " ", text))
        self.assertRegex(text, r"40 +9–48 +replacement cost, purchase price")
        self.assertIn("Not recorded: place of purchase, receipt number", re.sub(r"\s+", " ", text))
        entries = text[text.rindex("Item by item"):]
        self.assertNotIn("not stated", entries)
        self.assertNotIn("Book 7", entries)
        self.done("report", "insurance", "-o", "all.pdf", "--detail", "full")
        self.assertIn("Book 7", self.text("all.pdf").split("Item by item")[-1])
        self.done("report", "insurance", "-o", "none.pdf", "--detail", "none")
        self.assertNotIn("Item by item", self.text("none.pdf"))
        self.assertLess(self.pages("none.pdf"), self.pages())
        for detail, count in [("full", 48), ("evidence", 8), ("none", 0)]:
            self.done("report", "insurance", "-o", "r.html", "--detail", detail)
            page = (self.folder / "r.html").read_text()
            self.assertEqual(page.count('<article class="item"'), count)
            for target in re.findall(r'href="#([^"]+)"', page):
                self.assertIn(f'id="{target}"', page)
        self.refused("report", "insurance", "--detail", "some", status=2, says="--detail")
        self.refused("report", "--detail", "full", status=2, says="report insurance")

    def test_households_of_several_sizes_and_languages(self):
        for count, language, longest in [(48, "en", 8), (275, "de", 22), (48, "ar", 8), (1000, "en", 50)]:
            with self.subTest(count=count, language=language):
                store = f"{count}{language}"
                self.write("in.json", json.dumps(claim_samples.household(count, language)))
                self.done("import", "in.json", "--currency", "EUR", "--store", store)
                locale = "de" if language == "de" else "en"
                self.done("report", "insurance", "-o", "r.pdf", "--store", store, "--locale", locale)
                self.assertLessEqual(self.pages(), longest)
                text = self.text()
                if language == "de":
                    # Words of the schedule are not broken.
                    for word in ["Kleiderschrank", "Wohnzimmer", "MediaMarkt"]:
                        self.assertIn(word, text)
                words = printed_totals.GERMAN if language == "de" else printed_totals.ENGLISH
                rows, sums = printed_totals.schedule(text, words)
                _, computed, stated = sums[-1]
                if language == "ar":
                    # pdftotext turns the number of a line round with the name beside it.
                    self.done("report", "insurance", "-o", "r.json", "--store", store)
                    claim = json.loads((self.folder / "r.json").read_text())["summary"]["claim"]
                    names = {"cost": "replacementCost", "lost": "depreciation", "left": "actualCashValue", "paid": "purchasePrice"}
                    for column, name in names.items():
                        self.assertEqual([str(stated[column])], [sum["amount"] for sum in claim[name]])
                    continue
                self.assertEqual([row["line"] for row in rows], list(range(1, count + 1)))
                self.assertEqual(computed, stated)

    @unittest.skipUnless(Image, "pictures are made with Pillow")
    def test_words_of_a_crowded_schedule_are_not_broken_and_texts_stand_beside_the_photo(self):
        full = {**thing(1), "manufacturer": "Fjällräven", "modelNumber": "GL-9229", "serialNumber": "SN563617937", "condition": "good",
                "location": "Summer House / Gästezimmer"}
        full["purchase"]["place"] = "MediaMarkt"
        self.bring([full, {"name": "Lamp", "notes": "Kept in its box."}] + [thing(number) for number in range(3, 17)])
        self.photos(2)
        for number in range(2):
            Image.new("RGB", (90, 60), (10, 20, 200 * number)).save(self.folder / f"more{number}.jpg")
            self.done("photo", "add", self.items()[11]["id"], f"more{number}.jpg")
        Image.new("RGB", (300, 400), "white").save(self.folder / "bill.pdf")
        self.done("document", "add", self.items()[0]["id"], "bill.pdf", "--kind", "receipt")
        self.done("report", "insurance", "-o", "r.pdf")
        text = self.text()
        schedule = text[re.search(r"^\s*Schedule\s*$", text, re.M).end():text.rindex("Item by item")]
        for word in ["Fjällräven", "SN563617937", "Gästezimmer", "MediaMarkt", "12-P1–P2"]:
            self.assertIn(word, schedule)
        boxes = output("pdftotext", "-bbox", self.folder / "r.pdf", "-").decode()
        entries = boxes[:boxes.rindex(">Evidence<")]
        entry = entries[entries.rindex(">Lamp<"):]
        place = {word: [float(number) for number in re.search(rf'xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>{word}<', entry).groups()]
                 for word in ["Kept", "2-P1"]}
        self.assertLess(place["Kept"][0], place["2-P1"][0] - 100)
        self.assertLess(place["Kept"][1], place["2-P1"][1] + 40)

    def test_what_is_recorded_is_printed_in_the_readers_language(self):
        rate = {"name": "Coat", "quantity": "6", "value": {"amount": "60.92", "currency": "EUR"}, "depreciation": "12.5",
                "location": "Attic", "purchase": {"date": "2020-03-05", "receiptNumber": "R-93958"}}
        self.bring([rate] + [{"name": f"Book {n}", "location": "Attic"} for n in range(1, 1200)])
        self.done("settings", "--claim-number", "C-7", "--owner", "Ada")
        self.done("report", "insurance", "-o", "r.pdf", "--locale", "de", "--group-by", "location", "--high-value", "50EUR",
                  "--for-owner")
        text = self.text()
        self.assertIn("nur 1 von 1.200", text)
        self.assertEqual(text.count("R-93958"), 2)
        self.assertIn("Gegenstände ohne eigenen Eintrag", " ".join(text.split("\f")[0].split()))
        entry = text[text.rindex("Die Gegenstände im Einzelnen"):]
        self.assertIn("12,5 %", entry)
        self.assertIn("365,52", entry)
        self.assertNotIn("Wertminderung", re.sub(r"\s+", " ", entry).split("Nicht erfasst")[1])
        for page in text.split("\f")[:-1]:
            self.assertRegex(page, r"Schadennummer C-7 · Ada +\d+ / \d+\s*$")
        # The heading of the group names the room.
        schedule = text[re.search(r"^\s*Aufstellung\s*$", text, re.M).end():]
        self.assertNotRegex(schedule[:schedule.index("Book 2")], r"\bRaum\b")

    def test_a_thousand_sparse_items_are_no_book(self):
        self.bring([{"name": f"Thing {n} of the household", "value": {"amount": f"{n}.35", "currency": "EUR"},
                     "location": ["Kitchen", "Attic"][n % 2]} for n in range(1000)])
        self.done("report", "insurance", "-o", "r.pdf")
        self.assertLessEqual(self.pages(), 45)

    @unittest.skipUnless(Image, "pictures are made with Pillow")
    def test_a_receipt_of_several_pages_is_attached_whole(self):
        self.bring([thing(1)])
        item = self.items()[0]["id"]
        page = Image.new("RGB", (300, 400), "white")
        page.save(self.folder / "invoice.pdf", save_all=True, append_images=[page, page])
        self.done("document", "add", item, "invoice.pdf", "--kind", "receipt")
        original = (self.folder / "invoice.pdf").read_bytes()
        self.done("report", "insurance", "-o", "r.pdf")
        inside = self.folder / "inside"
        inside.mkdir()
        output("pdfdetach", "-saveall", "-o", inside, self.folder / "r.pdf")
        self.assertEqual((inside / "1-D1.pdf").read_bytes(), original)
        self.assertIn(b"/AFRelationship /Supplement", output("qpdf", "--qdf", "--object-streams=disable", self.folder / "r.pdf", "-"))
        self.assertIn("first of 3 pages; the whole document is attached to this file as 1-D1.pdf", re.sub(r"\s+", " ", self.text()))
        self.assertIn(b"No syntax or stream encoding errors", output("qpdf", "--check", self.folder / "r.pdf"))
        self.done("report", "insurance", "-o", "r.html")
        self.assertIn('download="1-D1.pdf"', (self.folder / "r.html").read_text())
        # What is redacted may be written in a document.
        self.done("report", "insurance", "-o", "h.pdf", "--redact", "owner")
        self.assertNotIn("1-D1.pdf", output("pdfdetach", "-list", self.folder / "h.pdf").decode())
        # A bundle has the document beside the report.
        self.done("report", "insurance", "--format", "bundle", "-o", "b")
        self.assertIn("documents/1-D1.pdf", re.sub(r"\s+", " ", self.text("b/insurance.pdf")))

    @unittest.skipUnless(Image, "pictures are made with Pillow")
    def test_a_missing_photo_is_named_with_the_remedy_and_may_be_left_out(self):
        self.bring([thing(1), thing(2)])
        self.photos(2)
        digest = self.done("photo", "list", self.items()[1]["id"], "--json").json[0]["hash"]
        (self.folder / f"inventory.homepwner/photos/{digest}").unlink()
        for form in ["pdf", "html", "zip"]:
            self.refused("report", "insurance", "-o", f"r.{form}", says=["2-P1", "view1.jpg", "--allow-missing", "backup"])
            self.done("report", "insurance", "-o", f"a.{form}", "--allow-missing")
        self.assertIn("2-P1", self.text("a.pdf", "-l", "1"))
        page = (self.folder / "a.html").read_text()
        self.assertIn("2-P1", page[:page.index("<main>")])
        self.assertEqual(page.count('src="data:'), 1)

    def test_texts_read_in_the_direction_of_their_letters(self):
        self.bring([{"name": "ساعة Omega 3570.50", "notes": "تعمل بشكل جيد.", "location": "غرفة"}, {"name": "Chair", "notes": "A chair."}])
        self.done("report", "insurance", "-o", "r.pdf", "--detail", "full")
        # The full stop of an Arabic sentence is at its left end.
        boxes = output("pdftotext", "-bbox", self.folder / "r.pdf", "-").decode()
        # Letters come in the order of the page.
        left = [(float(x), word) for x, word in re.findall(r'<word xMin="([\d.]+)"[^>]*>([^<]*)<', boxes)]
        stop = [x for x, word in left if "جيد"[::-1] in word][-1]
        start = [x for x, word in left if "تعمل"[::-1] in word][-1]
        self.assertLess(stop, start)
        self.assertTrue([word for _, word in left if word == "." + "جيد"[::-1]])
        name = [x for x, word in left if "ساعة"[::-1] in word][-1]
        self.assertGreater(name, [x for x, word in left if word == "Omega"][-1])
        for report in ["insurance", "inventory"]:
            self.done("report", report, "-o", "r.html", *(["--detail", "full"] if report == "insurance" else []))
            self.assertIn("<bdi>ساعة Omega 3570.50</bdi>", (self.folder / "r.html").read_text())
        self.done("publish", "site")
        style = (self.folder / "site/assets/style.css").read_text()
        self.assertIn("unicode-bidi: plaintext", style)

    def test_a_command_that_waits_says_for_whom(self):
        self.done("init")
        (file,) = [path for path in (self.folder / "inventory.homepwner").iterdir() if path.suffix in [".sqlite", ".db"]]
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        started = subprocess.Popen([PROGRAM, "add", "Lamp"], cwd=self.folder, env=self.environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(1.5)
        other.execute("ROLLBACK")
        other.close()
        _, errors = started.communicate(timeout=60)
        self.assertEqual(started.returncode, 0)
        self.assertRegex(errors.decode(), rf"waiting for process {os.getpid()} \(\S+\), which is changing")
        self.assertNotIn("waiting", self.done("add", "Chair").errors)

    def test_long_work_shows_on_a_terminal_that_it_goes_on(self):
        # Nothing is shown of work that takes less than a second or two, so there is more of it on a faster machine.
        self.done("init", "--currency", "EUR")
        for first, last in [(1, 400), (400, 1600), (1600, 6400)]:
            self.bring_more([thing(number) for number in range(first, last)])
            shown = self.shown_on_a_terminal("report", "insurance", "-o", "r.pdf", "--detail", "full")
            if "\rwriting: " in shown:
                break
        self.assertRegex(shown, r"\rwriting: \d+ s\x1b\[K")
        self.assertTrue(shown.rstrip().endswith("\x1b[K"), shown)

    def shown_on_a_terminal(self, *words):
        """Runs the program with a terminal as its standard error, and returns what it writes there."""
        main, side = pty.openpty()
        process = subprocess.Popen([PROGRAM, *words], cwd=self.folder, env=self.environment(),
                                   stdout=subprocess.DEVNULL, stderr=side)
        os.close(side)
        shown = b""
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(main)
        self.assertEqual(process.wait(timeout=200), 0)
        return shown.decode()

    def test_the_first_sheet_has_values_only(self):
        self.bring([thing(number) for number in range(1, 9)])
        for report, first in [("insurance", "Schedule"), ("inventory", "Items")]:
            self.done("report", report, "-o", "r.xlsx")
            sheets = workbook.sheets(self.folder / "r.xlsx")
            self.assertEqual(next(iter(sheets)), first)
            self.assertEqual(len(sheets[first]), 9)
            self.assertFalse([cell for row in sheets[first] for cell in row.values() if cell.formula])
            self.assertTrue([cell for row in sheets["Summary"] for cell in row.values() if cell.formula])


if __name__ == "__main__":
    unittest.main()
