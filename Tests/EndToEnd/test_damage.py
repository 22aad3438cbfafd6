"""Damaged values on disk: never mistaken for values that are not stated."""
import sqlite3
import unittest

from support import Case


class Damage(Case):
    def setUp(self):
        super().setUp()
        self.done("init")
        self.key = self.done("add", "Lamp", "--value", "10", "--tag", "a", "--field", "Lens=50").output.strip()

    def damage(self, assignment):
        database = sqlite3.connect(self.folder / "inventory.homepwner/inventory.sqlite")
        database.execute(f"UPDATE items SET {assignment}")
        database.commit()
        database.close()

    def test_no_output_takes_damage_for_nothing(self):
        for field, assignment, sound in [
            ("value", "value_currency = 'US'", "value_currency = 'USD'"),
            ("value", "value_currency = NULL", "value_currency = 'USD'"),
            ("value", "value_currency = 'ZZZ'", "value_currency = 'USD'"),
            ("archived", "archived = 7", "archived = 0"),
            ("tags", "tags = '[\"a'", "tags = '[\"a\"]'"),
            ("customFields", "custom_fields = '[[\"a\"'", "custom_fields = '[[\"Lens\",\"50\"]]'"),
            ("purchaseDate", "purchase_date = 99999999", "purchase_date = NULL"),
            ("replacementValue", "replacement_value = 5", "replacement_value = NULL"),
            ("quantity", "quantity = -1", "quantity = 1000000"),
        ]:
            self.damage(assignment)
            words = f"{field} of item {self.key} is not valid"
            with self.subTest(assignment):
                self.refused("verify", says=words)
                for call in [("export", "o.json"), ("export", "o.xml"), ("export", "--to", "csv", "o.csv"),
                             ("export", "--to", "homebox", "o.csv"), ("list", "--json"), ("report", "-o", "o.xml"),
                             ("publish", "site"), ("show", self.key)]:
                    self.refused(*call, says=[words, "homepwner edit"])
                    self.assertEqual(self.left_over(), ["inventory.homepwner"])
            self.damage(sound)
        self.done("verify")
        self.done("report", "-o", "o.xml")

    def test_lists_and_reports_for_readers(self):
        self.damage("value_currency = 'ZZZ'")
        for call in [("list",), ("list", "--plain"), ("report", "-o", "o.html"), ("report", "insurance", "-o", "o.html")]:
            self.refused(*call, says=f"value of item {self.key} is not valid")
        self.done("edit", self.key, "--value", "12")
        self.done("verify")
        self.assertEqual(self.items()[0]["value"]["amount"], "12.00")

    def test_a_text_with_a_nul_is_found(self):
        self.damage("serial_number = 'a' || char(0)")
        self.refused("verify", says="serialNumber of item")


if __name__ == "__main__":
    unittest.main()
