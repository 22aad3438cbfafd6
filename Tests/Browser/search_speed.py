"""Measures searching and sorting in a browser: `python search_speed.py SITE [SLOW-DOWN]`, SITE being a published folder.

Prints the milliseconds from the last key to the changed list, and from choosing an order to the sorted list.
"""
import functools
import http.server
import os
import statistics
import sys
import threading

from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
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


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


def main(site, slowdown):
    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        client = page.context.new_cdp_session(page)
        client.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        page.goto(f"http://127.0.0.1:{host.server_port}/index.html")
        page.wait_for_selector("#order select")
        print(f"first search {page.evaluate(TIMED, ['search', 'lamp']):.0f}")
        times = {name: [page.evaluate(TIMED, [act, value]) for value in values] for name, act, values in [
            ("search", "search", ["kitchen", "xl", "sn12", "camera", "a"]),
            ("mistyped", "search", ["kichten", "espreso", "camrea"]),
            ("sort", "sort", ["-value", "name", "-dateCreated"])]}
        for name, measured in times.items():
            print(f"{name} median {statistics.median(measured):.0f}, worst {max(measured):.0f}")
        browser.close()
    host.shutdown()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 1)
