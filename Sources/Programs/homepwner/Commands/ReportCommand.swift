import Attachments
import Delivery
import Glibc
import ImageExchange
import Inventory
import InventoryStore
import Localization
import Reports

extension Command {
    static let report = Command(
        name: "report",
        operands: [Operand("NAME", .optional)],
        options: [
            .reportFormat, .reportOutput, .reportTitle, .reportAsOf, .reportLocale, .reportTimeZone, .reportManifest,
            .reportSign, .reportPaper, .reportTemplates, .reportJobs, .reportRedact, .reportClaimNumber,
            .reportDateOfLoss,
            .reportHighValue, .reportColumns, .reportNoPhotos, .reportNoDocuments, .reportPhotos,
        ] + SelectionOptions.all + LabelArguments.all + [.reportInput] + ReadingOptions.all + [.store, .help],
        examples: [
            "report",
            "report --input homebox.csv -o report.html",
            "report -o claim.html --sign key.pem",
            "report insurance -o claim.pdf --high-value 2500USD",
            "report insurance --format bundle -o claim --sign key.pem",
            "report insurance -o claim.zip",
            "report -o claim.xml --where tag:insured --group-by location",
            "report insurance --format folder -o claim",
        ],
        run: makeReport)

    private static func makeReport(_ call: Call) throws {
        let arguments = call.arguments
        let wish = try ReportWish(call)
        if !arguments.has(.reportInput), let stray = ReadingOptions.all.first(where: arguments.has) {
            throw CallError.together(stray.spelling, with: "--input")
        }
        try arguments.allowOnlyOne(of: [.reportInput, .store])
        let bundle = try checkedBundle(wish, call)
        let store = try arguments.text(.reportInput).map { try input($0, call) } ?? call.openStore()
        let snapshot = try store.snapshot()
        defer { Interruption.release(store.path) }
        var options = try wish.options(for: snapshot.settings, call)
        if !arguments.has(.reportInput) {
            options.pictures = StoredPictures(files: PhotoStore(folder: store.path + "/photos", helper: .found()))
        }
        if options.format == .pdf {
            options.workFolder = try Interruption.covering {
                try WorkFolder()
            } path: {
                $0.path
            }
        }
        defer { if let folder = options.workFolder { Interruption.release(folder.path) } }
        let outcome: ReportOutcome
        do {
            if let bundle {
                return try makeFolder(bundle, options, from: snapshot, of: store, call)
            }
            let report = try Report(options)
            let progress = Progress(said("commands.writing"), unit: Words.many("item"), on: call.console)
            defer { progress.finish() }
            outcome = try report.write(from: snapshot, to: wish.output) { progress.update($0, of: $1) }
        } catch ReportError.store(let error) {
            throw try arguments.text(.reportInput).map { try failure(error, of: $0, in: snapshot) } ?? error
        }
        guard case .file(let path) = wish.output else { return warn(of: outcome, call) }
        try announce(outcome, options, path, wish.isSealed ? path + Manifest.ending : nil, call)
    }

    /// Looks at the place of the output before anything is read.
    /// - Returns: what makes it, where it is more than one file.
    private static func checkedBundle(_ wish: ReportWish, _ call: Call) throws -> BundleMaker? {
        guard case .file(let path) = wish.output else { return nil }
        let (arguments, word) = (call.arguments, Option.reportOutput.spelling)
        let input = arguments.text(.reportInput)
        let inputs = [input, arguments.text(.reportSign)].compactMap(\.self)
        let store = input == nil ? try call.storePath() : nil
        guard wish.packing == .single else {
            let bundle = try BundleMaker(path, wish.packing, call)
            try OutputGuard.checkFolder(path, word: word, inputs: inputs, store: store)
            return bundle
        }
        let beside = wish.isSealed ? Seal.names(beside: path, isSigned: arguments.has(.reportSign)) : []
        for path in [path] + beside { try OutputGuard.check(path, word: word, inputs: inputs, store: store) }
        return nil
    }

    /// What a fault of the store of a file's items amounts to: its owner has the file and not the store.
    private static func failure(
        _ error: StoreError, of file: String, in snapshot: StoreSnapshot
    ) throws -> any Error {
        let name = file == "-" ? said("commands.standardInput") : file.onOneLine
        switch error {
        case .keptTotals: return Failure.work(said("failure.inputChanged", name))
        case .totals(let sum, let id):
            let cursor = try snapshot.items(matching: .everything, fields: ItemFields([.name]))
            var place = 0
            while try cursor.next() {
                place += 1
                if cursor.id == id { break }
            }
            return Failure.work(said("failure.inputTotals", name, sum.overflowing, Words.grouped(place)))
        default: return error
        }
    }

    private static func makeFolder(
        _ bundle: BundleMaker, _ options: ReportOptions, from snapshot: StoreSnapshot, of store: InventoryStore,
        _ call: Call
    ) throws {
        let files = PhotoStore(folder: store.path + "/photos", helper: .found())
        let outcome = try bundle.make(options, options.seal, from: snapshot, files)
        let path = bundle.path
        let manifest =
            switch bundle.packing {
            case .archive: said("commands.inside", Manifest.fileName)
            case .page where options.seal == nil: nil as String?
            default: "\(path)/\(Manifest.fileName)"
            }
        try announce(outcome, options, path, manifest, call)
    }

    private static func warn(of outcome: ReportOutcome, _ call: Call) {
        if !outcome.replaced.isEmpty {
            let points =
                outcome.replaced.prefix(20).joined(separator: ", ") + (outcome.replaced.count > 20 ? ", …" : "")
            call.console.warn(said("commands.charactersThatNoFont", points))
        }
    }

    /// Says what was written.
    /// - Parameter manifest: the file that its sums are in, nil where there is none.
    private static func announce(
        _ outcome: ReportOutcome, _ options: ReportOptions, _ path: String, _ manifest: String?, _ call: Call
    ) throws {
        warn(of: outcome, call)
        var words = said("commands.wrote", path.onOneLine, Totals.words(outcome.totals))
        if outcome.archived > 0, options.selection.archived == .no {
            words += said("attachments.leftOut", Words.count(outcome.archived, "archivedItem"))
        }
        if let manifest { words += said("commands.itsSumsAreIn", manifest.onOneLine) }
        try call.announce(words)
    }

    /// The items of a file, in a store that goes with the call.
    private static func input(_ file: String, _ call: Call) throws -> InventoryStore {
        do {
            return try fill(file, call)
        } catch StoreError.diskFull(let path) {
            throw Failure.temporaryFolder(path, said("commands.noSpaceLeftOn"))
        } catch StoreError.readOnly(let path) {
            throw Failure.temporaryFolder(path, said("commands.cannotBeWritten"))
        } catch StoreError.inputOutput(let path, let detail) {
            throw Failure.temporaryFolder(path, detail)
        }
    }

    private static func fill(_ file: String, _ call: Call) throws -> InventoryStore {
        let currency = try call.statedCurrency() ?? Currency(code: "USD")
        let store = try Interruption.covering {
            try InventoryStore.temporary(settings: InventorySettings(currency: currency))
        } path: {
            $0.path
        }
        let intake = FileIntake(
            format: call.importFormat, options: try call.importOptions(usual: currency), parents: .leaveOutAbsent,
            console: call.console)
        _ = try intake.take([file], into: store, call.context, isTrial: false)
        return store
    }
}

/// The pictures of a store's photos and documents.
private struct StoredPictures: PictureSource {
    let files: PhotoStore

    func picture(of hash: ContentHash, for purpose: PicturePurpose) throws -> ReportPicture {
        let size: PhotoSize =
            switch purpose {
            case .list: .small
            case .photo: .medium
            case .document: .large
            }
        let picture = try files.picture(of: hash, size)
        return ReportPicture(
            path: picture.path, width: picture.size.width, height: picture.size.height,
            pages: purpose == .document ? try files.record(of: hash).frames : 1)
    }
}
