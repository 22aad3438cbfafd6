"""Whether the sum insured is enough, by the limits of a policy."""
from support import Case


class Cover(Case):
    def inventory(self, currency, *items):
        self.done("init", "--currency", currency, "--locale", "en")
        for name, category, cost, *more in items:
            self.done("add", name, "--category", category, "--replacement-value", cost, *more)

    def cover(self, *words):
        return " ".join(self.done("report", "cover", *words).output.split())

    def test_limits_of_every_policy_that_the_program_has(self):
        self.inventory(
            "USD", ("Ring", "Jewelry", "5000"), ("Watch", "watches", "900"), ("Sofa", "Furniture", "4000 USD", "--quantity", "2"),
            ("Vase", "Art", "700 EUR"))
        self.done("add", "Lamp")
        said = self.cover("--policy", "us-ho3", "--sum-insured", "13000")
        for words in ["Items counted: 3 of 5.", "Sum insured: 13000.00 USD. Replacement cost of what counts: 13900.00 USD.",
                      "The sum insured is at least 900.00 USD too low.", "For the loss of what counts 10000.00 USD would be paid.",
                      "2000.00 USD 5900.00 USD 3900.00 USD 2000.00 USD", "To be insured on their own:", "Ring 5000.00 USD",
                      "Not counted: 1 item without a replacement cost; state it", "Not counted: 1 item in another currency than USD.",
                      "Check your policy."]:
            self.assertIn(words, said)
        self.assertNotIn("proportion", said)
        said = self.cover("--policy", "de-vhb", "--sum-insured", "350", "--floor-area", "1")
        self.assertIn("Of every loss at most 50% is paid", said)
        self.assertIn("The sum insured is at least 350.00 EUR too low.", said)

    def test_a_verdict_is_about_the_items_that_count(self):
        self.inventory("GBP", ("Sofa", "Furniture", "900"))
        def said(*words):
            return self.cover("--policy", "uk", "--sum-insured", "1000", *words)
        self.assertTrue(said().startswith("Items counted: 1 of 1. Sum insured: 1000.00 GBP. Replacement cost of the items: 900.00 GBP. "
                                          "The sum insured is enough. For the loss of everything 900.00 GBP would be paid."), said())
        # Items that the policy covers count; others are left out by a filter.
        self.done("add", "Ring", "--insured", "yes", "--replacement-value", "50")
        self.assertIn("Replacement cost of the items: 950.00 GBP. The sum insured is enough.", said())
        self.assertIn("Replacement cost of the items: 900.00 GBP.", said("--where", "insured:no"))
        printed = self.done("report", "cover", "--policy", "uk", "--sum-insured", "1000").output
        self.assertEqual(said("-o", "cover.txt"), "")
        self.assertEqual((self.folder / "cover.txt").read_text(), printed)
        self.refused("report", "cover", "--policy", "uk", "--sum-insured", "1000", "-o", "inventory.homepwner/cover.txt", status=2,
                     says="--output")
        self.done("add", "Lamp", "--value", "5")
        self.assertTrue(said().startswith("Items counted: 2 of 3. Not counted: 1 item without a replacement cost; state it with"), said())
        self.assertIn("The sum insured is enough for what counts; whether it is enough for everything is not known.", said())
        unknown = said("--where", "name:Lamp")
        self.assertTrue(unknown.startswith("Whether the sum insured is enough is not known: no item counts. State"), unknown)
        self.assertNotIn("would be paid", unknown)
        self.assertNotIn("Sum insured:", unknown)
        self.done("add", "Vase", "--replacement-value", "20 EUR")
        self.assertTrue(said("--where", "name:Vase").startswith("Whether the sum insured is enough is not known"))

    def test_conditions_of_a_file(self):
        self.inventory("CHF", ("Bike", "Sport", "6000"), ("Skis", "Sport", "1000"))
        self.write("mine.json", '{"version": 1, "currency": "CHF", "article-limit": "5000", "limits": []}')
        said = self.cover("--policy", "mine.json", "--sum-insured", "50000")
        self.assertIn("For the loss of everything 6000.00 CHF would be paid.", said)
        self.assertIn("Bike 6000.00 CHF one piece", said)
        def refused(content, says):
            self.write("mine.json", content)
            self.refused("report", "cover", "--policy", "mine.json", "--sum-insured", "1", says=says)
        refused("", "mine.json is not a file of a policy's conditions; write it")
        for member, content in [
                ("version", "[]"), ("version", "{}"), ("limits", '{"version": 1, "currency": "CHF"}'),
                ("currency", '{"version": 1, "currency": "CHX1", "limits": []}'), ("x", '{"version": 1, "currency": "CHF", "limits": [], "x": 1}'),
                ("average", '{"version": 1, "currency": "CHF", "limits": [], "average": "true"}'),
                ("article-limit", '{"version": 1, "currency": "CHF", "limits": [], "article-limit": "0"}')]:
            refused(content, f"mine.json is not a file of a policy's conditions: '{member}' is missing")
        for member, entry in [
                (".limit", '{"name": "a", "categories": []}'), (".limit", '{"name": "a", "categories": [], "limit": "1", "share": "2"}'),
                (".share", '{"name": "a", "categories": [], "share": "many"}'), (".categories", '{"name": "a", "categories": [1], "share": "2"}'),
                (".name", '{"categories": [], "limit": "1"}'), ("", '"a"'),
                (".includes-other", '{"name": "a", "categories": [], "limit": "1", "includes-other": true}'),
                (".includes-others", '{"name": "a", "categories": [], "limit": "1", "includes-others": "yes"}')]:
            refused(
                '{"version": 1, "currency": "CHF", "limits": [{"name": "b", "categories": [], "limit": "1"}, %s]}' % entry,
                f"'limits[1]{member}' is missing, unknown or not valid")

    def test_a_call_that_says_too_little_is_refused(self):
        self.inventory("USD")
        self.refused("report", "cover", says="--policy", status=2)
        self.refused("report", "cover", "--policy", "uk", says="the sum insured is in your policy", status=2)
        self.refused("report", "cover", "--policy", "uk", "--sum-insured", "5 USD", says="a sum above 0 in GBP", status=2)
        self.refused("report", "cover", "--policy", "uk", "--sum-insured", "0", says="a sum above 0 in GBP", status=2)
        self.refused("report", "cover", "--policy", "uk", "--sum-insured", "5", "--floor-area", "90", says="--floor-area", status=2)
        self.refused("report", "cover", "--policy", "uk", "--sum-insured", "-5", says="--sum-insured", status=2)
        self.refused("report", "cover", "--policy", "absent.json", "--sum-insured", "5", says="absent.json")
        self.refused("report", "save", "cover", says="NAME", status=2)


if __name__ == "__main__":
    import unittest
    unittest.main()
