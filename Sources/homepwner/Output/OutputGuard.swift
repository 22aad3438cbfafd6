import Glibc
import Wording

/// Keeps an output from taking the place of what the call reads, or of the inventory itself.
enum OutputGuard {
    /// - Parameters:
    ///   - path: the output; nil and `-` are standard output.
    ///   - word: what the call names the output by, for the message.
    ///   - inputs: the files that the call reads.
    ///   - store: the folder of the inventory, nil where the call has none.
    /// - Throws: `badValue` where the output is one of the inputs, however it is spelled or linked, or lies in the
    ///   inventory's folder.
    static func check(_ path: String?, word: String, inputs: [String] = [], store: String?) throws(CallError) {
        guard let path, path != "-" else { return }
        try checkName(path, word: word)
        if let output = identity(of: path), inputs.contains(where: { $0 != "-" && identity(of: $0) == output }) {
            throw .badValue(option: word, problem: said("output.thatFileIsRead"))
        }
        guard let store, let folder = realPath(store), let place = realPath(folderName(of: path)) else { return }
        let target = realPath(path).map(folderName(of:)) ?? place
        for inside in [place, target] where inside == folder || inside.hasPrefix(folder + "/") {
            throw .badValue(option: word, problem: said("output.thatIsInsideThe"))
        }
    }

    /// - Throws: `badValue` where the output's name is empty, as that of a variable which is not set.
    static func checkName(_ path: String?, word: String) throws(CallError) {
        if path == "" { throw .badValue(option: word, problem: said("output.expectedAName")) }
    }

    private struct Identity: Equatable {
        var device: UInt
        var number: UInt
    }

    /// What file a regular file's name leads to; devices and pipes may be read and written at once.
    private static func identity(of path: String) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Identity(device: UInt(status.st_dev), number: UInt(status.st_ino))
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func folderName(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
