import FoundationEssentials
import Inventory
import JSON

/// The terms of a selection that are evaluated over the rows that the rest of the query returns.
///
/// Words are folded as no database folds them, and a column of all texts would make every item half as large again. A
/// list of ids may be longer than the parameters that a statement takes.
/// Values of custom fields are numbers and dates by their text, and the value of a line may not fit into 64 bits on the way.
struct TermEvaluator {
    /// A term over the columns of the filter, which are counted from 0.
    indirect enum Test {
        case all([Test])
        case any([Test])
        case not(Test)
        /// A condition that the database evaluated: 0 or 1.
        case column(Int)
        /// One of the texts contains the words; a text in JSON is a list, or a list of lists.
        case words(TextSearch, texts: [(column: Int, isJSON: Bool)])
        case custom(CustomFieldSearch, column: Int)
        /// Quantity × value; the columns are the value, its currency and the quantity.
        case lineValue(Selection.AmountRange, columns: [Int], CurrencyCache)
        case identifier([UInt8], column: Int)
        case among(Set<UUID>, column: Int)
    }

    /// The expressions that the query selects for the filter, at the end of its list.
    private(set) var columns: [String] = []
    private var tests: [Test] = []

    mutating func add(_ test: Test) { tests.append(test) }

    /// The number of an expression among the columns.
    mutating func column(_ expression: String) -> Int {
        if let known = columns.firstIndex(of: expression) { return known }
        columns.append(expression)
        return columns.count - 1
    }

    /// Whether a row meets all terms.
    /// - Parameter first: the number of the filter's first column in the row.
    func accepts(_ row: StoreStatement, first: Int) -> Bool {
        tests.allSatisfy { TermEvaluator.accepts(row, $0, first) }
    }

    private static func accepts(_ row: StoreStatement, _ test: Test, _ first: Int) -> Bool {
        switch test {
        case .all(let tests): tests.allSatisfy { accepts(row, $0, first) }
        case .any(let tests): tests.contains { accepts(row, $0, first) }
        case .not(let test): !accepts(row, test, first)
        case .column(let column): row.integer(first + column) != 0
        case .words(let search, let texts):
            texts.contains { column, isJSON in
                guard let text = row.bytes(first + column), !text.isEmpty else { return false }
                guard isJSON else { return search.isFound(in: text) }
                var isFound = false
                forEachText(inJSON: text) { isFound = isFound || search.isFound(in: $0) }
                return isFound
            }
        case .custom(let search, let column):
            row.bytes(first + column).map(search.isFound(inFields:)) ?? false
        case .lineValue(let range, let columns, let currencies):
            lineValue(row, columns.map { first + $0 }, currencies).map(range.contains) ?? false
        case .identifier(let digits, let column):
            row.identifier(first + column)?.digitsMatch(digits) ?? false
        case .among(let ids, let column): row.identifier(first + column).map(ids.contains) ?? false
        }
    }

    private static func lineValue(_ row: StoreStatement, _ columns: [Int], _ currencies: CurrencyCache) -> Money? {
        guard let units = row.optionalInteger(columns[0]), let code = row.bytes(columns[1]),
            let currency = currencies[code]
        else { return nil }
        let value = Money(minorUnits: units, currency: currency)
        return try? value.times(Quantity(millionths: row.integer(columns[2])))
    }

    /// Calls the body with every text in a JSON list, or list of lists.
    fileprivate static func forEachText(
        inJSON json: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var reader = JSONScanner(json)
        var scratch: [UInt8] = []
        while !reader.isAtEnd {
            if let text = reader.rawText(&scratch) {
                text.withBytes(scratch, body)
            } else if ![UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: "]")].contains(where: { reader.skip($0) }) {
                return
            }
        }
    }
}

/// Looks for a custom field by its name and value.
final class CustomFieldSearch {
    private let name: [UInt8]
    private let value: Selection.CustomFieldTest.Value?
    private let words: TextSearch?

    init(_ test: Selection.CustomFieldTest) {
        name = Array(test.name.utf8).withUnsafeBufferPointer { CaseFolding.folded($0) }
        value = test.value
        words = test.value?.words.map { TextSearch(Array($0.utf8), isWhole: test.value?.isWhole ?? false) }
    }

    /// - Parameter json: pairs of names and values.
    func isFound(inFields json: UnsafeBufferPointer<UInt8>) -> Bool {
        var isFound = false
        var isName = false
        var isMeant = false
        TermEvaluator.forEachText(inJSON: json) { text in
            isName.toggle()
            if isName {
                isMeant = CaseFolding.folded(text) == name
            } else if isMeant, !text.isEmpty {
                isFound = isFound || passes(text)
            }
        }
        return isFound
    }

    private func passes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let value else { return true }
        if let numbers = value.numbers, let number = PlainNumber.billionths(text) { return numbers.contains(number) }
        if let dates = value.dates, let date = try? CalendarDate(text) {
            return dates.contains(Int64(date.daysSinceEpoch))
        }
        if let amounts = value.amounts, let amount = Money(withCode: String(decoding: text, as: UTF8.self)) {
            return amounts.contains(amount)
        }
        return words?.isFound(in: text) ?? false
    }
}

/// Looks for words in texts, whatever the case.
final class TextSearch {
    private let words: [UInt8]
    /// Whether the words must be the whole text.
    private let isWhole: Bool
    private var scratch: [UInt8] = []

    init(_ words: [UInt8], isWhole: Bool = false) {
        self.words = words.withUnsafeBufferPointer { CaseFolding.folded($0) }
        self.isWhole = isWhole
    }

    func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !isWhole else { return CaseFolding.folded(text) == words }
        guard let first = words.first else { return true }
        if text.contains(where: { $0 >= 0x80 }) {
            scratch.removeAll(keepingCapacity: true)
            CaseFolding.append(text, to: &scratch)
            return scratch.withUnsafeBufferPointer { find(first, in: $0) { $0 } }
        }
        return find(first, in: text, CaseFolding.fold)
    }

    @inline(__always)
    private func find(_ first: UInt8, in text: UnsafeBufferPointer<UInt8>, _ fold: (UInt8) -> UInt8) -> Bool {
        guard text.count >= words.count else { return false }
        return words.withUnsafeBufferPointer { words in
            for start in 0...(text.count - words.count) where fold(text[start]) == first {
                var index = 1
                while index < words.count, fold(text[start + index]) == words[index] { index += 1 }
                if index == words.count { return true }
            }
            return false
        }
    }
}
