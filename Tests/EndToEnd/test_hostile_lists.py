"""Spreadsheets made to harm: each is named for what it is, in little memory, and changes nothing."""
import re
import subprocess
import unittest
import zipfile

import support
import test_serve_import
from test_serve_import import BLANKS, Page

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
ODF = "urn:oasis:names:tc:opendocument:xmlns"
MEMORY = 64 << 20


def workbook(rows="", texts=None, styles="", before="", date1904=False):
    """The parts of a workbook of one sheet; a part may be bytes or an iterable of them."""
    date = '<workbookPr date1904="1"/>' if date1904 else ""
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}">{date}<sheets><sheet name="Things" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" Type="{RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="r2" Type="{RELATIONS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="{RELATIONS}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}"><si><t>name</t></si><si><t>value</t></si>{texts or ""}</sst>',
        "xl/worksheets/sheet1.xml": rows if not isinstance(rows, str) else
        f'{before}<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>{rows}</sheetData></worksheet>',
    }
    return parts


def sheet_of(cells, count):
    """The bytes of a sheet with `count` times these cells."""
    yield f'<worksheet xmlns="{MAIN}"><sheetData>'.encode()
    block = (cells * 1000).encode()
    for _ in range(count // 1000):
        yield block
    yield b"</sheetData></worksheet>"


def long_cell(size):
    yield f'<worksheet xmlns="{MAIN}"><sheetData><row><c t="inlineStr"><is><t>'.encode()
    block = "".join(f"w{n * 2654435761 % 99991} " for n in range(150_000)).encode()[:1 << 20]
    for _ in range(size >> 20):
        yield block
    yield b"</t></is></c></row></sheetData></worksheet>"


def open_document(table, manifest=""):
    return {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{ODF}:manifest:1.0">{manifest}</manifest:manifest>',
        "content.xml": f'<office:document-content xmlns:office="{ODF}:office:1.0" xmlns:table="{ODF}:table:1.0" xmlns:text="{ODF}:text:1.0">'
        f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body></office:document-content>",
    }


def repeated(rows, columns):
    return open_document(
        f'<table:table table:name="T"><table:table-row table:number-rows-repeated="{rows}"><table:table-cell office:value-type="float" '
        f'office:value="1" table:number-columns-repeated="{columns}"/></table:table-row></table:table>')


def row(number, name, value):
    return f'<row r="{number}"><c r="A{number}" t="inlineStr"><is><t>{name}</t></is></c>{value.replace("B#", f"B{number}")}</row>'


def write(path, parts, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression, compresslevel=9) as archive:
        for name, content in parts.items():
            with archive.open(name, "w", force_zip64=False) as part:
                for block in [content] if isinstance(content, (str, bytes)) else content:
                    part.write(block.encode() if isinstance(block, str) else block)
    return path


ENTITY = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'

# A name, what the message says, and how the file is made.
FILES = [
    ("bomb.xlsx", "unpack", lambda path: write(path, workbook(sheet_of("<row><c><v>1</v></c></row>", 40_000_000)))),
    ("cells.ods", "repeat", lambda path: write(path, repeated(1 << 20, 16_384))),
    ("columns.ods", "columns", lambda path: write(path, repeated(1, 16_385))),
    ("far.xlsx", "XFE2", lambda path: write(path, workbook('<row r="2"><c r="XFE1"><v>1</v></c></row>'))),
    ("entities.xlsx", "document type", lambda path: write(path, workbook(row(2, "&b;", ""), before=ENTITY))),
    ("outside.xlsx", "document type", lambda path: write(path, workbook(row(2, "&a;", ""), before=OUTSIDE))),
    ("index.xlsx", "A2", lambda path: write(path, workbook('<row r="2"><c r="A2" t="s"><v>9</v></c></row>'))),
    ("cell.xlsx", "A1", lambda path: write(path, workbook(long_cell(1 << 30)), zipfile.ZIP_STORED)),
    ("locked.ods", "password", lambda path: write(path, open_document(
        "", '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'))),
    ("old.xls", ".xls", lambda path: path.write_bytes(bytes([9, 8, 16, 0, 0, 6, 5, 0]) + bytes(500))),
    ("paper.xlsx", "PDF", lambda path: path.write_bytes(b"%PDF-1.7\n" + bytes(500))),
    ("paper.csv", "PDF", lambda path: path.write_bytes(b"%PDF-1.7\n" + bytes(500))),
    ("photo.xlsx", "HEIC", lambda path: path.write_bytes(bytes([0, 0, 0, 24]) + b"ftypheic" + bytes(500))),
    ("photo.csv", "HEIC", lambda path: path.write_bytes(bytes([0, 0, 0, 24]) + b"ftypheic" + bytes(500))),
    ("short.xlsx", "damaged", lambda path: path.write_bytes(write(path, workbook(row(2, "Bear", ""))).read_bytes()[:-200])),
    ("half.xlsx", "damaged", lambda path: path.write_bytes(write(path, workbook(row(2, "Bear", ""))).read_bytes()[:700])),
]

# Cells that hold no value: a row with one is a fault that names it, and is imported only if its owner says so.
CELLS = [
    ("error.xlsx", "#REF!", workbook(row(2, "Bear", '<c r="B#" t="e"><f>A9</f><v>#REF!</v></c>') + row(3, "Lamp", '<c r="B#"><v>5</v></c>'))),
    ("infinite.xlsx", "1e999", workbook(row(2, "Bear", '<c r="B#"><v>1e999</v></c>') + row(3, "Lamp", '<c r="B#"><v>5</v></c>'))),
]


class HostileLists(test_serve_import.Importing):
    def measured(self, *words):
        """The status, the words and the peak memory in bytes of a call."""
        # What this process would measure itself is never less than its own memory.
        figure = self.folder / "memory"
        done = subprocess.run(
            ["time", "-q", "-f", "%M", "-o", figure, support.PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True,
            cwd=self.folder, env=self.environment())
        return done.returncode, done.stderr.decode(), int(figure.read_text()) << 10

    def test_each_is_named_for_what_it_is(self):
        largest = 0
        for name, says, make in FILES:
            with self.subTest(name):
                path = self.folder / name
                make(path)
                status, printed, memory = self.measured("import", name)
                self.assertEqual(status, 1, printed)
                self.assertIn(says.lower(), printed.lower())
                self.assertIn(name, printed)
                self.assertLessEqual(memory, MEMORY, printed)
                largest = max(largest, memory)
                if path.stat().st_size < 8 << 20:
                    answer, page, content = self.send(name, path.read_bytes())
                    if answer == 303:
                        answer, _, content = self.ask("GET", page)
                    self.assertIn(answer, (200, 400, 415, 422))
                    self.assertIn(says.lower(), BLANKS.sub(" ", Page(content).text).lower())
                path.unlink()
        self.assertEqual(self.items(), [])
        self.assertEqual(self.server.ask("GET", "/api/items")[0], 200)
        print(f"{largest >> 20} MiB at most", end=" ", flush=True)

    def test_cells_without_a_value_are_faults_of_their_row(self):
        for name, says, parts in CELLS:
            with self.subTest(name):
                write(self.folder / name, parts)
                status, printed, _ = self.measured("import", name)
                self.assertEqual(status, 1, printed)
                self.assertIn(says, printed)
                self.assertRegex(printed, "B2|row 2")
                self.assertEqual(self.items(), [])

    def test_dates_that_no_calendar_has_are_faults(self):
        for number, serial in enumerate(["-5", "0.5", "2958466", "1e300", "60"]):
            with self.subTest(serial):
                rows = "".join([
                    '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="inlineStr"><is><t>purchase date</t></is></c></row>',
                    row(2, "Bear", f'<c r="B#" s="1"><v>{serial}</v></c>'), row(3, "Lamp", '<c r="B#" s="1"><v>45000</v></c>')])
                sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
                write(self.folder / f"{number}.xlsx", workbook([sheet]))
                status, printed, _ = self.measured("import", f"{number}.xlsx")
                self.assertEqual(status, 1, printed)
                self.assertTrue(re.search("B2|row 2", printed), printed)
                self.assertEqual(self.items(), [])


if __name__ == "__main__":
    unittest.main()
