"""An output never takes the place of what the call reads, and a report reads back as it was."""
import json
import os

from support import Case


class Outputs(Case):
    def test_the_inventory_is_never_overwritten(self):
        self.done("sample", "--count", "5")
        self.write("good.csv", "name\nx\n")
        inside = "inventory.homepwner/inventory.sqlite"
        for words in [["report", "--format", "xml", "-o", inside], ["export", "--to", "csv", inside],
                      ["import", "good.csv", "--skip-invalid", inside],
                      ["report", "-o", "inventory.homepwner/new.html"]]:
            self.refused(*words, says="inside the inventory's folder", status=2)
        os.symlink(self.folder / inside, self.folder / "link.csv")
        self.refused("export", "--to", "csv", "link.csv", says="inside the inventory's folder", status=2)
        self.assertEqual(len(self.items()), 5)
        self.done("verify")

    def test_an_input_is_never_overwritten(self):
        self.write("mine.csv", "name,value\nx,1\ny,$2\n")
        before = (self.folder / "mine.csv").read_bytes()
        os.link(self.folder / "mine.csv", self.folder / "other-name.csv")
        for output in ["mine.csv", "./mine.csv", "other-name.csv"]:
            self.refused("report", "--input", "mine.csv", "--format", "csv", "-o", output,
                         says="read by this very call", status=2)
            self.refused("import", "mine.csv", "--skip-invalid", output, says="read by this very call", status=2)
        self.assertEqual((self.folder / "mine.csv").read_bytes(), before)

    def test_formulas_come_back_from_a_report_as_they_were(self):
        names = ["=1+1", "'=1+1", "''-1", "'quoted'", "+x", "@y", "-z", "'"]
        self.write("q.json", json.dumps([{"name": name} for name in names]))
        self.done("report", "--input", "q.json", "--format", "csv", "-o", "q.csv")
        self.done("report", "--input", "q.csv", "--format", "json", "-o", "back.json")
        back = json.loads((self.folder / "back.json").read_text())
        self.assertEqual([item["name"] for item in back["items"]], names)

    def test_a_store_and_an_input_do_not_go_together(self):
        self.write("e.csv", "name,value\nx,5\n")
        self.refused("report", "--store", "u", "--input", "e.csv", says="--store", status=2)

    def test_homebox_files_take_no_amount_below_zero(self):
        self.write("n.json", json.dumps([{"id": "00000000-0000-4000-8000-000000000001", "name": "x",
                                          "value": {"amount": "-5.00", "currency": "USD"}}]))
        self.done("import", "n.json")
        self.refused("export", "--to", "homebox", "out.csv", says="below 0")
        self.assertNotIn("out.csv", self.left_over())
