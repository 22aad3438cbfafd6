"""Reads workbooks (ECMA-376) with the standard library, as far as the tests need it."""
import re
import subprocess
import xml.etree.ElementTree as ElementTree
import zipfile

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


class Cell:
    def __init__(self, element):
        formula = element.find(f"{MAIN}f")
        self.formula = None if formula is None else formula.text
        self.kind = element.get("t", "n")
        if self.kind == "inlineStr":
            self.value = "".join(text.text or "" for text in element.iter(f"{MAIN}t"))
        else:
            value = element.find(f"{MAIN}v")
            self.value = None if value is None else value.text
            if self.kind == "n" and self.value is not None:
                self.value = float(self.value)

    def __repr__(self):
        return f"{self.value!r}" + (f" by {self.formula}" if self.formula else "")


def sheets(path):
    """The sheets by name; each a list of rows, a row the cells by the letters of their column."""
    with zipfile.ZipFile(path) as book:
        assert book.testzip() is None
        names = [sheet.get("name") for sheet in ElementTree.fromstring(book.read("xl/workbook.xml")).iter(f"{MAIN}sheet")]
        found = {}
        for number, name in enumerate(names, 1):
            rows = []
            for row in ElementTree.fromstring(book.read(f"xl/worksheets/sheet{number}.xml")).iter(f"{MAIN}row"):
                cells = {re.match("[A-Z]+", cell.get("r")).group(0): Cell(cell) for cell in row.iter(f"{MAIN}c")}
                rows.append({letter: cell for letter, cell in cells.items() if cell.value is not None})
            found[name] = rows
        return found


def hidden(path):
    """The letters of the first sheet's columns that are out of sight."""
    def letters(number):
        return (letters((number - 1) // 26) if number > 26 else "") + chr(ord("A") + (number - 1) % 26)
    with zipfile.ZipFile(path) as book:
        columns = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml")).iter(f"{MAIN}col")
        return {letters(number) for column in columns if column.get("hidden") == "1"
                for number in range(int(column.get("min")), int(column.get("max")) + 1)}


def without_results(path, to):
    """A copy without the stored results of formulas, so that who opens it has to calculate."""
    with zipfile.ZipFile(path) as book, zipfile.ZipFile(to, "w") as copy:
        for name in book.namelist():
            content = book.read(name)
            if name.startswith("xl/worksheets/"):
                content = re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1", content)
            copy.writestr(name, content)


def recalculated(path, folder):
    """The sheets after LibreOffice has opened and saved the workbook."""
    work = folder / "calculated"
    subprocess.run(
        ["soffice", f"-env:UserInstallation=file://{folder}/office", "--headless", "--convert-to", "xlsx", "--outdir",
         work, path], check=True, capture_output=True, timeout=240)
    return work / path.name
