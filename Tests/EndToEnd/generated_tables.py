"""Makes tables of household inventories with the truth known beside them, for generated_lists.py."""
import datetime
import random
import re

from generated_files import Cell, Table
from generated_words import (
    CHARGES, CURRENCY, FIELDS, KNOWN, MONTHS, SIGNS, STACKED, STATISTICS, TWO_VALUES, WORDS, words)

BRANDS = ["IKEA", "Bosch", "Philips", "Miele", "Sony", "Gibson", "Le Creuset", "Canon"]
OPTION = {"loc": "location", "qty": "quantity", "man": "manufacturer", "serial": "serialNumber", "date": "purchaseDate"}


def grouped(whole, separator):
    return re.sub(r"(?<=\d)(?=(\d{3})+$)", separator, whole)


def generate(seed):
    draw = random.Random(seed)
    table = Table()
    language = draw.choice(list(WORDS)) if draw.random() < 0.8 else "en"
    pick = lambda key: draw.choice(words(language, key))
    maybe = lambda chance: draw.random() < chance
    note = table.made.append
    locale, currency, point, thousands = pick("places").split(" ")
    kind = draw.choices(["csv", "xlsx", "ods", "html", "md", "json", "ndjson", "tsv"], [40, 20, 10, 8, 5, 4, 3, 10])[0]
    objects, sheet = kind in ("json", "ndjson"), kind in ("xlsx", "ods")
    typed = sheet and maybe(0.8) or objects
    table.kind, table.language, table.locale = kind, language, locale
    known = language in KNOWN.split()
    count = draw.randint(3, 8)
    whole = currency in ("JPY", "TWD", "CNY")
    east = language in ("ja", "zh", "tw")

    # The columns: a heading, and for each row a cell and what it says (None: nothing).
    columns = []
    def add(field, heading, cells, says, fill=1.0):
        for row in range(count):
            if fill < 1 and row and not maybe(fill):
                cells[row], says[row] = Cell("") if field == "notes" else blank(), None
        columns.append((field, heading, cells, says))
    def blank():
        return Cell(draw.choice(words(language, "none"))) if none_words and maybe(0.5) else Cell("")
    none_words = bool(words(language, "none")) and maybe(0.2) and not objects
    if none_words:
        note("words for none")

    # Names
    things = words(language, "things")
    names = [f"{thing} {extra}".strip() for thing, extra in
             zip(draw.sample(things * 2, count), draw.choices(["", "", "2", "XL", "No. 5", "(IKEA)", '24"'], k=count))]
    names = [name if names.index(name) == row else f"{name} {chr(65 + row)}" for row, name in enumerate(names)]
    add("name", pick("name"), [Cell(name) for name in names], names)

    # How amounts look
    form = draw.choice(["none", "sign", "sign", "code", "heading"] + ["column"] * (language in CURRENCY and not typed))
    # A sign that several countries share needs a locale that has it, which `locale` is.
    use_thousands = form in ("sign", "code") and maybe(0.7)
    before = currency in ("USD", "GBP", "CAD", "AUD", "MXN", "BRL", "JPY", "CNY", "TWD", "CHF") or maybe(0.15)
    table.currency = currency
    dashed = ",-" if language in ("de", "nl") and point == "," and not typed and maybe(0.1) else ""
    def shown(amount):
        units, _, cents = amount.partition(".")
        text = grouped(units, thousands) if use_thousands else units
        text += point + cents if cents else dashed
        if form == "sign":
            sign = SIGNS[currency]
            between = "" if before and len(sign) == 1 and maybe(0.8) else " "
            return sign + between + text if before else text + between + sign
        if form == "code":
            return f"{currency} {text}" if before else f"{text} {currency}"
        return text
    def money(amount):
        if amount is None:
            return blank()
        if typed:
            style = {"sign": f'#,##0.00 "{SIGNS[currency]}"' if not before else f'"{SIGNS[currency]}"#,##0.00',
                     "code": f'#,##0.00 [${currency}]'}.get(form, "General")
            return Cell(shown(amount), "number", amount, style)
        return Cell(shown(amount))
    def heading(text):
        if form != "heading":
            return text
        return draw.choice(["{} ({})", "{} ({})", "{} [{}]", "{} in {}" if language in ("en", "de") else "{} ({})"]).format(
            text, draw.choice([currency, SIGNS[currency]]) if currency in ("EUR", "GBP", "PLN", "CHF") else currency)
    def amounts(low=2, high=3000):
        cents = lambda: "" if whole or maybe(0.2) else f".{draw.randint(1, 99):02}"
        made = [f"{draw.randint(low, high)}{cents()}" for _ in range(count)]
        if not whole:
            made[0] = f"{draw.randint(low, high)}.{draw.randint(11, 99)}"
        if maybe(0.2):
            made[draw.randrange(1, count)] = None
        return made
    quantities = None
    has = lambda field, chance: bool(words(language, field)) and maybe(chance)
    if has("qty", 0.4):
        quantities = [draw.choice([1, 1, 2, 3, 4, 6]) for _ in range(count)]
        quantities[1] = draw.choice([2, 3])
        quantities[2] = draw.choice([2, 4])
        add("qty", pick("qty"), [Cell(str(each), "number", str(each), "General") for each in quantities], quantities)
    values = amounts()
    if quantities and words(language, "each") and maybe(0.6):
        values = [each or "12" for each in values]
        lines = [str(round(float(each) * number, 2)) if "." in each else str(int(each) * number)
                 for each, number in zip(values, quantities)]
        lines = [re.sub(r"(\.\d)$", r"\g<1>0", line) for line in lines]
        which = draw.choice(["each", "line", "both"])
        note("amounts: " + which)
        if which != "line":
            add("value", heading(pick("each")), [money(each) for each in values], values)
        if which == "line":  # a lone "Total" might be of one piece
            lone = heading(pick("line"))
            table.may["map"] = [f"{lone}=lineTotal"]
        if which != "each":
            field, head = ("value", lone) if which == "line" else ("kept", heading(pick("line")))
            add(field, head, [money(each) for each in lines], values)
    else:
        values = [value or "12" for value in values] if quantities else values
        priced = has("price", 0.25)
        # "Price" beside "Price paid" could be either.
        price = "Price|Cost|Preis|Prix|Precio|Prezzo|Prijs|Preço|[価价價]格|金額"
        plain = [each for each in words(language, "value") if not re.match(price, each)]
        if language in TWO_VALUES and not quantities and not priced and maybe(0.06):
            note("two values")
            first, second = TWO_VALUES[language]
            values = [each or "12" for each in values]
            add("value", first, [money(each) for each in values], values)
            add("kept", second, [money(str(int(float(each)) + 7)) for each in values], values)
            table.must["map"] = [f"{first}={'value' if 'value' in first else 'price'}"]
        else:
            head = heading(draw.choice(plain) if priced or quantities else pick("value"))
            add("value", head, [money(each) for each in values], values)
        if priced:
            paid = amounts()
            add("price", heading(pick("price")), [money(each) for each in paid], paid)
    currencies = [currency] * count
    if form == "column":
        note("currencies in a column")
        currencies = [draw.choice([currency, "EUR", "USD"]) if not whole else currency for _ in range(count)]
        add("currency", CURRENCY[language], [Cell(each) for each in currencies], [None] * count)
    table.currencies = currencies
    if form == "none" and known and language not in ("en", "es") and maybe(0.2):
        note("read elsewhere")
        table.locale = "en_US"
        table.must["currency"] = currency
    if form == "none" and language == "en" and point == ",":
        table.may["currency"] = currency

    # Places
    rooms = draw.sample(words(language, "rooms"), 3)
    where = sorted(draw.choices(rooms, k=count), key=rooms.index)
    style = draw.choices(["column", "absent", "rows", "fill", "merged"], [55, 15, 10, 10, 10])[0]
    if objects or (style == "merged" and kind not in ("xlsx", "ods", "html")) or kind == "md" and style == "rows":
        style = "column"
    if style in ("column", "fill", "merged"):
        cells = [Cell(room) for room in where]
        if style != "column":
            note("places " + style)
            start = 0
            for row in range(1, count + 1):
                if row == count or where[row] != where[start]:
                    if style == "merged":
                        cells[start].rows = row - start
                    start = row
                else:
                    cells[row] = Cell("")
            if style == "fill" and count <= 5 * sum(not cell.text for cell in cells) / 2:
                table.must["fill-down"] = "yes"
            elif style == "fill":  # a few rooms may be unknown
                cells = [Cell(room) for room in where]
        add("loc", pick("loc"), cells, where)

    # Dates
    def dates(field, first, last):
        order = "mdy" if locale == "en_US" else "ymd" if east else "dmy"
        ways = ["iso", "iso time"] + (["ymd/", "kanji"] if east else ["slash", "slash", "two digits"])
        ways += ["dots"] * (language in ("de", "pl", "cs", "ru", "tr"))
        ways += ["words", "short"] if language in MONTHS else []
        way = draw.choice(ways)
        days = [datetime.date(draw.randint(first, last), draw.randint(1, 12), draw.randint(1, 28)) for _ in range(count)]
        days[0] = days[0].replace(day=draw.randint(13, 28))
        if way == "slash" and maybe(0.25):
            days = [day.replace(day=1 + day.day % 12) for day in days]
            days[1] = days[1].replace(day=3, month=5)
            if not typed:
                note("ambiguous dates")
                # A person who reads German expects the day first, one who reads English of the United States asks.
                (table.must if language == "en" and currency not in ("GBP", "EUR") else table.may)["date-format"] = order
        if way in ("words", "short") and language in MONTHS:
            days = [day.replace(month=draw.choice([1, 3, 5, 8, 10, 12])) for day in days]
        def text(day):
            number = f"{day.day:02}", f"{day.month:02}", f"{day.year}"
            if way == "iso time":
                return f"{day.isoformat()} {day.day % 24:02}:05" + ":00" * (day.day % 2)
            if way in ("slash", "dots", "two digits"):
                a, b = (1, 0) if order == "mdy" else (0, 1)
                if way == "two digits":
                    return ("." if "dots" in ways else "/").join([number[a], number[b], number[2][2:]])
                return ("." if way == "dots" else "/").join([number[a], number[b], number[2]])
            if way == "ymd/":
                return f"{day.year}/{day.month}/{day.day}"
            if way == "kanji":
                return f"{day.year}年{day.month}月{day.day}日"
            if way in ("words", "short"):
                month = MONTHS[language].split()[[1, 3, 5, 8, 10, 12].index(day.month)]
                month = month[:3] if way == "short" and language in ("en", "de") else month
                joined = {"en": f"{day.day} {month} {day.year}" if maybe(0.5) else f"{month} {day.day}, {day.year}",
                          "de": f"{day.day}. {month} {day.year}", "es": f"{day.day} de {month} de {day.year}",
                          "pt": f"{day.day} de {month} de {day.year}"}
                return joined.get(language, f"{day.day} {month} {day.year}")
            return day.isoformat()
        if typed:
            style = {"iso": "yyyy-mm-dd", "slash": "dd/mm/yyyy", "dots": "dd.mm.yyyy"}.get(way, "d mmm yyyy")
            cells = [Cell(day.isoformat(), "date", day, style) for day in days]
        else:
            cells = [Cell(text(day)) for day in days]
        add(field, pick(field), cells, [day.isoformat() for day in days], draw.choice([1, 0.8]))
        if way in ("slash", "dots", "two digits") and any(day.day > 12 for day in days):
            proving.append(field)
    proving = []
    if has("date", 0.45):
        dates("date", 1990, 2025)
    if has("warr", 0.12):
        dates("warr", 2027, 2035)
    # The order that one column proves is that of the others.
    if proving and "date-format" in table.must:
        table.may["date-format"] = table.must.pop("date-format")

    # Texts
    texts = {"man": lambda: draw.choice(BRANDS), "model": lambda: f"{draw.choice('ABKX')}-{draw.randint(10, 9999)}",
             "serial": lambda: draw.choice(["{:06}", "SN{:05}", "0{:07}", "A/{}-b", "3569380356{:05}", "{}E4"]).format(
                 draw.randint(1, 99999)),
             "cat": lambda: draw.choice(["A", "B 2", "C"]) + draw.choice(["", "x"]),
             "shop": lambda: draw.choice(["IKEA", "Bauhaus", "eBay", "Amazon"]),
             "cond": lambda: draw.choice(["A", "B", "1A"]), "colour": lambda: draw.choice(["RAL 9010", "beige", "bordeaux"]),
             "notes": lambda: draw.choice(["2 x, ok", "a; b", "= 3 + 4?", "1 of 12", "see p. 7", "“old”", "5% off | 12.50"])}
    for field in draw.sample(list(texts), draw.randint(0, 4)):
        if words(language, field):
            made = [texts[field]() for _ in range(count)]
            add(field, pick(field), [Cell(each) for each in made], made, 1 if field == "cat" else draw.choice([1, 1, 0.7]))
    if has("asset", 0.25):
        start, wide = draw.randint(1, 90), draw.choice([4, 5, 6])
        made = [f"{start + row:0{wide}}" for row in range(count)]
        mark = draw.choice(["{}", "{}", "'{}", '="{}"']) if kind in ("csv", "tsv") else "{}"
        cells = [Cell(mark.format(each)) for each in made]
        if typed and sheet and maybe(0.5):
            cells = [Cell(each, "number", str(int(each)), "0" * wide) for each in made]
        add("asset", pick("asset"), cells, made)
    if has("insured", 0.3):
        way = draw.randrange(min(len(words(language, "yes")), len(words(language, "no"))))
        says = [maybe(0.6) for _ in range(count)]
        says[0], says[1] = True, False
        cells = [Cell(words(language, "yes" if each else "no")[way], *(("bool", each) if typed else ())) for each in says]
        add("insured", pick("insured"), cells, [each or None for each in says])
    if has("tags", 0.15):
        made = [draw.sample(["oak", "old", "gift", "fragile"], draw.randint(1, 2)) for _ in range(count)]
        made[0] = ["oak", "gift"]
        mark = draw.choice([", ", "; "])
        add("tags", pick("tags"), [Cell(mark.join(each)) for each in made], made)
    if has("url", 0.15):
        made = [f"https://example.org/{draw.choice('abc')}/{row}?x=1&y=2" for row in range(count)]
        linked = kind in ("xlsx", "ods", "html") and maybe(0.5)
        note("linked texts" if linked else "addresses")
        cells = [Cell("shop", link=each) if linked else Cell(each) for each in made]
        add("url", pick("url"), cells, made, draw.choice([1, 0.6]))
    if has("own", 0.25):
        made = [draw.choice(["12", "7 1/2", "Ann", "3.5 B"]) for _ in range(count)]
        add("own", pick("own"), [Cell(each) for each in made], made)
    table.columns = columns
    draw.shuffle(columns)
    case = draw.choice([str] * 5 + [str.upper, lambda text: text + ":", lambda text: text.replace(" ", "_").lower()])
    if "map" not in {**table.may, **table.must} and form != "heading" and language in ("en", "de", "fr", "es"):
        columns[:] = [(field, case(head) if field != "own" and head.isascii() else head, *rest)
                      for field, head, *rest in columns]
    if maybe(0.6):  # most people begin with the name
        columns.sort(key=lambda column: column[0] != "name")
    if maybe(0.1) and not objects:
        note("empty column")
        nothing = "none", draw.choice(["", "?"]), [Cell("") for _ in names], [None] * count
        columns.insert(draw.randint(1, len(columns)), nothing)
    if maybe(0.08) and not objects and style != "rows":
        note("numbered rows")
        numbers = [Cell(str(row), "number", str(row), "General") for row in range(1, count + 1)]
        columns.insert(0, ("number", draw.choice(["#", "No.", "Nr."]), numbers, [None] * count))
    heads = [column[1] for column in columns]
    if len(set(map(str.casefold, heads))) < len(heads):
        return generate(seed + 1000003)  # two columns of one heading are another person's problem
    if not known:
        table.may["group-rows"] = "location"
        table.may["map"] = [f"{head}={OPTION.get(field, field)}" for field, head, *_ in columns
                            if field in ("name", "value", *OPTION)]
    build(table, draw, columns, where, style, money, values)
    return table


def build(table, draw, columns, where, style, money, values):
    """Arranges the columns with all that people write around them, and notes the truth."""
    maybe = lambda chance: draw.random() < chance
    note, kind, language = table.made.append, table.kind, table.language
    known = language in KNOWN.split()
    loose = kind not in ("json", "ndjson", "md")
    pick = lambda key: draw.choice(words(language, key) or words("en", key))
    width, count = len(columns), len(where)
    at = next(place for place, column in enumerate(columns) if column[0] == "name")
    line = lambda place, cell: [cell if column == place else Cell("") for column in range(width)]
    heads = [Cell(column[1]) for column in columns]
    if loose and maybe(0.2):
        note("title")
        table.rows += [line(0, Cell(pick("title")))] + [line(0, Cell(""))] * draw.randint(0, 1)
    if loose and maybe(0.08) and width > 3:
        note("two headings")
        fields = [column[0] for column in columns]
        if "price" in fields and "date" in fields and words(language, "purchase"):
            columns.sort(key=lambda column: (column[0] in ("date", "price"), column[0] == "price"))
            at = next(place for place, column in enumerate(columns) if column[0] == "name")
            over, date, price, _ = words(language, "purchase")
            heads = [Cell(column[1]) for column in columns[:-2]] + [Cell(over), Cell("")]
            below = [Cell("")] * (width - 2) + [Cell(date), Cell(price)]
            columns[-2:] = [(field, f"{over} {head}", *rest) for (field, _, *rest), head in zip(columns[-2:], (date, price))]
            table.head = len(table.rows)
            table.rows += [heads, below]
            if kind in ("xlsx", "ods"):
                table.merges.append((table.head, width - 2, 1, 2))
    if "two headings" not in table.made or not any(row is heads for row in table.rows):
        table.head = len(table.rows)
        table.rows.append(heads)
    places = {column[0]: place for place, column in enumerate(columns)}
    adds_up = "value" in places and "qty" not in places and all(column[0] != "kept" for column in columns)
    word = pick("total") if words(language, "total") else None
    totals = loose and adds_up and word and maybe(0.2)
    carried = totals and style == "column" and language in STATISTICS and maybe(0.2)
    subtotals = totals and style == "rows" and maybe(0.5)
    since = 0
    def total(text, amounts):
        added = sum(round(float(each) * 100) for each in amounts if each)
        amount = f"{added // 100}" + (f".{added % 100:02}" if added % 100 else "")
        row = line(places["value"], money(amount))
        row[at if at < places["value"] else min(at, 0)] = Cell(text)
        return row
    if totals and places["value"] == 0:
        totals = subtotals = carried = False
    for row in range(count):
        if style == "rows" and (row == 0 or where[row] != where[row - 1]):
            if subtotals and row:
                table.rows.append(total(word, values[since:row]))
                since = row
            note("room row")
            if row and maybe(0.3):
                table.rows.append(line(0, Cell("")))
            table.rows.append(line(at, Cell(where[row])))
        elif loose and row > 1 and maybe(0.04):
            note("blank row")
            table.rows.append(line(0, Cell("")))
        elif loose and row > 1 and maybe(0.03) and "two headings" not in table.made:
            note("headings repeated")
            table.rows.append(heads)
        if carried and row == count // 2:
            note("carried forward")
            table.rows.append(total(STATISTICS[language][0], values[:row]))
            table.may["total-rows"] = "omit"
        cells = [column[2][row] for column in columns]
        item = {field: says[row] for field, _, _, says in columns if field in FIELDS and says[row] is not None}
        item["own"] = {head: says[row] for field, head, _, says in columns if field == "own"}
        if style == "rows":
            item["loc"] = where[row]
            if sum(bool(cell.text) for cell in cells) < 2:  # who does not read the language cannot tell it from a room
                table.may["group-rows"] = "rooms"
                table.unfit = language not in KNOWN.split()
        if kind in ("xlsx", "ods") and row > 1 and maybe(0.01):
            note("hidden row")
            table.hidden.add(len(table.rows))
            table.must["hidden-rows"] = "items"
        table.rows.append(cells)
        table.truth.append(item)
    alone = any(sum(bool(cell.text) for cell in row) == 1 for row in table.rows[table.head + 1:] if row[at].text)
    if style != "rows" and alone:
        table.may["group-rows"] = "items"
    for place, (_, _, cells, _) in enumerate(columns):
        for cell in cells:
            if cell.rows > 1:
                row = next(number for number, each in enumerate(table.rows) if each[place] is cell)
                table.merges.append((row, place, cell.rows, 1))
    if table.merges and len(table.rows) - table.head > count + 1 and any(m[2] > 1 for m in table.merges):
        # Rows between those of a merged cell would move it.
        table.unfit = True
        return
    if totals:
        if subtotals:
            table.rows.append(total(word, values[since:]))
        note("total")
        table.rows += [line(0, Cell(""))] * draw.randint(0, 1) + [total(word, values)]
        if language in STATISTICS and maybe(0.2):
            note("average")
            table.rows.append(total(STATISTICS[language][1], ["77.50"]))
            table.may["total-rows"] = "omit"
    elif loose and adds_up and language in CHARGES and maybe(0.06) and at < places["value"]:
        note("charge")
        table.rows.append(total(draw.choice(CHARGES[language]), ["9.90"]))
        table.must["total-rows"] = "omit"
    if loose and language in STACKED and width > 3 and maybe(0.04):
        note("another table below")
        below = [STACKED[language], "Makita 3/Makita/90/S1", "Hilti X/Hilti/60/S2"]
        lines = [[*map(Cell, row.split("/"))] for row in below]
        table.must["header-row"] = str(table.head + 1)
        table.rows += [line(0, Cell(""))] + [each + [Cell("")] * (width - 4) for each in lines]
        table.may["group-rows"] = table.may.get("group-rows", "location" if style == "rows" else "items")
    elif loose and known and style == "column" and adds_up and 0 < places["value"] and width > 2 and maybe(0.05):
        note("summary below")
        table.rows.append(line(0, Cell("")))
        for text, number in [(Cell(pick("loc")), Cell(pick("total")))] + [
                (Cell(room), money(str(100 + place))) for place, room in enumerate(dict.fromkeys(where))]:
            table.rows.append([text, number] + [Cell("")] * (width - 2))
        table.may.update({"group-rows": "omit", "total-rows": "omit", "header-row": str(table.head + 1)})
    elif loose and maybe(0.1):
        note("footer")
        table.rows += [line(0, Cell(""))] * draw.randint(1, 2) + [line(0, Cell(pick("foot")))]
        table.may.setdefault("group-rows", "location" if style == "rows" else "omit")
    if kind in ("xlsx", "ods") and maybe(0.2):
        which = draw.choice(["empty", "notes", "list"])
        note("second sheet: " + which)
        more = [[Cell("Read me")], [Cell("This file was made by hand.")]] if which == "notes" else []
        if which == "list":
            other = lambda place, cell: Cell(f"{cell.text} b") if place == at else cell
            items = [row for row in table.rows if row[at] in columns[at][2]]
            more = [heads] + [[other(place, cell) for place, cell in enumerate(row)] for row in items[:2]]
            (table.must if language in KNOWN.split() else table.may)["worksheet"] = "List"
        table.sheets.append(more)
