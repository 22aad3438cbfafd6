"""Insurers' forms of the tests' own making, with unlike headings, titles in merged cells and two languages."""
import openpyxl
from openpyxl.styles import Alignment, Font, PatternFill


def shaded(sheet, row, columns):
    for column in columns:
        sheet.cell(row, column).fill = PatternFill("solid", fgColor="DDEEFF")
        sheet.cell(row, column).font = Font(bold=True)


def american(path, rows=12):
    """A title over all columns, numbered rows, a formula for the total of each line and below, and a second sheet."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Contents"
    sheet.merge_cells("A1:I2")
    sheet["A1"] = "ACME Mutual - Personal Property Inventory"
    sheet["A1"].alignment = Alignment(horizontal="center")
    sheet["A3"], sheet["C3"] = "Claim number:", "C-7"
    headings = ["Item #", "Description of Item", "Qty", "Brand", "Age (Yrs)", "Purchase Date", "Replacement Cost", "Total", "Salvage?"]
    for column, heading in enumerate(headings, 1):
        sheet.cell(5, column, heading)
    shaded(sheet, 5, range(1, 10))
    for number in range(rows):
        row = 6 + number
        sheet.cell(row, 1, number + 1)
        sheet.cell(row, 8, f"=C{row}*G{row}")
        sheet.cell(row, 7).number_format = "$#,##0.00"
        sheet.cell(row, 2).font = Font(italic=True)
    last = 6 + rows
    sheet.cell(last, 2, "Total of this page")
    sheet.cell(last, 8, f"=SUM(H6:H{last - 1})")
    sheet.cell(last + 2, 2, "Signature")
    sheet.column_dimensions["B"].width = 41
    other = book.create_sheet("Instructions")
    other["A1"] = "Do not write here"
    other["A2"] = "=Contents!H18"
    book.save(path)


def german(path):
    """Two titles, an example, a description that is merged over two columns, no rows prepared, and dates in German form."""
    book = openpyxl.Workbook()
    info = book.active
    info.title = "Hinweise"
    info["A1"] = "Bitte Blatt 2 ausfüllen"
    sheet = book.create_sheet("Schadenliste")
    sheet.merge_cells("A1:H1")
    sheet["A1"] = "Schadenaufstellung Hausrat"
    sheet.merge_cells("A2:H2")
    sheet["A2"] = "Alle Angaben in Euro"
    headings = {1: "Pos.", 2: "Anzahl", 3: "Gegenstand", 5: "Hersteller", 6: "Anschaffungsdatum", 7: "Kaufpreis", 8: "Neuwert", 9: "Zeitwert"}
    for column, heading in headings.items():
        sheet.cell(4, column, heading)
    sheet.merge_cells("C4:D4")
    example = {1: "Bsp.", 2: 1, 3: "Fernseher", 6: "01.02.2020"}
    for column, value in example.items():
        sheet.cell(5, column, value)
    for row in range(5, 12):
        sheet.merge_cells(start_row=row, start_column=3, end_row=row, end_column=4)
        sheet.cell(row, 6).number_format = "dd.mm.yyyy"
    book.save(path)


def bilingual(path):
    """Headings in English and French, each line two rows high, and a list of choices."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "SOL"
    sheet["B1"] = "Schedule of loss / Tableau des pertes"
    headings = ["Room / Pièce", "Description", "Quantity / Quantité", "Serial number / Numéro de série", "RCV", "ACV", "Notes"]
    for column, heading in enumerate(headings, 2):
        sheet.cell(3, column, heading)
    for row in range(4, 14, 2):
        for column in range(2, 9):
            sheet.merge_cells(start_row=row, start_column=column, end_row=row + 1, end_column=column)
    book.save(path)
