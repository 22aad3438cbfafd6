"""What a document cannot hold or a reader would misread is said; a fault is counted once; one unit is one unit."""
import json
import re

from support import Case


class Notes(Case):
    def test_characters_that_xml_and_html_cannot_hold_are_said(self):
        self.done("init")
        self.done("add", "Plain \ufffd lamp 灯，ＡＢ")
        for words in [["export", "a.xml"], ["report", "-o", "b.xml"], ["report", "-o", "b.html"]]:
            self.assertEqual(self.done(*words).errors, "", words)
        ids = {}
        for name, fields in {
            "name": ["La\x01mp"], "notes": ["Saw", "--notes", "a\x0bb"], "tag": ["Cup", "--tag", "t\x1f"],
            "custom": ["Pan", "--field", "Col\x02our=red"], "noncharacter": ["Vase", "--location", "Attic\ufffe"],
        }.items():
            ids[name] = self.done("add", *fields).output.strip()
        for words in [["export", "a.xml"], ["report", "-o", "b.xml"]]:
            errors = self.done(*words).errors
            for name, key in ids.items():
                self.assertIn(key, errors, f"{words} {name}")
            self.assertIn("JSON", errors)
            self.assertEqual(self.done("validate", words[-1]).errors, "")
        # Pages show name and location; what they do not show they do not replace.
        self.assertIn(ids["name"], self.done("report", "-o", "b.html").errors)
        # C1 controls are characters of XML and not of HTML.
        self.done("edit", ids["name"], "--name", "La\x85mp")
        self.assertNotIn(ids["name"], self.done("report", "-o", "b.xml").errors)
        self.assertIn(ids["name"], self.done("report", "-o", "b.html").errors)
        # A workbook has a way to write control characters, which is read back.
        errors = self.done("report", "-o", "c.xlsx").errors
        self.assertIn(ids["noncharacter"], errors)
        for name in ["notes", "tag", "custom"]:
            self.assertNotIn(ids[name], errors)
        self.done("report", "insurance", "-o", "d.xlsx")
        self.assertIn(ids["noncharacter"], self.done("report", "insurance", "-o", "claim.zip").errors)
        # Pages, each time one is written that shows them.
        self.assertIn(ids["name"], self.done("publish", "site").errors)
        self.assertEqual(self.done("publish", "site").errors, "")
        self.done("edit", ids["name"], "--notes", "again")
        self.assertIn(ids["name"], self.done("publish", "site").errors)
        # Formats that hold every character say nothing.
        self.assertEqual(self.done("export", "a.json").errors, "")
        self.assertEqual(self.done("export", "--to", "csv", "a.csv").errors, "")

    def test_characters_that_are_replaced_outside_items_are_said_with_their_place(self):
        self.done("init", "--owner", "A\x01da", "--address", "Road\x0b1", "--insurer", "In\x02c", "--policy-number", "P\x03")
        lamp = self.done("add", "Lamp").output.strip()
        for words, places in [
            (["export", "a.xml"], ["--owner"]), (["report", "-o", "b.xml"], ["--owner", "--address"]),
            (["report", "insurance", "-o", "c.html", "--claim-number", "C\x041"], ["--owner", "--policy-number", "--claim-number"]),
            (["report", "-o", "d.html", "--title", "My\x05list"], ["--title"]),
            (["report", "labels", "-o", "e.html", "--label-text", "Call\x06me"], ["--label-text"]),
            (["publish", "site", "--title", "Our\x07things"], ["--title", "--owner"]),
        ]:
            said = self.done(*words).errors
            for place in places:
                self.assertIn(place, said, words)
            self.assertNotIn(lamp, said, words)
            self.assertIn("JSON", said)
        self.assertEqual(self.done("export", "f.json").errors, "")
        self.done("settings", "--owner", "Ada \ufffd", "--address", "", "--insurer", "", "--policy-number", "")
        for words in [["export", "a.xml"], ["report", "-o", "d.html", "--title", "List"], ["publish", "site", "--title", "灯 \ufffd"]]:
            self.assertEqual(self.done(*words).errors, "", words)

    def test_csv_for_excel(self):
        self.done("init")
        self.done("add", "Lampe", "--location", "Küche; unten")
        self.done("add", "Saw, small")
        mark = b"\xef\xbb\xbf"
        for words in [["export", "--to", "csv"], ["report", "--format", "csv", "-o"], ["report", "insurance", "--format", "csv", "-o"]]:
            with self.subTest(words):
                plain = self.done(*words, "plain.csv")
                self.assertIn("--bom", plain.output)
                marked = self.done(*words, "marked.csv", "--bom")
                self.assertNotIn("--bom", marked.output)
                text = (self.folder / "plain.csv").read_bytes()
                self.assertFalse(text.startswith(mark))
                if words[0] == "export":
                    self.assertEqual((self.folder / "marked.csv").read_bytes(), mark + text)
                self.done(*words, "semicolon.csv", "--separator", ";")
                rows = (self.folder / "semicolon.csv").read_text().splitlines()
                self.assertGreater(rows[0].count(";"), 10)
                self.assertNotIn(",", rows[0])
                self.assertTrue(any('"Küche; unten"' in row for row in rows))
        self.done("export", "--to", "csv", "tab.csv", "--separator", "tab", "--bom")
        self.done("init", "--store", "other")
        for file in ["tab.csv", "semicolon.csv"]:
            if file == "semicolon.csv":
                self.done("export", "--to", "csv", file, "--separator", ";")
            self.done("import", file, "--store", "other")
            kept = [(item["name"], item.get("location")) for item in self.items("--store", "other")]
            self.assertEqual(kept, [("Lampe", "Küche; unten"), ("Saw, small", None)])
        self.done("init", "--store", "ascii")
        self.done("add", "Saw", "--store", "ascii")
        self.assertNotIn("--bom", self.done("export", "--to", "csv", "a.csv", "--store", "ascii").output)
        self.refused("export", "a.json", "--bom", status=2, says="CSV")
        self.refused("report", "-o", "a.html", "--separator", ";", status=2, says="CSV")
        self.refused("export", "--to", "homebox", "a.csv", "--bom", status=2, says="CSV")
        self.refused("export", "--to", "csv", "a.csv", "--separator", "#", status=2, says="tab")

    def test_validate_counts_a_fault_once(self):
        self.done("init")
        self.done("add", "Drill", "--quantity", "2", "--value", "3.00", "--location", "Attic", "--depreciation", "10")
        self.done("add", "Saw", "--value", "5.00")
        self.done("report", "insurance", "-o", "good.xml", "--group-by", "location")
        good = (self.folder / "good.xml").read_text()
        self.done("validate", "good.xml")
        for before, after in [
            # One place in the markup, of which libxml2 says three things.
            ("Drill", "Dr<ill"), ('line="1"', "line=1"), ('line="1"', 'line="a<b"'), ("<name>Drill", "<x:name>Drill"),
            # Values that neither the schema nor an import takes.
            (">2</quantity>", ">0.1234567890123456789012345</quantity>"), (">2</quantity>", ">-0.12345678</quantity>"),
            (">3.00</value>", ">3.12345</value>"), (">3.00</value>", ">12345678901234567890123.1234567</value>"),
            (">3.00</value>", ">3.001</value>"), ("<depreciation>10", "<depreciation>-5.1234567"),
            # A line whose value is wrong: no sum agrees with it either.
            (">6.00</lineValue>", ">6.01</lineValue>"), (">2</quantity>", ">4</quantity>"),
        ]:
            with self.subTest(after):
                self.assertIn(before, good)
                text = good.replace(before, after, 1)
                if after.startswith("<x:name>"):
                    text = text.replace("</name>", "</x:name>", 1)
                self.write("bad.xml", text)
                found = self.call("validate", "bad.xml")
                self.assertIn("1 fault\n", found.errors, found.errors)
                self.assertEqual(len(found.errors.splitlines()), 2, found.errors)
        # Several faults are several.
        self.write("bad.xml", good.replace('<value currency="USD">3.00', '<value foo="1" bar="2" currency="USD">3.00', 1))
        self.assertEqual(len(self.call("validate", "bad.xml", "--json").json["faults"]), 2)

    def test_one_unit_is_one_unit(self):
        self.done("init", "--currency", "USD")
        self.done("add", "Cloth", "--quantity", "0.5")
        self.assertIn("0.5 units", self.done("report", "-o", "a.xml").output)
        self.done("add", "Yarn", "--quantity", "0.5")
        self.assertRegex(self.done("report", "-o", "a.xml").output, r"2 items, 1 unit\b(?!s)")
        self.assertRegex(self.done("report", "-o", "a.xml", LC_ALL="de_DE.UTF-8").output, r"1 Stück")
        self.done("add", "Nails", "--quantity", "1400")
        self.assertIn("1,401 units", self.done("report", "-o", "a.xml").output)

    def test_limits_of_templates_are_named_without_options_that_do_not_exist(self):
        (self.folder / "parts").mkdir()
        self.write("parts/p.mustache", "{{#a}}{{>p}}{{/a}}")
        deep = {"a": {}}
        for _ in range(200):
            deep = {"a": deep}
        self.write("deep.json", json.dumps(deep))
        self.write("rows.json", json.dumps({"l": [1] * 3000}))
        for template, words in [
            ("{{>p}}", ["render", "--data", "deep.json"]), ("x" * 300_000, ["check", "--untrusted"]),
            ("{{#l}}" * 40 + "{{/l}}" * 40, ["check", "--untrusted"]),
            ("{{#l}}{{#l}}{{#l}}x{{/l}}{{/l}}{{/l}}", ["render", "--untrusted", "--data", "rows.json"]),
            ("{{#l}}{{#l}}" + "x" * 4000 + "{{/l}}{{/l}}", ["render", "--untrusted", "--data", "rows.json"]),
        ]:
            with self.subTest(words):
                self.write("p.txt", template)
                shown = self.call("template", words[0], "p.txt", *words[1:], "--partials", "parts")
                self.assertNotEqual(shown.status, 0)
                self.assertNotRegex(shown.errors, r"raise|\b[a-z]+[A-Z][a-z]+\b")

    def test_a_name_of_the_row_is_suggested(self):
        def told(text, *words):
            self.write("list.html.mustache", text)
            return self.call("template", "check", "list.html.mustache", *words).errors
        for inside, meant in [
            ("{{#customFields}}{{value}}{{/customFields}}", "fieldValue"),
            ("{{#customFields}}{{values}}{{/customFields}}", None),
        ]:
            errors = told("{{#items}}" + inside + "{{/items}}", "--context", "inventory")
            if meant:
                self.assertIn(f'did you mean "{meant}"?', errors)
        # Of data, in a row and outside of lists.
        self.write("page.json", json.dumps({"rows": [{"unitPrice": 1, "fullName": "a"}], "shortTitle": "x"}))
        for text, meant in [("{{#rows}}{{price}}{{/rows}}", "unitPrice"), ("{{#rows}}{{name}}{{/rows}}", "fullName"),
                            ("{{title}}", "shortTitle")]:
            self.assertIn(f'did you mean "{meant}"?', told(text, "--data", "page.json"), text)
        self.assertIsNone(re.search("did you mean", told("{{rice}}", "--data", "page.json")))
