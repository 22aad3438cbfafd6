import Inventory

/// The way in which the text of a cell writes a date.
enum DateScan: Equatable {
    /// The order is plain: `2024-12-25`, `25 Dec 2024`, `2024年12月25日`.
    case full(year: Int, month: Int, day: Int)
    /// Three numbers whose order other cells may settle: `3/5/2021`, `24.12.22`.
    case numeric(NumericDate)
    /// A year, or a month of a year: `2019`, `March 2021`, `03/2021`; nil for words such as before, early, late, and for
    /// years before 1800.
    case partial(CalendarDate?)
    case none

    /// No receipt is older: dates of earlier years are mistyped, or the zeros of programs, and kept as text.
    static let firstYear = 1800

    /// Whether the year of the date comes first and has two digits.
    ///
    /// In Taiwan it is a year of the republic, so that `98/5/20` is a day of 2009.
    var beginsWithShortYear: Bool {
        if case .numeric(let date) = self { date.orders == [.yearMonthDay] } else { false }
    }

    /// Scans a cell.
    init(_ cell: Slice<ByteView>, months: MonthNames) {
        var parts: [DatePart] = []
        // LibraryThing writes [2021-03-05].
        let isBracketed = cell.first == UInt8(ascii: "[") && cell.last == UInt8(ascii: "]")
        let text = isBracketed ? cell.dropFirst().dropLast() : cell
        // No date is without digits, and most texts are.
        guard text.count <= 40, text.contains(where: \.isDigit),
            DatePart.split(text, into: &parts), !parts.isEmpty
        else {
            self = .none
            return
        }
        guard case .word(let word, _) = parts[0], let isAbout = DateScan.vagueWords[word] else {
            self = DateScan.scan(parts[...], months: months)
            return
        }
        // "About 3 May 2021" is more than a month and less than a day.
        switch DateScan.scan(parts.dropFirst(), months: months) {
        case .none: self = .none
        case .partial(let date) where isAbout: self = .partial(date)
        case .partial, .full, .numeric: self = .partial(nil)
        }
    }

    /// The words that make a date approximate, and whether it is about that date rather than before it or in a part of it.
    private static let vagueWords: [String: Bool] = {
        let about = [
            "about", "approx", "approximately", "around", "c", "ca", "circa", "um", "etwa", "vers", "env", "environ",
            "hacia", "aprox", "cerca", "ongeveer", "בערך", "约", "約", "大约", "大約",
        ]
        let others = ["before", "early", "late", "vor"]
        return Dictionary(uniqueKeysWithValues: about.map { ($0, true) } + others.map { ($0, false) })
    }()

    /// A year, or a month of it.
    fileprivate static func partial(year: Int, month: Int? = nil) -> DateScan {
        .partial(year < firstYear ? nil : try? CalendarDate(year: year, month: month))
    }

    private static func scan(_ all: ArraySlice<DatePart>, months: MonthNames) -> DateScan {
        var parts = all
        // A weekday repeats what the date says; "mar" is rather March. Any other word shows that the cell is no date: "v 1.2.10".
        if parts.count > 3, case .word(let word, _) = parts.first, months.isWeekday(word),
            months.month(word) == nil
        {
            parts = parts.dropFirst()
        }
        if case .word(let word, _) = parts.first, let era = CalendarEra(word) {
            return era.date(of: parts.dropFirst())
        }
        let head = Array(parts.prefix(3))
        guard let kinds = Kinds(head, months: months) else { return .none }
        let rest = parts.dropFirst(kinds.count)
        return rest.isEmpty || DatePart.isTime(rest) ? kinds.date : .none
    }

    /// The first parts of a date and what they are.
    private struct Kinds {
        let count: Int
        let date: DateScan

        init?(_ parts: [DatePart], months: MonthNames) {
            func number(_ place: Int) -> (value: Int, digits: Int)? {
                guard place < parts.count, case .number(let value, let digits, _) = parts[place] else { return nil }
                return (value, digits)
            }
            func month(_ place: Int) -> Int? {
                guard place < parts.count, case .word(let word, _) = parts[place] else { return nil }
                return months.month(word)
            }
            func mark(_ place: Int) -> UInt8 { place < parts.count ? parts[place].mark : 0 }
            if let one = number(0), let two = number(1), let three = number(2), mark(0) == mark(1) || mark(1) == 0 {
                count = 3
                if one.digits == 4, two.digits <= 2, three.digits <= 2 {
                    date = Self.full(one.value, two.value, three.value)
                } else if one.digits <= 2, two.digits <= 2, three.digits == 4 || three.digits == 2, mark(0) != 0x3A {
                    let isEarly = three.digits == 4 && three.value < DateScan.firstYear
                    date =
                        isEarly
                        ? .partial(nil)
                        : .numeric(
                            NumericDate(
                                first: one.value, second: two.value, third: three.value, yearDigits: three.digits,
                                mark: mark(0)))
                } else {
                    return nil
                }
            } else if let day = number(0), day.digits <= 2, let named = month(1), let year = number(2),
                year.digits == 4 || year.digits == 2
            {
                (count, date) = (3, Self.full(Self.year(year), named, day.value))
            } else if let named = month(0), let day = number(1), day.digits <= 2, let year = number(2), year.digits == 4
            {
                (count, date) = (3, Self.full(year.value, named, day.value))
            } else if let year = number(0), year.digits == 4, let named = month(1), let day = number(2), day.digits <= 2
            {
                (count, date) = (3, Self.full(year.value, named, day.value))
            } else if let named = month(0), let year = number(1), year.digits == 4 || year.digits == 2 {
                (count, date) = (2, DateScan.partial(year: Self.year(year), month: named))
            } else if let one = number(0), let two = number(1), parts.count == 2,
                (one.digits == 4 && two.digits <= 2 && (1...12).contains(two.value))
                    || (two.digits == 4 && one.digits <= 2 && (1...12).contains(one.value))
            {
                let (year, month) = one.digits == 4 ? (one.value, two.value) : (two.value, one.value)
                (count, date) = (2, DateScan.partial(year: year, month: month))
            } else if let year = number(0), year.digits == 4, parts.count == 1, (1800...2100).contains(year.value) {
                (count, date) = (1, DateScan.partial(year: year.value))
            } else if let packed = number(0), packed.digits == 8, parts.count == 1,
                (1900...2100).contains(packed.value / 10_000)
            {
                count = 1
                date = Self.full(packed.value / 10_000, packed.value / 100 % 100, packed.value % 100)
            } else {
                return nil
            }
            if case .none = date { return nil }
        }

        private static func year(_ number: (value: Int, digits: Int)) -> Int {
            number.digits == 4 ? number.value : number.value + (number.value < 69 ? 2000 : 1900)
        }

        private static func full(_ year: Int, _ month: Int, _ day: Int) -> DateScan {
            (try? CalendarDate(year: year, month: month, day: day)) == nil
                ? .none : year < DateScan.firstYear ? .partial(nil) : .full(year: year, month: month, day: day)
        }
    }
}

/// A date of three numbers whose last is the year, or with two digits possibly the day.
struct NumericDate: Equatable {
    let first, second, third: Int
    let yearDigits: Int
    /// The byte between the numbers.
    let mark: UInt8

    /// The orders that make a day of the calendar of it.
    ///
    /// No country writes the month first with points. The year comes first only if it has four digits, or two that are
    /// no day.
    var orders: [DateOrder] {
        var orders: [DateOrder] = []
        if isDay(month: second, day: first, year: third) { orders.append(.dayMonthYear) }
        if mark != UInt8(ascii: "."), isDay(month: first, day: second, year: third) { orders.append(.monthDayYear) }
        if yearDigits == 2, first > 31, isDay(month: second, day: third, year: first) { orders.append(.yearMonthDay) }
        return orders
    }

    private func isDay(month: Int, day: Int, year: Int) -> Bool {
        (1...12).contains(month) && day >= 1
            && day <= CalendarDate.daysInMonth(year: yearDigits == 2 ? year + 2000 : year, month: month)
    }

    /// The day in an order; nil if the calendar has none.
    ///
    /// - Parameter latest: the last day that the year of two digits may lead to; nil for a day that may lie ahead, whose
    ///   year is then from 1969 to 2068 (POSIX strptime).
    func day(_ order: DateOrder, latest: CalendarDate?) -> CalendarDate? {
        let (shortYear, month, day) =
            switch order {
            case .dayMonthYear: (third, second, first)
            case .monthDayYear: (third, first, second)
            case .yearMonthDay: (first, second, third)
            }
        if yearDigits == 4 { return try? CalendarDate(year: shortYear, month: month, day: day) }
        let century = shortYear < 69 ? 2000 : 1900
        guard let found = try? CalendarDate(year: century + shortYear, month: month, day: day) else { return nil }
        if let latest, found > latest {
            return try? CalendarDate(year: century - 100 + shortYear, month: month, day: day)
        }
        return found
    }
}

/// A number or a word of a date, with the byte that follows it.
enum DatePart {
    case number(Int, digits: Int, mark: UInt8)
    case word(String, mark: UInt8)

    var mark: UInt8 {
        switch self {
        case .number(_, _, let mark), .word(_, let mark): mark
        }
    }

    /// Whether parts are a time of day, which is ignored: `T10:30:00.25+02:00`, `10:30 PM`, `8 Uhr`.
    static func isTime(_ parts: ArraySlice<DatePart>) -> Bool {
        var rest = parts
        func word() -> String? { if case .word(let word, _) = rest.first { word } else { nil } }
        /// Takes a number of at most this value.
        func number(upTo most: Int, digits: ClosedRange<Int>) -> UInt8? {
            guard case .number(let value, let count, let mark) = rest.first, value <= most, digits.contains(count)
            else { return nil }
            rest = rest.dropFirst()
            return mark
        }
        if word() == "t" { rest = rest.dropFirst() }
        guard var mark = number(upTo: 24, digits: 1...2) else { return false }
        var hasMinutes = false
        while mark == UInt8(ascii: ":") {
            guard let next = number(upTo: 60, digits: 2...2) else { return false }
            (mark, hasMinutes) = (next, true)
        }
        if hasMinutes, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
            guard let next = number(upTo: 999_999_999, digits: 1...9) else { return false }
            mark = next
        }
        let hasUnit = word().map { ["am", "pm", "a", "p", "uhr", "h"].contains($0) } ?? false
        guard hasMinutes || hasUnit else { return false }
        // A zone: letters, or hours and minutes behind a sign.
        while let word = word() {
            guard ["am", "pm", "a", "p", "m", "uhr", "h", "z", "utc", "gmt"].contains(word) else { return false }
            mark = rest.first?.mark ?? 0
            rest = rest.dropFirst()
        }
        if mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-"), let next = number(upTo: 1400, digits: 1...4),
            next == UInt8(ascii: ":")
        {
            _ = number(upTo: 59, digits: 2...2)
        }
        // The name of the zone behind its offset: `+0200 CEST`.
        return rest.isEmpty || (rest.count == 1 && word() != nil)
    }

    /// Splits a text into numbers and words; false if it holds anything else.
    static func split(_ cell: Slice<ByteView>, into parts: inout [DatePart]) -> Bool {
        var index = cell.startIndex
        while index < cell.endIndex {
            let start = index
            if cell[index].isDigit {
                var value = 0
                while index < cell.endIndex, cell[index].isDigit, index - start < 9 {
                    value = value * 10 + Int(cell[index] - UInt8(ascii: "0"))
                    index += 1
                }
                let digits = index - start
                // 5th, 1st, 2nd, 3rd, 1er, 1º.
                for ending in ["st", "nd", "rd", "th", "er", "º", "ª", "年", "月", "日", "号", "號"]
                where cell[index...].starts(with: ending.utf8) {
                    index += ending.utf8.count
                    break
                }
                let mark = separator(cell, &index)
                parts.append(.number(value, digits: digits, mark: mark))
            } else if cell[index] >= 0x80 || cell[index].isLetter {
                while index < cell.endIndex, cell[index] >= 0x80 || cell[index].isLetter { index += 1 }
                let word = String(decoding: cell[start..<index], as: UTF8.self).lowercased()
                let mark = separator(cell, &index)
                // "5 de marzo de 2021"
                if word != "de", word != "of", word != "den", word != "le", word != "do" {
                    parts.append(.word(word, mark: mark))
                }
            } else {
                return false
            }
            if parts.count > 12 { return false }
        }
        return true
    }

    /// Skips the bytes between two parts and returns the first that is not a space; a space if there are only spaces.
    private static func separator(_ cell: Slice<ByteView>, _ index: inout Int) -> UInt8 {
        var mark: UInt8 = 0
        while index < cell.endIndex {
            switch cell[index] {
            case 0x20: if mark == 0 { mark = 0x20 }
            case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: ","), UInt8(ascii: ":"),
                UInt8(ascii: "+"):
                if mark != 0, mark != 0x20 { return mark }
                mark = cell[index]
            default: return mark
            }
            index += 1
        }
        return mark
    }
}

/// An era by which Japan or Taiwan counts years.
struct CalendarEra {
    /// The year of the common era before the first of the era.
    private let base: Int
    private let lastYear: Int
    /// Whether it is written with a Latin letter, which is an era only before a whole date.
    private let isLetter: Bool
    /// Whether `元年`, the first year, is a part of the word.
    private let namesFirstYear: Bool

    private static let all: [(names: [String], base: Int, lastYear: Int)] = [
        (["明治", "m"], 1867, 45), (["大正", "t"], 1911, 15), (["昭和", "s"], 1925, 64), (["平成", "h"], 1988, 31),
        (["令和", "r"], 2018, 99), (["民國", "民国", "中華民國", "中华民国"], 1911, 200),
    ]

    /// - Parameter word: a word in lower case.
    init?(_ word: String) {
        let name = word.hasSuffix("元年") ? String(word.dropLast(2)) : word
        guard let era = CalendarEra.all.first(where: { $0.names.contains(name) }) else { return nil }
        (base, lastYear) = (era.base, era.lastYear)
        isLetter = name.utf8.count == 1
        namesFirstYear = name != word
    }

    /// Returns the date of the parts behind the name of the era.
    func date(of parts: ArraySlice<DatePart>) -> DateScan {
        var rest = parts
        func number() -> (value: Int, mark: UInt8)? {
            guard case .number(let value, let digits, let mark) = rest.first, digits <= 3 else { return nil }
            rest = rest.dropFirst()
            return (value, mark)
        }
        guard let year = namesFirstYear ? (1, 0) : number(), (1...lastYear).contains(year.value) else { return .none }
        func partial(month: Int? = nil) -> DateScan {
            rest.isEmpty && !isLetter ? DateScan.partial(year: base + year.value, month: month) : .none
        }
        guard let month = number() else { return partial() }
        guard let day = number() else { return partial(month: month.value) }
        let separators = [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-")]
        if isLetter, year.mark != month.mark || !separators.contains(year.mark) { return .none }
        guard rest.isEmpty || DatePart.isTime(rest),
            (try? CalendarDate(year: base + year.value, month: month.value, day: day.value)) != nil
        else { return .none }
        return .full(year: base + year.value, month: month.value, day: day.value)
    }
}
