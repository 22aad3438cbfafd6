"""Reads the schedule of a claim as it is printed, so that its totals can be computed again from the paper alone."""
import decimal
import html
import re
import subprocess

COLUMNS = ["cost", "lost", "left", "paid", "value", "lineValue"]
TOTALLED = ["cost", "lost", "left", "paid", "lineValue"]
# The summary says what the first three leave.
SUMMED = ["cost", "lost", "unknown", "left", "paid", "lineValue"]
ABSENT = r"(?<!\S)–(?!\S)"


class Language:
    """The words of a claim in a language, and how it writes amounts."""

    def __init__(self, *, amount, groups, point, **words):
        self.cell = re.compile(rf"{amount}|{ABSENT}")
        self.groups, self.point = groups, point
        self.schedule, self.entries, self.evidence = words["schedule"], words["entries"], words["evidence"]
        self.items, self.quantity, self.each = words["items"], words["quantity"], words["each"]
        self.subtotal, self.total, self.not_stated = words["subtotal"], words["total"], words["not_stated"]
        self.coverage = re.compile(rf"(?<=  )({words['coverage']})(?=\s)")
        self.rooms, self.categories = words["rooms"], words["categories"]

    def number(self, text):
        return decimal.Decimal(text.replace(self.groups, "").replace(self.point, "."))

    def cells(self, line):
        """The amounts of a line, from left to right; nothing for one that is not stated."""
        return [self.number(cell.group(1)) if cell.group(1) else None for cell in self.cell.finditer(line)]


ENGLISH = Language(amount=r"[€$]([\d,]+\.\d\d)", groups=",", point=".", schedule="Schedule",
                   entries="Item by item", evidence="Evidence index", items="Items", quantity="Quantity", each="Value each",
                   subtotal="Subtotal", total="Total", not_stated="not stated", rooms="By room", categories="By category",
                   coverage=r"[\d,]+ of [\d,]+( items)?( only)?|items only|items|only")
GERMAN = Language(amount=r"([\d.]+,\d\d)\s[€$]", groups=".", point=",", schedule="Aufstellung",
                  entries="Die Gegenstände im Einzelnen", evidence="Verzeichnis der Nachweise", items="Gegenstände", quantity="Menge", each="Einzelwert",
                  subtotal="Zwischensumme", total="Summe", not_stated="keine Angabe", rooms="Nach Raum", categories="Nach Kategorie",
                  coverage=r"nur [\d.]+ von [\d.]+")


class Sums(dict):
    def add(self, row):
        for column in TOTALLED:
            if row[column] is not None:
                self[column] = self.get(column, 0) + row[column]
        self["units"] = self.get("units", 0) + row["units"]
        self["items"] = self.get("items", 0) + 1


def printed(line, language=ENGLISH):
    """The amounts of a line that states sums, by column; a sum that is not stated is left out."""
    cells = language.cells(line)
    return {column: cell for column, cell in zip(TOTALLED, cells[-len(TOTALLED):]) if cell is not None}


def straightened(text, language=ENGLISH):
    """A document's text without signs of direction; pdftotext turns a name and what is beside it round if the name reads
    from right to left."""
    plain = re.sub("[\u202a-\u202e]", "", text)
    # The number of lines that a sum is of stands below it.
    plain = re.sub(" +$", "", language.coverage.sub("", plain), flags=re.M)
    subtotal, items = f"{language.subtotal} ·", f"{language.items}: "
    # A long name goes on below its line: `Subtotal · Home / Kitchen / Pantry ·     7     €12.00` and `Items: 4`.
    whole = re.sub(rf"^( *{subtotal}(?:(?!{items}).)*?)( {{2,}}\S.*)\n((?: .*\n){{,2}}? +(?:\S.*)?{items}[\d.,]+)$",
                   lambda found: f"{found[1]} {' '.join(found[3].split())}{found[2]}", plain, flags=re.M)
    # … or `Subtotal · Home / Kitchen · Items:     7     €12.00` and `4`.
    whole = re.sub(rf"^( *{subtotal}.*?{language.items}:)( {{2,}}\S.*)\n *([\d.,]+)$", r"\1 \3\2", whole, flags=re.M)
    return re.sub(rf"{subtotal} ( .*?){items}",
                  lambda found: f"{subtotal} {' '.join(found[1].replace(' · ', ' ').split())} · {items}", whole)


def counts(line, language=ENGLISH):
    """Items and units of a line with sums: `Total · Items: 48      71`."""
    found = re.search(rf"{language.items}: ([\d,.]+)\s+([\d,.]+)", line)
    return {"items": int(language.number(found.group(1))), "units": language.number(found.group(2))}


class Rows:
    """Reads the lines of items of a schedule, whose headings are repeated on every page."""

    def __init__(self, language, text):
        self.language = language
        self.edge = 0
        # A line without room leaves out the value of one piece, which the note below the list names.
        note = " ".join(text[text.rindex(f" · {language.items}:"):].split())
        self.columns = [column for column in COLUMNS if column != "value" or language.each not in note]

    def row(self, line):
        """The line of an item; nothing if it is another line."""
        if re.match(r"\s*N[or]\. ", line) and (found := re.search(rf"\b{self.language.quantity}\b", line)):
            self.edge = found.end()
        cells = self.language.cells(line)
        head = re.match(r"\s*(\d+)\s{1,4}\S", line)
        if not head or len(cells) < len(self.columns):
            return None
        row = {"value": None, **dict(zip(self.columns, cells[-len(self.columns):]))}
        row["line"] = int(head.group(1))
        # The quantity is set right-aligned below its heading, after at least two blanks, or one after a long serial number.
        numbers = [found for found in re.finditer(r"(?<=\s)\d[\d.,]*(?=\s)", line[:self.edge + 8]) if found.start() > head.end()]
        row["units"] = self.language.number(min(numbers, key=lambda found: abs(found.end() - self.edge)).group())
        return row


def part(text, start, *ends):
    """What is between a heading and the next of some others."""
    text = text[re.search(rf"^\s*{start}\s*$", text, re.M).end():]
    return text[:re.search(rf"^\s*({'|'.join(ends)})\s*$", text, re.M).start()]


def volume(text):
    """The rows of a volume's schedule, and its printed sums by their titles."""
    text = part(text, ENGLISH.schedule, ENGLISH.entries, ENGLISH.evidence)
    rows, sums, reader = [], {}, Rows(ENGLISH, text)
    for line in text.splitlines():
        if found := re.search(r"(Brought forward|Carried forward|Total of this volume|Total) · Items:", line):
            sums[found[1]] = {**counts(line), **printed(line)}
        elif row := reader.row(line):
            rows.append(row)
    return rows, sums


def schedule(text, language=ENGLISH):
    """The rows of the schedule, and its lines of sums: [(name, sums computed from the rows, sums printed)]."""
    text = part(straightened(text, language), language.schedule, language.entries, language.evidence)
    rows, found, group, everything, reader, name = [], [], Sums(), Sums(), Rows(language, text), None
    sum_line = re.compile(rf"({language.subtotal} · (.*?) · |{language.total} · ){language.items}:")
    for line in text.splitlines():
        if sums := sum_line.search(line):
            computed = group if sums.group(2) else everything
            # The summary's table needs no title before the name of a group without one.
            title = re.sub(rf".*: {language.not_stated}", language.not_stated, sums.group(2) or language.total)
            found.append((title, dict(computed), {**counts(line, language), **printed(line, language)}))
            if sums.group(2):
                group = Sums()
            continue
        if row := reader.row(line):
            rows.append(row)
            group.add(row)
            everything.add(row)
        elif re.match(r"\f?\S", line) and not re.search(r"\d ?/ ?\d+$", line):
            # The name of a group stands at the margin, again on each page, as does the foot of a page. A group of one line
            # has no subtotal.
            if line.strip() != name:
                group, name = Sums(), line.strip()
    return rows, found


def summary(text, title, language=ENGLISH):
    """The sums of a table of the summary, by the name of the room or category."""
    text = straightened(text, language)
    text = text[re.search(rf"^\s*{title}\s*$", text, re.M).end():]
    sums = {}
    for line in text.splitlines():
        found = re.match(r"\s*(\S.*?)\s{2,}([\d,.]+)\s{2,}([\d,.]+)\s{2,}", line)
        if not found:
            continue
        amounts = {column: cell for column, cell in zip(SUMMED, language.cells(line)[-len(SUMMED):]) if cell is not None}
        parts = amounts.get("lost", 0) + amounts.pop("unknown", 0) + amounts.get("left", 0)
        if amounts.get("cost", 0) != parts:
            raise AssertionError(f"the cost is not depreciation, what is without it, and actual cash value: {line}")
        sums[found.group(1)] = {"items": int(language.number(found.group(2))), "units": language.number(found.group(3)), **amounts}
        if found.group(1) == language.total:
            return sums
    return sums


WORD = re.compile(r'<word xMin="[\d.]+" yMin="[\d.]+" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</word>')
AMOUNT = re.compile(r"[€$¥][\d.,]+|[\d.,]+[€$¥]")
# Letters of other sizes end a little beside an edge.
NEAR = 2


def placed(path):
    """The lines of a document, each a list of its words with their right edges in points."""
    lines = []
    out = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, check=True).stdout.decode()
    for page in out.split("<page ")[1:]:
        edge = None
        for bottom, right, word in sorted((float(bottom), float(right), html.unescape(word)) for right, bottom, word in WORD.findall(page)):
            if edge is None or bottom - edge > NEAR:
                lines.append([])
                edge = bottom
            lines[-1].append((right, word))
    for line in lines:
        line.sort()
        for at in range(len(line) - 1, 0, -1):
            # `12,50 €` is two words.
            if line[at][1] in "€$¥":
                line[at - 1:at + 1] = [(line[at][0], line[at - 1][1] + line[at][1])]
    return lines


def amounts(line, language):
    """The amounts of a line with their right edges and currencies."""
    return [(right, re.sub(r"[\d.,]", "", word), language.number(re.sub("[€$¥]", "", word)))
            for right, word in line if AMOUNT.fullmatch(word)]


def recomputed(lines, language):
    """The sums of each table of a claim, by right edge and currency: [(title, sums computed from the lines, sums printed)].
    Numbers of items and pieces have no currency; the lines of the schedule are counted."""
    texts = [" ".join(word for _, word in line) for line in lines]

    def numbers(line):
        return [(right, "", language.number(word)) for right, word in line if re.fullmatch(r"\d[\d.,]*", word)]

    def stated(block):
        cells = [cell for line in block for cell in amounts(line, language)] + numbers(block[0])
        return {(right, currency): number for right, currency, number in cells}

    def added(cells, printed):
        sums = dict.fromkeys(printed, 0)
        for right, currency, number in cells:
            place = next((key for key in printed if key[1] == currency and abs(key[0] - right) < NEAR), (right, currency))
            sums[place] = sums.get(place, 0) + number
        return sums

    tables = []
    for title in [language.rooms, language.categories, language.schedule]:
        start = texts.index(title) + 1
        total = next(at for at in range(start, len(lines)) if re.match(rf"{language.total} (· {language.items}: )?\d", texts[at]))
        end = next(at for at in range(total, len(lines))
                   if texts[at] in [language.categories, language.schedule, language.entries, language.evidence])
        printed = stated(lines[total:end])
        if title != language.schedule:
            computed = added([cell for line in lines[start:total] for cell in amounts(line, language) + numbers(line)
                              if cell[1] or any(not of and abs(edge - cell[0]) < NEAR for edge, of in printed)], printed)
            tables.append((title, computed, printed))
            continue
        # The number of items is beside the title of the sums, that of pieces below its heading.
        counted, units = sorted(key for key in printed if not key[1])
        items, block = [], None
        for at in range(start, total + 1):
            line, starts = lines[at], texts[at].startswith(f"{len(items) + 1} ")
            if block and (starts or at == total):
                count = int(re.search(rf"{language.items}: ([\d.,]+)", " ".join(
                    word for of in block for right, word in of if right < units[0] - 12))[1])
                own = {key: number for key, number in stated(block).items() if key[1] or abs(key[0] - units[0]) < NEAR}
                tables.append((texts[lines.index(block[0])], added([cell for item in items[-count:] for cell in item], own), own))
                block = None
            if texts[at].startswith(f"{language.subtotal} ·"):
                block = [line]
            elif block:
                block.append(line)
            elif at < total and (starts or items):
                if starts:
                    items.append([cell for cell in numbers(line) if abs(cell[0] - units[0]) < NEAR])
                items[-1] += amounts(line, language)
        computed = added([cell for item in items for cell in item], printed)
        computed[counted] = len(items)
        tables.append((title, computed, printed))
    return tables
