"""The jobs of the page by the keyboard alone: nothing is clicked, and each control is reached by Tab, with a focus that shows."""
import json
import pathlib
import unittest

from server import Served


class Keyboard(Served):
    items = 4

    def reach(self, page, selector, most=60):
        """Presses Tab until a control has the focus, which a frame around it shows."""
        for _ in range(most):
            if page.evaluate("selector => !!document.activeElement?.matches(selector)", selector):
                style = page.evaluate("""() => {
                    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
                    return [outlineStyle, parseFloat(outlineWidth)];
                }""")
                self.assertNotEqual(style[0], "none", selector)
                self.assertGreater(style[1], 0, selector)
                return
            page.keyboard.press("Tab")
        self.fail(f"Tab does not reach {selector}: {page.evaluate('document.activeElement.outerHTML')[:200]}")

    def start(self, path="", page=None):
        """The page, with the focus where it begins."""
        page = page or self.page()
        page.wait_for_load_state("networkidle")
        page.goto(self.base + path)
        page.wait_for_selector("#language", state="attached")
        page.wait_for_load_state("networkidle")
        return page

    def press(self, page, *keys):
        for key in keys:
            page.keyboard.press(key)

    def item(self, name):
        return next(item for item in json.loads(self.command("list", "--json")) if item["name"] == name)

    def test_what_is_typed_before_a_form_is_there_goes_into_it(self):
        page = self.page(service_workers="block")
        held = []
        page.route("**/assets/adding.js", lambda route: held.append(route))
        page.route("**/api/items/*", lambda route: held.append(route))
        page.goto(self.base)
        page.wait_for_selector("#edit-mode", state="attached")
        for keys, form, kept in [("nLamp & shade", "dialog", ""), (None, "tr.open", "Thing 0")]:
            if keys:
                page.keyboard.type(keys)
            else:
                page.click("#edit-mode")
                page.locator("#rows tr:nth-child(1) [data-act=edit]").press("Enter")
                page.keyboard.type("n/ Lamp & shade")
            self.eventually(lambda: self.assertTrue(held))
            while held:
                held.pop().continue_()
            page.wait_for_selector(f"{form} [name=name]:focus")
            page.keyboard.type("!")
            value = page.input_value(f"{form} [name=name]")
            typed = keys[1:] if keys else "n/ Lamp & shade"
            self.assertIn(value, [kept + typed + "!", typed + "!" + kept])
            page.keyboard.press("Escape")
            page.wait_for_selector(form, state="detached")
        # What is typed where no form opens is lost to none.
        page.unroute_all()
        page.keyboard.press("/")
        page.keyboard.type("thing")
        self.assertEqual(page.input_value("#query"), "thing")

    def test_an_item_is_added_and_changed_and_undone(self):
        page = self.start()
        self.reach(page, "#add")
        self.press(page, "Enter")
        page.wait_for_selector("dialog [name=name]")
        page.keyboard.type("Lamp")
        self.reach(page, "[name=location]")
        page.keyboard.type("Attic")
        self.press(page, "Enter")
        self.eventually(lambda: self.assertEqual(self.item("Lamp")["location"], "Attic"))
        self.settled(page)
        # The focus is where adding began.
        self.assertTrue(page.evaluate("document.activeElement.matches('#add')"))
        row = f"tr[id='{self.item('Lamp')['id']}']"
        self.reach(page, f"{row} [href^=edit]")
        self.press(page, "Enter")
        page.wait_for_selector("tr.open")
        self.press(page, "Control+A")
        page.keyboard.type("Desk lamp")
        self.press(page, "Enter")
        self.eventually(lambda: self.item("Desk lamp"))
        self.settled(page)
        self.reach(page, f"{row} [href^=delete]")
        self.press(page, "Enter")
        self.eventually(lambda: self.assertNotIn("Desk lamp", self.listed()))
        self.reach(page, "#notice-undo button")
        self.press(page, "Enter")
        self.eventually(lambda: self.assertIn("Desk lamp", self.listed()))
        self.assertEqual(page.errors, [])

    def test_a_search_is_narrowed_by_chips_and_cleared(self):
        page = self.start()
        self.press(page, "/")
        page.keyboard.type("thing")
        self.until(page, [f"Thing {number}" for number in range(4)])
        self.reach(page, "#by-place")
        self.press(page, "Enter")
        self.reach(page, "dialog li:nth-child(2) button")
        self.press(page, "Enter")
        self.until(page, ["Thing 1", "Thing 3"])
        # The chip of the place takes it off again.
        self.reach(page, "#by-place + .chip")
        self.press(page, "Enter")
        self.until(page, [f"Thing {number}" for number in range(4)])
        self.reach(page, "#order select")
        self.press(page, "End")
        self.reach(page, "#rows tr:first-child th a")
        self.press(page, "Enter")
        page.wait_for_url("**/item/*")

    def test_items_are_chosen_moved_and_tagged(self):
        page = self.start()
        self.reach(page, "#select")
        self.press(page, "Enter")
        self.reach(page, "#rows tr:nth-child(1) .pick")
        self.press(page, " ")
        self.reach(page, "#rows tr:nth-child(2) .pick")
        self.press(page, " ")
        self.reach(page, "#selection .choices button:nth-child(1)")
        self.press(page, "Enter")
        page.wait_for_selector("dialog [name=location]")
        self.reach(page, "dialog [name=location]")
        page.keyboard.type("Attic")
        self.press(page, "Enter")
        self.eventually(lambda: self.assertEqual([self.item(f"Thing {at}")["location"] for at in (0, 1)], ["Attic"] * 2))
        self.settled(page)
        self.reach(page, "#select")
        self.press(page, "Enter")
        self.reach(page, "#rows tr:nth-child(1) .pick")
        self.press(page, " ")
        self.reach(page, "#selection .choices button:nth-child(2)")
        self.press(page, "Enter")
        self.reach(page, "dialog input[list]")
        page.keyboard.type("loan")
        self.press(page, "Enter", "Enter")
        self.eventually(lambda: self.assertIn("loan", self.item("Thing 0")["tags"]))
        self.assertEqual(page.errors, [])

    def test_a_row_is_moved_and_a_place_is_moved(self):
        page = self.start()
        self.reach(page, "#edit-mode")
        self.press(page, "Enter")
        self.reach(page, "#rows tr:nth-child(2) [data-act=moveUp]")
        self.press(page, "Enter")
        self.eventually(lambda: self.assertEqual(self.listed()[:2], ["Thing 1", "Thing 0"]))
        self.settled(page)
        self.start("browse-locations.html", page)
        page.wait_for_selector(".tidy")
        self.reach(page, ".tree li:nth-child(1) .tidy")
        self.press(page, "Enter")
        self.reach(page, "dialog li:nth-child(2) button")
        self.press(page, "Enter")
        self.eventually(lambda: self.assertEqual(self.item("Thing 1")["location"], "Home / Garage"))

    def test_a_report_is_made(self):
        page = self.start()
        self.reach(page, "#more > summary")
        self.press(page, "Enter")
        self.reach(page, "#report")
        self.press(page, "Enter")
        page.wait_for_selector("dialog [name=report]")
        self.reach(page, "dialog [name=format]")
        page.keyboard.type("CSV")
        self.reach(page, "dialog [value=accepted]")
        with page.expect_download(timeout=60000) as download:
            self.press(page, "Enter")
        self.assertIn("Thing 0", pathlib.Path(download.value.path()).read_text("utf-8-sig"))
        self.assertEqual(page.errors, [])


if __name__ == "__main__":
    unittest.main()
