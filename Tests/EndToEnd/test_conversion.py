"""Totals in a second currency, beside the exact ones."""
import decimal
import html
import re
import subprocess
import zipfile

from support import Case

DAY = ["--rate-date", "2026-11-20"]
DIGITS = {"USD": 2, "EUR": 2, "JPY": 0, "KWD": 3, "GBP": 2, "CHF": 2}


def rounded(amount, rate, target):
    """The sum in the second currency, a half away from zero."""
    unit = decimal.Decimal(1).scaleb(-DIGITS[target])
    return (decimal.Decimal(amount) * decimal.Decimal(rate)).quantize(unit, decimal.ROUND_HALF_UP)


class Conversion(Case):
    AMOUNTS = {"USD": "1234.57", "JPY": "98765", "KWD": "0.125", "GBP": "0.01", "EUR": "999999.99"}

    def inventory(self):
        self.done("init", "--currency", "USD", "--locale", "en")
        for currency, amount in self.AMOUNTS.items():
            self.done("add", f"In {currency}", "--value", f"{amount} {currency}", "--replacement-value", f"{amount} {currency}")

    def converted(self, page):
        """The second currency's sums by the exact one, and the totals."""
        part = page[page.index('<table class="converted"'):]
        part = part[:part.index("</table>")]
        values = [re.findall(r'<data value="([^"]*)">', row) for row in part.split("<tr")[2:]]
        return [value for value in values if len(value) == 2], [value[0] for value in values if len(value) == 1]

    def test_totals_are_those_that_are_computed_by_hand(self):
        self.inventory()
        for target, rates in [("EUR", {"USD": "0.92", "JPY": "0.0057", "KWD": "2.81", "GBP": "1.5"}),
                              ("JPY", {"USD": "154.321", "KWD": "503.0047", "GBP": "196.5", "EUR": "163.123456789"}),
                              ("KWD", {"USD": "0.3075", "JPY": "0.00199", "GBP": "0.39", "EUR": "0.3333"}),
                              ("USD", {"JPY": "0.006479", "KWD": "3.2520", "GBP": "1.2500", "EUR": "1.087"}),
                              ("CHF", {"USD": "0.88", "JPY": "0.00571", "KWD": "2.87", "GBP": "0.5", "EUR": "0.9349"})]:
            words = [word for currency, rate in rates.items() for word in ("--rate", f"{currency}={rate}")]
            for report, kinds in [("inventory", 1), ("insurance", 3)]:
                page = self.done("report", report, "-o", "-", "--format", "html", "--also-in", target, *words, *DAY).output
                rows, totals = self.converted(page)
                self.assertEqual(len(rows), 5 * kinds)
                self.assertEqual(len(totals), kinds)
                expected = {amount: rounded(amount, rates.get(currency, "1"), target)
                            for currency, amount in self.AMOUNTS.items()}
                for exact, converted in rows:
                    self.assertEqual(decimal.Decimal(converted), expected[exact], (target, exact))
                self.assertEqual({decimal.Decimal(total) for total in totals}, {sum(expected.values())})

    def test_every_document_states_rates_day_source_and_rounding(self):
        self.inventory()
        words = ["--also-in", "CHF", "--rate", "USD=0.88", "--rate", "JPY=0.00571", "--rate", "KWD=2.87", "--rate", "GBP=1.12",
                 "--rate", "EUR=0.9349", "--rate-date", "2026-11-20", "--rate-source", "SNB <Zürich>"]
        for report in ["inventory", "insurance"]:
            self.done("report", report, "-o", "r.html", *words)
            self.done("report", report, "-o", "r.pdf", *words)
            self.done("report", report, "-o", "r.xlsx", *words)
            page = html.unescape((self.folder / "r.html").read_text())
            paper = subprocess.run(["pdftotext", "-layout", "r.pdf", "-"], cwd=self.folder, capture_output=True, text=True).stdout
            with zipfile.ZipFile(self.folder / "r.xlsx") as book:
                sheet = html.unescape("".join(book.read(name).decode() for name in book.namelist() if "worksheets" in name))
            for text in [page, paper, sheet]:
                plain = re.sub(r"\s+", " ", text)
                for said in ["In CHF, converted", "1 USD = 0.88 CHF", "Rates of Nov 20, 2026, from SNB <Zürich>.", "a half up"]:
                    self.assertIn(said, plain, report)
        exact = self.done("report", "-o", "-", "--format", "html", SOURCE_DATE_EPOCH="1790000000").output
        beside = self.done("report", "-o", "-", "--format", "html", *words, SOURCE_DATE_EPOCH="1790000000").output
        start, end = beside.index('<h3 id="converted">'), beside.index("<h3>About these totals")
        self.assertEqual(beside[:start] + beside[end:], exact)

    def test_what_is_missing_or_wrong_is_refused(self):
        self.inventory()
        all_rates = [word for rate in ["USD=1", "JPY=1", "KWD=1", "GBP=1"] for word in ("--rate", rate)]
        for words, said in [
                (["--also-in", "EUR", "--rate", "USD=0.9", *DAY], "no rate for"),
                (["--also-in", "EUR", *all_rates], "--rate-date"), (["--rate", "USD=1"], "--also-in"),
                (["--rate-date", "2026-11-20"], "--also-in"), (["--also-in", "EURO", *all_rates, *DAY], "--also-in"),
                *[(["--also-in", "EUR", "--rate", rate, *DAY], "--rate")
                  for rate in ["USD", "USD=", "USD=0", "USD=-1", "USD=1,2", "EUR=1", "XX=1", "USD=1=2", "USD=1e3", "USD=10000000",
                               "USD=0.0000000001"]],
                (["--also-in", "EUR", "--rate", "USD=1", "--rate", "USD=2", *DAY], "--rate"),
                (["--also-in", "EUR", *all_rates, "--rate-date", "20.11.2026"], "--rate-date"),
                (["--also-in", "EUR", *all_rates, *DAY, "--format", "csv"], "--also-in"),
                (["--also-in", "EUR", *all_rates, *DAY, "--no-summary"], "--no-summary"),
                (["--also-in", "EUR", *all_rates, *DAY, "--format", "xml"], "--also-in")]:
            self.refused("report", "-o", "r.out", *(["--format", "html"] if "--format" not in words else []), *words,
                         status=1 if "no rate" in said else 2, says=said)
        self.refused("report", "labels", "-o", "l.html", "--also-in", "EUR", *all_rates, *DAY, status=2, says="--also-in")
        self.assertEqual(self.left_over(), ["inventory.homepwner"])
