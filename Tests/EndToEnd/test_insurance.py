"""The report insurance: the same figures in every format, photos and receipts, what is kept back."""
import decimal
import json
import shutil
import unittest
import xml.etree.ElementTree as ElementTree

import workbook
from support import Case, SHARED, XML, shared
from test_pdf import output

try:
    from PIL import Image
except ImportError:
    Image = None


class Insurance(Case):
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
                  "--high-value", "40000JPY")
        pages = output("pdftotext", "-layout", self.folder / "r.pdf", "-").decode().split("\f")
        for words in ["Ada Lovelace", "HO-1", "C-7", "Oct 30, 2026", "Nov 1, 2026", "$450.00", "¥60,000", "$600.00",
                      "$120.00", "$480.00", "Signature", "not stated"]:
            self.assertIn(words, pages[0])
        text = "".join(pages)
        high_value = text[text.rindex("High-value items"):text.rindex("Schedule")]
        self.assertIn("Camera", high_value)
        self.assertNotIn("茶具", high_value)
        self.assertIn("replacement cost, purchase price, purchase date, serial number, photo, receipt", text)
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
        self.done("report", "insurance", "-o", "r.xlsx", "--as-of", "2026-11-01", "--claim-number", "C-8")
        sheets = workbook.sheets(self.folder / "r.xlsx")
        self.assertEqual(list(sheets), ["Schedule", "Summary", "Missing", "Evidence index"])
        heads = {cell.value: letter for letter, cell in sheets["Schedule"][0].items()}
        camera, tea, rug, *sums = sheets["Schedule"][1:]
        for name, value in [("Item", "Camera"), ("Serial number", "SN-1"), ("Age in months", 24), ("Value each", 450),
                            ("Replacement cost each", 600), ("Replacement cost", 600),
                            ("Depreciation (owner’s estimate)", 120), ("Actual cash value", 480), ("Quantity", 1)]:
            self.assertEqual(camera[heads[name]].value, value, name)
        self.assertEqual(camera[heads["Purchase date"]].value, 45597)
        codes = {row["R"].value: row for row in sums if "R" in row and row["R"].value}
        self.assertEqual({code: row["Q"].value for code, row in codes.items()}, {"JPY": 60000, "USD": 511})
        self.assertEqual([row["N"].value for row in sums if "N" in row and row["N"].formula], [24])
        summary, name = {}, None
        for row in sheets["Summary"]:
            # A room's further currencies stand below its name.
            name = row["A"].value if "A" in row else name
            if "D" in row and row["D"].formula:
                summary.setdefault(name, row)
        # Names of rooms count to the letter, which formulas otherwise do not.
        self.assertEqual((summary["Home / Office"]["D"].value, summary["home / office"]["D"].value), (450, 61))
        self.assertIn("EXACT", summary["Home / Office"]["D"].formula)
        self.assertEqual(summary["Home / Office"]["H"].value, 480)
        facts = {row["A"].value: row["B"].value for row in sheets["Summary"] if "A" in row and "B" in row}
        self.assertEqual((facts["Claim number"], facts["Owner"], facts["Date of loss"]), ("C-8", "Ada Lovelace", 46325))
        missing = {row["B"].value: [row.get(letter) is not None for letter in "DEFGHIJ"] for row in sheets["Missing"][1:]}
        self.assertEqual(missing["Camera"], [False, False, True, False, False, True, True])
        self.assertEqual(missing["茶具"], [False, True, True, True, True, True, True])
        hidden = workbook.sheets(self.redacted())
        self.assertEqual(hidden["Schedule"][1]["E"].value, "withheld")
        if not shutil.which("soffice"):
            self.skipTest("LibreOffice (libreoffice-calc) is not here to calculate anew")
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
        # Typst is given drawings that refer to the photos: of a JPEG itself it would hold every pixel.
        (self.folder / "tools").mkdir()
        self.write("tools/typst", "#!/bin/sh\ngrep -o 'picture-[0-9a-f]*[.][a-z]*' main.typ | sort -u\nexit 1\n").chmod(0o755)
        said = self.refused("report", "insurance", "-o", "t.pdf", PATH=f"{self.folder}/tools:/usr/bin:/bin", says=".svg")
        self.assertNotIn(".jpg", said.errors)
        self.done("report", "insurance", "-o", "n.html", "--no-photos")
        without = (self.folder / "n.html").read_text()
        self.assertEqual(without.count("src=\"data:"), 1)
        self.assertNotIn("view0.jpg", without)

    def test_what_is_kept_back_is_in_no_format_nor_inside_the_pdf(self):
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

    def test_wrong_calls_are_told_before_anything_is_read(self):
        for words in [["--high-value", "much"], ["--columns", "colour"], ["--redact", "value"], ["--columns", ""]]:
            self.refused("report", "insurance", *words, status=2, says=words[0])
        self.refused("report", "--columns", "age", status=2, says="report insurance")

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
