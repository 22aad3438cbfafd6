import Attachments
import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Message

extension Command {
    static let `import` = Command(
        name: "import",
        operands: [PositionalArgument("FILE", .many)],
        options: ImportFormatOptions.all + [ImportFormatOptions.updateBy, .skipInvalid, .images, .files, .dryRun]
            + Option.ofChange,
        examples: [
            "import homebox.csv",
            "import list.csv --map Item=name --map Price=value --decimal comma",
            "import items.archive --images Documents",
            "import homebox.zip",
            "import items.json --files items",
            "import list.csv --dry-run",
            "import prices.csv --update-by 'Serial Number'",
        ],
        run: importFiles)

    private static func importFiles(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let files = arguments.operands("FILE")
        if files.count(where: { $0 == "-" }) > 1 {
            throw UsageError.badOperand("FILE", problem: localized("stream.inputTwice"))
        }
        let rejects = arguments.text(.skipInvalid)
        if rejects != nil, files.count > 1 {
            throw UsageError.together("--skip-invalid", with: localized("import.oneFile"))
        }
        if rejects == "-" {
            throw UsageError.badValue(option: "--skip-invalid", problem: localized("import.fileNameExpected"))
        }
        try OutputPathCheck.check(rejects, word: "--skip-invalid", inputs: files, store: invocation.storePath())
        let isDryRun = arguments.has(.dryRun)
        if isDryRun { try arguments.allowOnlyOne(of: [.dryRun, .skipInvalid]) }
        let context = try invocation.repeatableContext()
        // The files are not read again: they may have changed since, or be gone.
        if context.key != nil, try InventoryStore.exists(at: invocation.storePath()),
            let earlier = try invocation.earlierOutcome(of: context, in: invocation.openStore())
        {
            return try invocation.announce(words(earlier.counts ?? ImportCounts(), rejectedRows: 0, isDryRun: false))
        }
        if let edits = try files.first(where: SavedEditsFile.isOne) {
            guard files.count == 1, rejects == nil else {
                throw UsageError.badOperand("FILE", problem: localized("import.savedEditsAlone"))
            }
            return try SavedEditsFile.replay(edits, invocation, isDryRun: isDryRun)
        }
        try ReadingDialogue.checkingAfterFault(files) { checksRows in
            try importItems(invocation, context, checksRows: checksRows)
        }
    }

    private static func importItems(
        _ invocation: Invocation, _ context: ChangeContext, checksRows: Bool
    ) throws {
        let arguments = invocation.arguments
        let files = arguments.operands("FILE")
        let rejects = arguments.text(.skipInvalid)
        let isDryRun = arguments.has(.dryRun)
        let images = try arguments.text(.images).map(LegacyImageFolder.init)
        let expected = try UsualCurrency(invocation, store: invocation.storePath())
        let plan = try ReadingDialogue(
            invocation, usual: expected, inventory: try KnownItems.visitor(ofStoreAt: invocation.storePath()),
            allowsFaults: rejects != nil, checksRows: checksRows
        ).files(files)
        let found = expected.origin == .option ? nil : plan.lazy.compactMap(\.reading?.currency).first
        let target = try StagedStore(
            at: invocation.storePath(), settings: expected.settings(invocation, currency: found),
            allowsConcurrentReads: images != nil || arguments.has(.files) || plan.contains(where: \.hasFiles),
            isDryRun: isDryRun)
        let usual = try target.store.snapshot().settings.currency
        let intake = FileImporter(
            options: try invocation.importOptions(usual: usual), rejects: rejects, console: invocation.console)
        intake.endsAtFault = plan.contains(where: \.isUnchecked)
        intake.images = images
        intake.folder = arguments.text(.files)
        let attachments = AttachmentStore(of: target.store)
        if !isDryRun { try images?.storePhotos(attachments, target.store.snapshot()) }
        // A store that was created for this call is deleted with it, so a dry run can complete there.
        let stops = isDryRun && !target.isNew
        let counts: ImportCounts
        do {
            counts = try intake.take(plan, into: target.store, context, isDryRun: stops)
        } catch {
            // The pictures of an import that failed belong to nothing.
            if images != nil, !isDryRun { _ = try? attachments.sweep() }
            throw error
        }
        if let images, images.printSummary(on: invocation.console), !isDryRun {
            // In an existing inventory the items are in already; what cannot be removed now, the next call removes.
            do { try attachments.sweep() } catch  where target.isNew { throw error } catch {}
        }
        // A dry run works in a copy, without the files.
        let folder =
            try stops
            ? InventoryStore.open(at: invocation.storePath(), for: .reading).path : target.store.path
        let originals = PhotoStore(folder: folder + "/photos", helper: .found())
        reportMissingFiles(intake.attached.filter { !originals.has($0) }, invocation)
        if target.isNew, found == nil { intake.explainCurrency(expected) }
        let unconfirmed = isDryRun ? nil : try target.keep()
        try intake.commitRejects()
        if let unconfirmed { throw unconfirmed }
        let words = words(counts, rejectedRows: intake.faultyRows, isDryRun: isDryRun)
        guard !isDryRun else { return try invocation.console.say(words) }
        try invocation.announce(words)
        try invocation.afterChange(words) { try noteSharedNumbers(of: intake.change, invocation) }
    }

    private static func noteSharedNumbers(of change: Revision?, _ invocation: Invocation) throws {
        guard let change else { return }
        let shared = try SharedNumbers(of: change, in: invocation.readStore().snapshot())
        guard shared.count > 0 else { return }
        invocation.console.complain(
            localized(
                "import.sameNumbers",
                ["count": .count(shared.count), "examples": .list(shared.examples.map(Message.Argument.text))]))
    }

    private static func reportMissingFiles(_ files: Set<ContentHash>, _ invocation: Invocation) {
        guard !files.isEmpty else { return }
        invocation.console.complain(
            localized("import.attachmentFilesMissing", ["count": .count(files.count)]))
    }

    private static func words(_ counts: ImportCounts, rejectedRows: Int, isDryRun: Bool) -> String {
        var parts = [
            localized(
                isDryRun ? "intake.wouldAdd" : "intake.added", ["what": .text(Phrases.count(counts.added, "item"))])
        ]
        if counts.updated > 0 {
            parts.append(
                localized(
                    isDryRun ? "intake.wouldChange" : "intake.changed", ["what": .text(Phrases.grouped(counts.updated))]
                ))
        }
        if counts.unchanged > 0 {
            parts.append(localized("import.unchanged", ["count": .text(Phrases.grouped(counts.unchanged))]))
        }
        if rejectedRows > 0 {
            parts.append(localized("import.rejected", ["rows": .text(Phrases.count(rejectedRows, "row"))]))
        }
        return parts.joined(separator: ", ")
    }
}

extension Option {
    static let skipInvalid = value("skip-invalid", "REJECTS.csv", heading: .reading)
    static let files = value("files", "DIR", heading: .reading)
    static let images = value("images", "DIR", heading: .reading)
    static let dryRun = Option(name: "dry-run", value: nil, letter: "n", heading: .reading)
}
