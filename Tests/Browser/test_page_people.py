"""The page as people of each role see it."""
import json
import time
import unittest

from server import Served


class People(Served):
    def as_person(self, role, name="Ana", **options):
        """A page of a person with that role, who came over a link of her own."""
        self.command("people", "add", name, "--role", role)
        self.link = json.loads(self.command("people", "sign-in", name, "--at", self.base.rstrip("/"), "--json"))["link"]
        context = self.context(**options)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.goto(self.link)
        page.wait_for_url(self.base)
        self.open_page(page, "")
        return page

    def open_page(self, page, path):
        """A page on which the script has heard who the person is."""
        with page.expect_response("**/api/session"):
            page.goto(self.base + path)
        page.wait_for_selector("#language", state="attached")
        page.wait_for_timeout(200)

    def controls(self, page, within="body"):
        """The words of the controls that are seen, with those of the open menu."""
        return [" ".join(text.split()) for text in page.eval_on_selector_all(
            f"{within} :is(a.button, button, #rows td:last-child a)",
            "all => all.filter(each => each.checkVisibility({ visibilityProperty: true })).map(each => each.textContent)")]

    def check_links(self, page):
        """Follows all that is seen: a role that a page shows a link to may open it."""
        for link in set(page.eval_on_selector_all(
                "a[href]", "all => all.filter(each => each.checkVisibility({ visibilityProperty: true })).map(each => each.href)")):
            if "sign-out" not in link:
                self.assertEqual(page.request.get(link, headers={"Accept": "text/html", "Sec-Fetch-Mode": "navigate"}).status, 200, link)

    def test_a_reader_finds_nothing_that_changes_the_inventory(self):
        page = self.as_person("reader")
        paths = "", f"item/{self.item_id()}.html", "overview.html", "browse-locations.html", "browse-tags.html", self.place_page(page)
        chips = {"Location", "Tag", "No photo", "No value", "No receipt", "Insured", "Warranty ending"}
        heads = {"Name", "Serial number", "Quantity", "Value", "Total value", "Location", "Recorded"}
        for path in paths:
            for view in ("grid", "table") if page.locator("#as-grid").count() else ("",):
                self.open_page(page, path)
                if view and page.locator(f"#as-{view}").count():
                    page.check(f"#as-{view}")
                page.click("#more > summary")
                seen = set(self.controls(page)) - chips - heads
                self.assertEqual(seen, {"Report", "Sessions", "Sign in a phone", "Sign out"}, path)
                self.check_links(page)
                self.assertEqual(self.violations(page), [])
                self.keep(page, f"reader-{path.split('.')[0].split('/')[0] or 'list'}-{view}")
        self.open_page(page, "")
        self.assertEqual(page.locator("#rows input[type=checkbox]:visible").count(), 0)
        # A link to a form answers what the role is for, and signs nobody out.
        for form in "share", "people", "add":
            page.goto(self.base + form)
            self.assertIn("Your role does not include this", page.inner_text("main"))
        self.keep(page, "reader-refused")
        page.goto(self.base)
        self.assertEqual(page.locator("#rows th").count(), self.items)
        page.click("#more > summary")
        page.click("#report")
        page.wait_for_selector("dialog [name=report]")
        self.assertEqual(page.errors, [])

    def place_page(self, page):
        """The page of a place."""
        self.open_page(page, "browse-locations.html")
        return page.get_attribute("nav.tree a", "href")

    def test_a_recorder_finds_what_changes_own_items_alone(self):
        page = self.as_person("recorder")
        others = self.item_id()
        page.click("#add")
        page.fill("dialog [name=name]", "Own lamp")
        page.click("dialog [value=accepted]")
        self.eventually(lambda: self.assertIn("Own lamp", self.listed()))
        own = self.item_id(self.listed().index("Own lamp"))
        self.settled(page)
        row = lambda id: [text for text in self.controls(page, f"tr[id='{id}']") if text]
        for view, acts in {"grid": ["+ Photo", "Edit", "Delete"], "table": ["Edit", "Delete"]}.items():
            self.eventually(lambda: self.open_page(page, "") or page.check(f"#as-{view}") or self.assertEqual(
                (row(own), row(others)), (acts, [])))
            self.keep(page, f"recorder-{view}")
        self.check_links(page)
        self.assertEqual(self.violations(page), [])
        self.assertEqual(set(self.controls(page, ".bar")), set())
        page.click("#edit-mode")
        self.assertEqual((row(own), row(others)), (["Edit", "Delete"], []))
        page.click("#edit-mode")
        page.click("#more > summary")
        self.assertEqual(self.controls(page, "#more"), ["Report", "Changes", "Sessions", "Sign in a phone", "Sign out"])
        for id, acts in {own: ["Edit", "Photos", "Duplicate", "Delete", "Add a receipt, manual or warranty"], others: ["Duplicate"]}.items():
            self.open_page(page, f"item/{id}.html")
            self.assertEqual(self.controls(page, "main"), acts)
            self.check_links(page)
            self.assertEqual(self.violations(page), [])
        # The page of changes offers to undo one's own.
        page.goto(self.base + "undo")
        self.assertEqual(page.locator(".changes :is(button, .button)").count(), 1)
        self.assertIn("Own lamp", page.inner_text(".changes li:has(button)"))
        self.open_page(page, self.place_page(page))
        self.assertNotIn("Rename", self.controls(page))
        self.assertNotIn("Move to …", self.controls(page))
        # Without a connection it is the same.
        self.open_page(page, "")
        page.route("**/api/session", lambda route: route.abort())
        page.goto(self.base)
        page.wait_for_selector("#edit-mode")
        self.eventually(lambda: self.assertEqual((row(own), row(others)), (["Edit", "Delete"], [])))
        self.assertEqual(page.locator("#select").count(), 0)
        self.assertEqual(page.errors, [])

    def test_no_control_is_shown_before_the_page_knows_the_role(self):
        for role, shown in {"reader": set(), "recorder": {"Add item", "Scan"}}.items():
            with self.subTest(role):
                page = self.as_person(role, name=role, service_workers="block")
                page.route("**/api/session", lambda route: (time.sleep(1.5), route.continue_()))
                for path, acts in {"": shown, f"item/{self.item_id()}.html": shown and {"Duplicate"}}.items():
                    page.goto(self.base + path)
                    self.assertLessEqual(set(self.controls(page, "main")) & {
                        "Add item", "Scan", "Edit", "Delete", "+ Photo", "Photos", "Move", "Duplicate", "Add a receipt, manual or warranty"}, acts)
                page.unroute_all(behavior="wait")

    def test_an_owner_adds_people_and_ends_sessions_on_the_page(self):
        page = self.page()
        page.goto(self.base)
        page.wait_for_selector("#edit-mode", state="attached")
        page.click("#more > summary")
        page.click("#people")
        page.wait_for_url("**/people?**")
        page.fill("#name", "Ana Silva de Vasconcelos")
        page.select_option("#role", "editor")
        page.click("button.primary")
        page.click("details.group summary")
        page.click("[value=sign-in]")
        link = page.input_value("#link")
        self.assertTrue(link.startswith(self.base + "sign-in#token="), link)
        ana = self.context(viewport={"width": 390, "height": 844}).new_page()
        ana.goto(link)
        ana.wait_for_url(self.base)
        ana.wait_for_selector("#edit-mode", state="attached")
        ana.click("#more > summary")
        self.keep(ana, "people-menu-390")
        self.assertFalse(ana.is_visible("#people"))
        ana.click("[href^=sessions]")
        ana.wait_for_url("**/sessions?**")
        self.keep(ana, "people-sessions-390")
        self.assertEqual(self.violations(ana), [])
        for width in 390, 1280:
            for scheme in "light", "dark":
                page.set_viewport_size({"width": width, "height": 900})
                page.emulate_media(color_scheme=scheme)
                page.goto(self.base + "people?return=/")
                page.click("details.group summary")
                self.keep(page, f"people-{width}-{scheme}", full_page=True)
                self.assertEqual(self.violations(page), [])
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
        page.click("details.group [name=end] + button")
        ana.goto(self.base)
        self.assertIn("/sign-in", ana.url)
        page.click("details.group summary")
        page.click("details.group details summary")
        self.keep(page, "people-remove")
        page.click("[value=remove]")
        self.assertEqual(page.locator("details.group").count(), 0)
        self.assertEqual(json.loads(self.command("people", "list", "--json")), [])

    def test_who_does_not_see_values_edits_the_rest(self):
        self.command("people", "hide", "editor", "values,purchases,documents")
        page = self.as_person("editor")
        values = [item["value"] for item in json.loads(self.command("list", "--json")) if "value" in item]
        self.assertTrue(values)
        for view, width in ("grid", 390), ("table", 1280):
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(f"{self.base}?view={view}")
            page.wait_for_selector("#edit-mode", state="attached")
            self.keep(page, f"hidden-{view}")
            self.assertEqual(page.locator("#rows td[data-m]").count(), 0)
            self.assertFalse(page.is_visible("[data-s=value]"))
            self.assertNotIn("value", page.locator("#order option").evaluate_all("all => all.map((each) => each.value)"))
        page.goto(self.base + "overview.html")
        self.keep(page, "hidden-overview")
        self.assertEqual(page.locator("[data-w=totalValue], [data-w=withoutValue]").count(), 0)
        page.goto(self.base)
        page.click("#edit-mode")
        page.click("#rows tr:first-child [data-act=edit]")
        page.fill("#rows tr.open [name=name]", "Renamed")
        self.keep(page, "hidden-edit")
        page.keyboard.press("Enter")
        self.eventually(lambda: self.assertIn("Renamed", self.listed()))
        after = [item["value"] for item in json.loads(self.command("list", "--json")) if "value" in item]
        self.assertEqual(after, values)
        self.assertEqual(page.errors, [])

    def test_what_the_search_shows_is_shared_by_a_link_that_ends(self):
        page = self.page()
        page.goto(self.base)
        name = page.inner_text("#rows tr:first-child th a")
        page.fill("#query", f'name:"{name}"')
        page.wait_for_selector("#rows.arranged, .arranged #rows")
        self.eventually(lambda: self.assertLess(page.locator("#rows th").count(), self.items))
        shown = sorted(page.locator("#rows th a").all_inner_texts())
        page.click("#more > summary")
        page.click("#share")
        page.wait_for_url("**/share?*")
        self.assertEqual(page.input_value("#where"), f'(name:"{name}")')
        self.assertEqual(self.violations(page), [])
        self.keep(page, "share-form")
        page.click("button.primary")
        link = page.input_value("#link")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "share-link")
        visitor = self.context().new_page()
        errors = []
        visitor.on("pageerror", lambda error: errors.append(str(error)))
        visitor.goto(link)
        visitor.wait_for_url(self.base)
        self.assertEqual(sorted(visitor.locator("#rows th a").all_inner_texts()), shown)
        self.assertFalse(visitor.is_visible("#edit-mode"))
        self.assertNotIn("token", visitor.url)
        visitor.click("#rows tr:first-child th a")
        visitor.wait_for_url("**/item/*")
        self.keep(visitor, "share-visitor")
        # The pages stay nowhere when the link has ended.
        self.assertEqual(visitor.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)"), 0)
        page.click("ol.changes button")
        self.assertEqual(page.locator("ol.changes").count(), 0)
        visitor.wait_for_timeout(2500)
        visitor.goto(self.base)
        self.assertIn("sign-in", visitor.url)
        self.assertEqual(errors, [])

    def share(self, page):
        """Makes the link of what the page shows. Returns its filter, and the names that a visitor sees."""
        page.click("#more > summary")
        page.click("#share")
        page.wait_for_url("**/share?*")
        where = page.input_value("#where")
        page.click("button.primary")
        link = page.input_value("#link")
        visitor = self.context().new_page()
        visitor.goto(link)
        visitor.wait_for_url(self.base)
        visitor.wait_for_selector("#has-value")
        # Without documents nobody knows which items have no receipt.
        self.assertEqual(visitor.locator("#has-receipt").count(), 0)
        return where, sorted(visitor.locator("#rows th a").all_inner_texts())

    def test_a_visitor_sees_the_rows_of_the_page_however_it_is_narrowed(self):
        names = ["Blue vase", "Café table", "Cafe chair", "Red vase"]
        for index, name in enumerate(names):
            self.command("edit", self.item_id(index), "--name", name)
        self.command("edit", self.item_id(0), "--tag-add", 'fire "A"')
        self.command("edit", self.item_id(3), "--tag-add", 'fire "A"', "--tag-add", "loan")
        self.command("add", "Ski", "--location", "Attic/Box, left")
        pages = {
            "?tag=fire+%22A%22": (["Blue vase", "Red vase"], False),
            "?tag=fire+%22A%22&tag=loan": (["Red vase"], False),
            "?place=Attic": (["Ski"], False),
            "?has=value": (["Ski"], False),
            "?q=vase": (["Blue vase", "Red vase"], False),
            # The page finds them with and without the accent, and words that are nearly alike.
            "?q=cafe": (["Cafe chair", "Café table"], True),
            "?q=vasse": (["Blue vase", "Red vase"], True),
            "letter-c.html": (["Cafe chair", "Café table"], True),
        }
        page = self.page()
        for path, (expected, has_ids) in pages.items():
            with self.subTest(path):
                page.goto(self.base + path)
                self.eventually(lambda: self.assertEqual(sorted(page.locator("#rows th a").all_inner_texts()), expected))
                where, seen = self.share(page)
                self.assertEqual(seen, expected, where)
                self.assertEqual(where.startswith("id:"), has_ids, where)
                self.assertEqual(page.errors, [])

    def test_a_link_of_another_site_leads_to_the_page_of_whom_the_proxy_signed_in(self):
        for name in "Ana", "Ben":
            self.command("people", "add", name, "--role", "editor")
        self.stop()
        self.serve("127.0.0.1:0", "--trust-user-header", "Remote-User", "--from", "127.0.0.1")
        context = self.context(extra_http_headers={"Remote-User": "Ana"})
        page = context.new_page()
        # The browser sends no cookie with the request that another site begins, nor after its redirects.
        page.goto("about:blank")
        page.set_content(f'<a href="{self.base}">The inventory</a>')
        page.click("a")
        page.wait_for_selector("#edit-mode", state="attached")
        self.assertEqual(page.url, self.base)
        who = "() => fetch('/api/session').then((reply) => reply.json()).then(({ person }) => person)"
        self.assertEqual(page.evaluate(who), "Ana")
        context.set_extra_http_headers({"Remote-User": "Ben"})
        page.goto(self.base)
        page.wait_for_selector("#edit-mode", state="attached")
        self.assertEqual(page.evaluate(who), "Ben")

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
