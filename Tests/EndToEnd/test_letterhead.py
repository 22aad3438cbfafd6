"""The letterhead of reports: logo, name and address, and lines at the top and the bottom."""
import base64
import json
import struct
import subprocess
import zlib

from support import Case

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><rect width="30" height="10" fill="#1f6f8b"/></svg>'


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height):
    rows = (b"\0" + bytes([30, 110, 140]) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Letterhead(Case):
    def setUp(self):
        super().setUp()
        self.done("init", "--locale", "en")
        self.done("settings", "--owner", "Anna Lindqvist", "--address", "Storgatan 12\nStockholm")
        for name in ["Chair", "Table"]:
            self.done("add", name)
        self.write("logo.svg", SVG)
        (self.folder / "logo.png").write_bytes(png(20, 30))

    def pages(self, *words):
        self.done("report", *words, "-o", "r.pdf")
        out = subprocess.run(["pdftotext", "-layout", self.folder / "r.pdf", "-"], capture_output=True, check=True).stdout
        return out.decode().split("\f")[:-1]

    def html(self, *words):
        self.done("report", *words, "-o", "r.html")
        return (self.folder / "r.html").read_text()

    def test_html_begins_with_logo_name_address_and_lines(self):
        for kind in ["inventory", "insurance"]:
            for logo, media in [("logo.svg", "image/svg+xml"), ("logo.png", "image/png")]:
                text = self.html(kind, "--logo", logo, "--header", "Case <1>", "--footer", "Account 7")
                data = base64.b64encode((self.folder / logo).read_bytes()).decode()
                head = text[:text.index("<h1>")]
                for part in [f'src="data:{media};base64,{data}"', "Case &lt;1&gt;", "Anna Lindqvist", "Stockholm"]:
                    self.assertIn(part, head)
                self.assertIn("Account 7", text[text.index("<footer>"):])
        # Name and address are not said twice in a list.
        self.assertEqual(self.html("--footer", "Account 7").count("Stockholm"), 1)
        self.assertNotIn("letterhead", self.html())

    def test_every_page_of_a_pdf_has_the_lines(self):
        for words in [["--layout", "record"], ["insurance"], ["--logo", "logo.png", "--group-by", "name", "--new-page"]]:
            pages = self.pages(*words, "--header", "Case <1>", "--footer", "Account 7")
            self.assertGreater(len(pages), 1)
            for page in pages:
                self.assertIn("Case <1>", page)
                self.assertIn("Account 7", page)
            self.assertIn("Anna Lindqvist", pages[0].split("nventory")[0])
        images = ["pdfimages", "-list", self.folder / "r.pdf"]
        self.assertIn(b" 20 ", subprocess.run(images, capture_output=True, check=True).stdout)
        self.pages("--logo", "logo.svg")

    def test_without_a_sender_there_are_only_the_lines(self):
        self.done("settings", "--owner", "", "--address", "")
        self.assertNotIn('class="letterhead"', self.html("--header", "Case 1"))
        self.assertIn("Case 1", self.pages("--header", "Case 1")[0])

    def test_bad_logos_and_lines_are_refused_by_name(self):
        (self.folder / "cut.png").write_bytes(png(20, 30)[:-20])
        (self.folder / "damaged.png").write_bytes(png(20, 30).replace(b"\x78\x9c", b"\xff\xff"))
        self.write("words.png", "no picture")
        self.write("open.svg", SVG[:-3])
        (self.folder / "large.png").write_bytes(png(20, 30) + bytes(1 << 21))
        for name in ["cut.png", "words.png", "open.svg", "large.png"]:
            self.refused("report", "-o", "r.html", "--logo", name, says=[name, "PNG, JPEG or SVG"])
        self.refused("report", "-o", "r.pdf", "--logo", "damaged.png", says=["damaged.png", "PNG, JPEG or SVG"])
        self.refused("report", "-o", "r.pdf", "--logo", "none.png", says=["none.png"])
        for line in ["x" * 121, "two\nlines"]:
            self.refused("report", "-o", "r.pdf", "--footer", line, status=2, says=["--footer", "120"])
        for options in [["-o", "r.csv"], ["-o", "r.xlsx"], ["-o", "r.xml"], ["labels", "-o", "r.pdf"]]:
            self.refused("report", *options, "--footer", "x", status=2, says=["--footer"])
        self.assertEqual([path.suffix for path in self.folder.glob("r.*")], [])

    def test_a_saved_report_has_the_lines_in_the_readers_language(self):
        self.write("mine.json", json.dumps(
            {"format": "homepwner-report-1", "header": {"en": "Case 1", "de": "Fall 1"}, "footer": "Account 7"}))
        self.done("report", "save", "mine", "--from", "mine.json")
        self.assertIn("Fall 1", self.html("mine", "--locale", "de"))
        text = self.html("mine", "--footer", "Account 8")
        self.assertIn("Case 1", text)
        self.assertNotIn("Account 7", text)
        # Formats without a letterhead leave the lines out.
        self.done("report", "mine", "-o", "mine.csv")
        self.done("report", "save", "lines", "--columns", "name", "--header", "Case 2")
        self.assertEqual(json.loads(self.done("report", "show", "lines").output)["header"], "Case 2")
