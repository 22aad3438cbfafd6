"""Reports and exports: totals that agree, round trips, checks."""
import csv
import decimal
import io
import json
import os
import re
import unittest
import xml.etree.ElementTree as ElementTree

from support import Case, SHARED, XML, shared


class Reports(Case):
    @unittest.skipUnless(shared("homebox-120.csv"), f"no shared fixtures in {SHARED}")
    def test_the_fixtures_totals_agree_in_every_format(self):
        expected = json.loads(shared("homebox-120.expected.json").read_text())
        groups = {}
        for form in ["html", "xml", "csv", "json"]:
            self.done("report", "--input", shared("homebox-120.csv"), "-o", f"r.{form}", "--group-by", "location")
        self.assertEqual(self.left_over(), ["r.csv", "r.html", "r.json", "r.xml"])

        summary = ElementTree.parse(self.folder / "r.xml").getroot().find(f"{XML}summary")
        self.assertEqual(summary.get("archived"), str(expected["archived"]))
        self.assertEqual(summary.get("units"), expected["active_units"])
        self.assertEqual(summary.get("withoutValue"), str(expected["priced_at_zero"]))
        self.assertEqual([t.text for t in summary.findall(f"{XML}total")], [expected["active_total"]])
        groups["xml"] = {g.get("name"): g.find(f"{XML}total").text for g in summary.findall(f"{XML}group")}

        document = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(document["summary"]["totals"], [{"amount": expected["active_total"], "currency": "USD"}])
        self.assertEqual(document["summary"]["archived"], expected["archived"])
        self.assertEqual([item["name"] for item in document["items"]].sort(), expected["names"].sort())
        groups["json"] = {g["name"]: g["totals"][0]["amount"] for g in document["summary"]["groups"]}

        rows = list(csv.DictReader(io.StringIO((self.folder / "r.csv").read_text())))
        lines = [decimal.Decimal(row["lineValue"]) for row in rows if row["record"] == "item" and row["lineValue"]]
        self.assertEqual(str(sum(lines)), expected["active_total"])
        self.assertEqual(sum(row["record"] == "item" for row in rows), expected["rows"] - expected["archived"])

        page = (self.folder / "r.html").read_text()
        for amount in [expected["active_total"], *expected["total_by_location"].values()]:
            self.assertIn(f"{decimal.Decimal(amount):,}", page)
        self.assertIn(expected["active_units"], page)
        for found in groups.values():
            self.assertEqual(found, expected["total_by_location"])

    def test_reports_from_a_store_and_from_its_file_agree(self):
        self.done("sample", "--rich", "--count", "300", "--seed", "5", "--currencies", "USD,EUR,JPY")
        self.done("export", "all.xml")
        one = self.done("report", "--format", "xml", "-o", "-").output
        other = self.done("report", "--format", "xml", "-o", "-", "--input", "all.xml").output
        without_head = re.compile('generated="[^"]*"')
        self.assertEqual(without_head.sub("", one), without_head.sub("", other))

    def test_a_date_without_a_time_is_that_day_everywhere_and_a_moment_the_owners_day(self):
        days = {"Honolulu": ("Pacific/Honolulu", "2025-06-30"), "York": ("America/New_York", "2025-06-30"),
                "Auckland": ("Pacific/Auckland", "2025-07-01")}
        for place, (zone, day) in days.items():
            with self.subTest(place):
                self.done("init", "--store", place, "--time-zone", zone, "--currency", "USD")
                self.write("days.csv", "name,dateCreated\nDated,2025-07-01\nTimed,2025-07-01T02:00:00Z\n")
                self.done("import", "days.csv", "--store", place)
                self.done("add", "Added", "--date-created", "2025-07-01", "--store", place)
                table = self.done("list", "--store", place).output
                shown = {line.split()[1]: line.split()[-1] for line in table.splitlines() if "2025-" in line}
                self.assertEqual(shown, {"Dated": "2025-07-01", "Timed": day, "Added": "2025-07-01"})
                for name, date in shown.items():
                    found = self.done("list", "--json", "--where", f"created:{date} name:{name}", "--store", place).json
                    self.assertEqual([item["name"] for item in found], [name])
                self.assertEqual(len(self.done("list", "--json", "--where", "created:>=2025-07-01", "--store", place).json),
                                 list(shown.values()).count("2025-07-01"))
                self.done("report", "-o", f"{place}.html", "--store", place)
                texts = set(re.findall(r'<time datetime="(2025-[^"]+)">([^<]+)<', (self.folder / f"{place}.html").read_text()))
                words = {"2025-06-30": "Jun 30, 2025", "2025-07-01": "Jul 1, 2025"}
                wanted = {("2025-07-01T00:00:00Z", "Jul 1, 2025"), ("2025-07-01T02:00:00Z", words[day])}
                self.assertLessEqual(wanted, texts)
                self.done("publish", f"{place}.site", "--store", place)
                pages = "".join(path.read_text() for path in (self.folder / f"{place}.site/item").iterdir())
                self.assertLessEqual(wanted, set(re.findall(r'<time datetime="(2025-[^"]+)">([^<]+)<', pages)))

    def test_the_format_follows_the_name_of_the_output(self):
        self.done("sample")
        for name, start in [("a.html", b"<!DOCTYPE html>"), ("a.htm", b"<!DOCTYPE html>"), ("a.xml", b"<?xml"),
                            ("a.json", b"{"), ("a.csv", b"record")]:
            self.done("report", "-o", name)
            self.assertTrue((self.folder / name).read_bytes().lstrip(b"\xef\xbb\xbf").startswith(start), name)
        self.refused("report", "-o", "a.docx", status=2, says="--format is needed")
        self.done("report")
        self.assertIn("inventory.html", self.left_over())

    def test_selection_order_title_and_date_reach_the_report(self):
        self.done("init", "--owner", "Ada & Co <x>")
        self.done("add", "Cheap", "--value", "1", "--location", "Home / A")
        self.done("add", "Dear", "--value", "900", "--location", "Home / A")
        self.done("add", "Away", "--value", "5", "--location", "Attic")
        self.done("report", "-o", "r.xml", "--where", "location:Home", "--sort", "-value", "--as-of", "2026-11-01")
        root = ElementTree.parse(self.folder / "r.xml").getroot()
        self.assertEqual([e.text for e in root.iter(f"{XML}name")][-2:], ["Dear", "Cheap"])
        self.assertEqual(root.get("asOf"), "2026-11-01")
        self.done("report", "-o", "r.html", "--title", "My <claim>", "--locale", "zh-Hans", "--time-zone", "Asia/Taipei")
        page = (self.folder / "r.html").read_text()
        self.assertIn("My &lt;claim&gt;", page)
        self.assertIn("Ada &amp; Co &lt;x&gt;", page)
        self.assertNotIn("<claim>", page)

    def test_an_owners_template_replaces_the_built_in_one(self):
        self.done("init")
        self.done("add", "Bear")
        (self.folder / "t").mkdir()
        self.write("t/inventory.html.mustache", "<ul>{{#items}}<li>{{name}}</li>{{/items}}</ul>")
        self.assertEqual(self.done("report", "-o", "-", "--templates", "t").output, "<ul><li>Bear</li></ul>")
        self.write("t/inventory.html.mustache", "<ul>{{#items}}<li>{{nam}}</li>{{/items}}</ul>")
        self.refused("report", "--templates", "t", says=["nam", "did you mean"])
        self.assertNotIn("inventory.html", self.left_over())
        self.refused("report", "--templates", "nowhere", status=2, says="--templates")
        self.refused("report", "labels-of-old", status=2, says="labels-of-old")

    def test_an_owners_file_that_cannot_be_read_is_not_replaced_by_the_built_in_one(self):
        self.done("init")
        for name in ["t/inventory/inventory.html.mustache", "t/inventory/style.css.mustache", "t/words/en.json"]:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            # Links in a circle are an error to all users, root among them.
            path.symlink_to(path.name)
            self.refused("report", "--templates", "t", says=[name.split("/")[-1], "symbolic links"])
            self.assertNotIn("inventory.html", self.left_over())
            path.unlink()
            (self.folder / "t/inventory/chart.svg.mustache").write_text("<svg></svg>")
        (self.folder / "u").mkdir()
        (self.folder / "u/inventory").symlink_to("nowhere")
        (self.folder / "u/labels.html.mustache").write_text("x")
        self.refused("report", "--templates", "u", says="u/inventory")
        self.assertNotIn("inventory.html", self.left_over())

    def test_an_empty_inventory_makes_reports_too(self):
        self.done("init")
        for form in ["html", "xml", "csv", "json"]:
            self.done("report", "--format", form)
        self.done("validate", "inventory.xml")

    def test_validate_finds_what_is_wrong(self):
        self.done("sample", "--rich", "--count", "30", "--seed", "3")
        self.done("report", "-o", "r.xml")
        self.assertIn("is valid: ", self.done("validate", "r.xml").output)
        self.assertTrue(self.done("validate", "r.xml", "--json").json["valid"])
        good = (self.folder / "r.xml").read_text()
        item = re.search(r"<item id=\"([^\"]*)\"", good).group(1)
        for name, content, rule in [
            ("total", re.sub(r"(<total currency=\"USD\">)\d", r"\g<1>99", good, count=1), ""),
            ("count", re.sub(r'items="\d+"', 'items="7"', good, count=1), ""),
            ("date", good.replace("<dateCreated>2", "<dateCreated>x", 1), "dateCreated"),
            ("cut", good[:len(good) // 2], ""),
            ("unknown", good.replace("<items>", "<items><colour/>", 1), "colour"),
        ]:
            self.write(f"{name}.xml", content)
            outcome = self.refused("validate", f"{name}.xml", says=[f"{name}.xml:", rule])
            found = self.call("validate", f"{name}.xml", "--json")
            self.assertEqual((found.status, found.json["valid"]), (1, False))
            self.assertRegex(outcome.errors, rf"(?m)^{name}\.xml:\d+:\d+: ")
        twice = good.replace("</items>", re.search(r"(?s)<item .*?</item>", good).group(0) + "</items>")
        self.write("twice.xml", twice)
        self.refused("validate", "twice.xml", says="unique")
        self.assertTrue(item)
        for name, content, says in [("x.pdf", b"%PDF-1.7\n", "a PDF document"), ("x.csv", b"name\nx\n", "like text"),
                                    ("empty.xml", b"", "the file is empty"), ("x.json", b"[]", "like JSON"),
                                    ("x.html", b"<!DOCTYPE html><html></html>", "a web page"),
                                    ("x.bin", bytes(100), "binary data")]:
            self.write(name, content)
            self.refused("validate", name, says=[f"{name} is not an XML report: ", says])
        self.refused("validate", "nowhere.xml", says="nowhere.xml")

    def test_at_most_twenty_faults_are_listed_and_the_rest_counted(self):
        self.done("sample", "--count", "50")
        self.done("report", "-o", "r.xml")
        text = (self.folder / "r.xml").read_text().replace("<dateCreated>2", "<dateCreated>x")
        self.write("r.xml", text)
        outcome = self.refused("validate", "r.xml", says=["not listed"])
        self.assertEqual(len(re.findall(r"(?m)^r\.xml:", outcome.errors)), 20)


class RoundTrips(Case):
    def setUp(self):
        super().setUp()
        self.done("sample", "--rich", "--count", "400", "--seed", "11")

    def again(self, name, *words):
        self.done("import", name, "--store", "again", *words)
        return self.items("--store", "again")

    def test_xml_json_and_plain_csv_lose_nothing(self):
        for form in ["xml", "json", "csv"]:
            with self.subTest(form=form):
                self.done("export", "--to", form, f"all.{form}")
                self.done("import", f"all.{form}", "--store", f"again-{form}")
                self.assertEqual(self.items("--store", f"again-{form}"), self.items())

    def test_homebox_keeps_what_it_has_a_place_for(self):
        outcome = self.done("export", "--to", "homebox", "all.csv")
        self.assertIn("has no place for", outcome.errors)
        kept = ["name", "description", "notes", "url", "manufacturer", "modelNumber", "serialNumber", "location",
                "tags", "assetIdentifier", "quantity", "insured", "archived"]
        for old, new in zip(self.items(), self.again("all.csv"), strict=True):
            for field in kept:
                self.assertEqual(old.get(field), new.get(field), field)
            self.assertEqual(new["externalReference"], old.get("externalReference", old["id"]))
            self.assertEqual(old.get("value", old.get("purchase", {}).get("price")), new.get("value"))

    def test_the_archive_keeps_the_old_apps_fields(self):
        self.refused("export", "--to", "archive", "all.plist", says="whole")
        self.done("export", "--to", "archive", "--round", "all.plist")
        for old, new in zip(self.items(), self.again("all.plist"), strict=True):
            for field in ["id", "name", "serialNumber"]:
                self.assertEqual(old.get(field), new.get(field))
            # The app keeps dates as seconds in floating point, which hold a millisecond.
            self.assertEqual(old["dateCreated"], new["dateCreated"])

    def test_a_report_as_csv_can_be_taken_in_again(self):
        self.done("report", "-o", "r.csv", "--group-by", "category", "--where", "archived:any")
        self.done("import", "r.csv", "--store", "again")
        self.assertEqual(len(self.items("--store", "again")), 400)

    def test_exports_go_to_standard_output_too(self):
        for form in ["xml", "json", "csv", "homebox"]:
            self.assertTrue(self.done("export", "--to", form, "-").bytes)
        chosen = json.loads(self.done("export", "--to", "json", "-", "--where", "category:Tools").bytes)["items"]
        self.assertEqual({item["category"] for item in chosen}, {"Tools"})
        listed = self.done("list", "--json", "--where", "category:Tools archived:any").json
        self.assertEqual([item["id"] for item in chosen], [item["id"] for item in listed])


class Templates(Case):
    def test_a_template_is_rendered_and_escaped_for_its_place(self):
        self.write("p.html", '<a href="{{url}}" title="{{t}}">{{t}}</a>{{> tail}}')
        self.write("tail.mustache", "<p>{{n}}</p>")
        self.write("p.json", json.dumps({"url": "javascript:alert(1)", "t": "<b>\"&", "n": 1}))
        self.done("template", "check", "p.html", "--data", "p.json")
        page = self.done("template", "render", "p.html", "--data", "p.json").output
        self.assertNotIn("javascript:", page)
        self.assertIn("&lt;b&gt;", page)
        self.assertIn("<p>1</p>", page)
        self.done("template", "render", "p.html", "--data", "p.json", "-o", "out.html")
        self.assertEqual((self.folder / "out.html").read_text(), page)

    def test_mistakes_are_shown_with_line_and_caret(self):
        self.write("p.html", "<p>\n{{nam}}</p><script>{{name}}</script>")
        self.write("p.json", '{"name": "x"}')
        outcome = self.refused("template", "check", "p.html", "--data", "p.json", says=["p.html:2:3", "^^^", "name"])
        self.assertIn("mistakes", outcome.errors)
        found = self.call("template", "check", "p.html", "--data", "p.json", "--json")
        self.assertEqual((found.status, found.json["valid"]), (1, False))
        self.assertEqual(found.json["mistakes"][0]["line"], 2)
        self.refused("template", "render", "p.html", "--data", "p.json", "-o", "out.html", says="nam")
        self.assertNotIn("out.html", self.left_over())

    def test_a_template_is_checked_against_what_a_report_offers(self):
        self.write("list.html.mustache", """{{#items}}<p>{{name}} {{ money(value) }} {{ date(dateCreated, "long") }}</p>
{{/items}}{{#charts}}{{> chart.svg}}{{/charts}}""")
        self.done("template", "check", "list.html.mustache", "--context", "inventory")
        self.write("list.html.mustache", "{{#items}}\n<p>{{serialNumbr}} {{ money(name) }}</p>{{/items}}")
        self.refused("template", "check", "list.html.mustache", "--context", "inventory",
                     says=["list.html.mustache:2:6", 'did you mean "serialNumber"?', "money"])
        found = self.call("template", "check", "list.html.mustache", "--context", "inventory", "--json")
        self.assertEqual((found.status, found.json["valid"]), (1, False))
        self.assertEqual([mistake["kind"] for mistake in found.json["mistakes"]],
                         ["unknown-name", "wrong-argument-type"])
        self.refused("template", "check", "list.html.mustache", "--context", "inventroy", status=2, says="inventory")
        self.write("data.json", "{}")
        self.refused("template", "check", "list.html.mustache", "--context", "inventory", "--data", "data.json",
                     status=2, says="--context")

    def test_what_a_report_offers_is_listed(self):
        listed = self.done("template", "names", "labels").output.splitlines()
        self.assertEqual(listed[0].split(), ["Name", "What", "it", "is"])
        self.assertIn("pages › labels › name", "\n".join(listed).replace("  ", " "))
        names = self.done("template", "names", "--json").json
        self.assertEqual({name["context"] for name in names}, {"inventory", "insurance", "labels"})
        self.assertIn({"context": "inventory", "path": ["items", "serialNumber"], "type": "text"}, names)
        self.refused("template", "names", "inventroy", status=2, says="inventory, insurance, labels")

    def test_a_strangers_template_has_closer_bounds(self):
        self.write("p.html", "{{#l}}" * 40 + "{{/l}}" * 40)
        self.done("template", "check", "p.html")
        self.refused("template", "check", "p.html", "--untrusted", says="more than 32 deep")
        self.write("p.html", "{{#l}}{{#l}}{{#l}}{{#l}}{{^x}}{{/x}}{{/l}}{{/l}}{{/l}}{{/l}}")
        self.write("p.json", '{"x": true, "l": [%s]}' % ",".join(["1"] * 60))
        self.refused("template", "render", "p.html", "--data", "p.json", "--untrusted", says="steps")
        self.refused("template", "check", "p.html", "--untrusted", "--trusting", status=2, says="--untrusted")

    def test_a_strangers_template_reads_only_templates_beside_it(self):
        self.write("row.mustache", "(row)")
        for folder in ["parts", ".ssh"]:
            (self.folder / folder).mkdir()
        self.write("parts/cell.mustache", "(cell)")
        self.write("p.html", "{{> row}}{{> parts/cell}}")
        self.assertEqual(self.done("template", "render", "p.html", "--untrusted").output, "(row)(cell)")
        self.write(".ssh/id_rsa", "KEY")
        self.write(".ssh/id.mustache", "KEY")
        self.write("notes.txt", "KEY")
        self.write("large.mustache", "x" * 300_000)
        os.mkfifo(self.folder / "fifo.mustache")
        os.symlink("/etc", self.folder / "link")
        os.symlink("notes.txt", self.folder / "linked.mustache")
        for name in [".ssh/id_rsa", ".ssh/id", "notes.txt", "link/hostname", "linked", "fifo", "../row", "/etc/hostname"]:
            self.write("p.html", "{{> %s}}" % name)
            outcome = self.refused("template", "render", "p.html", "--untrusted", says="no partial named")
            self.assertNotIn("KEY", outcome.output)
            # Only names that can be used are suggested.
            self.assertFalse({'"fifo"', '"linked"', '"id"'} & set(outcome.errors.split("= ")[1].replace("?", " ").split()))
        self.write("p.html", "{{> large}}")
        self.refused("template", "check", "p.html", "--untrusted", says="larger than 262144 bytes")
        self.write("p.html", "x" * 300_000)
        self.refused("template", "check", "p.html", "--untrusted", says="larger than 262144 bytes")

    def test_a_template_that_is_not_utf_8_is_reported_with_its_place(self):
        self.write("p.html", b"ab\n  \xff{{x}}")
        self.refused("template", "check", "p.html", says=["p.html:2:3", "not UTF-8", "p.html has 1 mistake"])
        found = self.call("template", "check", "p.html", "--json")
        self.assertEqual((found.status, found.json["mistakes"][0]["kind"]), (1, "not-utf-8"))
        self.refused("template", "render", "p.html", says=["p.html:2:3", "not UTF-8"])

    def test_of_files_beside_a_template_only_templates_are_suggested(self):
        self.write("row.mustache", "x")
        self.write("p.html", "{{> rwo}}")
        self.write("notes.txt", "x")
        self.refused("template", "check", "p.html", says='did you mean "row"?')
        self.write("p.html", "{{> nothing}}")
        outcome = self.refused("template", "check", "p.html", says='there are "row"')
        self.assertNotIn("notes.txt", outcome.errors)

    def test_a_partial_that_is_missing_is_not_called_unreadable(self):
        (self.folder / "header").mkdir()
        self.write("p.html", "a{{> header}}{{>*x}}b")
        for name in ["", "header", "n" * 300, "\0", "header\0x"]:
            self.write("p.json", json.dumps({"x": name}))
            with self.subTest(name):
                self.assertEqual(
                    self.done("template", "render", "p.html", "--data", "p.json", "--trusting").output, "ab")
        for option in [[], ["--untrusted"]]:
            for name in ["header", "n" * 300]:
                self.write("p.html", "{{> %s}}" % name)
                self.refused("template", "check", "p.html", *option, says="no partial named")

    def test_trusting_is_plain_mustache(self):
        self.write("p.html", "{{missing}}|{{{raw}}}|{{>nothing}}")
        self.write("p.json", '{"raw": "<b>"}')
        self.assertEqual(
            self.done("template", "render", "p.html", "--data", "p.json", "--trusting").output, "|<b>|")

    def test_faulty_data(self):
        self.write("p.txt", "{{a}}")
        self.write("p.json", '{"a": 1,}')
        self.refused("template", "render", "p.txt", "--data", "p.json", says=["p.json", "line 1"])
        self.refused("template", "render", "p.txt", "--data", "nowhere.json", says="nowhere.json")
        self.refused("template", "render", "nowhere.txt", says="nowhere.txt")
        self.assertEqual(self.done("template", "render", "-", "--content-type", "text", input="x").output, "x")
