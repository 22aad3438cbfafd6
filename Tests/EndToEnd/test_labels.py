"""Sheets of labels: every code leads to its item, and stands where the sheet's maker says."""
import http.client
import io
import json
import re
import shutil
import subprocess
import unittest
import urllib.parse

from support import Case, rounds
from test_serve import Server

try:
    from PIL import Image
except ImportError:
    Image = None

CHROMIUM = shutil.which("chromium")


class Labels(Case):
    is_slow = True

    def setUp(self):
        super().setUp()
        self.done("sample", "--rich", "--count", "25", "--seed", "9")

    def sheets(self, name="labels.html"):
        """The places of the labels on each sheet, in hundredths of a millimetre."""
        page = (self.folder / name).read_text()
        return [[tuple(map(int, place)) for place in re.findall(r'<g transform="translate\((\d+) (\d+)\)"', sheet)]
                for sheet in re.findall(r'(?s)<svg class="sheet".*?</svg>', page)]

    def test_labels_lie_where_the_sheets_have_them(self):
        items = len(self.done("list", "--json").json)
        self.done("report", "labels", "-o", "labels.html")
        first, *rest = self.sheets()
        self.assertEqual(first[:4], [(721, 1515), (7325, 1515), (13929, 1515), (721, 5325)])
        self.assertEqual(len(first) + sum(map(len, rest)), items)
        self.assertEqual(len(first), 21)
        self.done("report", "labels", "-o", "labels.html", "--start-at", "21")
        first, second = self.sheets()[:2]
        self.assertEqual((first, len(second)), ([(13929, 24375)], min(21, items - 1)))
        self.done("report", "labels", "-o", "labels.html", "--sheet", "5160")
        self.assertEqual(self.sheets()[0][:2], [(476, 1270), (7461, 1270)])
        self.assertIn("215.9mm", (self.folder / "labels.html").read_text())
        self.done("report", "labels", "-o", "labels.html", "--sheet", "a4", "--label-size", "50x30")
        self.assertEqual(self.sheets()[0][0], (2800, 2150))

    def test_texts_are_escaped_and_hidden_where_wished(self):
        self.write("all.json", '[{"name": "<b>\\"&", "location": "Home / A"}, {"name": ""}]')
        self.done("import", "all.json", "--store", "few")
        page = self.done("report", "labels", "-o", "-", "--format", "html", "--store", "few").output
        self.assertIn("&lt;b&gt;", page)
        self.assertIn(">unnamed<", page)
        hidden = self.done("report", "labels", "-o", "-", "--format", "html", "--store", "few", "--redact", "name").output
        self.assertNotIn("&lt;b&gt;", hidden)
        self.done("report", "labels", "-o", "-", "--format", "html", "--store", "few", "--locale", "zh-Hans")
        self.done("init", "--store", "none")
        self.assertIn("No items", self.done("report", "labels", "-o", "-", "--format", "html", "--store", "none").output)

    def test_wrong_wishes_are_refused(self):
        for words, says in [
            (["--start-at", "22"], "from 1 to 21"), (["--sheet", "l9999"], "it takes"), (["--sheet", "a4"], "--label-size"),
            (["--label-size", "5x5"], "20x12"), (["--label-size", "300x300"], "fit"), (["--label-size", "wide"], "50x30"),
            (["--sheet", "5160", "--label-size", "50x30"], "--sheet a4"), (["--base-url", "javascript:x"], "--base-url"),
            (["--base-url", "https://a b/"], "--base-url"), (["--format", "csv"], "labels"), (["--format", "xlsx"], "workbook"),
        ]:
            self.refused("report", "labels", *words, status=2, says=says)
        self.refused("report", "--start-at", "2", status=2, says="--start-at goes only with 'report labels'")
        self.assertEqual(self.left_over(), ["inventory.homepwner"])

    @unittest.skipUnless(shutil.which("zbarimg") and shutil.which("pdftoppm"), "no zbarimg, pdftoppm")
    def test_labels_as_pdf_lie_in_the_same_places_and_their_codes_can_be_read(self):
        keys = {item["id"] for item in self.done("list", "--json").json}
        for words, pages, size in [
            (["--start-at", "5"], 2, "595"), (["--sheet", "5160", "--base-url", "https://example.org/"], 1, "612"),
            (["--sheet", "a4", "--label-size", "40x20", "--locale", "zh-Hans"], 1, "595"),
        ]:
            self.done("report", "labels", "-o", "labels.pdf", *words)
            facts = subprocess.run(["pdfinfo", "labels.pdf"], cwd=self.folder, capture_output=True, text=True).stdout
            self.assertRegex(facts, rf"Pages: +{pages}\n")
            self.assertEqual(round(float(re.search(r"Page size: +([\d.]+)", facts).group(1))), int(size))
            self.assertIn(b"<pdfuaid:part>1</pdfuaid:part>", (self.folder / "labels.pdf").read_bytes())
            # A reader of whole sheets now and then passes over a code at one size.
            for dots in ["200", "300", "400"]:
                subprocess.run(["pdftoppm", "-aaVector", "no", "-r", dots, "-png", "labels.pdf", f"sheet-{dots}"],
                               cwd=self.folder, check=True)
            pictures = sorted(path.name for path in self.folder.glob("sheet-*.png"))
            read = subprocess.run(["zbarimg", "-q", "--raw", *pictures], cwd=self.folder, capture_output=True, text=True)
            found = {line.removeprefix("https://example.org/item/").removesuffix(".html") for line in read.stdout.split()}
            self.assertEqual(found, keys)
            for path in pictures:
                (self.folder / path).unlink()
        # A code's corner is where the sheet of the same measures has it in HTML: 7.21 + 63.5 mm wide labels.
        self.done("report", "labels", "-o", "labels.pdf", "--redact", "name")
        boxes = subprocess.run(["pdftotext", "-bbox", "labels.pdf", "-"], cwd=self.folder, capture_output=True, text=True).stdout
        places = sorted({round(float(x) * 25.4 / 72) for x in re.findall(r'<word xMin="([\d.]+)"[^>]*>withheld<', boxes)})
        self.assertEqual(places, [36, 102, 168])
        self.refused("report", "labels", "-o", "labels.csv", status=2, says="labels")

    def read_by_zbar(self, pictures):
        """The texts of the codes on pictures, as zbar reads them."""
        return subprocess.run(["zbarimg", "-q", "--raw", *pictures], cwd=self.folder, capture_output=True, text=True).stdout.split()

    def read_by_zxing(self, pictures):
        """The texts of the codes on pictures, as the server reads them, which uses ZXing."""
        texts = []
        for name in pictures:
            content = io.BytesIO()
            Image.open(self.folder / name).convert("L").save(content, "PNG")
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
            connection.request("POST", "/api/scan", content.getvalue(),
                               {"Authorization": "Bearer " + self.server.bearer, "Content-Type": "image/png"})
            texts += [code["text"] for code in json.loads(connection.getresponse().read())["codes"]]
            connection.close()
        return texts

    @unittest.skipUnless(Image and shutil.which("zbarimg") and shutil.which("pdftoppm"), "no Pillow, zbarimg, pdftoppm: make deps-test")
    def test_labels_on_rolls_are_a_page_each_and_are_read_as_printed(self):
        items = self.done("list", "--json").json
        self.done("publish", "site", "--editable")
        self.server = Server(self)
        self.addCleanup(self.server.stop)
        base = "https://things.example.org/home/"
        places = {item["location"] for item in items if item.get("location")}
        for words, codes in [
            (["--label-field", "serial-number", "--label-text", "If found, please call 0123 456789"],
             [f"{base}item/{item['id']}.html" for item in items]),
            (["--of", "locations", "--label-text", "Ada"], [f"{base}?place={urllib.parse.quote(place, safe='')}" for place in places]),
        ]:
            for sheet, size in [("roll62", (176, 82)), ("roll57", (162, 91))]:
                self.done("report", "labels", "-o", "labels.pdf", "--sheet", sheet, "--base-url", base, *words)
                facts = subprocess.run(["pdfinfo", "labels.pdf"], cwd=self.folder, capture_output=True, text=True).stdout
                self.assertRegex(facts, rf"Pages: +{len(codes)}\n")
                found = re.search(r"Page size: +([\d.]+) x ([\d.]+)", facts)
                self.assertEqual((round(float(found.group(1))), round(float(found.group(2)))), size)
                for dots in rounds(all=["203", "300"], few=["203"]):
                    # Printers of labels have no greys.
                    subprocess.run(["pdftoppm", "-mono", "-r", dots, "labels.pdf", f"label-{dots}"], cwd=self.folder, check=True)
                    pictures = sorted(path.name for path in self.folder.glob("label-*.pbm"))
                    for read in [self.read_by_zbar, self.read_by_zxing]:
                        self.assertEqual(sorted(read(pictures)), sorted(codes), f"{read.__name__}, {sheet}, {dots} dpi, {words}")
                    for name in pictures:
                        (self.folder / name).unlink()

    def test_locations_have_labels_and_lists_of_what_is_there(self):
        self.write("few.json", '[{"name": "Hammer", "quantity": 2, "location": "Cellar/Box 1"}, {"name": "<b>", "location": "Cellar / Box 1"},'
                               ' {"name": "Ladder", "location": "Cellar"}, {"name": "Lost"}]')
        self.done("import", "few.json", "--store", "few")
        words = ["report", "labels", "--store", "few", "--of", "locations", "--base-url", "https://example.org/"]
        page = self.done(*words, "-o", "-", "--format", "html").output
        self.assertEqual(page.count("<g transform"), 2)
        self.assertIn('<p class="name" dir="auto">Box 1</p><p class="place" dir="auto">Cellar</p>', page)
        self.assertNotIn('<section class="contents">', page)
        page = self.done(*words, "-o", "-", "--format", "html", "--contents", "--label-text", "Ada & Co").output
        self.assertEqual(page.count('<section class="contents">'), 2)
        for text in ["Cellar / Box 1</h2>", "Hammer × 2", "&lt;b&gt;", "Ada &amp; Co"]:
            self.assertIn(text, page)
        self.assertNotIn("Lost", page)
        if shutil.which("zbarimg") and shutil.which("pdftoppm"):
            self.done(*words, "-o", "boxes.pdf", "--sheet", "roll62", "--contents")
            subprocess.run(["pdftoppm", "-mono", "-r", "203", "boxes.pdf", "box"], cwd=self.folder, check=True)
            pictures = sorted(path.name for path in self.folder.glob("box-*.pbm"))
            self.assertEqual(len(pictures), 4)
            read = subprocess.run(["zbarimg", "-q", "--raw", *pictures], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(sorted(read.stdout.split()), ["https://example.org/?place=Cellar", "https://example.org/?place=Cellar%20%2F%20Box%201"])
            # A redacted location is in no text, heading or code.
            for page in self.folder.glob("box-*.pbm"):
                page.unlink()
            words += ["--redact", "location", "--contents"]
            page = self.done(*words, "-o", "-", "--format", "html").output
            self.assertEqual(re.findall(r'<p class="name" dir="auto">([^<]*)', page), ["withheld 1", "withheld 2"])
            self.assertIn("Hammer × 2", page)
            self.assertNotRegex(page, "Cellar|Box 1")
            self.done(*words, "-o", "boxes.pdf", "--sheet", "roll62")
            text = subprocess.run(["pdftotext", "boxes.pdf", "-"], cwd=self.folder, capture_output=True, text=True).stdout
            self.assertNotRegex(text, "Cellar|Box 1")
            subprocess.run(["pdftoppm", "-mono", "-r", "203", "boxes.pdf", "box"], cwd=self.folder, check=True)
            pictures = sorted(path.name for path in self.folder.glob("box-*.pbm"))
            read = subprocess.run(["zbarimg", "-q", "--raw", *pictures], cwd=self.folder, capture_output=True, text=True)
            self.assertRegex(read.stdout, "withheld")
            self.assertNotRegex(read.stdout, "Cellar|Box")

    @unittest.skipUnless(shutil.which("pdftotext"), "no pdftotext")
    def test_a_name_that_is_too_long_is_cut_at_its_end(self):
        self.write("few.csv", "name\nA very long name of a thing that does not fit on a small label at all\n")
        self.done("import", "few.csv", "--store", "few")
        self.done("report", "labels", "--store", "few", "-o", "label.pdf", "--sheet", "roll57", "--label-text", "Ada")
        boxes = subprocess.run(["pdftotext", "-bbox", "label.pdf", "-"], cwd=self.folder, capture_output=True, text=True).stdout
        tops = {word: float(top) for top, word in re.findall(r'yMin="([\d.]+)"[^>]*>(\w+)<', boxes)}
        # Three lines of the name are between its first word and the next text: none of them is above their room.
        self.assertLess(tops["Ada"] - tops["A"], 35)

    def test_fields_and_a_text_of_ones_own_are_on_the_label(self):
        self.write("few.json", '[{"name": "Drill", "serialNumber": "4K2B9", "location": "Attic", "customFields": [{"name": "Owner", "value": "Ada"}]}]')
        self.done("import", "few.json", "--store", "few")
        words = ["report", "labels", "--store", "few", "-o", "-", "--format", "html", "--label-field", "serial-number",
                 "--label-field", "Owner", "--label-text", "Call 123"]
        page = self.done(*words).output
        self.assertEqual(re.findall(r'<p class="(\w+)" dir="auto">([^<]*)', page), [("line", "4K2B9"), ("line", "Owner: Ada"), ("line", "Call 123")])
        self.assertNotIn("Ada", self.done(*words, "--redact", "custom-fields").output)
        self.refused(*words, "--of", "locations", status=2, says="--label-field")
        self.refused("report", "labels", "--store", "few", "-o", "-", "--contents", status=2, says="--of locations")

    def test_a_field_that_no_item_has_is_refused(self):
        self.write("few.json", '[{"name": "Drill", "archived": true, "customFields": [{"name": "Owner", "value": "Ada"}]}, {"name": ""}]')
        self.done("import", "few.json", "--store", "few")
        for field, says in [("Ower", ["'Ower'", "did you mean 'Owner'?"]), ("owner", ["'owner'", "did you mean 'Owner'?"]),
                            ("Serial-Number", ["did you mean 'serial-number'?"]), ("asset identifier", ["'asset-identifier'?"]),
                            ("manufacturer", ["no item has the field 'manufacturer'"]), ("Zzz", ["no item has", "such as Owner"]),
                            *[(field, [f"'{field}' cannot stand on a label"]) for field in ["value", "quantity", "id", "purchase-date", "Purchase Date"]]]:
            for form in ["html", "pdf"]:
                self.refused("report", "labels", "--store", "few", "-o", f"l.{form}", "--label-field", "name", "--label-field", field, says=says)
        # An archived item has it, a name may be missing, and an inventory without items has no labels to miss it on.
        self.done("report", "labels", "--store", "few", "-o", "l.html", "--label-field", "Owner", "--label-field", "name")
        self.done("init", "--store", "none")
        self.done("report", "labels", "--store", "none", "-o", "none.html", "--label-field", "Owner")
        self.assertEqual(self.left_over(), ["few", "few.json", "inventory.homepwner", "l.html", "none", "none.html"])

    def test_one_item_has_a_label_by_its_id(self):
        items = self.done("list", "--json").json
        first, second = items[3]["id"], items[7]["id"]
        self.done("edit", second, "--archived", "yes")
        for words, ids in [(["--item", first], [first]), (["--item", second], [second]), (["--item", first[-8:]], [first]),
                           (["--item", second, "--item", first, "--item", first], [first, second])]:
            page = self.done("report", "labels", "-o", "-", "--format", "html", *words).output
            self.assertEqual(re.findall(r'<p class="key">([^<]*)', page), [key[-8:] for key in ids])
            self.assertIn(f"{len(ids)} item", self.done("report", "labels", "-o", "y.html", *words).output)
            (self.folder / "y.html").unlink()
        self.refused("report", "labels", "-o", "x.html", "--item", "00000000-0000-0000-0000-000000000000", says="no item")
        self.refused("report", "labels", "-o", "x.html", "--item", first, "--where", "tag:x", status=2, says="--item")
        self.refused("report", "labels", "-o", "x.html", "--item", first, "--of", "locations", status=2, says="--of items")
        self.refused("report", "-o", "x.html", "--item", first, status=2, says="--item")
        self.assertEqual(self.left_over(), ["inventory.homepwner"])

    def test_the_address_of_a_page_is_that_of_its_folder(self):
        item = self.done("list", "--json").json[0]["id"]
        codes = {}
        for url in ["https://example.org/things/", "https://example.org/things", "https://example.org/things/index.html",
                    "https://example.org/things/INDEX.HTML", "https://example.org/things/tags-2.html",
                    f"https://example.org/things/item/{item}.html"]:
            page = self.done("report", "labels", "-o", "-", "--format", "html", "--item", item, "--base-url", url).output
            codes[url] = re.findall(r' d="([^"]+)"', page)
        self.assertEqual(len({tuple(code) for code in codes.values()}), 1)
        # A host is no page.
        host = [self.done("report", "labels", "-o", "-", "--format", "html", "--item", item, "--base-url", url).output
                for url in ["http://my.html", "http://my.html/"]]
        self.assertEqual(host[0], host[1])

    def test_a_code_too_dense_to_be_read_is_refused_with_what_would_do(self):
        item = self.done("list", "--json").json[0]["id"]
        self.done("edit", item, "--location", "/".join(["书房", "东墙的书架", "最上面一层", "左边的盒子"] * 2))
        name = self.done("show", item, "--json").json["name"]
        long = "https://things.example.org/" + "a" * 180 + "/"
        for words, size, dots in [
            (["--item", item, "--sheet", "a4", "--label-size", "20x12", "--base-url", long], None, None),
            (["--item", item, "--sheet", "roll62", "--resolution", "150", "--base-url", long], None, None),
            (["--item", item, "--sheet", "l7160", "--resolution", "72"], None, None),
            (["--of", "locations", "--where", "location:书房", "--sheet", "roll57", "--base-url", "https://example.org/" + "b" * 60], None, None),
        ]:
            for form in ["html", "pdf"]:
                outcome = self.refused("report", "labels", "-o", f"l.{form}", *words, says=["too dense", "--label-size", "--resolution"])
                size = re.search(r"--label-size (\d+x\d+)", outcome.errors).group(1)
                dots = re.search(r"--resolution (\d+)", outcome.errors).group(1)
                if "--of" not in words:
                    self.assertIn(name, outcome.errors)
            place = words.index("--sheet")
            larger = words[:place] + ["--sheet", "a4", "--label-size", size] + [
                word for word in words[place + 2:] if word not in ["--label-size", "20x12"]]
            if "--resolution" not in words and "roll" in words[place + 1]:
                larger += ["--resolution", "203"]
            self.done("report", "labels", "-o", "l.html", *larger)
            finer = [*words]
            if "--resolution" in finer:
                finer[finer.index("--resolution") + 1] = dots
            else:
                finer += ["--resolution", dots]
            self.done("report", "labels", "-o", "l.html", *finer)

    def test_lists_of_contents_have_the_width_of_the_roll_or_the_paper_of_the_sheets(self):
        self.write("few.json", '[{"name": "A very long name of a thing in the cellar that needs several lines", "location": "Cellar"}]')
        self.done("import", "few.json", "--store", "few")
        for sheet, width, size in [("roll62", 176, "62mm"), ("roll57", 162, "57mm"), ("l7160", 595, "A4"), ("5160", 612, "215.9mm")]:
            words = ["report", "labels", "--store", "few", "--of", "locations", "--contents", "--sheet", sheet]
            page = self.done(*words, "-o", "-", "--format", "html").output
            self.assertTrue(re.findall(r"@page contents { size: ([\w.]+)", page)[-1] == size, sheet)
            if not shutil.which("pdfinfo"):
                continue
            self.done(*words, "-o", "l.pdf")
            facts = subprocess.run(["pdfinfo", "-l", "9", "l.pdf"], cwd=self.folder, capture_output=True, text=True).stdout
            self.assertEqual([round(float(found)) for found in re.findall(r"size: +([\d.]+) x", facts)], [width, width])
            text = subprocess.run(["pdftotext", "-f", "2", "l.pdf", "-"], cwd=self.folder, capture_output=True, text=True).stdout
            self.assertIn("lines", text)

    @unittest.skipUnless(shutil.which("pdftotext"), "no pdftotext")
    def test_long_words_in_lists_of_contents_are_broken_and_not_cut(self):
        word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
        names = [word, f"Box {word.upper()}", "x" * 90, "短い" * 40, "Lamp"]
        self.write("few.json", json.dumps([{"name": name, "location": f"Cellar / {word}"} for name in names]))
        self.done("import", "few.json", "--store", "few")
        for sheet in ["roll62", "roll57", "l7160"]:
            words = ["report", "labels", "--store", "few", "--of", "locations", "--contents", "--sheet", sheet]
            self.assertIn(".contents li { break-inside: avoid; overflow-wrap: anywhere; }", self.done(*words, "-o", "-", "--format", "html").output)
            self.done(*words, "-o", "l.pdf")
            for page in subprocess.run(["pdftotext", "-bbox", "l.pdf", "-"], cwd=self.folder, capture_output=True, text=True).stdout.split("<page ")[1:]:
                width = float(re.search(r'width="([\d.]+)"', page).group(1))
                self.assertLess(max(float(edge) for edge in re.findall(r'xMax="([\d.]+)"', page)), width, sheet)
            text = subprocess.run(["pdftotext", "l.pdf", "-"], cwd=self.folder, capture_output=True, text=True).stdout
            # Every letter is there.
            for name in names:
                self.assertIn(re.sub(r"\s", "", name), re.sub(r"\s|[0-9]+\.", "", text), sheet)

    @unittest.skipUnless(CHROMIUM and shutil.which("zbarimg") and shutil.which("pdftoppm"), "no Chromium, zbarimg, pdftoppm")
    def test_printed_codes_lead_to_the_items(self):
        keys = {item["id"] for item in self.done("list", "--json").json}
        for words, pages, size, address in [
            (["--base-url", "https://example.org/things", "--start-at", "5"], 2, "595", "https://example.org/things/item/{}.html"),
            (["--sheet", "5160"], 1, "612", "{}"),
        ]:
            self.done("report", "labels", "-o", "labels.html", *words)
            subprocess.run(
                [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
                 f"--user-data-dir={self.folder}/chromium", f"--print-to-pdf={self.folder}/labels.pdf",
                 f"file://{self.folder}/labels.html"], check=True, capture_output=True, timeout=120)
            facts = subprocess.run(["pdfinfo", "labels.pdf"], cwd=self.folder, capture_output=True, text=True).stdout
            self.assertRegex(facts, rf"Pages: +{pages}\n")
            self.assertEqual(round(float(re.search(r"Page size: +([\d.]+)", facts).group(1))), int(size))
            subprocess.run(["pdftoppm", "-r", "200", "-png", "labels.pdf", "sheet"], cwd=self.folder, check=True)
            pictures = sorted(path.name for path in self.folder.glob("sheet-*.png"))
            read = subprocess.run(["zbarimg", "-q", "--raw", *pictures], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(set(read.stdout.split()), {address.format(key) for key in keys})
            for path in pictures:
                (self.folder / path).unlink()


if __name__ == "__main__":
    unittest.main()
