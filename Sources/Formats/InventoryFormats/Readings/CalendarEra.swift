import Inventory

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
        guard let month = number() else { return rest.isEmpty && !isLetter ? .partial : .none }
        guard let day = number() else { return rest.isEmpty && !isLetter ? .partial : .none }
        let separators = [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-")]
        if isLetter, year.mark != month.mark || !separators.contains(year.mark) { return .none }
        guard rest.isEmpty || DatePart.isTime(rest),
            (try? CalendarDate(year: base + year.value, month: month.value, day: day.value)) != nil
        else { return .none }
        return .full(year: base + year.value, month: month.value, day: day.value)
    }
}
