package import Inventory

/// The way in which the rows of a list are recognised as items of the inventory.
package enum RowRecognition: Equatable, Sendable {
    /// A row updates the item with the same text in this column; a row without one is known if it equals an item.
    case column(String)
    /// A row is known if it equals an item.
    case allColumns
    /// Every row is a new item, unless it has the id or the reference of another.
    case nothing
}

extension RowRecognition: RawRepresentable {
    /// - Parameter rawValue: a heading, `*` or `-`.
    package init(rawValue: String) {
        self =
            switch rawValue {
            case "*": .allColumns
            case "-": .nothing
            default: .column(rawValue)
            }
    }

    package var rawValue: String {
        switch self {
        case .column(let heading): heading
        case .allColumns: "*"
        case .nothing: "-"
        }
    }
}

extension TableReading {
    /// The fields that the columns set.
    var statedFields: [ItemField] {
        var fields = columns.flatMap(\.target.fields) + columns.compactMap(\.link).flatMap(\.fields)
        if groupRows != .items { fields.append(.location) }
        // Cells that are not a whole value of these kinds are kept as custom fields.
        let keptKinds: [ItemField.Kind?] = [.money, .date, .timestamp, .quantity]
        if !hasCertainColumns, columns.contains(where: { keptKinds.contains($0.target.kind) }) {
            fields.append(.customFields)
        }
        return fields
    }

    /// The key by which rows are recognised; nil if all are new.
    var key: RecognitionKey? {
        switch recognition {
        case .column(let heading): key(recognitionColumn(heading))
        case .allColumns: key(nil)
        case .nothing, nil: nil
        }
    }

    fileprivate func key(_ column: RecognitionKey.Column?) -> RecognitionKey {
        var names: Set<String> = []
        for (index, column) in columns.enumerated() {
            names.insert(TableReading.customName(column.heading, index + 1))
            for target in [column.target, column.link ?? column.defaultLink(number: index + 1)] {
                if case .customField(let name) = target { names.insert(name) }
            }
        }
        // The texts of JSON in a column of custom fields have any names.
        let hasAnyNames = columns.contains { $0.target == .field(.customFields) }
        return RecognitionKey(
            column: column, fields: ItemFieldSet(statedFields), customFields: hasAnyNames ? nil : names,
            takesPriceAsValue: columns.contains { $0.target == .price })
    }

    private func recognitionColumn(_ heading: String) -> RecognitionKey.Column? {
        index(named: heading).flatMap { columns[$0].target.recognitionColumn }
    }

    /// The index of the column with a heading, or else with a field.
    func index(named name: String) -> Int? {
        columns.indices.first { TableReading.customName(columns[$0].heading, $0 + 1) == name }
            ?? columns.firstIndex { $0.target.name == name }
    }

    /// The column by which rows are recognised; nil for none.
    var referenceColumn: Int? { if case .column(let heading)? = recognition { index(named: heading) } else { nil } }

    /// Checks that the column by which rows are recognised is there and has texts.
    func checkRecognition() throws(InventoryFileError) {
        guard case .column(let heading)? = recognition else { return }
        guard let index = index(named: heading) else { throw InventoryFileError(.missingReferenceColumn(heading)) }
        if columns[index].target.recognitionColumn == nil { throw InventoryFileError(.noReferenceColumn(heading)) }
    }
}

extension ColumnTarget {
    /// The column of texts by which rows may be recognised.
    package var recognitionColumn: RecognitionKey.Column? {
        switch self {
        case .field(let field) where field.kind == .text: .field(field)
        case .customField(let name): .customField(name)
        case .assetTag: .field(.assetIdentifier)
        default: nil
        }
    }
}

/// Visits all items of the inventory into which a list is read.
package typealias ItemVisitor = (_ visit: (Item) -> Void) -> Void

/// Finds the rows of a list whose items the inventory has already.
struct KnownRows {
    /// A column whose texts may name one item each.
    private struct Candidate {
        let heading: String
        let column: RecognitionKey.Column
        let rank: Int
        /// The length of the shortest number: a heading such as `Year` has short ones that name nothing.
        let shortest: Int
        /// The first row of each text, by the text's hash value.
        var rows: [Int: Int] = [:]
        var found: Set<Int> = []
        /// Whether every text is in one row only, and of one item only.
        var isUnique = true
        var example: CellExample?

        mutating func add(_ incoming: IncomingItem) {
            let text = column.text(of: incoming.item)
            if rank == Candidate.customRank, !(text.map(isIdentifier) ?? false) { isUnique = false }
            guard isUnique, let text else { return }
            if rows.updateValue(incoming.row, forKey: text.hashValue) != nil { isUnique = false }
        }

        mutating func compare(with item: Item) {
            guard isUnique, let hash = column.text(of: item)?.hashValue, let row = rows[hash] else { return }
            if !found.insert(hash).inserted { isUnique = false }
            if row < example?.row ?? .max { example = CellExample(row: row, text: String(item.name.prefix(40))) }
        }

        static let customRank = 2
        static let nameRank = 4

        /// Whether a text may be a number that another program gave the item, and is no date, year or count.
        private func isIdentifier(_ text: String) -> Bool {
            guard text.utf8.count >= shortest else { return false }
            let isNumber = text.utf8.allSatisfy { $0.isDigit || $0.isLetter || $0 == 0x2D || $0 == 0x5F }
            guard isNumber, text.utf8.contains(where: \.isDigit), text.utf8.count <= 64 else { return false }
            return ByteView.of(Array(text.utf8)[...]) { cell in
                if case .none = DateScan(cell[...], months: Vocabulary.shared.months) { true } else { false }
            }
        }
    }

    /// The most columns that are compared.
    private static let columnLimit = 16

    private var candidates: [Candidate]
    private let all: RecognitionKey
    private var items = 0
    /// The number of rows with these values, and the first of them.
    private var rows: [Int: (count: Int, row: Int)] = [:]
    private var equal = 0
    private var example: CellExample?

    init(_ reading: TableReading) {
        all = reading.key(nil)
        candidates = []
        for (index, column) in reading.columns.enumerated() {
            guard let found = column.target.recognitionColumn, let rank = KnownRows.rank(of: found, column.heading),
                candidates.count < KnownRows.columnLimit
            else { continue }
            candidates.append(
                Candidate(
                    heading: TableReading.customName(column.heading, index + 1), column: found, rank: rank,
                    shortest: KnownRows.namesNumbers(column.heading) ? 1 : 5))
        }
    }

    private static func namesNumbers(_ heading: String) -> Bool {
        let words = heading.lowercased().split { !$0.isLetter && $0 != "#" }
        return !Set(words).isDisjoint(with: ["id", "ids", "uuid", "guid", "key", "no", "nr", "number", "ref", "#"])
    }

    /// The rank of a column among those by which rows may be recognised; a smaller one is better.
    private static func rank(of column: RecognitionKey.Column, _ heading: String) -> Int? {
        switch column {
        case .field(.assetIdentifier): 0
        case .field(.serialNumber): 1
        case .customField: heading.isEmpty ? nil : Candidate.customRank
        case .field(.code): 3
        case .field(.name): Candidate.nameRank
        default: nil
        }
    }

    mutating func add(_ incoming: IncomingItem) {
        // These are recognised by their id or reference.
        guard !incoming.stated.contains(.id), (incoming.item.externalReference ?? "").isEmpty else { return }
        items += 1
        for index in candidates.indices { candidates[index].add(incoming) }
        rows[all.fingerprint(of: incoming.item), default: (0, incoming.row)].count += 1
    }

    mutating func compare(with item: Item) {
        for index in candidates.indices { candidates[index].compare(with: item) }
        let fingerprint = all.fingerprint(of: item)
        guard let found = rows[fingerprint], found.count > 0 else { return }
        rows[fingerprint]?.count -= 1
        equal += 1
        if found.row < example?.row ?? .max {
            example = CellExample(row: found.row, text: String(item.name.prefix(40)))
        }
    }

    /// The question about the rows; nil if the inventory has none of them.
    var question: ReadingQuestion? {
        let found = candidates.filter { $0.isUnique && !$0.found.isEmpty }
        // Two things may have one name: it counts only if much of a list is known by it, and by nothing else.
        var usable = found.filter {
            $0.rank < Candidate.nameRank
                || (found.count == 1 && $0.found.count > max(1, equal) && $0.found.count * 2 >= items)
        }
        usable.sort { ($0.rank, -$0.found.count) < ($1.rank, -$1.found.count) }
        let best = usable.first
        guard let example = best?.example ?? example else { return nil }
        var answers = usable.prefix(3).map { ReadingAnswer.recognition(.column($0.heading)) }
        if equal > 0 { answers.append(.recognition(.allColumns)) }
        answers.append(.recognition(.nothing))
        return ReadingQuestion(
            topic: .knownItems(count: max(best?.found.count ?? 0, equal), example), answers: answers)
    }
}
