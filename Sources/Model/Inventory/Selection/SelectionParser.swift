package import Message

extension Selection {
    /// Reads the filter language, which docs/filters.md documents: terms separated by spaces, all of which must hold.
    ///
    ///     location:Home/Office,Attic (tag:insured or value:>=500USD) -created:2020..2024 "Shelf mark":A3 "free text"
    ///
    /// - Parameters:
    ///   - source: the text.
    ///   - currency: the currency of amounts without a code.
    ///   - today: the day from which relative days are counted.
    ///   - startOfDay: returns the first instant of a day in the owner's time zone.
    /// - Throws: the first term that cannot be read, with its column. Any other name than that of a field is
    ///   read as a custom field; the store knows whether there is one.
    package init(
        parsing source: String, currency: Currency, today: CalendarDate,
        startOfDay: @escaping (CalendarDate) -> Timestamp = Timestamp.init(startOf:)
    ) throws(SelectionError) {
        let values = TermReader(currency: currency, dates: DateRangeText(today: today), startOfDay: startOfDay)
        var parser = SelectionParser(source: source, tokens: try SelectionLexer.tokens(of: source)[...], values: values)
        self = try parser.selection()
    }

    /// The maximum number of terms: the database refuses conditions that are nested a thousand deep.
    package static let maximumTerms = 100

    /// The names of all filters but those of custom fields.
    package static let filterNames = FilterSubject.names

    /// The maximum number of brackets around a term.
    package static let maximumDepth = 20
}

/// Reads tokens by recursive descent: `or` binds less than the space between terms, which means "and".
private struct SelectionParser {
    let source: String
    var tokens: ArraySlice<SelectionLexer.Token>
    let values: TermReader
    private var termCount = 0

    init(source: String, tokens: ArraySlice<SelectionLexer.Token>, values: TermReader) {
        (self.source, self.tokens, self.values) = (source, tokens, values)
    }

    mutating func selection() throws(SelectionError) -> Selection {
        var terms: [Selection.Term] = []
        var archived: Selection.Archived?
        for term in try alternatives(depth: 0) {
            // A choice that must hold for every item is made for the whole selection.
            switch term {
            case .flag(.archived, let isArchived): archived = isArchived ? .yes : .no
            case TermReader.archivedAny: archived = .any
            default: terms.append(term)
            }
        }
        let namesArchived = terms.flatMap(\.tests).contains { test in
            if case .flag(.archived, _) = test { true } else { false }
        }
        return Selection(terms: terms, archived: archived ?? (namesArchived ? .any : .no), source: source)
    }

    private func error(_ column: Int, _ reason: SelectionError.Reason) -> SelectionError {
        SelectionError(source: source, column: column, reason: reason)
    }

    /// The terms up to a closing bracket or the end, all of which must hold.
    private mutating func alternatives(depth: Int) throws(SelectionError) -> [Selection.Term] {
        var alternatives: [Selection.Term] = []
        var terms = try conjunction(depth: depth)
        while case .or(let column)? = tokens.first {
            tokens.removeFirst()
            let next = try conjunction(depth: depth)
            guard !terms.isEmpty, !next.isEmpty else { throw error(column, .missingAlternative) }
            alternatives.append(SelectionParser.all(terms))
            terms = next
        }
        return alternatives.isEmpty ? terms : [.any(alternatives + [SelectionParser.all(terms)])]
    }

    private static func all(_ terms: [Selection.Term]) -> Selection.Term { terms.count == 1 ? terms[0] : .all(terms) }

    private mutating func conjunction(depth: Int) throws(SelectionError) -> [Selection.Term] {
        var terms: [Selection.Term] = []
        while let token = tokens.first {
            switch token {
            case .or: return terms
            case .close(let column):
                guard depth > 0 else { throw error(column, .unpairedBracket) }
                return terms
            case .open(let column, let isNegated):
                tokens.removeFirst()
                guard depth < Selection.maximumDepth else {
                    throw error(column, .tooDeep(limit: Selection.maximumDepth))
                }
                let inner = try alternatives(depth: depth + 1)
                guard case .close? = tokens.popFirst() else { throw error(column, .unpairedBracket) }
                guard !inner.isEmpty else { throw error(column, .emptyTerm) }
                if isNegated { terms.append(.not(SelectionParser.all(inner))) } else { terms += inner }
            case .word(let word):
                tokens.removeFirst()
                let term = try self.term(word)
                terms.append(word.isNegated ? .not(term) : term)
            }
        }
        return terms
    }

    private mutating func term(_ word: SelectionLexer.Word) throws(SelectionError) -> Selection.Term {
        termCount += word.values.count
        guard termCount <= Selection.maximumTerms else {
            throw error(word.column, .tooManyTerms(limit: Selection.maximumTerms))
        }
        guard let key = word.key else {
            if !word.isQuoted, let meant = TermReader.filterWithoutColon(word.values[0]) {
                throw error(word.column, .missingColon(suggestion: meant))
            }
            return .text(word.values[0])
        }
        guard !key.isEmpty else { throw error(word.column, .unknownFilter("", suggestion: nil)) }
        let subject = word.isKeyQuoted ? .custom : FilterSubject(key)
        do {
            var terms: [Selection.Term] = []
            for value in try values.checked(word.values, isQuoted: word.isQuoted, subject) {
                terms.append(try values.term(subject, key: key, value: value, column: word.column))
            }
            return terms.count == 1 ? terms[0] : .any(terms)
        } catch {
            throw self.error(
                word.column,
                subject == .field(.archived) ? .archivedValue : .value(error, filter: key))
        }
    }
}

/// Subject of a filter: the meaning of the name before a colon.
enum FilterSubject: Equatable {
    case field(ItemField)
    /// The documents of a kind: `receipt`.
    case documents(DocumentReference.Kind)
    case lineValue
    case duplicate
    case custom

    init(_ key: String) {
        let letters = ItemField.letters(key)
        if let field = ItemField(filter: key) {
            self = .field(field)
        } else if let kind = DocumentReference.Kind(rawValue: letters), kind != .other {
            self = .documents(kind)
        } else {
            self = ["linevalue": .lineValue, "duplicate": .duplicate][letters] ?? .custom
        }
    }

    /// The names of all filters but custom fields, as people are shown them.
    static let names: [String] =
        ItemField.allCases.map(\.filterName)
        + DocumentReference.Kind.allCases.filter { FilterSubject($0.rawValue) == .documents($0) }.map(\.rawValue)
        + ["line-value", "duplicate"]
}

extension ItemField {
    /// The field that a filter names: by its name in one of its spellings, or by its short name.
    init?(filter name: String) {
        let letters = ItemField.letters(name)
        guard let field = ItemField.allCases.first(where: { $0.row.filterName == letters }) ?? ItemField(typed: name)
        else { return nil }
        self = field
    }
}

/// Makes terms of names and values.
struct TermReader {
    let currency: Currency
    let dates: DateRangeText
    let startOfDay: (CalendarDate) -> Timestamp

    /// Archived items and all others.
    static let archivedAny = Selection.Term.any([.flag(.archived, false), .flag(.archived, true)])

    /// Returns `value:>5` for `value>5`, or nil if the word does not look like a filter.
    static func filterWithoutColon(_ word: String) -> String? {
        guard let sign = word.firstIndex(where: { "<>=".contains($0) }),
            FilterSubject(String(word[..<sign])) != .custom
        else { return nil }
        let rest = word[sign...]
        return "\(word[..<sign]):\(rest.hasPrefix("=") ? rest.dropFirst() : rest)"
    }

    /// The values of a list, unless they may be one number with a comma before each three digits.
    func checked(_ values: [String], isQuoted: Bool, _ subject: FilterSubject) throws(ValueError) -> [String] {
        guard values.count > 1, !isQuoted, comparesNumbers(subject) || values[0].first.map("<>=".contains) ?? false
        else { return values }
        for (value, next) in zip(values, values.dropFirst()) {
            let digits = next.prefix { $0.isASCII && $0.isNumber }
            if digits.count == 3, value.last?.isNumber == true {
                throw .malformed(expected: .numberRange)
            }
        }
        return values
    }

    private func comparesNumbers(_ subject: FilterSubject) -> Bool {
        switch subject {
        case .field(let field): [.money, .quantity, .percentage, .photos, .documents].contains(field.kind)
        case .documents, .lineValue: true
        case .duplicate, .custom: false
        }
    }

    func term(
        _ subject: FilterSubject, key: String, value: String, column: Int
    ) throws(ValueError) -> Selection.Term {
        let choice = ["none": true, "any": false][value]
        func missing(_ term: Selection.Term) -> Selection.Term { choice == true ? term : .not(term) }
        switch subject {
        case .field(let field):
            if choice != nil, field.kind != .flag { return missing(.missing(field)) }
            return try term(field, value)
        case .documents(let kind):
            guard choice == nil else {
                return missing(.count(.documents, kind, Selection.Bounds(atLeast: 0, atMost: 0)))
            }
            return .count(.documents, kind, try count(value))
        case .lineValue:
            // Every item has a quantity.
            guard choice == nil else { return missing(.missing(.value)) }
            return .lineValue(try Selection.AmountRange(parsing: value, currency: currency))
        case .duplicate:
            guard let field = ItemField(filter: value), field.kind == .text else {
                throw .malformed(expected: .names(ItemField.texts.map(\.filterName)))
            }
            return .duplicate(field)
        case .custom:
            func test(_ value: Selection.CustomFieldTest.Value?) -> Selection.Term {
                .custom(Selection.CustomFieldTest(name: key, value: value, column: column))
            }
            if let choice { return choice ? .not(test(nil)) : test(nil) }
            return test(try customValue(value))
        }
    }

    /// A test of a field by a value; the field's kind decides how they are compared.
    private func term(_ field: ItemField, _ value: String) throws(ValueError) -> Selection.Term {
        switch field.kind {
        case .text:
            switch field.row.matching {
            case .words: return .fieldText(field, value)
            case .whole: return .whole(field, value)
            case .path:
                let names = Selection.pathNames(value)
                guard !names.isEmpty else { throw .malformed(expected: .path) }
                return .location(names)
            }
        case .customFields: return .fieldText(field, value)
        case .tags: return .tag(value)
        case .money: return .amount(field, try Selection.AmountRange(parsing: value, currency: currency))
        case .quantity: return .number(field, try number(value, fractionDigits: 6))
        case .percentage: return .number(field, try number(value, fractionDigits: 2))
        case .date: return .number(field, try dates.parse(value))
        case .timestamp: return created(try dates.parse(value))
        case .flag:
            if field == .archived, value == "any" { return TermReader.archivedAny }
            guard let flag = ["yes": true, "no": false][value] else { throw .malformed(expected: .yesOrNo) }
            return .flag(field, flag)
        case .identifier:
            let digits = value.filter { $0 != "-" }.map { $0.isASCII ? $0.hexDigitValue : nil }
            guard (4...32).contains(digits.count), !digits.contains(nil) else {
                throw .malformed(expected: .identifier)
            }
            return .identifier(field, digits.compactMap { $0.map(UInt8.init) })
        case .documents:
            if let kind = DocumentReference.Kind(rawValue: value) {
                return .count(field, kind, Selection.Bounds(atLeast: 1, atMost: nil))
            }
            return .count(field, nil, try count(value))
        case .photos: return .count(field, nil, try count(value))
        }
    }

    private func number(_ value: String, fractionDigits: Int) throws(ValueError) -> Selection.Bounds<Int64> {
        try Selection.Bounds(parsing: value, fractionDigits: fractionDigits, expected: .numberRange)
    }

    private func count(_ value: String) throws(ValueError) -> Selection.Bounds<Int64> {
        try number(value, fractionDigits: 0)
    }

    private func created(_ days: Selection.Bounds<Int64>) -> Selection.Term {
        func date(_ days: Int64) -> CalendarDate { CalendarDate(daysSinceEpoch: Int32(clamping: days)) }
        let (from, after) = (days.atLeast.map(date), days.atMost.map { date($0 + 1) })
        return .created(
            dates: Selection.Period(
                from: from.map(Timestamp.init(startOf:)), before: after.map(Timestamp.init(startOf:))),
            moments: Selection.Period(from: from.map(startOfDay), before: after.map(startOfDay)))
    }

    /// The test of a custom field: its value is compared as a number, date or amount if both are one.
    private func customValue(_ text: String) throws(ValueError) -> Selection.CustomFieldTest.Value {
        let isComparison = text.hasPrefix("<") || text.hasPrefix(">")
        let numbers = try? Selection.Bounds<Int128>(
            parsing: text, order: .smallerAmountFirst, past: .digits
        ) { word throws(ValueError) in
            guard let number = PlainNumber.billionths(word.utf8) else { throw .malformed(expected: .number) }
            return (number, number)
        }
        let days = try? dates.parse(text)
        let amounts = try? Selection.AmountRange(parsing: text, currency: nil)
        guard !isComparison || numbers != nil || days != nil || amounts != nil else {
            throw .malformed(expected: .numberRange)
        }
        let isWhole = text.hasPrefix("=") && text.count > 1
        return Selection.CustomFieldTest.Value(
            numbers: numbers, dates: days, amounts: amounts,
            words: isComparison ? nil : isWhole ? String(text.dropFirst()) : text, isWhole: isWhole)
    }
}

/// A term of a selection cannot be read.
package struct SelectionError: Error, Equatable, Sendable {
    /// The reasons.
    package enum Reason: Equatable, Sendable {
        case unclosedQuote
        /// The text has more terms than can be tested at once.
        case tooManyTerms(limit: Int)
        case emptyTerm
        /// A filter has no value.
        case missingValue(filter: String)
        /// A filter has no colon; the suggestion has one.
        case missingColon(suggestion: String)
        /// A filter is neither a field nor a custom field that an item has; the suggestion is the one most likely meant.
        case unknownFilter(String, suggestion: String?)
        /// A bracket has no partner.
        case unpairedBracket
        /// Brackets are nested too deeply.
        case tooDeep(limit: Int)
        /// `or` has no term on one side.
        case missingAlternative
        /// `archived:` has a value other than no, yes and any.
        case archivedValue
        /// The value of a filter breaks a rule.
        case value(ValueError, filter: String)
    }

    /// The text of the selection.
    package let source: String
    /// The position of the term in the text, in characters from 1.
    package let column: Int
    /// The reason.
    package let reason: Reason

    /// An error at a place.
    package init(source: String, column: Int, reason: Reason) {
        (self.source, self.column, self.reason) = (source, column, reason)
    }
}

extension SelectionError: MessageConvertible {
    /// The reason, the text, and a caret under the term.
    package var message: Message {
        Message(
            "filter.error",
            ["reason": reason, "source": source, "caret": String(repeating: " ", count: column - 1) + "^"])
    }
}

extension SelectionError.Reason: MessageConvertible {
    package var message: Message {
        switch self {
        case .unclosedQuote: Message("filter.unclosedQuote")
        case .tooManyTerms(let limit): Message("filter.tooManyTerms", ["count": .count(limit)])
        case .emptyTerm: Message("filter.emptyTerm")
        case .missingValue(let filter): Message("filter.missingValue", ["filter": filter])
        case .missingColon(let suggestion): Message("filter.missingColon", ["suggestion": suggestion])
        case .unknownFilter(let name, nil): Message("filter.unknownFilter", ["name": name])
        case .unknownFilter(let name, let suggestion?):
            Message("filter.similarFilter", ["name": name, "suggestion": suggestion])
        case .unpairedBracket: Message("filter.unpairedBracket")
        case .tooDeep(let limit): Message("filter.tooDeep", ["count": .count(limit)])
        case .missingAlternative: Message("filter.missingAlternative")
        case .archivedValue: Message("filter.archivedValue")
        case .value(let error, let filter): Message("filter.value", ["filter": filter, "problem": error])
        }
    }
}

extension Selection.Bounds {
    /// Reads `>=5`, `>5`, `<=20`, `<20`, `=5`, `5`, `10..20`, `10..`, `..20`.
    /// - Parameters:
    ///   - order: what is expected if the ends of a range are in the wrong order.
    ///   - past: the error for a number that has no next one.
    ///   - operand: the first and last number of a word: the same one, or those of a month.
    init(
        parsing text: some StringProtocol, order: ValueForm, past: ValueRange,
        operand: (Substring) throws(ValueError) -> (first: Number, last: Number)
    ) throws(ValueError) {
        let text = Substring(text)
        func next(_ number: Number, by step: Number) throws(ValueError) -> Number {
            let (sum, overflow) = number.addingReportingOverflow(step)
            guard !overflow else { throw .outOfRange(past) }
            return sum
        }
        if let dots = text.firstRange(of: "..") {
            let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
            guard !low.isEmpty || !high.isEmpty else { throw .malformed(expected: .rangeEnd) }
            let (first, last) = (
                low.isEmpty ? nil : try operand(low).first, high.isEmpty ? nil : try operand(high).last
            )
            if let first, let last, first > last { throw .malformed(expected: order) }
            self.init(atLeast: first, atMost: last)
        } else if text.hasPrefix(">=") {
            self.init(atLeast: try operand(text.dropFirst(2)).first, atMost: nil)
        } else if text.hasPrefix("<=") {
            self.init(atLeast: nil, atMost: try operand(text.dropFirst(2)).last)
        } else if text.hasPrefix(">") {
            self.init(atLeast: try next(operand(text.dropFirst()).last, by: 1), atMost: nil)
        } else if text.hasPrefix("<") {
            self.init(atLeast: nil, atMost: try next(operand(text.dropFirst()).first, by: -1))
        } else {
            let (first, last) = try operand(text.hasPrefix("=") ? text.dropFirst() : text)
            self.init(atLeast: first, atMost: last)
        }
    }
}

extension Selection.Bounds<Int64> {
    /// Reads a range of decimal numbers as counts of `10^-fractionDigits`.
    init(parsing text: String, fractionDigits: Int, expected: ValueForm) throws(ValueError) {
        try self.init(parsing: text, order: .smallerAmountFirst, past: .digits) { word throws(ValueError) in
            do throws(ValueError) {
                let number = try DecimalText.parse(Array(word.utf8), fractionDigits: fractionDigits)
                return (number, number)
            } catch .malformed {
                throw .malformed(expected: expected)
            }
        }
    }
}

extension Selection.AmountRange {
    /// Reads `>=500USD`, `>500`, `<=20`, `<20`, `=5`, `5`, `10..20EUR`, `10..`, `..20`.
    /// - Parameter currency: the currency of amounts without a code; nil if they need one.
    init(parsing text: String, currency: Currency?) throws(ValueError) {
        let named = Money.splitCurrencyCode(text)
        guard let currency = try named.map({ named throws(ValueError) in try Currency(code: named.code) }) ?? currency
        else { throw .malformed(expected: .amountRange) }
        self.init(
            currency: currency,
            units: try Selection.Bounds(
                parsing: named?.number ?? text, fractionDigits: currency.fractionDigits, expected: .amountRange))
    }
}

/// Exact numbers in the values of custom fields.
package enum PlainNumber {
    private static let fractionDigits = 9

    /// A plain decimal number such as `-12.50`, in billionths; nil for any other text, for more than nine decimals, and
    /// for more digits than a barcode or serial number has.
    package static func billionths(_ text: some Collection<UInt8>) -> Int128? {
        var value: Int128 = 0
        var (digits, decimals) = (0, -1)
        var isNegative = false
        for (offset, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where offset == 0: isNegative = true
            case UInt8(ascii: ".") where decimals < 0 && digits > 0: decimals = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                if decimals >= 0 { decimals += 1 }
                guard digits <= 36, decimals <= fractionDigits else { return nil }
                value = value * 10 + Int128(byte - UInt8(ascii: "0"))
            default: return nil
            }
        }
        guard digits > 0, decimals != 0 else { return nil }
        for _ in max(decimals, 0)..<fractionDigits {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            value = product
        }
        return isNegative ? -value : value
    }
}
