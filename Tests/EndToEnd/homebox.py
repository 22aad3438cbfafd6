"""Homebox collections: written as Homebox 2026 writes them, and imported by the rules of its import."""
import json
import posixpath
import re
import sqlite3
import uuid
import zipfile

GROUP = "6f1a2b3c-0000-4000-8000-00000000000f"
NOW = "2026-05-01T10:00:00Z"
ORDER = ["entity_types", "entity_templates", "template_fields", "tags", "entities", "entity_fields",
         "maintenance_entries", "attachments", "tag_entities", "notifiers"]

# The columns of the tables; ! marks those that hold NOT NULL, > those that refer to a row of another table.
SCHEMA = {
    "entity_types": "id! created_at! updated_at! name! description is_location! icon "
                    "entity_type_default_template group_entity_types!",
    "entity_templates": "id! created_at! updated_at! name!",
    "template_fields": "id! created_at! updated_at! name!",
    "tags": "id! created_at! updated_at! name! description color icon group_tags! tag_children>tags",
    "entities": "id! created_at! updated_at! name! description import_ref notes quantity! insured! archived! asset_id! "
                "sync_child_entity_locations! serial_number model_number manufacturer lifetime_warranty! "
                "warranty_expires warranty_details purchase_date purchase_from purchase_price! sold_date sold_to "
                "sold_price! sold_notes entity_children>entities entity_type_entities!>entity_types group_entities!",
    "entity_fields": "id! created_at! updated_at! name! description type! text_value number_value boolean_value! "
                     "time_value! entity_fields>entities",
    "maintenance_entries": "id! created_at! updated_at! date scheduled_date name! description cost! entity_id!>entities",
    "attachments": "id! created_at! updated_at! type! primary! title! path! mime_type! "
                   "attachment_thumbnail>attachments entity_attachments>entities",
    "tag_entities": "tag_id!>tags entity_id!>entities",
    "notifiers": "id! created_at! updated_at! name! url! is_active! group_id! user_id!",
}


def key(number, kind=0):
    return str(uuid.UUID(int=(0x6F1A2B3C << 96) | (0x4000 << 64) | (0x8000 << 48) | (kind << 40) | number))


class Unseekable:
    """Makes zipfile write the sizes of a file behind its content, as Go's writer does."""

    def __init__(self, file):
        self.file = file

    def write(self, data):
        return self.file.write(data)

    def flush(self):
        self.file.flush()


class Collection:
    """The tables and files of a collection, as dictionaries of columns."""

    def __init__(self):
        self.tables = {name: [] for name in ORDER}
        self.files = {}
        self.types = {"Item": self.add("entity_types", 1, name="Item", is_location=0, group_entity_types=GROUP),
                      "Location": self.add("entity_types", 2, name="Location", is_location=1, group_entity_types=GROUP)}
        self.count = 10

    def add(self, table, number, **columns):
        row = {name.rstrip("!").split(">")[0].rstrip("!"): None for name in SCHEMA[table].split()}
        row |= {"id": key(number), "created_at": NOW, "updated_at": NOW} if "id" in row else {}
        row |= columns
        self.tables[table].append(row)
        return row.get("id")

    def next(self):
        self.count += 1
        return self.count

    def entity(self, name, parent=None, type="Item", **columns):
        defaults = dict(quantity=1, insured=0, archived=0, asset_id=0, sync_child_entity_locations=0,
                        lifetime_warranty=0, purchase_price=0, sold_price=0)
        return self.add("entities", self.next(), name=name, entity_children=parent,
                        entity_type_entities=self.types[type], group_entities=GROUP, **(defaults | columns))

    def attach(self, owner, data, type="photo", title="", **columns):
        number = self.next()
        self.add("attachments", number, type=type, primary=0, title=title, mime_type="image/png",
                 path=f"{GROUP}/documents/{number}", entity_attachments=owner, **columns)
        if data is not None:
            self.files[f"attachments/{key(number)}"] = data
        return key(number)

    def write(self, path, manifest=None, method=zipfile.ZIP_DEFLATED):
        """Files may be bytes or paths."""
        with open(path, "wb") as file, zipfile.ZipFile(Unseekable(file), "w", method) as archive:
            for name in ORDER:
                archive.writestr(f"{name}.json", json.dumps(self.tables[name], ensure_ascii=False))
            for name, data in self.files.items():
                if isinstance(data, bytes):
                    archive.writestr(name, data, zipfile.ZIP_STORED)
                else:
                    archive.write(data, name, zipfile.ZIP_STORED)
            archive.writestr("manifest.json", json.dumps(manifest or {
                "schemaVersion": 1, "exportedAt": NOW, "groupId": GROUP,
                "counts": {name: len(rows) for name, rows in self.tables.items()}}))
        return path


def imported(path):
    """The tables of a collection, inserted by the rules of Homebox's import; raises what it would refuse."""
    with zipfile.ZipFile(path) as archive:
        size = path.stat().st_size
        assert sum(info.file_size for info in archive.infolist()) <= 100 * size, "expands too far"
        manifest = json.loads(archive.read("manifest.json"))
        assert manifest["schemaVersion"] == 1 and uuid.UUID(manifest["groupId"])
        base = sqlite3.connect(":memory:")
        base.execute("PRAGMA foreign_keys = ON")
        for name in ORDER:
            columns = []
            for word in SCHEMA[name].split():
                column, _, target = word.partition(">")
                rule = f' REFERENCES "{target}" (id) DEFERRABLE INITIALLY DEFERRED' if target else ""
                bare = column.rstrip("!")
                columns.append(f'"{bare}"' + (" NOT NULL" if column.endswith("!") else "") + rule
                               + (" PRIMARY KEY" if bare == "id" else ""))
            if name == "tag_entities":
                columns.append("PRIMARY KEY (tag_id, entity_id)")
            base.execute(f'CREATE TABLE "{name}" ({", ".join(columns)})')
        for name in ORDER:
            rows = json.loads(archive.read(f"{name}.json"))
            assert manifest["counts"][name] == len(rows)
            for row in rows:
                assert all(re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", column) for column in row)
                if name == "attachments":
                    inside = posixpath.normpath(row["path"]).startswith(f"{manifest['groupId']}/documents/")
                    assert inside, "a path outside of the group"
                columns = ", ".join(f'"{column}"' for column in row)
                base.execute(f'INSERT INTO "{name}" ({columns}) VALUES ({", ".join("?" * len(row))})', list(row.values()))
        base.commit()
        files = {name.split("/")[1] for name in archive.namelist() if name.startswith("attachments/")}
        known = {id for id, in base.execute("SELECT id FROM attachments")}
        assert files == known, "files and rows differ"
    base.row_factory = sqlite3.Row
    return base
