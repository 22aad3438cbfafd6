"""What a screen reader says of the list, an item and its forms: Chromium's accessibility tree, read from top to bottom."""
import json
import unittest

from server import Served
from test_page_papers import paper
from test_page_photos import photo

# What is passed over in silence: parts whose text their container says, and boxes without a meaning of their own.
SILENT = {"generic", "none", "paragraph", "rowgroup", "LabelText", "Legend", "ListMarker", "InlineTextBox", "MenuListPopup", "option",
          "LineBreak", "LayoutTable", "Iframe"}
STATES = ["checked", "pressed", "invalid", "hasPopup"]


class Spoken(Served):
    items = 2

    def heard(self, page, selector):
        """The lines that are read out, each a role, a name, a description or value, and states."""
        session = page.context.new_cdp_session(page)
        session.send("Accessibility.enable")
        found = session.send("Runtime.evaluate", {"expression": f"document.querySelector({json.dumps(selector)})"})
        lines, name = [], ""
        for node in session.send("Accessibility.queryAXTree", {"objectId": found["result"]["objectId"]})["nodes"]:
            said = {key: str(node.get(key, {}).get("value", "")) for key in ("role", "name", "description", "value")}
            states = {each["name"]: str(each["value"].get("value")) for each in node.get("properties", [])}
            if node["ignored"] or said["role"] in SILENT or (said["role"] == "StaticText" and said["name"].strip() in name):
                continue
            name = said["name"]
            role = "" if said["role"] == "StaticText" else said["role"]
            text = [role, name.strip(), said["description"], said["value"],
                    *[state for state in STATES if states.get(state, "false") not in ("false", "", "listbox")]]
            lines.append(" | ".join(part for part in text if part))
        session.detach()
        return lines

    def hears(self, page, selector, *expected):
        """Checks that lines are read out one after the other."""
        lines = self.heard(page, selector)
        self.assertIn("\n" + "\n".join(expected) + "\n", "\n" + "\n".join(lines) + "\n")

    def check_names(self, page):
        """Every control has a name, and no other of its role in the same form has it too."""
        form, controls = "", []
        for line in self.heard(page, "main"):
            role = line.split(" | ")[0]
            form = line if role == "form" else form
            if role in ("button", "link", "checkbox", "textbox", "combobox", "searchbox", "image", "radio"):
                self.assertIn(" | ", line)
                controls.append((form, line))
        self.assertTrue(controls)
        self.assertEqual(sorted({each for each in controls if controls.count(each) > 1}), [])

    def test_the_list(self):
        page = self.page(viewport={"width": 1280, "height": 800})
        self.hears(page, "main", "searchbox | Search", "link | Scan", "link | Add item", "button | Photograph a room",
                   "button | Edit list", "button | Location | hasPopup", "button | Tag | hasPopup", "button | No photo")
        row = ["row", "rowheader | Thing 0", "link | Thing 0", "cell | SN0", "cell | 1", "cell | $0.50", "cell | Home / Office"]
        self.hears(page, "main", "columnheader | Actions", *row)
        self.check_names(page)
        # Signs that are drawn in the place of words on a phone are not read out.
        page.set_viewport_size({"width": 390, "height": 844})
        self.hears(page, "main", "combobox | Order | Own order | hasPopup", "group | View as", "radio | Photos", "radio | Table | checked",
                   "button | Select", "table | Items")
        page.click("#select")
        page.check("#rows tr:nth-child(1) .pick")
        self.hears(page, "#rows", "row", "rowheader | Select: Thing 0 Thing 0", "checkbox | Select: Thing 0 | checked", "link | Thing 0")
        self.hears(page, "#selection", "group | Select", "status", "1 selected · $0.50", "button | All", "button | Actions", "button | Close")

    def test_an_item_and_its_forms(self):
        item = self.item_id()
        for number in 1, 2:
            path = self.folder / f"receipt-{number}.pdf"
            path.write_bytes(paper(shade=number)["buffer"])
            self.command("document", "add", item, path)
        for width in 320, 240, 400:
            path = self.folder / f"{width}.jpg"
            path.write_bytes(photo(width, 240)["buffer"])
            self.command("photo", "add", item, path)
        self.command("edit", item, "--notes", "Cracked")
        page = self.page()
        page.goto(self.base + f"item/{item}.html")
        page.wait_for_load_state("networkidle")
        self.hears(page, "main", "group | Photos", "figure", "link | Thing 0", "image | Thing 0", "figure", "link | Thing 0 (2)",
                   "image | Thing 0 (2)", "figure", "link | Thing 0 (3)", "image | Thing 0 (3)", "navigation | Location", "link | Home",
                   "link | Office", "heading | Thing 0", "link | Edit", "link | Photos", "link | Position", "link | Duplicate", "link | Delete",
                   "DescriptionList", "term | Value each", "definition", "$0.50")
        self.hears(page, "main", "listitem", "receipt", "(2)", "link | Open : receipt 2")
        page.goto(self.base + f"edit/{item}")
        self.hears(page, "main", "heading | Edit the item", "form", "group", "DisclosureTriangle | What it is", "Name", "textbox | Name | Thing 0")
        self.hears(page, "main", "textbox | Value each | Such as 12.34, or 12.34 EUR | 0.50", "0.50",
                   "combobox | Value each: Currency | USD | hasPopup")
        page.goto(self.base + f"photos/{item}")
        self.hears(page, "main", "form | Thing 0 (2)", "image | Thing 0 (2)", "Caption", "textbox | Caption", "240 × 240",
                   "button | Save caption", "button | Make primary", "button | Move up", "button | Move down", "link | Remove")
        page.goto(self.base + "undo")
        undo = next(line for line in self.heard(page, "main") if line.startswith("button"))
        self.assertRegex(undo, r"^button \| Undo Edited Thing 0, .*[AP]M$")
        for path in [f"item/{item}.html", f"edit/{item}", f"photos/{item}", f"documents/{item}", "select", "share", "people"]:
            page.goto(self.base + path)
            page.wait_for_load_state("networkidle")
            with self.subTest(path):
                self.check_names(page)


if __name__ == "__main__":
    unittest.main()
