import Localization

extension Selection {
    /// Reads the filter language: terms parted by spaces, all of which must hold.
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
    /// | `words`, `"free text"` | items whose texts contain it, whatever the case |
    /// | `-term` | items for which the term does not hold |
    ///
    /// A value with spaces stands in double quotes: `location:"Living Room"`; `\"` is a quote inside them.
    /// - Parameters:
    ///   - source: the owner's words.
    ///   - currency: the currency of amounts that name none.
    ///   - startOfDay: the first moment of a day where the owner lives.
    /// - Throws: what is wrong, with its place.
    public init(
        parsing source: String, currency: Currency,
        startOfDay: (CalendarDate) -> Timestamp = Timestamp.init(startOf:)
    ) throws(SelectionError) {
        var terms: [Term] = []
        var archived = Archived.no
        for word in try SelectionLexer.words(of: source) {
            func fault(_ message: String) -> SelectionError {
                SelectionError(source: source, column: word.column, message: message)
            }
            guard let key = word.key else {
                if !word.isQuoted, let meant = Selection.filterWithoutColon(word.value) {
                    throw fault(said("filter.aFilterHasA", meant))
                }
                terms.append(word.negated ? .not(.text(word.value)) : .text(word.value))
                continue
            }
            if key == "archived" {
                guard !word.negated, let choice = ["no": .no, "yes": .yes, "any": Archived.any][word.value] else {
                    throw fault(said("filter.archivedTakesNoYes"))
                }
                archived = choice
                continue
            }
            let term: Term
            do throws(ValueError) {
                term = try Selection.term(key: key, value: word.value, currency: currency, startOfDay: startOfDay)
            } catch .wrongKind {
                throw fault(
                    said("filter.noSuchFilterThere", key))
            } catch {
                throw fault("\(key): \(error)")
            }
            terms.append(word.negated ? .not(term) : term)
        }
        self.init(terms: terms, archived: archived, source: source)
    }

    /// What stands before the colons, and the fields it is about.
    private static let fields: [String: ItemField] = [
        "location": .location, "tag": .tags, "category": .category, "created": .dateCreated,
        "purchased": .purchaseDate, "value": .value, "serial": .serialNumber, "insured": .insured,
        "photos": .photos, "documents": .documents,
    ]

    /// `value:>5` for `value>5`; nil for a word that looks like no filter.
    private static func filterWithoutColon(_ word: String) -> String? {
        guard let sign = word.firstIndex(where: { "<>=".contains($0) }), fields[String(word[..<sign])] != nil else {
            return nil
        }
        let rest = word[sign...]
        return "\(word[..<sign]):\(rest.hasPrefix("=") ? rest.dropFirst() : rest)"
    }

    private static func term(
        key: String, value: String, currency: Currency, startOfDay: (CalendarDate) -> Timestamp
    ) throws(ValueError) -> Term {
        guard let field = fields[key] else { throw .wrongKind(field: key, expected: "") }
        if value == "none", field != .dateCreated, field != .insured { return .missing(field) }
        switch field {
        case .location:
            let names = pathNames(value)
            guard !names.isEmpty else { throw .malformed(expected: said("filter.aPathSuchAs")) }
            return .location(names)
        case .tags: return .tag(value)
        case .category: return .category(value)
        case .value: return .value(try AmountRange(parsing: value, currency: currency))
        case .insured:
            guard let choice = ["yes": true, "no": false][value] else {
                throw .malformed(expected: said("items.yesOrNo"))
            }
            return .insured(choice)
        case .photos, .documents: throw .malformed(expected: "none")
        case .serialNumber: throw .malformed(expected: said("filter.noneOtherSerialNumbers"))
        default:
            let (from, through) = try DateRangeText.parse(value)
            guard field == .dateCreated else { return .purchased(from: from, through: through) }
            let after = through.map { CalendarDate(daysSinceEpoch: $0.daysSinceEpoch + 1) }
            return .created(from: from.map(startOfDay), before: after.map(startOfDay))
        }
    }
}
