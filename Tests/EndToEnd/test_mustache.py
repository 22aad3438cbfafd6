"""Templates rendered from data, as the Mustache specification has it: a name that the data lacks is empty."""
import json
import unittest

from support import Case, SHARED

SPECIFICATION = SHARED / "mustache-spec"
CORE = ["comments", "delimiters", "interpolation", "inverted", "partials", "sections", "optional-inheritance",
        "optional-dynamic-names"]


class Mustache(Case):
    @unittest.skipUnless(SPECIFICATION.exists(), "the Mustache specification is not beside the checkout")
    def test_every_case_of_the_specification_renders_through_the_command_line(self):
        cases = [case for name in CORE for case in json.loads((SPECIFICATION / f"{name}.json").read_bytes())["tests"]]
        self.assertEqual(len(cases), 184)
        partials = self.folder / "partials"
        for case in cases:
            partials.mkdir(exist_ok=True)
            for name, text in case.get("partials", {}).items():
                (partials / f"{name}.mustache").write_text(text, newline="")
            self.write("page.html", case["template"])
            self.write("page.json", json.dumps(case["data"]))
            words = ["template", "render", "page.html", "--data", "page.json", "--partials", "partials"]
            with self.subTest(case["name"], template=case["template"]):
                trusting = self.done(*words, "--trusting")
                self.assertEqual((trusting.bytes.decode(), trusting.errors), (case["expected"], ""))
                # Partials and places are checked without --trusting; names are not what stops a rendering.
                checked = self.call(*words)
                self.assertNotIn("error: there is nothing named", checked.errors)
                self.assertNotRegex(checked.errors, 'error: ".*" has no parts')
            for file in partials.iterdir():
                file.unlink()

    def render(self, template, data, *words):
        self.write("page.txt", template)
        self.write("page.json", json.dumps(data))
        return self.call("template", "render", "page.txt", "--data", "page.json", *words)

    def test_a_name_that_the_data_lacks_is_empty_and_warned_of_once(self):
        data = {"title": "Home", "owner": {"city": "Köln"}, "rooms": [{"name": "Attic"}, {"name": "Hall", "floor": 2}]}
        for template, output, warned in [
            ("[{{titel}}{{titel}}]", "[]", {"titel": "title"}),
            ("[{{owner.town}}]{{#owner}}{{town}}{{/owner}}", "[]", {"owner.town": None, "town": None}),
            ("[{{title.length}}{{owner.city.zip.code}}]", "[]", {"title.length": None, "owner.city.zip.code": None}),
            ("{{#rooms}}{{name}}{{flor}};{{/rooms}}", "Attic;Hall;", {"flor": "floor"}),
            # What one row lacks and another has is no mistake.
            ("{{#rooms}}{{name}}{{floor}};{{/rooms}}", "Attic;Hall2;", {}),
            ("{{^parents}}none{{/parents}}{{#parents}}x{{anything}}{{/parents}}", "none", {"parents": None}),
            ("[{{ upper(titel) }}{{ default(nothing, \"-\") }}]", "[-]", {"titel": "title", "nothing": None}),
            ("{{# sorted(rooms, \"nmae\") }}{{name}};{{/ sorted(rooms, \"nmae\") }}", "Attic;Hall;", {"nmae": "name"}),
            ("[{{@id}}]", "[]", {"@id": None}),
        ]:
            with self.subTest(template):
                shown = self.render(template, data)
                self.assertEqual((shown.status, shown.output), (0, output), shown.errors)
                self.assertEqual(shown.errors.count(": warning: "), len(warned), shown.errors)
                for meant in filter(None, warned.values()):
                    self.assertIn(f'did you mean "{meant}"?', shown.errors)
                count = {1: "lacks 1 name,", 2: "lacks 2 names,"}.get(len(warned), "")
                self.assertIn(count, shown.errors)
                strict = self.render(template, data, "--strict")
                self.assertEqual((strict.status, strict.output), (1, "") if warned else (0, output))
                trusting = self.render(template, data, "--trusting")
                self.assertEqual((trusting.status, trusting.output, trusting.errors), (0, output, ""))
        self.assertIn("page.txt:1:11", self.render("12345678{{x}}", data).errors)
        self.assertEqual(self.render("x", data, "--strict", "--trusting").status, 2)

    def test_a_call_without_data_has_data_without_names(self):
        self.write("page.txt", "[{{title}}]")
        shown = self.done("template", "render", "page.txt")
        self.assertEqual(shown.output, "[]")
        self.assertIn('warning: there is nothing named "title" here', shown.errors)
        self.refused("template", "render", "page.txt", "--strict", says="title")
        self.assertEqual(self.done("template", "render", "page.txt", "--trusting").errors, "")

    def test_what_is_no_missing_name_stays_an_error(self):
        for template, says in [
            ("{{#if a}}x{{/if a}}", "means nothing here"), ("{{a | upper}}", "means nothing here"),
            ("{{ shout(a) }}", "no formatter"), ("{{> nowhere}}", "no partial named"), ("{{this.a}}", "write {{a}}"),
        ]:
            with self.subTest(template):
                shown = self.render(template, {"a": 1})
                self.assertEqual(shown.status, 1)
                self.assertIn(says, shown.errors)
        self.write("page.txt", "{{b}}")
        self.write("page.json", '{"a": 1}')
        self.refused("template", "check", "page.txt", "--data", "page.json", says='nothing named "b"')
