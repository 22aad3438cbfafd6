import Files
import Glibc

/// The file that takes the faulty rows of another; it is made with the first of them.
struct RejectsFile {
    let path: String
    /// What the file begins with.
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

    /// Makes the file ready, so that nothing but a rename is left to be done when the good rows are kept.
    func prepare() throws(FileError) { try file?.prepare() }

    /// Puts the file into its place, if there is one; a file of an earlier call is emptied where nothing was put aside.
    /// - Throws: `rejectsLost`; the good rows are kept by then.
    mutating func commit() throws(CommandError) {
        do throws(FileError) {
            if file == nil, access(path, F_OK) == 0 {
                file = try AtomicFile(replacing: path)
                try write(header)
            }
            try file?.commit()
        } catch {
            throw .rejectsLost(error)
        }
        file = nil
    }
}
