import InventoryFormats

/// A file to import and how to read it.
struct ImportFile: Sendable {
    /// The file as the call names it.
    let path: String
    /// The file's bytes; nil if they are read once, from the path.
    var source: TableSource?
    /// The format that the call names.
    var format: FileFormat?
    /// The accepted reading; nil for a documented format.
    var reading: TableReading?
    /// Whether it is a documented table whose cells were not looked at.
    var isUnchecked = false

    /// Whether photos and documents may come with the items.
    var hasFiles: Bool { format == .homeboxCollection }

    /// - Parameter name: the file's name in messages.
    func open(_ options: ImportOptions, name: String) throws(InventoryFileError) -> InventoryReader {
        switch (source, reading) {
        case (let source?, let reading?): try InventoryReader(source, reading: reading, options: options)
        case (let source?, nil): try InventoryReader(source, format: format, options: options)
        case (nil, _): try InventoryReader.open(path, name: name, format: format, options: options)
        }
    }
}
