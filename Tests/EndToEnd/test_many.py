"""Many items at once by the command line: one change, one undo."""
import time
import unittest

from support import Case


class Many(Case):
    def setUp(self):
        super().setUp()
        self.done("init", "--currency", "USD")
        rows = "".join(f"Thing {n},{'Home / Office' if n % 2 else 'Garage'},old;{n % 3}\n" for n in range(12))
        self.write("things.csv", "name,location,tags\n" + rows)
        self.done("import", "things.csv")

    def log(self):
        return self.done("log", "--json").json

    def test_what_a_filter_selects_is_edited_in_one_change(self):
        before = self.items()
        self.assertIn("6 items", self.done("edit", "--where", "location:Home", "--dry-run", "--insured", "yes").output)
        self.assertEqual(self.items(), before)
        done = self.done("edit", "--where", "location:Home", "--location", "Home / Study", "--tag-add", "moved",
                         "--tag-remove", "old", "--insured", "yes", "--field", "Room=2")
        self.assertIn("changed 6 items", done.output)
        self.assertIn("'homepwner undo 2'", done.output)
        changed = [item for item in self.items() if item["location"] == "Home / Study"]
        self.assertEqual(len(changed), 6)
        for item in changed:
            self.assertTrue(item["insured"])
            self.assertEqual(item["tags"][-1], "moved")
            self.assertNotIn("old", item["tags"])
            self.assertEqual(item["customFields"], [{"name": "Room", "value": "2"}])
        self.assertEqual((self.log()[0]["kind"], self.log()[0]["updated"]), ("edit", 6))
        self.assertIn("changed 6 items", self.done("log").output)
        again = self.done("edit", "--where", "location:Home", "--insured", "yes")
        self.assertIn("nothing to change in 6 items", again.output)
        self.done("undo")
        self.assertEqual(self.items(), before)
        self.assertEqual(self.done("verify").status, 0)

    def test_several_items_are_named_and_tags_of_one_are_merged(self):
        first, second, *_ = [item["id"] for item in self.items()]
        self.done("edit", first, second, "--archived", "yes")
        self.assertEqual(len(self.done("list", "--where", "archived:yes", "--json").json), 2)
        self.done("edit", first, "--tag-add", "new", "--tag-remove", "0")
        self.assertEqual(self.done("show", first, "--json").json["tags"], ["old", "new"])

    def test_a_selection_is_removed_and_restored(self):
        before = self.items()
        self.assertIn("4 items", self.done("remove", "--where", "tag:0", "-n").output)
        self.assertIn("removed 4 items", self.done("remove", "--where", "tag:0").output)
        self.assertEqual(len(self.items()), 8)
        self.done("undo")
        self.assertEqual(self.items(), before)

    def test_a_filter_without_words_is_refused(self):
        before = self.items()
        for words in [["remove"], ["remove", "-n"], ["edit", "--insured", "yes"]]:
            for filter, reason in [("", "every item"), (" ", "every item"), ('""', "an empty term")]:
                self.refused(*words, "--where", filter, status=2, says=reason)
        self.assertEqual(self.items(), before)
        first = before[0]["id"]
        self.assertIn("1 item;", self.done("remove", first, first, "-n").output)
        self.done("edit", first, "--insured", "yes", "--if-revision", "1", "-n")
        self.refused("edit", first, before[1]["id"], "--insured", "yes", "--if-revision", "1", status=2, says="an edit of one item")
        self.refused("relocate", "Nowhere", "Garage", says="no item is in 'Nowhere'")

    def test_undo_leaves_out_what_was_erased(self):
        before = self.items()
        chosen = [item for item in before if "0" in item["tags"]]
        self.done("edit", before[1]["id"], "--name", "Other")
        self.done("remove", "--where", "tag:0")
        self.done("forget", chosen[0]["id"])
        # The others come back, and the next undo is that of the change before.
        self.done("undo")
        self.assertEqual(len(self.items()), 11)
        self.assertEqual(self.names()[0], "Other")
        self.done("undo")
        self.assertEqual(self.items(), before[1:])
        self.done("remove", "--where", "tag:1")
        removed = self.log()[0]["revision"]
        self.done("forget", *[item["id"] for item in before if "1" in item["tags"]])
        self.refused("undo", str(removed), says="erased for good")
        self.done("add", "New")
        self.done("undo")
        # The change that was erased whole is passed over.
        self.done("undo")
        self.assertNotIn(removed, [entry["undoes"] for entry in self.log() if "undoes" in entry])
        self.done("verify")

    def test_a_location_is_renamed_and_merged(self):
        self.done("edit", "--where", "tag:1", "--location", "Home / Office / Desk")
        before = self.items()
        self.assertIn("changed 8 items", self.done("relocate", "Home/Office", "Garage").output)
        self.assertEqual({item["location"] for item in self.items()}, {"Garage", "Garage / Desk"})
        self.done("undo")
        self.assertEqual(self.items(), before)
        self.refused("relocate", "Home", " / ", status=2, says="TO")

    def test_wrong_calls_are_refused(self):
        for words, says in [
            (["edit", "--insured", "yes"], "--where"), (["edit", "--where", "tag:0"], "nothing to change"),
            (["edit", "1234abcd", "--where", "tag:0", "--insured", "yes"], "not both"), (["remove"], "--where"),
            (["edit", "--where", "tag:0", "--insured", "yes", "--if-revision", "1"], "--if-revision"),
            (["edit", "--where", "nope:", "--insured", "yes"], "--where"),
        ]:
            self.refused(*words, status=2, says=says)
        # One of them cannot have the value: nothing is changed.
        self.refused("edit", "--where", "archived:any", "--external-reference", "x", says="x")
        self.assertTrue(all("externalReference" not in item for item in self.items()))

    def test_ten_thousand_items(self):
        self.done("sample", "--count", "10000", "--seed", "5", "--store", "large")
        began = time.monotonic()
        self.done("edit", "--where", "archived:any", "--insured", "yes", "--tag-add", "all", "--location", "Attic",
                  "--store", "large")
        print(f"10,000 items changed in {time.monotonic() - began:.2f} s")
        self.done("undo", "--store", "large")
        self.assertEqual(self.done("verify", "--store", "large").status, 0)


if __name__ == "__main__":
    unittest.main()
