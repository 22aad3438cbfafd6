"""An item's photos in large: on a folder of files that any web server sends, by pointer, finger and keys."""
import functools
import http.server
import json
import threading

from server import Served
from test_page_photos import photo


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Viewer(Served):
    items = 1

    def setUp(self):
        super().setUp()
        self.item = json.loads(self.command("list", "--json"))[0]["id"]
        for name, width, height in [("front", 2400, 1600), ("back", 900, 1500), ("label", 600, 600)]:
            file = self.folder / f"{name}.jpg"
            file.write_bytes(photo(width, height)["buffer"] + name.encode())
            self.command("photo", "add", self.item, file, "--caption", name)

    def read(self, language="en", **options):
        """The item's page as a reader has it, without a server of ours."""
        site = self.folder / f"readers-{language}"
        if not site.exists():
            self.command("publish", site, "--locale", language, *self.assets)
        host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
        threading.Thread(target=host.serve_forever, daemon=True).start()
        self.addCleanup(host.server_close)
        self.addCleanup(host.shutdown)
        page = self.context(**options).new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("console", lambda message: message.type == "error" and page.errors.append(message.text))
        page.goto(f"http://127.0.0.1:{host.server_port}/item/{self.item}.html")
        if options.get("java_script_enabled", True):
            page.wait_for_selector("#language", state="attached")
        return page

    def reaches(self, page, place):
        page.wait_for_function("place => document.querySelector('.viewer [role=status]')?.textContent === place",
                               arg=place)

    def close(self, page):
        page.keyboard.press("Escape")
        page.wait_for_selector(".viewer", state="detached")

    def scripts(self, page):
        return page.evaluate("performance.getEntriesByType('resource').filter(({ name }) => "
                             "name.endsWith('viewer.js')).length")

    def test_readers_go_through_the_photos_with_buttons_and_keys(self):
        page = self.read()
        self.assertEqual(self.scripts(page), 0)
        page.click(".photos figure:nth-child(2) a")
        self.reaches(page, "2 / 3 · back")
        self.assertEqual(self.scripts(page), 1)
        page.wait_for_function("() => document.querySelectorAll('.strip img')[1].naturalHeight === 1500")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "viewer")
        page.keyboard.press("ArrowRight")
        self.reaches(page, "3 / 3 · label")
        page.click("[aria-label='Next photo']")
        self.reaches(page, "1 / 3 · front")
        page.click("[aria-label='Previous photo']")
        self.reaches(page, "3 / 3 · label")
        page.keyboard.press("ArrowLeft")
        self.reaches(page, "2 / 3 · back")
        self.close(page)
        self.assertIn("back", page.evaluate("document.activeElement.querySelector('img').alt"))
        # From the keyboard; the way back leads to the page, not away from it.
        page.keyboard.press("Enter")
        self.reaches(page, "2 / 3 · back")
        page.go_back()
        page.wait_for_selector(".viewer", state="detached")
        self.assertIn("/item/", page.url)
        page.click(".photos figure:first-child a")
        self.reaches(page, "1 / 3 · front")
        page.click("[aria-label=Close]")
        page.wait_for_selector(".viewer", state="detached")
        self.assertEqual(page.errors, [])

    def test_full_size_is_scrolled_to_what_was_pressed(self):
        page = self.read(viewport={"width": 1000, "height": 700}, color_scheme="dark")
        page.click(".photos figure:first-child a")
        image = page.locator(".strip img").first
        page.wait_for_function("() => document.querySelector('.strip img')?.naturalWidth === 2048")
        box = image.bounding_box()
        page.mouse.dblclick(box["x"] + box["width"] * 0.75, box["y"] + box["height"] * 0.5)
        slide = "document.querySelector('.strip > div')"
        self.assertEqual(page.evaluate("document.querySelector('.strip img').clientWidth"), 2048)
        self.assertAlmostEqual(page.evaluate(f"{slide}.scrollLeft"), 0.75 * 2048 - 500, delta=4)
        self.assertEqual(page.get_attribute("[aria-label='Full size']", "aria-pressed"), "true")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "viewer-full")
        before = page.evaluate(f"{slide}.scrollLeft")
        page.keyboard.press("ArrowLeft")
        page.wait_for_function(f"before => {slide}.scrollLeft < before", arg=before)
        self.reaches(page, "1 / 3 · front")
        page.click("[aria-label='Full size']")
        self.assertLessEqual(page.evaluate("document.querySelector('.strip img').clientWidth"), 1000)

    def test_a_phone_in_either_direction(self):
        for language, locale, way in [("en", "en-US", 1), ("he", "he-IL", -1)]:
            page = self.read(language, locale=locale, viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
            page.tap(".photos figure:nth-child(2) a")
            self.reaches(page, "2 / 3 · back")
            self.assertEqual(page.evaluate("[document.documentElement.scrollWidth, "
                                           "document.querySelector('.viewer').scrollWidth]"), [320, 320])
            self.assertEqual(self.violations(page), [])
            self.keep(page, f"viewer-phone-{language}")
            devices = page.context.new_cdp_session(page)

            def touch(kind, *x):
                devices.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": each, "y": 300} for each in x]})

            touch("touchStart", 160 + 130 * way)
            for step in range(1, 14):
                touch("touchMove", 160 + (130 - 20 * step) * way)
                page.wait_for_timeout(16)
            touch("touchEnd")
            self.reaches(page, "3 / 3 · label")
            page.keyboard.press("ArrowLeft" if way == 1 else "ArrowRight")
            self.reaches(page, "2 / 3 · back")
            self.close(page)

    def test_without_script_the_link_leads_to_the_photo(self):
        page = self.read(java_script_enabled=False)
        page.click(".photos figure:first-child a")
        page.wait_for_url("**/photo/*-2048.jpg")

    def test_who_edits_has_it_too(self):
        page = self.page()
        page.goto(f"{self.base}item/{self.item}.html")
        page.wait_for_selector("#language", state="attached")
        # The companion publishes what was added beside it, one change after the other.
        page.wait_for_selector(".photos figure:nth-child(3)")
        page.click(".photos figure:first-child a")
        self.reaches(page, "1 / 3 · front")
        self.close(page)
        self.assertEqual(page.errors, [])
