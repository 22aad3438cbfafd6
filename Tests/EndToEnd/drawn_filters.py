"""Filters drawn by chance, with a reference in Python.

The reference is written from docs/filters.md: it reads the items of `list --json` and knows nothing of the program.
"""
import datetime
import decimal
import random
import re

TODAY = datetime.date(2026, 11, 28)
KINDS = ["receipt", "appraisal", "manual", "warranty", "other"]


def fold(text):
    return "".join(letter.upper().lower() for letter in text)


def ascii_fold(text):
    return "".join(letter.lower() if "A" <= letter <= "Z" else letter for letter in text)


TEXTS = {
    "name": ["name"], "serialNumber": ["serialNumber"], "location": ["location"], "category": ["category"],
    "assetIdentifier": ["assetIdentifier"], "url": ["url"], "manufacturer": ["manufacturer"],
    "modelNumber": ["modelNumber"], "description": ["description"], "notes": ["notes"], "condition": ["condition"],
    "colour": ["colour"], "distinguishingMarks": ["distinguishingMarks"], "code": ["code"],
    "purchasePlace": ["purchase", "place"], "purchaseReceiptNumber": ["purchase", "receiptNumber"],
    "warrantyDetails": ["warranty", "details"], "saleTo": ["sale", "to"], "saleNotes": ["sale", "notes"],
    "externalReference": ["externalReference"],
}
AMOUNTS = {"value": ["value"], "purchasePrice": ["purchase", "price"], "replacementValue": ["replacementValue"],
           "salePrice": ["sale", "price"], "depreciationEach": ["depreciationEach"]}
DATES = {"purchased": ["purchase", "date"], "warranty": ["warranty", "expires"], "saleDate": ["sale", "date"]}


def read(item, path):
    for name in path:
        item = (item or {}).get(name)
    return item


def option(name):
    return re.sub("([A-Z])", lambda letter: "-" + letter[1].lower(), name)


def text(item, name):
    return read(item, TEXTS[name]) or ""


def quoted(value):
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def all_texts(item):
    yield from (text(item, name) for name in TEXTS)
    yield from item.get("tags", [])
    for field in item.get("customFields", []):
        yield from (field["name"], field["value"])


def names(path):
    return [name.strip(" \t") for name in (path or "").split("/") if name.strip(" \t")]


def add_months(day, count):
    month = 12 * day.year + day.month - 1 + count
    for last in (day.day, 30, 29, 28):
        try:
            return datetime.date(month // 12, month % 12 + 1, last)
        except ValueError:
            continue


def span(word):
    """The first and last day of a date as it is written."""
    if word in ("today", "yesterday", "tomorrow"):
        day = TODAY + datetime.timedelta({"today": 0, "yesterday": -1, "tomorrow": 1}[word])
        return day, day
    if shift := re.fullmatch(r"([+-]?\d+)([dwmy])", word):
        count, unit = int(shift[1]), shift[2]
        day = (TODAY + datetime.timedelta(count * (7 if unit == "w" else 1)) if unit in "dw"
               else add_months(TODAY, count * (12 if unit == "y" else 1)))
        return day, day
    if relative := re.fullmatch("(last|this|next)-(week|month|year)", word):
        step = {"last": -1, "this": 0, "next": 1}[relative[1]]
        if relative[2] == "week":
            first = TODAY + datetime.timedelta(7 * step - TODAY.weekday())
            return first, first + datetime.timedelta(6)
        if relative[2] == "month":
            first = add_months(TODAY.replace(day=1), step)
            return first, add_months(first, 1) - datetime.timedelta(1)
        word = str(TODAY.year + step)
    parts = [int(part) for part in word.split("-")]
    if len(parts) == 3:
        return datetime.date(*parts), datetime.date(*parts)
    if len(parts) == 2:
        first = datetime.date(*parts, 1)
        return first, add_months(first, 1) - datetime.timedelta(1)
    return datetime.date(parts[0], 1, 1), datetime.date(parts[0], 12, 31)


def enrich(items):
    """Gives items of `sample --seed 7` what it makes none of: custom fields and equal serial numbers."""
    dice = random.Random(1)
    for index, item in enumerate(items):
        fields = item.setdefault("customFields", [])
        if index % 3 == 0:
            fields.append({"name": "Shelf mark", "value": f"{'ABC'[index % 7 % 3]}{index % 10}"})
        if index % 4 == 0:
            fields.append({"name": "Pages", "value": dice.choice(["90", "300", "300.0", "1300", "-5", "many"])})
        if index % 5 == 0:
            fields.append({"name": "Read on", "value": dice.choice(["2026-01-05", "2026-11-20", "2025-12-31", "soon"])})
        if index % 6 == 0:
            fields.append({"name": "Paid", "value": dice.choice(["12.50 EUR", "7EUR", "20 USD", "12.50"])})
        if index % 50 == 1:
            item["serialNumber"] = "SN-Double" if index % 100 == 1 else "sn-DOUBLE"


class Drawing:
    """Draws an expression as text, with the function that says whether it holds for an item."""

    def __init__(self, dice, items):
        self.dice, self.items, self.names_archived = dice, items, False

    def expression(self, depth):
        """Returns the text and the test."""
        kind = self.dice.randrange(5) if depth else 4
        if kind == 0:
            parts = [self.expression(depth - 1) for _ in range(self.dice.randint(2, 3))]
            return (self.dice.choice([" ", " and "]).join(self.bracketed(part[0]) for part in parts),
                    lambda item: all(part[1](item) for part in parts))
        if kind == 1:
            parts = [self.expression(depth - 1) for _ in range(self.dice.randint(2, 3))]
            return (self.dice.choice([" or ", " OR "]).join(self.bracketed(part[0]) for part in parts),
                    lambda item: any(part[1](item) for part in parts))
        if kind == 2:
            inner, holds = self.expression(depth - 1)
            return f"-({inner})", lambda item: not holds(item)
        words, holds = self.term()
        if self.dice.randrange(6) == 0:
            return f"-{words}", lambda item: not holds(item)
        return words, holds

    def bracketed(self, words):
        return f"({words})" if " " in words or self.dice.randrange(4) == 0 else words

    def some(self, values):
        return self.dice.choice([value for value in values if value] or ["nothing"])

    def term(self):
        draw = self.dice.choice([
            self.words, self.field, self.place, self.category, self.tag, self.amount, self.line_value, self.number,
            self.date, self.created, self.flag, self.archived, self.papers, self.kind, self.id, self.duplicate, self.custom, self.missing])
        return draw()

    def spelled(self, name):
        return self.dice.choice([name, option(name), name.lower(), name.upper()])

    def part(self, value):
        start = self.dice.randrange(len(value))
        part = value[start:start + self.dice.randint(1, 5)].strip()
        return self.dice.choice([part, part.upper(), part.lower()]) or "a"

    def words(self):
        words = self.part(self.some(all_texts(self.dice.choice(self.items))))
        return quoted(words), lambda item: any(fold(words) in fold(text) for text in all_texts(item))

    def field(self):
        name = self.dice.choice([name for name in TEXTS if name not in ("location", "category")])
        values = [self.part(self.some(text(item, name) for item in self.items)) for _ in range(self.dice.randint(1, 2))]
        values = ["nothing" if value in ("none", "any") else value for value in values]
        return (f"{self.spelled(name)}:{','.join(map(quoted, values))}",
                lambda item: any(fold(value) in fold(text(item, name)) for value in values))

    def place(self):
        paths = [names(self.some(item.get("location") for item in self.items)) for _ in range(self.dice.randint(1, 2))]
        paths = [path[:self.dice.randint(1, len(path))] for path in paths]
        return ("location:" + ",".join(quoted(self.dice.choice(["/", " / "]).join(path)) for path in paths),
                lambda item: any(names(item.get("location"))[:len(path)] == path for path in paths))

    def category(self):
        values = [self.some(item.get("category") for item in self.items) for _ in range(self.dice.randint(1, 3))]
        return f"category:{','.join(values)}", lambda item: item.get("category") in values

    def tag(self):
        values = [self.some(tag for item in self.items for tag in item.get("tags", [])) for _ in range(self.dice.randint(1, 2))]
        return (f"{self.dice.choice(['tag', 'tags'])}:{','.join(map(quoted, values))}",
                lambda item: not set(values).isdisjoint(item.get("tags", [])))

    def range(self, values, write=str, unit=""):
        """A comparison with two values in order: its text, and its test of a pair of bounds."""
        low, high = sorted(self.dice.choices(values, k=2))
        one = write(low)
        return self.dice.choice([
            (f"{one}{unit}", lambda first, last: first <= low <= last),
            (f"={one}{unit}", lambda first, last: first <= low <= last),
            (f">{one}{unit}", lambda first, last: first > low), (f">={one}{unit}", lambda first, last: first >= low),
            (f"<{one}{unit}", lambda first, last: last < low), (f"<={one}{unit}", lambda first, last: last <= low),
            (f"{one}..{write(high)}{unit}", lambda first, last: low <= first and last <= high),
            (f"{one}..{unit}", lambda first, last: first >= low) if not unit else
            (f">={one}{unit}", lambda first, last: first >= low),
            (f"..{write(high)}{unit}", lambda first, last: last <= high)])

    def compare_amounts(self, amounts):
        currency = self.dice.choice(["", "USD", "EUR"])
        words, holds = self.range([decimal.Decimal(amount["amount"]) for amount in amounts if amount], unit=currency)

        def test(amount):
            if not amount or amount["currency"] != (currency or "USD"):
                return False
            number = decimal.Decimal(amount["amount"])
            return holds(number, number)
        return words, test

    def amount(self):
        name = self.dice.choice(list(AMOUNTS))
        words, holds = self.compare_amounts([read(item, AMOUNTS[name]) for item in self.items])
        return f"{self.spelled(name)}:{words}", lambda item: holds(read(item, AMOUNTS[name]))

    @staticmethod
    def line(item):
        value = item.get("value")
        if not value:
            return None
        product = decimal.Decimal(value["amount"]) * decimal.Decimal(str(item["quantity"]))
        rounded = product.quantize(decimal.Decimal("0.01"), decimal.ROUND_HALF_EVEN)
        return {"amount": str(rounded), "currency": value["currency"]}

    def line_value(self):
        words, holds = self.compare_amounts([self.line(item) for item in self.items])
        return f"{self.dice.choice(['line-value', 'lineValue'])}:{words}", lambda item: holds(self.line(item))

    def number(self):
        name = self.dice.choice(["quantity", "depreciation"])

        def number(item):
            return decimal.Decimal(str(item[name])) if name in item else None
        words, holds = self.range([number(item) for item in self.items if number(item) is not None])
        return (f"{name}:{words}",
                lambda item: number(item) is not None and holds(number(item), number(item)))

    def dates(self):
        def word():
            count = self.dice.randint(0, 40)
            return self.dice.choice([
                f"{self.dice.randint(2012, 2028)}", f"{self.dice.randint(2012, 2028)}-{self.dice.randint(1, 12):02}",
                f"{self.dice.randint(2012, 2028)}-{self.dice.randint(1, 12):02}-{self.dice.randint(1, 28):02}",
                "today", "yesterday", "tomorrow", f"{self.dice.choice(['last', 'this', 'next'])}-{self.dice.choice(['week', 'month', 'year'])}",
                f"-{count}{self.dice.choice('dwm')}", f"-{count % 12}y", f"{count}{self.dice.choice('dwm')}", f"+{count % 12}y"])
        one, other = sorted([word(), word()], key=lambda word: span(word)[0])
        first, last = span(one)
        sign = self.dice.choice(["", "=", ">", ">=", "<", "<=", ".."])
        if sign == "..":
            end = max(last, span(other)[1])
            if end != span(other)[1]:
                other = one
            return f"{one}..{other}", lambda day: first <= day <= end
        begin = TODAY if re.fullmatch(r"\+?\d+[dwmy]", one) else datetime.date.min
        return sign + one, {
            "": lambda day: first <= day <= last, "=": lambda day: first <= day <= last, ">": lambda day: day > last,
            ">=": lambda day: day >= first, "<": lambda day: begin <= day < first,
            "<=": lambda day: begin <= day <= last}[sign]

    def date(self):
        name = self.dice.choice(list(DATES))
        words, holds = self.dates()

        def test(item):
            day = read(item, DATES[name])
            return day is not None and holds(datetime.date.fromisoformat(day))
        return f"{name}:{words}", test

    def created(self):
        words, holds = self.dates()
        return (f"{self.dice.choice(['created', 'dateCreated', 'date-created'])}:{words}",
                lambda item: holds(datetime.date.fromisoformat(item["dateCreated"][:10])))

    def flag(self):
        name, path = self.dice.choice([("insured", ["insured"]), ("warrantyLifetime", ["warranty", "lifetime"])])
        wanted = self.dice.choice([True, False])
        return (f"{self.spelled(name)}:{'yes' if wanted else 'no'}", lambda item: bool(read(item, path)) == wanted)

    def archived(self):
        # Two choices for the whole filter would be one too many.
        if self.names_archived:
            return self.flag()
        self.names_archived = True
        wanted = self.dice.choice([True, False])
        return f"archived:{'yes' if wanted else 'no'}", lambda item: item.get("archived", False) == wanted

    def papers(self):
        name = self.dice.choice(["photos", "documents"])
        words, holds = self.range([0, 1, 2, 3])
        return f"{name}:{words}", lambda item: holds(len(item.get(name, [])), len(item.get(name, [])))

    def kind(self):
        kind = self.dice.choice(KINDS)

        def count(item):
            return sum(document["kind"] == kind for document in item.get("documents", []))
        if self.dice.randrange(2) or kind in ("warranty", "other"):
            return f"documents:{kind}", lambda item: count(item) > 0
        choice = self.dice.choice(["none", "any", ">1"])
        return f"{kind}:{choice}", {"none": lambda item: count(item) == 0, "any": lambda item: count(item) > 0,
                                    ">1": lambda item: count(item) > 1}[choice]

    def id(self):
        name = self.dice.choice(["id", "parent"])
        digits = self.some(item.get(name) for item in self.items).replace("-", "")
        length = self.dice.randint(4, 32)
        digits = self.dice.choice([digits[:length], digits[-length:].upper()])

        def test(item):
            own = (item.get(name) or "").replace("-", "")
            return own.startswith(digits.lower()) or own.endswith(digits.lower())
        return f"{name}:{digits}", test

    def duplicate(self):
        name = self.dice.choice(["name", "serialNumber", "modelNumber", "colour"])
        values = [ascii_fold(text(item, name)) for item in self.items]
        twice = {value for value in values if value and values.count(value) > 1}
        return f"duplicate:{self.spelled(name)}", lambda item: ascii_fold(text(item, name)) in twice

    def custom(self):
        name = self.dice.choice(["Shelf mark", "Pages", "Read on", "Paid", "Batteries", "Receipt"])
        key = quoted(self.dice.choice([name, name.upper()]))

        def test(passes):
            return lambda item: any(fold(field["name"]) == fold(name) and field["value"] and passes(field["value"])
                                    for field in item.get("customFields", []))
        kind = self.dice.randrange(6)
        if kind == 0:
            return f"{key}:any", test(lambda value: True)
        if kind == 1:
            stated = test(lambda value: True)
            return f"{key}:none", lambda item: not stated(item)
        if kind == 2:
            words = self.dice.choice(["gold", "A", "b3", "ed", "R-1042", "aa"])
            return f"{key}:{words}", test(lambda value: fold(words) in fold(value))
        if kind == 3:
            words = self.dice.choice(["=A3", "=b1", "=black", "=many"])
            return f"{key}:{words}", test(lambda value: fold(value) == fold(words[1:]))
        if kind == 4:
            sign, limit = self.dice.choice([">", ">=", "<", "<="]), self.dice.choice(["90", "300", "12.5", "0"])

            def passes(value):
                if not re.fullmatch(r"-?\d+(\.\d+)?", value):
                    return False
                number, bound = decimal.Decimal(value), decimal.Decimal(limit)
                return {">": number > bound, ">=": number >= bound, "<": number < bound, "<=": number <= bound}[sign]
            return f"{key}:{sign}{limit}", test(passes)
        if self.dice.randrange(2):
            return f"{key}:>=10EUR", test(lambda value: bool(paid := re.fullmatch(r"([\d.]+) ?EUR", value)) and float(paid[1]) >= 10)
        words, holds = self.dice.choice([("2026", "2026"), ("2025-12", "2025-12"), ("last-year", "2025")])
        return f"{key}:{words}", test(
            lambda value: value.startswith(holds) if re.fullmatch(r"\d{4}-\d\d-\d\d", value)
            else float(value) == float(words) if re.fullmatch(r"-?\d+(\.\d+)?", value) and words == "2026"
            else fold(words) in fold(value))

    def missing(self):
        tests = {
            **{name: lambda item, name=name: bool(text(item, name)) for name in TEXTS},
            **{name: lambda item, path=path: read(item, path) is not None for name, path in {**AMOUNTS, **DATES}.items()},
            "depreciation": lambda item: "depreciation" in item, "tag": lambda item: bool(item.get("tags")),
            "parent": lambda item: "parent" in item, "photos": lambda item: bool(item.get("photos")),
            "documents": lambda item: bool(item.get("documents")), "created": lambda item: True,
            "custom-fields": lambda item: bool(item.get("customFields")), "quantity": lambda item: True,
        }
        name = self.dice.choice(list(tests))
        if self.dice.randrange(2):
            return f"{name}:any", tests[name]
        return f"{name}:none", lambda item: not tests[name](item)
