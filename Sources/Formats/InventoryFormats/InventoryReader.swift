import Inventory

/// Reads the items of a file of any format and size one by one, in the file's order.
///
///     var reader = try InventoryReader(TableSource(path: "export.json"), options: options)
///     while let entry = try reader.next() {
///         switch entry {
///         case .item(let item): …
///         case .rejected(let row): …
///         }
///     }
///
/// Memory does not grow with a file of rows, of JSON or of XML; an archive is held whole.
package struct InventoryReader: ~Copyable {
    /// The file's format, named by the caller or detected.
    package let format: FileFormat
    /// The file as the caller named it.
    package let file: String
    private let source: any ItemEntrySource

    /// Reads a file of items.
    ///
    /// - Parameter format: the file's format; nil detects it.
    /// - Throws: ``InventoryFileError`` if the file cannot be read, is empty, has no known format, or is a table, which needs
    ///   a reading.
    package init(
        _ source: TableSource, format: FileFormat? = nil, options: ImportOptions
    ) throws(InventoryFileError) {
        try self.init(try source.open(nil), file: source.name, format: format, options: options)
    }

    /// Reads a table by a reading.
    ///
    /// - Throws: ``InventoryFileError`` if the table cannot be read, or has no heading of the reading.
    package init(_ source: TableSource, reading: TableReading, options: ImportOptions) throws(InventoryFileError) {
        file = source.name
        format = reading.format
        do {
            self.source = try TableReader(source, reading: reading, options: options)
        } catch {
            throw error.inFile(source.name)
        }
    }

    /// Reads the items of a Homebox collection.
    ///
    /// - Parameter attached: the files of attachments that are in the store, by their names in the archive. Items do not
    ///   refer to others.
    /// - Throws: ``InventoryFileError`` if the archive cannot be read again.
    package init(
        _ collection: HomeboxCollection, attached: [String: AttachedFile], options: ImportOptions
    ) throws(InventoryFileError) {
        file = collection.name
        format = .homeboxCollection
        source = try HomeboxCollectionReader(collection, attached: attached, options: options)
    }

    private init(
        _ input: consuming InputBuffer, file: String, format named: FileFormat?, options: ImportOptions
    ) throws(InventoryFileError) {
        _ = try input.extend()
        guard !input.bytes.isEmpty else { throw InventoryFileError(.empty, file: file) }
        let seen = FormatDetector(input.bytes)
        // A compressed file or a picture is not a table, even if the user says so.
        guard let format = seen.isForeign ? nil : named ?? seen.format else {
            throw InventoryFileError(.unknownFormat(seen.appearance), file: file)
        }
        let source = try InventoryReader.source(input, file: file, format: format, options: options)
        self.file = file
        self.format = format
        self.source = source
    }

    private static func source(
        _ input: consuming InputBuffer, file: String, format: FileFormat, options: ImportOptions
    ) throws(InventoryFileError) -> any ItemEntrySource {
        switch format {
        case .homebox, .snipeIT, .csv: throw InventoryFileError(.noTable, file: file)
        case .homeboxCollection: throw InventoryFileError(.collection(.notAFile), file: file)
        case .json: JSONItemReader(input, options: options)
        case .xml: try XMLItemReader(input, options: options)
        case .archive: try AppArchiveReader(input, file: file, options: options)
        }
    }

    /// Returns the next item or rejected row, nil at the end of the file.
    ///
    /// - Throws: ``InventoryFileError`` if the file cannot be read further; the reader is then at its end.
    package mutating func next() throws(InventoryFileError) -> ImportEntry? {
        do {
            return try source.next()
        } catch {
            throw error.inFile(file)
        }
    }

    /// The header of a rejects file: the header of a table as it is, or one for positions, problems and sources.
    package var rejectsHeader: [UInt8] { source.rejectsHeader }

    /// Bytes read so far, for showing progress.
    package var bytesRead: Int64 { source.bytesRead }

    /// The size of the file, nil for a pipe.
    package var totalBytes: Int64? { source.totalBytes }
}
