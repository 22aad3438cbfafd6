import Files

/// The zip archive of a spreadsheet and its parts.
final class SpreadsheetPackage {
    enum Format {
        case officeOpenXML
        case openDocument
    }

    let format: Format
    private let archive: ZipReader
    /// The parts by their names in lower case: Office Open XML ignores the case of ASCII letters in them.
    private let parts: [String: ZipReader.Entry]

    private static let openDocumentType = "application/vnd.oasis.opendocument."

    /// Opens the archive and detects what it holds.
    /// - Throws: `SpreadsheetFileError` if it is not a spreadsheet in a zip archive.
    init(path: String) throws(SpreadsheetFileError) {
        switch try SpreadsheetFileKind(path: path) {
        case .zipArchive: break
        case .encryptedPackage: throw .passwordProtected
        case .other(let kind): throw .notASpreadsheet(kind)
        }
        do {
            archive = try ZipReader(path, isLenient: true)
        } catch {
            throw SpreadsheetPackage.error(error)
        }
        sharedTextLimit = 1 << 25 + 8 * archive.packedSize
        parts = Dictionary(archive.entries.map { (SpreadsheetPackage.key($0.name), $0) }) { first, _ in first }
        if parts["[content_types].xml"] != nil {
            format = .officeOpenXML
        } else if parts["mimetype"] != nil || parts["content.xml"] != nil {
            format = .openDocument
            try checkOpenDocument()
        } else {
            let isApple = parts.keys.contains { $0.hasPrefix("index/") || $0 == "index.zip" }
            throw .notASpreadsheet(isApple ? .appleDocument : .zip)
        }
    }

    /// Some programs for Windows write backslashes, and a slash before the name.
    private static func key(_ name: String) -> String {
        let name = name.contains("\\") ? name.split(separator: "\\").joined(separator: "/") : name
        return (name.hasPrefix("/") ? String(name.dropFirst()) : name).lowercased()
    }

    private func checkOpenDocument() throws(SpreadsheetFileError) {
        guard parts["mimetype"] != nil else { return }
        let type = String(decoding: try bytes(of: "mimetype", limit: 200), as: UTF8.self)
        guard type.hasPrefix(SpreadsheetPackage.openDocumentType) else { throw .notASpreadsheet(.zip) }
        guard type.dropFirst(SpreadsheetPackage.openDocumentType.count).hasPrefix("spreadsheet") else {
            throw .notASpreadsheet(.otherOfficeDocument)
        }
    }

    /// The most bytes of shared texts that the file may unpack to.
    ///
    /// Such texts differ from each other and pack to a third of their size; a small file with many is made to exhaust
    /// memory.
    let sharedTextLimit: Int

    func has(_ name: String) -> Bool { parts[name.lowercased()] != nil }

    /// The unpacked size of a part, in bytes; 0 if it is missing.
    func size(of name: String) -> Int { parts[name.lowercased()]?.size ?? 0 }

    /// Begins to read a part.
    /// - Throws: `missingPart`, or `archive` if it cannot be unpacked.
    func source(of name: String) throws(SpreadsheetFileError) -> PartSource {
        guard let entry = parts[name.lowercased()] else { throw .missingPart(name) }
        do throws(ArchiveError) {
            let stream = try archive.stream(of: entry)
            return PartSource(name: name) { (piece) throws(SpreadsheetFileError) in
                do throws(ArchiveError) {
                    return try stream.read(into: piece)
                } catch {
                    throw SpreadsheetPackage.error(error)
                }
            }
        } catch {
            throw SpreadsheetPackage.error(error)
        }
    }

    /// Reads the beginning of a part.
    private func bytes(of name: String, limit: Int) throws(SpreadsheetFileError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = try source(of: name).fill(&buffer)
        return Array(buffer.prefix(count))
    }

    private static func error(_ error: ArchiveError) -> SpreadsheetFileError {
        switch error {
        case .file(let error): .file(error)
        case .unreadable(_, let reason): .damagedArchive(reason: reason)
        case .refusedEntry(_, _, .encrypted): .passwordProtected
        default: .archive(error)
        }
    }
}

/// The bytes of a part, read one after another.
struct PartSource {
    /// The name of the part in messages.
    let name: String
    /// Fills a buffer; returns the number of bytes, 0 at the end.
    let read: (UnsafeMutableRawBufferPointer) throws(SpreadsheetFileError) -> Int

    /// Fills an array from its beginning; returns the number of bytes, 0 at the end.
    func fill(_ buffer: inout [UInt8]) throws(SpreadsheetFileError) -> Int {
        // The closure's errors have a type only inside of a result.
        try buffer.withUnsafeMutableBytes { buffer in
            Result { () throws(SpreadsheetFileError) in try read(buffer) }
        }.get()
    }
}
