"""Filters: the examples of docs/filters.md, and expressions drawn by chance against a reference in Python."""
import datetime
import json
import random
import re

from drawn_filters import AMOUNTS, TEXTS, Drawing, enrich
from test_bundle import png
from test_columns import FIELDS
from support import Case, TOP, rounds

EPOCH = str(int(datetime.datetime(2026, 11, 28, 12, tzinfo=datetime.timezone.utc).timestamp()))


class Filters(Case):
    def setUp(self):
        super().setUp()
        self.done("sample", "--rich", "--count", "300", "--seed", "7", "--currencies", "USD,EUR")
        items = self.items()
        enrich(items)
        (self.folder / "items.json").write_text(json.dumps({"items": items}))
        self.done("import", "items.json")
        for index, kinds in enumerate([["receipt"], ["receipt", "receipt"], ["manual"], ["manual", "appraisal"],
                                       ["warranty", "other"], ["receipt", "manual", "other"]]):
            for place, kind in enumerate(kinds):
                paper = self.write(f"{index}-{place}.png", png(20 + index, 20 + place, (10, 20, 30)))
                self.done("document", "add", items[index * 40]["id"], paper.name, "--kind", kind)
            pictures = [self.write(f"photo-{index}-{place}.png", png(30 + index, 30 + place, (200, 20, 30))).name
                        for place in range(index % 3 + 1)]
            self.done("photo", "add", items[index * 40 + 3]["id"], *pictures)
        self.all = self.items()

    def found(self, filter):
        outcome = self.call("list", "--json", "--where", filter, SOURCE_DATE_EPOCH=EPOCH)
        self.assertEqual(outcome.status, 0, f"{filter}\n{outcome.errors}")
        return [item["id"] for item in outcome.json]

    def test_every_text_is_searched_here(self):
        others = {"id", "quantity", "depreciation", "dateCreated", "purchaseDate", "warrantyExpires", "warrantyLifetime",
                  "insured", "archived", "saleDate", "tags", "parent"}
        self.assertEqual(set(FIELDS) - set(AMOUNTS) - others, set(TEXTS))

    def test_the_examples_of_the_documentation(self):
        lines = (TOP / "docs/filters.md").read_text().split("## Thirty examples")[1].splitlines()
        rows = [re.fullmatch(r"\| `(.*?)` \| .* \| (.*) \|", line) for line in lines]
        rows = [row for row in rows if row]
        self.assertEqual(len(rows), 30)
        found = {row[1]: str(len(self.found(row[1]))) for row in rows}
        self.assertEqual(found, {row[1]: row[2] for row in rows})
        self.assertNotIn("0", found.values())

    def test_expressions_drawn_by_chance(self):
        dice = random.Random(2026)
        matching = 0
        for _ in range(rounds(1000, 200)):
            drawing = Drawing(dice, self.all)
            expression, holds = drawing.expression(3)
            expected = [item["id"] for item in self.all
                        if holds(item) and (drawing.names_archived or not item.get("archived", False))]
            self.assertEqual(self.found(expression), expected, expression)
            matching += 0 < len(expected) < 276
        self.assertGreater(matching, 100)


class Words(Case):
    """What is said of filters that cannot be read or match nothing."""

    def setUp(self):
        super().setUp()
        self.done("init")
        self.done("add", "Pan", "--location", "Home / Kitchen", "--category", "Cookware", "--tag", "steel",
                  "--field", "Shelf mark=A3")
        self.done("add", "Gone", "--archived", "yes", "--location", "Attic")

    def test_a_field_that_does_not_exist_is_refused_with_the_nearest(self):
        for filter, says in [
            ("pan manufcturer:x", ["did you mean manufacturer:?", "\n        ^"]), ("shelfmark:A3", 'did you mean "Shelf mark":?'),
            ("zzzzzzzz:1", "docs/filters.md"), ("pan or zzzzzzzz:1", "docs/filters.md"),
        ]:
            for words in [["list"], ["report", "-o", "r.html"], ["export", "e.xml"], ["edit", "--insured", "yes"], ["remove"]]:
                self.refused(*words, "--where", filter, status=2, says=says)
        self.assertFalse((self.folder / "r.html").exists())
        self.assertEqual(len(self.items()), 2)

    def test_values_that_no_item_has_are_said(self):
        for filter, says in [
            ("location:Home/Kitchn", "did you mean 'location:Home/Kitchen'?"), ("location:kitchen", "'location:Home/Kitchen'"),
            ("tag:steal", "did you mean 'tag:steel'?"), ("category:cookware", "did you mean 'category:Cookware'?"),
            ("tag:zzzzzzzz", "no item has tag:zzzzzzzz\n"),
        ]:
            listed = self.done("list", "--json", "--where", filter)
            self.assertEqual(listed.json, [])
            self.assertIn(says, listed.errors)
            self.assertIn("no item matches the filter", listed.errors)
            several = self.done("list", "--json", "--where", f"{filter} or pan")
            self.assertEqual(len(several.json), 1)
            self.assertIn(says, several.errors)
            self.assertNotIn("no item matches", several.errors)
            self.assertIn(says, self.done("edit", "--where", filter, "--insured", "yes").errors)
            self.assertIn("no item matches", self.done("export", "e.json", "--where", filter).errors)
        # An archived item has it.
        self.assertNotIn("no item has", self.done("list", "--where", "location:Attic").errors)
        self.assertEqual(self.done("list", "--where", "location:Home -notes:x").errors, "")

    def test_a_report_without_items_is_not_written(self):
        self.write("r.html", "former")
        for words in [["-o", "r.html"], ["insurance", "-o", "r.html"], ["--format", "folder", "-o", "pages"], ["labels", "-o", "r.html"]]:
            self.refused("report", *words, "--where", "location:Attic", says=["--allow-empty", "no report was written"])
        self.assertEqual((self.folder / "r.html").read_text(), "former")
        self.assertEqual(self.left_over(), ["inventory.homepwner", "r.html"] if not self.server_store(".") else ["r.html"])
        self.done("report", "-o", "r.html", "--where", "location:Attic", "--allow-empty")
        self.assertIn("<html", (self.folder / "r.html").read_text())
        self.done("init", "--store", "none")
        self.done("report", "-o", "none.html", "--where", "location:Attic", "--store", "none")
