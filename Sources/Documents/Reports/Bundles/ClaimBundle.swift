public import Delivery
import Inventory
public import InventoryStore

/// A folder with everything a claim needs: the report as PDF, workbook and XML, the photos and documents, a README
/// for its reader, and a manifest with the checksums of all files.
///
/// Photos and pages of documents are re-encoded pictures: upright and without metadata. PDF documents are there as
/// they were given. If texts are redacted, documents are omitted: they may contain them.
public struct ClaimBundle {
    private let options: ReportOptions
    private let words: DocumentLocalization

    /// - Parameter options: the report's options; the format is ignored.
    /// - Throws: `words`.
    public init(_ options: ReportOptions) throws(ReportError) {
        var options = options
        options.delivery = options.files.map {
            DeliveredEvidence(
                files: $0, hidesPages: options.redaction.hidesPages,
                allowsMissingFiles: options.allowsMissingFiles)
        }
        self.options = options
        words = try DocumentLocalization(
            language: options.locale.language, from: TemplateFolder(replacedBy: options.templates))
    }

    /// Fills an empty folder.
    /// - Parameter signer: signs the manifest.
    /// - Returns: the outcome of the PDF, with the places of characters that the XML cannot carry.
    /// - Throws: the reason if a part could not be made. The caller then deletes the folder.
    public func write(
        from snapshot: StoreSnapshot, into folder: String, signer: ManifestSigner,
        progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws -> ReportOutcome {
        func write(_ format: ReportFormat) throws(ReportError) -> ReportOutcome {
            var options = options
            (options.format, options.signer) = (format, nil)
            let path = "\(folder)/\(options.name).\(format.rawValue)"
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
