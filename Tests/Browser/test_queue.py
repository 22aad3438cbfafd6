"""Edits that wait: what refuses, what others change, what does not fit into the browser, several tabs."""
import hashlib
import json
import unittest

from server import Served
from test_offline import WithoutConnection
from test_page_capture import PHONE
from test_page_photos import photo

FULL = """() => {
    const { add } = IDBObjectStore.prototype;
    window.empty = () => { IDBObjectStore.prototype.add = add; };
    IDBObjectStore.prototype.add = function (edit) {
        if (%s) throw new DOMException("full", "QuotaExceededError");
        return add.call(this, edit);
    };
}"""

# As in private windows of Safari.
NO_FILES = """for (const name of ["add", "put"]) {
    const real = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (edit) {
        if (edit.file instanceof Blob) throw new DOMException("no files", "DataCloneError");
        return real.call(this, edit);
    };
}"""


def refuse(route, status, name, title="Refused"):
    """Answers a request for a photo."""
    problem = {"type": f"urn:homepwner:problem:{name}", "title": title, "status": status, "detail": "For a reason."}
    route.fulfill(status=status, content_type="application/problem+json", body=json.dumps(problem))


def refusing(test):
    """A handler of /api/edits that refuses the edits for which the test holds."""
    def handle(route):
        edit = json.loads(route.request.post_data)["edits"][0]
        if not test(edit):
            return route.continue_()
        problem = {"type": "urn:homepwner:problem:invalid-field", "title": "Invalid", "status": 422, "detail": "For a reason."}
        return route.fulfill(content_type="application/json", body=json.dumps(
            {"results": [{"key": edit["key"], "status": 422, "problem": problem}]}))
    return handle


class Queue(WithoutConnection):
    items = 4

    def stored(self):
        return {item["name"]: item for item in json.loads(self.command("list", "--json", "--where", "archived:any"))}

    def kinds(self):
        """The kinds of the inventory's changes, the latest first."""
        return [entry["kind"] for entry in json.loads(self.command("log", "--json"))]

    def photos(self, name):
        return len(self.stored().get(name, {}).get("photos", []))

    def choose(self, page, *numbers):
        page.click("#select")
        for number in numbers:
            page.check(f"#rows tr:nth-child({number}) .pick")

    def move(self, page, location):
        page.click("#selection :text('Move to')")
        page.fill("dialog [name=location]", location)
        page.click("dialog .primary")

    def delete(self, page, name):
        if page.get_attribute("#edit-mode", "aria-pressed") != "true":
            page.click("#edit-mode")
        page.click(f"#rows tr:has-text('{name}') [data-act=delete]")
        page.wait_for_selector("#notice-undo")

    def test_a_photo_that_the_server_cannot_take_holds_up_nothing_else(self):
        page = self.visited()
        self.take(page, "Thing 1", photo(64, 48, noise=True))
        self.edit(page, 1, "Renamed")
        page.route("**/photos", lambda route: refuse(route, 503, "photos-unavailable", "No photos here"))
        page.context.set_offline(False)
        page.wait_for_selector("#status .trouble:has-text('No photos here')")
        self.eventually(lambda: self.assertEqual(self.listed()[0], "Renamed"))
        self.keep(page, "queue-photo")
        page.unroute("**/photos")
        page.click("#status .trouble :text('Try again')")
        self.eventually(lambda: self.assertEqual(self.photos("Thing 1"), 1))
        self.assertEqual(page.errors, [])

    def test_photos_wait_in_browsers_that_keep_no_files(self):
        context = self.context()
        context.add_init_script(NO_FILES)
        page = self.page(context)
        self.gathered(page)
        context.set_offline(True)
        picture = photo(800, 600, noise=True)
        self.take(page, "Thing 1", picture)
        page.reload()
        page.wait_for_selector("tr.waiting th img", state="attached")
        context.set_offline(False)
        self.settled(page)
        sent = json.loads(self.command("photo", "list", self.stored()["Thing 1"]["id"], "--json"))
        self.assertEqual([(each["hash"], each["fileName"]) for each in sent],
                         [(hashlib.sha256(picture["buffer"]).hexdigest(), picture["name"])])
        self.assertEqual(page.errors, [])

    def test_a_server_that_can_take_nothing_is_not_called_a_lost_connection(self):
        page = self.page()
        page.route("**/api/edits", lambda route: refuse(route, 503, "store-read-only", "The inventory cannot be written"))
        self.edit(page, 1, "Renamed")
        page.wait_for_selector("#notice-queue:has-text('The inventory cannot be written. 1 change waits')")
        # A proxy answers in a form of its own; what is refused like this does not wait for ever.
        page.unroute("**/api/edits")
        page.route("**/api/edits", lambda route: route.fulfill(status=413, body="<h1>too large</h1>"))
        page.click("#notice-queue :text('Try again')")
        page.wait_for_selector("#status .trouble:has-text('413')")

    def test_edits_do_not_overwrite_what_somebody_else_changed_in_between(self):
        page = self.visited()
        page.click("#rows tr:nth-child(1) td a[href^=edit]")
        page.fill("tr.open [name=name]", "Ours")
        page.keyboard.press("Enter")
        page.wait_for_selector("tr.waiting")
        page.click("#rows tr:nth-child(1) td a[href^=edit]")
        page.fill("tr.open [name=location]", "Ours")
        page.keyboard.press("Enter")
        page.wait_for_selector("tr.open", state="detached")
        self.command("edit", self.ids()["Thing 0"], "--location", "Theirs")
        page.context.set_offline(False)
        page.wait_for_selector("dialog:has-text('Theirs')")
        self.assertEqual(self.stored()["Ours"]["location"], "Theirs")

    def test_edits_of_items_after_a_change_of_many_are_its_own(self):
        page = self.visited()
        self.choose(page, 1, 2)
        self.move(page, "Attic")
        page.wait_for_selector("tr.waiting:has-text('Attic')")
        self.edit(page, 1, "Renamed")
        self.delete(page, "Thing 1")
        page.context.set_offline(False)
        self.eventually(lambda: self.assertEqual(sorted(self.stored()), ["Renamed", "Thing 2", "Thing 3"]))
        self.assertEqual(self.stored()["Renamed"]["location"], "Attic")
        self.assertEqual(page.locator("dialog").count(), 0)

    def test_a_photo_follows_its_item_after_that_was_corrected(self):
        page = self.visited()
        self.add(page, "Bad")
        self.take(page, "Bad", photo(64, 48, noise=True))
        page.route("**/api/edits", refusing(lambda edit: edit.get("item", {}).get("name") == "Bad"))
        page.context.set_offline(False)
        page.wait_for_selector("#status .trouble:has-text('For a reason')")
        self.assertEqual(page.locator("#status .trouble").count(), 1)
        page.click("#status :text('Correct')")
        page.fill("dialog [name=name]", "Good")
        page.unroute("**/api/edits")
        page.click("dialog .primary")
        self.eventually(lambda: self.assertEqual(self.photos("Good"), 1))

    def test_undo_of_a_deletion_concerns_that_deletion_alone(self):
        page = self.page()
        self.delete(page, "Thing 1")
        self.eventually(lambda: self.assertNotIn("Thing 1", self.stored()))
        page.click("#notice-undo button")
        self.eventually(lambda: self.assertIn("Thing 1", self.stored()))
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        self.settled(page)
        # A page that was published before the undo may still be on its way.
        self.eventually(lambda: self.assertIn("Thing 1", (self.site / "index.html").read_text()))
        page.reload()
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        self.gathered(page)
        page.context.set_offline(True)
        self.delete(page, "Thing 1")
        page.click("#notice-undo button")
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        page.wait_for_function("() => !document.querySelector('tr.waiting')")
        page.context.set_offline(False)
        page.click("#edit-mode")
        # The edit is sent at once, so nothing shows that it waits.
        page.click("#rows tr:nth-child(1) td a[href^=edit]")
        page.fill("tr.open [name=name]", "Later")
        page.keyboard.press("Enter")
        self.eventually(lambda: self.assertEqual(sorted(self.stored()), ["Later", "Thing 1", "Thing 2", "Thing 3"]))

    def test_undo_of_a_deletion_whose_answer_was_lost_undoes_it_on_the_server(self):
        page = self.page()
        self.lose_an_answer(page)
        self.delete(page, "Thing 1")
        page.wait_for_selector("#notice-queue button")
        self.assertNotIn("Thing 1", self.stored())
        self.gathered(page, 3)
        page.context.set_offline(True)
        page.unroute("**/api/edits")
        page.click("#notice-undo button")
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        # The wish is kept, also if the page is left before the server can be asked.
        self.reload(page)
        page.wait_for_selector("#notice-queue button")
        self.assertNotIn("Thing 1", self.stored())
        page.context.set_offline(False)
        self.eventually(lambda: self.assertIn("Thing 1", self.stored()))
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        self.assertEqual(self.kinds()[:2], ["undo", "remove"])

    def test_nothing_is_asked_about_a_deletion_that_was_undone(self):
        page = self.visited()
        self.delete(page, "Thing 1")
        # The deletion was tried, so that the server may have made it.
        page.wait_for_selector("#notice-queue button")
        self.command("edit", self.ids()["Thing 1"], "--name", "Changed")
        page.click("#notice-undo button")
        page.context.set_offline(False)
        self.until(page, ["Thing 0", "Changed", "Thing 2", "Thing 3"])
        self.settled(page)
        self.assertEqual((page.locator("dialog").count(), page.locator("#status .trouble").count()), (0, 0))
        self.assertNotIn("remove", self.kinds())

    def test_a_refused_change_that_was_undone_can_no_longer_be_corrected(self):
        page = self.page()
        page.route("**/api/edits", refusing(lambda edit: edit["action"] == "editMany"))
        self.choose(page, 1, 2)
        self.move(page, "Attic")
        page.wait_for_selector("#status .trouble :text('Correct')")
        page.click("#notice-undo button")
        page.wait_for_selector("#status .trouble", state="detached")
        self.settled(page)
        page.unroute("**/api/edits")
        self.reload(page)
        self.edit(page, 1, "Later", is_offline=False)
        self.eventually(lambda: self.assertEqual(self.kinds()[0], "edit"))
        self.assertEqual({item["location"] for item in self.stored().values()}, {"Home / Office", "Garage"})

    def test_a_deletion_that_is_discarded_in_another_tab_can_no_longer_be_undone(self):
        page = self.page()
        other = self.page(page.context)
        changes = len(json.loads(self.command("log", "--json")))
        page.context.route("**/api/edits", refusing(lambda edit: edit["action"] == "remove"))
        self.delete(page, "Thing 1")
        other.click("#status .trouble :text('Discard')")
        page.wait_for_selector("#notice-undo", state="detached")
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        self.assertEqual(len(json.loads(self.command("log", "--json"))), changes)

    def test_what_waits_of_many_items_is_shown_and_taken_back(self):
        page = self.visited()
        self.choose(page, 1, 2)
        page.click("#selection :text-is('Archive')")
        self.until(page, ["Thing 2", "Thing 3"])
        page.click("#notice-undo button")
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        self.choose(page, 1)
        page.click("#selection :text-is('Archive')")
        self.until(page, ["Thing 1", "Thing 2", "Thing 3"])
        self.choose(page, 3)
        self.move(page, "Attic")
        self.reload(page)
        self.until(page, ["Thing 1", "Thing 2", "Thing 3"])
        page.wait_for_selector("tr.waiting:has-text('Attic')")
        page.fill("#query", "thing")
        self.until(page, ["Thing 1", "Thing 2", "Thing 3"])
        page.fill("#query", "")
        self.choose(page, 2)
        page.click("#selection .danger")
        self.until(page, ["Thing 1", "Thing 3"])
        self.reload(page)
        self.until(page, ["Thing 1", "Thing 3"])
        page.context.set_offline(False)
        self.eventually(lambda: self.assertEqual(
            {name: item.get("archived", item["location"]) for name, item in self.stored().items()},
            {"Thing 0": True, "Thing 1": "Garage", "Thing 3": "Attic"}))

    def test_what_is_taken_back_comes_back_however_slow_the_queue_is(self):
        page = self.visited()
        page.evaluate("""() => {
            const { get, set } = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "oncomplete");
            Object.defineProperty(IDBTransaction.prototype, "oncomplete",
                { get, set(act) { set.call(this, (event) => setTimeout(act, 700, event)); } });
        }""")
        self.choose(page, 1, 2)
        # Pressed twice, it is one change.
        page.dblclick("#selection :text-is('Archive')")
        self.until(page, ["Thing 2", "Thing 3"])
        page.click("#notice-undo button")
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])
        self.delete(page, "Thing 1")
        page.click("#notice-undo button")
        page.wait_for_selector("#notice-undo", state="detached")
        page.wait_for_function("() => !document.querySelector('tr.waiting')")
        # The queue says late that the deletion is gone.
        page.wait_for_timeout(2000)
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])

    def test_no_location_is_no_change(self):
        page = self.page()
        self.choose(page, 1)
        self.move(page, "")
        page.wait_for_selector("dialog", state="detached")
        self.assertIn("1 selected", page.inner_text("#selection [role=status]"))
        self.assertEqual(self.stored()["Thing 0"]["location"], "Home / Office")

    def test_labels_need_a_connection_and_say_so(self):
        page = self.visited()
        page.reload()
        page.wait_for_selector("#edit-mode")
        self.choose(page, 1)
        page.click("#selection :text-is('Labels')")
        page.wait_for_selector("#status .trouble:has-text('needs a connection')")
        page.context.set_offline(False)
        with page.context.expect_page() as opened:
            page.click("#selection :text-is('Labels')")
        opened.value.wait_for_selector("svg.sheet")

    def test_a_server_that_never_answers_is_treated_as_a_lost_connection(self):
        page = self.page()
        self.gathered(page)
        page.route("**/api/**", lambda route: None)
        page.reload()
        page.wait_for_selector("#edit-mode", timeout=15000)
        page.click("#rows tr:nth-child(1) td a[href^=edit]")
        page.wait_for_selector("tr.open", timeout=15000)

    def test_an_item_is_deleted_from_its_page(self):
        page = self.visited()
        page.goto(f"{self.base}delete/{self.ids()['Thing 2']}")
        page.click("dialog .danger")
        self.until(page, ["Thing 0", "Thing 1", "Thing 3"])
        page.click("#notice-undo button")
        self.until(page, ["Thing 0", "Thing 1", "Thing 2", "Thing 3"])

    def test_on_an_items_page_notices_stay_and_signing_in_leads_back(self):
        page = self.visited()
        self.edit(page, 1, "Refused")
        item = self.ids()["Thing 2"]
        page.goto(f"{self.base}item/{item}.html")
        page.route("**/api/edits", refusing(lambda edit: True))
        page.context.set_offline(False)
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_selector("#status .trouble:has-text('For a reason')")
        self.command("edit", item, "--name", "Elsewhere")
        page.wait_for_selector("h1:has-text('Elsewhere')")
        page.wait_for_selector("#status .trouble:has-text('For a reason')")
        # Amounts are read in the inventory's currency here too.
        page.click("#status :text('Correct')")
        page.fill("dialog [name=name]", "Corrected")
        page.unroute("**/api/edits")
        page.route("**/api/edits", lambda route: refuse(route, 401, "not-signed-in"))
        page.click("dialog .primary")
        page.click("#notice-queue .primary:has-text('Sign in')")
        page.wait_for_url(f"{self.base}sign-in?return=%2Fitem%2F{item}.html")


class Full(Served):
    """No space in the browser."""

    items = 2

    def stored(self):
        return {item["name"]: len(item.get("photos", [])) for item in json.loads(self.command("list", "--json"))}

    def capture(self, page):
        with page.expect_file_chooser() as chooser:
            page.tap("#add")
        chooser.value.set_files(photo(800, 600))
        page.fill("dialog [name=name]", "Cup")

    def test_without_space_the_form_keeps_the_item_and_its_photo(self):
        page = self.page(view="grid", **PHONE)
        self.capture(page)
        page.evaluate(FULL % "edit.file")
        for button in ["dialog .actions .primary", "dialog header button"]:
            page.tap(button)
            page.wait_for_selector("dialog .trouble:has-text('is full')")
            self.assertEqual(page.input_value("dialog [name=name]"), "Cup")
            self.assertTrue(page.is_visible("dialog img"))
        self.keep(page, "queue-full")
        self.assertNotIn("Cup", self.stored())
        page.evaluate("empty()")
        page.tap("dialog header button")
        self.eventually(lambda: self.assertEqual(self.stored().get("Cup"), 1))

    def test_without_space_what_was_typed_and_chosen_stays(self):
        page = self.page()
        page.evaluate(FULL % "true")
        page.click("#add")
        page.fill("dialog [name=name]", "Cup")
        page.click("dialog .primary")
        page.wait_for_selector("#notice-notKept")
        page.wait_for_selector("#drafts .draft")
        self.assertEqual(self.names(page), ["Thing 0", "Thing 1"])
        page.click("#rows tr:nth-child(1) td a[href^=edit]")
        page.fill("tr.open [name=name]", "Renamed")
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
        self.assertEqual(page.input_value("tr.open [name=name]"), "Renamed")
        page.keyboard.press("Escape")
        page.click("#select")
        page.check("#rows tr:nth-child(2) .pick")
        page.click("#selection :text-is('Archive')")
        page.wait_for_timeout(300)
        self.assertEqual(self.names(page), ["Thing 0", "Thing 1"])
        self.assertEqual(page.inner_text("#selection [role=status]"), "1 selected · $1.50")
        page.evaluate("empty()")
        page.click("#selection :text-is('Archive')")
        self.until(page, ["Thing 0"])
        self.assertEqual(page.locator("#notice-notKept").count(), 0)

    def test_the_form_can_be_left_and_is_not_left_by_mistake(self):
        page = self.page(view="grid", **PHONE)
        self.capture(page)
        isKept = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
        self.assertTrue(page.evaluate(isKept))
        with page.expect_file_chooser():
            page.tap("dialog .actions .primary")
        # Outside the dialog nothing is announced.
        page.wait_for_selector("dialog #announcer:has-text('“Cup” was added.')", state="attached")
        page.fill("dialog [name=name]", "Saucer")
        page.tap("dialog header :text('Discard')")
        page.wait_for_selector("dialog", state="detached")
        self.assertEqual(page.inner_text("#drafts"), "")
        self.assertEqual(page.locator("body > #announcer").count(), 1)
        self.eventually(lambda: self.assertEqual(sorted(self.stored()), ["Cup", "Thing 0", "Thing 1"]))


if __name__ == "__main__":
    unittest.main()
