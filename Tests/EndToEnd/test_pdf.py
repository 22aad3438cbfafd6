"""Reports as PDF: archival, accessible, repeatable, and with their data inside."""
import json
import re
import subprocess
import unittest

from support import Case

NAMES = ["茶具 數位相機", "デジカメ", "카메라", "كاميرا رقمية", "מצלמה דיגיטלית", "กล้องถ่ายรูป", "कैमरा", "Ærø Ω Ж",
         "<b>#eval \"x\" \\ $1$ {{x}}", "plain"]


def output(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, check=True).stdout


class PDF(Case):
    def inventory(self):
        self.done("init", "--owner", "Ada & Co <x>")
        for name in NAMES:
            self.done("add", name, "--value", "12.50", "--location", "Home / Office")

    def check(self, name):
        """What every PDF of the program is."""
        path = self.folder / name
        self.assertIn(b"No syntax or stream encoding errors", output("qpdf", "--check", path))
        data = path.read_bytes()
        for identifier in [b"<pdfaid:part>3</pdfaid:part>", b"<pdfaid:conformance>A</pdfaid:conformance>",
                           b"<pdfuaid:part>1</pdfuaid:part>"]:
            self.assertIn(identifier, data)
        self.assertRegex(output("pdfinfo", path).decode(), r"Tagged: +yes")
        fonts = output("pdffonts", path).decode().splitlines()[2:]
        for font in fonts:
            self.assertRegex(font, r" yes (yes|no ) (yes|no ) +\d+ +\d+$")
        output("pdfdetach", "-saveall", "-o", self.folder / "inside", path)
        self.done("validate", self.folder / "inside/inventory.xml")
        return output("pdftotext", "-layout", path, "-").decode()

    def setUp(self):
        super().setUp()
        (self.folder / "inside").mkdir()

    def test_names_in_any_script_print_and_the_data_are_inside(self):
        self.inventory()
        self.done("report", "-o", "r.pdf")
        text = self.check("r.pdf")
        raw = output("pdftotext", "-raw", self.folder / "r.pdf", "-").decode()
        for name in ["茶具 數位相機", "デジカメ", "카메라", "<b>#eval \"x\" \\ $1$ {{x}}", "Ærø Ω Ж", "กล้องถ่ายรูป"]:
            self.assertIn(name, raw)
        # Letters in the order they are read; spaces and marks of direction are a reader's own.
        plain = re.sub(r"[\s\u200b-\u200f\u202a-\u202e]", "", text)
        for name in NAMES:
            self.assertIn(re.sub(r"\s", "", name), plain)
        self.assertIn("$125.00", text)
        self.assertEqual(self.left_over(), ["inside", "inventory.homepwner", "r.pdf"])

    def test_emoji_print_and_what_no_font_has_is_named(self):
        self.done("init")
        self.done("add", "tea \U0001f375 \U0001f468\u200d\U0001f469\u200d\U0001f467 \ue000 \x07 \U000e8000 end")
        outcome = self.done("report", "-o", "r.pdf")
        self.assertIn("such as fonts-noto-cjk): U+0007, U+E000, U+E8000", outcome.errors)
        text = self.check("r.pdf")
        self.assertIn("[U+E000] [U+0007]", text)
        self.assertIn("code points: U+0007, U+E000", text)
        self.assertIn("\U0001f375", text)

    def test_the_same_store_gives_the_same_bytes(self):
        self.inventory()
        for name in ["a.pdf", "b.pdf"]:
            self.done("report", "-o", name, "--as-of", "2026-11-01", SOURCE_DATE_EPOCH="1790000000")
        self.assertEqual((self.folder / "a.pdf").read_bytes(), (self.folder / "b.pdf").read_bytes())
        self.assertIn("Sep 21 14:13:20 2026", output("env", "TZ=UTC", "pdfinfo", self.folder / "a.pdf").decode())
        self.refused("report", "-o", "c.pdf", SOURCE_DATE_EPOCH="soon", says="SOURCE_DATE_EPOCH")

    def test_header_rows_repeat_and_pages_are_numbered(self):
        self.done("sample", "--rich", "--count", "120", "--seed", "1")
        self.done("report", "-o", "r.pdf", "--group-by", "location", "--locale", "zh-Hans")
        text = self.check("r.pdf")
        pages = text.rstrip("\f").split("\f")
        self.assertGreater(len(pages), 3)
        for number, page in enumerate(pages, 1):
            self.assertRegex(page, rf"{number} ?/ ?{len(pages)}")
        # A last page may hold the notes below the table alone.
        self.assertTrue(all("序列号" in page for page in pages[2:-1]))
        self.assertIn("物品清单", pages[0])
        self.assertIn(b"/Lang (zh-CN)", output("qpdf", "--qdf", "--object-streams=disable", self.folder / "r.pdf", "-"))

    def test_a_list_in_hebrew_reads_from_right_to_left(self):
        self.inventory()
        self.done("report", "-o", "r.pdf", "--locale", "he")
        self.check("r.pdf")
        self.assertIn(b"/Lang (he)", output("qpdf", "--qdf", "--object-streams=disable", self.folder / "r.pdf", "-"))
        self.done("report", "insurance", "-o", "c.pdf", "--locale", "he", "--high-value", "10")
        boxes = output("pdftotext", "-bbox", self.folder / "r.pdf", "-").decode()
        # The number of a line is at the right of its name.
        words = re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]+)</word>', boxes)
        (left, top), = [(float(left), top) for left, top, word in words if word == "plain"]
        self.assertTrue(any(word.isdigit() and float(other) > left for other, row, word in words if row == top), words)

    def test_no_row_of_the_list_is_printed_over_another(self):
        kinds = ["W", "m", "@", "i", "n", "0", "Æ", "漢", "ב", "Ж", "\U0001f375", "MW ", "茶 W"]
        names = [(kind * 60)[:length].strip() for kind in kinds for length in range(8, 40, 3)]
        items = [{"name": name, "location": name[::-1], "archived": number % 3 == 0} for number, name in enumerate(names)]
        items += [{"name": f"broken{mark}line", "location": f"one{mark}two{mark}three"} for mark in "\n\u2028"]
        self.write("items.json", json.dumps({"items": items}))
        self.done("init")
        self.done("import", "items.json")
        self.done("report", "-o", "r.pdf", "--where", "archived:any")
        self.check("r.pdf")
        for page in output("pdftotext", "-bbox", self.folder / "r.pdf", "-").decode().split("<page ")[1:]:
            boxes = [tuple(map(float, box)) for box in re.findall(
                r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)"', page)]
            # Boxes are as high as the font says, and so a little higher than a line; emoji are not letters.
            boxes = [box for box in boxes if box[3] - box[1] < 18]
            for number, (left, top, right, bottom) in enumerate(boxes):
                for other in boxes[:number]:
                    across = min(right, other[2]) - max(left, other[0])
                    down = min(bottom, other[3]) - max(top, other[1])
                    self.assertFalse(across > 1 and down > 4, (boxes[number], other))

    def test_typst_sees_no_file_of_the_user(self):
        self.inventory()
        (self.folder / "tools").mkdir()
        self.write("private.txt", "a secret")
        self.write("tools/typst", f"""#!/bin/sh
cat '{self.folder}/private.txt'
echo x > '{self.folder}/new'
exit 1
""").chmod(0o755)
        path = f"{self.folder}/tools:/usr/bin:/bin"
        refused = self.refused("report", "-o", "r.pdf", PATH=path, says="private.txt: Permission denied")
        self.assertNotIn("a secret", refused.errors)
        self.assertFalse((self.folder / "new").exists())

    def test_words_where_typst_fails_is_missing_or_runs_wild(self):
        self.inventory()
        tools = self.folder / "tools"
        tools.mkdir()
        self.write("tools/typst", "#!/bin/sh\necho 'error: it rains'\nexit 1\n").chmod(0o755)
        path = f"{tools}:/usr/bin:/bin"
        self.refused("report", "-o", "r.pdf", PATH=path, says=["Typst made no PDF", "it rains"])
        self.write("tools/typst", "#!/bin/sh\nkill -9 $$\n")
        self.refused("report", "-o", "r.pdf", PATH=path, says="more than 4 GiB of memory")
        self.refused("report", "-o", "r.pdf", PATH=str(tools), says="apt install fontconfig")
        self.assertEqual(self.left_over(), ["inside", "inventory.homepwner", "tools"])


if __name__ == "__main__":
    unittest.main()
