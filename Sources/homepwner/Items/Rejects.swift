import FileOutput
import Glibc

/// The file that takes the faulty rows of another; it is made with the first of them.
struct Rejects {
    let path: String
    /// What the file begins with.
    var header: [UInt8] = []
    private var file: AtomicFile?
    private var isNew = false
    private var isWritten = false

    init(path: String) { self.path = path }

    /// Puts a row aside.
    mutating func add(_ row: [UInt8]) throws(FileError) {
        if file == nil {
            isNew = access(path, F_OK) != 0
            file = try AtomicFile(replacing: path)
            try write(header)
        }
        try write(row)
    }

    private func write(_ bytes: [UInt8]) throws(FileError) {
        let failure: FileError? = bytes.withUnsafeBytes { bytes in
            do throws(FileError) {
                try file?.write(bytes)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Puts the file into its place, if there is one.
    mutating func commit() throws(FileError) {
        try file?.commit()
        isWritten = file != nil
        file = nil
    }

    /// Takes a new file away again, where the good rows could not be kept after all.
    mutating func withdraw() {
        file = nil
        if isWritten, isNew { unlink(path) }
        isWritten = false
    }
}
