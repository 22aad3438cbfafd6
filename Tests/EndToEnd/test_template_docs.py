"""The commands and templates of docs/templates.md, run as they are written."""
import json
import pathlib
import re
import unittest

from support import Case, TOP
from test_pdf import output


class TemplateDocs(Case):
    def steps(self):
        """Files to save and commands to call, in the order of the document."""
        target, block = None, None
        for line in (TOP / "docs/templates.md").read_text().splitlines():
            if block is not None:
                if line.startswith("```"):
                    yield "file", target, "\n".join(block) + "\n"
                    target, block = None, None
                else:
                    block.append(line)
            elif line.startswith("```"):
                block = []
            elif line.startswith("    homepwner "):
                yield "call", line.split()[1:], None
            if found := re.search(r"as `(mine/[^`]+)`:$", line):
                target = found.group(1)

    def test_everything_works_as_it_is_written(self):
        self.done("init")
        self.done("add", "Lamp", "--value", "12.50", "--location", "Attic")
        calls, files = [], []
        for kind, what, content in sorted(self.steps(), key=lambda step: step[1][:2] != ["template", "copy"]):
            if kind == "file":
                self.assertIsNotNone(what, content)
                (self.folder / what).parent.mkdir(parents=True, exist_ok=True)
                self.write(what, content)
                files.append(what)
            else:
                calls.append((what, self.done(*what)))
        self.assertEqual(len(files), 3)
        self.assertGreaterEqual(len(calls), 6)
        page = (self.folder / "rooms.html").read_text()
        for words in ["<title>Rooms</title>", "Attic", "<td>Lamp</td><td>$12.50</td>", "1 items: $12.50"]:
            self.assertIn(words, page)
        text = output("pdftotext", self.folder / "rooms.pdf", "-").decode()
        for words in ["Rooms", "Lamp", "$12.50"]:
            self.assertIn(words, text)

    def test_copies_are_what_the_program_uses_and_replace_nothing(self):
        self.done("init")
        self.done("add", "Lamp", "--value", "12.50")
        for name in ["inventory", "insurance", "labels"]:
            self.done("template", "copy", name, "mine")
        for name in ["inventory", "insurance"]:
            for form in ["html", "csv"]:
                moment = {"SOURCE_DATE_EPOCH": "1790000000"}
                self.done("report", name, "-o", f"a.{form}", **moment)
                self.done("report", name, "-o", f"b.{form}", "--templates", "mine", **moment)
                self.assertEqual((self.folder / f"a.{form}").read_bytes(), (self.folder / f"b.{form}").read_bytes())
        self.refused("template", "copy", "inventory", "mine", says="was not replaced")
        self.refused("template", "copy", "inventroy", "mine", status=2, says="NAME")
        for file in sorted((self.folder / "mine").rglob("in*/in*.mustache")):
            if file.name.split(".")[0] == file.parent.name:
                self.assertIn("the report", self.done("template", "check", file).output)

    def test_a_check_says_whether_names_were_checked(self):
        (self.folder / "inventory").mkdir()
        path = self.write("inventory/inventory.html.mustache", "<p>{{nmae}}</p>")
        self.refused("template", "check", path, says="nmae")
        self.write("page.html", "<p>{{nmae}}</p>")
        self.assertIn("its names were not checked", self.done("template", "check", "page.html").output)

    def test_slips_in_a_folder_and_faults_of_typst_are_named(self):
        self.done("init")
        self.done("add", "Lamp", "--value", "12.50")
        (self.folder / "mine/insurance").mkdir(parents=True)
        self.write("mine/insurance/insurnce.html.mustache", "x")
        meant = "'insurance/insurnce.html.mustache' in the folder of templates is used by no report; was 'insurance.html.mustache' meant?"
        self.refused("report", "insurance", "-o", "r.html", "--templates", "mine", status=2, says=meant)
        (self.folder / "mine/insurance/insurnce.html.mustache").unlink()
        self.done("template", "copy", "insurance", "mine")
        self.write("mine/insurance/insurnce.html.mustache", "x")
        outcome = self.done("report", "insurance", "-o", "r.html", "--templates", "mine")
        self.assertIn(meant, outcome.errors)
        self.assertEqual(outcome.errors.count("is used by no report"), 1)
        (self.folder / "other/labels").mkdir(parents=True)
        self.write("other/labels/labels.html.mustache", "<p>x</p>")
        outcome = self.done("report", "insurance", "-o", "r.html", "--templates", "other")
        self.assertIn("uses no file of the folder other", outcome.errors)
        (self.folder / "ty/mine").mkdir(parents=True)
        self.write("ty/mine/mine.typ.mustache", '#set document(title: "{{title}}")\n{{#items}}\n#text("{{name}}") #wrong("{{id}}")\n{{/items}}\n')
        said = self.refused("report", "mine", "-o", "r.pdf", "--templates", "ty", says=["ty/mine/mine.typ.mustache:3", "unknown variable: wrong"])
        self.assertNotIn("main.typ", said.errors)
        self.assertNotIn("Lamp", said.errors)

    def test_a_picture_of_the_folder_is_in_the_page(self):
        self.done("init", "--currency", "EUR")
        (self.folder / "mine/rooms").mkdir(parents=True)
        self.write("mine/rooms/rooms.html.mustache",
                   '<!DOCTYPE html><html lang="en"><title>r</title><img src="{{images.logo}}" alt="Our logo"></html>')
        self.refused("report", "rooms", "--templates", "mine", "-o", "rooms.html", says=["images"])
        self.write("mine/rooms/logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>')
        self.write("mine/not a name.png", "x")
        self.done("report", "rooms", "--templates", "mine", "-o", "rooms.html")
        self.assertIn('src="data:image/svg+xml;base64,PHN2Zy', (self.folder / "rooms.html").read_text())
        self.done("template", "check", "mine/rooms/rooms.html.mustache", "--context", "inventory")
        # A picture and words of the folder that all its reports share.
        self.write("mine/seal.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>')
        (self.folder / "mine/words").mkdir()
        words = json.loads((pathlib.Path(__file__).parents[2] / "Templates/words/en.json").read_text())
        self.write("mine/words/en.json", json.dumps(words | {"motto": "Semper"}))
        self.write("mine/rooms/rooms.html.mustache",
                   '<!DOCTYPE html><html lang="en"><title>{{words.motto}}</title><img src="{{images.seal}}" alt=""></html>')
        self.done("report", "rooms", "--templates", "mine", "-o", "rooms.html")
        self.done("template", "check", "mine/rooms/rooms.html.mustache", "--context", "inventory")
        # Partials of another report are not there when the report is made.
        self.write("mine/rooms/rooms.html.mustache", '<!DOCTYPE html><p>{{> thumbnail.html}}</p>')
        self.refused("report", "rooms", "--templates", "mine", "-o", "rooms.html", says="thumbnail.html")
        self.refused("template", "check", "mine/rooms/rooms.html.mustache", "--context", "inventory", says="thumbnail.html")
        self.write("mine/rooms/rooms.html.mustache",
                   '<!DOCTYPE html><html lang="en"><title>r</title><img src="{{images.logo}}" alt="Our logo"></html>')
        # A name has no dot, so that this one is not shown instead.
        self.write("mine/rooms/logo.dark.svg", "<x/>")
        self.done("report", "rooms", "--templates", "mine", "-o", "rooms.html")
        self.assertIn('src="data:image/svg+xml;base64,PHN2Zy', (self.folder / "rooms.html").read_text())
        self.write("mine/rooms/logo.png", "x")
        self.refused("report", "rooms", "--templates", "mine", "-o", "rooms.html", says=["logo.svg", "logo.png"])


if __name__ == "__main__":
    unittest.main()
