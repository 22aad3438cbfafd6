#!/usr/bin/env python3
"""Makes the large first inputs of the fuzzer, which would fill the repository: Scripts/large-seeds.py FOLDER

Each is a shape that once took time that grew faster than its size: tags with very many attributes, one tag of a
megabyte, namespaces that are declared again and again, a quote that is never closed, rows of two bytes, short rows
below many columns. Short runs use a build in which a row takes a hundred times as long, so rows are few.
"""
import io
import pathlib
import sys
import zipfile

SIZE = 1 << 20
NAMESPACE = "urn:homepwner:inventory:1"


def attributes(count, name="a", value=""):
    return " ".join(f'{name}{number}="{value}"' for number in range(count))


def tags():
    """Start tags by the name of their seed."""
    nested = "".join(f"<item {attributes(50, f'xmlns:n{level}-', 'u')}>" for level in range(50))
    return {
        "attributes": f"<item {attributes(SIZE // 11)}/>",
        "megabyte": f'<item a="{"x>" * (SIZE // 2)}"/>',
        "namespaces": nested + "<n0-0:a/>" * (SIZE // 10),
    }


def workbook(sheet):
    file = io.BytesIO()
    with zipfile.ZipFile("Tests/Fixtures/spreadsheets/openpyxl.xlsx") as source, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            part = source.read(entry)
            if entry.filename.startswith("xl/worksheets/"):
                part = part.replace(b"<sheetData>", b"<sheetData>" + sheet.encode())
            target.writestr(entry.filename, part)
    return file.getvalue()


def seeds():
    for name, tag in tags().items():
        document = f'<inventory xmlns="{NAMESPACE}"><items>{tag}</items></inventory>'
        yield "xml", name, document.encode()
        yield "validation", name, document.encode()
        yield "archive", name, f'<plist version="1.0"><dict>{tag}</dict></plist>'.encode()
        yield "zip", name, workbook(tag)
    for target, header in [("list", "Gegenstand,Raum"), ("csv", "name,location"), ("homebox", "HB.name,HB.location"),
                           ("snipe-it", "Asset Name,Asset Tag,Serial")]:
        yield target, "unclosed-quote", f'{header}\nLamp,Attic\n"{"x" * SIZE}'.encode()
        yield target, "unclosed-quote-lines", f'{header}\nLamp,Attic\n"{"x,y" + chr(10)}'.encode() * (SIZE // 400)
        yield target, "two-bytes", f"{header}\n".encode() + b"a\n" * (SIZE // 256)
    columns = ",".join(f"Spalte {number}" for number in range(300))
    for name, row in [("short-rows", "a,b\n"), ("short-totals", "Summe a,5\n")]:
        yield "list", name, f"Gegenstand,Wert,{columns}\n".encode() + row.encode() * 250


def main():
    for target, name, content in seeds():
        folder = pathlib.Path(sys.argv[1], target)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
