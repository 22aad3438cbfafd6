"""A whole collection of Homebox: there and back, in two commands to a signed claim, and hostile archives refused."""
import hashlib
import io
import json
import random
import subprocess
import unittest
import warnings
import zipfile

from homebox import GROUP, Collection, imported, key
from support import Case
from test_bundle import pdf, png


def household():
    made = Collection()
    home = made.entity("Home", type="Location")
    kitchen = made.entity("Kitchen", home, type="Location")
    made.types["Vehicle"] = made.add("entity_types", 3, name="Vehicle", is_location=False, group_entity_types=GROUP)
    kettle = made.entity(
        "Kettle", kitchen, purchase_price=59.9, quantity=2, insured=1, asset_id=7, notes="blue", serial_number="K-1",
        purchase_date="2024-03-05T00:00:00Z", warranty_expires="2026-03-05T00:00:00Z", purchase_from="Shop")
    made.entity("Lid", kettle, purchase_price=4)
    made.entity("Bicycle", home, type="Vehicle", purchase_price=499.989999999999998)
    tag = made.add("tags", 4, name="metal", group_tags=GROUP)
    made.tables["tag_entities"].append({"tag_id": tag, "entity_id": kettle})
    made.add("entity_fields", 5, name="Colour code", type="text", text_value="#00f", boolean_value=0,
             time_value="0001-01-01T00:00:00Z", entity_fields=kettle)
    made.add("maintenance_entries", 6, name="Descaled", date="2025-01-02T00:00:00Z", cost=3.5, description="vinegar",
             entity_id=kettle)
    made.photo = made.attach(kettle, png(40, 30, (200, 30, 30)), title="kettle.png")
    made.tables["attachments"][-1]["primary"] = 1
    made.attach(kettle, png(30, 40, (30, 200, 30)), title="from behind")
    made.attach(kettle, pdf(), "receipt", "till.pdf")
    made.attach(kettle, png(20, 20, (1, 2, 3)), "warranty", "card")
    thumb = made.next()
    made.add("attachments", thumb, type="thumbnail", primary=0, title="t", path="t", mime_type="image/webp")
    made.files[f"attachments/{key(thumb)}"] = b"small"
    return made


class Collections(Case):
    def sums(self, folder="inventory.homepwner/photos"):
        return {path.name for path in (self.folder / folder).iterdir() if len(path.name) >= 64 and path.is_file()}

    def test_everything_comes_in_and_is_one_change(self):
        made = household()
        made.write(self.folder / "mine.backup")
        printed = self.done("import", "mine.backup", "--currency", "EUR")
        self.assertIn("added 3 items", printed.output)
        kettle, lid, bicycle = self.items()
        self.assertEqual(kettle["location"], "Home / Kitchen")
        self.assertEqual(kettle["value"], {"amount": "59.90", "currency": "EUR"})
        self.assertEqual((kettle["quantity"], kettle["assetIdentifier"], kettle["tags"]), (2, "000-007", ["metal"]))
        self.assertEqual(kettle["notes"], "blue\n\n[2025-01-02] Descaled (3.50 EUR)\n    vinegar")
        self.assertEqual((lid["parent"], lid["location"]), (kettle["id"], "Home / Kitchen"))
        self.assertEqual((bicycle["category"], bicycle["value"]["amount"]), ("Vehicle", "499.99"))
        self.assertEqual([(photo.get("fileName"), photo.get("caption"), photo.get("primary", False))
                          for photo in kettle["photos"]],
                         [("kettle.png", None, True), (None, "from behind", False)])
        self.assertEqual([(document["kind"], document.get("fileName"), document.get("title"))
                          for document in kettle["documents"]],
                         [("receipt", "till.pdf", None), ("warranty", None, "card")])
        originals = {hashlib.sha256(data).hexdigest() for data in made.files.values() if data != b"small"}
        self.assertEqual(self.sums(), originals)
        self.done("verify")
        # The maintenance is shown.
        self.assertIn("Descaled", self.done("show", kettle["id"]).output)
        # Again: known by their ids.
        self.assertIn("3 as they are already", self.done("import", "mine.backup").output)
        self.assertEqual(len(self.items()), 3)
        self.done("undo")
        self.assertEqual(self.items(), [])

    def test_there_and_back(self):
        household().write(self.folder / "in.zip")
        self.done("import", "in.zip", "--currency", "EUR")
        before = self.items()
        self.done("edit", before[0]["id"], "--condition", "good", "--replacement-value", "80")
        before = self.items()
        printed = self.done("export", "out.zip")
        self.assertEqual(printed.errors, "")
        base = imported(self.folder / "out.zip")
        self.assertEqual([row["name"] for row in base.execute(
            "SELECT name FROM entities WHERE entity_type_entities IN (SELECT id FROM entity_types WHERE is_location)")],
            ["Home", "Kitchen"])
        self.assertEqual([tuple(row) for row in base.execute("SELECT name, cost FROM maintenance_entries")],
                         [("Descaled", 3.5)])
        self.done("import", "out.zip", "--currency", "EUR", "--store", "second")
        after = self.items("--store", "second")
        for item in before + after:
            item.pop("revision", None)
        self.assertEqual(after, before)
        self.assertEqual(self.sums("second/photos"), self.sums())
        # The same inventory makes the same file, and a filter makes a smaller one that Homebox imports, too.
        self.done("export", "--to", "homebox-collection", "part.zip", "--where", "Lid")
        self.assertEqual(imported(self.folder / "part.zip").execute("SELECT count(*) FROM entities").fetchone()[0], 3)
        self.refused("export", "--to", "homebox-collection", "-", status=2)

    def test_from_the_zip_to_a_signed_claim_in_two_commands(self):
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", "key.pem"], cwd=self.folder, check=True)
        subprocess.run(["openssl", "pkey", "-in", "key.pem", "-pubout", "-out", "key.pub"], cwd=self.folder, check=True)
        household().write(self.folder / "in.zip")
        self.done("import", "in.zip", "--currency", "EUR")
        self.done("report", "insurance", "-o", "claim.zip", "--sign", "key.pem")
        self.assertIn("the signature is good", self.done("verify", "claim.zip", "--key", "key.pub").output)

    def test_a_report_of_a_collection_needs_no_inventory(self):
        household().write(self.folder / "in.zip")
        self.done("report", "--input", "in.zip", "--currency", "EUR", "--format", "json", "-o", "report.json")
        report = json.loads((self.folder / "report.json").read_text())
        self.assertEqual(len(report["items"]), 3)
        self.assertEqual(self.left_over(), ["in.zip", "report.json"])

    def test_what_is_left_out_is_named(self):
        made = household()
        item = made.tables["entities"][2]["id"]
        made.tables["entities"][0]["description"] = "two floors"
        made.tables["entities"][2]["gloss"] = 1
        made.attach(item, None, "manual", "lost.pdf")
        made.attach(item, b"PK\3\4 a text document", "attachment", "plan.docx")
        made.attach(item, png(50, 50, (9, 9, 9))[:-30], "photo", "torn.png")
        made.attach(item, None, "attachment", "Shop")
        made.tables["attachments"][-1] |= {"path": "https://shop.example/kettle", "mime_type": "link/url"}
        made.add("notifiers", 9, name="phone", url="secret://x", is_active=1, group_id=GROUP, user_id=GROUP)
        made.files["attachments/stray"] = b"?"
        made.write(self.folder / "in.zip")
        printed = self.done("import", "in.zip")
        for words in ["'lost.pdf'", "plan.docx", "torn.png", "became a custom field", "notifiers.json", "'gloss'",
                      "'attachments/stray'", "'Home'"]:
            self.assertIn(words, printed.errors)
        self.assertNotIn("secret", printed.errors)
        self.assertIn({"name": "Shop", "value": "https://shop.example/kettle"}, self.items()[0]["customFields"])
        self.done("verify")

    def test_a_failed_import_leaves_no_file(self):
        self.done("init")
        made = household()
        made.tables["entities"][3]["quantity"] = "two"
        made.write(self.folder / "in.zip")
        self.refused("import", "in.zip", says="quantity")
        self.assertEqual((self.items(), self.sums()), ([], set()))
        self.done("import", "in.zip", "--skip-invalid", "rejects.csv")
        self.assertEqual(self.names(), ["Kettle", "Bicycle"])

    def test_notices_are_printed_once_if_a_row_has_a_fault(self):
        made = household()
        made.tables["entities"][3] |= {"quantity": "two", "wizardry": 1}
        made.write(self.folder / "in.zip")
        self.assertEqual(self.refused("import", "in.zip", says="quantity").errors.count("wizardry"), 1)

    def test_a_dry_run_changes_nothing(self):
        household().write(self.folder / "in.zip")
        self.assertIn("would add 3 items", self.done("import", "--dry-run", "in.zip").output)
        self.assertEqual(self.left_over(), ["in.zip"])

    def test_items_inside_many_others_come_in_without_delay(self):
        made = Collection()
        parent = made.entity("Home", type="Location")
        for number in range(3000):
            parent = made.entity(f"Box {number}", parent)
        made.write(self.folder / "in.zip")
        self.assertIn("3,000 items", self.done("import", "--dry-run", "in.zip", timeout=60).output)

    def test_rounded_costs_and_quantities_are_counted(self):
        made = household()
        made.tables["maintenance_entries"][0]["cost"] = 3.505
        made.tables["entities"][2]["quantity"] = 0.12345678
        made.write(self.folder / "in.zip")
        self.assertIn("2 amounts and quantities", self.done("import", "in.zip", "--currency", "EUR").errors)

    # Files beside JSON

    def test_json_with_its_files_brings_them_back(self):
        household().write(self.folder / "in.zip")
        self.done("import", "in.zip", "--currency", "EUR")
        for name in ["items.json", "items.xml"]:
            self.done("export", name, "--files", "files")
            self.assertEqual({path.stem for path in (self.folder / "files").iterdir()}, self.sums())
            store = name + ".store"
            self.assertEqual(self.done("import", name, "--files", "files", "--store", store).errors, "")
            self.assertEqual(self.sums(store + "/photos"), self.sums())
            self.assertEqual([item["photos"] for item in self.items("--store", store)[:1]],
                             [item["photos"] for item in self.items()[:1]])
            self.done("verify", store)
        damaged = next((self.folder / "files").glob("*.png"))
        damaged.write_bytes(png(3, 3, (0, 0, 0)))
        self.refused("import", "items.json", "--files", "files", "--store", "third")
        self.assertFalse((self.folder / "third").exists())
        self.refused("export", "--to", "csv", "items.csv", "--files", "files", status=2)
        # A file of the same size with other content is not taken for the original.
        self.done("export", "items.json", "--files", "files")
        content = damaged.read_bytes()
        damaged.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        self.done("export", "items.json", "--files", "files")
        self.assertEqual(damaged.read_bytes(), content)

    # Twice

    def test_a_dry_run_of_a_large_list_ends_although_there_are_items(self):
        self.done("init")
        self.done("add", "Lamp")
        self.write("list.csv", "id,name,notes\n" + "".join(
            f"00000000-0000-4000-8000-{n:012},Book {n},{'words ' * 20_000}\n" for n in range(400)))
        self.assertIn("would add 400 items", self.done("import", "--dry-run", "list.csv", timeout=100).output)

    def test_a_list_that_was_imported_before_is_noticed(self):
        self.write("list.json", json.dumps([{"name": "Lamp", "location": "Hall"}, {"name": "Chair", "location": "Hall"}]))
        self.assertNotIn("undo", self.done("import", "list.json").errors)
        self.done("edit", self.items()[1]["id"], "--name", "Armchair")
        self.assertIn("1 item equals", self.done("import", "--dry-run", "list.json").errors)
        self.assertIn("1 added item equals", self.done("import", "list.json").errors)
        self.assertEqual(len(self.items()), 4)
        self.done("undo")
        self.write("homebox.csv", "HB.import_ref,HB.name,HB.quantity\n,Vase,1\nref-1,Jug,1\n")
        self.assertEqual(self.done("import", "homebox.csv").errors.count("equal"), 0)
        # Of a table it is a question.
        self.refused("import", "homebox.csv", says=["the item of 1 row, 'Vase'", "--update-by '*'"])


def rewritten(data, change):
    """An archive whose directory or headers were changed."""
    data = bytearray(data)
    change(data)
    return bytes(data)


def plain(files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, content in files:
            archive.writestr(name, content if isinstance(content, bytes) else json.dumps(content))
    return out.getvalue()


class HostileCollections(Case):
    def archives(self):
        """Names, bytes, and a word of the reason."""
        made = household()
        path = made.write(self.folder / "good.zip")
        good = path.read_bytes()
        path.unlink()
        manifest = {"schemaVersion": 1, "groupId": GROUP, "counts": {}}
        types = [{"id": key(1), "name": "Item", "is_location": 0}, {"id": key(2), "name": "Place", "is_location": 1}]

        def tables(**more):
            content = {"manifest": manifest, "entity_types": types, "entities": []} | more
            return plain([(f"{name}.json", value) for name, value in content.items()])

        def entities(*rows):
            return tables(entities=[{"id": key(20 + place), "entity_type_entities": key(1), "name": "x"} | row
                                    for place, row in enumerate(rows)])

        item = {"id": key(20), "entity_type_entities": key(1), "name": "x"}
        extra = [("manifest.json", manifest), ("entities.json", [])]
        yield "cut in half", good[:len(good) // 2], "zip"
        yield "cut before the directory's end", good[:-10], "zip"
        yield "without its beginning", b"PK\3\4" + good[200:], "zip"
        stored = plain([("manifest.json", manifest), ("entity_types.json", types), ("entities.json", [item])],
                       zipfile.ZIP_STORED)
        yield "another byte of a table", stored.replace(b'"name": "x"', b'"name": "y"'), "entities.json"
        yield "a bomb", plain(extra + [("tags.json", b"[" + b" " * 60_000_000 + b"]")]), "times its size"
        yield "a bomb of a photo", plain(extra + [(f"attachments/{key(9)}", bytes(60_000_000))]), "times its size"
        for name in ["../evil", "/etc/passwd", "attachments/../../x", "a\\b", "C:x", "attachments/\x01"]:
            yield f"a name {name!r}", plain(extra + [(name, b"x")]), "refused"
        yield "a name twice", plain(extra + [("entities.json", [])]), "twice"
        yield "a name twice but for case", plain(extra + [("Entities.json", [])]), "twice"
        link = zipfile.ZipInfo("attachments/link")
        link.external_attr, link.create_system = 0o120777 << 16, 3
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, content in extra:
                archive.writestr(name, json.dumps(content))
            archive.writestr(link, "/etc/passwd")
        yield "a symbolic link", out.getvalue(), "symbolic link"
        yield "bzip2", plain(extra, zipfile.ZIP_BZIP2), "deflate"

        def encrypt(data):
            place = 0
            while (place := data.find(b"PK\1\2", place)) >= 0:
                data[place + 8] |= 1
                place += 4
            for start in [place for place in range(len(data) - 4) if data[place:place + 4] == b"PK\3\4"]:
                data[start + 6] |= 1
        yield "encrypted", rewritten(plain(extra), encrypt), "encrypted"
        yield "no manifest", plain([("entities.json", [item]), ("entity_types.json", types)]), "manifest.json"
        yield "a manifest that is not JSON", plain([("manifest.json", b"{"), ("entities.json", [])]), "schemaVersion"
        yield "a manifest of another layout", plain([("manifest.json", manifest | {"schemaVersion": 2}),
                                                    ("entities.json", [])]), "layout 2"
        yield "a manifest with a text as version", plain([("manifest.json", manifest | {"schemaVersion": "1"}),
                                                         ("entities.json", [])]), "schemaVersion"
        yield "a huge manifest", plain([("manifest.json", random.Random(1).randbytes(2_000_000)),
                                        ("entities.json", [])]), "schemaVersion"
        yield "a table that is an object", tables(entities={"a": 1}), "entities.json"
        yield "a table that ends early", plain([("manifest.json", manifest), ("entity_types.json", types),
                                               ("entities.json", b'[{"id":')]), "entities.json"
        yield "text after a table", plain([("manifest.json", manifest), ("entities.json", b"[] []")]), "entities.json"
        yield "a table that is not UTF-8", plain([("manifest.json", manifest), ("entity_types.json", types), (
            "entities.json", b'[{"name":"\xff"}]')]), "entities.json"
        yield "deep JSON", plain([("manifest.json", manifest), ("entity_types.json", types), (
            "entities.json", b"[" * 100_000)]), "entities.json"
        yield "a row that is a number", tables(entities=[7]), "row 1"
        yield "a row without an id", tables(entities=[{"name": "x"}]), "'id'"
        yield "an id that is none", tables(entities=[item | {"id": "1; DROP TABLE items"}]), "'id'"
        yield "an id twice", tables(entities=[item, item]), "row 2"
        yield "an unknown type", tables(entities=[item | {"entity_type_entities": key(99)}]), "entity_type_entities"
        yield "an unknown parent", entities({"entity_children": key(99)}), "entity_children"
        yield "a parent of itself", entities({"entity_children": key(20)}), "item"
        yield "two parents of each other", entities({"entity_children": key(21)}, {"entity_children": key(20)}), "item"
        place = item | {"entity_type_entities": key(2)}
        yield "a place in itself", tables(entities=[place | {"entity_children": key(20)}]), "inside itself"
        yield "locations one inside the other", tables(entities=[
            place | {"id": key(100 + n), "entity_children": key(99 + n) if n else None} for n in range(4000)]), "more than 64"
        yield "a cycle of many items", tables(entities=[
            item | {"id": key(100 + n), "entity_children": key(100 + (n + 1) % 4000)} for n in range(4000)]), "item"
        yield "paths far larger than the archive", tables(entities=[
            place | {"name": random.Random(3).randbytes(300_000).hex()},
            *[place | {"id": key(100 + n), "entity_children": key(20)} for n in range(100)]]), "far more text"
        yield "a tag that is not there", tables(entities=[item], tag_entities=[
            {"tag_id": key(99), "entity_id": key(20)}]), "tag_id"
        yield "a field of nothing", tables(entity_fields=[
            {"id": key(5), "name": "x", "type": "text", "entity_fields": key(99)}]), "entity_fields"
        yield "an attachment of nothing", tables(attachments=[
            {"id": key(5), "type": "photo", "entity_attachments": key(99)}]), "entity_attachments"
        yield "a negative price", entities({"purchase_price": -5}), "purchase_price"
        yield "a price beyond counting", entities({"purchase_price": 1e300}), "purchase_price"
        yield "a quantity in words", entities({"quantity": "many"}), "quantity"
        yield "a day that is none", entities({"purchase_date": "2024-02-30T00:00:00Z"}), "purchase_date"
        yield "a creation date that is none", entities({"created_at": "yesterday"}), "created_at"
        yield "a creation date that is a number", entities({"created_at": 7}), "created_at"
        yield "a flag that is neither", entities({"archived": "perhaps"}), "archived"
        yield "a name of 2 MiB", entities({"name": random.Random(2).randbytes(1 << 20).hex()}), "1 MiB"
        yield "a NUL in a text", entities({"description": "a\0b"}), "description"

    def test_each_is_refused_and_changes_nothing(self):
        self.done("init")
        self.done("add", "Lamp")
        before, refused = self.left_over(), 0
        for name, data, reason in self.archives():
            with self.subTest(name):
                path = self.write("hostile.zip", data)
                outcome = self.refused("import", "hostile.zip", says=reason)
                self.assertIn("hostile.zip", outcome.errors)
                self.assertEqual(self.names(), ["Lamp"])
                path.unlink()
                self.assertEqual(self.left_over(), before)
                refused += 1
        self.assertGreaterEqual(refused, 45)
        self.assertEqual([path for path in (self.folder / "inventory.homepwner").rglob("*") if len(path.name) == 64], [])

    def test_other_archives_are_named_for_what_they_are(self):
        self.write("photos.zip", plain([("a.jpg", b"\xff\xd8")]))
        self.refused("import", "photos.zip", says="ZIP file")
        self.refused("import", "--from", "homebox-collection", "photos.zip", says="manifest.json")
        self.write("list.csv", "name\nLamp\n")
        self.refused("import", "--from", "homebox-collection", "list.csv", says="zip")
        self.refused("import", "--from", "homebox-collection", "-", input="x", says="save it")


if __name__ == "__main__":
    unittest.main()
