"""A claim from an export and a folder of photos: the same figures everywhere, photos upright and without their origin."""
import base64
import csv
import decimal
import io
import json
import re
import unittest
import xml.etree.ElementTree as ElementTree

import workbook
from support import Case, SHARED, TOP, XML, shared
from test_pdf import output

try:
    import claim_photos
except ImportError:
    claim_photos = None

OWN = TOP / "Tests/Fixtures/claim/household.csv"
# What exiftool tells of any file, and of the JPEGs that are made to be shown.
HARMLESS = {"SourceFile", "ExifTool", "System", "File", "Composite", "JFIF"}


@unittest.skipUnless(claim_photos, "photos are made with Pillow: run make deps first")
class Claims(Case):
    def make(self, file, photos):
        """The inventory of a file, its first items with a photo each; expected figures and numbers of photos."""
        self.done("import", file)
        expected = json.loads(file.with_suffix(".expected.json").read_text())
        items = [item for item in self.items() if not item.get("archived")][:photos]
        self.assertEqual([item["name"] for item in items], expected["names"][:photos])
        place = self.folder / "photos"
        place.mkdir()
        for number, item in enumerate(items):
            content, kind = claim_photos.photo(number)
            (place / f"{item['id']}.{kind}").write_bytes(content)
        added = self.done("photo", "add", "--folder", "photos")
        self.assertIn(f"added {len(items)} photos to {len(items)} items", added.output)
        for form in ["html", "pdf", "xlsx", "csv", "json", "xml"]:
            self.done("report", "insurance", "-o", f"r.{form}", "--as-of", "2026-11-01")
        self.done("report", "insurance", "--format", "bundle", "-o", "claim")
        self.done("publish", "site")
        return expected, set(range(len(items)))

    def check_figures(self, expected):
        total, units = decimal.Decimal(expected["active_total"]), decimal.Decimal(expected["active_units"])
        rooms = {name: decimal.Decimal(amount) for name, amount in expected["total_by_location"].items()}
        page = (self.folder / "r.html").read_text()
        cover = page[:page.index("<main>")]
        self.assertIn(f'<data value="{total}">', cover)
        for name, amount in rooms.items():
            row = re.search(rf'<th scope="row" class="name"[^>]*><bdi>{re.escape(name)}</bdi></th>.*', page).group(0)
            self.assertIn(f'<data value="{amount}">', row)
        text = output("pdftotext", "-layout", self.folder / "r.pdf", "-").decode()
        for amount in [total, *rooms.values()]:
            self.assertIn(f"{amount:,}", text)
        self.assertIn(f"{units:,}", text)
        document = json.loads((self.folder / "r.json").read_text(), parse_float=decimal.Decimal)["summary"]
        self.assertEqual([t["amount"] for t in document["totals"]], [str(total)])
        self.assertEqual(decimal.Decimal(document["units"]), units)
        for place in [self.folder / "r.xml", self.folder / "claim/insurance.xml"]:
            summary = ElementTree.parse(place).getroot().find(f"{XML}summary")
            self.assertEqual([t.text for t in summary.findall(f"{XML}total")], [str(total)])
            self.assertEqual(decimal.Decimal(summary.get("units")), units)
        rows = list(csv.DictReader(io.StringIO((self.folder / "r.csv").read_text())))
        self.assertEqual([row["lineValue"] for row in rows if row["record"] == "total"], [str(total)])
        proofs = [row for row in rows if row["record"] == "photo"]
        self.assertEqual([row["evidence"] for row in proofs], [f"{n}-P1" for n in range(1, len(proofs) + 1)])
        named = {photo["hash"] for item in json.loads((self.folder / "r.json").read_text())["items"] for photo in item.get("photos", [])}
        self.assertEqual({row["sha256"] for row in proofs}, named)
        self.assertEqual(named, {photo.get("hash") for photo in ElementTree.parse(self.folder / "r.xml").iter(f"{XML}photo")})
        lines = [row for row in rows if row["record"] == "item"]
        self.assertEqual([row["name"] for row in lines], expected["names"])
        self.assertEqual(sum(decimal.Decimal(row["lineValue"] or 0) for row in lines), total)
        for place in [self.folder / "r.xlsx", self.folder / "claim/insurance.xlsx"]:
            sheets = workbook.sheets(place)
            cells = [cell.value for row in sheets["Summary"] for cell in row.values() if cell.formula]
            for amount in [total, *rooms.values()]:
                self.assertIn(float(amount), cells)
            self.assertEqual(
                {row["H"].value for row in sheets["Evidence index"][1:]}, named)
            self.assertIn(float(units), cells)

    def pictures(self):
        """The pictures in everything that is handed over, by what they stand in."""
        page = (self.folder / "r.html").read_text()
        embedded = [base64.b64decode(data) for data in re.findall(r'src="data:image/jpeg;base64,([^"]+)"', page)]
        (self.folder / "shown").mkdir()
        output("pdfimages", "-all", self.folder / "r.pdf", self.folder / "shown/pdf")
        for number, content in enumerate(embedded):
            (self.folder / f"shown/html-{number}.jpg").write_bytes(content)
        shown = sorted((self.folder / "shown").iterdir())
        return {
            "html": [path for path in shown if path.name.startswith("html")],
            "pdf": [path for path in shown if path.name.startswith("pdf")],
            "bundle": sorted((self.folder / "claim/photos").iterdir()),
            "site": sorted(path for path in (self.folder / "site").rglob("*.jpg")),
        }

    def check_photos(self, numbers):
        pictures = self.pictures()
        for place, paths in pictures.items():
            found = [claim_photos.seen(path) for path in paths]
            self.assertEqual(set(found), numbers, f"{place}: {found}")
            if place != "site":
                self.assertEqual(len(found), len(numbers), place)
        delivered = [self.folder / f"r.{form}" for form in ["html", "pdf", "xlsx", "csv", "json", "xml"]]
        whole = [path for name in ["claim", "site"] for path in (self.folder / name).rglob("*") if path.is_file()]
        shown = [path for paths in pictures.values() for path in paths]
        metadata = json.loads(output("exiftool", "-j", "-G1", "-a", *delivered, *whole, *shown))
        self.assertGreater(len(metadata), 3 * len(numbers))
        for facts in metadata:
            groups = {name.split(":")[0] for name in facts}
            for name in facts:
                if name.startswith(("JSON:", "XMP:Inventory")):  # the report's own members
                    continue
                self.assertNotRegex(name, r"GPS|Make$|Model$|Orientation|Artist|SerialNumber", facts["SourceFile"])
            if facts["SourceFile"].endswith(".jpg"):
                self.assertLessEqual(groups, HARMLESS, facts["SourceFile"])
        for path in [*delivered, *whole]:
            content = path.read_bytes()
            for secret in [claim_photos.CAMERA, claim_photos.OWNER]:
                self.assertNotIn(secret.encode(), content, path)

    def test_the_photos_of_this_test_have_what_must_not_get_out(self):
        for number in range(8):
            content, kind = claim_photos.photo(number)
            path = self.write(f"p.{kind}", content)
            metadata = json.loads(output("exiftool", "-j", "-a", path))[0]
            self.assertIn("GPSLatitude", metadata, kind)
            self.assertEqual(metadata["Make"], claim_photos.CAMERA)
        for turn in claim_photos.STORED:
            buffer = io.BytesIO()
            claim_photos.STORED[turn](claim_photos.upright(3)).save(buffer, "PNG")
            self.assertEqual(claim_photos.seen(buffer.getvalue()), 3 if turn == 1 else None)

    def test_a_small_household(self):
        expected, numbers = self.make(OWN, 8)
        self.check_figures(expected)
        self.check_photos(numbers)
        # What the report says in CSV can be read again.
        self.done("import", "r.csv", "--store", "again")
        self.assertEqual(self.names("--store", "again"), expected["names"])

    @unittest.skipUnless(shared("homebox-120.csv"), f"no shared fixtures in {SHARED}")
    def test_an_export_of_120_items_with_60_photos(self):
        expected, numbers = self.make(shared("homebox-120.csv"), 60)
        self.assertEqual(len(numbers), 60)
        self.check_figures(expected)
        self.check_photos(numbers)


if __name__ == "__main__":
    unittest.main()
