"""Calls under a key: the same call again changes nothing and has the same result."""
import unittest

from support import Case

try:
    from PIL import Image
except ImportError:
    Image = None


class Keys(Case):
    def setUp(self):
        super().setUp()
        self.done("init")
        self.lamp = self.done("add", "Lamp", "--location", "Attic").output.strip()
        self.chair = self.done("add", "Chair").output.strip()

    def changes(self):
        return len(self.done("log", "--json", "--limit", "1000").json)

    def twice(self, *words, key="k", **options):
        """Makes a call twice under a key, and checks that only the first makes a change."""
        before = self.changes()
        first = self.done(*words, "--key", key, **options)
        items = self.items()
        self.assertEqual(self.changes(), before + 1, words)
        again = self.done(*words, "--key", key, **options)
        self.assertEqual((again.output, again.errors), (first.output, ""), words)
        self.assertEqual(self.items(), items, words)
        self.assertEqual(self.changes(), before + 1, words)
        return first

    def refused_key(self, *words, key="k"):
        before = self.items(), self.changes()
        self.refused(*words, "--key", key, says=[f"'{key}'", "another change"])
        self.assertEqual((self.items(), self.changes()), before, words)

    def test_an_item_is_added_once(self):
        item = self.twice("add", "Vase", "--value", "5", "--location", "Hall").output.strip()
        self.assertEqual(self.names(), ["Lamp", "Chair", "Vase"])
        self.assertEqual(self.items()[-1]["id"], item)
        # The order of the options and what is printed do not make it another call.
        same = self.done("add", "--quiet", "--key=k", "--location", "Hall", "Vase", "--value=5")
        self.assertEqual(same.output.strip(), item)
        self.assertEqual(len(self.items()), 3)
        for words in [["add", "Vase"], ["add", "Vase", "--value", "6", "--location", "Hall"],
                      ["add", "Vas", "--value", "5", "--location", "Hall"], ["edit", "Vase", "--value", "5"], ["undo"],
                      ["remove", "no such item"], ["settings", "--owner", "Ada"]]:
            self.refused_key(*words)
        other = self.done("add", "Vase", "--value", "5", "--location", "Hall", "--key", "other").output.strip()
        self.assertNotEqual(other, item)
        # Whatever happened to the item since.
        self.done("remove", item)
        again = self.done("add", "Vase", "--value", "5", "--location", "Hall", "--key", "k")
        self.assertEqual(again.output.strip(), item)
        self.assertEqual(len(self.items()), 3)

    def test_an_item_is_edited_moved_and_removed_once(self):
        self.twice("edit", "Lamp", "--value", "5", "--tag-add", "new", key="edit")
        self.assertEqual(self.items()[0]["tags"], ["new"])
        self.done("edit", "Lamp", "--value", "6")
        self.done("edit", "Lamp", "--value", "5", "--tag-add", "new", "--key", "edit")
        self.assertEqual(self.items()[0]["value"]["amount"], "6.00")
        self.refused_key("edit", "Lamp", "--value", "5", "--tag-add", "newer", key="edit")
        self.twice("edit", "Lamp", "--name", "Old lamp", key="name")
        self.refused_key("edit", "Chair", "--name", "Old lamp", key="name")

        self.twice("move", self.chair, "--first", key="move")
        self.assertEqual(self.names(), ["Chair", "Old lamp"])
        self.done("move", self.chair, "--last")
        self.done("move", self.chair, "--first", "--key", "move")
        self.assertEqual(self.names(), ["Old lamp", "Chair"])
        self.refused_key("move", self.chair, "--last", key="move")

        self.twice("remove", "Chair", key="remove")
        self.assertEqual(self.names(), ["Old lamp"])
        self.refused_key("remove", self.lamp, key="remove")
        self.assertEqual(self.done("verify").status, 0)

    def test_many_items_are_changed_in_one_change(self):
        self.done("add", "Vase", "--location", "Attic")
        self.assertIn("changed 2 items", self.twice("edit", "Lamp", "Chair", "--insured", "yes", key="1").output)
        self.assertIn("changed 2 items", self.twice("edit", "--where", "location:Attic", "--tag-add", "x", key="2").output)
        self.assertIn("changed 2 items", self.twice("relocate", "Attic", "Loft", key="3").output)
        self.assertIn("removed 2 items", self.twice("remove", self.lamp, "Chair", self.lamp, key="4").output)
        self.assertIn("removed 1 item", self.twice("remove", "--where", "name:Vase", key="5").output)
        self.assertEqual(self.items(), [])
        self.refused_key("relocate", "Loft", "Attic", key="3")
        self.refused_key("remove", "--where", "location:Loft", key="5")
        self.done("undo", "--key", "6")
        self.done("undo", "--key", "7")
        self.assertEqual(len(self.items()), 3)

    def test_a_change_is_undone_once(self):
        self.done("edit", "Lamp", "--value", "1")
        self.done("edit", "Lamp", "--value", "2")
        self.assertIn("undid revision 4", self.twice("undo", key="undo").output)
        self.assertEqual(self.items()[0]["value"]["amount"], "1.00")
        self.refused_key("undo", "3", key="undo")

    def test_settings_are_changed_once(self):
        self.twice("settings", "--owner", "Ada", key="owner")
        self.done("settings", "--owner", "Eve")
        self.done("settings", "--owner", "Ada", "--key", "owner")
        self.assertEqual(self.done("settings", "--json").json["owner"], "Eve")
        self.refused_key("settings", "--owner", "Bob", key="owner")

    def test_a_file_is_imported_once(self):
        file = self.write("list.csv", "name,location\nVase,Hall\nBowl,Hall\n")
        self.assertIn("2 items", self.twice("import", file).output)
        # The words count, not the file, which may be gone.
        file.unlink()
        self.assertIn("2 items", self.done("import", file, "--key", "k").output)
        self.assertEqual(len(self.items()), 4)
        self.refused_key("import", "other.csv")

    def test_an_import_makes_the_inventory_once(self):
        self.write("list.csv", "name\nVase\n")
        first = self.done("import", "list.csv", "--store", "new.homepwner", "--key", "k")
        again = self.done("import", "list.csv", "--store", "new.homepwner", "--key", "k")
        self.assertEqual(again.output, first.output)
        self.assertEqual(self.names("--store", "new.homepwner"), ["Vase"])
        # Each inventory has its own keys.
        self.done("import", "list.csv", "--key", "k")
        self.assertEqual(len(self.items()), 3)

    @unittest.skipUnless(Image, "Pillow is not installed")
    def test_photos_and_documents_are_changed_once(self):
        for colour in ["red", "blue"]:
            Image.new("RGB", (40, 30), colour).save(self.folder / f"{colour}.png")
        self.twice("photo", "add", self.lamp, "red.png", "--caption", "left", key="1")
        self.refused_key("photo", "add", self.lamp, "red.png", "--caption", "right", key="1")
        self.done("photo", "add", self.lamp, "blue.png")
        self.twice("photo", "move", self.lamp, "1", "--to", "2", key="2")
        self.twice("photo", "primary", self.lamp, "2", key="3")
        self.twice("photo", "caption", self.lamp, "1", "above", key="4")
        self.refused_key("photo", "caption", self.lamp, "2", "above", key="4")
        self.twice("photo", "remove", self.lamp, "1", "2", key="5")
        self.assertEqual(self.done("photo", "list", self.lamp, "--json").json, [])
        self.done("undo")
        self.assertEqual(len(self.done("photo", "list", self.lamp, "--json").json), 2)
        self.twice("document", "add", self.lamp, "red.png", "--number", "47", key="6")
        self.twice("document", "remove", self.lamp, "1", key="7")
        self.refused("photo", "add", "--folder", ".", "--key", "8", says="--key", status=2)

    def test_a_malformed_key_is_refused(self):
        before = self.changes()
        for key in ["", "x" * 129, "two words", "schlüssel", "tab\t"]:
            for words in [["add", "Vase"], ["remove", "Lamp"], ["import", "list.csv"], ["undo"]]:
                self.refused(*words, "--key", key, says=["--key", "1 to 128 visible ASCII characters"], status=2)
        for words in [["edit", "Lamp", "--value", "1"], ["remove", "Lamp"], ["import", "list.csv"]]:
            self.refused(*words, "--dry-run", "--key", "k", says=["--key", "--dry-run"], status=2)
        self.assertEqual(self.changes(), before)
        self.twice("add", "Vase", key="x" * 128)
        self.twice("add", "Vase", key="~!'\"-")
