"""Signing in with an identity provider: Django with django-oauth-toolkit, on another site."""
import os
import pathlib
import socket
import subprocess
import sys
import unittest

from server import Served


class Provider(Served):
    items = 2

    def setUp(self):
        super().setUp()
        self.stop()
        with socket.socket() as own, socket.socket() as other:
            own.bind(("127.0.0.1", 0))
            other.bind(("127.0.0.1", 0))
            self.port, port = own.getsockname()[1], other.getsockname()[1]
        (self.folder / "secret").write_text("between us")
        self.provider = subprocess.Popen(
            [sys.executable, pathlib.Path(__file__).with_name("provider.py"), self.folder, str(port), "homepwner", "between us",
             f"http://127.0.0.1:{self.port}/sign-in/provider"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.end_provider)
        self.issuer = self.provider.stdout.readline().strip()
        self.serve_with_provider()
        self.command("people", "add", "Ana", "--role", "editor", "--sign-in-as", "ana@example.org")

    def serve_with_provider(self):
        self.serve(f"127.0.0.1:{self.port}", "--oidc-issuer", self.issuer, "--oidc-client", "homepwner",
                   "--oidc-secret-file", str(self.folder / "secret"))

    def end_provider(self):
        self.provider.kill()
        self.provider.wait()
        self.provider.stdout.close()

    def sign_in(self, page, name):
        """Goes from the sign-in page to the provider's, and through its pages."""
        page.click("text=Sign in with localhost")
        page.wait_for_url("http://localhost:*/accounts/login/**")
        page.fill("[name=username]", name)
        page.fill("[name=password]", "secret")
        page.click("button")
        page.click("[name=allow]")

    def who(self, page):
        return page.evaluate("fetch('/api/session').then((reply) => reply.json()).then(({ person }) => person ?? null)")

    def test_a_person_signs_in_changes_something_and_signs_out(self):
        page = self.context().new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(self.base + "letter-t.html")
        page.wait_for_url("**/sign-in?return=**")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "provider-sign-in")
        self.sign_in(page, "ana")
        page.wait_for_url("**/letter-t.html")
        page.wait_for_selector("#edit-mode", state="visible")
        self.assertEqual(self.who(page), "Ana")
        page.click("#edit-mode")
        page.click("#rows tr:first-child [data-act=edit]")
        page.fill("#rows tr.open [name=name]", "Ana's thing")
        page.keyboard.press("Enter")
        self.eventually(lambda: self.assertIn("Ana's thing", self.listed()))
        self.assertIn("Ana", self.command("log"))
        page.goto(self.base + "add")
        page.click("#sign-out button")
        page.wait_for_url("**/sign-in")
        self.assertIsNone(self.who(page))
        # The provider still knows the browser, and asks for its consent alone.
        page.click("text=Sign in with localhost")
        page.click("[name=allow]")
        page.wait_for_url(self.base)
        self.assertEqual(self.who(page), "Ana")
        self.assertEqual(errors, [])

    def test_somebody_who_is_not_known_or_not_verified_is_told_what_to_ask_for(self):
        self.command("people", "add", "una@example.org")
        for name, said in {"ben": "ben@example.org is not known here", "una": "sub:3 is not known here"}.items():
            page = self.context().new_page()
            page.goto(self.base + "sign-in")
            self.sign_in(page, name)
            page.wait_for_selector("[role=alert]")
            self.assertIn(said, page.inner_text("[role=alert]"))
            self.assertIsNone(self.who(page))
            self.assertEqual(self.violations(page), [])
            self.keep(page, f"provider-{name}")
        self.command("people", "add", "Una", "--sign-in-as", "sub:3")
        page.click("text=Sign in with localhost")
        page.click("[name=allow]")
        page.wait_for_url(self.base)
        self.assertEqual(self.who(page), "Una")

    def test_who_cancels_or_finds_the_provider_down_is_told_so_and_links_still_sign_in(self):
        page = self.context().new_page()
        page.goto(self.base + "sign-in")
        page.click("text=Sign in with localhost")
        page.fill("[name=username]", "ana")
        page.fill("[name=password]", "secret")
        page.click("button")
        page.click("[value=Cancel]")
        page.wait_for_url("**/sign-in/provider?*")
        self.assertIn("was cancelled", page.inner_text("[role=alert]"))
        self.provider.kill()
        self.stop()
        self.serve_with_provider()
        page.goto(self.base + "sign-in")
        page.click("text=Sign in with localhost")
        page.wait_for_selector("[role=alert]")
        self.assertIn("cannot sign anybody in", page.inner_text("[role=alert]"))
        page.goto(self.link)
        page.wait_for_url(self.base)
        self.assertIsNone(self.who(page))
        page.wait_for_selector("#edit-mode", state="visible")


if __name__ == "__main__":
    unittest.main()
