import FileOutput
import Glibc
public import InventoryModel
public import InventoryStore
public import Proof

/// A folder with all that a claim needs: the report as PDF, workbook and XML, the photos and documents, a README for its
/// reader, and a manifest of the sums of all files.
///
/// Photos and pages of documents are pictures made anew: upright and without metadata. Documents that are PDF are there as
/// they were given. Where texts are kept back there are no documents, which may hold them.
public struct ClaimBundle {
    private let options: ReportOptions
    private let words: Words

    /// - Parameters:
    ///   - options: of the report; the format is left aside.
    ///   - original: where the original of a document is.
    /// - Throws: `words`.
    public init(
        _ options: ReportOptions, original: @escaping @Sendable (ContentHash) -> String
    ) throws(ReportError) {
        var options = options
        options.delivery = options.pictures.map {
            DeliveredEvidence(pictures: $0, original: original, hidesPages: options.redaction.hidesPages)
        }
        self.options = options
        words = try Words(language: options.locale.language, from: TemplateFolder(replacedBy: options.templates))
    }

    /// Fills an empty folder.
    /// - Parameter seal: signs the manifest.
    /// - Returns: what the PDF says.
    /// - Throws: why something could not be made; the folder is then to be thrown away.
    public func write(
        from snapshot: StoreSnapshot, into folder: String, seal: Seal,
        progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws -> ReportOutcome {
        var outcome: ReportOutcome?
        for format in [ReportFormat.xml, .xlsx, .pdf] {
            var options = options
            (options.format, options.seal) = (format, nil)
            let path = "\(folder)/\(options.name).\(format.rawValue)"
            outcome = try Report(options).write(from: snapshot, to: .file(path), progress: progress)
        }
        guard let outcome else { throw ReportError.rendering("nothing was written") }
        let folders = try copyEvidence(snapshot, into: folder)
        try put(Array(readMe(folders, isSigned: seal.isSigned).utf8), "\(folder)/README.txt")
        let manifest = Array(try Manifest(ofFolder: folder).text.utf8)
        try put(manifest, "\(folder)/\(Manifest.fileName)")
        if let signature = try seal.signature(of: manifest) {
            try put(signature, "\(folder)/\(Manifest.fileName)\(Manifest.signatureEnding)")
        }
        return outcome
    }

    /// Copies photos and documents, each named by its line and number as in the report.
    private func copyEvidence(_ snapshot: StoreSnapshot, into folder: String) throws -> [String] {
        guard let delivery = options.delivery else { return [] }
        let cursor = try snapshot.items(
            matching: options.selection, order: options.order, grouping: options.grouping,
            fields: ItemFields([.photos, .documents]))
        var line = 0
        var folders: Set<String> = []
        while try cursor.next() {
            line += 1
            for (number, piece) in cursor.shownEvidence(line: line, options, word: "") {
                guard let (name, source) = try delivery.file(of: piece, number: number) else { continue }
                let kind = String(name.prefix { $0 != "/" })
                if folders.insert(kind).inserted, mkdir("\(folder)/\(kind)", 0o777) != 0 {
                    throw FileError("make the folder", "\(folder)/\(kind)")
                }
                let file = try AtomicFile(replacing: "\(folder)/\(name)")
                try readFile(source) { try file.write($0) }
                try file.commit()
            }
        }
        return folders.sorted(by: >)
    }

    private func readMe(_ folders: [String], isSigned: Bool) -> String {
        var lines = [options.title ?? words["title.\(options.name)"], "", words["bundle.about"], ""]
        func add(_ name: String, _ key: String) { lines.append("  \(name): \(words["bundle.\(key)"])") }
        for format in ["pdf", "xlsx", "xml"] { add("\(options.name).\(format)", format) }
        for folder in folders { add("\(folder)/", folder) }
        add(Manifest.fileName, "sums")
        if isSigned { add(Manifest.fileName + Manifest.signatureEnding, "signature") }
        let notes = [
            (!folders.isEmpty, "bundle.anew"), (folders.contains("documents"), "bundle.asGiven"),
            (options.showsDocuments && options.redaction.hidesPages, "bundle.withheld"),
        ]
        for (applies, key) in notes where applies { lines += ["", words[key]] }
        lines += ["", options.generator, ""]
        return lines.joined(separator: "\n")
    }

    private func put(_ bytes: [UInt8], _ path: String) throws {
        let file = try AtomicFile(replacing: path)
        try bytes.withUnsafeBytes { try file.write($0) }
        try file.commit()
    }
}
