"""Signing out on the server's own pages: changes that the server does not have are sent, saved or discarded first."""
import json
import unittest

from server import Served


class SignOut(Served):
    items = 3

    def page_with_a_change(self, **options):
        """A page of the server's own, in a browser with a change that could not be sent."""
        page = self.page(**options)
        page.route("**/api/edits", lambda route: route.abort())
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(2) [data-act=edit]")
        page.fill("tr.open [name=name]", "Unsent")
        page.keyboard.press("Enter")
        page.wait_for_selector("tr.waiting")
        # The list would send it as soon as it can; the server's pages never do.
        page.goto(self.base + "add")
        page.unroute("**/api/edits")
        return page

    def own_page(self):
        """A page of the server's own, in a browser without changes."""
        page = self.page()
        page.goto(self.base + "add")
        return page

    def is_signed_in(self, page):
        return page.evaluate("fetch('/api/session').then((answer) => answer.json())")["signedIn"]

    def signed_out(self, page, act):
        """The header with which the server answers, after the act that ends in signing out."""
        with page.expect_response(lambda answer: answer.url.endswith("/sign-out")) as answer:
            act()
        header = answer.value.header_value("clear-site-data")
        # The answer leads there; another navigation meanwhile would wait for the browser's storage.
        page.wait_for_url(self.base + "sign-in")
        self.assertFalse(self.is_signed_in(page))
        return header

    def choose(self, page, value):
        return lambda: page.click(f"dialog[open] button[value='{value}']")

    def test_without_changes_it_asks_nothing_and_the_browser_forgets(self):
        page = self.own_page()
        page.evaluate("localStorage.setItem('homepwner.x.columns', '1')")
        self.assertEqual(self.signed_out(page, lambda: page.click("#sign-out button")), '"cache", "storage"')
        self.assertEqual(page.evaluate("localStorage.length"), 0)
        self.assertEqual(page.errors, [])

    def test_changes_are_sent(self):
        page = self.page_with_a_change()
        page.click("#sign-out button")
        page.wait_for_selector("dialog[open]")
        self.keep(page, "sign-out-unsent")
        self.assertIn("have not been sent", page.inner_text("dialog"))
        self.assertEqual(self.listed()[1], "Thing 1")
        self.assertEqual(self.signed_out(page, self.choose(page, "send")), '"cache", "storage"')
        self.assertEqual(self.listed()[1], "Unsent")
        self.assertEqual(len(self.unsent(page)), 0)
        self.assertEqual(page.errors, [])

    def test_a_deletion_that_was_undone_is_dropped_if_the_server_refuses_it(self):
        page = self.page()
        page.route("**/api/edits", lambda route: route.abort())
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(2) [data-act=delete]")
        page.wait_for_selector("#notice-queue button")
        page.click("#notice-undo button")
        page.wait_for_selector("#notice-undo", state="detached")
        page.goto(self.base + "add")
        page.unroute("**/api/edits")
        item = json.loads(self.command("list", "--json"))[1]["id"]
        self.command("edit", item, "--name", "Elsewhere")
        self.assertEqual(len(self.unsent(page)), 1)
        page.click("#sign-out button")
        self.assertEqual(self.signed_out(page, self.choose(page, "send")), '"cache", "storage"')
        self.assertEqual(self.listed()[1], "Elsewhere")

    def test_a_deletion_that_was_undone_is_sent_with_its_undo(self):
        page = self.page()
        self.lose_an_answer(page)
        page.click("#edit-mode")
        page.click("#rows tr:nth-child(2) [data-act=delete]")
        page.wait_for_selector("#notice-queue button")
        page.click("#notice-undo button")
        page.wait_for_selector("#notice-undo", state="detached")
        page.goto(self.base + "add")
        page.unroute("**/api/edits")
        self.assertNotIn("Thing 1", self.listed())
        page.click("#sign-out button")
        self.assertEqual(self.signed_out(page, self.choose(page, "send")), '"cache", "storage"')
        self.assertEqual(self.listed()[1], "Thing 1")
        self.assertEqual(len(self.unsent(page)), 0)

    def test_changes_are_downloaded_and_only_then_discarded(self):
        page = self.page_with_a_change()
        page.click("#sign-out button")
        with page.expect_download() as download:
            self.choose(page, "download")()
        page.wait_for_function("() => document.querySelector('dialog[open]')?.textContent.includes('still changes')")
        self.assertEqual(len(self.unsent(page)), 1)
        self.assertEqual(self.signed_out(page, self.choose(page, "discard")), '"cache", "storage"')
        self.assertEqual(len(self.unsent(page)), 0)
        file = self.folder / "edits.json"
        download.value.save_as(file)
        self.assertEqual(json.loads(file.read_text())["edits"][0]["patch"], {"name": "Unsent"})
        self.assertEqual(self.listed()[1], "Thing 1")
        self.command("import", file)
        self.assertEqual(self.listed()[1], "Unsent")

    def test_changes_are_discarded(self):
        page = self.page_with_a_change()
        page.click("#sign-out button")
        self.assertEqual(self.signed_out(page, self.choose(page, "discard")), '"cache", "storage"')
        self.assertEqual(len(self.unsent(page)), 0)
        self.assertEqual(self.listed()[1], "Thing 1")

    def test_whoever_stays_keeps_everything(self):
        page = self.page_with_a_change()
        page.click("#sign-out button")
        self.choose(page, "")()
        page.wait_for_selector("dialog[open]", state="detached")
        page.click("#sign-out button")
        page.wait_for_selector("dialog[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
        self.assertEqual(len(self.unsent(page)), 1)
        self.assertTrue(self.is_signed_in(page))

    def test_changes_that_the_server_refuses_stay_until_they_are_discarded(self):
        page = self.page_with_a_change()
        item = json.loads(self.command("list", "--json"))[1]["id"]
        self.command("edit", item, "--name", "Elsewhere")
        page.click("#sign-out button")
        self.choose(page, "send")()
        page.wait_for_function("() => document.querySelector('dialog[open]')?.textContent.includes('still changes')")
        self.assertEqual(len(self.unsent(page)), 1)
        self.assertEqual(self.listed()[1], "Elsewhere")
        self.assertEqual(self.signed_out(page, self.choose(page, "discard")), '"cache", "storage"')
        self.assertEqual(self.listed()[1], "Elsewhere")

    def test_all_sessions_end(self):
        page = self.own_page()
        other = self.context()
        link = page.evaluate("""fetch('/api/session/links', { method: "POST", headers: { "Content-Type": "application/json" },
            body: "{}" }).then((answer) => answer.json())""")["link"]
        other_page = other.new_page()
        other_page.goto(link)
        other_page.wait_for_url(self.base)
        self.assertEqual(self.signed_out(page, lambda: page.click("#sign-out [name=everywhere]")), '"cache", "storage"')
        self.assertFalse(self.is_signed_in(other_page))

    def test_without_script_the_browser_keeps_what_it_has(self):
        page = self.context(java_script_enabled=False).new_page()
        page.goto(self.base + "sign-in")
        page.fill("[name=token]", self.token)
        page.click("button[type=submit]")
        page.goto(self.base + "add")
        with page.expect_response(lambda answer: answer.url.endswith("/sign-out")) as answer:
            page.click("#sign-out button")
        self.assertIsNone(answer.value.header_value("clear-site-data"))


if __name__ == "__main__":
    unittest.main()
