package import Delivery
import Inventory
package import InventoryStore

/// A report in HTML as a folder: the page `index.html`, and beside it the files of the photos and documents it names.
///
/// Photos and pages of documents are re-encoded pictures: upright and without metadata. PDF documents are there as
/// they were given, unless texts are redacted.
package struct HTMLBundle {
    private var options: ReportOptions

    /// - Parameter options: the report's options; the format is ignored.
    package init(_ options: ReportOptions) {
        self.options = options
        self.options.format = .html
        self.options.signer = nil
        self.options.delivery = DeliveredEvidence(options)
    }

    /// Fills an empty folder.
    /// - Parameter signer: writes and signs the manifest; nil for none.
    /// - Returns: the outcome of the page.
    /// - Throws: the reason if a part could not be made. The caller then deletes the folder.
    package func write(
        from snapshot: StoreSnapshot, into path: String, signer: ManifestSigner?,
        progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws -> ReportOutcome {
        let folder = DeliveredFolder(path: path)
        var options = options
        options.pictureFolder = folder
        let report = try Report(options)
        let outcome = try report.write(from: snapshot, to: .file("\(path)/index.html"), progress: progress)
        if report.hasClaim { try folder.copyEvidence(of: snapshot, options) }
        if let signer { try folder.writeManifest(signedBy: signer) }
        return outcome
    }
}
