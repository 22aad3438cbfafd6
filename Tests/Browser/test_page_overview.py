"""One sign-in for many inventories of a database server, and the page of those that somebody may see.

    HOMEPWNER_BIN=.build/debug/homepwner-server Scripts/with-postgresql.sh Tests/Browser/run.sh test_page_overview
"""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from support import BINARY, BrowserTest, homepwner

DATABASE = os.environ.get("HOMEPWNER_TEST_POSTGRES")
HOST = "homes.example"


@unittest.skipUnless(DATABASE, "needs Scripts/with-postgresql.sh")
class Overview(BrowserTest):
    arguments = (f"--host-resolver-rules=MAP *.{HOST} 127.0.0.1, MAP {HOST} 127.0.0.1",)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, currency, value in [("main-street-5", "USD", "1234.50"), ("main-street-7", "EUR", "80"), ("harbour", "USD", "1")]:
            store = f"{DATABASE}?inventory={name}&files={folder.name}/files"
            homepwner("init", "--currency", currency, "--store", store)
            self.addCleanup(homepwner, "inventories", "delete", name, "--confirm", name, "--store", store)
            for number in range(7):
                homepwner("add", f"Lamp {number} of {name}", "--value", value, "--store", store)
        self.people("add", "Ana Silva", "--role", "editor", "--inventories", "main-street-*")
        self.addCleanup(self.people, "remove", "Ana Silva")
        self.server = subprocess.Popen(
            [BINARY, "inventories", "serve", self.folder / "sites", "--store", f"{DATABASE}?files={folder.name}/files", "--host", HOST,
             "--listen", "127.0.0.1:0", "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.stop)
        text = ""
        while "}" not in text:
            text += self.server.stdout.readline()
        self.base = json.loads(text)["address"].replace("NAME.", "")

    def stop(self):
        self.server.terminate()
        self.server.wait(30)
        self.server.stdout.close()

    def people(self, *words):
        return homepwner("people", *words, "--store", DATABASE).stdout.decode()

    def test_one_sign_in_leads_to_all_inventories_and_to_no_other(self):
        context = self.browser.new_context(locale="en-US", viewport={"width": 390, "height": 800})
        self.addCleanup(context.close)
        page = context.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(json.loads(self.people("sign-in", "Ana Silva", "--at", self.base, "--json"))["link"])
        page.wait_for_url(self.base + "/")
        for width, scheme in [(390, "light"), (1280, "light"), (1280, "dark"), (390, "dark")]:
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            self.assertEqual(self.violations(page), [])
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            self.keep(page, f"overview-{width}-{scheme}")
        self.assertEqual(page.locator("li b a").all_inner_texts(), ["main-street-5", "main-street-7"])
        self.assertIn("$8,641.50", page.inner_text("main"))
        self.assertNotIn("harbour", page.content())
        page.fill("[name=q]", "lamp 3")
        page.keyboard.press("Enter")
        page.wait_for_url("**/?q=*")
        self.assertEqual(page.locator("li small a").all_inner_texts(), ["Lamp 3 of main-street-5", "Lamp 3 of main-street-7"])
        self.keep(page, "overview-search")
        page.click("li small a >> nth=0")
        page.wait_for_url("http://main-street-5.*/item/*.html")
        self.assertEqual(page.inner_text("h1"), "Lamp 3 of main-street-5")
        page.goto(self.base + "/")
        page.click("text=main-street-7")
        page.wait_for_url("http://main-street-7.*/")
        person = page.evaluate("fetch('/api/session').then((reply) => reply.json()).then(({ person, role }) => [person, role])")
        self.assertEqual(person, ["Ana Silva", "editor"])
        # The inventory of others asks for a sign-in.
        page.goto(self.base.replace("://", "://harbour."))
        page.wait_for_url("**/sign-in**")
        page.goto(self.base + "/")
        page.click("#sign-out button >> nth=0")
        page.wait_for_url("**/sign-in")
        page.goto(self.base.replace("://", "://main-street-7."))
        page.wait_for_url("**/sign-in**")
        self.assertEqual(errors, [])


if __name__ == "__main__":
    unittest.main()
