"""Measures use over a slow connection and without one: `python offline_speed.py ITEMS [SLOW-DOWN]`.

Makes an inventory of samples, serves it, and prints the bytes of the list on the wire; over slow 4G, when the list is
painted (LCP) and how long a first search takes, of a word that no item has, at once and half a
second after the field was touched, as a person would; how long a browser takes to keep all pages; and without a connection, to
open the list, to find something there, and to open an item.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request

from playwright.sync_api import sync_playwright
from search_speed import CHROMIUM, TIMED

BINARY = os.environ["HOMEPWNER_BIN"]
# While the page is being worked on: its files from the checkout, not from inside the program.
ASSETS = ["--site", os.environ["HOMEPWNER_SITE"]] if os.environ.get("HOMEPWNER_SITE") else []
KEPT = """async () => {
    for (const name of await caches.keys()) {
        const record = await (await caches.open(name)).match("kept");
        if (record) return Object.keys((await record.json()).items).length;
    }
}"""


PAINTED = """() => new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true }))"""
# 1.6 Mbit/s and 150 ms, as browsers' developer tools have it.
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}


def opened(page, address, selector):
    """Milliseconds until an address shows something."""
    start = time.monotonic()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(selector)
    return 1000 * (time.monotonic() - start)


def main(count, slowdown):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        store = ["--store", folder / "store"]
        subprocess.run([BINARY, "sample", "--rich", "--count", str(count), "--seed", "9", *store], check=True,
                       stdout=subprocess.DEVNULL)
        # Pages of archived items are not kept.
        listed = subprocess.run([BINARY, "list", "--json", *store], check=True, stdout=subprocess.PIPE)
        count = len(json.loads(listed.stdout))
        subprocess.run([BINARY, "publish", folder / "site", "--editable", *ASSETS, *store], check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen(
            [BINARY, "serve", folder / "site", "--listen", "127.0.0.1:0", "--json", *ASSETS, *store], stdout=subprocess.PIPE,
            text=True, env={**os.environ, "XDG_STATE_HOME": str(folder / "state")})
        text = ""
        while "}" not in text:
            text += server.stdout.readline()
        started = json.loads(text)
        base = started["address"] + "/"
        try:
            with sync_playwright() as play:
                measure(play, started["link"], base, count, slowdown)
        finally:
            server.terminate()
            server.wait(60)


def phone(browser, cookies, slowdown, **options):
    """A page over slow 4G, on a processor that is slower by a factor."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, **options)
    context.add_cookies(cookies)
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Network.emulateNetworkConditions", SLOW_4G)
    client.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    return page


def measure(play, link, base, count, slowdown):
    browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    # Without the worker, which would gather the pages meanwhile.
    page = browser.new_context(service_workers="block").new_page()
    page.goto(link)
    page.wait_for_selector("#edit-mode")
    cookies = page.context.cookies()
    page.context.close()
    request = urllib.request.Request(
        base, headers={"Cookie": f"{cookies[0]['name']}={cookies[0]['value']}", "Accept-Encoding": "gzip"})
    print(f"list on the wire {len(urllib.request.urlopen(request).read())} bytes")
    for pause in [0, 500]:
        page = phone(browser, cookies, slowdown, service_workers="block")
        page.goto(base)
        page.wait_for_selector("#edit-mode")
        painted = page.evaluate(PAINTED)
        if pause:
            page.focus("#query")
            page.wait_for_timeout(pause)
        print(f"slow 4G: list painted after {painted:.0f} ms, "
              f"first search {page.evaluate(TIMED, ['search', 'lamp']):.0f} ms, field touched {pause} ms before")
        page.context.close()
    context = browser.new_context()
    context.add_cookies(cookies)
    page = context.new_page()
    start = time.monotonic()
    page.goto(base)
    while (kept := page.evaluate(KEPT)) != count:
        page.wait_for_timeout(1000)
        if time.monotonic() - start > 1200:
            raise SystemExit(f"only {kept} items were kept in twenty minutes")
    print(f"kept {count} items in {time.monotonic() - start:.1f} s, "
          f"{page.evaluate('navigator.storage.estimate().then(({ usage }) => usage)') / 1e6:.0f} MB")
    page.context.set_offline(True)
    client = page.context.new_cdp_session(page)
    client.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    for _ in range(3):
        print(f"list opened in {opened(page, base, '#edit-mode'):.0f} ms")
    print(f"first search {page.evaluate(TIMED, ['search', 'lamp']):.0f} ms, next {page.evaluate(TIMED, ['search', 'kitchen']):.0f} ms")
    print(f"sorted in {page.evaluate(TIMED, ['sort', '-value']):.0f} ms")
    item = page.get_attribute("#rows tr:last-child", "id")
    print(f"item opened in {opened(page, f'{base}item/{item}.html', 'h1'):.0f} ms")
    browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 1)
