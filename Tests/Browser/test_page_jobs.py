"""Twenty jobs of a household on a phone and a laptop, by taps and keys that are counted; none loses or changes anything else.

A tap is a touch, a press of the mouse, or a key that types nothing, such as Enter. Choosing from a browser's own list is two.
Taps in the camera, the gallery or the choice of files are the device's and not counted, nor is scrolling.
"""
import copy
import json
import unittest

from server import Served
from test_page_capture import PHONE
from test_page_papers import paper
from test_page_room import photos

HOME = {"Drill": ("Garage", "129.00"), "Ladder": ("Garage", "80.00"), "Tent": ("Garage / Box 1", "240.00"),
        "Sleeping bag": ("Garage / Box 1", "90.00"), "Kettle": ("Home / Kitchen", "45.00"), "Toaster": ("Home / Kitchen", "35.00"),
        "Desk": ("Home / Office", "400.00"), "Monitor": ("Home / Office", "280.00"), "Old phone": ("Home / Office", "20.00")}
LIST = "Name,Location,Value,Currency\nSkates,Home / Hall,60.00,USD\nHelmet,Home / Hall,25.00,USD\n"
BOOKS = [f"Book {number}" for number in range(10)]
# The most taps on a phone and on a laptop. Ten photos have a tap for each name, too.
JOBS = {"add_with_photo": (2, 3), "photograph_a_room": (4 + 10, 4 + 10), "add_a_photo": (1, 2), "add_a_receipt": (4, 4),
        "find_and_open": (2, 2), "list_a_room": (2, 2), "list_the_dearest_first": (2, 2), "correct_a_value": (4, 3), "delete": (2, 1),
        "undo_an_earlier_change": (3, 3), "move_several": (6, 5), "tag_several": (6, 5), "insure_several": (8, 7), "move_a_box": (3, 3),
        "rename_a_room": (4, 4), "archive": (4, 3), "bring_back": (4, 4), "duplicate": (3, 3), "report_of_a_search": (3, 3),
        "import_a_list": (5, 5)}

# Blocks whose content is higher than they are, so that it is written over what follows.
OVERFULL = """() => [...document.querySelectorAll("main *, dialog *")].filter((each) => {
    const { overflowY, display } = getComputedStyle(each);
    return overflowY === "visible" && /^(block|grid|flex)$/.test(display) && each.scrollHeight > each.clientHeight + 8;
}).map((each) => each.outerHTML.slice(0, 80))"""


class Household(Served):
    items = 0
    maxDiff = None

    def setUp(self):
        super().setUp()
        source = self.folder / "home.json"
        source.write_text(json.dumps({"items": [
            {"name": name, "location": place, "value": {"amount": value, "currency": "USD"}} for name, (place, value) in HOME.items()]}))
        self.command("import", source)
        self.eventually(lambda: self.assertIn("Old phone", (self.site / "index.html").read_text()))
        # The inventory as the jobs done so far must leave it.
        self.expected = {name: {"location": place, "value": value, "photos": 0, "documents": 0, "tags": [], "marks": []}
                         for name, (place, value) in HOME.items()}

    def stored(self):
        """The items by name, with what the jobs change."""
        items = json.loads(self.command("list", "--json", "--where", "archived:any"))
        found = {item["name"]: {"location": item.get("location"), "value": item.get("value", {}).get("amount"),
                                "photos": len(item.get("photos", [])), "documents": len(item.get("documents", [])),
                                "tags": item.get("tags", []), "marks": [mark for mark in ["insured", "archived"] if item.get(mark)]}
                 for item in items}
        self.assertEqual(len(found), len(items))
        return found

    def new(self, name, **about):
        self.expected[name] = {"location": None, "value": None, "photos": 0, "documents": 0, "tags": [], "marks": [], **about}

    def press(self, selector):
        self.taps += 1
        self.page_.tap(selector) if self.is_phone else self.page_.click(selector)

    def submit(self, selector):
        """Presses what sends a form of the server."""
        self.page_.wait_for_selector(selector)
        self.page_.evaluate("document.isSent = true")
        self.press(selector)
        self.page_.wait_for_function("() => !document.isSent && document.readyState === 'complete'")

    def type(self, text):
        """Types into the field that the page has chosen."""
        self.page_.wait_for_selector("input:focus")
        self.page_.keyboard.type(text)

    def choose(self, selector, value):
        self.taps += 2
        self.page_.select_option(selector, value)

    def give(self, selector, files):
        """Opens the camera or a choice of files, which gives those."""
        with self.page_.expect_file_chooser() as chooser:
            self.press(selector)
        chooser.value.set_files(files)

    def row(self, name):
        return f"#rows tr:has(th a:text-is('{name}'))"

    def menu(self, entry):
        self.press("#more > summary")
        self.press(f"#more a:text-is('{entry}')")

    def names_shown(self):
        return self.page_.eval_on_selector_all("#rows th a", "links => links.map((link) => link.textContent)")

    def add_with_photo(self, page):
        if self.is_phone:
            self.give("#add", photos(1))
            self.type("Bicycle")
            self.press("dialog header button")
        else:
            self.press("#add")
            self.type("Bicycle")
            self.give("dialog [type=file]", photos(1))
            self.press("dialog .primary")
        self.new("Bicycle", photos=1)

    def photograph_a_room(self, page):
        # Whoever is in the garage has its page open.
        page.goto(self.base + "browse-locations.html")
        page.click("main nav a:has-text('Garage')")
        self.press("[data-act=photograph]")
        self.give("dialog label:has-text('Choose photos')", photos(10))
        page.wait_for_selector("dialog li:nth-child(10)")
        self.press("dialog .primary")
        page.wait_for_selector("dialog", state="detached")
        self.press("#notice-unnamed:has-text('10') .primary")
        for number, name in enumerate(BOOKS):
            page.wait_for_selector(f"dialog h2:has-text('{number + 1} of 10')")
            self.type(name)
            self.press("dialog .primary")
            self.new(name, location="Garage", photos=1)

    def add_a_photo(self, page):
        # Rows of a table do not offer it.
        if not self.is_phone:
            self.press("label:has(#as-grid)")
        self.give(f"{self.row('Drill')} [href^=photos]", photos(1))
        self.expected["Drill"]["photos"] = 1

    def add_a_receipt(self, page):
        self.press(f"{self.row('Kettle')} th a")
        # Before the script runs, the link leads to a form without a dialog.
        page.wait_for_selector("#language", state="attached")
        self.press("#add-document")
        self.give("dialog [name=file]", [paper()])
        self.press("dialog .primary")
        self.expected["Kettle"]["documents"] = 1

    def find_and_open(self, page):
        self.press("#query")
        self.type("tent")
        page.wait_for_function("() => document.querySelectorAll('#rows tr').length === 1")
        self.press("#rows th a")
        page.wait_for_selector("h1:text-is('Tent')")

    def list_a_room(self, page):
        self.press("#by-place")
        self.press("dialog li button:has(span:text-is('Office'))")
        self.eventually(lambda: self.assertEqual(sorted(self.names_shown()), ["Desk", "Monitor", "Old phone"]))

    def list_the_dearest_first(self, page):
        self.choose("#order select", "-value")
        self.eventually(lambda: self.assertEqual(self.names_shown()[:3], ["Desk", "Monitor", "Tent"]))

    def tool(self, name, act):
        """Cards have no room for their tools until the list is edited."""
        if self.is_phone:
            self.press("#edit-mode")
        self.press(f"{self.row(name)} " + (f"[data-act={act}]" if self.is_phone else f"td a[href^={act}]"))

    def correct_a_value(self, page):
        self.tool("Toaster", "edit")
        self.press("tr.open [name=value]")
        page.keyboard.press("Control+A")
        self.type("38")
        self.press("tr.open .primary")
        self.expected["Toaster"]["value"] = "38.00"

    def delete(self, page):
        self.tool("Ladder", "delete")
        self.deleted = self.expected.pop("Ladder")

    def undo_an_earlier_change(self, page):
        self.menu("Changes")
        self.submit("main li:has-text('Ladder') button")
        self.expected["Ladder"] = self.deleted

    def select(self, *names):
        self.press("#select")
        for name in names:
            self.press(f"{self.row(name)} th a" if self.is_phone else f"{self.row(name)} .pick")

    def act(self, name):
        if self.is_phone:
            self.press("#selection .more-acts")
        self.press(f"#selection button:text-is('{name}')")

    def move_several(self, page):
        self.select("Kettle", "Toaster")
        self.act("Move to …")
        self.type("Attic")
        self.press("dialog .primary")
        for name in ["Kettle", "Toaster"]:
            self.expected[name]["location"] = "Attic"

    def tag_several(self, page):
        self.select("Desk", "Monitor")
        self.act("Tags")
        self.type("work")
        self.press("dialog .primary")
        for name in ["Desk", "Monitor"]:
            self.expected[name]["tags"] = ["work"]

    def insure_several(self, page):
        self.select("Desk", "Monitor")
        self.act("Change …")
        self.choose("dialog [name=field]", "insured")
        self.press("dialog .primary")
        for name in ["Desk", "Monitor"]:
            self.expected[name]["marks"] = ["insured"]

    def move_a_box(self, page):
        self.press("nav.views a:has-text('Locations')")
        self.press(".tree li:has(a > span:text-is('Box 1')) .tidy")
        self.press("dialog li button:has(span:text-is('Attic'))")
        for name in ["Tent", "Sleeping bag"]:
            self.expected[name]["location"] = "Attic / Box 1"

    def rename_a_room(self, page):
        self.press("nav.views a:has-text('Locations')")
        self.press(".tree a:has(span:text-is('Office'))")
        self.press("a:text-is('Rename')")
        page.fill("[name=to]", "Home / Study")
        self.submit("main .primary")
        for name in ["Desk", "Monitor", "Old phone"]:
            self.expected[name]["location"] = "Home / Study"

    def archive(self, page):
        self.select("Old phone")
        self.act("Archive")
        self.expected["Old phone"]["marks"] = ["archived"]

    def bring_back(self, page):
        self.menu("Archive")
        self.press("main label:has-text('Old phone')")
        self.submit("main [value=restore]")
        self.expected["Old phone"]["marks"] = []

    def duplicate(self, page):
        self.press(f"{self.row('Sleeping bag')} th a")
        self.press("a:text-is('Duplicate')")
        page.fill("[name=name]", "Second sleeping bag")
        self.submit("main .primary")
        self.expected["Second sleeping bag"] = copy.deepcopy(self.expected["Sleeping bag"])

    def report_of_a_search(self, page):
        page.fill("#query", "book")
        page.wait_for_function("() => document.querySelectorAll('#rows tr').length === 10")
        self.menu("Report")
        with page.expect_download() as saved:
            self.press("dialog .primary")
        with open(saved.value.path(), "rb") as report:
            self.assertEqual(report.read(5), b"%PDF-")

    def import_a_list(self, page):
        self.menu("Import a list")
        self.give("#list", [{"name": "hall.csv", "mimeType": "text/csv", "buffer": LIST.encode()}])
        self.press("main button.primary")
        self.submit("button[value=import]")
        self.new("Skates", location="Home / Hall", value="60.00")
        self.new("Helmet", location="Home / Hall", value="25.00")

    def do_all(self, device, **options):
        self.is_phone = device == 0
        view = ["grid", "table"][device]
        page = self.page_ = self.page(view=view, **options)
        for name, limits in JOBS.items():
            page.goto(f"{self.base}?view={view}")
            page.wait_for_selector("#select")
            self.taps = 0
            getattr(self, name)(page)
            self.assertLessEqual(self.taps, limits[device], name)
            self.eventually(lambda: self.assertEqual(self.stored(), self.expected, name))
            self.assertEqual(page.evaluate(OVERFULL), [], name)
            self.keep(page, f"job-{name}-{['phone', 'laptop'][device]}")
            # What is closed goes back in the history, which would cancel the next loading.
            page.wait_for_function("() => !history.state")
            page.evaluate("sessionStorage.clear()")
        self.assertEqual(page.errors, [])

    def test_twenty_jobs_on_a_phone(self):
        self.do_all(0, **PHONE)

    def test_twenty_jobs_on_a_laptop(self):
        self.do_all(1, viewport={"width": 1280, "height": 800})


if __name__ == "__main__":
    unittest.main()
