"""Photos on served pages: sent with progress shown, seen on the item's page and in the list, by plain forms too."""
import io
import json
import os
import unittest

from server import Served
from PIL import Image
from support import nu_errors


def photo(width, height, noise=False):
    """A JPEG, as a file chooser hands it over."""
    made = io.BytesIO()
    picture = Image.frombytes("RGB", (width, height), os.urandom(width * height * 3)) if noise else Image.new(
        "RGB", (width, height), (180, 90, 40))
    picture.save(made, "JPEG", quality=95)
    return {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": made.getvalue()}


class Photos(Served):
    items = 3

    def photos(self):
        return json.loads(self.command("photo", "list", self.item_id(), "--json"))

    def test_a_photo_is_sent_with_progress_and_seen_on_the_page_and_in_the_list(self):
        page = self.page()
        listing = self.page(page.context)
        page.goto(f"{self.base}item/{self.item_id()}.html")
        page.click("a[href*='/photos/']")
        self.assertEqual(self.violations(page), [])
        page.click("button.primary")
        self.assertIn("Choose or take a photo", page.inner_text("#refusal"))
        self.assertEqual(self.violations(page), [])
        sent = photo(1400, 1000, noise=True)
        page.set_input_files("#photo", sent)
        page.fill("#upload [name=caption]", "from the left")
        page.evaluate("""() => { window.seen = []; const bar = document.querySelector('progress');
            new MutationObserver(() => { if (!bar.parentElement.hidden) {
                seen.push([bar.getAttribute('value'), document.getElementById('stage').textContent]);
                sessionStorage.setItem('seen', JSON.stringify(seen)); } })
                .observe(document.getElementById('upload'), { attributes: true, subtree: true, childList: true }); }""")
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", {
            "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": len(sent["buffer"])})
        page.click("button.primary")
        page.wait_for_selector("#progress:not([hidden])")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "photo-sending")
        page.wait_for_url(lambda address: "/photos/" not in address, timeout=20000)
        seen = json.loads(page.evaluate("sessionStorage.getItem('seen')"))
        parts = [float(value) for value, _ in seen if value]
        self.assertEqual(parts, sorted(parts))
        self.assertTrue(any(0 < part < 1 for part in parts), seen)
        self.assertIn("being added", seen[-1][1])
        # Nothing was shrunk on the way.
        self.assertEqual([(p["bytes"], p["fileName"]) for p in self.photos()], [(len(sent["buffer"]), "IMG_1.jpg")])
        picture = page.locator(".photos img")
        self.assertEqual(picture.get_attribute("alt"), "from the left")
        page.wait_for_function("() => document.querySelector('.photos img').naturalWidth === 1024")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "photo-item")
        # The list in the other window follows.
        listing.wait_for_selector("#rows tr:first-child img")
        listing.wait_for_function("() => document.querySelector('#rows img').naturalWidth === 320")
        self.assertEqual(self.violations(listing), [])
        self.keep(listing, "photo-list")
        # An edit in the row keeps it.
        listing.click("#edit-mode")
        listing.click("#rows tr:first-child [data-act=edit]")
        listing.fill("tr.open [name=name]", "Renamed")
        listing.keyboard.press("Enter")
        listing.wait_for_selector("tr.open", state="detached")
        self.assertEqual(listing.locator("#rows tr:first-child img").count(), 1)
        self.settled(listing)
        # A list of other items leads to it by search, with its picture.
        self.command("add", "Elsewhere", "--location", "Attic")
        self.eventually(lambda: self.assertIn("Attic", (self.site / "index.html").read_text()))
        other = lambda: [path.name for path in self.site.glob("location-*.html") if "Elsewhere" in path.read_text()]
        self.eventually(lambda: self.assertTrue(other()))
        listing.goto(self.base + other()[0])
        listing.fill("#query", "Renamed")
        listing.click("#everywhere")
        listing.wait_for_selector("#rows tr:only-child img")
        listing.wait_for_function("() => document.querySelector('#rows img').naturalWidth === 320")
        self.assertEqual(page.errors + listing.errors, [])
        files = [self.site / "index.html", self.site / f"item/{self.item_id()}.html"]
        self.assertEqual(nu_errors(files), [])

    def test_what_is_refused_is_said_in_the_form_and_can_be_sent_anew(self):
        page = self.page()
        page.goto(f"{self.base}photos/{self.item_id()}?return=/item/{self.item_id()}.html")
        page.set_input_files("#photo", {"name": "plan.svg", "mimeType": "image/svg+xml", "buffer": b"<svg/>"})
        page.click("button.primary")
        page.wait_for_selector("#refusal:not([hidden])")
        self.assertIn("plan.svg", page.inner_text("#refusal"))
        self.assertTrue(page.is_hidden("#progress"))
        page.set_input_files("#photo", photo(80, 60))
        page.click("button.primary")
        page.wait_for_url(lambda address: "/photos/" not in address)
        self.assertEqual(len(self.photos()), 1)

    def test_good_photos_are_taken_and_the_others_named(self):
        page = self.page()
        page.goto(f"{self.base}photos/{self.item_id()}")
        page.set_input_files("#photo", [photo(80, 60), dict(photo(1, 1), name="bad.jpg", buffer=b"none"), photo(90, 60)])
        page.click("button.primary")
        page.wait_for_selector("#refusal:not([hidden])")
        self.assertIn("Photos added: 2.", page.inner_text("#refusal"))
        self.assertIn("bad.jpg", page.inner_text("#refusal"))
        self.assertEqual(len(self.photos()), 2)
        # Accepted photos appear at once, and captions typed beside them survive the next upload.
        widths = "all => all.map(img => img.naturalWidth)"
        self.eventually(lambda: self.assertEqual(page.eval_on_selector_all("form.photo img", widths), [80, 90]))
        self.assertEqual(page.locator("[role=alert]:visible").count(), 1)
        refusal = page.locator("#refusal").bounding_box()
        self.assertLessEqual(refusal["y"] + refusal["height"], page.viewport_size["height"])
        self.assertEqual(self.violations(page), [])
        self.keep(page, "photo-mixed")
        page.fill("form.photo:nth-of-type(1) [name=caption]", "half typed")
        page.set_input_files("#photo", [photo(80, 60), photo(100, 60)])
        page.click("button.primary")
        page.wait_for_function("() => /already/.test(document.getElementById('refusal').textContent)")
        self.assertEqual(len(self.photos()), 3)
        self.eventually(lambda: self.assertEqual(page.eval_on_selector_all("form.photo img", widths), [80, 90, 100]))
        self.assertEqual(page.input_value("form.photo:nth-of-type(1) [name=caption]"), "half typed")
        page.set_input_files("#photo", photo(110, 60))
        page.click("button.primary")
        page.wait_for_url(f"{self.base}item/{self.item_id()}.html")
        self.assertEqual(len(self.photos()), 4)

    def test_a_caption_is_saved_beside_one_that_is_typed(self):
        for width in [80, 90]:
            file = self.folder / f"{width}.jpg"
            file.write_bytes(photo(width, 60)["buffer"])
            self.command("photo", "add", self.item_id(), file)
        page = self.page()
        page.goto(f"{self.base}photos/{self.item_id()}")
        page.fill("form.photo:nth-of-type(2) [name=caption]", "half typed")
        form = "form.photo:nth-of-type(1)"
        page.fill(f"{form} [name=caption]", "The front")
        page.click(f"{form} [value=caption]")
        page.wait_for_selector(f"{form} [data-saved]")
        self.eventually(lambda: self.assertIn("The front", [each.get("caption") for each in self.photos()]))
        self.assertEqual(page.input_value("form.photo:nth-of-type(2) [name=caption]"), "half typed")
        page.fill(f"{form} [name=caption]", "The back")
        self.assertTrue(page.is_hidden(f"{form} [data-saved]"))

    def test_photos_are_put_into_order_by_dragging_and_by_buttons(self):
        for width in [80, 90, 100]:
            file = self.folder / f"{width}.jpg"
            file.write_bytes(photo(width, 60)["buffer"])
            self.command("photo", "add", self.item_id(), file)
        page = self.page()
        page.goto(f"{self.base}photos/{self.item_id()}?return=/item/{self.item_id()}.html")

        def shown(*widths):
            sizes = ", ".join(map(str, widths))
            page.wait_for_function(
                "wanted => [...document.querySelectorAll('form.photo img')].map(img => img.naturalWidth).join(', ') === wanted",
                arg=sizes)
            # What is dragged is drawn in its place before the server knows of it.
            self.eventually(lambda: self.assertEqual([each["width"] for each in self.photos()], list(widths)))
            self.assertEqual([each.get("primary", False) for each in self.photos()], [True, False, False])

        shown(80, 90, 100)
        page.locator("form.photo").nth(0).locator("[name=place]").click()
        shown(90, 80, 100)
        page.set_viewport_size({"width": 1000, "height": 1600})
        last = page.locator("form.photo img").nth(2).bounding_box()
        first = page.locator("form.photo img").nth(0).bounding_box()
        page.mouse.move(last["x"] + 20, last["y"] + 20)
        page.mouse.down()
        page.mouse.move(first["x"] + 20, first["y"] + 20, steps=20)
        self.keep(page, "photo-dragged")
        page.mouse.up()
        shown(100, 90, 80)
        # The page scrolls as long as the pointer is held at its edge.
        page.set_viewport_size({"width": 1000, "height": 420})
        page.locator("form.photo img").nth(2).scroll_into_view_if_needed()
        last = page.locator("form.photo img").nth(2).bounding_box()
        start = page.evaluate("scrollY")
        self.assertGreater(start, 300)
        page.mouse.move(last["x"] + 20, last["y"] + 20)
        page.mouse.down()
        page.mouse.move(last["x"] + 20, 30)
        page.wait_for_function("start => scrollY < start - 300", arg=start)
        page.wait_for_function("() => scrollY === 0")
        page.mouse.move(last["x"] + 20, page.locator("form.photo img").nth(0).bounding_box()["y"] + 20)
        page.mouse.up()
        shown(80, 100, 90)
        page.click("a.button:has-text('Back')")
        page.wait_for_url(f"{self.base}item/{self.item_id()}.html")
        self.assertEqual(page.locator(".photos img").count(), 3)

    def test_on_a_phone_the_camera_is_offered_and_the_row_has_its_thumbnail(self):
        context = self.context(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
        page = self.page(context)
        page.goto(f"{self.base}photos/{self.item_id()}")
        self.assertTrue(page.is_visible("#camera"))
        self.assertEqual(page.get_attribute("#camera", "capture"), "environment")
        page.set_input_files("#camera", photo(1200, 1600))
        page.click("button.primary")
        # A reader who opened the page by its address continues to the item.
        page.wait_for_url(f"{self.base}item/{self.item_id()}.html")
        page.goto(self.base)
        page.wait_for_selector("#rows img")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(wide, 0)
        self.keep(page, "photo-phone")
        page.goto(f"{self.base}item/{self.item_id()}.html")
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
        self.keep(page, "photo-phone-item")

    def test_photos_are_added_captioned_and_taken_off_without_script(self):
        page = self.context(java_script_enabled=False).new_page()
        page.goto(self.base + "sign-in")
        page.fill("[name=token]", self.token)
        page.click("button[type=submit]")
        page.goto(f"{self.base}item/{self.item_id()}.html")
        page.click("a[href*='/photos/']")
        page.set_input_files("#photo", photo(1200, 900))
        page.click("#upload button.primary")
        # The page one comes back to shows it.
        self.assertEqual(page.locator(".photos img").count(), 1)
        page.click("a[href*='/photos/']")
        page.fill("form.photo [name=caption]", "by form")
        page.click("button[value=caption]")
        self.assertEqual(page.get_attribute(".photos img", "alt"), "by form")
        page.click("a[href*='/photos/']")
        self.keep(page, "photo-form")
        # It is asked first, and Cancel leads back to where the question was asked.
        page.click("form.photo a.danger")
        self.assertIn("Remove the photo?", page.inner_text("h1"))
        self.assertEqual(page.get_attribute("main img", "alt"), "by form")
        self.keep(page, "photo-question")
        page.click("a.button")
        self.assertEqual(page.inner_text("h1"), "Photos")
        page.click("form.photo a.danger")
        page.click("button.danger")
        self.assertEqual(page.locator(".photos img").count(), 0)
        self.assertEqual(self.photos(), [])

    def test_without_script_good_photos_are_taken_and_the_others_named(self):
        page = self.context(java_script_enabled=False).new_page()
        page.goto(self.base + "sign-in")
        page.fill("[name=token]", self.token)
        page.click("button[type=submit]")
        page.goto(f"{self.base}photos/{self.item_id()}?return=/item/{self.item_id()}.html")
        page.set_input_files("#photo", [photo(80, 60), dict(photo(1, 1), name="bad.jpg", buffer=b"none"), photo(90, 60)])
        page.click("#upload button.primary")
        self.assertIn("Photos added: 2.", page.inner_text("[role=alert]"))
        self.assertIn("bad.jpg", page.inner_text("[role=alert]"))
        self.assertEqual(page.eval_on_selector_all("form.photo img", "all => all.map(img => img.naturalWidth)"), [80, 90])
        self.keep(page, "photo-some")
        page.set_input_files("#photo", photo(80, 60))
        page.click("#upload button.primary")
        self.assertIn("IMG_1.jpg: the item has this photo already.", page.inner_text("[role=alert]"))
        page.click("#upload a.button")
        self.assertEqual(page.url, f"{self.base}item/{self.item_id()}.html")
        self.assertEqual(len(self.photos()), 2)


if __name__ == "__main__":
    unittest.main()
