import Files
import Inventory
import InventoryFormats
import InventoryStore
import Message

/// The way in which a list that was sent would be read, and the items that it gives.
enum ListReading {
    /// A file of items, which has no reading that can be corrected.
    case document(ReadingTrial)
    /// A table.
    case proposed(ReadingAttempt)

    var trial: ReadingTrial {
        switch self {
        case .document(let trial): trial
        case .proposed(let attempt): attempt.trial
        }
    }

    /// The questions that the file leaves open.
    var questions: [ReadingQuestion] {
        if case .proposed(let attempt) = self { attempt.proposal.questions } else { [] }
    }
}

/// A list that was sent, opened for reading: the rules are those of `homepwner import`.
struct OpenedList {
    private let source: TableSource
    private let options: ImportOptions
    private let usual: Currency
    private let inventory: ItemVisitor

    /// The names of the sheets; empty if the file is not a workbook.
    var sheets: [String] { source.sheets }

    /// - Parameters:
    ///   - name: the name of the file in messages.
    ///   - store: the inventory into which it is read.
    ///   - usual: the currency of amounts that name none.
    /// - Throws: ``InventoryFileError`` if the file cannot be read.
    init(
        _ list: SpooledList, name: String, for store: InventoryStore, usual: Currency
    ) throws(InventoryFileError) {
        inventory = { store.visitItems($0) }
        source = try TableSource(path: list.path, name: name).openingTables()
        options = ImportOptions(currency: usual, timestamp: .now)
        self.usual = usual
    }

    /// Proposes how to read the list.
    /// - Throws: ``InventoryFileError`` if it cannot be read so.
    func reading(_ corrections: ReadingCorrections) throws(InventoryFileError) -> ListReading {
        guard try source.isTable() else { return .document(try ReadingTrial(source, options: options)) }
        return .proposed(
            try ReadingAttempt(
                of: source, overrides: corrections.overrides, usual: usual, inventory: inventory, options: options))
    }

    /// Imports the items as one change, all or none.
    /// - Parameter omitsFaults: whether rows with faults are left out; otherwise they are an error.
    /// - Throws: ``ListImportRefusal``, ``InventoryFileError`` or ``StoreError``; nothing is changed then.
    func importItems(
        _ reading: ListReading, into store: InventoryStore, _ context: ChangeContext, omitsFaults: Bool
    ) throws -> ImportOutcome {
        try store.importItems(
            context, source: source.name, unknownParents: omitsFaults ? .omitParent : .refuse
        ) { importer in
            var items =
                switch reading {
                case .document: try InventoryReader(source, options: options)
                case .proposed(let attempt):
                    try InventoryReader(source, reading: attempt.proposal.reading, options: options)
                }
            var refusal = ListImportRefusal()
            while let entry = try items.next() {
                switch entry {
                case .rejected(let row): if !omitsFaults { refusal.add(row.messages) }
                case .item(let item):
                    do {
                        try importer.put(item)
                    } catch StoreError.importDiagnostics(let faults) {
                        // Of two rows for one item neither is left out, because nothing says which of them is right.
                        refusal.add(faults.map(\.message))
                    }
                }
            }
            if refusal.count > 0 { throw refusal }
        }
    }
}

/// The rows for which a list was not imported.
struct ListImportRefusal: Error {
    /// The first of them.
    private(set) var messages: [Message] = []
    private(set) var count = 0

    init() {}

    init(_ faults: [ImportDiagnostic]) {
        for fault in faults { add([fault.message]) }
    }

    /// Whether the only faults are parents that the inventory does not have.
    static func isForParents(_ error: any Error) -> Bool {
        guard case StoreError.importDiagnostics(let faults) = error else { return false }
        return faults.allSatisfy { if case .parent = $0.problem { true } else { false } }
    }

    mutating func add(_ faults: [Message]) {
        count += 1
        if messages.count < 20 { messages += faults.prefix(20 - messages.count) }
    }
}
