"""Documents of an item: added and opened on its page, described and removed by forms, kept without a connection."""
import io
import json
import unittest

from PIL import Image
from support import nu_errors
from test_offline import WithoutConnection


def paper(name="receipt.pdf", shade=255):
    """A PDF of one page, as a file chooser hands it over."""
    made = io.BytesIO()
    Image.new("RGB", (310, 438), (shade, 255, 255)).save(made, "PDF")
    return {"name": name, "mimeType": "application/pdf", "buffer": made.getvalue()}


class Papers(WithoutConnection):
    items = 3

    def papers(self):
        return json.loads(self.command("document", "list", self.item_id(), "--json"))

    def at_item(self, **options):
        page = self.page(**options)
        page.goto(f"{self.base}item/{self.item_id()}.html")
        page.wait_for_selector("#language", state="attached")
        return page

    def add(self, page, file, kind, title):
        page.click("#add-document")
        page.set_input_files("dialog [name=file]", file)
        page.select_option("dialog [name=kind]", kind)
        page.fill("dialog [name=title]", title)
        page.click("dialog .primary")

    def test_an_item_page_shows_its_own_history(self):
        self.command("edit", self.item_id(), "--location", "Attic")
        self.command("edit", self.item_id(1), "--location", "Cellar")
        page = self.at_item()
        page.click("#history summary")
        page.wait_for_selector("#history .changes")
        told = page.inner_text("#history")
        self.assertIn("Location: Home / Office → Attic", told)
        self.assertIn("Added", told)
        self.assertNotIn("Cellar", told)
        self.assertFalse(page.is_visible("#history > .actions"))
        self.assertEqual(self.violations(page), [])
        self.keep(page, "history", full_page=True)
        # A change is shown without opening it again.
        self.command("edit", self.item_id(), "--location", "Shed")
        page.wait_for_selector("#history :text('Attic → Shed')")
        page.click("#history li:nth-child(1) button")
        page.wait_for_selector("h1")
        self.eventually(lambda: self.assertEqual(json.loads(self.command("list", "--json"))[0]["location"], "Attic"))
        page.wait_for_function("() => navigator.serviceWorker.controller")
        page.context.set_offline(True)
        page.click("#history summary")
        page.wait_for_selector("#history :text('This needs a connection')")
        self.assertEqual(page.errors, [])
        plain = self.context(java_script_enabled=False)
        plain.add_cookies(page.context.cookies())
        page = plain.new_page()
        page.goto(f"{self.base}item/{self.item_id()}.html")
        page.click("#history summary")
        page.click("#history a")
        self.assertIn("Attic → Shed", page.inner_text(".changes"))
        self.command("publish", self.folder / "public", "--profile", "public")
        self.assertNotIn("history", (self.folder / "public" / "item" / f"{self.item_id()}.html").read_text())

    def test_a_paper_is_added_opened_described_and_removed_with_undo(self):
        page = self.at_item()
        page.click("#add-document")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "paper-dialog")
        page.keyboard.press("Escape")
        self.assertEqual(page.evaluate("document.activeElement.id"), "add-document")
        self.add(page, paper(), "warranty", "Ten years")
        page.wait_for_selector(".papers li:not(.waiting)")
        self.assertIn("warranty · Ten years", page.inner_text(".papers"))
        self.assertEqual([(p["kind"], p["title"], p["fileName"]) for p in self.papers()],
                         [("warranty", "Ten years", "receipt.pdf")])
        self.assertEqual(self.violations(page), [])
        self.keep(page, "paper-item", full_page=True)
        with page.expect_download() as saved:
            page.click(".papers a")
        self.assertEqual(saved.value.suggested_filename, "receipt.pdf")
        page.click("text=Edit documents")
        self.assertEqual(page.input_value("form.photo [name=title]"), "Ten years")
        page.wait_for_function("() => document.querySelector('form.photo img').naturalHeight === 320")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "paper-form", full_page=True)
        page.fill("form.photo [name=title]", "Five years")
        page.fill("form.photo [name=date]", "2024-05-01")
        page.click("[value=describe]")
        page.wait_for_url(f"{self.base}item/{self.item_id()}.html")
        self.assertIn("Five years · May 1, 2024", page.inner_text(".papers"))
        page.click("text=Edit documents")
        page.click("[value=remove]")
        page.wait_for_selector(".notice")
        self.assertEqual(self.papers(), [])
        self.assertEqual(self.violations(page), [])
        self.keep(page, "paper-removed", full_page=True)
        page.click(".notice button")
        page.wait_for_selector("form.photo")
        self.assertEqual(len(self.papers()), 1)
        self.assertEqual(page.errors, [])
        self.assertEqual(nu_errors([self.site / f"item/{self.item_id()}.html"]), [])

    def test_a_picture_is_shown_in_a_sandbox_and_what_is_no_paper_is_refused_in_words(self):
        made = io.BytesIO()
        Image.new("RGB", (640, 480), (180, 90, 40)).save(made, "JPEG")
        page = self.at_item()
        self.add(page, {"name": "slip.html", "mimeType": "text/html", "buffer": made.getvalue()}, "receipt", "")
        page.wait_for_selector(".papers li:not(.waiting)")
        address = page.get_attribute(".papers a", "href")
        answer = page.goto(f"{self.base}item/{address}")
        self.assertEqual(answer.headers["content-type"], "image/jpeg")
        self.assertIn("sandbox", answer.headers["content-security-policy"])
        self.assertEqual(page.evaluate("origin"), "null")
        page.goto(f"{self.base}item/{self.item_id()}.html")
        self.add(page, {"name": "page.pdf", "mimeType": "application/pdf", "buffer": b"<script>alert(1)</script>"}, "manual", "x")
        page.wait_for_selector("#status .trouble:has-text('page.pdf')")
        self.assertEqual(len(self.papers()), 1)
        page.click("text=Discard")
        page.wait_for_function("() => !document.querySelector('.papers .waiting')")

    def test_papers_are_added_by_form_without_script_and_fit_a_narrow_phone(self):
        page = self.context(java_script_enabled=False, viewport={"width": 320, "height": 640}).new_page()
        page.goto(self.base + "sign-in")
        page.fill("[name=token]", self.token)
        page.click("button[type=submit]")
        page.goto(f"{self.base}item/{self.item_id()}.html")
        page.click("#add-document")
        page.set_input_files("#document", paper("manual.pdf"))
        page.select_option("#kind", "manual")
        page.fill("#title", "How to " + "lengthen words " * 4)
        page.click("#upload .primary")
        self.assertEqual(page.locator(".papers li").count(), 1)
        for path in [f"item/{self.item_id()}.html", f"documents/{self.item_id()}"]:
            page.goto(self.base + path)
            self.keep(page, "paper-" + path.split("/")[0], full_page=True)
            wide = page.locator("body").evaluate("body => document.documentElement.scrollWidth - innerWidth")
            self.assertLessEqual(wide, 0, path)
        page.set_input_files("#document", {"name": "bad.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-none"})
        page.click("#upload .primary")
        self.assertIn("bad.pdf", page.inner_text("[role=alert]"))
        page.click("[value=remove]")
        self.assertIn("was removed", page.inner_text(".notice"))
        page.click(".notice button")
        self.assertEqual(len(self.papers()), 1)

    def test_papers_chosen_without_a_connection_wait_and_arrive_once(self):
        page = self.visited()
        page.goto(f"{self.base}item/{self.item_id()}.html")
        page.wait_for_selector("#language", state="attached")
        self.add(page, paper(), "receipt", "Bought abroad")
        page.wait_for_selector(".papers .waiting:has-text('Bought abroad')")
        self.reload(page)
        page.wait_for_selector(".papers .waiting:has-text('Bought abroad')")
        self.keep(page, "paper-waiting")
        # On the list it is neither a photo nor lost.
        page.goto(self.base)
        page.wait_for_selector("tr.waiting")
        self.assertEqual(page.locator("#rows img").count(), 0)
        self.assertEqual(self.papers(), [])
        page.context.set_offline(False)
        self.eventually(lambda: self.assertEqual([p["title"] for p in self.papers()], ["Bought abroad"]))
        self.settled(page)
        page.goto(f"{self.base}item/{self.item_id()}.html")
        self.eventually(lambda: self.assertEqual(page.locator(".papers li:not(.waiting)").count(), 1))
        self.assertEqual(len(self.papers()), 1)

    def test_a_copy_of_an_item_begins_with_what_it_states(self):
        page = self.at_item()
        page.click("text=Duplicate")
        self.assertEqual(page.input_value("[name=location]"), "Home / Office")
        self.assertEqual(page.input_value("[name=serialNumber]"), "")
        page.fill("[name=name]", "Second")
        page.click("main .primary")
        page.wait_for_url(f"{self.base}item/{self.item_id()}.html")
        copy = json.loads(self.command("list", "--json"))[-1]
        self.assertEqual((copy["name"], copy["location"], copy["tags"]), ("Second", "Home / Office", ["insured"]))


if __name__ == "__main__":
    unittest.main()
