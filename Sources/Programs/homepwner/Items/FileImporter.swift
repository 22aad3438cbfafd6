import Attachments
import Files
import Glibc
import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Message

/// Imports the items of files into a store as one change, and reports every fault.
final class FileImporter {
    /// A row has a fault, or may be no item. Nothing was imported or printed.
    struct FaultFound: Error {}

    private let options: ImportOptions
    private let parents: UnresolvedParentPolicy
    private let console: Console
    private let progress: Progress
    private var rejects: RejectsFile?
    private(set) var faultyRows = 0
    private var faults = 0
    private var repeats = 0
    /// The rows that were counted instead of listed.
    private var countedRows = 0
    private var items = 0
    /// Whether an item of a table has an amount in the usual currency.
    private var hasUsualAmounts = false
    private var places = ImportRowLocator()
    /// The folder of pictures that come with the items; nil for none.
    var images: LegacyImageFolder?
    /// The folder of the photos and documents that the items refer to; nil for none.
    var folder: String?
    /// Whether the first row with a fault ends the import with ``FaultFound``.
    var endsAtFault = false
    /// Whether photos and documents are added to the store.
    var storesFiles = true
    private var known: KnownItems?
    /// Whether nobody settled what happens to rows whose items the inventory has.
    private var notesKnownItems = true
    /// The photos and documents that the items refer to.
    private(set) var attached: Set<ContentHash> = []
    /// The change that was made; nil if nothing was.
    private(set) var change: Revision?

    /// - Parameters:
    ///   - rejects: the file that takes the faulty rows; nil refuses files with faults.
    ///   - parents: how to treat items whose parent is not valid; by default as rows with faults.
    init(
        options: ImportOptions, rejects: String? = nil, parents: UnresolvedParentPolicy? = nil,
        console: Console
    ) {
        self.parents = parents ?? (rejects == nil ? .refuse : .omitParent)
        self.options = options
        self.console = console
        self.rejects = rejects.map { RejectsFile(path: $0) }
        progress = Progress(localized("progress.reading"), unit: Phrases.many("item"), on: console)
    }

    /// Imports the files.
    /// - Parameter isDryRun: whether the store stays as it is.
    /// - Throws: if files have faults, all of which have been printed; errors of the reader or store.
    func take(_ files: [ImportFile], into store: InventoryStore, _ context: ChangeContext, isDryRun: Bool) throws
        -> ImportCounts
    {
        defer { progress.finish() }
        let names = files.map(\.path)
        let source = names.map { $0 == "-" ? localized("stream.input") : $0 }.joined(separator: ", ")
        let imported = try ImportedFiles(files, folder: folder, currency: options.currency, console: console)
        let intake =
            isDryRun || !storesFiles || imported.isEmpty ? nil : try AttachmentIntake(into: AttachmentStore(of: store))
        // Files that cannot be removed now are removed by the next call.
        defer { _ = try? intake?.finish() }
        if let intake { try imported.store(in: intake) }
        known = try KnownItems(store)
        do {
            let outcome = try store.importItems(
                context, source: source, unknownParents: parents,
                isDryRun: isDryRun
            ) { importer in
                for file in files { try read(file, imported.reader(of: file), into: importer) }
                reportUnlistedRows()
                if let refusal = refusal(of: names) { throw refusal }
                if !isDryRun { try rejects?.prepare() }
            }
            if !isDryRun, !outcome.isRepeat, outcome.counts.total > 0 { change = outcome.revision }
            reportLostParents(outcome.withoutParent.map { places.row($0.row) })
            reportKnownItems(isDryRun: isDryRun)
            return outcome.counts
        } catch StoreError.importDiagnostics(let found) {
            printDiagnostics(found)
            reportUnlistedRows()
            throw CommandError.faultyFiles(names, faults: faults, rows: faultyRows, canBePutAside: false)
        }
    }

    /// Renames the file of rejected rows into place after the valid rows are committed.
    func commitRejects() throws { try rejects?.commit() }

    private func read(
        _ file: ImportFile,
        _ open: @escaping @Sendable (ImportOptions, String) throws(InventoryFileError) -> InventoryReader,
        into importer: ItemImporter
    ) throws {
        // The language of a call is known on its own thread only.
        let name = file.path == "-" ? localized("stream.input") : file.path
        var options = options
        options.refusesUnusualRows = file.isUnchecked
        notesKnownItems = file.reading?.recognition == nil
        let reader = PrefetchingReader { [options] () throws(InventoryFileError) in try open(options, name) }
        defer { reader.stop() }
        while true {
            var batch = reader.next()
            if !batch.file.isEmpty {
                rejects?.header = batch.rejectsHeader
                places.begin(batch.file, isTable: batch.isTable)
            }
            for place in batch.entries.indices {
                if let entry = batch.entries[place].take() {
                    try take(entry, of: batch.file, namesNoCurrency: batch.namesNoCurrency, into: importer)
                }
            }
            switch batch.end {
            case .failure(let error): throw error
            case .wholeFile: return
            case nil: showProgress(batch.bytesRead, of: batch.totalBytes)
            }
        }
    }

    private func take(
        _ entry: consuming ImportEntry, of file: String, namesNoCurrency: Bool, into importer: ItemImporter
    ) throws {
        switch consume entry {
        case .item(var item):
            items += 1
            if !hasUsualAmounts, namesNoCurrency { noteAmounts(of: item.item) }
            item.row = places.place(of: item.row)
            images?.attach(to: &item)
            for photo in item.item.photos { attached.insert(photo.hash) }
            for document in item.item.documents { attached.insert(document.hash) }
            if notesKnownItems { known?.note(item) }
            do {
                try importer.put(item)
            } catch StoreError.importDiagnostics(let found) {
                guard !endsAtFault else { throw FaultFound() }
                printDiagnostics(found)
            }
        case .rejected(let row):
            guard !endsAtFault else { throw FaultFound() }
            try note(row, in: file)
        }
    }

    private func noteAmounts(of item: Item) {
        let amounts = [item.value, item.purchase.price, item.replacementValue, item.depreciationEach, item.sale.price]
        hasUsualAmounts = amounts.contains { $0?.currency == options.currency }
    }

    /// Prints the currency of a new inventory's amounts without one, unless an option or a proposal stated it.
    func explainCurrency(_ usual: UsualCurrency) {
        guard hasUsualAmounts, usual.origin != .option else { return }
        console.warn(localized(usual.origin.message(about: usual.currency)) + "\n")
    }

    private func showProgress(_ bytes: Int64, of total: Int64?) {
        progress.update(items, share: total.map { Double(bytes) / Double(max($0, 1)) })
    }

    private func note(_ row: RejectedRow, in file: String) throws {
        faultyRows += 1
        faults += row.diagnostics.count
        progress.finish()
        if faultyRows <= FileImporter.listedRows {
            for message in row.messages { console.warn("\(file.onOneLine): \(localized(message).onOneLine)\n") }
        }
        guard rejects != nil else { return }
        let problems = row.diagnostics.map { localized($0.message) }.joined(separator: "; ")
        guard let line = row.rejectsLine(problems: problems) else {
            throw CommandError.rowTooLong(row.row, file: file)
        }
        try rejects?.add(line)
    }

    /// The number of rows with faults that are listed, and of those that the inventory refuses, such as repeated items.
    private static let listedRows = 100

    /// Counts the rows with faults that were neither listed nor counted yet.
    private func reportUnlistedRows() {
        let unlisted =
            [faultyRows - repeats, repeats].map { max(0, $0 - FileImporter.listedRows) }.reduce(-countedRows, +)
        guard unlisted > 0 else { return }
        countedRows += unlisted
        console.complain(localized("import.moreFaultyRows", ["count": .count(unlisted)]))
    }

    private func printDiagnostics(_ found: [ImportDiagnostic]) {
        progress.finish()
        for fault in found {
            faultyRows += 1
            faults += 1
            repeats += 1
            if repeats <= FileImporter.listedRows { console.warn("\(places.text(of: fault))\n") }
        }
    }

    private func reportLostParents(_ rows: [Int]) {
        guard !rows.isEmpty else { return }
        let shown = Phrases.names(rows.map(String.init), limit: 20)
        console.complain(localized("import.withoutParent", ["rows": .text(shown)]))
    }

    private func reportKnownItems(isDryRun: Bool) {
        guard let count = known?.count, count > 0 else { return }
        console.complain(
            localized(isDryRun ? "import.wouldRepeat" : "import.repeats", ["count": .count(count)]))
    }

    /// The reason why the files are refused; nil if they are valid.
    private func refusal(of files: [String]) -> CommandError? {
        if rejects == nil {
            let canBePutAside = files.count == 1 && repeats < faults
            return faults > 0
                ? .faultyFiles(files, faults: faults, rows: faultyRows, canBePutAside: canBePutAside) : nil
        }
        // Without a valid row there is nothing to import, and the file is its own list of rows with faults.
        if items == 0, faults > 0 {
            return .faultyFiles(files, faults: faults, rows: faultyRows, canBePutAside: false)
        }
        // Of two rows for one item neither is rejected, because nothing says which of them is right.
        return repeats > 0 ? .repeatedItems(files, rows: repeats) : nil
    }
}

/// Encodes the file and row of an item in one number, the place, so that messages can name both if several files are
/// imported at once.
struct ImportRowLocator {
    /// More rows than a file has.
    private static let room = 1 << 40

    private var files: [(name: String, isTable: Bool)] = []

    /// Notes that the following rows come from a file.
    mutating func begin(_ file: String, isTable: Bool) {
        if files.last?.name != file { files.append((file, isTable)) }
    }

    /// The place of a row of the current file.
    func place(of row: Int) -> Int { max(0, files.count - 1) * ImportRowLocator.room + row }

    /// The row of a place, counted in its own file.
    func row(_ place: Int) -> Int { place % ImportRowLocator.room }

    private func file(_ place: Int) -> (name: String, isTable: Bool)? {
        let index = place / ImportRowLocator.room
        return files.indices.contains(index) ? files[index] : nil
    }

    /// A diagnostic with its file and row; another row that it mentions is named with its file if that is a different one.
    func text(of diagnostic: ImportDiagnostic) -> String {
        let own = file(diagnostic.row)
        let message = diagnostic.message { place in
            let file = file(place)
            let name = Message(file?.isTable == false ? "import.item" : "import.row", ["row": .value(row(place))])
            guard let file, file.name != own?.name else { return name }
            return Message(
                "import.placeInFile", ["place": .message(name), "file": .text(file.name.onOneLine)])
        }
        let text = localized(message)
        return own.map { "\($0.name.onOneLine): \(text)" } ?? text
    }
}

/// Recognises items of an import that the inventory has already, by their content instead of an id or reference.
struct KnownItems {
    private let key = RecognitionKey()
    private var fingerprints: Set<Int> = []
    /// The number of items that were recognised.
    private(set) var count = 0

    /// - Returns: nil if the inventory has no items.
    init?(_ store: InventoryStore) throws {
        guard let visit = try KnownItems.visitor(of: store) else { return nil }
        var found: Set<Int> = []
        visit { [key] in found.insert(key.fingerprint(of: $0)) }
        fingerprints = found
    }

    /// Counts an item that is about to be added if the inventory has an equal one.
    mutating func note(_ incoming: IncomingItem) {
        guard !incoming.stated.contains(.id), (incoming.item.externalReference ?? "").isEmpty else { return }
        if fingerprints.contains(key.fingerprint(of: incoming.item)) { count += 1 }
    }

    /// Visits the items of an inventory; nil if it does not exist or has none.
    static func visitor(ofStoreAt path: String) throws -> ItemVisitor? {
        do {
            return try visitor(of: InventoryStore.open(at: path, for: .reading))
        } catch StoreError.missing {
            return nil
        }
    }

    private static func visitor(of store: InventoryStore) throws -> ItemVisitor? {
        if try store.snapshot().count == 0 { return nil }
        return { store.visitItems($0) }
    }
}

/// The file for the rejected rows of another file. It is created with the first of them.
struct RejectsFile {
    let path: String
    /// The file's first bytes.
    var header: [UInt8] = []
    private var file: AtomicFile?

    init(path: String) { self.path = path }

    /// Puts a row aside.
    mutating func add(_ row: [UInt8]) throws(FileError) {
        if file == nil {
            file = try AtomicFile(replacing: path)
            try write(header)
        }
        try write(row)
    }

    private func write(_ bytes: [UInt8]) throws(FileError) { try file?.write(bytes) }

    /// Prepares the file, so that only a rename remains when the valid rows are committed.
    func prepare() throws(FileError) { try file?.prepare() }

    /// Renames the file into place, if there is one. If no row was rejected, a file of an earlier call is emptied.
    /// - Throws: `rejectsLost` with the hidden file that has the rows; the valid rows are committed already.
    mutating func commit() throws(CommandError) {
        do {
            if file == nil, access(path, F_OK) == 0 {
                file = try AtomicFile(replacing: path)
                try write(header)
            }
            try file?.commit()
        } catch {
            throw .rejectsLost(error, hidden: file?.keepHidden())
        }
        file = nil
    }
}

extension LegacyImageFolder {
    /// Reports which pictures have no item, and which items have no picture.
    /// - Returns: whether pictures were left out.
    @discardableResult
    func printSummary(on console: Console) -> Bool {
        for path in unnamedFiles { console.warn(localized("images.nameIsNoID", ["file": .text(path.onOneLine)])) }
        for path in unusedFiles { console.warn(localized("images.noSuchItem", ["file": .text(path.onOneLine)])) }
        if !itemsWithoutPicture.isEmpty {
            let names = Phrases.names(itemsWithoutPicture.map { "'\($0.onOneLine)'" }, limit: 20)
            console.warn(localized("images.itemsWithout", ["names": .text(names)]))
        }
        return !unusedFiles.isEmpty
    }
}
