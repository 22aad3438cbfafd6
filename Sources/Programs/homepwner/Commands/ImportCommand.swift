import Attachments
import Inventory
import InventoryStore
import Localization

extension Command {
    static let `import` = Command(
        name: "import",
        operands: [Operand("FILE", .many)],
        options: ReadingOptions.all + [.skipInvalid, .images, .dryRun, .store, .help],
        examples: [
            "import homebox.csv",
            "import list.csv --map Item=name --map Price=value --decimal comma",
            "import items.archive --images Documents",
            "import list.csv --dry-run",
        ],
        run: importFiles)

    private static func importFiles(_ call: Call) throws {
        let arguments = call.arguments
        let files = arguments.operands("FILE")
        if files.count(where: { $0 == "-" }) > 1 {
            throw CallError.badOperand("FILE", problem: said("commands.standardInputCanBe"))
        }
        let rejects = arguments.text(.skipInvalid)
        if rejects != nil, files.count > 1 {
            throw CallError.together("--skip-invalid", with: said("commands.oneFileAtA"))
        }
        if rejects == "-" {
            throw CallError.badValue(option: "--skip-invalid", problem: said("commands.expectedAFilesName"))
        }
        try OutputGuard.check(rejects, word: "--skip-invalid", inputs: files, store: call.storePath())
        let isTrial = arguments.has(.dryRun)
        if isTrial { try arguments.allowOnlyOne(of: [.dryRun, .skipInvalid]) }
        if let edits = files.first(where: SavedEditsFile.isOne) {
            guard files.count == 1, rejects == nil else {
                throw CallError.badOperand("FILE", problem: said("commands.savedEditsAreTaken"))
            }
            return try SavedEditsFile.replay(edits, call, isTrial: isTrial)
        }
        let images = try arguments.text(.images).map(ImageFolder.init)
        let usd = try Currency(code: "USD")
        let stated = try call.statedCurrency()
        _ = try call.importOptions(usual: usd)
        let target = try StoreTarget(
            at: call.storePath(), settings: InventorySettings(currency: stated ?? usd), isReadMeanwhile: images != nil)
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
            said("commands.filesNotHere", Count(files.count)))
    }

    private static func words(_ counts: ImportCounts, putAside: Int, isTrial: Bool) -> String {
        var parts = [said(isTrial ? "intake.wouldAdd" : "intake.added", Words.count(counts.added, "item"))]
        if counts.updated > 0 {
            parts.append(said(isTrial ? "intake.wouldChange" : "intake.changed", Words.grouped(counts.updated)))
        }
        if counts.unchanged > 0 { parts.append(said("commands.asTheyAreAlready", Words.grouped(counts.unchanged))) }
        if putAside > 0 { parts.append(said("commands.putAside", Words.count(putAside, "row"))) }
        return parts.joined(separator: ", ")
    }
}

extension Option {
    static let skipInvalid = value("skip-invalid", "REJECTS.csv", heading: .reading)
    static let images = value("images", "DIR", heading: .reading)
    static let dryRun = flag("dry-run", heading: .reading)
}
