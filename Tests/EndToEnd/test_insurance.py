"""The report insurance: the same figures in every format, photos and receipts, redaction."""
import csv
import decimal
import html
import io
import json
import re
import shutil
import sys
import unittest
import xml.etree.ElementTree as ElementTree
import zipfile

import workbook
from support import Case, SHARED, XML, shared
from test_pdf import output

try:
    from PIL import Image
except ImportError:
    Image = None


class Insurance(Case):
    def check_recalculated(self, rows):
        """LibreOffice finds the results that the formulas of r.xlsx state."""
        workbook.without_results(self.folder / "r.xlsx", self.folder / "bare.xlsx")
        again = workbook.sheets(workbook.recalculated(self.folder / "bare.xlsx", self.folder))["Depreciation"]
        for before, after in zip(rows, again):
            for letter, cell in before.items():
                if cell.formula:
                    self.assertAlmostEqual(cell.value, after[letter].value, places=6, msg=f"{letter} {cell}")

    @unittest.skipUnless(shared("homebox-120.csv"), f"no shared fixtures in {SHARED}")
    def test_the_fixtures_totals_agree_in_every_format(self):
        expected = json.loads(shared("homebox-120.expected.json").read_text())
        for form in ["html", "pdf", "xml", "csv", "json"]:
            self.done("report", "insurance", "--input", shared("homebox-120.csv"), "-o", f"r.{form}",
                      "--as-of", "2026-11-01")
        total = f"{decimal.Decimal(expected['active_total']):,}"
        page = (self.folder / "r.html").read_text()
        text = output("pdftotext", "-layout", self.folder / "r.pdf", "-").decode()
        for amount in [total, *(f"{decimal.Decimal(a):,}" for a in expected["total_by_location"].values())]:
            self.assertIn(amount, page)
            self.assertIn(amount, text)
        self.assertIn(expected["active_units"], text)
        raw = " ".join(output("pdftotext", "-raw", self.folder / "r.pdf", "-").decode().split())
        for name in expected["names"]:
            self.assertIn(" ".join(name.split()), raw)
        summary = ElementTree.parse(self.folder / "r.xml").getroot().find(f"{XML}summary")
        self.assertEqual([t.text for t in summary.findall(f"{XML}total")], [expected["active_total"]])
        document = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(document["summary"]["totals"], [{"amount": expected["active_total"], "currency": "USD"}])
        self.done("validate", "r.xml")

    def claim(self):
        self.done("init", "--owner", "Ada Lovelace", "--policy-number", "HO-1", "--claim-number", "C-7",
                  "--date-of-loss", "2026-10-30")
        self.camera = self.done(
            "add", "Camera", "--value", "450", "--replacement-value", "600", "--depreciation", "10",
            "--purchase-date", "2024-11-01", "--location", "Home / Office", "--serial-number", "SN-1").output.strip()
        self.tea = self.done("add", "茶具", "--value", "30000 JPY", "--quantity", "2").output.strip()

    def test_the_claim_is_on_the_cover_and_loss_by_age_is_the_owners_rate(self):
        self.claim()
        self.done("report", "insurance", "-o", "r.pdf", "--as-of", "2026-11-01", "--high-value", "500USD",
                  "--high-value", "40000JPY", "--for-owner")
        pages = output("pdftotext", "-layout", self.folder / "r.pdf", "-").decode().split("\f")
        for words in ["Ada Lovelace", "HO-1", "C-7", "Oct 30, 2026", "Nov 1, 2026", "$450.00", "¥60,000", "$600.00",
                      "$120.00", "$480.00", "Signature", "not stated"]:
            self.assertIn(words, pages[0])
        text = "".join(pages)
        high_value = text[text.rindex("High-value items"):text.rindex("Schedule")]
        self.assertIn("Camera", high_value)
        self.assertNotIn("茶具", high_value)
        self.assertIn("replacement cost, purchase date, serial number, depreciation", text)
        # What every line lacks is said once.
        self.assertRegex(text, r"2 +1, 2 +purchase price, photo, receipt")
        self.assertRegex(text, r"2 ?y")
        settings = self.done("settings", "--json").json
        self.assertEqual((settings["claimNumber"], settings["dateOfLoss"]), ("C-7", "2026-10-30"))
        self.done("report", "insurance", "-o", "r.xml")
        owner = ElementTree.parse(self.folder / "r.xml").getroot().find(f"{XML}owner")
        self.assertEqual(owner.find(f"{XML}claimNumber").text, "C-7")
        self.assertEqual(owner.find(f"{XML}dateOfLoss").text, "2026-10-30")
        self.done("report", "insurance", "-o", "r.xml", "--claim-number", "C-8", "--date-of-loss", "2026-10-01")
        owner = ElementTree.parse(self.folder / "r.xml").getroot().find(f"{XML}owner")
        self.assertEqual(owner.find(f"{XML}claimNumber").text, "C-8")
        self.assertEqual(owner.find(f"{XML}dateOfLoss").text, "2026-10-01")
        self.done("report", "insurance", "-o", "r.xml", "--claim-number", "")
        self.assertIsNone(ElementTree.parse(self.folder / "r.xml").getroot().find(f"{XML}owner/{XML}claimNumber"))
        self.done("report", "insurance", "-o", "r.pdf", "--claim-number", "C-9", "--date-of-loss", "2026-10-02")
        cover = output("pdftotext", "-layout", "-l", "1", self.folder / "r.pdf", "-").decode()
        self.assertIn("C-9", cover)
        self.assertIn("Oct 2, 2026", cover)
        self.assertEqual(self.done("settings", "--json").json["claimNumber"], "C-7")
        self.refused("report", "insurance", "--date-of-loss", "10/01/2026", status=2, says="--date-of-loss")
        self.refused("report", "--claim-number", "C-1", status=2, says="report insurance")
        self.done("settings", "--date-of-loss", "", "--claim-number", "")
        self.assertNotIn("claimNumber", self.done("settings", "--json").json)
        self.refused("settings", "--date-of-loss", "yesterday", status=2, says="--date-of-loss")

    def test_the_workbook_has_the_insurers_columns_and_sums_that_agree(self):
        self.claim()
        self.done("add", "Rug", "--value", "30.50", "--purchase-price", "12 EUR", "--quantity", "2", "--location", "home / office")
        self.done("add", "Bench", "--replacement-value", "70.25", "--depreciation", "10", "--depreciation-each", "20.10", "--quantity", "3", "--location", "Yard")
        self.done("report", "insurance", "-o", "r.xlsx", "--as-of", "2026-11-01", "--claim-number", "C-8")
        sheets = workbook.sheets(self.folder / "r.xlsx")
        self.assertEqual(list(sheets), ["Schedule", "Depreciation", "Summary", "Evidence index"])
        heads = {cell.value: letter for letter, cell in sheets["Schedule"][0].items()}
        camera, tea, rug, bench = sheets["Schedule"][1:]
        self.assertEqual([bench[heads[name]].value for name in ["Depreciation each", "Depreciation", "Actual cash value"]], [20.1, 60.3, 150.45])
        for name, value in [("Item", "Camera"), ("Serial number", "SN-1"), ("Age in months", 24), ("Value each", 450),
                            ("Replacement cost each", 600), ("Line replacement cost", 600),
                            ("Depreciation", 120), ("Actual cash value", 480), ("Quantity", 1)]:
            self.assertEqual(camera[heads[name]].value, value, name)
        self.assertEqual(camera[heads["Purchase date"]].value, 45597)
        start = next(n for n, row in enumerate(sheets["Summary"]) if "A" in row and row["A"].value == "Total")
        sums = sheets["Summary"][start:start + 3]
        self.assertEqual({row["I"].value: row["H"].value for row in sums if "H" in row}, {"JPY": 60000, "USD": 511})
        self.assertEqual([row["G"].value for row in sums if "G" in row and row["G"].formula], [24])
        summary, name = {}, None
        for row in sheets["Summary"]:
            # A room's further currencies stand below its name.
            name = row["A"].value if "A" in row else name
            if "H" in row and row["H"].formula:
                summary.setdefault(name, row)
        # Names of rooms count to the letter, which formulas otherwise do not.
        self.assertEqual((summary["Home / Office"]["H"].value, summary["home / office"]["H"].value), (450, 61))
        self.assertIn("EXACT", summary["Home / Office"]["H"].formula)
        self.assertEqual(summary["Home / Office"]["F"].value, 480)
        facts = {row["A"].value: row["B"].value for row in sheets["Summary"] if "A" in row and "B" in row}
        self.assertEqual((facts["Claim number"], facts["Owner"], facts["Date of loss"]), ("C-8", "Ada Lovelace", 46325))
        self.done("report", "insurance", "-o", "owner.xlsx", "--for-owner")
        sheets["Missing"] = workbook.sheets(self.folder / "owner.xlsx")["Missing"]
        missing = {row["B"].value: [row.get(letter) is not None for letter in "DEFGHIJK"] for row in sheets["Missing"][1:]}
        self.assertEqual(missing["Camera"], [False, False, True, False, False, True, True, False])
        self.assertEqual(missing["茶具"], [False, True, True, True, True, True, True, True])
        del sheets["Missing"]
        hidden = workbook.sheets(self.redacted())
        self.assertEqual(hidden["Schedule"][1]["E"].value, "withheld")
        if not shutil.which("soffice"):
            self.skipTest("LibreOffice (libreoffice-calc) is not here to recalculate")
        workbook.without_results(self.folder / "r.xlsx", self.folder / "bare.xlsx")
        again = workbook.sheets(workbook.recalculated(self.folder / "bare.xlsx", self.folder))
        formulas = 0
        for name, rows in sheets.items():
            for before, after in zip(rows, again[name]):
                for letter, cell in before.items():
                    if cell.formula:
                        formulas += 1
                        self.assertAlmostEqual(cell.value, after[letter].value, places=6, msg=f"{name} {letter} {cell}")
        self.assertGreater(formulas, 15)

    def redacted(self):
        self.done("report", "insurance", "-o", "h.xlsx", "--redact", "serial-number,owner")
        return self.folder / "h.xlsx"

    @unittest.skipUnless(Image, "pictures are made with Pillow")
    def test_an_insurers_amounts_agree_in_json_xml_csv_and_workbook(self):
        self.done("init")
        self.done("add", "Camera", "--quantity", "3", "--value", "90", "--purchase-price", "79.99", "--replacement-value", "100.01",
                  "--depreciation", "12.5", "--purchase-date", "2024-05-01")
        self.done("add", "Lens", "--replacement-value", "20 EUR", "--depreciation", "0")
        self.done("add", "Box", "--purchase-price", "5")
        self.done("add", "Gone", "--replacement-value", "7", "--archived", "yes")
        for form in ["json", "xml", "csv", "xlsx"]:
            self.done("report", "insurance", "-o", f"r.{form}", "--as-of", "2026-11-01")
        expected = {
            "purchasePrice": ["244.97 USD"], "replacementCost": ["20.00 EUR", "300.03 USD"],
            "depreciation": ["0.00 EUR", "93.76 USD"], "actualCashValue": ["20.00 EUR", "206.27 USD"]}
        claim = json.loads((self.folder / "r.json").read_text())["summary"]["claim"]
        self.assertEqual({key: claim[key] for key in claim if key not in expected}, {
            "asOf": "2026-11-01", "depreciationFloor": 10, "withoutPurchasePrice": 1, "withoutReplacementCost": 1, "withoutDepreciation": 1})
        said = ElementTree.parse(self.folder / "r.xml").getroot().find(f"{XML}summary/{XML}claim")
        rows = list(csv.DictReader(io.StringIO((self.folder / "r.csv").read_text())))
        cells = [cell.value for row in workbook.sheets(self.folder / "r.xlsx")["Summary"] for cell in row.values() if cell.formula]
        columns = {"purchasePrice": "purchasePrice", "replacementCost": "replacementCost",
                   "depreciation": "depreciationAmount", "actualCashValue": "actualCashValue"}
        for kind, amounts in expected.items():
            self.assertEqual([f"{sum['amount']} {sum['currency']}" for sum in claim[kind]], amounts)
            self.assertEqual([f"{sum.text} {sum.get('currency')}" for sum in said.findall(f"{XML}{kind}")], amounts)
            totals = [row for row in rows if row["record"] == f"total{kind[0].upper()}{kind[1:]}"]
            self.assertEqual([f"{row[columns[kind]]} {row['currency']}" for row in totals], amounts)
            for amount in amounts:
                self.assertIn(float(amount.split()[0]), cells)
        camera = json.loads((self.folder / "r.json").read_text())["items"][0]
        line = ElementTree.parse(self.folder / "r.xml").getroot().find(f"{XML}items/{XML}item")
        for name, amount in [("replacementCost", "300.03"), ("depreciationAmount", "93.76"), ("actualCashValue", "206.27")]:
            self.assertEqual(camera[name], {"amount": amount, "currency": "USD"})
            self.assertEqual(line.find(f"{XML}{name}").text, amount)
        self.done("validate", "r.xml")
        # The owner's own list contains nothing of it, and it reads back unchanged.
        self.assertNotIn("actualCashValue", self.done("report", "--format", "xml", "-o", "-").output)
        for form in ["json", "xml", "csv"]:
            self.done("import", f"r.{form}", "--store", form)
            self.assertEqual([item["depreciation"] for item in self.items("--store", form)[:2]], [12.5, 0])
        self.write("r.xml", (self.folder / "r.xml").read_text().replace("206.27", "206.28"))
        self.refused("validate", "r.xml", says=["actualCashValue", "206.27"])

    def test_photos_and_receipts_are_shown_named_and_without_metadata(self):
        self.claim()
        for number in range(3):
            picture = Image.new("RGB", (900, 600), (200, 40 * number, 60))
            marks = picture.getexif()
            marks[0x010F] = "SpyCam"
            marks[0x0112] = 6
            picture.save(self.folder / f"view{number}.jpg", exif=marks)
        Image.new("RGB", (600, 900), "white").save(self.folder / "till.pdf")
        self.done("photo", "add", self.camera, "view0.jpg", "view1.jpg", "--caption", "front <b>")
        self.done("photo", "add", self.tea, "view2.jpg")
        self.done("document", "add", self.camera, "till.pdf", "--number", "4711", "--date", "2024-11-01")
        self.done("report", "insurance", "-o", "r.html")
        self.done("report", "insurance", "-o", "r.pdf")
        page = (self.folder / "r.html").read_text()
        self.assertEqual(page.count("src=\"data:image/jpeg;base64,"), 4)
        self.assertIn("alt=\"front &lt;b&gt;\"", page)
        sums = dict(reversed(line.split()) for line in output(
            "sha256sum", *(self.folder / name for name in ["view0.jpg", "till.pdf"])).decode().splitlines())
        text = output("pdftotext", "-layout", self.folder / "r.pdf", "-").decode()
        for digest in sums.values():
            self.assertIn(digest, page)
            self.assertIn(digest, text)
        for number in ["1-P1", "1-P2", "1-D1", "2-P1", "4711"]:
            self.assertIn(number, page)
            self.assertIn(number, text)
        self.assertIn(b"No syntax or stream encoding errors", output("qpdf", "--check", self.folder / "r.pdf"))
        images = output("pdfimages", "-list", self.folder / "r.pdf").decode().splitlines()[2:]
        self.assertEqual(len(images), 4)
        # Upright: the camera lay on its side.
        self.assertEqual([line.split()[3:5] for line in images].count(["600", "900"]), 3)
        output("pdfimages", "-all", self.folder / "r.pdf", self.folder / "shown")
        for shown in self.folder.glob("shown*"):
            self.assertNotIn(b"SpyCam", shown.read_bytes())
        self.assertNotIn(b"SpyCam", (self.folder / "r.pdf").read_bytes())
        # Typst is given heads of the photos alone; what is in the document are the pictures made once for every report.
        made = {path.read_bytes() for path in self.folder.glob("inventory.homepwner/photos/derived/**/*") if path.is_file()}
        for shown in self.folder.glob("shown*"):
            self.assertIn(shown.read_bytes(), made)
        # They are drawings that refer to the photos: of a JPEG itself it would hold every pixel.
        (self.folder / "tools").mkdir()
        self.write("tools/typst", "#!/bin/sh\ngrep -o '\"picture[^\"]*[.][a-z]*' main.typ | sort -u\nexit 1\n").chmod(0o755)
        said = self.refused("report", "insurance", "-o", "t.pdf", PATH=f"{self.folder}/tools:/usr/bin:/bin", says=".svg")
        self.assertNotIn(".jpg", said.errors)
        self.write("tools/typst", "#!/bin/sh\nls -L -l | awk '/head/ { print \"error:\", $5 }'\nexit 1\n")
        said = self.refused("report", "insurance", "-o", "t.pdf", PATH=f"{self.folder}/tools:/usr/bin:/bin", says="error: ")
        self.assertTrue(all(int(size) < 1000 for size in re.findall(r"error: ([0-9]+)", said.errors)), said.errors)
        self.done("report", "insurance", "-o", "n.html", "--no-photos")
        without = (self.folder / "n.html").read_text()
        self.assertEqual(without.count("src=\"data:"), 1)
        self.assertNotIn("view0.jpg", without)

    def test_facts_of_several_lines_print_over_nothing(self):
        self.claim()
        self.done("add", "Lines", "--manufacturer", "A1\nB1\nC1\nD1", "--purchase-place", "shop\nstreet\ncity",
                  "--condition", "x1\ny1\nz1", "--value", "12345.67", "--purchase-date", "2020-01-01")
        self.done("report", "insurance", "-o", "r.pdf", "--detail", "full")
        pages = output("pdftotext", "-bbox", self.folder / "r.pdf", "-").decode().split("<page ")
        (page,) = [page for page in pages if ">street<" in page and ">D1<" in page and ">z1<" in page][-1:]
        words = [(tuple(map(float, re.findall(r'"([0-9.]+)"', line))), line) for line in page.splitlines() if "<word" in line]
        for at, ((left, top, right, bottom), one) in enumerate(words):
            for (other_left, other_top, other_right, other_bottom), other in words[at + 1:]:
                across = min(right, other_right) - max(left, other_left)
                down = min(bottom, other_bottom) - max(top, other_top)
                self.assertFalse(across > 1 and down > 0.4 * (bottom - top), (one, other))

    def test_another_typst_that_writes_otherwise_sets_the_document_whole(self):
        self.claim()
        for number in range(2):
            Image.new("RGB", (900, 600), (200, 40 * number, 60)).save(self.folder / f"view{number}.jpg")
        self.done("photo", "add", self.camera, "view0.jpg", "view1.jpg")
        (self.folder / "tools").mkdir()
        self.write("tools/typst", f"""#!{sys.executable}
import subprocess, sys, typst
moment = int(sys.argv[sys.argv.index("--creation-timestamp") + 1])
typst.compile("main.typ", output="plain.pdf", root=".", font_paths=["."], ignore_system_fonts=True,
              pdf_standards=["a-3a", "ua-1"], timestamp=moment)
subprocess.run(["qpdf", "--object-streams=generate", "plain.pdf", "report.pdf"], check=True)
""").chmod(0o755)
        self.done("report", "insurance", "-o", "r.pdf", PATH=f"{self.folder}/tools:/usr/bin:/bin")
        self.assertIn(b"No syntax or stream encoding errors", output("qpdf", "--check", self.folder / "r.pdf"))
        text = output("qpdf", "--qdf", "--object-streams=disable", self.folder / "r.pdf", "-").decode("latin-1")
        self.assertNotIn("homepwner:item", text)
        self.assertRegex(text, r"/Dest")
        output("pdfimages", "-all", self.folder / "r.pdf", self.folder / "shown")
        made = {path.read_bytes() for path in self.folder.glob("inventory.homepwner/photos/derived/**/*") if path.is_file()}
        shown = [path.read_bytes() for path in self.folder.glob("shown*")]
        self.assertEqual(len(shown), 2)
        self.assertTrue(all(picture in made for picture in shown))

    def test_lines_lead_to_their_items(self):
        self.claim()
        self.done("report", "insurance", "-o", "r.pdf", "--detail", "full")
        text = output("qpdf", "--qdf", "--object-streams=disable", self.folder / "r.pdf", "-").decode("latin-1")
        self.assertNotIn("homepwner:item", text)
        self.assertNotIn("/S /URI", text)
        lines = set(re.findall(r"/Dest \((item-[0-9]+)\)", text))
        self.assertIn("item-1", lines)
        names = text[text.index("/Dests"):]
        for line in lines:
            self.assertIn(f"({line})", names)

    def test_counts_keep_to_their_columns(self):
        self.done("init")
        self.done("add", "Balls", "--quantity", "123456789012.125", "--value", "1.25", "--serial-number", "12345678901234567890",
                  "--location", "A", "--category", "B")
        for report in [["insurance", "--high-value", "1USD"], ["inventory", "--group-by", "location"]]:
            self.done("report", *report, "-o", "r.pdf")
            self.check_that_nothing_overlaps("r.pdf")
            for page in output("pdftotext", "-layout", self.folder / "r.pdf", "-").decode().split("\f"):
                self.assertNotRegex(page, "[0-9]123,456,789")

    def test_redacted_values_are_in_no_format_nor_inside_the_pdf(self):
        self.claim()
        names = "owner,policy-number,claim-number,serial-number"
        for form in ["html", "xml", "csv", "json", "pdf"]:
            self.done("report", "insurance", "-o", f"r.{form}", "--redact", names)
        (self.folder / "inside").mkdir()
        output("pdfdetach", "-saveall", "-o", self.folder / "inside", self.folder / "r.pdf")
        texts = [(self.folder / f"r.{form}").read_text() for form in ["html", "xml", "csv", "json"]]
        texts += [(self.folder / "inside/inventory.xml").read_text(),
                  output("pdftotext", self.folder / "r.pdf", "-").decode(),
                  output("qpdf", "--qdf", "--object-streams=disable", self.folder / "r.pdf", "-").decode("latin-1")]
        for text in texts:
            for secret in ["Ada Lovelace", "HO-1", "C-7", "SN-1"]:
                self.assertNotIn(secret, text)
        self.assertIn("withheld", texts[0])

    def pages(self, name):
        """The words of a PDF with their boxes, page by page: (text, left, top, right, bottom, width, height)."""
        boxes = ElementTree.fromstring(output("pdftotext", "-bbox", self.folder / name, "-"))
        space = "{http://www.w3.org/1999/xhtml}"
        for page in boxes.iter(f"{space}page"):
            width, height = float(page.get("width")), float(page.get("height"))
            for word in page.iter(f"{space}word"):
                yield (word.text, *(float(word.get(key)) for key in ["xMin", "yMin", "xMax", "yMax"]), width, height)

    def test_long_texts_are_whole_and_nothing_leaves_its_page(self):
        lines = "\n".join(f"Line{n} of the description" for n in range(400))
        word, serial = "N" * 400, "353918057438321"
        self.done("init", "--owner", word, "--address", word)
        self.done("add", "Phone " + word, "--description", lines, "--notes", "n" * 3000 + " notes-end",
                  "--manufacturer", "Telekommunikationsgesellschaft-Süd", "--model-number", "Z" * 60,
                  "--serial-number", serial, "--location", word, "--condition", word)
        self.done("report", "insurance", "-o", "r.pdf", "--title", "T" * 300, "--high-value", "5USD", "--detail", "full")
        words = list(self.pages("r.pdf"))
        texts = [word[0] for word in words]
        for number in range(400):
            self.assertIn(f"Line{number}", texts)
        self.assertIn("notes-end", texts)
        for text, left, top, right, bottom, width, height in words:
            self.assertTrue(0 <= left and right <= width and 0 <= top and bottom <= height - 20, text)
        self.assertNotIn("\u200b", "".join(texts))
        self.assertIn(serial, texts)

    def check_that_nothing_overlaps(self, name):
        boxes = output("pdftotext", "-bbox", self.folder / name, "-")
        space = "{http://www.w3.org/1999/xhtml}"
        for page in ElementTree.fromstring(boxes).iter(f"{space}page"):
            seen = [[float(word.get(key)) for key in ["xMin", "yMin", "xMax", "yMax"]] + [word.text]
                    for word in page.iter(f"{space}word")]
            for index, one in enumerate(seen):
                for two in seen[index + 1:]:
                    across = min(one[2], two[2]) - max(one[0], two[0])
                    along = min(one[3], two[3]) - max(one[1], two[1])
                    self.assertFalse(across > 0.5 and along > 4, (one, two))

    def test_amounts_and_numbers_never_print_over_one_another(self):
        self.done("init", "--currency", "IDR")
        for number in range(3):
            self.done("add", f"Ring {number}", "--value", "1234567890", "--replacement-value", "1234567890",
                      "--purchase-price", "1234567890", "--depreciation", "10", "--purchase-date", "2024-01-01",
                      "--serial-number", "SN708810890", "--location", "Home / 书房")
        names = ("brand,serial-number,location,quantity,purchased,age,condition,purchase-price,value,"
                 "replacement-value,replacement-cost,receipts,documents,photos")
        for options in [["--columns", names], []]:
            self.done("report", "insurance", "-o", "r.pdf", "--high-value", "5IDR", *options)
            self.check_that_nothing_overlaps("r.pdf")
        self.assertIn("SN708810890", output("pdftotext", self.folder / "r.pdf", "-").decode())

    def test_a_sum_of_some_lines_says_so_and_age_counts_to_the_loss(self):
        self.claim()
        self.done("add", "Rug", "--value", "30", "--replacement-value", "50")
        self.done("report", "insurance", "-o", "r.pdf", "--for-owner")
        cover = output("pdftotext", "-layout", "-l", "1", self.folder / "r.pdf", "-").decode()
        # Two years less two days before the loss of 30 October 2026.
        self.assertIn("$115.00", cover)
        self.assertIn("Oct 30, 2026", cover.split("Insured")[0])
        # A currency's lines are those that state an amount in it; what is not known closes the sum: 650 - 115 - 50 = 485.
        self.assertEqual(cover.count("only 1 of 2 items in USD"), 2)
        self.assertNotIn("JPY only", cover)
        for amount in ["$650.00", "$115.00", "$50.00", "$485.00"]:
            self.assertIn(amount, cover)
        self.done("report", "insurance", "-o", "r.html", "--for-owner")
        page = (self.folder / "r.html").read_text()
        self.assertIn("<span class=\"part\">only 1 of 2 items in USD</span>", page)
        self.assertIn("purchase date, serial number, depreciation", page)

    def test_the_signature_and_all_that_is_asked_of_a_loss_are_on_the_first_page_in_three_currencies(self):
        self.claim()
        self.done("add", "Vase", "--value", "20 EUR", "--purchase-price", "20 EUR")
        facts = {"phone": "+44 20 7946 0000", "email": "ada@example.org", "cause-of-loss": "Fire in the kitchen",
                 "address-of-loss": "Mill Lane 5", "police-report-number": "CAD-1234"}
        self.done("settings", *(word for name, text in facts.items() for word in [f"--{name}", text]))
        for locale in ["en", "de", "he"]:
            self.done("report", "insurance", "-o", "r.pdf", "--locale", locale)
            cover = output("pdftotext", "-layout", "-l", "1", self.folder / "r.pdf", "-").decode()
            for word in ["EUR", "JPY", "USD", {"en": "Signature", "de": "Unterschrift", "he": "חתימה"[::-1]}[locale]]:
                self.assertIn(word, cover if locale != "he" else cover + cover[::-1])
            for text in facts.values():
                self.assertIn(text.split()[0].strip("+"), cover)
        self.done("report", "insurance", "-o", "r.pdf", "--cause-of-loss", "Theft", "--police-report-number", "")
        cover = output("pdftotext", "-layout", "-l", "1", self.folder / "r.pdf", "-").decode()
        self.assertIn("Theft", cover)
        self.assertNotRegex(cover, "Fire|Police")
        for form in ["xml", "json", "xlsx", "html"]:
            self.done("report", "insurance", "-o", f"r.{form}")
            content = str(workbook.sheets(self.folder / "r.xlsx")) if form == "xlsx" else (self.folder / f"r.{form}").read_text()
            for text in facts.values():
                self.assertIn(text, content.replace("&#43;", "+"), form)
            self.done("report", "insurance", "-o", f"h.{form}", "--redact", ",".join(facts))
            content = str(workbook.sheets(self.folder / "h.xlsx")) if form == "xlsx" else (self.folder / f"h.{form}").read_text()
            for text in facts.values():
                self.assertNotIn(text, content, form)
        self.done("validate", "r.xml")
        self.refused("report", "--cause-of-loss", "Theft", status=2, says="report insurance")

    def test_a_value_that_is_the_purchase_price_is_printed_once(self):
        self.done("init")
        self.done("add", "Lamp", "--value", "20", "--purchase-price", "20", "--quantity", "2")
        self.done("add", "Box")
        for form in ["pdf", "html"]:
            self.done("report", "insurance", "-o", f"same.{form}")
        self.done("add", "Rug", "--value", "30")
        self.done("report", "insurance", "-o", "other.html")
        page, other = (self.folder / "same.html").read_text(), (self.folder / "other.html").read_text()
        self.assertNotRegex(page, ">(Total value|Value each|Line value)<")
        self.assertIn("The owner values each item at its purchase price", page)
        self.assertRegex(other, ">Total value<")
        self.assertNotIn("The owner values each", other)
        self.assertIn("$40.00", output("pdftotext", "-l", "1", self.folder / "same.pdf", "-").decode())

    def test_high_value_has_brand_and_model_and_names_currencies_without_an_amount(self):
        self.claim()
        self.done("edit", self.camera, "--manufacturer", "Leica", "--model-number", "M6")
        self.done("report", "insurance", "-o", "r.html", "--high-value", "500USD")
        page = (self.folder / "r.html").read_text()
        section = page[page.index('id="high-value"'):page.index('id="schedule"')]
        self.assertIn("Leica", section)
        self.assertIn("M6", section)
        self.assertIn("their items are not listed here: JPY", section)
        self.done("report", "insurance", "-o", "r.html", "--high-value", "500USD", "--high-value", "1JPY")
        self.assertNotIn("are not listed here", (self.folder / "r.html").read_text())

    def test_the_workbook_of_a_claim_has_everything(self):
        self.done("init")
        stated = {"notes": "Kept dry", "warranty-details": "On parts", "purchase-receipt-number": "R-1", "asset-identifier": "A-7",
                  "url": "https://example.org/lamp", "sale-notes": "No offer"}
        self.done("add", "Lamp", "--replacement-value", "20", "--depreciation", "12.5", "--tag", "fragile", "--field", "Wood=Oak",
                  "--warranty-expires", "2030-01-02", *(word for name, text in stated.items() for word in [f"--{name}", text]))
        self.done("report", "insurance", "-o", "r.xlsx")
        cells = [cell.value for cell in workbook.sheets(self.folder / "r.xlsx")["Schedule"][1].values()]
        for value in [*stated.values(), "fragile", "Oak", 12.5]:
            self.assertIn(value, cells)

    def test_age_leaves_the_floor_and_a_category_has_its_lifespan_if_asked(self):
        self.done("init")
        for name, cost, more in [("Laptop", "1200", ["--depreciation", "25", "--category", "Computers", "--purchase-date", "2022-02-01"]),
                                 ("Coat", "100", ["--category", "clothing", "--purchase-date", "2024-11-01"]),
                                 ("Sofa", "900", ["--category", "Furniture", "--purchase-date", "2016-11-01"])]:
            self.done("add", name, "--replacement-value", cost, *more)
        lifespans = ["--lifespan", "published", "--lifespan", "furniture=20"]
        for options, amounts in [([], {"Laptop": "120.00"}),
                                 (["--depreciation-floor", "0"], {"Laptop": "0.00"}),
                                 (["--depreciation-floor", "33.5"], {"Laptop": "402.00"}),
                                 (lifespans, {"Laptop": "120.00", "Coat": "60.00", "Sofa": "450.00"}),
                                 (["--lifespan", "Furniture=5"], {"Laptop": "120.00", "Sofa": "90.00"})]:
            for form in ["xml", "json", "csv", "xlsx", "html", "pdf"]:
                self.done("report", "insurance", "-o", f"r.{form}", "--as-of", "2026-11-01", "--detail", "full", *options)
            self.done("validate", "r.xml")
            items = ElementTree.parse(self.folder / "r.xml").getroot().findall(f"{XML}items/{XML}item")
            found = {item.find(f"{XML}name").text: item.find(f"{XML}actualCashValue") for item in items}
            self.assertEqual({name: left.text for name, left in found.items() if left is not None}, amounts)
            data = json.loads((self.folder / "r.json").read_text())
            self.assertEqual({item["name"]: item["actualCashValue"]["amount"] for item in data["items"] if "actualCashValue" in item}, amounts)
            rows = list(csv.DictReader(io.StringIO((self.folder / "r.csv").read_text())))
            self.assertEqual({row["name"]: row["actualCashValue"] for row in rows if row["record"] == "item" and row["actualCashValue"]}, amounts)
            sheet = workbook.sheets(self.folder / "r.xlsx")["Schedule"]
            heads = {cell.value: letter for letter, cell in sheet[0].items()}
            left = heads["Actual cash value"]
            self.assertEqual({row["B"].value: f"{row[left].value:.2f}" for row in sheet[1:] if left in row}, amounts)
            total = sum(decimal.Decimal(amount) for amount in amounts.values())
            text = output("pdftotext", "-layout", self.folder / "r.pdf", "-").decode()
            self.assertIn(f"${total:,}", text.split("\f")[0])
            self.assertEqual("lifespan 5 y" in text, "--lifespan" in options)
            self.assertEqual("33.5% of the replacement cost remain" in re.sub(r"\s+", " ", text), "33.5" in options)
            self.assertEqual("of the replacement cost remain" in re.sub(r"\s+", " ", text), "0" not in options)
            self.assertEqual("Lifespan, years" in heads, "--lifespan" in options)
        note = ["--depreciation-floor", "12.5", "--lifespan", "ÖFEN=9", "--lifespan", "published", "--locale", "de"]
        for form in ["html", "pdf"]:
            self.done("report", "insurance", "-o", f"r.{form}", "--as-of", "2026-11-01", *note)
        page = html.unescape((self.folder / "r.html").read_text())
        for text in [page, output("pdftotext", "-layout", self.folder / "r.pdf", "-").decode()]:
            for part in [r"bleiben mindestens 12,5\s+%\s+des", r"clothing\s+5\b", r"National\s+Joint\s+Council"]:
                self.assertRegex(text, part)
            self.assertNotRegex(text, r"Children|Öfen")
        self.done("report", "insurance", "-o", "r.xml", "--as-of", "2026-11-01", *lifespans)
        document = (self.folder / "r.xml").read_text()
        for part, other in [('depreciationFloor="10"', 'depreciationFloor="20"'), ('lifespan="5"', 'lifespan="6"')]:
            self.assertIn(part, document)
            self.write("bad.xml", document.replace(part, other, 1))
            self.refused("validate", "bad.xml", says="does not follow from the item")
        for words in [["--lifespan", "Sofa"], ["--lifespan", "=5"], ["--lifespan", "Sofa=0"], ["--lifespan", "Sofa=101"],
                      ["--lifespan", "Sofa=x"], ["--depreciation-floor", "101"], ["--depreciation-floor", "-1"]]:
            self.refused("report", "insurance", *words, status=2, says=words[0])
        self.refused("report", "--lifespan", "published", status=2, says="report insurance")

    def test_condition_tax_and_purchase_price_are_marked_on_each_line_and_the_totals_are_theirs(self):
        self.done("init")
        for name, more in [("Laptop", ["--replacement-value", "1200", "--depreciation", "25", "--purchase-date", "2024", "--condition", "Good"]),
                           ("Coat", ["--replacement-value", "100", "--quantity", "2", "--category", "clothing", "--purchase-date", "2024-11-01", "--condition", "FAIR"]),
                           ("Sofa", ["--purchase-price", "900", "--depreciation", "5", "--purchase-date", "2016-11"]),
                           ("Lamp", ["--replacement-value", "50", "--depreciation", "0", "--condition", "good"]),
                           ("Desk", ["--replacement-value", "200", "--quantity", "2", "--depreciation-each", "50", "--condition", "Good"]),
                           ("Box", ["--condition", "Good"])]:
            self.done("add", name, *more)
        method = ["--as-of", "2026-11-01", "--lifespan", "Clothing=5", "--condition-factor", "GOOD=90", "--condition-factor", "fair=62.5",
                  "--sales-tax", "8.25", "--replacement-from", "purchase-price", "--detail", "full"]
        for form in ["xml", "json", "csv", "xlsx", "html", "pdf"]:
            self.done("report", "insurance", "-o", f"r.{form}", *method)
        self.done("validate", "r.xml")
        # By hand: 1200 and 99 of tax lose 50 % in two years, and a tenth of the rest; 100 lose 40 % in 2 of 5 years, …
        amounts = {"Laptop": ("1299.00", "584.55"), "Coat": ("216.50", "81.19"), "Sofa": ("900.00", "453.75"), "Lamp": ("54.12", "48.71"),
                   "Desk": ("433.00", "333.00")}
        document = (self.folder / "r.xml").read_text()
        items = ElementTree.fromstring(document.encode()).findall(f"{XML}items/{XML}item")
        found = {item.find(f"{XML}name").text: tuple(item.find(f"{XML}{name}").text for name in ["replacementCost", "actualCashValue"])
                 for item in items if item.find(f"{XML}replacementCost") is not None}
        self.assertEqual(found, amounts)
        claim = json.loads((self.folder / "r.json").read_text())["summary"]["claim"]
        for place, name in enumerate(["replacementCost", "actualCashValue"]):
            total = sum(decimal.Decimal(both[place]) for both in amounts.values())
            self.assertEqual(claim[name], [{"amount": str(total), "currency": "USD"}])
        sheets = workbook.sheets(self.folder / "r.xlsx")
        heads = {cell.value: letter for letter, cell in sheets["Schedule"][0].items()}
        marks = {row["B"].value: (row[heads["Condition factor, %"]].value if heads["Condition factor, %"] in row else None,
                                  row[heads["Replacement cost from"]].value if heads["Replacement cost from"] in row else None)
                 for row in sheets["Schedule"][1:]}
        taxed, paid = "replacement value and tax", "purchase price"
        self.assertEqual(marks, {"Laptop": (90, taxed), "Coat": (62.5, taxed), "Sofa": (None, paid), "Lamp": (90, taxed), "Desk": (None, taxed), "Box": (90, None)})
        pages = [html.unescape((self.folder / "r.html").read_text()), output("pdftotext", "-raw", self.folder / "r.pdf", "-").decode()]
        for page in pages:
            for part in [r"8\.25%\s+sales\s+tax", r"Fair\s+62\.5", r"Condition\s+90%", r"Depreciation\s+each", r"\$50\.00", r"an\s+amount\s+for\s+each\s+piece", r"purchase\s+price", r"is\s+its\s+purchase\s+price", r"about\s+2024"]:
                self.assertRegex(page, part)
        for part, other in [('salesTax="8.25"', 'salesTax="8"'), ('conditionFactor="90"', 'conditionFactor="80"'), (' from="purchasePrice"', ""),
                            ('<depreciationEach currency="USD">50', '<depreciationEach currency="USD">60')]:
            self.assertIn(part, document)
            self.write("bad.xml", document.replace(part, other, 1))
            self.refused("validate", "bad.xml", says="does not follow from the item")
        for words in [["--condition-factor", "Good"], ["--condition-factor", "=90"], ["--condition-factor", "Good=101"], ["--sales-tax", "101"],
                      ["--replacement-from", "value"]]:
            self.refused("report", "insurance", *words, status=2, says=words[0])
        self.done("report", "insurance", "-o", "plain.xml", "--as-of", "2026-11-01")
        for name in ["salesTax", "conditionFactor", "from="]:
            self.assertNotIn(name, (self.folder / "plain.xml").read_text())
        if shutil.which("soffice"):
            self.check_recalculated(sheets["Depreciation"])

    def papers(self):
        self.done("init", "--owner", "SECRET-O", "--date-of-loss", "2025-07-08")
        self.item = self.done("add", "SECRET-N", "--serial-number", "SECRET-S", "--purchase-receipt-number", "SECRET-R",
                              "--tag", "SECRET-T", "--field", "SECRET-F=SECRET-V").output.strip()
        Image.new("RGB", (60, 40), "red").save(self.folder / "SECRET-S.jpg")
        Image.new("RGB", (60, 90), "white").save(self.folder / "SECRET-N.pdf", save_all=True,
                                                 append_images=[Image.new("RGB", (60, 90), "white")] * 2)
        self.done("photo", "add", self.item, "SECRET-S.jpg", "--caption", "SECRET-C")
        self.done("document", "add", self.item, "SECRET-N.pdf", "--number", "SECRET-R", "--title", "SECRET-D")

    @unittest.skipUnless(Image, "pictures are made with Pillow")
    def test_filter_file_names_captions_and_papers_are_redacted_too(self):
        self.papers()
        names = "owner,name,serial-number,purchase-receipt-number,captions,documents,tags,custom-fields,date-of-loss"
        options = ["--redact", names, "--where", "SECRET-S", "--title", "Claim"]
        texts = {}
        for form in ["html", "xml", "csv", "json"]:
            self.done("report", "insurance", "-o", f"r.{form}", *options)
            texts[form] = (self.folder / f"r.{form}").read_text()
        self.done("validate", "r.xml")
        self.done("report", "insurance", "--format", "bundle", "-o", "b", *options)
        for name in ["insurance.xml", "README.txt"]:
            texts[name] = (self.folder / "b" / name).read_text()
        texts["pdf"] = output("pdftotext", self.folder / "b/insurance.pdf", "-").decode()
        texts["xlsx"] = str(workbook.sheets(self.folder / "b/insurance.xlsx"))
        for name, text in texts.items():
            self.assertNotIn("SECRET", text, name)
            self.assertNotIn("2025-07-08", text, name)
            self.assertNotIn("Jul 8, 2025", text, name)
        self.assertIn("1-P1.jpg", texts["xml"])
        self.assertFalse((self.folder / "b/documents").exists())
        self.assertIn("withheld", texts["README.txt"])
        self.assertEqual(texts["html"].count("src=\"data:"), 1)

    @unittest.skipUnless(Image, "pictures are made with Pillow")
    def test_redacted_rooms_are_numbered_and_their_totals_stay(self):
        self.done("init")
        self.done("add", "Ring", "--value", "900", "--location", "Safe behind the boiler", "--category", "Jewellery")
        self.done("add", "Lamp", "--value", "20", "--location", "Attic", "--category", "Lamps")
        self.done("add", "Box", "--value", "1")
        for form in ["html", "pdf", "xml", "json", "csv", "xlsx"]:
            for report in ["insurance", "inventory"]:
                self.done("report", report, "-o", f"{report}.{form}", "--redact", "location,category", "--group-by", "location")
        texts = [output("pdftotext", "-layout", self.folder / f"{report}.pdf", "-").decode() for report in ["insurance", "inventory"]]
        texts += [(self.folder / f"{report}.{form}").read_text() for report in ["insurance", "inventory"] for form in ["html", "xml", "json", "csv"]]
        for report in ["insurance", "inventory"]:
            sheets = workbook.sheets(self.folder / f"{report}.xlsx")
            texts.append(" ".join(str(cell.value) for rows in sheets.values() for row in rows for cell in row.values()))
        for text in texts:
            for secret in ["boiler", "Attic", "Jewellery", "Lamps"]:
                self.assertNotIn(secret, text)
            self.assertRegex(text, "(withheld|redacted) 2")
        self.done("validate", "inventory.xml")
        self.done("validate", "insurance.xml")
        groups = ElementTree.parse(self.folder / "inventory.xml").getroot().findall(f"{XML}summary/{XML}group")
        self.assertEqual([(group.get("name"), group.find(f"{XML}total").text) for group in groups],
                         [("redacted 1", "20.00"), ("redacted 2", "900.00"), (None, "1.00")])
        summary = workbook.sheets(self.folder / "insurance.xlsx")["Summary"]
        # Rooms come before categories, which are numbered too.
        sums = [row["D"].value for row in summary if "D" in row and row["A"].value == "withheld 2"]
        self.assertEqual(sums, [900, 20])

    def test_columns_that_are_not_chosen_are_out_of_sight_in_the_workbook(self):
        self.claim()
        self.done("report", "insurance", "-o", "all.xlsx")
        self.done("report", "insurance", "-o", "some.xlsx", "--columns", "quantity,replacement-value")
        self.assertEqual(workbook.hidden(self.folder / "all.xlsx"), set())
        shown = [cell.value for letter, cell in workbook.sheets(self.folder / "some.xlsx")["Schedule"][0].items()
                 if letter not in workbook.hidden(self.folder / "some.xlsx")]
        self.assertEqual(shown, ["No.", "Item", "Quantity", "Replacement cost each", "Currency: Replacement cost each"])

    def test_what_turns_a_text_round_is_seen(self):
        self.done("init")
        self.done("add", "A\u202elive\u202c", "--description", "x\u2066y\u2069")
        for report in ["insurance", "inventory"]:
            self.done("report", report, "-o", "r.html")
            page = (self.folder / "r.html").read_text()
            self.assertIn("A[U+202E]live[U+202C]", page)
            self.assertNotRegex(page, "[\u202a-\u202e\u2066-\u2069]")

    def test_a_subtotal_never_begins_a_page(self):
        self.done("init")
        rows = "".join(f"Thing {n},Room {n // 5:02},{n}.50\n" for n in range(150))
        self.write("many.csv", "name,location,value\n" + rows)
        self.done("import", "many.csv", "--decimal", "point")
        for report in ["insurance", "inventory"]:
            self.done("report", report, "-o", "r.pdf", "--group-by", "location")
            for page in output("pdftotext", "-layout", self.folder / "r.pdf", "-").decode().split("\f"):
                lines = [line for line in page.splitlines() if line.strip()]
                first = next((n for n, line in enumerate(lines) if "Subtotal" in line), None)
                if first is not None:
                    self.assertTrue(any("Thing" in line for line in lines[:first]), page[:600])

    def test_photos_and_papers_left_out_are_in_no_format(self):
        self.papers()
        for form in ["xml", "json", "html"]:
            self.done("report", "insurance", "-o", f"r.{form}", "--no-photos", "--no-documents")
            text = (self.folder / f"r.{form}").read_text()
            for secret in ["SECRET-S.jpg", "SECRET-C", "SECRET-N.pdf", "SECRET-D"]:
                self.assertNotIn(secret, text)
        self.done("report", "insurance", "--format", "bundle", "-o", "b", "--no-documents")
        self.assertFalse((self.folder / "b/documents").exists())
        self.assertTrue((self.folder / "b/photos/1-P1.jpg").exists())

    @unittest.skipUnless(Image, "pictures are made with Pillow")
    def test_the_index_of_a_bundle_names_the_files_that_are_delivered(self):
        self.papers()
        self.done("document", "add", self.item, "SECRET-S.jpg", "--kind", "manual")
        self.done("report", "insurance", "--format", "bundle", "-o", "b")
        text = output("pdftotext", "-layout", self.folder / "b/insurance.pdf", "-").decode()
        cells = str(workbook.sheets(self.folder / "b/insurance.xlsx")["Evidence index"])
        for line in (self.folder / "b/SHA256SUMS").read_text().splitlines():
            digest, name = line.split("  ")
            if "/" in name:
                for index in [text, cells]:
                    self.assertIn(digest, index)
                    self.assertIn(name, index)
        self.assertIn("first of 3 pages", text)
        self.assertIn("differ from those of the originals", (self.folder / "b/README.txt").read_text())
        # A manual does not count as a receipt.
        self.done("report", "insurance", "-o", "r.html", "--columns", "receipts,documents")
        page = (self.folder / "r.html").read_text()
        self.assertIn("data-label=\"Receipts\"><bdi>1-D1</bdi>", page)
        self.assertIn("data-label=\"Documents\"><bdi>1-D2</bdi>", page)

    def test_an_adjuster_can_change_a_rate_in_the_workbook(self):
        self.done("init")
        for number, (cost, more) in enumerate([
                ("600", ["--depreciation", "10", "--purchase-date", "2024-11-01"]), ("0.25", ["--depreciation", "10", "--purchase-date", "2025-11-01"]),
                ("0.15 EUR", ["--depreciation", "10", "--purchase-date", "2025-11-01"]), ("1000 JPY", ["--depreciation", "99", "--purchase-date", "2000-11-01"]),
                ("80", ["--category", "Clothing", "--purchase-date", "2023-02-03"]), ("70", ["--depreciation", "0"]),
                ("60", ["--depreciation", "5"]), ("50", ["--purchase-date", "2020-01-01"]), ("99999999999999.99", ["--depreciation", "1", "--purchase-date", "2024-11-01"])]):
            self.done("add", f"Thing {number}", "--replacement-value", cost, *more)
        self.done("add", "Box")
        self.done("report", "insurance", "-o", "r.xlsx", "--as-of", "2026-11-01", "--lifespan", "Clothing=5", "--paper", "letter")
        sheets = workbook.sheets(self.folder / "r.xlsx")
        heads = {cell.value: letter for letter, cell in sheets["Depreciation"][0].items()}
        items = {row["B"].value: row for row in sheets["Schedule"][1:]}
        places = {cell.value: letter for letter, cell in sheets["Schedule"][0].items()}
        rows = [row for row in sheets["Depreciation"][1:] if row["B"].value != "Total"]
        self.assertEqual(len(rows), 10)
        for row in rows:
            for name in ["Depreciation", "Actual cash value"]:
                stated = items[row["B"].value].get(places[name])
                self.assertEqual(row[heads[name]].value if heads[name] in row else None, stated and stated.value, row)
        totals = {row[heads["Currency"]].value: row[heads["Actual cash value"]].value for row in sheets["Depreciation"] if row.get("B") and row["B"].value == "Total"}
        self.assertEqual((totals["EUR"], totals["JPY"]), (0.13, 100))
        with zipfile.ZipFile(self.folder / "r.xlsx") as book:
            for name in book.namelist():
                if name.startswith("xl/worksheets/"):
                    self.assertIn(b'paperSize="1"', book.read(name), name)
        if not shutil.which("soffice"):
            self.skipTest("LibreOffice (libreoffice-calc) is not here to recalculate")
        self.check_recalculated(sheets["Depreciation"])

    def test_the_paper_is_chosen(self):
        self.claim()
        for paper, size in [("letter", "612 x 792 pts (letter)"), ("a4", "595.276 x 841.89 pts (A4)")]:
            self.done("report", "insurance", "-o", "r.pdf", "--paper", paper)
            self.assertIn(size, output("pdfinfo", self.folder / "r.pdf").decode())
        self.done("report", "insurance", "-o", "r.html", "--paper", "letter")
        self.assertIn("size: letter portrait", (self.folder / "r.html").read_text())

    def test_wrong_calls_are_reported_before_anything_is_read(self):
        for words in [["--high-value", "much"], ["--high-value", "-1USD"], ["--high-value", "5USD", "--high-value", "6USD"],
                      ["--redact", "value"]]:
            self.refused("report", "insurance", *words, status=2, says=words[0])
        # Columns may be custom fields, which only the inventory knows.
        self.done("init")
        for names in ["brand,brand", "shape", "", "depreciation,depreciation-amount"]:
            self.refused("report", "insurance", "--columns", names, "--allow-empty", status=2, says="--columns")
        self.refused("report", "--detail", "full", status=2, says="report insurance")

    def test_the_same_store_gives_the_same_bytes(self):
        self.claim()
        for name in ["a", "b"]:
            for form in ["html", "pdf", "xlsx", "csv", "xml", "json"]:
                self.done("report", "insurance", "-o", f"{name}.{form}", "--as-of", "2026-11-01",
                          SOURCE_DATE_EPOCH="1790000000")
        for form in ["html", "pdf", "xlsx", "csv", "xml", "json"]:
            self.assertEqual((self.folder / f"a.{form}").read_bytes(), (self.folder / f"b.{form}").read_bytes())


if __name__ == "__main__":
    unittest.main()
