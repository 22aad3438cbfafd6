"""Scanning barcodes and labels: with the browser's own detector, which is a stub here, and by photos."""
import json
import shutil
import subprocess
import unittest

from server import Served

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}

# A camera that shows nothing, and a detector that finds what the test says.
STUB = """
window.seen = [];
window.stopped = 0;
window.BarcodeDetector = class {
    constructor({ formats }) { window.formats = formats; }
    static async getSupportedFormats() { return ["aztec", "ean_13", "qr_code"]; }
    async detect() { return window.seen.map((rawValue) => ({ rawValue, format: "qr_code" })); }
};
navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement("canvas");
    canvas.getContext("2d").fillRect(0, 0, 9, 9);
    const stream = canvas.captureStream();
    for (const track of stream.getTracks()) {
        const stop = track.stop.bind(track);
        track.stop = () => { window.stopped += 1; stop(); };
    }
    return stream;
};
"""


def picture(kind, text):
    """A photo of a code; the server decodes it."""
    png = subprocess.run(["zint", "-b", kind, "-d", text, "--scale", "3", "--quietzones", "--direct", "--filetype", "png"],
                         capture_output=True, check=True).stdout
    return {"name": "photo.png", "mimeType": "image/png", "buffer": png}


class Scanning(Served):
    items = 3

    def setUp(self):
        super().setUp()
        self.command("edit", "Thing 1", "--code", "978-0-306-40615-7")
        self.command("publish", self.site)
        self.ids = {item["name"]: item["id"] for item in json.loads(self.command("list", "--json"))}

    def watching(self, **options):
        context = self.context(**options)
        context.add_init_script(STUB)
        page = self.page(context, view="grid")
        return page

    def see(self, page, *texts):
        page.click("#scan")
        page.wait_for_selector("dialog.scan video:not([hidden])")
        page.evaluate("texts => { window.seen = texts; }", list(texts))

    def test_what_the_camera_sees_leads_to_items_and_locations(self):
        page = self.watching(**PHONE)
        item = f"item/{self.ids['Thing 1']}.html"
        for text in ["9780306406157", "0306406152", self.ids["Thing 1"], f"https://elsewhere.example/x/{item}"]:
            self.see(page, text)
            page.wait_for_url(self.base + item)
            page.go_back()
            page.wait_for_selector("#edit-mode")
        for text in ["Home / Office", "http://10.0.0.1/?place=Home%20%2F%20Office"]:
            self.see(page, text)
            page.wait_for_url("**/index.html?place=**")
            self.until(page, ["Thing 0", "Thing 2"])
            page.goto(self.base)
            page.wait_for_selector("#edit-mode")
        self.assertEqual(page.errors, [])

    def test_the_camera_is_released_and_the_dialog_can_be_used_by_all(self):
        page = self.watching(**PHONE)
        page.click("#scan")
        page.wait_for_selector("dialog.scan video:not([hidden])")
        self.assertEqual(page.evaluate("formats"), ["ean_13", "qr_code"])
        self.assertEqual(self.violations(page), [])
        self.keep(page, "scan-camera")
        page.keyboard.press("Escape")
        page.wait_for_function("() => stopped === 1")
        self.assertEqual(page.locator("dialog").count(), 0)

    def test_an_unknown_code_is_offered_to_be_added(self):
        page = self.watching()
        self.see(page, "4006381333931")
        page.wait_for_selector("#notice-scan")
        self.assertIn("No item has the barcode 4006381333931", page.inner_text("#notice-scan"))
        self.assertEqual(self.violations(page), [])
        page.click("#notice-scan button")
        self.assertEqual(page.input_value("dialog [name=code]"), "4006381333931")
        self.keep(page, "scan-add")
        page.fill("dialog [name=name]", "Pen")
        page.click("dialog .primary")
        self.eventually(lambda: self.assertEqual(json.loads(self.command("show", "Pen", "--json"))["code"], "4006381333931"))

    def test_an_address_of_others_leads_nowhere(self):
        page = self.watching()
        for text in ["https://evil.example/", "javascript:alert(1)", "item/../../sign-out", "https://evil.example/?place=Nowhere"]:
            self.see(page, text)
            page.wait_for_selector("#notice-scan")
            self.assertIn(text, page.inner_text("#notice-scan"))
            self.assertEqual(page.url.split("?")[0], self.base)
            page.evaluate("window.seen = []")
        self.assertEqual(page.errors, [])

    def test_a_form_is_filled_and_names_the_item_that_has_the_code(self):
        page = self.watching()
        page.click("#add")
        page.click("dialog .stepper button")
        page.wait_for_selector("dialog.scan video:not([hidden])")
        page.evaluate("window.seen = ['9780306406157']")
        page.wait_for_selector("dialog.scan", state="detached")
        self.eventually(lambda: self.assertEqual(page.input_value("dialog [name=code]"), "9780306406157"))
        link = page.locator("dialog label:has([name=code]) small a")
        self.assertEqual((link.inner_text(), link.get_attribute("href")), ("“Thing 1” has this barcode.", f"item/{self.ids['Thing 1']}.html"))
        self.assertEqual(self.violations(page), [])
        self.keep(page, "scan-form")

    @unittest.skipUnless(shutil.which("zint"), "codes are drawn with zint: make deps")
    def test_a_photo_is_read_by_the_server(self):
        page = self.page(view="grid", **PHONE)
        # A phone's camera opens at once.
        with page.expect_file_chooser() as chooser:
            page.tap("#scan")
        chooser.value.set_files(picture("EANX", "978030640615"))
        page.wait_for_url(f"**/item/{self.ids['Thing 1']}.html")
        page.go_back()
        page.wait_for_selector("#edit-mode")
        with page.expect_file_chooser() as chooser:
            page.tap("#scan")
        chooser.value.set_files({"name": "a.svg", "mimeType": "image/svg+xml", "buffer": b"<svg/>"})
        page.wait_for_function("() => document.querySelector('dialog.scan [role=status]').textContent.includes('SVG')")
        self.keep(page, "scan-refused")
        page.set_input_files("dialog.scan [type=file]", picture("QRCODE", "unknown"))
        page.wait_for_selector("#notice-scan")
        self.assertEqual(page.errors, [])

    @unittest.skipUnless(shutil.which("zint"), "codes are drawn with zint: make deps")
    def test_the_servers_own_pages(self):
        page = self.page()
        page.goto(f"{self.base}edit/{self.ids['Thing 0']}")
        page.set_input_files("[data-scan] [type=file]", picture("UPCA", "03600029145"))
        page.wait_for_function("() => document.getElementById('f-code').value === '036000291452'")
        self.keep(page, "scan-edit-page", full_page=True)
        self.assertEqual(self.violations(page), [])
        page.goto(f"{self.base}scan")
        page.set_input_files("#photo", picture("EANX", "978030640615"))
        page.click("main .primary")
        page.wait_for_selector(".choices a")
        self.assertEqual(page.inner_text(".choices a"), "Thing 1")
        self.assertEqual(self.violations(page), [])
        self.keep(page, "scan-page", full_page=True)
        page.set_input_files("#photo", picture("EANX", "400638133393"))
        page.click("main .primary")
        page.click("text=Add an item with it")
        self.assertEqual(page.input_value("#f-code"), "4006381333931")


if __name__ == "__main__":
    unittest.main()
