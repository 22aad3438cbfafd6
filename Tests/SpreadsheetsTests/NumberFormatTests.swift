import Testing

@testable import Spreadsheets

@Suite struct NumberFormatTests {
    @Test(arguments: [
        ("General", NumberFormat.number), ("0.00E+00", .number), ("#,##0.00;[Red]-#,##0.00", .number),
        ("0.00\" Stück\"", .number), ("[Red]0", .number), ("@", .number), ("0 \"dy\"", .number), ("\\d0", .number),
        ("[>=100]0;0.0", .number), ("00000", .label([nil, nil, nil, nil, nil])), ("000;-000", .label([nil, nil, nil])),
        ("0", .number),
        ("00.0", .number), ("_-* #,##0_-", .number), ("GENERAL", .number),
        ("dd/mm/yyyy;@", .date), ("[$-407]d. mmmm yyyy", .date), ("mmm-yy", .date), ("yyyy\"年\"m\"月\"d\"日\"", .date),
        ("[$-411]ge.m.d;@", .date), ("[$-F800]dddd, mmmm dd, yyyy", .date), ("mmmm", .date),
        ("[DBNum1]yyyy/m/d", .date),
        ("d/m/yy h:mm", .dateAndTime), ("yyyy-mm-dd\\Thh:mm:ss.000", .dateAndTime),
        ("h:mm AM/PM", .time), ("mm:ss.0", .time), ("hh\\hmm", .time), ("[$-F400]h:mm:ss AM/PM", .time),
        ("[h]:mm:ss", .duration), ("[mm]:ss", .duration), ("[ss]", .duration),
        ("0%", .percentage), ("0.00\\ %", .percentage),
        ("[$€-407] #,##0.00", .money("€")), ("#,##0.00\\ [$€-1]", .money("€")), ("[$CHF] 0.00", .money("CHF")),
        ("\"$\"#,##0.00_);[Red]\\(\"$\"#,##0.00\\)", .money("$")), ("#,##0.00 \"EUR\"", .money("EUR")),
        ("£#,##0", .money("£")), ("_-\"€\"\\ * #,##0.00_-", .money("€")), ("\\¥#,##0", .money("¥")),
        ("[$$-1009]#,##0.00", .money("CAD")), ("[$$-C09]#,##0.00", .money("AUD")), ("[$$-409]0.00", .money("USD")),
        ("[$$-en-CA]0.00", .money("CAD")), ("[$¥-804]#,##0.00", .money("CNY")), ("[$kr-41D] 0", .money("SEK")),
        ("[$¥-10411]0", .money("JPY")), ("[$$-7F] 0", .money("$")), ("[$CHF-807] 0.00", .money("CHF")),
    ])
    func codesShowTheirKindOfValue(code: String, format: NumberFormat) { #expect(NumberFormat(code: code) == format) }

    @Test(arguments: [
        ("#,##0.00 \\K\\č", "Kč"), ("_-* #,##0.00\\ \"Kč\"_-;\\-* #,##0.00\\ \"Kč\"_-", "Kč"),
        ("\"R\"\\ #,##0.00", "R"),
        ("#,##0\\ \"лв.\"", "лв."), ("\"Fr.\"\\ #,##0.00", "Fr."), ("#,##0.00 \"£/each\"", "£"),
        ("\"US$\" 0.00", "US$"),
        ("(\"Rs.\" #,##0)", "Rs."), ("[$kr.-406] #,##0.00", "DKK"),
    ])
    func signsAreFoundInQuotesAndBrackets(code: String, sign: String) {
        #expect(NumberFormat(code: code) == .money(sign))
    }

    @Test(arguments: [
        ("\"INV-\"0000", "12", "INV-0012"), ("000\\-0000", "1234567", "123-4567"), ("00 00 00", "70512", "07 05 12"),
        ("\"A/\"0", "7", "A/7"), ("00-00", "12345", "123-45"), ("\"№ \"000", "5", "№ 005"), ("\\#000", "42", "#042"),
    ])
    func formatsWithLeadingZerosShowLabels(code: String, number: String, label: String) {
        guard case .label(let pattern) = NumberFormat(code: code) else {
            Issue.record("no label")
            return
        }
        #expect(NumberFormat.label(number, pattern) == label)
    }

    @Test func someFormatsNeedNoDefinition() {
        #expect(
            [0, 1, 4, 10, 14, 18, 22, 31, 45, 46, 49, 57, 200].map { NumberFormat(builtIn: $0) } == [
                .number, .number, .number, .percentage, .date, .time, .dateAndTime, .date, .time, .duration, .number,
                .date,
                .number,
            ])
    }

    @Test(arguments: [
        ("2024-12-25", SheetCell.date("2024-12-25")), ("2024-12-25T00:00:00", .date("2024-12-25")),
        ("2024-12-25T13:45:30.123456789", .date("2024-12-25T13:45:30")),
        ("2024-12-25T13:45", .date("2024-12-25T13:45:00")),
        ("2024-12-25T13:45:30Z", .date("2024-12-25T13:45:30")),
        ("2024-02-30", .unusable(.dateOutOfRange("2024-02-30"))),
        ("1899-12-30", .unusable(.dateOutOfRange("1899-12-30"))),
        ("9999-12-31", .unusable(.dateOutOfRange("9999-12-31"))),
        ("12024-12-25", .unusable(.dateOutOfRange("12024-12-25"))),
        ("-0044-03-15", .unusable(.dateOutOfRange("-0044-03-15"))),
        ("25.12.2024", .unusable(.malformed("25.12.2024"))),
        ("2024-12-25T25:00:00", .unusable(.malformed("2024-12-25T25:00:00"))),
        ("", .unusable(.malformed(""))),
    ])
    func datesAreISO8601(text: String, cell: SheetCell) {
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBufferPointer { CellDate.fromText($0) } == cell)
    }
}
