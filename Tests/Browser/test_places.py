"""Every place of a value, with every hostile value, as Chromium reads the recorded pages.

The pages are those that Tests/TemplatingTests records from places.json. One page of the browser reads them all, each
in a frame of its own, where scripts may run.
"""
import json
import pathlib
import re
import unittest

from support import BrowserTest

FIXTURES = pathlib.Path(__file__).parent.parent / "Fixtures" / "templating"
SAFE_SCHEMES = {"http", "https", "mailto", "tel"}

# Runs in the page: writes each document into a frame, waits for what it would run, and tells what it is made of.
# Whatever a page runs, it would call alert or set `hacked`; the cases' own code is alert(1).
READ = """
async (cases) => {
    const results = [];
    const batch = 60;
    for (let start = 0; start < cases.length; start += batch) {
        const frames = cases.slice(start, start + batch).map((one) => {
            const frame = document.createElement('iframe');
            const ran = [];
            document.body.append(frame);
            const note = (what) => () => { ran.push(what); };
            for (const name of ['alert', 'confirm', 'prompt', 'print', 'eval']) {
                frame.contentWindow[name] = note(name);
            }
            const document_ = frame.contentDocument;
            document_.open();
            document_.write(one.page);
            document_.close();
            return {frame, ran, one};
        });
        await new Promise((done) => setTimeout(done, 250));
        for (const {frame, ran, one} of frames) {
            const root = frame.contentDocument;
            const shape = [];
            const walker = root.createTreeWalker(root, NodeFilter.SHOW_ALL);
            while (walker.nextNode()) {
                const node = walker.currentNode;
                if (node.nodeType === Node.ELEMENT_NODE) {
                    shape.push(node.localName + ' ' + [...node.attributes].map((a) => a.name).sort().join(' '));
                    for (const type of ['click', 'mouseover', 'load', 'error']) node.dispatchEvent(new Event(type));
                } else if (node.nodeType !== Node.TEXT_NODE) {
                    shape.push(node.nodeName);
                }
            }
            const element = root.querySelector(one.selector);
            const seen = !element ? null
                : one.property === 'textContent' ? element.textContent : element.getAttribute(one.property);
            const address = element && typeof element.href === 'string' ? element.href : null;
            results.push({shape, seen, address, ran, where: String(frame.contentWindow.location)});
            frame.remove();
        }
    }
    return results;
}
"""


# Runs in the page: what each document is made of, with all that a browser would run.
SHAPES = """
(cases) => {
    const shape = (text) => {
        const found = [];
        const walk = (node) => {
            for (const child of node.childNodes) {
                if (child.nodeType === Node.ELEMENT_NODE) {
                    found.push(child.localName + ' ' + [...child.attributes].map((a) => a.name).join(' '));
                    const isCode = ['script', 'style', 'xmp', 'iframe', 'noembed'].includes(child.localName);
                    if (isCode && !(child.type || '').includes('json')) found.push(child.textContent);
                    for (const a of child.attributes) if (/^on|^style$/.test(a.name)) found.push(a.value);
                    for (const a of child.attributes) if (/^\\s*javascript:/i.test(a.value) && a.name === 'href')
                        found.push(a.value);
                    walk(child.content || child);
                    found.push('/');
                } else if (child.nodeType !== Node.TEXT_NODE) found.push(child.nodeName + (child.data || ''));
            }
        };
        walk(new DOMParser().parseFromString(text, 'text/html'));
        return found.join('|');
    };
    return cases.map((one) => [one.harmless, ...one.hostile].map(shape));
}
"""


def carried(value):
    """What HTML can carry of a value: no controls and noncharacters, and line ends as line feeds."""
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    return "".join("\ufffd" if is_illegal(ord(c)) else c for c in value)


def is_illegal(code):
    return ((code < 0x20 and code not in (9, 10, 12)) or 0x7F <= code < 0xA0 or 0xFDD0 <= code <= 0xFDEF
            or code & 0xFFFE == 0xFFFE)


def is_harmless(url):
    """Whether a browser reads an address as relative or as one of the schemes that run nothing."""
    url = re.sub(r"[\t\n\r]", "", url.strip("".join(map(chr, range(0x21)))))
    scheme = re.match(r"([^/?#:]*):", url)
    return scheme is None or scheme.group(1).lower() in SAFE_SCHEMES


def is_right(seen, value, kind):
    match kind:
        case "text" | "attribute":
            return seen == carried(value)
        case "text-part" | "attribute-part":
            return seen == f"a {carried(value)} b"
        case "url":
            return not is_harmless(value) if seen == "about:invalid" else is_harmless(seen) and is_harmless(value)
        case "srcset":
            return seen.endswith(" 1x, b.png 2x") and len(seen.split(" ")) <= 4
        case "component":
            return not re.search(r"[<> \"']", seen) and is_harmless(seen)
        case "json":
            return json.loads(seen) == {"value": value}
        case "json-list":
            return json.loads(seen) == [value, value]
    return False


class Places(BrowserTest):
    def test_no_value_runs_or_becomes_markup_and_the_reader_sees_it(self):
        fixture = json.loads((FIXTURES / "places.json").read_text("utf-8"))
        recorded = json.loads((FIXTURES / "places.expected.json").read_text("utf-8"))
        values = {entry["name"]: entry["value"] for entry in fixture["values"]}
        cases = [(place, name) for place in fixture["places"] for name in values]
        self.assertGreaterEqual(len(cases), 300)

        page = self.open(b"<!DOCTYPE html><title>places</title>")
        # Nothing is fetched; a picture that cannot load still calls its onerror.
        page.route("**/*", lambda route: route.abort())
        results = page.evaluate(READ, [
            {"page": recorded[place["name"]][name], "selector": place["selector"], "property": place["property"]}
            for place, name in cases])

        harmless = {place["name"]: result["shape"] for (place, name), result in zip(cases, results) if name == "plain"}
        for (place, name), result in zip(cases, results, strict=True):
            with self.subTest(place=place["name"], value=name):
                self.assertEqual(result["ran"], [], "a script ran")
                self.assertEqual(result["where"].split("#")[0], page.url, "the page went elsewhere")
                self.assertEqual(result["shape"], harmless[place["name"]])
                self.assertIsNotNone(result["seen"])
                self.assertTrue(is_right(result["seen"], values[name], place["kind"]), result["seen"])
                if result["address"]:
                    # What Chromium itself makes of the address; a relative one is a file beside the page.
                    self.assertIn(result["address"].split(":")[0], SAFE_SCHEMES | {"file", "about"})
        print(f"{len(cases)} cases ", end="", flush=True)

    def test_random_pages_are_made_of_the_same_whatever_the_value(self):
        cases = json.loads((FIXTURES / "random-pages.expected.json").read_text("utf-8"))
        page = self.open(b"<!DOCTYPE html><title>places</title>")
        results = page.evaluate(SHAPES, cases)
        for case, (harmless, *hostile) in zip(cases, results, strict=True):
            for shape in hostile:
                with self.subTest(template=case["template"]):
                    self.assertEqual(shape, harmless)
        broken = {"harmless": '<p title="x">', "hostile": ['<p title="" onclick="x">', "<p title=x><i>"]}
        harmless, *others = page.evaluate(SHAPES, [broken])[0]
        self.assertNotIn(harmless, others)
        print(f"{len(cases)} random templates ", end="", flush=True)

    def test_the_reading_notices_what_would_be_wrong(self):
        page = self.open(b"<!DOCTYPE html><title>places</title>")
        head = '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>'
        cases = [head + body for body in (
            '<p id="v">x</p>', '<p id="v"><script>alert(1)</script></p>', '<p id="v" onmouseover="alert(1)">x</p>',
            '<p id="v"><img src=x onerror=alert(1)></p>')]
        results = page.evaluate(
            READ, [{"page": case, "selector": "#v", "property": "textContent"} for case in cases])
        self.assertEqual([bool(result["ran"]) for result in results], [False, True, True, True])
        self.assertEqual(len({json.dumps(result["shape"]) for result in results}), 4)


if __name__ == "__main__":
    unittest.main()
