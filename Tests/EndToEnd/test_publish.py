"""The command `publish`: what a folder was published with holds until the call says otherwise."""
import json
import os
import shutil
import sqlite3
import subprocess

import support
from test_bundle import png


class Publish(support.Case):
    def setUp(self):
        super().setUp()
        self.done("init")
        self.done("add", "Lamp", "--value", "50", "--serial-number", "SN-1")

    def manifest(self, folder="site"):
        text = (self.folder / folder / "homepwner-site.json").read_text()
        return json.loads(text)

    def test_a_public_folder_turns_private_only_on_request(self):
        self.done("publish", "www", "--profile", "public", "--title", "My house", "--locale", "de")
        self.done("add", "Chair", "--value", "77")
        self.done("publish", "www")
        now = self.manifest("www")
        self.assertEqual((now["profile"], now["title"], now["language"]), ("public", "My house", "de"))
        self.assertNotIn("77,00", (self.folder / "www/index.html").read_text())
        self.refused("publish", "www", "--editable", status=2, says="--profile private")
        self.done("publish", "www", "--profile", "private", "--title", "")
        now = self.manifest("www")
        self.assertEqual((now["profile"], now.get("title")), ("private", None))

    def modes(self, folder):
        """The permissions of the folders and of the files."""
        paths = [self.folder / folder, *(self.folder / folder).rglob("*")]
        return [{oct(path.stat().st_mode & 0o7777) for path in paths if path.is_dir() == wanted} for wanted in [True, False]]

    def test_a_folder_keeps_its_rights_whatever_the_umask_is(self):
        self.addCleanup(os.umask, os.umask(0o077))
        self.write("lamp.png", png(40, 30, (200, 30, 30)))
        self.done("photo", "add", "Lamp", "lamp.png")
        for number, mask in enumerate([0o077, 0o000, 0o027, 0o022]):
            os.umask(mask)
            self.done("publish", f"new{number}", "--profile", "public")
            self.done("edit", "Lamp", "--location", f"Place {number}")
            self.done("publish", "www", "--profile", "public")
            self.done("publish", "site")
            for folder in [f"new{number}", "www"]:
                self.assertEqual(self.modes(folder), [{"0o755"}, {"0o644"}], oct(mask))
            self.assertEqual(self.modes("site")[0], {"0o700"})
        # Files that an earlier version closed are opened.
        (self.folder / "www/index.html").chmod(0o600)
        self.done("publish", "www", "--check")
        self.assertEqual(self.modes("www"), [{"0o755"}, {"0o644"}])
        (self.folder / "site").chmod(0o750)
        os.umask(0o077)
        self.done("edit", "Lamp", "--location", "Attic")
        self.done("publish", "site", "--check")
        self.assertEqual({mode[-2:] for mode in self.modes("site")[1]} - {"44"}, {"40"})
        self.assertEqual(self.modes("site")[0], {"0o750"})

    def test_pages_stay_editable_until_they_shall_not_be(self):
        self.done("publish", "site", "--editable")
        self.done("publish", "site")
        self.assertTrue(self.manifest()["editable"])
        self.refused("publish", "site", "--editable", "--read-only", status=2, says="only one of")
        self.done("publish", "site", "--read-only")
        self.assertFalse(self.manifest()["editable"])
        self.done("publish", "site", "--editable")
        self.done("publish", "site", "--profile", "public")
        self.assertFalse(self.manifest()["editable"])

    def test_a_damaged_manifest_wants_the_profile_named(self):
        self.done("publish", "www", "--profile", "public")
        (self.folder / "www/homepwner-site.json").write_text("{")
        self.refused("publish", "www", status=2, says="--profile")
        self.done("publish", "www", "--profile", "public")
        self.assertEqual(self.manifest("www")["profile"], "public")

    def test_own_templates_are_not_dropped_in_silence(self):
        (self.folder / "own").mkdir()
        (self.folder / "own/style.css").write_text("/* mine */")
        self.done("publish", "site", "--editable", "--site", "own")
        for command in ["publish", "serve"]:
            self.refused(command, "site", status=2, says=["--site", "built-in"])
        self.done("publish", "site", "--site", "own")
        self.assertEqual((self.folder / "site/assets/style.css").read_text(), "/* mine */")
        self.done("publish", "site", "--site", "built-in")
        self.assertNotEqual((self.folder / "site/assets/style.css").read_text(), "/* mine */")

    def test_own_files_that_cannot_be_read_are_not_replaced_by_the_built_in_ones(self):
        (self.folder / "own").mkdir()
        (self.folder / "pages").mkdir()
        for option, name in [("--site", "own/style.css"), ("--templates", "pages/pager.html.mustache")]:
            (self.folder / name).symlink_to(name.split("/")[1])
            self.refused("publish", "www", option, name.split("/")[0], says=[name, "symbolic links"])
            self.assertFalse((self.folder / "www").exists())

    def test_a_folder_of_another_inventory_is_neither_published_into_nor_served(self):
        self.done("publish", "site", "--editable")
        before = (self.folder / "site/index.html").read_bytes()
        self.done("init", "--store", "other")
        for command in ["publish", "serve"]:
            self.refused(command, "site", "--store", "other", says="from another inventory")
        self.assertEqual((self.folder / "site/index.html").read_bytes(), before)

    def test_an_inventory_restored_from_a_backup_is_published_as_it_is(self):
        store, backup = self.folder / "inventory.homepwner", self.folder / "backup"
        shutil.copytree(store, backup)
        self.done("add", "Chair")
        self.done("publish", "site", "--editable")
        shutil.rmtree(store)
        shutil.copytree(backup, store)
        self.done("add", "Table")
        # As many changes as before, and another one the last.
        self.done("publish", "site")
        page = (self.folder / "site/index.html").read_text()
        self.assertIn("Table", page)
        self.assertNotIn("Chair", page)
        self.assertEqual(len(list((self.folder / "site/item").iterdir())), 2)
        before = self.manifest()
        self.done("publish", "site")
        self.assertEqual(self.manifest()["revision"], before["revision"])

    def test_files_of_others_are_kept_and_named(self):
        (self.folder / "www").mkdir()
        (self.folder / "www/index.html").write_text("my homepage")
        self.refused("publish", "www", says="--force")
        said = self.done("publish", "www", "--force").errors
        self.assertIn("index.html~", said)
        self.assertEqual((self.folder / "www/index.html~").read_text(), "my homepage")

    def unremovable(self, path):
        """Keeps a file from being removed or replaced until the returned function is called."""
        done = subprocess.run(["mount", "--bind", path, path], capture_output=True)
        if done.returncode != 0:
            self.skipTest("a file that cannot be removed wants the right to mount (root)")
        self.addCleanup(subprocess.run, ["umount", "-l", path], capture_output=True)
        return lambda: subprocess.run(["umount", path], check=True)

    def files(self, folder):
        return {path: path.read_bytes() for path in (self.folder / folder).rglob("*") if path.is_file()}

    def item_with_photo(self, name, colour):
        key = self.done("add", name).output.strip()
        self.write(f"{name}.png", png(400, 300, colour))
        self.done("photo", "add", key, f"{name}.png")
        return key

    def test_a_file_that_could_not_be_removed_is_removed_by_the_next_call(self):
        for profile in ["private", "public"]:
            www = f"www-{profile}"
            self.done("publish", www, "--profile", profile)
            before = {path.name for path in self.files(www)}
            secret = self.item_with_photo("Secret", (200, 30, 30) if profile == "public" else (30, 200, 30))
            self.done("publish", www)
            added = [path for path in self.files(www) if path.name not in before]
            page = next(path for path in added if path.parent.name == "item")
            photos = [path for path in added if path.parent.name == "photo"]
            self.assertTrue(photos)
            self.done("remove", secret)
            release_page, release_photo = self.unremovable(page), self.unremovable(photos[0])
            for _ in range(2):
                self.refused("publish", www, says="cannot remove")
            release_page()
            self.refused("publish", www, says=photos[0].name)
            release_photo()
            self.done("publish", www)
            self.assertEqual([path for path in added if path.exists()], [])
            self.assertEqual([path for path, content in self.files(www).items() if b"Secret" in content], [])
            self.assertIn(" 0 removed", self.done("publish", www).output)

    def test_an_inventory_with_published_photos_is_intact(self):
        self.item_with_photo("Chair", (200, 30, 30))
        self.done("publish", "www")
        self.done("verify")
        # As earlier versions made the table, which SQLite 3.40 takes for damaged.
        path = self.folder / "inventory.homepwner/inventory.sqlite"
        database = sqlite3.connect(path)
        rows = database.execute("SELECT inventory, site, name, item FROM site_photos").fetchall()
        self.assertTrue(rows)
        database.executescript("""
            DROP TABLE site_photos;
            CREATE TABLE site_photos (inventory INTEGER NOT NULL, site INTEGER NOT NULL, name TEXT NOT NULL,
                item BLOB NOT NULL, PRIMARY KEY (site, name, item)) STRICT, WITHOUT ROWID;""")
        database.executemany("INSERT INTO site_photos VALUES (?, ?, ?, ?)", rows)
        database.commit()
        self.done("verify")
        # A NULL that is there is found.
        columns = "inventory INTEGER, site INTEGER NOT NULL, name TEXT NOT NULL, item BLOB NOT NULL, PRIMARY KEY (site, name, item)"
        database.executescript(f"DROP TABLE site_photos; CREATE TABLE site_photos ({columns}) STRICT, WITHOUT ROWID;")
        database.executemany("INSERT INTO site_photos VALUES (NULL, ?, ?, ?)", [row[1:] for row in rows])
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_schema SET sql = replace(sql, 'inventory INTEGER,', 'inventory INTEGER NOT NULL,') "
                         "WHERE name = 'site_photos'")
        database.commit()
        database.close()
        self.refused("verify", says="NULL value in site_photos.inventory")

    def test_a_folder_turns_public_without_what_is_not_for_everyone(self):
        lamp = self.item_with_photo("Chair", (200, 30, 30))
        self.write("receipt.png", png(300, 400, (30, 30, 200)))
        before = set(self.files("inventory.homepwner"))
        self.done("photo", "add", lamp, "receipt.png")
        self.done("document", "add", lamp, "receipt.png", "--kind", "receipt")
        receipt = next(path.name for path in set(self.files("inventory.homepwner")) - before if len(path.name) == 64)
        self.done("publish", "www", "--profile", "private")
        pictures = list((self.folder / "www/photo").glob(f"{receipt}*"))
        self.assertTrue(pictures)
        release = self.unremovable(pictures[0])
        self.refused("publish", "www", "--profile", "public", says=[pictures[0].name])
        self.assertEqual((self.folder / "www").stat().st_mode & 0o777, 0o700)
        self.assertEqual(self.manifest("www")["profile"], "private")
        release()
        self.done("publish", "www", "--profile", "public")
        self.assertEqual((self.folder / "www").stat().st_mode & 0o777, 0o755)
        self.assertEqual(list((self.folder / "www/photo").glob(f"{receipt}*")), [])
