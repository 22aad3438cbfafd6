import Files
import Glibc
import Inventory
import JSON
import Message

/// The zip archive of a Homebox collection and its tables.
final class HomeboxPackage {
    static let manifestName = "manifest.json"
    static let attachmentFolder = "attachments/"
    /// Homebox itself imports archives up to this ratio.
    private static let maxExpansionRatio = 100
    /// The most bytes of a manifest.
    private static let manifestLimit = 1 << 20

    let name: String
    let packedSize: Int
    private let archive: ZipReader
    private let entries: [String: ZipReader.Entry]

    /// Opens the archive and checks its directory.
    /// - Parameter name: the file's name in messages.
    init(path: String, name: String) throws(InventoryFileError) {
        do throws(ArchiveError) {
            archive = try ZipReader(path, maxExpansionRatio: HomeboxPackage.maxExpansionRatio)
        } catch {
            throw HomeboxPackage.error(error, file: name)
        }
        self.name = name
        packedSize = archive.packedSize
        entries = Dictionary(archive.entries.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Whether a file is a zip archive with the manifest or a table of a collection, valid or not.
    /// - Throws: `read`
    static func isCollection(at path: String) throws(FileError) -> Bool {
        guard try ZipReader.isArchive(path) else { return false }
        do throws(ArchiveError) {
            let archive = try ZipReader(path, isLenient: true)
            if archive.entries.contains(where: { $0.name == "\(HomeboxTable.entities.rawValue).json" }) { return true }
            guard archive.entries.contains(where: { $0.name == manifestName }) else { return false }
            guard let bytes = try? archive.contents(of: manifestName, atMost: manifestLimit),
                let value = try? JSONValue(parsing: bytes)
            else { return true }
            return value["schemaVersion"] != nil || value["groupId"] != nil
        } catch .file(let error) {
            throw error
        } catch {
            return try holdsNames(path)
        }
    }

    /// Whether a damaged archive holds the name of a table near its start or end.
    /// - Throws: `read`
    private static func holdsNames(_ path: String) throws(FileError) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.read, path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path) }
        let span = 1 << 16
        let texts = [
            manifestName, "\(HomeboxTable.entityTypes.rawValue).json", "\(HomeboxTable.entities.rawValue).json",
        ]
        for offset in [0, max(0, Int(status.st_size) - span)] {
            var bytes = [UInt8](repeating: 0, count: span)
            guard pread(descriptor, &bytes, span, off_t(offset)) >= 0 else { throw FileError(.read, path) }
            if texts.contains(where: { bytes.firstRange(of: $0.utf8) != nil }) { return true }
        }
        return false
    }

    // MARK: Contents

    /// The names of all files of the archive.
    var names: [String] { archive.entries.map(\.name) }

    func has(_ name: String) -> Bool { entries[name] != nil }

    /// Begins to read a file of the archive; nil if it is not there.
    func stream(of name: String) throws(InventoryFileError) -> ZipReader.Stream? {
        guard let entry = entries[name] else { return nil }
        do throws(ArchiveError) { return try archive.stream(of: entry) } catch { throw failure(error) }
    }

    /// The manifest's object.
    /// - Throws: `notACollection`, `malformedManifest` or `version`.
    func manifest() throws(InventoryFileError) -> JSONValue {
        let manifest: JSONValue
        do {
            let bytes = try archive.contents(of: HomeboxPackage.manifestName, atMost: HomeboxPackage.manifestLimit)
            guard let bytes else { throw InventoryFileError(.collection(.notACollection), file: name) }
            manifest = try JSONValue(parsing: bytes)
        } catch let error as InventoryFileError {
            throw error
        } catch ArchiveError.damagedEntry(_, .tooLarge) {
            throw InventoryFileError(.collection(.malformedManifest), file: name)
        } catch let error as ArchiveError {
            throw failure(error)
        } catch {
            throw InventoryFileError(.collection(.malformedManifest), file: name)
        }
        guard let version = manifest["schemaVersion"]?.integer else {
            throw InventoryFileError(.collection(.malformedManifest), file: name)
        }
        guard version == HomeboxCollection.schemaVersion else {
            throw InventoryFileError(.collection(.version(version)), file: name)
        }
        return manifest
    }

    /// Opens a table; nil if the archive has no such file, which means that it has no rows.
    func rows(of table: HomeboxTable) throws(InventoryFileError) -> HomeboxRows? {
        let file = "\(table.rawValue).json"
        guard let stream = try stream(of: file) else { return nil }
        let source: ByteSource<InventoryFileError> = { [self] (buffer) throws(InventoryFileError) in
            do throws(ArchiveError) { return try stream.read(into: buffer) } catch { throw failure(error) }
        }
        return HomeboxRows(table, InputBuffer(source: source, file: name), file: "\(name): \(file)")
    }

    func failure(_ error: ArchiveError) -> InventoryFileError { HomeboxPackage.error(error, file: name) }

    private static func error(_ error: ArchiveError, file: String) -> InventoryFileError {
        InventoryFileError(.collection(.archive(error)), file: file)
    }
}

/// The rows of a table, read one by one.
final class HomeboxRows {
    private let table: HomeboxTable
    private let file: String
    private var stream: JSONItemStream
    private(set) var count = 0
    private var isOpen = false

    init(_ table: HomeboxTable, _ input: consuming InputBuffer, file: String) {
        (self.table, self.file) = (table, file)
        stream = JSONItemStream(input)
    }

    var bytesRead: Int64 { stream.bytesRead }

    /// The text of the row that was read last.
    var source: [UInt8] { Array(stream.valueBytes) }

    /// The line of the row that was read last.
    private(set) var line = 1

    /// Returns the next row, nil at the end of the table.
    func next() throws(InventoryFileError) -> HomeboxRow? {
        do throws(InventoryFileError) {
            return try nextRow()
        } catch {
            throw error.inFile(file)
        }
    }

    private func nextRow() throws(InventoryFileError) -> HomeboxRow? {
        let isFirst = !isOpen
        if isFirst {
            try stream.take(UInt8(ascii: "["), otherwise: Message("formats.json.expectedItems"))
            isOpen = true
        }
        if try stream.peek() == UInt8(ascii: "]") {
            try stream.take(UInt8(ascii: "]"), otherwise: Message("formats.json.expectedCommaOrBracket"))
            guard try stream.peek() == nil else { throw stream.error(Message("formats.json.trailingText")) }
            return nil
        }
        if !isFirst { try stream.take(UInt8(ascii: ","), otherwise: Message("formats.json.expectedCommaOrBracket")) }
        count += 1
        _ = try stream.peek()
        line = stream.nextLine
        switch try stream.next() {
        case .value(let value): return try HomeboxRow(value, of: table, number: count)
        case .tooLarge: throw InventoryFileError(.collection(.malformedRow(table, row: count)))
        }
    }
}
