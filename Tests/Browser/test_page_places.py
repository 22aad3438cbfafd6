"""The tree of places is tidied: dragged, moved by a button, renamed; a box is moved in three taps."""
import json
import unittest

from server import Served

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


class Tidy(Served):
    items = 4

    def places(self):
        return sorted({item["location"] for item in json.loads(self.command("list", "--json"))})

    def row(self, page, place):
        return page.locator(f".tree li:has(a > span:text-is('{place}'))")

    def tree(self, **options):
        page = self.page(**options)
        page.goto(self.base + "browse-locations.html")
        page.wait_for_selector(".tidy")
        return page

    def test_a_place_is_dragged_into_another_with_all_that_is_in_it_and_undo_brings_it_back(self):
        page = self.tree()
        self.row(page, "Home").drag_to(self.row(page, "Garage"))
        self.eventually(lambda: self.assertEqual(self.places(), ["Garage", "Garage / Home / Office"]))
        page.wait_for_function("() => document.querySelectorAll('.tree .level-3 .tidy').length === 1")
        self.assertIn("“Home” is now “Garage / Home”", page.inner_text("#status"))
        self.keep(page, "places-moved")
        page.click("#notice-undo button")
        self.eventually(lambda: self.assertEqual(self.places(), ["Garage", "Home / Office"]))
        # Into itself or below itself nothing is moved.
        page.wait_for_selector(".tree .level-3", state="detached")
        self.row(page, "Home").drag_to(self.row(page, "Office"))
        page.wait_for_timeout(300)
        self.assertEqual(self.unsent(page), [])
        self.assertEqual(self.places(), ["Garage", "Home / Office"])
        self.assertEqual(page.errors, [])

    def test_the_keyboard_moves_a_place_to_the_top_and_the_focus_stays(self):
        page = self.tree()
        self.assertEqual(self.violations(page), [])
        self.row(page, "Office").locator(".tidy").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog.picker li")
        self.keep(page, "places-pick")
        self.assertEqual(self.violations(page), [])
        # Neither itself nor what is in it is offered.
        self.assertEqual([" ".join(text.split()) for text in page.locator("dialog li").all_inner_texts()],
                         ["Into no other place", "Garage 2", "Home 2"])
        page.focus("dialog li:first-child button")
        page.keyboard.press("Enter")
        self.eventually(lambda: self.assertEqual(self.places(), ["Garage", "Office"]))
        self.assertEqual(page.errors, [])

    def test_two_places_of_one_path_become_one(self):
        self.command("add", "Lamp", "--location", "Cellar / Office")
        page = self.tree()
        self.eventually(lambda: self.assertEqual(self.row(page, "Cellar").count(), 1))
        page.locator(".tree li:has(a > span:text-is('Cellar')) + li .tidy").click()
        page.click("dialog li button:has(span:text-is('Home'))")
        self.eventually(lambda: self.assertEqual(self.places(), ["Garage", "Home / Office"]))

    def test_a_box_is_moved_on_a_phone_in_three_taps(self):
        page = self.tree(view="grid", **PHONE)
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
        self.keep(page, "places-phone")
        self.row(page, "Office").locator("a").tap()
        page.wait_for_selector("[data-act=movePlace]")
        self.keep(page, "place-phone")
        page.tap("[data-act=movePlace]")
        page.tap("dialog li button:has(span:text-is('Garage'))")
        self.eventually(lambda: self.assertEqual(self.places(), ["Garage", "Garage / Office"]))
        self.assertIn("is now “Garage / Office”", page.inner_text("#status"))
        # The notice leads to it.
        page.tap("#notice-undo a")
        page.wait_for_selector("#rows tr")
        self.until(page, ["Thing 0", "Thing 2"])
        self.assertEqual(page.errors, [])

    def test_the_first_choice_shows_its_whole_focus(self):
        page = self.tree()
        self.row(page, "Office").locator(".tidy").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog.picker li")
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        # The outline is beside the choice, within the part that scrolls.
        above, ring = page.evaluate("""() => {
            const first = document.querySelector("dialog.picker li button");
            const { outlineWidth, outlineOffset } = getComputedStyle(first);
            return [first.getBoundingClientRect().top - first.closest(".tree").getBoundingClientRect().top,
                document.activeElement === first ? parseFloat(outlineWidth) + parseFloat(outlineOffset) : NaN];
        }""")
        self.assertGreater(ring, 0)
        self.assertGreaterEqual(above, ring)
        self.keep(page, "places-focus")

    def test_rows_show_the_place_that_waits_and_undo_brings_the_old_one_back(self):
        page = self.page()
        page.wait_for_load_state("networkidle")
        page.click("#rows tr:nth-child(1) th a")
        page.click(".crumbs a:text-is('Office')")
        page.wait_for_selector("[data-act=movePlace]")
        page.wait_for_load_state("networkidle")
        page.context.route("**/api/edits", lambda route: route.abort())
        page.click("[data-act=movePlace]")
        page.click("dialog li button:has(span:text-is('Garage'))")
        places = lambda: page.locator("#rows tr.waiting > :nth-child(5)").all_inner_texts()
        self.eventually(lambda: self.assertEqual(places(), ["Garage / Office"] * 2))
        self.assertEqual(self.places(), ["Garage", "Home / Office"])
        # An item of it that is edited meanwhile keeps its new place.
        page.click("#rows tr:nth-child(1) [href^=edit]")
        page.fill("tr.open [name=name]", "Renamed")
        page.keyboard.press("Enter")
        self.eventually(lambda: self.assertEqual(places(), ["Garage / Office"] * 2))
        # Other pages show it, too.
        other = self.page(page.context)
        self.eventually(lambda: self.assertEqual(other.locator("#rows tr.waiting > :nth-child(5)").all_inner_texts(), ["Garage / Office"] * 2))
        other.close()
        page.context.unroute("**/api/edits")
        page.click("#notice-queue button")
        self.eventually(lambda: self.assertEqual((self.places(), "Renamed" in self.listed()), (["Garage", "Garage / Office"], True)))
        self.assertEqual(page.errors, [])

    def test_undo_before_it_was_sent_shows_the_old_place(self):
        page = self.page()
        href = page.evaluate("""async () => (await (await fetch("browse-locations.html")).text()).match(/href="(location-[^"]*)"><span>Office/)[1]""")
        page.goto(self.base + href)
        page.wait_for_selector("[data-act=movePlace]")
        page.wait_for_load_state("networkidle")
        page.route("**/api/edits", lambda route: route.abort())
        page.click("[data-act=movePlace]")
        page.click("dialog li button:has(span:text-is('Garage'))")
        places = lambda: page.locator("#rows tr > :nth-child(5)").all_inner_texts()
        self.eventually(lambda: self.assertEqual(places(), ["Garage / Office"] * 2))
        page.click("#notice-undo button")
        self.eventually(lambda: self.assertEqual(places(), ["Home / Office"] * 2))
        self.assertEqual(page.errors, [])

    def test_forms_offer_the_places_of_the_tree(self):
        self.command("edit", self.item_id(), "--location", "Home/Office/Desk")
        page = self.page()
        page.goto(self.base + "add")
        self.assertEqual(page.eval_on_selector_all("#o-location option", "all => all.map(({ value }) => value)"),
                         ["Garage", "Home", "Home / Office", "Home / Office / Desk"])

    def test_what_waits_shows_in_counts(self):
        page = self.tree()
        page.wait_for_load_state("networkidle")
        page.context.set_offline(True)
        self.row(page, "Garage").locator(".tidy").click()
        page.click("dialog li button:has(span:text-is('Home'))")
        page.wait_for_selector("#notice-queue.trouble")
        page.wait_for_function("() => document.querySelector('.tree .level-1:has(a > :first-child) .count').textContent === '0'")
        page.context.set_offline(False)
        self.settled(page)
        self.eventually(lambda: self.assertEqual(self.places(), ["Home / Garage", "Home / Office"]))


if __name__ == "__main__":
    unittest.main()
