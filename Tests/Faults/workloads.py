"""The commands that write, each with the files it starts from and what it may leave.

The list is compared with the program's own list of commands, so that a new command cannot be forgotten.
"""
import json
import pathlib
import shutil
import sqlite3
import subprocess

from test_bundle import pdf, png

FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "Fixtures"

# Commands that change nothing on the disk, unless -o names a file.
READING = {
    "list", "show", "log", "validate", "verify", "photo list", "document list", "template check", "template names",
    # These need a database server; test_server.py breaks off connections and programs.
    "inventories archive", "inventories backup", "inventories create", "inventories delete", "inventories list", "inventories rename",
    "inventories restore", "inventories serve", "inventories sign-in", "inventories totals",
}


class Workload:
    def __init__(self, name, *words, prepare=(), partly=False, input="", stores=("inventory.homepwner",), repeated=True,
                 follow=None, share=1, piecewise=False, gone=()):
        self.name = name
        self.words = words
        self.prepare = prepare  # calls, or functions of the folder, that come before
        self.partly = partly    # a failed call may leave some of its files new, each whole
        self.input = input
        self.stores = stores
        self.repeated = repeated  # a repetition of the call ends with 0
        self.follow = follow or words  # the next call, which removes what a failed one left
        self.piecewise = piecewise  # each file is a change of its own; the repetition makes the others
        self.gone = gone          # files that the call removes
        self.share = share        # the part of its points that a run takes, if they are slow

    @property
    def command(self):
        """The command and its subcommand."""
        return " ".join(self.words[:2]) if self.words[0] in ("photo", "document", "template") else self.words[0]


def saved_edits(folder):
    """Edits as a page saves them."""
    database = sqlite3.connect(folder / "inventory.homepwner/inventory.sqlite")
    store, = database.execute("SELECT value FROM settings WHERE name = 'identifier'").fetchone()
    database.close()
    edits = [{"key": "k1", "action": "edit", "id": item(folder, "Lamp"), "base": 1, "patch": {"location": "Hall"}},
             {"key": "k2", "action": "add", "item": {"name": "Vase"}}]
    (folder / "edits.json").write_text(json.dumps({"version": 1, "store": store, "edits": edits}))


def older_store(folder):
    shutil.rmtree(folder / "inventory.homepwner")
    shutil.copytree(FIXTURES / "stores/version-2", folder / "inventory.homepwner")


def pictures(folder):
    (folder / "pictures").mkdir()
    for name, colour in [("Sofa", (1, 2, 3)), ("Bulb", (9, 9, 9)), ("Nothing", (5, 5, 5))]:
        (folder / f"pictures/{name}.png").write_bytes(png(20, 20, colour))


def archive_with_pictures(folder):
    """An archive of the iOS app, and the folder of its pictures."""
    (folder / "images").mkdir()


def own_files(folder):
    """Templates, words and a style sheet of the owner's, which are never replaced by the program's own."""
    for path, text in [("mine/inventory/inventory.html.mustache", "{{> line}}"), ("mine/inventory/line.mustache", "<p>{{words.total}}</p>"),
                       ("mine/words/en.json", '{"total": "Sum"}'), ("site/style.css", "/* mine */"),
                       ("pages/page/more.html.mustache", "<p>mine</p>")]:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


UNFINISHED = ["www/homepwner-site.unfinished", "www/item/00000000-0000-4000-8000-000000000001.html"]


def stale_page(folder):
    """What a publication that was killed leaves: its mark, and the page of an item that is removed since."""
    for name in UNFINISHED:
        (folder / name).write_text("secret")


def item(folder, name):
    """The id of an item, or of a removed one as the journal has it."""
    database = sqlite3.connect(folder / "inventory.homepwner/inventory.sqlite")
    found = database.execute("SELECT hex(id) FROM items WHERE name = ?", (name,)).fetchone() or database.execute(
        "SELECT hex(item) FROM journal WHERE kind = 'add' AND edit LIKE ?", (f'%"{name}"%',)).fetchone()
    database.close()
    text = found[0].lower()
    return "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])


def photo(folder, name):
    """The hash of the first photo of an item."""
    database = sqlite3.connect(folder / "inventory.homepwner/inventory.sqlite")
    text, = database.execute("SELECT COALESCE(photos, documents) FROM items WHERE name = ?", (name,)).fetchone()
    database.close()
    return json.loads(text)[0]["hash"]


def build(folder, done):
    """The files that every workload starts from; done runs the program."""
    (folder / "photo.png").write_bytes(png(400, 300, (200, 30, 30)))
    (folder / "other.png").write_bytes(png(60, 40, (30, 200, 30)))
    (folder / "bill.pdf").write_bytes(pdf())
    (folder / "list.csv").write_text("name,value,location\n" + "".join(f"Thing {n},{n}.50,Home / Room {n % 3}\n" for n in range(40)))
    (folder / "bad.csv").write_text("name,value\nLamp,5\nChair,x\nStool,7\n")
    shutil.copy(FIXTURES / "interchange/archive-xml.plist", folder)
    shutil.copy(FIXTURES / "spreadsheets/openpyxl.xlsx", folder / "table.xlsx")
    (folder / "page.html.mustache").write_text("<p>{{name}}</p>")
    (folder / "data.json").write_text('{"name": "x"}')
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", "key.pem"], cwd=folder, check=True)
    done("init", "--owner", "Ada")
    done("add", "Lamp", "--value", "12.50", "--quantity", "2", "--location", "Home / Hall")
    done("add", "Sofa", "--value", "900", "--tag", "big")
    done("add", "Bulb", "--parent", item(folder, "Lamp"))
    done("add", "Gone", "--serial-number", "S1")
    done("photo", "add", item(folder, "Lamp"), "photo.png", "--caption", "left")
    done("document", "add", item(folder, "Lamp"), "bill.pdf")
    done("photo", "add", item(folder, "Gone"), "other.png")
    done("remove", item(folder, "Gone"))


SITE = ["publish", "www", "--editable"]
CHANGE = ["edit", "{Sofa}", "--value", "950", "--location", "Attic"]
OLD = ["add", "Old"]

# {NAME} is the id of the item, {NAME.photo} its first photo.
WORKLOADS = [
    Workload("init", "init", "--store", "new", "--owner", "Eve", stores=["new"], repeated=False),
    Workload("settings", "settings", "--owner", "Eve", "--currency", "EUR"),
    Workload("sample", "sample", "--rich", "--count", "30", "--seed", "3"),
    Workload("sample new", "sample", "--count", "5", "--seed", "3", "--store", "new", stores=["new"]),
    Workload("import csv", "import", "list.csv"),
    Workload("import new", "import", "list.csv", "--store", "new", stores=["new"]),
    Workload("import xml", "import", "all.xml", prepare=[["export", "all.xml"], CHANGE]),
    Workload("import json", "import", "all.json", prepare=[["export", "all.json"], CHANGE]),
    Workload("import archive", "import", "archive-xml.plist", "--images", "images", "--store", "new",
             prepare=[archive_with_pictures], stores=["new"]),
    Workload("import workbook", "import", "table.xlsx", "--accept", "--reading", "reading.json", "--skip-invalid",
             "rejects.csv", partly=True),
    Workload("import edits", "import", "edits.json", prepare=[saved_edits]),
    Workload("import skip", "import", "bad.csv", "--skip-invalid", "rejects.csv", partly=True),
    Workload("import older", "import", "list.csv", prepare=[older_store]),
    *[Workload(f"export {name}", "export", name, *words, prepare=[["export", name, *words], OLD]) for name, *words in [
        ["x.xml"], ["x.json"], ["x.csv", "--to", "csv"], ["h.csv", "--to", "homebox"], ["x.plist", "--round"]]],
    Workload("export files", "export", "x.json", "--files", "files", partly=True, share=0.2),
    Workload("export collection", "export", "x.zip", prepare=[["export", "x.zip"], OLD], share=0.2),
    Workload("import collection", "import", "x.zip", "--store", "new", prepare=[["export", "x.zip"]], stores=["new"],
             share=0.2),
    Workload("import files", "import", "x.json", "--files", "files", "--store", "new", stores=["new"], share=0.2,
             prepare=[["export", "x.json", "--files", "files"]]),
    Workload("add", "add", "Chair", "--value", "5", "--location", "Hall"),
    Workload("add older", "add", "Chair", prepare=[older_store]),
    Workload("edit", "edit", "{Lamp}", "--value", "7", "--notes", "much " * 500),
    Workload("remove", "remove", "{Lamp}", "{Sofa}", repeated=False),
    Workload("move", "move", "{Sofa}", "--first"),
    Workload("relocate", "relocate", "Home / Hall", "Attic", repeated=False),
    Workload("photo add", "photo", "add", "{Sofa}", "photo.png", "other.png", "--primary"),
    Workload("photo add folder", "photo", "add", "--folder", "pictures", prepare=[pictures], piecewise=True),
    Workload("photo remove", "photo", "remove", "{Lamp}", "{Lamp.photo}", repeated=False),
    Workload("photo primary", "photo", "primary", "{Lamp}", "{Lamp.photo}",
             prepare=[["photo", "add", "{Lamp}", "other.png", "--primary"]]),
    Workload("photo move", "photo", "move", "{Lamp}", "{Lamp.photo}", "--to", "1",
             prepare=[["photo", "add", "{Lamp}", "other.png", "--primary"]]),
    Workload("photo caption", "photo", "caption", "{Lamp}", "{Lamp.photo}", "right"),
    Workload("photo sweep", "photo", "sweep", partly=True, prepare=[["forget", "{Gone}"], lambda folder: (
        folder / "inventory.homepwner/photos" / ("0" * 64)).write_bytes(b"x")]),
    Workload("document add", "document", "add", "{Sofa}", "bill.pdf", "--title", "Bill"),
    Workload("document add folder", "document", "add", "--folder", "pictures", "--kind", "manual", prepare=[pictures],
             piecewise=True),
    Workload("document remove", "document", "remove", "{Bulb}", "{Bulb.photo}", repeated=False,
             prepare=[["document", "add", "{Bulb}", "bill.pdf"]]),
    Workload("undo", "undo"),
    Workload("undo import", "undo", prepare=[["import", "list.csv"]]),
    Workload("forget", "forget", "{Gone}"),
    # What a failed removal of the log leaves, the next change removes.
    Workload("backup", "backup", "b.zip", repeated=False, share=0.2, follow=["backup", "next.zip"]),
    Workload("backup again", "backup", "b.zip", "--replace", prepare=[["backup", "b.zip"], CHANGE], share=0.2),
    Workload("restore", "restore", "b.zip", "--store", "new", prepare=[["backup", "b.zip"]],
             stores=["inventory.homepwner", "new"], repeated=False, share=0.2),
    Workload("copy", "copy", "--from", "inventory.homepwner", "--to", "new", stores=["inventory.homepwner", "new"],
             repeated=False, share=0.2),
    Workload("forget before", "forget", "--before", "2100-01-01"),
    *[Workload(f"report {name}", "report", *words, prepare=[["report", *words], OLD],
               partly="--sign" in words or "--manifest" in words) for name, *words in [
        ["html", "-o", "r.html"], ["xml", "-o", "r.xml"], ["csv", "-o", "r.csv"], ["json", "-o", "r.json"],
        ["xlsx", "-o", "r.xlsx"], ["manifest", "-o", "r.html", "--manifest"],
        ["sign", "-o", "r.xml", "--sign", "key.pem"], ["labels", "labels", "-o", "labels.html"]]],
    Workload("report pdf", "report", "-o", "r.pdf", prepare=[["report", "-o", "r.pdf"], OLD], share=0.2),
    Workload("report volumes", "report", "--volumes", "-o", "volumes", repeated=False, share=0.05,
             follow=["report", "--volumes", "-o", "next"]),
    Workload("report own", "report", "-o", "r.html", "--templates", "mine", prepare=[own_files]),
    Workload("report input", "report", "--input", "list.csv", "-o", "r.html", stores=[]),
    Workload("claim html", "report", "insurance", "-o", "claim.html"),
    Workload("claim xlsx", "report", "insurance", "-o", "claim.xlsx"),
    Workload("claim zip", "report", "insurance", "-o", "claim.zip", "--sign", "key.pem", repeated=False, share=0.05,
             follow=["report", "insurance", "-o", "next.zip"]),
    Workload("claim folder", "report", "insurance", "--format", "folder", "-o", "claim", repeated=False,
             follow=["report", "insurance", "--format", "folder", "-o", "next"]),
    Workload("claim bundle", "report", "insurance", "--format", "bundle", "-o", "claim", repeated=False, share=0.05,
             follow=["report", "insurance", "--format", "bundle", "-o", "next"]),
    Workload("template copy", "template", "copy", "insurance", "mine", repeated=False),
    Workload("template render", "template", "render", "page.html.mustache", "--data", "data.json", "-o", "page.html"),
    Workload("publish first", *SITE, partly=True),
    Workload("publish again", "publish", "www", partly=True, prepare=[SITE, CHANGE, ["remove", "{Bulb}"]]),
    Workload("publish own", "publish", "www", "--templates", "pages", "--site", "site", partly=True, prepare=[own_files]),
    Workload("publish unfinished", "publish", "www", partly=True, prepare=[SITE, stale_page], gone=UNFINISHED),
    Workload("publish public", "publish", "www", "--profile", "public", partly=True, prepare=[SITE]),
    Workload("publish check", "publish", "www", "--check", partly=True, prepare=[SITE, lambda folder: (
        folder / "www/index.html").write_text("x")]),
]
