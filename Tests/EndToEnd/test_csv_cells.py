"""No cell of a CSV file is a formula, whichever separator a spreadsheet chooses, and every text is read back unchanged."""
import csv
import io
import re

from support import Case

# Texts that are harmless where their own separator is used, and formulas where another one is.
TEXTS = [
    "lamp;=40+2;x", "a|@SUM(1)", "a\t+1", "two\n=40+2", "two\r\n-2+3", "x;\"=A1&\";y", "x;'=1", "x;''=1", "x|\ufeff=1",
    "x;＝1", "a,=1", ";=1", "|", "12,-", "12,- EUR", "- one\n- two", "=1;=2", "'=1;'=2", "\t;\"'\"-1", "a;\"\";=1",
    "plain; text", "a;b|c\td,e", "=cmd|' /C calc'!A0", "x;@", "x;=", "ü;−1",
]
NUMBER = re.compile(r"-?\d+(\.\d+)?")


class CSVCells(Case):
    def formulas(self, text):
        """The cells that a spreadsheet would run, for each separator that it may choose."""
        for separator in ",;\t|":
            for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
                for cell in row:
                    # Excel may drop the marks of a cell that begins with an empty text in quotation marks.
                    for shown in [cell, cell.lstrip('"')]:
                        shown = shown.lstrip("\ufeff")
                        if shown[:1] in set("=+-@＝＋－＠") and shown not in ("-", "+") and not NUMBER.fullmatch(shown):
                            yield separator, cell

    def setUp(self):
        super().setUp()
        self.done("init")
        for place, text in enumerate(TEXTS):
            self.done("add", f"{place}: {text}", "--notes", text, "--location", f"L{text}", "--tag", f"a,{text}".replace(";", "."),
                      "--field", f"x={text}", "--manufacturer", text, "--description", f"{text}\n{text}")

    def test_exports_hold_no_formula_and_are_read_back(self):
        def kept(*words):
            return [{field: item.get(field) for field in ["name", "notes", "location", "tags", "customFields", "manufacturer",
                                                          "description"]} for item in self.items(*words)]
        expected = kept()
        for number, words in enumerate([[], ["--separator", ";"], ["--separator", "tab"], ["--bom"],
                                        ["--separator", ";", "--bom"]]):
            with self.subTest(words):
                self.done("export", "--to", "csv", "a.csv", *words)
                text = (self.folder / "a.csv").read_bytes().decode("utf-8-sig")
                self.assertEqual(list(self.formulas(text)), [])
                self.done("init", "--store", f"s{number}")
                self.done("import", "a.csv", "--store", f"s{number}")
                self.assertEqual(kept("--store", f"s{number}"), expected)

    def test_reports_hold_no_formula(self):
        for name in ["inventory", "insurance"]:
            for words in [[], ["--separator", ";"], ["--separator", "tab", "--bom"]]:
                with self.subTest(name, words=words):
                    self.done("report", name, "--format", "csv", "-o", "a.csv", *words)
                    text = (self.folder / "a.csv").read_bytes().decode("utf-8-sig")
                    self.assertEqual(list(self.formulas(text)), [])
                    own = "," if not words else "\t" if words[1] == "tab" else words[1]
                    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=own))
                    self.assertEqual(len({len(row) for row in rows}), 1)
                    self.assertIn("12,'-", [row[12] for row in rows])

    def test_cells_that_hold_any_separator_are_quoted(self):
        self.done("export", "--to", "csv", "a.csv")
        self.done("export", "--to", "homebox", "h.csv")
        self.done("report", "-o", "r.csv")
        for file in ["a.csv", "h.csv", "r.csv"]:
            text = (self.folder / file).read_text()
            self.assertIn('"22: =cmd|', text, file)
            self.assertIn('"20: plain; text"', text, file)
