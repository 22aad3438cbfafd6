"""Measures a list page in Chromium: see page.sh.

Prints over slow 4G, when the list is painted (LCP) and can be used, and how long a search takes from the last key to the changed
list: the first one, of a word that no item has, at once and half a second after the field was touched, as by a person; the
median and the worst of those after it. Then how long a browser takes to keep all pages, and the same without a connection.
"""
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

PROGRAM = os.environ["HOMEPWNER"]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
ASSETS = ["--site", os.environ["HOMEPWNER_SITE"]] if os.environ.get("HOMEPWNER_SITE") else []
# 1.6 Mbit/s and 150 ms, as browsers' developer tools have it.
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
PAINTED = """() => new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true }))"""
# Milliseconds from a search that is typed at once, or an order that is chosen, until its list is painted.
TIMED = """([act, value]) => new Promise((resolve) => {
    const field = act === 'search' ? document.getElementById('query') : document.querySelector('#order select');
    field.value = value;
    const start = performance.now();
    const look = new MutationObserver(() => {
        if (!document.getElementById('rows').matches('.arranged')) return;
        look.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    });
    look.observe(document.getElementById('announcer'), { childList: true, subtree: true, characterData: true });
    look.observe(document.getElementById('found'), { childList: true, subtree: true, characterData: true });
    look.observe(document.getElementById('rows'), { childList: true });
    field.dispatchEvent(new Event(act === 'search' ? 'input' : 'change'));
})"""
KEPT = """async () => {
    for (const name of await caches.keys()) {
        const record = await (await caches.open(name)).match("kept");
        if (record) return Object.keys((await record.json()).items).length;
    }
}"""


def measured(page, name, act, values):
    times = [page.evaluate(TIMED, [act, value]) for value in values]
    print(f"  {name} median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms")


def opened(page, base, pause):
    """Opens the list, searches the first time, and so on."""
    page.goto(base)
    page.wait_for_selector("#edit-mode")
    ready = page.evaluate("performance.now()")
    painted = page.evaluate(PAINTED)
    if pause:
        page.focus("#query")
        page.wait_for_timeout(pause)
    print(f"  list painted after {painted:.0f} ms, usable after {ready:.0f} ms; first search "
          f"{page.evaluate(TIMED, ['search', 'lamp']):.0f} ms, field touched {pause} ms before")


def measure(play, link, base, count, slowdown):
    browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    # Without the worker, which would gather the pages meanwhile.
    page = browser.new_context(service_workers="block").new_page()
    page.goto(link)
    page.wait_for_selector("#edit-mode")
    cookies = page.context.cookies()
    page.context.close()

    def phone(network, **options):
        context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, **options)
        context.add_cookies(cookies)
        page = context.new_page()
        client = context.new_cdp_session(page)
        if network:
            client.send("Network.emulateNetworkConditions", network)
        client.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        return page

    print(f"{count} items, processor {slowdown:g} times slower, slow 4G:")
    for pause in [0, 500]:
        page = phone(SLOW_4G, service_workers="block")
        opened(page, base, pause)
        if pause:
            measured(page, "next searches", "search", ["kitchen", "xl", "sn12", "camera", "a"])
            measured(page, "mistyped", "search", ["kichten", "espreso", "camrea"])
            measured(page, "sorted", "sort", ["-value", "name", "-dateCreated"])
        page.context.close()
    keeper = phone(None)
    client = keeper.context.new_cdp_session(keeper)
    client.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    start = time.monotonic()
    keeper.goto(base)
    while (kept := keeper.evaluate(KEPT)) != count:
        keeper.wait_for_timeout(1000)
        if time.monotonic() - start > 1200:
            raise SystemExit(f"only {kept} items were kept in twenty minutes")
    print(f"kept in {time.monotonic() - start:.1f} s, "
          f"{keeper.evaluate('navigator.storage.estimate().then(({ usage }) => usage)') / 1e6:.0f} MB; without a connection:")
    keeper.context.set_offline(True)
    for pause in [0, 500, 500]:
        page = keeper.context.new_page()
        client = keeper.context.new_cdp_session(page)
        client.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        opened(page, base, pause)
        measured(page, "next searches", "search", ["kitchen", "xl", "sn12", "camera", "a"])
        page.close()
    browser.close()


def main(count, slowdown):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        store = ["--store", folder / "store"]
        subprocess.run([PROGRAM, "sample", "--rich", "--count", str(count), "--seed", "9", *store], check=True,
                       stdout=subprocess.DEVNULL)
        # Pages of archived items are not kept.
        listed = subprocess.run([PROGRAM, "list", "--json", *store], check=True, stdout=subprocess.PIPE)
        count = len(json.loads(listed.stdout))
        subprocess.run([PROGRAM, "publish", folder / "site", "--editable", *ASSETS, *store], check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen(
            [PROGRAM, "serve", folder / "site", "--listen", "127.0.0.1:0", "--json", *ASSETS, *store], stdout=subprocess.PIPE,
            text=True, env={**os.environ, "XDG_STATE_HOME": str(folder / "state")})
        text = ""
        while "}" not in text:
            text += server.stdout.readline()
        started = json.loads(text)
        try:
            with sync_playwright() as play:
                measure(play, started["link"], started["address"] + "/", count, slowdown)
        finally:
            server.terminate()
            server.wait(60)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
