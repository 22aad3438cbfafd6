import Files
import Glibc

/// The file for the rejected rows of another file. It is created with the first of them.
struct RejectsFile {
    let path: String
    /// The file's first bytes.
    var header: [UInt8] = []
    private var file: AtomicFile?

    init(path: String) { self.path = path }

    /// Puts a row aside.
    mutating func add(_ row: [UInt8]) throws(FileError) {
        if file == nil {
            file = try AtomicFile(replacing: path)
            try write(header)
        }
        try write(row)
    }

    private func write(_ bytes: [UInt8]) throws(FileError) { try file?.write(bytes) }

    /// Prepares the file, so that only a rename remains when the valid rows are committed.
    func prepare() throws(FileError) { try file?.prepare() }

    /// Renames the file into place, if there is one. If no row was rejected, a file of an earlier call is emptied.
    /// - Throws: `rejectsLost` with the hidden file that has the rows; the valid rows are committed already.
    mutating func commit() throws(CommandError) {
        do throws(FileError) {
            if file == nil, access(path, F_OK) == 0 {
                file = try AtomicFile(replacing: path)
                try write(header)
            }
            try file?.commit()
        } catch {
            throw .rejectsLost(error, hidden: file?.keepHidden())
        }
        file = nil
    }
}
