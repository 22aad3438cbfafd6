import Files
import Glibc
import InventoryStore
import Localization
import Message
import Templating

/// Prevents an output from replacing an input or the inventory itself.
enum OutputPathCheck {
    /// - Parameters:
    ///   - path: the output; nil and `-` are standard output.
    ///   - word: the option or operand that names the output, for the message.
    ///   - inputs: the files that the call reads.
    ///   - store: the folder of the inventory; nil if the call has none.
    /// - Throws: `badValue` if the output is one of the inputs, however it is spelled or linked, or is in the
    ///   inventory's folder; `FileError` if no file can be written there.
    static func check(_ path: String?, word: String, inputs: [String] = [], store: String?) throws {
        guard let path, path != "-" else { return }
        try checkIdentity(path, word: word, inputs: inputs, store: store)
        try AtomicFile.check(replacing: path)
    }

    /// Does the same as ``check(_:word:inputs:store:)`` for a folder that does not exist yet.
    /// - Throws: `badValue`; `FileError` if it cannot be created there.
    static func checkFolder(_ path: String, word: String, inputs: [String], store: String?) throws {
        try checkIdentity(path, word: word, inputs: inputs, store: store)
        try Folder.requireOwnLinks(on: path)
        let folder = Folder.parent(path)
        // The dot distinguishes a folder from a file.
        guard access(folder + "/.", W_OK | X_OK) == 0 else { throw FileError(.makeFolderIn, folder) }
    }

    private static func checkIdentity(
        _ path: String, word: String, inputs: [String], store: String?
    ) throws(UsageError) {
        try checkName(path, word: word)
        if let output = identity(of: path), inputs.contains(where: { $0 != "-" && identity(of: $0) == output }) {
            throw .badValue(option: word, problem: localized("output.isInput", ["path": .text(path.onOneLine)]))
        }
        guard let store, let folder = realPath(ofStore: store), let place = Folder.realPath(Folder.parent(path)) else {
            return
        }
        let target = Folder.realPath(path).map(Folder.parent) ?? place
        for inside in [place, target] where inside == folder || inside.hasPrefix(folder + "/") {
            throw .badValue(option: word, problem: localized("output.insideInventory", ["path": .text(path.onOneLine)]))
        }
    }

    /// The folder with an inventory's private files; for an inventory on a server, its photos and documents.
    private static func realPath(ofStore store: String) -> String? {
        Folder.realPath(StoreAddress(store)?.files ?? store)
    }

    /// - Throws: `badOperand` if a folder to be served is the inventory's own, is inside it, or contains it.
    static func checkServed(_ path: String, store: String) throws(UsageError) {
        guard let folder = realPath(ofStore: store), let served = Folder.realPath(path) else { return }
        if (served + "/").hasPrefix(folder + "/") {
            throw .badOperand("DIR", problem: localized("output.insideInventory", ["path": .text(path.onOneLine)]))
        }
        if (folder + "/").hasPrefix(served == "/" ? served : served + "/") {
            throw .badOperand("DIR", problem: localized("output.containsInventory"))
        }
    }

    /// - Throws: `badValue` if the output's name is empty, as when a shell variable is not set.
    static func checkName(_ path: String?, word: String) throws(UsageError) {
        if path == "" { throw .badValue(option: word, problem: localized("output.nameExpected")) }
    }

    private struct Identity: Equatable {
        var device: UInt
        var number: UInt
    }

    /// The identity of a regular file. Devices and pipes can be read and written at once.
    private static func identity(of path: String) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Identity(device: UInt(status.st_dev), number: UInt(status.st_ino))
    }
}

/// A command's output: an atomic file, or standard output.
enum OutputDestination {
    case file(AtomicFile)
    case console(Console)

    /// - Parameter path: the file; `-` or nil for standard output.
    /// - Throws: if no file can be created in the folder.
    init(_ path: String?, console: Console) throws(FileError) {
        if let path, path != "-" {
            self = .file(try AtomicFile(replacing: path))
        } else {
            self = .console(console)
        }
    }

    /// Appends bytes.
    func write(_ bytes: Span<UInt8>) throws {
        switch self {
        case .file(let file): try file.write(bytes)
        case .console(let console): try console.write(bytes)
        }
    }

    /// Appends text.
    func write(_ text: String) throws { try write(text.utf8.span) }

    /// Puts a file into its place.
    func commit() throws {
        if case .file(let file) = self { try file.commit() }
    }
}

/// Passes bytes to a command's output.
struct DestinationSink: Templating.ByteSink {
    let destination: OutputDestination

    mutating func write(_ bytes: Span<UInt8>) throws { try destination.write(bytes) }
}
