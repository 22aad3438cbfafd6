import Files
import JSON

/// A table of a collection that is being written: a list of JSON objects in a file without a name.
final class HomeboxTableFile {
    private static let size = 1 << 16

    private let file: TemporaryFile
    private var json = JSONWriter()
    private(set) var count = 0

    /// A path of the file, valid as long as this object.
    var path: String { file.path }

    init() throws(FileError) {
        file = try TemporaryFile()
        json.open(.array)
    }

    /// Appends a row.
    func add(_ members: [(String, JSONValue)]) throws(FileError) {
        json.object { json in
            for (name, value) in members { json.add(name, value) }
        }
        count += 1
        if json.bytes.count >= HomeboxTableFile.size { try flush() }
    }

    /// Closes the list.
    func finish() throws(FileError) {
        json.close(.array)
        try flush()
    }

    private func flush() throws(FileError) {
        try file.write(Array(json.drain().utf8))
    }
}
