"""The order of texts: the language's, in lists, groups, pages and labels alike."""
import html
import random
import unittest

import support
from support import Case, rounds

icu = support.icu()

PIECES = ["Box ", "Regal ", "Ä", "ä", "a", "Z", "é", "ß", "ñ", "Å", "书房", "厨房", "车", "בית", "ı", "I", "i", "-", " ", ".",
          "2", "10", "007", "99999999999", "x", "_", "(", "α", "Ж"]


class Collation(Case):
    def names(self, *arguments):
        return [item["name"] for item in self.done("list", "--json", "--sort", "name", *arguments).json]

    def test_everything_has_the_order_of_the_language(self):
        places = ["Regal 9", "Regal 10", "Ärmel", "Bad", "Zimmer", "厨房", "阿姨"]
        expected = {
            "de": ["Ärmel", "Bad", "Regal 9", "Regal 10", "Zimmer", "厨房", "阿姨"],
            "zh-Hans": ["阿姨", "厨房", "Ärmel", "Bad", "Regal 9", "Regal 10", "Zimmer"],
        }
        self.write("items.json", "[" + ",".join(
            f'{{"name": "{place}", "location": "{place}", "category": "{place}"}}' for place in reversed(places)) + "]")
        self.done("import", "items.json")
        for language, order in expected.items():
            self.done("settings", "--locale", language)
            self.assertEqual(self.names(), order)
            rows = self.done("list", "--json", "--sort", "location").json
            self.assertEqual([row["location"] for row in rows], order)
            self.done("report", "-o", "report.html", "--group-by", "category")
            report = html.unescape((self.folder / "report.html").read_text())
            found = sorted(order, key=lambda place: report.index(f">{place}<"))
            self.assertEqual(found, order)
            self.done("report", "labels", "-o", "labels.html", "--of", "locations")
            labels = html.unescape((self.folder / "labels.html").read_text())
            self.assertEqual(sorted(order, key=labels.index), order)
            self.done("publish", "site")
            page = html.unescape((self.folder / "site/browse-locations.html").read_text())
            self.assertEqual(sorted(order, key=lambda place: page.index(f">{place}<")), order)

    @unittest.skipUnless(icu, "needs PyICU")
    def test_the_order_is_that_of_icu(self):
        choice = random.Random(39)
        names = sorted({("x" + "".join(choice.choices(PIECES, k=choice.randint(1, 6)))).strip()
                        for _ in range(rounds(3000, 300))})
        self.write("names.csv", "name\n" + "".join(f'"{name}"\n' for name in choice.sample(names, len(names))))
        self.done("import", "names.csv")
        for language in ["en", "de", "he", "zh-Hans", "zh-Hant"]:
            self.done("settings", "--locale", language)
            collator = icu.Collator.createInstance(icu.Locale.forLanguageTag(language))
            collator.setAttribute(icu.UCollAttribute.NUMERIC_COLLATION, icu.UCollAttributeValue.ON)
            keys = [collator.getSortKey(name) for name in self.names()]
            self.assertEqual(keys, sorted(keys), language)
