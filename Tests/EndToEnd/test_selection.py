"""`publish --where --columns`: of a selection, nothing else can be found in the folder, byte by byte."""
import json
import re
import shutil
import xml.etree.ElementTree as tree

from support import Case

ATOM = {"a": "http://www.w3.org/2005/Atom"}


class Selection(Case):
    def setUp(self):
        super().setUp()
        self.done("sample", "--photos", "--seed", "7", "--count", "40")
        self.done("settings", "--owner", "Olga Owner", "--currency", "CHF")
        items = [item for item in self.items() if not item.get("archived")]
        # No other item has the photo, the name or the serial number of one of these.
        names = [item["name"] for item in items]
        photos = [photo["hash"] for item in items for photo in item.get("photos", [])]
        alone = [item for item in items if item.get("photos") and names.count(item["name"]) == 1
                 and all(photos.count(photo["hash"]) == 1 for photo in item["photos"])]
        self.chosen = [item["id"] for item in (alone or items)[:4]]
        for number, item in enumerate(self.chosen):
            self.done("edit", item, "--sale-price", f"{number + 1}77.25", "--sale-date", "", "--sale-to", "", "--tag-add", "flea")
        for item in items:
            if item["id"] not in self.chosen:
                self.done("edit", item["id"], "--name", f"Needle {item['id'][-8:]}", "--field", f"own=needle {item['id'][-6:]}",
                          "--location", f"Needle room {item['id'][-5:]} / shelf", "--tag-add", f"needle{item['id'][-4:]}")

    def secrets(self, shown):
        """What must not be found: of every other item all that is its own, and of those shown what is hidden."""
        items = self.items()
        visible = [item for item in items if item["id"] in shown]
        kept = {photo["hash"] for item in visible for photo in item.get("photos", [])}
        found = {"Olga Owner"}
        for item in items:
            found |= {item[name] for name in ["serialNumber", "assetIdentifier", "externalReference"] if item.get(name)}
            found |= {document["hash"] for document in item.get("documents", [])}
            if item["id"] not in shown:
                found |= {item["id"], item["id"].replace("-", ""), item["name"], f"needle {item['id'][-6:]}"}
                found |= {f"eedle room {item['id'][-5:]}", f"needle-room-{item['id'][-5:]}", f"needle{item['id'][-4:]}"}
                found |= {photo["hash"] for photo in item.get("photos", [])} - kept
        return {text.encode() for text in found if len(text) > 3}

    def search(self, folder, shown):
        secrets = self.secrets(shown)
        pages, pictures = set(), set()
        for path in sorted((self.folder / folder).rglob("*")):
            name = str(path.relative_to(self.folder / folder))
            for secret in secrets:
                self.assertNotIn(secret, name.encode())
            if not path.is_file():
                continue
            held = path.read_bytes()
            # Nothing in a folder is packed but pictures, so that a search finds everything.
            self.assertTrue(held[:2] not in (b"\x1f\x8b", b"PK") and not name.endswith((".gz", ".br", ".zst", ".zip")), name)
            if name.startswith("assets/"):
                continue
            self.assertEqual([secret for secret in secrets if secret in held], [], name)
            if name.startswith("item/"):
                pages.add(path.stem)
            if name.startswith("photo/"):
                pictures.add(path.stem.split("-")[0])
        self.assertEqual(pages, set(shown))
        self.assertEqual(pictures, {photo["hash"] for item in self.items() if item["id"] in shown
                                    for photo in item.get("photos", [])} & pictures)
        parts = json.loads((self.folder / folder / "search/index.json").read_bytes())["parts"]
        found = [item for part in parts for item in json.loads((self.folder / folder / "search" / part).read_bytes())[0]]
        self.assertEqual(set(found), set(shown))
        self.assertIn(f"{len(shown)} item", (self.folder / folder / "index.html").read_text())
        return pictures

    def test_a_folder_without_items_is_said(self):
        self.done("init", "--store", "none.homepwner")
        self.done("add", "Lamp", "--store", "none.homepwner")
        errors = self.done("publish", "empty", "--profile", "sale", "--store", "none.homepwner").errors
        self.assertIn("the folder shows no item", errors)
        self.assertIn("sale-price:any", errors)

    def test_a_sale_page_has_the_things_for_sale_and_nothing_else(self):
        self.done("publish", "sale", "--profile", "sale")
        pictures = self.search("sale", self.chosen)
        page = (self.folder / "sale/index.html").read_text()
        self.assertEqual([f"{number}77.25 CHF" in page for number in [1, 2, 3, 4]], [True] * 4)
        self.assertIn("For sale", page)
        self.assertEqual(json.loads((self.folder / "sale/homepwner-site.json").read_bytes())["revision"], 0)
        # One is sold, another changes, one is new; then the filter changes.
        self.done("edit", self.chosen[0], "--sale-date", "2026-01-02", "--sale-to", "Berta Buyer")
        self.done("edit", self.chosen[1], "--sale-price", "5.55")
        self.done("add", "Kite", "--sale-price", "9.75")
        new = next(item["id"] for item in self.items() if item["name"] == "Kite")
        self.done("publish", "sale")
        self.assertTrue(self.search("sale", self.chosen[1:] + [new]) < pictures)
        self.assertIn("5.55 CHF", (self.folder / "sale/index.html").read_text())
        self.done("publish", "sale", "--where", "name:Kite")
        self.assertEqual(self.search("sale", [new]), set())
        self.done("publish", "whole", "--profile", "sale", "--where", "name:Kite")
        for path in (self.folder / "whole").rglob("*"):
            name = path.relative_to(self.folder / "whole")
            if path.is_file() and path.name != "homepwner-site.json":
                self.assertEqual(path.read_bytes(), (self.folder / "sale" / name).read_bytes(), name)
        count = [len([path for path in (self.folder / name).rglob("*") if path.is_file()]) for name in ["sale", "whole"]]
        self.assertEqual(*count)

    def test_chosen_columns_stay_chosen_and_the_folder_does_not_name_them(self):
        self.done("edit", self.chosen[0], "--field", "lent to=Aunt May")
        self.done("publish", "loans", "--where", "tag:flea", "--columns", 'name,photo,"lent to"')
        self.search("loans", self.chosen)
        self.done("edit", self.chosen[0], "--field", "lent to=Uncle Ben")
        self.done("publish", "loans")
        self.search("loans", self.chosen)
        self.assertIn("Uncle Ben", (self.folder / "loans/index.html").read_text())
        site = (self.folder / "loans/homepwner-site.json").read_text()
        self.assertNotIn("flea", site)
        self.assertNotIn("lent to", site)
        # An inventory that does not know the profile asks for it, rather than publish another.
        shutil.copytree(self.folder / "loans", self.folder / "copy")
        (self.folder / "copy/homepwner-site.json").write_text(re.sub('"site":"[^"]*"', '"site":"11111111-1111-4111-8111-111111111111"', site))
        self.refused("publish", "copy", "--force", says="--profile")
        self.refused("publish", "loans", "--editable", status=2, says="--profile private")
        self.refused("publish", "loans", "--columns", "name,line", status=2, says="line")
        self.refused("publish", "loans", "--columns", "name,lent too", status=2, says="lent to")
        self.done("publish", "edited", "--editable")
        self.refused("publish", "edited", "--where", "tag:flea", says="--read-only")
        self.done("publish", "edited", "--where", "tag:flea", "--read-only")
        self.assertEqual(len(list((self.folder / "edited/item").iterdir())), 4)

    def test_a_profile_is_a_file(self):
        profile = {"homepwnerProfile": 1, "title": "Flea market", "where": "tag:flea", "columns": ["name", "sale-price"],
                   "findable": True}
        (self.folder / "flea.json").write_text(json.dumps(profile))
        self.refused("publish", "flea", "--profile", "flea.json", status=2, says="--address")
        self.refused("publish", "flea", "--profile", "flea.json", "--address", "home/flea", status=2, says="https://")
        self.done("publish", "flea", "--profile", "flea.json", "--address", "https://home.example/flea")
        self.search("flea", self.chosen)
        robots = (self.folder / "flea/robots.txt").read_text()
        self.assertEqual(robots, "User-agent: *\nAllow: /\nSitemap: https://home.example/flea/sitemap.xml\n")
        feed = tree.fromstring((self.folder / "flea/feed.xml").read_bytes())
        self.assertEqual({entry.findtext("a:id", namespaces=ATOM) for entry in feed.findall("a:entry", ATOM)},
                         {f"urn:uuid:{item}" for item in self.chosen})
        for element in feed.iter("{http://www.w3.org/2005/Atom}updated"):
            self.assertRegex(element.text, r"^\d{4}-\d\d-\d\dT00:00:00Z$")
        places = [place.text for place in tree.fromstring((self.folder / "flea/sitemap.xml").read_bytes()).iter() if
                  place.tag.endswith("loc")]
        self.assertEqual(places[0], "https://home.example/flea/index.html")
        self.assertEqual(set(places[1:]), {f"https://home.example/flea/item/{item}.html" for item in self.chosen})
        page = (self.folder / f"flea/item/{self.chosen[0]}.html").read_text()
        self.assertIn('<meta property="og:title"', page)
        self.assertIn('<meta name="description"', page)
        self.assertNotIn("noindex", page)
        self.assertIn("Flea market", page)
        self.done("remove", self.chosen[3])
        self.done("publish", "flea")
        self.search("flea", self.chosen[:3])
        for text, says in [("{", "not a profile"), (json.dumps({**profile, "filter": ""}), "filter"),
                           (json.dumps({**profile, "columns": ["nmae"]}), "name"), (json.dumps({**profile, "where": "value:x"}), "value:x")]:
            (self.folder / "bad.json").write_text(text)
            self.refused("publish", "bad", "--profile", "bad.json", "--address", "https://a.example/", status=2, says=says)
        self.done("publish", "flea", "--profile", "sale")
        self.assertFalse((self.folder / "flea/feed.xml").exists())
        self.assertIn("noindex", (self.folder / "flea/index.html").read_text())
