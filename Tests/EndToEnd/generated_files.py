"""Writes the tables of generated_lists.py as files of every format, with the standard library."""
import datetime
import html
import json
import re
import zipfile

CODE_PAGES = {"ja": "shift-jis", "zh": "gb18030", "tw": "big5", "pl": "cp1250", "cs": "cp1250", "ru": "cp1251", "tr": "cp1254"}


class Cell:
    """What a person sees in a cell, and what a spreadsheet has stored there."""
    def __init__(self, text, kind="text", stored=None, style=None, link=None):
        self.text, self.kind, self.stored, self.style, self.link = text, kind, stored, style, link
        self.rows = 1


class Table:
    """A table, what it says, and how the file is written."""
    def __init__(self):
        self.rows, self.truth, self.must, self.may, self.made = [], [], {}, {}, []
        self.merges, self.hidden, self.sheets, self.options = [], set(), [], []
        self.asked, self.unfit = [], False
        self.head = 0  # the place of the headings in rows


def spans(table):
    """How many rows and columns the cells cover, and which cells are covered."""
    covered = {(row + r, column + c) for row, column, rows, across in table.merges
               for r in range(rows) for c in range(across) if r or c}
    return {(row, column): (rows, across) for row, column, rows, across in table.merges}, covered


def as_text(table, draw):
    separator = "\t" if table.kind == "tsv" else draw.choice([",", ",", ";", ";", "|"])
    quote_all = draw.random() < 0.15
    def cell(text):
        quoted = quote_all or re.search(rf'[{re.escape(separator)}"\n]', text) and not text.startswith("=")
        return '"' + text.replace('"', '""') + '"' if quoted else text
    end = draw.choice(["\n", "\r\n", "\r\n"])
    rows = [[each.text for each in row] for row in table.rows]
    if draw.random() < 0.3:  # some programs write no cells after the last one
        last = lambda row: max([place for place, each in enumerate(row, 1) if each], default=1)
        rows = [row if sum(map(bool, row)) > 1 else row[:last(row)] for row in rows]
    text = end.join(separator.join(map(cell, row)) for row in rows) + draw.choice([end, end, ""])
    if table.kind == "csv" and draw.random() < 0.08:
        text = f"sep={separator}{end}{text}"
    page = CODE_PAGES.get(table.language, "cp1252")
    encoding = draw.choice(["utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", page])
    try:
        content = text.encode(encoding)
    except UnicodeEncodeError:
        encoding, content = "utf-8", text.encode()
    table.made.append(f"{encoding} {separator!r}")
    if encoding == page and not text.isascii():
        table.may["encoding"] = {"shift-jis": "Shift-JIS", "big5": "Big5"}.get(page, page.upper().replace("CP", "Windows-"))
    return content


def as_markdown(table, draw):
    row = lambda cells: "| " + " | ".join(each.text.replace("|", "\\|") for each in cells) + " |"
    rule = "|" + "|".join(draw.choice([" --- ", ":---", "---:", ":-:"]) for _ in table.rows[0]) + "|"
    lines = ["# Inventory", "", "A list of what we have.", ""] if draw.random() < 0.3 else []
    return "\n".join(lines + [row(table.rows[0]), rule] + [row(each) for each in table.rows[1:]] + [""]).encode()


def as_html(table, draw):
    at, covered = spans(table)
    def cell(row, column, each):
        tag = "th" if row == table.head else "td"
        text = html.escape(each.text)
        text = f'<a href="{html.escape(each.link)}">{text}</a>' if each.link else text
        rows, across = at.get((row, column), (1, 1))
        span = (f" rowspan={rows}" if rows > 1 else "") + (f" colspan={across}" if across > 1 else "")
        return f"<{tag}{span}>{text}</{tag}>"
    body = "\n".join("<tr>" + "".join(cell(r, c, each) for c, each in enumerate(row) if (r, c) not in covered) + "</tr>"
                     for r, row in enumerate(table.rows))
    navigation = '<table><tr><td><a href="/">Home</a></td></tr></table>' if draw.random() < 0.2 else ""
    head = '<!DOCTYPE html><html><head><meta charset="utf-8"></head>'
    return f"{head}<body>{navigation}<table>{body}</table></body></html>".encode()


def as_objects(table, draw):
    def value(cell):
        return {"number": lambda: float(cell.stored) if "." in cell.stored else int(cell.stored), "bool": lambda: cell.stored,
                "date": lambda: cell.stored.isoformat(), "text": lambda: cell.text}[cell.kind]()
    keys = [cell.text for cell in table.rows[0]]
    made = [{key: value(cell) for key, cell in zip(keys, row) if cell.text or draw.random() < 0.5} for row in table.rows[1:]]
    if table.kind == "ndjson":
        return "\n".join(json.dumps(each, ensure_ascii=draw.random() < 0.5) for each in made).encode()
    whole = {"version": 3, "items": made} if draw.random() < 0.3 else made
    return json.dumps(whole, ensure_ascii=False, indent=draw.choice([None, 2])).encode()


OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = f'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="{OFFICE}"'
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def elements(template, values):
    return "".join(template.format(*map(lambda value: html.escape(str(value)), each)) for each in values)


def relations(values):
    made = elements('<Relationship Id="{}" Type="' + OFFICE + '/{}" Target="{}"{}/>', values).replace("&quot;", '"')
    return f'<Relationships xmlns="{PACKAGE}/relationships">{made}</Relationships>'


def worksheet(rows, merges, hidden, styles):
    """The sheet as XML, and the cells with links."""
    made, links = "", []
    for r, row in enumerate(rows, 1):
        cells = ""
        for name, cell in zip((f"{chr(65 + c)}{r}" for c in range(26)), row):
            if cell.kind in ("number", "date") and cell.style not in styles:
                styles.append(cell.style)
            style = f's="{styles.index(cell.style)}"' if cell.style in styles else ""
            if cell.kind == "number":
                cells += f'<c r="{name}" {style}><v>{cell.stored}</v></c>'
            elif cell.kind == "date":
                cells += f'<c r="{name}" {style}><v>{(cell.stored - datetime.date(1899, 12, 30)).days}</v></c>'
            elif cell.kind == "bool":
                cells += f'<c r="{name}" t="b"><v>{int(cell.stored)}</v></c>'
            elif cell.text:
                cells += f'<c r="{name}" t="inlineStr"><is><t>{html.escape(cell.text)}</t></is></c>'
            if cell.link:
                links.append((name, cell.link))
        if cells:
            made += f'<row r="{r}"' + (' hidden="1"' if r - 1 in hidden else "") + f">{cells}</row>"
    ranges = elements('<mergeCell ref="{}{}:{}{}"/>', [
        (chr(65 + c), r + 1, chr(64 + c + across), r + down) for r, c, down, across in merges])
    marks = elements('<hyperlink ref="{}" r:id="l{}"/>', [(name, number) for number, (name, _) in enumerate(links)])
    return (f"<worksheet {MAIN}><sheetData>{made}</sheetData>" + (f"<mergeCells>{ranges}</mergeCells>" if ranges else "")
            + (f"<hyperlinks>{marks}</hyperlinks>" if marks else "") + "</worksheet>"), links


def as_xlsx(table, draw):
    styles, parts, names = ["General"], {}, ["List"]
    for number, rows in enumerate([table.rows, *table.sheets], 1):
        merges, hidden = (table.merges, table.hidden) if number == 1 else ([], set())
        parts[f"xl/worksheets/sheet{number}.xml"], links = worksheet(rows, merges, hidden, styles)
        names += [f"Sheet{number}"] * (number > 1)
        if links:
            parts[f"xl/worksheets/_rels/sheet{number}.xml.rels"] = relations(
                (f"l{place}", "hyperlink", link, ' TargetMode="External"') for place, (_, link) in enumerate(links))
    numbered = list(enumerate(names, 1))
    formats = elements('<numFmt numFmtId="{}" formatCode="{}"/>', [(164 + n, style) for n, style in enumerate(styles)])
    uses = elements('<xf numFmtId="{}" applyNumberFormat="1"/>', [(164 + n if n else 0,) for n in range(len(styles))])
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    return {
        "[Content_Types].xml":
            f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kind}"/></Types>',
        "_rels/.rels": relations([("a", "officeDocument", "xl/workbook.xml", "")]),
        "xl/workbook.xml": f"<workbook {MAIN}><sheets>" + elements(
            '<sheet name="{1}" sheetId="{0}" r:id="s{0}"/>', numbered) + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(
            [(f"s{n}", "worksheet", f"worksheets/sheet{n}.xml", "") for n, _ in numbered] + [("t", "styles", "styles.xml", "")]),
        "xl/styles.xml": f"<styleSheet {MAIN}><numFmts>{formats}</numFmts><cellXfs>{uses}</cellXfs></styleSheet>",
        **parts,
    }


def as_ods(table, draw):
    at, covered = spans(table)
    zeros = set()
    def value(cell):
        if cell.kind == "number" and set(cell.style) == {"0"}:
            zeros.add(len(cell.style))
            return f'office:value-type="float" office:value="{cell.stored}" table:style-name="c{len(cell.style)}"'
        if cell.kind == "number":
            code = re.search("[A-Z]{3}", cell.style)
            kind = f'currency" office:currency="{code.group(0)}' if code else "float"
            return f'office:value-type="{kind}" office:value="{cell.stored}"'
        if cell.kind == "date":
            return f'office:value-type="date" office:date-value="{cell.stored}"'
        if cell.kind == "bool":
            return f'office:value-type="boolean" office:boolean-value="{str(cell.stored).lower()}"'
        return 'office:value-type="string"' if cell.text else ""
    def written(place, cell, merged):
        rows, across = at.get(place, (1, 1)) if merged else (1, 1)
        span = f' table:number-rows-spanned="{rows}" table:number-columns-spanned="{across}"' if rows * across > 1 else ""
        text = html.escape(cell.text)
        text = f'<text:a xlink:href="{html.escape(cell.link)}">{text}</text:a>' if cell.link else text
        tag = "covered-table-cell" if merged and place in covered else "table-cell"
        return f"<table:{tag} {value(cell)}{span}>" + (f"<text:p>{text}</text:p>" if text else "") + f"</table:{tag}>"
    body = ""
    for number, rows in enumerate([table.rows, *table.sheets], 1):
        made = ""
        for r, row in enumerate(rows):
            filtered = ' table:visibility="filter"' if number == 1 and r in table.hidden else ""
            cells = "".join(written((r, c), cell, number == 1) for c, cell in enumerate(row))
            made += f"<table:table-row{filtered}>{cells}</table:table-row>"
        name = "List" if number == 1 else f"Sheet{number}"
        made = made or "<table:table-row><table:table-cell/></table:table-row>"
        body += f'<table:table table:name="{name}">{made}</table:table>'
    styles = elements(
        '<number:number-style style:name="n{0}"><number:number number:min-integer-digits="{0}" number:decimal-places="0"/>'
        '</number:number-style><style:style style:name="c{0}" style:family="table-cell" style:data-style-name="n{0}"/>',
        [(each,) for each in sorted(zeros)])
    spaces = elements('xmlns:{0}="' + OASIS + ':{0}:1.0" ', [(each,) for each in ("office", "table", "text", "style")])
    spaces += f'xmlns:number="{OASIS}:datastyle:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"'
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return {
        "mimetype": kind,
        "META-INF/manifest.xml":
            f'<manifest:manifest xmlns:manifest="{OASIS}:manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
            '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
        "content.xml": f"<office:document-content {spaces}><office:automatic-styles>{styles}</office:automatic-styles>"
                       f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>",
    }


WRITERS = {"csv": as_text, "tsv": as_text, "md": as_markdown, "html": as_html, "json": as_objects, "ndjson": as_objects,
           "xlsx": as_xlsx, "ods": as_ods}


def write(table, path, draw):
    content = WRITERS[table.kind](table, draw)
    if isinstance(content, bytes):
        return path.write_bytes(content)
    with zipfile.ZipFile(path, "w") as book:
        for name, text in content.items():
            book.writestr(name, text)
