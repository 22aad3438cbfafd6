"""What spreadsheets.sh works on.

    spreadsheets.py make ROWS FOLDER          ROWS rows of 12 cells as FOLDER/list.xlsx and FOLDER/list.ods
    spreadsheets.py calamine|openpyxl FILE    reads all cells of the first sheet with that package
"""
import datetime
import pathlib
import random
import sys
import zipfile

HEADINGS = "Name Room Serial Quantity Price Purchased Warranty Insured Notes Maker Model Tag".split()
ROOMS = ["Kitchen", "Living room", "Office", "Garage", "Attic", "Bedroom", "Cellar"]
MAKERS = ["Bosch", "Sony", "IKEA", "Apple", "Makita", "Miele"]


def items(count):
    chance = random.Random(1)
    for number in range(1, count + 1):
        day = datetime.date(2015, 1, 1) + datetime.timedelta(days=chance.randrange(4000))
        yield [f"Item number {number}", chance.choice(ROOMS), f"SN-{chance.randrange(10 ** 8):08d}",
               chance.randrange(1, 20), chance.randrange(100, 1000000) / 100, day, day + datetime.timedelta(days=730),
               chance.random() < .5, f"A note of some length about item {number}, kept in the cupboard",
               chance.choice(MAKERS), f"M{chance.randrange(1000)}", chance.choice("abc")]


def make_xlsx(count, path):
    import xlsxwriter
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Items")
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    amount = book.add_format({"num_format": '#,##0.00 "EUR"'})
    sheet.write_row(0, 0, HEADINGS)
    for row, item in enumerate(items(count), 1):
        for column, value in enumerate(item):
            if isinstance(value, datetime.date):
                sheet.write_datetime(row, column, value, day)
            else:
                sheet.write(row, column, value, amount if column == 4 else None)
    book.close()


def ods_cell(value):
    kind, attribute, shown = "string", "", str(value)
    if isinstance(value, bool):
        kind, attribute = "boolean", f' office:boolean-value="{str(value).lower()}"'
    elif isinstance(value, int):
        kind, attribute = "float", f' office:value="{value}"'
    elif isinstance(value, float):
        kind, attribute, shown = "currency", f' office:currency="EUR" office:value="{value}"', f"{value:,.2f} €"
    elif isinstance(value, datetime.date):
        kind, attribute = "date", f' office:date-value="{value}"'
    return (f'<table:table-cell table:style-name="ce1" office:value-type="{kind}"{attribute} calcext:value-type="{kind}">'
            f'<text:p>{shown}</text:p></table:table-cell>')


def make_ods(count, path):
    oasis = "urn:oasis:names:tc:opendocument:xmlns"
    names = " ".join(f'xmlns:{name}="{oasis}:{name}:1.0"' for name in ["office", "style", "text", "table"])
    calc = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        with archive.open("content.xml", "w", force_zip64=True) as part:
            part.write(f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {names} {calc}><office:body>'
                       '<office:spreadsheet><table:table table:name="Items">'.encode())
            for row in [HEADINGS, *items(count)]:
                cells = "".join(map(ods_cell, row))
                part.write(f'<table:table-row table:style-name="ro1">{cells}</table:table-row>'.encode())
            part.write(b"</table:table></office:spreadsheet></office:body></office:document-content>")
        archive.writestr("META-INF/manifest.xml", f'<manifest:manifest xmlns:manifest="{oasis}:manifest:1.0"/>')


def read_calamine(path):
    import python_calamine
    return len(python_calamine.CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python())


def read_openpyxl(path):
    import openpyxl
    return sum(1 for _ in openpyxl.load_workbook(path, read_only=True, data_only=True).worksheets[0].values)


if sys.argv[1] == "make":
    folder = pathlib.Path(sys.argv[3])
    make_xlsx(int(sys.argv[2]), folder / "list.xlsx")
    make_ods(int(sys.argv[2]), folder / "list.ods")
else:
    print({"calamine": read_calamine, "openpyxl": read_openpyxl}[sys.argv[1]](sys.argv[2]), "rows")
