"""The layouts of a report, with photos of each size, and reports of an owner's own."""
import base64
import html
import io
import json
import pathlib
import re
import subprocess

from PIL import Image
from support import Case

pictures = pathlib.Path(__file__).resolve().parents[2] / "Sample"


def output(*words):
    return subprocess.run(words, capture_output=True, check=True).stdout


class Layouts(Case):
    def setUp(self):
        super().setUp()
        self.done("sample", "--photos", "--count", "12", "--seed", "7")
        self.write("more.json", json.dumps([
            {"name": "红楼梦", "location": "书房", "category": "Books", "customFields": [{"name": "Author", "value": "曹雪芹"}]},
            {"name": "ألف ليلة وليلة", "location": "Study", "category": "Books", "notes": "Long " + "word" * 60,
             "customFields": [{"name": "Author", "value": "مجهول"}], "value": {"amount": "12.50", "currency": "USD"}},
        ]))
        self.done("import", "more.json")
        self.listed = [item for item in self.items() if not item.get("archived")]

    def pictures(self, name):
        """The widths of the pictures in a document."""
        path = self.folder / name
        if name.endswith("pdf"):
            rows = output("pdfimages", "-list", path).decode().splitlines()[2:]
            return [int(row.split()[3]) for row in rows]
        found = re.findall(r'<img class="[^"]*" src="data:image/jpeg;base64,([^"]*)"|<img src="data:image/jpeg;base64,([^"]*)"', path.read_text())
        return [Image.open(io.BytesIO(base64.b64decode(one or other))).width for one, other in found]

    def text(self, name):
        if name.endswith("pdf"):
            return " ".join(output("pdftotext", "-raw", self.folder / name, "-").decode().split())
        return html.unescape(re.sub("<[^>]*>", " ", (self.folder / name).read_text()))

    def test_every_layout_has_every_item_with_photos_of_each_size(self):
        with_photos = sum("photos" in item for item in self.listed)
        all_photos = sum(len(item.get("photos", [])) for item in self.listed)
        for layout in ["list", "cards", "record"]:
            for size, width in [("none", 0), ("small", 320), ("large", 800)]:
                for form in ["html", "pdf"]:
                    name = f"{layout}-{size}.{form}"
                    self.done("report", "--layout", layout, "--photos", size, "-o", name)
                    widths = self.pictures(name)
                    if size == "none":
                        self.assertEqual(widths, [], name)
                    elif form == "html":
                        # A PDF holds a picture once even if several items have it.
                        self.assertEqual(len(widths), all_photos if layout == "record" else with_photos, name)
                    self.assertEqual(set(widths), {width} - {0}, name)
                    text = self.text(name)
                    for item in self.listed:
                        if item["name"].isascii():
                            self.assertIn(item["name"].split()[0], text, name)
                    if layout == "record":
                        self.assertIn("曹雪芹", text)
                    if form == "pdf" and layout == "record":
                        pages = output("pdftotext", self.folder / name, "-").decode().split("\f")
                        self.assertGreaterEqual(len(pages) - 1, len(self.listed) + 1)

    def test_photos_are_small_on_cards_and_large_in_records(self):
        for layout, width in [("cards", 320), ("record", 800)]:
            self.done("report", "--layout", layout, "-o", "r.html")
            self.assertEqual(set(self.pictures("r.html")), {width})
        self.done("report", "-o", "r.html", "--columns", "thumbnail,name", "--photos", "none")
        self.assertNotIn("<img", (self.folder / "r.html").read_text())
        self.done("report", "--layout", "record", "--photos", "large", "--format", "folder", "-o", "page")
        self.assertTrue(all(name.endswith("-1024.jpg") for name in map(str, (self.folder / "page/photos").iterdir())))

    def test_cards_have_the_columns_groups_and_sums_of_the_list(self):
        options = ["--columns", "name,Author,quantity,line-value", "--group-by", "location,category", "--new-page"]
        for form in ["html", "pdf"]:
            for layout in ["list", "cards", "record"]:
                self.done("report", "--layout", layout, "-o", f"{layout}.{form}", *options)
                text = self.text(f"{layout}.{form}")
                self.assertEqual(text.count("Subtotal"), self.text(f"list.{form}").count("Subtotal"))
        page, rows = (self.folder / "cards.html").read_text(), (self.folder / "list.html").read_text()
        amounts = lambda text: re.findall(r'<data value="([^"]*)">', text)
        self.assertEqual(sorted(amounts(page)), sorted(amounts(rows)))
        self.assertEqual(page.count('<ul class="cards">'), page.count("</ul>"))
        self.assertEqual(page.count("<section"), page.count("</section>"))

    def test_a_record_has_papers_parts_and_notes(self):
        whole = self.done("add", "Camera", "--notes", "Lent out.").output.strip()
        self.done("add", "Strap", "--parent", whole)
        self.done("document", "add", whole, pictures / "atlas-1.png", "--kind", "receipt", "--number", "R-17", "--date", "2024-05-01")
        for form in ["html", "pdf"]:
            self.done("report", "--layout", "record", "-o", f"all.{form}", "--where", "name:Camera")
            text = " ".join(self.text(f"all.{form}").split())
            for part in ["Lent out.", "Parts Strap", "receipt · R-17 · May 1, 2024"]:
                self.assertIn(part, text)
            self.done("report", "--layout", "record", "-o", f"few.{form}", "--where", "name:Camera", "--columns", "name,quantity")
            text = self.text(f"few.{form}")
            self.assertNotIn("Lent out.", text)
            self.assertNotIn("R-17", text)

    def test_data_workbooks_volumes_and_other_reports_refuse_a_layout(self):
        for form in ["csv", "json", "xlsx", "xml"]:
            self.refused("report", "--layout", "cards", "-o", f"r.{form}", status=2, says=["--layout", "HTML or PDF"])
            self.refused("report", "--photos", "small", "-o", f"r.{form}", status=2, says=["--photos", "HTML or PDF"])
        self.refused("report", "--layout", "record", "--volumes", "-o", "r", status=2, says="--volumes")
        for name in ["insurance", "labels"]:
            self.refused("report", name, "--layout", "cards", "-o", "r.html", status=2, says="report inventory")
        self.refused("report", "--layout", "card", "-o", "r.html", status=2, says=["list, cards or record", "cards"])

    def test_a_report_of_ones_own_has_a_pdf_pictures_and_evidence(self):
        (self.folder / "mine/rooms").mkdir(parents=True)
        self.write("mine/rooms/rooms.html.mustache", """<!DOCTYPE html><html lang="en"><title>{{title}}</title>
{{#items}}<h2>{{name}}</h2>{{#photos}}{{#small}}<img src="{{picture}}" alt="">{{/small}}{{#large}}<img src="{{picture}}" alt="">{{/large}}{{/photos}}
{{#cells}}{{#text}}<p>{{title}}: {{text}}</p>{{/text}}{{/cells}}
{{#customFields}}<i>{{fieldName}}={{fieldValue}}</i>{{/customFields}}
{{#claimed.evidence}}<b>{{number}}</b>{{#hasPicture}}<img src="{{picture}}" alt="">{{/hasPicture}}{{/claimed.evidence}}{{/items}}</html>""")
        self.done("template", "check", "mine/rooms/rooms.html.mustache", "--context", "inventory")
        call = ["report", "rooms", "--templates", "mine", "--columns", "name,Author"]
        self.done(*call, "-o", "r.html")
        page = (self.folder / "r.html").read_text()
        self.assertIn("<p>Author: 曹雪芹</p>", page)
        self.assertIn("<i>Author=曹雪芹</i>", page)
        self.assertIn("<b>1-P1</b>", page)
        count = sum(len(item.get("photos", [])) for item in self.listed)
        papers = sum(len(item.get("documents", [])) for item in self.listed)
        self.assertEqual(page.count("<img"), 3 * count + papers)
        said = self.done(*call, "-o", "r.pdf", "--group-by", "location")
        self.assertIn("rooms/rooms.typ.mustache", said.errors)
        text = self.text("r.pdf")
        self.assertIn("Rooms", text)
        self.assertIn("曹雪芹", text)
        self.assertIn("Subtotal", text)
        self.done(*call, "-o", "cards.pdf", "--layout", "cards")
        self.refused(*call, "-o", "cards.html", "--layout", "cards", status=2, says=["--layout", "rooms/cards.html.mustache"])
        self.write("mine/rooms/cards.html.mustache", "<!DOCTYPE html><p>{{title}}</p>")
        self.done(*call, "-o", "cards.html", "--layout", "cards")
        self.assertEqual((self.folder / "cards.html").read_text(), "<!DOCTYPE html><p>Rooms</p>")
