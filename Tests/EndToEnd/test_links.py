"""Links that another user of the machine waits with: nothing that is made goes where they lead."""
import os
import unittest

import support


@unittest.skipUnless(os.geteuid() == 0 and not support.SERVER, "other users' links want root, and inventories in folders")
class Links(support.Case):
    def setUp(self):
        super().setUp()
        self.done("init")
        self.done("add", "Lamp")
        self.shared, self.target = self.folder / "shared", self.folder / "target"
        self.shared.mkdir()
        self.shared.chmod(0o1777)
        self.target.mkdir()
        (self.folder / "own").symlink_to("shared/link")
        for name, target in [("link", self.target), ("nowhere", self.target / "new"), ("second", "link")]:
            (self.shared / name).symlink_to(target)
            os.chown(self.shared / name, 65534, 65534, follow_symlinks=False)

    def test_no_inventory_is_made_where_they_lead(self):
        self.done("backup", "house.zip")
        self.write("list.csv", "name\nChair\n")
        for place in ["shared/link", "shared/link/below", "shared/nowhere", "shared/second/below", "own", "own/below"]:
            for words in [["restore", "house.zip", "--store"], ["copy", "--from", "inventory.homepwner", "--to"], ["import", "list.csv", "--store"],
                          ["sample", "--count", "2", "--store"], ["init", "--store"]]:
                self.refused(*words, place, says=["somebody else", "shared/"])
                self.assertEqual(os.listdir(self.target), [], f"{words} {place}")
        # Links of one's own are followed, and so are all in other folders.
        os.chown(self.shared / "link", 0, 0, follow_symlinks=False)
        self.done("restore", "house.zip", "--store", "shared/link/below")
        self.assertEqual([item["name"] for item in self.items("--store", "target/below")], ["Lamp"])

    def test_an_output_says_whose_the_link_is(self):
        for words in [["report", "-o", "shared/link/r.html"], ["export", "shared/link/e.json"], ["publish", "shared/link/www"]]:
            said = self.refused(*words, says=["shared/link", "belongs to somebody else"]).errors
            self.assertNotIn("Permission denied", said)
        self.assertEqual(os.listdir(self.target), [])

    def test_a_server_keeps_nothing_where_they_lead(self):
        self.done("publish", "site")
        for state in ["shared/link", "shared/link/below", "own"]:
            for words in [[], ["--tls-local", "--host", "things.example"]]:
                self.refused("serve", "site", "--listen", "127.0.0.1:0", *words, says="belongs to somebody else",
                             timeout=30, XDG_STATE_HOME=str(self.folder / state))
                self.assertEqual(os.listdir(self.target), [], f"{state} {words}")
