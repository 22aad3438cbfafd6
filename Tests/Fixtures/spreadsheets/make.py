#!/usr/bin/env python3
"""Makes the spreadsheets that the tests read: written by openpyxl, XlsxWriter and odfpy, not by this project.

    make.py FOLDER      needs openpyxl, XlsxWriter and odfpy of PyPI
"""
import datetime
import pathlib
import sys

import openpyxl
import xlsxwriter
from odf import dc, office, opendocument, style, table, text
from openpyxl.styles.numbers import FORMAT_PERCENTAGE_00

DAY = datetime.date(2021, 3, 5)
MOMENT = datetime.datetime(2024, 12, 31, 13, 45, 30)


def by_openpyxl(path):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Hausrat & Co"
    sheet.append(["Name", "Kaufdatum", "Preis", "Versichert", "Rabatt", "Geprüft", "Notiz"])
    sheet.append(["Bücherregal", DAY, 1234.56, True, 0.25, MOMENT, "zwei\nZeilen"])
    sheet["C2"].number_format = '#,##0.00\\ [$€-407]'
    sheet["E2"].number_format = FORMAT_PERCENTAGE_00
    sheet.append(["茶具", datetime.date(1900, 1, 1), 0.1 + 0.2, False, None, datetime.time(8, 30), "=A2&\"!\""])
    sheet.merge_cells("A5:C5")
    sheet["A5"] = "Küche"
    sheet["XFD7"] = 4006381333931
    book.create_sheet("Leer")
    hidden = book.create_sheet("Listen")
    hidden.sheet_state = "hidden"
    hidden["A1"] = "#N/A"
    book.save(path)


def by_xlsxwriter(path):
    book = xlsxwriter.Workbook(path, {"date_1904": True})
    sheet = book.add_worksheet("Items")
    day = book.add_format({"num_format": "d mmm yyyy"})
    span = book.add_format({"num_format": "[h]:mm"})
    bold = book.add_format({"bold": True})
    sheet.write_row(0, 0, ["Name", "Bought", "Total", "Used", "Broken"])
    sheet.write_rich_string(1, 0, "Desk ", bold, "lamp")
    sheet.write_datetime(1, 1, DAY, day)
    sheet.write_formula(1, 2, "=3*19.99", None, 59.97)
    sheet.write_datetime(1, 3, datetime.timedelta(hours=37, minutes=30), span)
    sheet.write_formula(1, 4, "=#REF!", None, "#REF!")
    sheet.write_formula(2, 2, '="a"&"b"', None, "ab")
    sheet.write_formula(2, 3, "=1=1", None, True)
    book.close()


def by_odfpy(path):
    book = opendocument.OpenDocumentSpreadsheet()
    hidden = style.Style(name="ta2", family="table")
    hidden.addElement(style.TableProperties(display="false"))
    book.automaticstyles.addElement(hidden)

    def add(row, *paragraphs, **attributes):
        cell = table.TableCell(**attributes)
        for paragraph in paragraphs:
            cell.addElement(paragraph if not isinstance(paragraph, str) else text.P(text=paragraph))
        row.addElement(cell)
        return cell

    sheet = table.Table(name="Hausrat & Co")
    head = table.TableRow()
    for name in ["Name", "Kaufdatum", "Preis", "Versichert"]:
        add(head, name, valuetype="string")
    sheet.addElement(head)
    row = table.TableRow(numberrowsrepeated=2)
    spaced = text.P(text="ein")
    spaced.addElement(text.S(c=2))
    spaced.addText("Regal")
    spaced.addElement(text.Tab())
    first = add(row, spaced, "zweite Zeile", valuetype="string")
    note = office.Annotation()
    note.addElement(dc.Creator(text="Hans"))
    note.addElement(text.P(text="nicht lesen"))
    first.addElement(note)
    add(row, "05.03.2021", valuetype="date", datevalue="2021-03-05")
    add(row, "1.234,56 €", valuetype="currency", currency="EUR", value="1234.56")
    add(row, "WAHR", valuetype="boolean", booleanvalue="true", numbercolumnsrepeated=2)
    add(row, numbercolumnsrepeated=16000)
    sheet.addElement(row)
    row = table.TableRow()
    add(row, "25 %", valuetype="percentage", value="0.25")
    add(row, "08:30", valuetype="time", timevalue="PT08H30M00S")
    add(row, "#DIV/0!", valuetype="string", formula="of:=1/0", stringvalue="")
    add(row, "31.12.24 13:45", valuetype="date", datevalue="2024-12-31T13:45:30")
    sheet.addElement(row)
    rest = table.TableRow(numberrowsrepeated=1048000)
    add(rest, numbercolumnsrepeated=16384)
    sheet.addElement(rest)
    book.spreadsheet.addElement(sheet)
    lists = table.Table(name="Listen", stylename=hidden)
    row = table.TableRow()
    add(row, "x", valuetype="string")
    lists.addElement(row)
    book.spreadsheet.addElement(lists)
    book.save(path)


folder = pathlib.Path(sys.argv[1])
by_openpyxl(folder / "openpyxl.xlsx")
by_xlsxwriter(folder / "xlsxwriter-1904.xlsx")
by_odfpy(folder / "odfpy.ods")
