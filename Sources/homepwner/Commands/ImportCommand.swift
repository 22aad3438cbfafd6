import InventoryModel
import InventoryStore
import Photos

extension Command {
    static let `import` = Command(
        name: "import",
        summary: "takes in items from other programs' files",
        description: """
            Reads Homebox and Snipe-IT exports, plain CSV, this program's own JSON and XML, and the old app's archive. \
            The format is known by the content. The inventory is made where there is none.

            All files of a call are taken in together, as one change, or not at all. A file with faults is refused \
            whole and every fault is listed with its row, column and rule; --skip-invalid takes the good rows and keeps \
            the others in a file. Items that are in the inventory already, by their key or reference, are brought up to \
            date.

            Edits that a published page kept while it had no connection, saved from there to a file, are made in their \
            order, each once however often the file is taken in, all or none.
            """,
        operands: [Operand("FILE", .many, "the file to read; - for standard input")],
        options: ReadingOptions.all + [.skipInvalid, .images, .dryRun, .store, .help],
        examples: [
            .init("import homebox.csv", "takes in an export of Homebox"),
            .init(
                "import list.csv --map Item=name --map Price=value --decimal comma",
                "takes in a spreadsheet whose columns have other names and whose amounts look like 12,34"),
            .init("import items.archive --images Documents", "takes in the old app's items with their pictures"),
            .init("import list.csv --dry-run", "tells what would happen"),
        ],
        run: importFiles)

    private static func importFiles(_ call: Call) throws {
        let arguments = call.arguments
        let files = arguments.operands("FILE")
        if files.count(where: { $0 == "-" }) > 1 {
            throw CallError.badOperand("FILE", problem: "standard input can be read only once")
        }
        let rejects = arguments.text(.skipInvalid)
        if rejects != nil, files.count > 1 {
            throw CallError.together("--skip-invalid", with: "one FILE at a time")
        }
        if rejects == "-" {
            throw CallError.badValue(option: "--skip-invalid", problem: "expected a file's name, not standard output")
        }
        try OutputGuard.check(rejects, word: "--skip-invalid", inputs: files, store: call.storePath())
        let isTrial = arguments.has(.dryRun)
        if isTrial { try arguments.allowOnlyOne(of: [.dryRun, .skipInvalid]) }
        if let edits = files.first(where: SavedEditsFile.isOne) {
            guard files.count == 1, rejects == nil else {
                throw CallError.badOperand("FILE", problem: "saved edits are taken in alone, and all of them")
            }
            return try SavedEditsFile.replay(edits, call, isTrial: isTrial)
        }
        let images = try arguments.text(.images).map(ImageFolder.init)
        let usd = try Currency(code: "USD")
        let stated = try call.statedCurrency()
        _ = try call.importOptions(usual: usd)
        let target = try StoreTarget(at: call.storePath(), settings: InventorySettings(currency: stated ?? usd))
        let usual = try target.store.snapshot().settings.currency
        let intake = FileIntake(
            format: call.importFormat, options: try call.importOptions(usual: usual), rejects: rejects,
            console: call.console)
        intake.images = images
        let attachments = Attachments(of: target.store)
        if !isTrial { try images?.takeIn(attachments, target.store.snapshot()) }
        // A store made for the call goes with it, so that a trial can run to its end there.
        let stops = isTrial && !target.isNew
        let counts: ImportCounts
        do {
            counts = try intake.take(files, into: target.store, call.context, isTrial: stops)
        } catch {
            // The pictures of an import that failed belong to nothing.
            if images != nil, !isTrial { _ = try? attachments.sweep() }
            throw error
        }
        if let images, images.tell(on: call.console), !isTrial { try attachments.sweep() }
        tellAbsent(intake.attached.filter { !attachments.files.has($0) }, call)
        if !isTrial { try target.keep() }
        try intake.keepRejects()
        let words = words(counts, putAside: intake.faultyRows, isTrial: isTrial)
        try isTrial ? call.console.say(words) : call.announce(words)
    }

    private static func tellAbsent(_ files: Set<ContentHash>, _ call: Call) {
        guard !files.isEmpty else { return }
        call.console.complain(
            "\(Words.count(files.count, "file")) of photos or documents that the items speak of "
                + "\(files.count == 1 ? "is" : "are") not in this inventory; 'homepwner verify' names them, and "
                + "'photo add' or 'document add' takes them in")
    }

    private static func words(_ counts: ImportCounts, putAside: Int, isTrial: Bool) -> String {
        var parts = ["\(isTrial ? "would add" : "added") \(Words.count(counts.added, "item"))"]
        if counts.updated > 0 { parts.append("\(isTrial ? "change" : "changed") \(Words.grouped(counts.updated))") }
        if counts.unchanged > 0 { parts.append("\(Words.grouped(counts.unchanged)) as they are already") }
        if putAside > 0 { parts.append("\(Words.count(putAside, "row")) put aside") }
        return parts.joined(separator: ", ")
    }
}

extension Option {
    static let skipInvalid = value(
        "skip-invalid", "REJECTS.csv", "takes the good rows and writes the faulty ones to this file",
        heading: "Reading the file")
    static let images = value(
        "images", "DIR", "the folder of the old app's pictures, each named by its item's key",
        heading: "Reading the file")
    static let dryRun = flag(
        "dry-run", "reads and checks the rows and changes nothing", heading: "Reading the file")
}
