extension Selection {
    /// Reads the filter language: terms separated by spaces, all of which must hold.
    ///
    ///     location:Home/Office tag:insured value:>=500USD created:2020..2024 archived:no "free text"
    ///
    /// | term | takes |
    /// |---|---|
    /// | `location:Home/Office` | items kept there or further in |
    /// | `tag:T`, `category:C` | items that bear it |
    /// | `created:2020..2024-03`, `purchased:2023` | days, months, years and ranges of them, both ends included |
    /// | `value:>=500USD`, `value:<20`, `value:10..20EUR` | the value of each |
    /// | `insured:yes`, `archived:no`, `archived:yes`, `archived:any` | |
    /// | `value:none`, also with `serial`, `location`, `category`, `tag`, `purchased` | items that do not state it |
    /// | `manufacturer:Bosch`, `notes:"free text"` | items whose text field of that name contains it, whatever the case |
    /// | `manufacturer:none` | items that do not state the text field |
    /// | `words`, `"free text"` | items whose texts contain it, whatever the case |
    /// | `-term` | items for which the term does not hold |
    ///
    /// A value with spaces is put in double quotes: `location:"Living Room"`; `\"` is a quote inside them.
    /// - Parameters:
    ///   - source: the text.
    ///   - currency: the currency of amounts without a code.
    ///   - startOfDay: returns the first instant of a day in the owner's time zone.
    /// - Throws: the first term that cannot be read, with its column.
    public init(
        parsing source: String, currency: Currency,
        startOfDay: (CalendarDate) -> Timestamp = Timestamp.init(startOf:)
    ) throws(SelectionError) {
        var terms: [Term] = []
        var archived = Archived.no
        for word in try SelectionLexer.words(of: source) {
            func error(_ reason: SelectionError.Reason) -> SelectionError {
                SelectionError(source: source, column: word.column, reason: reason)
            }
            guard terms.count < Selection.maximumTerms else {
                throw error(.tooManyTerms(limit: Selection.maximumTerms))
            }
            guard let key = word.key else {
                if !word.isQuoted, let meant = Selection.filterWithoutColon(word.value) {
                    throw error(.missingColon(suggestion: meant))
                }
                terms.append(word.negated ? .not(.text(word.value)) : .text(word.value))
                continue
            }
            if key == "archived" {
                guard !word.negated, let choice = ["no": .no, "yes": .yes, "any": Archived.any][word.value] else {
                    throw error(.archivedValue)
                }
                archived = choice
                continue
            }
            let term: Term
            if let field = Selection.fields[key] {
                do throws(ValueError) {
                    term = try Selection.term(field, value: word.value, currency: currency, startOfDay: startOfDay)
                } catch let valueError {
                    throw error(.value(valueError, filter: key))
                }
            } else if let field = ItemField(typed: key), field.kind == .text {
                term = word.value == "none" ? .missing(field) : .fieldText(field, word.value)
            } else {
                throw error(.unknownFilter(key))
            }
            terms.append(word.negated ? .not(term) : term)
        }
        self.init(terms: terms, archived: archived, source: source)
    }

    /// The maximum number of terms: the database refuses conditions that are nested a thousand deep.
    public static let maximumTerms = 100

    /// The filters that are more than a search in one text field, by name, with the fields that they test.
    private static let fields: [String: ItemField] = [
        "location": .location, "tag": .tags, "category": .category, "created": .dateCreated,
        "purchased": .purchaseDate, "value": .value, "serial": .serialNumber, "insured": .insured,
        "photos": .photos, "documents": .documents,
    ]

    /// Returns `value:>5` for `value>5`, or nil if the word does not look like a filter.
    private static func filterWithoutColon(_ word: String) -> String? {
        guard let sign = word.firstIndex(where: { "<>=".contains($0) }), fields[String(word[..<sign])] != nil else {
            return nil
        }
        let rest = word[sign...]
        return "\(word[..<sign]):\(rest.hasPrefix("=") ? rest.dropFirst() : rest)"
    }

    private static func term(
        _ field: ItemField, value: String, currency: Currency, startOfDay: (CalendarDate) -> Timestamp
    ) throws(ValueError) -> Term {
        if value == "none", field != .dateCreated, field != .insured { return .missing(field) }
        switch field {
        case .location:
            let names = pathNames(value)
            guard !names.isEmpty else { throw .malformed(expected: .path) }
            return .location(names)
        case .tags: return .tag(value)
        case .category: return .category(value)
        case .value: return .value(try AmountRange(parsing: value, currency: currency))
        case .insured:
            guard let choice = ["yes": true, "no": false][value] else {
                throw .malformed(expected: .yesOrNo)
            }
            return .insured(choice)
        case .photos, .documents: throw .malformed(expected: .noneOnly)
        case .serialNumber: throw .malformed(expected: .noneOrWords)
        default:
            let (from, through) = try DateRangeText.parse(value)
            guard field == .dateCreated else { return .purchased(from: from, through: through) }
            let after = through.map { CalendarDate(daysSinceEpoch: $0.daysSinceEpoch + 1) }
            return .created(
                dates: Period(from: from.map(Timestamp.init(startOf:)), before: after.map(Timestamp.init(startOf:))),
                moments: Period(from: from.map(startOfDay), before: after.map(startOfDay)))
        }
    }
}
