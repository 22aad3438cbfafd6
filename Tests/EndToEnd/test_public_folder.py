"""A public folder holds what docs/page.md lists, and nothing else: every byte of one is taken apart."""
import base64
import hashlib
import html.parser
import json
import re
import uuid

from support import Case, TOP

WORDS = json.loads((TOP / "Templates/words/en.json").read_bytes())
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
HASH = re.compile(r"sha256-[A-Za-z0-9+/]{43}=")
# The markup of the program's own templates: names of classes, of ids and of kinds.
MARKUP = re.compile(r"[a-z][A-Za-z0-9 ._/+-]*")
PUBLIC = ["name", "location", "category", "manufacturer", "modelNumber", "condition", "description", "colour", "url"]
SITE_FILE = {"editable", "format", "generation", "language", "ownAssets", "ownTemplates", "profile", "revision", "scripts",
             "site", "store", "version"}


class Page(html.parser.HTMLParser):
    """The texts and attributes of a page."""
    def __init__(self, text):
        super().__init__()
        self.texts, self.attributes = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.attributes += [(tag, name, value or "") for name, value in attributes]

    def handle_data(self, data):
        self.texts.append(data)

    def handle_comment(self, data):
        self.texts.append(f"comment {data}")


class PublicFolder(Case):
    zone = "Pacific/Auckland"

    def setUp(self):
        super().setUp()
        self.done("sample", "--rich", "--seed", "5", "--count", "40")
        self.done("settings", "--owner", "Olga Owner", "--time-zone", self.zone, "--currency", "CHF")
        self.publish("site")
        self.site = self.folder / "site"
        self.shown = [item for item in self.items() if not item.get("archived")]
        self.assertGreater(len(self.shown), 10)

    def publish(self, folder, *words):
        self.done("publish", folder, "--profile", "public", *words)

    def files(self):
        return {str(path.relative_to(self.site)): path for path in sorted(self.site.rglob("*")) if path.is_file()}

    def public_texts(self):
        texts = {str(item.get(field)) for item in self.shown for field in PUBLIC if item.get(field)}
        texts |= {tag for item in self.shown for tag in item.get("tags", [])}
        texts |= {photo["caption"] for item in self.shown for photo in item.get("photos", []) if photo.get("caption")}
        for item in self.shown:
            parts = [part.strip() for part in (item.get("location") or "").split("/")]
            texts |= {part for part in parts if part} | {" / ".join(parts[:n]) for n in range(1, len(parts) + 1)}
            texts |= {item["name"][:1].upper()}
        return texts

    def days(self):
        import datetime
        import zoneinfo
        moments = [datetime.datetime.fromisoformat(item["dateCreated"].replace("Z", "+00:00")) for item in self.shown]
        return {moment.astimezone(zoneinfo.ZoneInfo(self.zone)).date() for moment in moments}

    def allowed(self):
        """Everything that a text of a page may consist of, the longest first."""
        words = {piece for key, text in WORDS.items() if not key.startswith(("say.", "help.")) for piece in re.split(r"\{\d\}", text)}
        days = {f"{day:%b} {day.day}, {day.year}" for day in self.days()}
        units = sum(float(item["quantity"]) for item in self.shown)
        numbers = {f"{float(item['quantity']):,g}" for item in self.shown} | {f"{n:,}" for n in range(len(self.shown) + 1)}
        version = self.done("version").output.strip()
        known = words | days | self.public_texts() | numbers | {f"{units:,g}", version, "⋯"}
        return sorted((text for text in known if text.strip()), key=len, reverse=True)

    def left_over(self, text, allowed):
        """What is left of a text without all that is allowed, in whole words."""
        text = " ".join(text.split())
        for known in allowed:
            known = " ".join(known.split())
            if known in text:
                text = re.sub(r"(?<!\w)" + re.escape(known) + r"(?!\w)" if known[0].isalnum() and known[-1].isalnum()
                              else re.escape(known), "\0", text)
        return re.sub(r"[\0\s,.:;·/()…“”\"'’-]+", "", text)

    def test_every_byte_is_on_the_list(self):
        files, allowed = self.files(), self.allowed()
        days = {day.isoformat() for day in self.days()}
        ids = {item["id"] for item in self.shown}
        for name, path in files.items():
            with self.subTest(name):
                if name.startswith("assets/"):
                    continue
                if name.startswith("photo/"):
                    self.assertRegex(name, r"^photo/[0-9a-f]{64}-\d+\.jpg$")
                    self.assertTrue(path.read_bytes().startswith(b"\xff\xd8"))
                elif name == "homepwner-site.json":
                    file = json.loads(path.read_bytes())
                    self.assertEqual(set(file), SITE_FILE)
                    self.assertRegex(file["store"], r"^[0-9a-f]{64}$")
                    for member in ["site", "generation"]:
                        self.assertRegex(file[member], "^" + UUID.pattern + "$")
                    self.assertTrue(all(HASH.fullmatch(value) for value in file["scripts"].values()))
                elif name == "robots.txt":
                    self.assertEqual(path.read_bytes(), b"User-agent: *\nDisallow: /\n")
                elif name.endswith(".json"):
                    self.check_json(json.loads(path.read_bytes()), files, allowed, days, ids)
                else:
                    self.assertTrue(name.endswith(".html"), name)
                    self.check_page(path.read_text(), path.parent, allowed, days, ids)

    def check_json(self, value, files, allowed, days, ids):
        if isinstance(value, dict):
            self.assertEqual(set(value), {"parts"})
            self.assertTrue(all(f"search/{part}" in files for part in value["parts"]))
        elif isinstance(value, list):
            for element in value:
                self.check_json(element, files, allowed, days, ids)
        elif isinstance(value, str) and value not in days | ids and f"photo/{value}" not in files:
            self.assertEqual(self.left_over(value, allowed), "", value)
        elif isinstance(value, (int, float)):
            self.assertEqual(self.left_over(f"{value:,g}", allowed), "", value)

    def check_page(self, text, folder, allowed, days, ids):
        page = Page(text)
        scripts = json.loads((self.site / "homepwner-site.json").read_bytes())["scripts"]
        for found in page.texts:
            # The program's own script inside lists.
            if f"sha256-{base64.b64encode(hashlib.sha256(found.encode()).digest()).decode()}" == scripts["disk.js"]:
                continue
            self.assertEqual(self.left_over(found, allowed), "", found)
        for tag, name, value in page.attributes:
            if name in ("href", "src"):
                if not value.startswith(("http:", "https:", "#")):
                    place = (folder / value.split("#")[0]).resolve()
                    self.assertTrue(place.is_file() and self.site in place.parents, value)
                    for found in UUID.findall(value):
                        self.assertIn(found, ids)
            elif name == "datetime":
                self.assertIn(value, days)
            elif (tag, name) == ("template", "id"):
                self.assertIn(value, ["./find.js", "./viewer.js", "./picker.js"])
            elif name == "id" and UUID.fullmatch(value):
                self.assertIn(value, ids)
            elif name in ("content", "integrity") and (HASH.search(value) or value.startswith("script-src ")):
                self.assertRegex(HASH.sub("", value), r"^[a-z0-9 ':;-]*$")
            elif name in ("alt", "content", "data-name", "aria-label", "data-needs", "placeholder", "title"):
                if not MARKUP.fullmatch(value) and value not in ("width=device-width, initial-scale=1",):
                    self.assertEqual(self.left_over(value, allowed), "", f"{name}={value}")
            elif name in ("width", "height", "data-c", "colspan", "tabindex"):
                self.assertRegex(value, r"^-?\d+$")
            elif (tag, name) == ("input", "value"):
                self.assertIn(value, ["grid", "table"])
            elif name == "http-equiv":
                self.assertEqual(value, "Content-Security-Policy")
            elif name == "data-languages":
                self.assertEqual(value, "de en es fr he it nl pt zh-Hans zh-Hant")
            else:
                self.assertIn(name, "autocomplete aria-current aria-describedby aria-labelledby charset class checked data-l data-more data-n "
                              "data-public data-s data-scope data-w data-whole dir hidden http-equiv id lang loading name open rel "
                              "role scope spellcheck type aria-live hreflang".split(), f"{tag} {name}={value}")
                self.assertTrue(not value or MARKUP.fullmatch(value), f"{name}={value}")

    def test_no_byte_tells_what_is_private(self):
        secrets = {"Olga", self.zone, "CHF", "Auckland", "data-zone", "data-store", "data-currency", "timeZone"}
        secrets |= {item["dateCreated"] for item in self.items()} | {item["dateCreated"][11:19] for item in self.items()}
        store = self.site_of_owner()["store"]
        secrets |= {store, store[:8], store.replace("-", "")}
        secrets |= {item["id"] for item in self.items() if item.get("archived")}
        for field in ["serialNumber", "assetIdentifier", "externalReference"]:
            secrets |= {item[field] for item in self.items() if item.get(field)}
        for name, path in self.files().items():
            if not name.startswith("assets/"):
                held = path.read_bytes()
                self.assertEqual([secret for secret in secrets if secret.encode() in held], [], name)

    def site_of_owner(self):
        self.done("publish", "own")
        return json.loads((self.folder / "own/homepwner-site.json").read_bytes())

    def test_assets_are_the_same_for_everybody(self):
        self.done("init", "--store", "other")
        self.done("publish", "--store", "other", "others", "--profile", "public")
        for name, path in self.files().items():
            if name.startswith("assets/"):
                self.assertEqual(path.read_bytes(), (self.folder / "others" / name).read_bytes(), name)

    def test_the_folder_is_known_again_and_two_of_one_inventory_are_not_alike(self):
        self.publish("second")
        stores = [json.loads((self.folder / name / "homepwner-site.json").read_bytes())["store"] for name in ["site", "second"]]
        self.assertNotEqual(*stores)
        self.done("add", "New thing")
        self.assertIn("0 removed", self.done("publish", "site").output)
        self.assertIn("New thing", (self.site / "index.html").read_text())
        self.done("init", "--store", "other")
        self.refused("publish", "--store", "other", "site", says="another inventory")
        # Folders that an earlier version published have the inventory's id.
        file = json.loads((self.site / "homepwner-site.json").read_bytes())
        own = self.site_of_owner()
        (self.site / "homepwner-site.json").write_text(json.dumps({**file, "store": own["store"], "timeZone": "UTC"}))
        self.done("publish", "site")
        self.assertNotIn("timeZone", json.loads((self.site / "homepwner-site.json").read_bytes()))
        # A private folder keeps what its pages need.
        self.assertEqual((own["timeZone"], uuid.UUID(own["store"]).version is not None), (self.zone, True))

    def test_the_list_is_in_the_documentation(self):
        text = (TOP / "docs/page.md").read_text()
        listed = text[text.index("A public folder contains this and nothing else"):].split("### ")[0]
        for words in ["`photo/`", "`assets/`", "`homepwner-site.json`", "name, quantity", "digest of the inventory"]:
            self.assertIn(words, listed)
