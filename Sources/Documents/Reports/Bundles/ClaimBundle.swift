package import Delivery
import Files
import Glibc
package import Inventory
package import InventoryStore

/// A folder with everything a claim needs: the report as PDF, workbook and XML, the photos and documents, a README
/// for its reader, and a manifest with the checksums of all files.
///
/// Photos and pages of documents are re-encoded pictures: upright and without metadata. PDF documents are there as
/// they were given. If texts are redacted, documents are omitted: they may contain them.
///
/// If files have a greatest size, photos and documents are in zip files of that size, and a larger XML file is omitted, because
/// each volume of the PDF has that of its items.
package struct ClaimBundle {
    private let options: ReportOptions
    private let words: DocumentLocalization

    /// - Parameter options: the report's options; the format is ignored.
    /// - Throws: `words`.
    package init(_ options: ReportOptions) throws(ReportError) {
        var options = options
        options.delivery = DeliveredEvidence(options)
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
            let path = "\(folder)/\(name(format))"
            return try Report(options).write(from: snapshot, to: .file(path), progress: progress)
        }
        // XML carries no character that a workbook cannot carry.
        let data = try write(.xml)
        let hasData = data.bytes <= options.partSize ?? .max
        if !hasData, unlink("\(folder)/\(name(.xml))") != 0 { throw FileError(.remove, "\(folder)/\(name(.xml))") }
        try options.checkSize(write(.xlsx).bytes, of: .file(name(.xlsx)))
        var outcome =
            options.isInVolumes
            ? try PDFVolumes(options).write(from: snapshot, into: folder, signer: nil, progress: progress)
            : try write(.pdf)
        outcome.replacedCharacters = data.replacedCharacters
        let place = DeliveredFolder(path: folder)
        let files = try place.copyEvidence(of: snapshot, options)
        // The lines are proven with the values in the XML.
        let hasProofs = options.stamped != nil && hasData && name(.xml) == ClaimProofs.data
        if hasProofs, let stamped = options.stamped { try place.putProofs(of: snapshot, stamped, options) }
        let readMe = ClaimReadme(options, snapshot.settings, words)
        let parts =
            options.partSize == nil
            ? [] : try EvidencePart.pack(files, in: place, options, text: readMe.text(ofPart:of:lines:))
        let text = readMe.text(
            hasData: hasData, hasProofs: hasProofs, folders: Set(files.map(\.folder)).sorted(by: >), parts, signer)
        try place.put(Array(text.utf8), ClaimReadme.fileName)
        try place.writeManifest(signedBy: signer)
        return outcome
    }

    private func name(_ format: ReportFormat) -> String { "\(options.kind.name).\(format.rawValue)" }
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

    static let fileName = "README.txt"

    init(_ options: ReportOptions, _ settings: InventorySettings, _ words: DocumentLocalization) {
        (self.options, self.words) = (options, words)
        self.settings = options.overriding(settings)
    }

    /// The text inside a part of the evidence.
    func text(ofPart number: Int, of count: Int, lines: String) -> String {
        let part = "\(words.text("volumeOf", number, count)) · \(words["lines"]) \(lines)"
        return ([words.title(of: options), part, ""] + facts + ["", options.generator, ""]).joined(separator: "\n")
    }

    /// - Parameters:
    ///   - hasData: whether the folder has the XML file.
    ///   - hasProofs: whether the folder has the proofs of time stamps.
    ///   - folders: the folders of photos and documents.
    ///   - parts: the zip files that contain these folders; empty if there are none.
    func text(
        hasData: Bool, hasProofs: Bool, folders: [String], _ parts: [EvidencePart], _ signer: ManifestSigner
    ) -> String {
        var lines = [words.title(of: options), ""] + facts + ["", words["bundle.about"], ""]
        func add(_ name: String, _ key: String) { lines.append("  \(name): \(words["bundle.\(key)"])") }
        for format in ["pdf", "xlsx"] + (hasData ? ["xml"] : []) {
            add("\(options.kind.name).\(format)", format == "pdf" && options.isInVolumes ? "cover" : format)
        }
        if options.isInVolumes { add("\(options.kind.name)-*.pdf", "volumes") }
        if !parts.isEmpty { add("evidence-*.zip", "parts") }
        lines += parts.map { "    \($0.name): \(words["lines"]) \($0.lines)" }
        for folder in folders { add("\(folder)/", folder) }
        if hasProofs {
            add("\(ClaimProofs.folder)/", "proof")
            lines.append("    python3 \(ClaimProofs.script) CERTIFICATES.PEM")
        }
        add(Manifest.fileName, "checksums")
        if let check = signer.verificationCommand {
            add(Manifest.fileName + Manifest.signatureExtension, "signature")
            lines.append("    \(check)")
        }
        let notes = [
            (!folders.isEmpty, options.deliversOriginals ? "bundle.copiesAndOriginals" : "bundle.copies"),
            (folders.contains("documents"), "bundle.asGiven"),
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
