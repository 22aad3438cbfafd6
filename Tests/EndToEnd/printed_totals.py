"""Reads the schedule of a claim as it is printed, so that its totals can be computed again from the paper alone."""
import decimal
import re

AMOUNT = r"[€$]([\d,]+\.\d\d)"
CELL = re.compile(rf"{AMOUNT}|not stated")
COLUMNS = ["paid", "value", "lineValue", "cost", "lost", "left"]
TOTALLED = ["paid", "lineValue", "cost", "lost", "left"]


def number(text):
    return decimal.Decimal(text.replace(",", ""))


class Sums(dict):
    def add(self, row):
        for column in TOTALLED:
            if row[column] is not None:
                self[column] = self.get(column, 0) + row[column]
        self["units"] = self.get("units", 0) + row["units"]
        self["items"] = self.get("items", 0) + 1


def printed(line):
    """The amounts of a line that states sums, by column; a sum that is not stated is left out."""
    cells = [number(cell.group(1)) if cell.group(1) else None for cell in CELL.finditer(line)]
    return {column: cell for column, cell in zip(TOTALLED, cells[-len(TOTALLED):]) if cell is not None}


def straightened(text):
    """A document's text without signs of direction; pdftotext turns a name and what is beside it round if the name reads
    from right to left."""
    plain = re.sub("[\u202a-\u202e]", "", text)
    return re.sub(r"Subtotal · ( .*?)Items: ",
                  lambda found: f"Subtotal · {' '.join(found[1].replace(' · ', ' ').split())} · Items: ", plain)


def counts(line):
    """Items and units of a line with sums: `Total · Items: 48      71`."""
    found = re.search(r"Items: ([\d,]+)\s+([\d,.]+)", line)
    return {"items": int(number(found.group(1))), "units": number(found.group(2))}


def parsed(line):
    """The line of an item; nothing if it is another line."""
    cells = [number(cell.group(1)) if cell.group(1) else None for cell in CELL.finditer(line)]
    head = re.match(r"\s*(\d+)\s{1,4}\S", line)
    if not head or len(cells) < len(COLUMNS):
        return None
    row = dict(zip(COLUMNS, cells[-len(COLUMNS):]))
    row["line"] = int(head.group(1))
    row["units"] = decimal.Decimal(re.search(r" (\d+(?:\.\d+)?)\s+(?:[A-Z][a-z]{2} \d|not)", line).group(1))
    return row


def volume(text):
    """The rows of a volume's schedule, and its printed sums by their titles."""
    part = text[re.search(r"^\s*Schedule\s*$", text, re.M).end():]
    part = part[:re.search(r"^\s*Evidence index\s*$", part, re.M).start()]
    rows, sums = [], {}
    for line in part.splitlines():
        if found := re.search(r"(Brought forward|Carried forward|Total of this volume|Total) · Items:", line):
            sums[found[1]] = {**counts(line), **printed(line)}
        elif row := parsed(line):
            rows.append(row)
    return rows, sums


def schedule(text):
    """The rows of the schedule, and its lines of sums: [(name, sums computed from the rows, sums printed)]."""
    text = straightened(text)
    part = text[re.search(r"^\s*Schedule\s*$", text, re.M).end():]
    part = part[:re.search(r"^\s*What is missing\s*$", part, re.M).start()]
    rows, found, group, everything = [], [], Sums(), Sums()
    for line in part.splitlines():
        if sums := re.search(r"(Subtotal · (.*?) · |Total · )Items:", line):
            computed = group if sums.group(2) else everything
            found.append((sums.group(2) or "Total", dict(computed), {**counts(line), **printed(line)}))
            if sums.group(2):
                group = Sums()
            continue
        row = parsed(line)
        if row is None:
            continue
        rows.append(row)
        group.add(row)
        everything.add(row)
    return rows, found


def summary(text, title):
    """The sums of a table of the summary, by the name of the room or category."""
    text = straightened(text)
    part = text[re.search(rf"^\s*{title}\s*$", text, re.M).end():]
    sums = {}
    for line in part.splitlines():
        found = re.match(r"\s*(\S.*?)\s{2,}([\d,]+)\s{2,}([\d,.]+)\s{2,}", line)
        if not found:
            continue
        cells = [number(cell.group(1)) if cell.group(1) else None for cell in CELL.finditer(line)]
        order = ["lineValue", "paid", "cost", "lost", "left"]
        amounts = {column: cell for column, cell in zip(order, cells) if cell is not None}
        sums[found.group(1)] = {"items": int(number(found.group(2))), "units": number(found.group(3)), **amounts}
        if found.group(1) == "Total":
            return sums
    return sums
