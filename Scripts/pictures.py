#!/usr/bin/env python3
"""Makes the pictures of the pages for the documentation: a sample inventory, served and looked at.

    make build && .venv/bin/python Scripts/pictures.py [DIR]    writes page-*.webp into DIR, else into docs
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("HOMEPWNER_BIN", str(ROOT / ".build/release/homepwner"))
SITE = ["--site", os.environ["HOMEPWNER_SITE"]] if os.environ.get("HOMEPWNER_SITE") else []


def main(target):
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        store = ["--store", str(folder / "store")]

        def call(*words):
            return subprocess.run([PROGRAM, *map(str, words), *store], check=True, capture_output=True, text=True).stdout

        call("init", "--currency", "USD")
        call("settings", "--owner", "Ada Lovelace")
        call("sample", "--photos", "--count", 60, "--seed", 7)
        # One with several photos and a receipt.
        item = max(json.loads(call("list", "--json")), key=lambda item: len(item.get("photos", [])))["id"]
        for number, (kind, title) in enumerate([("manual", "Manual"), ("warranty", "Warranty card")]):
            paper = folder / f"{kind}.pdf"
            Image.new("RGB", (620, 877), (255, 255, 255 - number)).save(paper)
            call("document", "add", item, paper, "--kind", kind, "--title", title)
        call("publish", folder / "site", "--editable", *SITE)
        server = subprocess.Popen(
            [PROGRAM, "serve", str(folder / "site"), "--listen", "127.0.0.1:0", "--json", *SITE, *store],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "XDG_STATE_HOME": str(folder)})
        try:
            text = ""
            while "}" not in text:
                text += server.stdout.readline()
            started = json.loads(text)
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
            take(browser, started, item, target)
            browser.close()
        finally:
            server.terminate()
            server.wait(30)


def take(browser, started, item, target):
    base = started["address"] + "/"
    first = browser.new_context(locale="en-US")
    page = first.new_page()
    page.goto(started["link"])
    page.wait_for_url(base)
    cookies = first.cookies()
    first.close()
    desk = {"viewport": {"width": 1280, "height": 800}}
    phone = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
    pictures = [
        ("desktop", desk, "", None), ("phone", phone, "", None),
        ("item", desk, f"item/{item}.html", None), ("phone-item", phone, f"item/{item}.html", None),
        ("dark", {**desk, "color_scheme": "dark"}, "?view=table", "edit"), ("print", desk, "?view=table", "print"),
    ]
    for name, options, path, act in pictures:
        context = browser.new_context(locale="en-US", **options)
        context.add_cookies(cookies)
        page = context.new_page()
        page.goto(base + path)
        page.wait_for_selector("#language", state="attached")
        page.wait_for_load_state("networkidle")
        if act == "edit":
            page.click("#edit-mode")
        elif act == "print":
            page.emulate_media(media="print")
        page.wait_for_timeout(500)
        shot = target / f"page-{name}.png"
        page.screenshot(path=shot)
        with Image.open(shot) as picture:
            if picture.width > 1280:
                picture = picture.resize((1280, picture.height * 1280 // picture.width), Image.LANCZOS)
            picture.convert("RGB").save(shot.with_suffix(".webp"), quality=80, method=6)
        shot.unlink()
        context.close()


main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs"))
