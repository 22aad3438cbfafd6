import Glibc
import ImageExchange
import InventoryModel
import InventoryStore
import Photos
import Proof
import Reporting

extension Command {
    static let report = Command(
        name: "report",
        summary: "makes a report: HTML or PDF to read and print, XLSX, XML, CSV or JSON",
        description: """
            The report 'inventory' is the list with its totals; 'insurance' is what an insurer asks for after a loss: a \
            cover, totals by room and category, a schedule, a page an item, and what is missing; 'labels' \
            are sheets of labels with QR codes. Totals are exact, kept apart by currency, and say what \
            they leave out. The file appears whole, checked and flushed, or not at all. With --input the report is made \
            straight from a file of another program and no inventory is kept. PDF is made by Typst, is archival and \
            accessible (PDF/A-3a, PDF/UA-1), and carries the validated XML inside. The environment's SOURCE_DATE_EPOCH, \
            in seconds since 1970, is taken for the moment a report is made, so that it can be made again byte for byte.
            """,
        operands: [Operand("NAME", .optional, "the report: inventory, insurance or labels (otherwise inventory)")],
        options: [.reportFormat, .reportOutput, .reportTitle, .reportAsOf, .reportLocale, .reportTimeZone]
            + [
                .reportManifest, .reportSign, .reportPaper, .reportTemplates, .reportJobs, .reportRedact, .reportClaimNumber,
                .reportDateOfLoss, .reportHighValue, .reportColumns,
            ]
            + [.reportNoPhotos, .reportNoDocuments, .reportPhotos] + SelectionOptions.all + LabelArguments.all + [.reportInput]
            + ReadingOptions.all
            + [.store, .help],
        examples: [
            .init("report", "makes inventory.html"),
            .init("report --input homebox.csv -o report.html", "from an export to a report in one go"),
            .init("report -o claim.html --sign key.pem", "with its sum and a signature of it"),
            .init(
                "report insurance -o claim.pdf --high-value 2500USD", "for a claim, as PDF"),
            .init(
                "report insurance --format bundle -o claim --sign key.pem",
                "a folder with PDF, workbook, XML, photos, documents and their sums, signed"),
            .init("report insurance -o claim.zip", "the same as one zip file"),
            .init(
                "report -o claim.xml --where tag:insured --group-by location",
                "what is insured, by room, as validated XML"),
        ],
        run: makeReport)

    private static func makeReport(_ call: Call) throws {
        let arguments = call.arguments
        let wish = try ReportWish(call)
        if !arguments.has(.reportInput), let stray = ReadingOptions.all.first(where: arguments.has) {
            throw CallError.together(stray.spelling, with: "--input")
        }
        try arguments.allowOnlyOne(of: [.reportInput, .store])
        if case .file(let path) = wish.output {
            let input = arguments.text(.reportInput)
            let beside =
                wish.isSealed && !wish.isBundle ? Seal.names(beside: path, isSigned: arguments.has(.reportSign)) : []
            for path in [path] + beside {
                try OutputGuard.check(
                    path, word: "--output", inputs: [input, arguments.text(.reportSign)].compactMap(\.self),
                    store: input == nil ? call.storePath() : nil)
            }
        }
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
        if wish.isBundle, case .file(let path) = wish.output {
            return try makeBundle(path, options, from: snapshot, of: store, call)
        }
        let report = try Report(options)
        let progress = Progress("writing", unit: "items", on: call.console)
        defer { progress.finish() }
        let outcome = try report.write(from: snapshot, to: wish.output) { progress.update($0, of: $1) }
        progress.finish()
        guard case .file(let path) = wish.output else { return warn(of: outcome, call) }
        try announce(outcome, options, path, wish.isSealed ? path + Manifest.ending : nil, call)
    }

    private static func makeBundle(
        _ path: String, _ options: ReportOptions, from snapshot: StoreSnapshot, of store: InventoryStore, _ call: Call
    ) throws {
        let seal = options.seal ?? Seal(key: nil)
        let files = PhotoStore(folder: store.path + "/photos", helper: .found())
        let outcome = try BundleMaker(path, call).make(options, seal, from: snapshot, files)
        let manifest = BundleMaker.isArchive(path) ? "\(Manifest.fileName) inside" : "\(path.hasSuffix("/") ? path : path + "/")\(Manifest.fileName)"
        try announce(outcome, options, path, manifest, call)
    }

    private static func warn(of outcome: ReportOutcome, _ call: Call) {
        if !outcome.replaced.isEmpty {
            let points =
                outcome.replaced.prefix(20).joined(separator: ", ") + (outcome.replaced.count > 20 ? ", …" : "")
            call.console.warn("characters that no font here can print are shown by their code points: \(points)\n")
        }
    }

    /// Says what was written.
    /// - Parameter manifest: the file that its sums are in, nil where there is none.
    private static func announce(
        _ outcome: ReportOutcome, _ options: ReportOptions, _ path: String, _ manifest: String?, _ call: Call
    ) throws {
        warn(of: outcome, call)
        var words = "wrote \(path.onOneLine): \(Totals.words(outcome.totals))"
        if outcome.archived > 0, options.selection.archived == .no {
            words += "; \(Words.count(outcome.archived, "archived item")) left out"
        }
        if let manifest { words += "; its sums are in \(manifest.onOneLine)" }
        try call.announce(words)
    }

    /// The items of a file, in a store that goes with the call.
    private static func input(_ file: String, _ call: Call) throws -> InventoryStore {
        do {
            return try fill(file, call)
        } catch StoreError.diskFull(let path) {
            throw Failure.temporaryFolder(path, "no space left on its disk; free some there")
        } catch StoreError.readOnly(let path) {
            throw Failure.temporaryFolder(path, "cannot be written")
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
            format: call.importFormat, options: try call.importOptions(usual: currency), parents: .leaveOut,
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
