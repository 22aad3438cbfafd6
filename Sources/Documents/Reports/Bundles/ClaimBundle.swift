package import Delivery
import Files
package import Inventory
package import InventoryStore

/// A folder with everything a claim needs: the report as PDF, workbook and XML, the photos and documents, a README
/// for its reader, and a manifest with the checksums of all files.
///
/// Photos and pages of documents are re-encoded pictures: upright and without metadata. PDF documents are there as
/// they were given. If texts are redacted, documents are omitted: they may contain them.
package struct ClaimBundle {
    private let options: ReportOptions
    private let words: DocumentLocalization

    /// - Parameter options: the report's options; the format is ignored.
    /// - Throws: `words`.
    package init(_ options: ReportOptions) throws(ReportError) {
        var options = options
        options.delivery = options.files.map {
            DeliveredEvidence(
                files: $0, hidesPages: options.redaction.hidesPages,
                allowsMissingFiles: options.allowsMissingFiles)
        }
        self.options = options
        words = try DocumentLocalization(options.locale, from: TemplateFolder(replacedBy: options.templates))
    }

    /// Fills an empty folder.
    /// - Parameter signer: signs the manifest.
    /// - Returns: the outcome of the PDF, with the places of characters that the XML cannot carry.
    /// - Throws: the reason if a part could not be made. The caller then deletes the folder.
    package func write(
        from snapshot: StoreSnapshot, into folder: String, signer: ManifestSigner,
        progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws -> ReportOutcome {
        func write(_ format: ReportFormat) throws(ReportError) -> ReportOutcome {
            var options = options
            (options.format, options.signer) = (format, nil)
            let path = "\(folder)/\(options.kind.name).\(format.rawValue)"
            return try Report(options).write(from: snapshot, to: .file(path), progress: progress)
        }
        // XML carries no character that a workbook cannot carry.
        let replaced = try write(.xml).replacedCharacters
        _ = try write(.xlsx)
        var outcome =
            options.isInVolumes
            ? try PDFVolumes(options).write(from: snapshot, into: folder, signer: nil, progress: progress)
            : try write(.pdf)
        outcome.replacedCharacters = replaced
        let place = DeliveredFolder(path: folder)
        let folders = try place.copyEvidence(of: snapshot, options)
        let readMe = ClaimReadme(options, snapshot.settings, words)
        try place.put(Array(readMe.text(folders, signer).utf8), "README.txt")
        try place.writeManifest(signedBy: signer)
        return outcome
    }
}

/// A claim's folder as one zip file.
package enum ClaimArchive {
    /// Compressed formats; compressing them again only takes time.
    private static let compressedExtensions = [".jpg", ".pdf", ".xlsx"]

    /// Packs a folder that ``ClaimBundle`` filled, in the order of the names.
    /// - Parameters:
    ///   - path: of a file that does not exist yet.
    ///   - timestamp: the time that every file states.
    /// - Throws: the reason if it could not be written; nothing is then left at `path`.
    package static func pack(_ folder: String, to path: String, timestamp: Timestamp) throws {
        let files = try Manifest.names(ofFolder: folder).map { name in
            ZipWriter.File(
                name: name, path: "\(folder)/\(name)", isPacked: !compressedExtensions.contains(where: name.hasSuffix))
        }
        try ZipWriter.write(files, to: path, timestamp: timestamp.milliseconds / 1000)
    }
}

/// The README of a claim's folder: whose it is, its contents, and how to check it.
struct ClaimReadme {
    private let options: ReportOptions
    private let settings: InventorySettings
    private let words: DocumentLocalization

    init(_ options: ReportOptions, _ settings: InventorySettings, _ words: DocumentLocalization) {
        (self.options, self.words) = (options, words)
        self.settings = options.overriding(settings)
    }

    /// - Parameter folders: the folders of photos and documents.
    func text(_ folders: [String], _ signer: ManifestSigner) -> String {
        var lines = [words.title(of: options), ""] + facts + ["", words["bundle.about"], ""]
        func add(_ name: String, _ key: String) { lines.append("  \(name): \(words["bundle.\(key)"])") }
        for format in ["pdf", "xlsx", "xml"] {
            add("\(options.kind.name).\(format)", format == "pdf" && options.isInVolumes ? "cover" : format)
        }
        if options.isInVolumes { add("\(options.kind.name)-*.pdf", "volumes") }
        for folder in folders { add("\(folder)/", folder) }
        add(Manifest.fileName, "checksums")
        if let check = signer.verificationCommand {
            add(Manifest.fileName + Manifest.signatureExtension, "signature")
            lines.append("    \(check)")
        }
        let notes = [
            (!folders.isEmpty, "bundle.copies"), (folders.contains("documents"), "bundle.asGiven"),
            (options.showsDocuments && options.redaction.hidesPages, "bundle.withheld"),
        ]
        for (applies, key) in notes where applies { lines += ["", words[key]] }
        lines += ["", options.generator, ""]
        return lines.joined(separator: "\n")
    }

    /// Owner, insurer, claim and day, as far as they are stated and not redacted.
    private var facts: [String] {
        let facts = OwnerFact.allCases.filter { $0 != .address }.map { fact in
            (
                key: fact == .owner ? "insured" : fact.rawValue, text: settings[fact],
                isHidden: options.redaction.owner.contains(fact)
            )
        }
        let texts =
            facts + [
                ("dateOfLoss", settings.dateOfLoss?.description, options.redaction.hides(.dateOfLoss)),
                ("generated", options.locale.day(of: options.generated).description, false),
            ]
        return texts.compactMap { key, text, isHidden in
            text.map {
                "\(words[key]): \(isHidden ? words["redacted"] : $0.split(whereSeparator: \.isNewline).joined(separator: " "))"
            }
        }
    }
}
