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
            ("Vase", "Art", "700 EUR"), ("Violin", "Music", "9000", "--insured", "yes"))
        self.done("add", "Lamp")
        said = self.cover("--policy", "us-ho3", "--sum-insured", "13000")
        for words in ["Sum insured: 13000.00 USD. Replacement cost of the items: 13900.00 USD.",
                      "The sum insured is 900.00 USD too low.", "For the loss of everything 10000.00 USD would be paid.",
                      "2000.00 USD 5900.00 USD 3900.00 USD 2000.00 USD", "To be insured on their own:", "Ring 5000.00 USD",
                      "Not counted: 1 item without a replacement cost.", "Not counted: 1 item in another currency.",
                      "Not counted: 1 item marked as insured on their own.", "Check your policy."]:
            self.assertIn(words, said)
        self.assertNotIn("proportion", said)
        said = self.cover("--policy", "de-vhb", "--sum-insured", "350", "--floor-area", "1")
        self.assertIn("Of every loss only 50 % is paid", said)
        self.assertIn("The sum insured is 350.00 EUR too low.", said)
        said = self.cover("--policy", "uk", "--sum-insured", "100")
        self.assertIn("The sum insured is enough.", said)

    def test_conditions_of_a_file(self):
        self.inventory("CHF", ("Bike", "Sport", "6000"), ("Skis", "Sport", "1000"))
        self.write("mine.json", '{"version": 1, "currency": "CHF", "article-limit": "5000", "limits": []}')
        said = self.cover("--policy", "mine.json", "--sum-insured", "50000")
        self.assertIn("For the loss of everything 6000.00 CHF would be paid.", said)
        self.assertIn("Bike 6000.00 CHF one piece", said)
        for content in ["", "{}", '{"version": 1, "currency": "CHF"}', '{"version": 1, "currency": "CHF", "limits": [], "x": 1}',
                        '{"version": 1, "currency": "CHF", "limits": [{"name": "a", "categories": []}]}',
                        '{"version": 1, "currency": "CHF", "limits": [{"name": "a", "categories": [], "limit": "1", "share": "2"}]}',
                        '{"version": 1, "currency": "CHF", "limits": [], "article-limit": "0"}']:
            self.write("mine.json", content)
            self.refused("report", "cover", "--policy", "mine.json", "--sum-insured", "1", says="mine.json is not a file of a policy")

    def test_a_call_that_says_too_little_is_refused(self):
        self.inventory("USD")
        self.refused("report", "cover", says="--policy", status=2)
        self.refused("report", "cover", "--policy", "uk", says="the sum insured is in your policy", status=2)
        self.refused("report", "cover", "--policy", "uk", "--sum-insured", "5 USD", says="--sum-insured", status=2)
        self.refused("report", "cover", "--policy", "uk", "--sum-insured", "-5", says="--sum-insured", status=2)
        self.refused("report", "cover", "--policy", "absent.json", "--sum-insured", "5", says="absent.json")
        self.refused("report", "save", "cover", says="NAME", status=2)


if __name__ == "__main__":
    import unittest
    unittest.main()
