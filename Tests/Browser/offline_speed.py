"""Measures use without a connection: `python offline_speed.py ITEMS [SLOW-DOWN]`.

Makes an inventory of samples, serves it, and prints how long a browser takes to keep all of it, to open the list without
a connection, to find something there, and to open an item; and the bytes of the list on the wire.
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
KEPT = """async () => {
    for (const name of await caches.keys()) {
        const record = await (await caches.open(name)).match("kept");
        if (record) return Object.keys((await record.json()).items).length;
    }
}"""


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
        subprocess.run([BINARY, "publish", folder / "site", "--editable", *store], check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen(
            [BINARY, "serve", folder / "site", "--listen", "127.0.0.1:0", "--json", *store], stdout=subprocess.PIPE,
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


def measure(play, link, base, count, slowdown):
    browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    page = browser.new_page()
    start = time.monotonic()
    page.goto(link)
    page.wait_for_selector("#edit-mode")
    cookie = page.context.cookies()[0]
    request = urllib.request.Request(base, headers={"Cookie": f"{cookie['name']}={cookie['value']}", "Accept-Encoding": "gzip"})
    print(f"list on the wire {len(urllib.request.urlopen(request).read())} bytes")
    while (kept := page.evaluate(KEPT)) != count:
        page.wait_for_timeout(1000)
        if time.monotonic() - start > 600:
            raise SystemExit(f"only {kept} items were kept in ten minutes")
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
