"""External references: each identifies one item, so that files which name items by it can be imported again."""
import json
import sqlite3
import unittest

from support import Case


class References(Case):
    def test_a_second_item_of_a_reference_is_refused(self):
        self.done("init")
        one = self.done("add", "A", "--external-reference", "r1").output.strip()
        two = self.done("add", "B").output.strip()
        for reference in ["r1", one]:
            self.refused("add", "C", "--external-reference", reference, says=["externalReference", one, "another"])
            self.refused("edit", two, "--external-reference", reference, says=["externalReference", one])
            self.refused("import", "-", input=f"name,externalReference,id\nC,{reference},{two}\n",
                         says=["row 2", "externalReference", one])
        self.refused("import", "-", says=["row 3", "externalReference", "row 2"],
                     input="name,externalReference,id\nC,x,11112222-3333-4444-8555-666677778888\n"
                           "D,x,11112222-3333-4444-8555-666677778889\n")
        self.assertEqual(self.names(), ["A", "B"])
        self.done("export", "--to", "homebox", "all.csv")
        self.done("import", "all.csv", "--store", "new")

    def old(self):
        """An inventory of an earlier build, where items share references."""
        self.done("init")
        keys = [self.done("add", name).output.strip() for name in "ABCD"]
        # The parts name their parent by its reference.
        self.done("edit", keys[3], "--parent", keys[1])
        database = sqlite3.connect(self.folder / "inventory.homepwner/inventory.sqlite")
        for name, reference in [("A", "r1"), ("B", "r1"), ("C", keys[3])]:
            database.execute("UPDATE items SET external_reference = ? WHERE name = ?", (reference, name))
        database.commit()
        database.close()
        return keys

    def test_older_inventories_that_share_references_are_reported_and_exported(self):
        keys = self.old()
        self.refused("verify", says=["2 findings", "--external-reference"])
        for kind in ["homebox", "csv"]:
            errors = self.done("export", "--to", kind, f"{kind}.csv").errors
            for key in keys[1:3]:
                self.assertIn(key, errors)
            self.done("import", f"{kind}.csv", "--store", kind)
            self.assertEqual(self.names("--store", kind), list("ABCD"))
            parents = [item.get("parent") for item in self.items("--store", kind)]
            self.assertIsNotNone(parents[3])
            self.done("verify", "--store", kind)
        for name in ["all.json", "all.xml"]:
            self.assertIn(keys[1], self.done("export", name).errors)
            self.refused("import", name, "--store", "new", says=["externalReference"])
        self.assertEqual(json.loads((self.folder / "all.json").read_text())["items"][1]["externalReference"], "r1")


if __name__ == "__main__":
    unittest.main()
