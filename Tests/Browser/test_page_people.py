"""The page as people of each role see it."""
import json
import unittest

from server import Served


class People(Served):
    def as_person(self, role, **options):
        """A page of a person with that role, who came over a link of her own."""
        self.command("people", "add", "Ana", "--role", role)
        self.link = json.loads(self.command("people", "sign-in", "Ana", "--at", self.base.rstrip("/"), "--json"))["link"]
        context = self.context(**options)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.goto(self.link)
        page.wait_for_url(self.base)
        page.wait_for_selector("#edit-mode", state="attached")
        return page

    def test_a_reader_finds_nothing_that_changes_the_inventory(self):
        page = self.as_person("reader")
        for control in "#edit-mode", "#add", "#scan":
            self.assertFalse(page.is_visible(control), control)
        self.assertEqual(page.locator("#rows [href^=photos]:visible").count(), 0)
        self.assertEqual(page.locator("#rows input[type=checkbox]:visible").count(), 0)
        self.keep(page, "reader")
        self.assertEqual(self.violations(page), [])
        # A link to a form answers what the role is for, and signs nobody out.
        page.goto(self.base + "add")
        self.assertIn("Your role does not include this", page.inner_text("main"))
        self.keep(page, "reader-refused")
        page.goto(self.base)
        self.assertEqual(page.locator("#rows th").count(), self.items)
        page.click("#more > summary")
        page.click("#report")
        page.wait_for_selector("dialog [name=report]")
        self.assertEqual(page.errors, [])

    def test_a_change_that_a_role_no_longer_includes_is_refused_and_kept(self):
        page = self.as_person("editor")
        page.click("#edit-mode")
        self.command("people", "role", "Ana", "reader")
        page.wait_for_timeout(2500)
        page.click("#rows tr:first-child [data-act=edit]")
        page.fill("#rows tr.open [name=name]", "Mine now")
        page.keyboard.press("Enter")
        page.wait_for_selector("#status p")
        self.eventually(lambda: self.assertIn("role", page.inner_text("#status")))
        self.keep(page, "role-refused")
        self.assertNotIn("Mine now", self.listed())
        self.assertEqual([edit["action"] for edit in self.unsent(page)], ["edit"])


if __name__ == "__main__":
    unittest.main()
