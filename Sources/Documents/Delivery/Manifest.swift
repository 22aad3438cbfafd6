public import Inventory
import Localization

/// The SHA-256 sums of delivered files, in the format of GNU `sha256sum`: `HASH  NAME`, a line each.
///
/// A name with a line end or a backslash is written with `\n`, `\r`, `\\`, and its line begins with a backslash, as
/// `sha256sum` does. Names are relative to the manifest's folder and never lead out of it.
public struct Manifest: Equatable, Sendable {
    /// The name of a folder's manifest.
    public static let fileName = "SHA256SUMS"
    /// What the name of a single file's manifest ends in, after the file's own.
    public static let fileExtension = ".sha256"
    /// What a signature's name ends in, after the manifest's.
    public static let signatureExtension = ".sig"

    /// A file and what it shall be.
    public struct Entry: Equatable, Sendable {
        /// The path from the manifest's folder.
        public let name: String
        /// The hash of its bytes.
        public let hash: ContentHash
        /// The path as the file system stores it; paths are compared by this.
        var path: [UInt8] { Array(name.utf8) }

        /// A file of that hash.
        public init(name: String, hash: ContentHash) {
            self.name = name
            self.hash = hash
        }
    }

    /// The files, in the order of the lines.
    public var entries: [Entry]

    /// A manifest of these files.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// The paths of all files below a folder, in the order of their bytes.
    /// - Throws: `file` if the folder or anything below it cannot be listed.
    public static func names(ofFolder folder: String) throws(ManifestError) -> [String] {
        try FolderContents.names(in: folder)
    }

    /// The sums of all files below a folder, in the order of their names.
    /// - Throws: `file` for one that cannot be read.
    public init(ofFolder folder: String) throws(ManifestError) {
        entries = []
        for name in try Manifest.names(ofFolder: folder) {
            entries.append(Entry(name: name, hash: try DeliveredFile.hash(of: "\(folder)/\(name)")))
        }
    }

    /// The manifest as it is written.
    public var text: String {
        var text = ""
        for entry in entries {
            let escaped = Manifest.escaped(entry.name)
            if escaped != entry.name { text += "\\" }
            text += "\(entry.hash)  \(escaped)\n"
        }
        return text
    }

    /// Reads a manifest from its bytes.
    /// - Throws: as ``init(_:file:)``, and `manifest` where they are not UTF-8.
    init(bytes: [UInt8], file: String) throws(ManifestError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .manifest(file: file, line: 1, problem: said("proof.isNotUtf"))
        }
        try self.init(text, file: file)
    }

    /// Reads a manifest; `*` before a name, which says "binary", is read too.
    /// - Parameter file: the name that messages give it.
    /// - Throws: `manifest` for a line that is no sum, a name that leads out of the folder, or a name that comes twice.
    public init(_ text: String, file: String) throws(ManifestError) {
        entries = []
        // By their bytes: names that differ only in their Unicode form are different files.
        var names: Set<[UInt8]> = []
        guard !text.utf8.contains(UInt8(ascii: "\r")) else {
            throw .manifest(file: file, line: 1, problem: said("proof.lineEndsWereChanged"))
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !(line.isEmpty && index == lines.count - 1) {
            func fault(_ problem: String) -> ManifestError { .manifest(file: file, line: index + 1, problem: problem) }
            let isEscaped = line.first == "\\"
            let body = isEscaped ? line.dropFirst() : line
            let marks = body.dropFirst(64).prefix(2)
            guard let hash = ContentHash(body.prefix(64).lowercased()), marks == "  " || marks == " *",
                let name = isEscaped ? Manifest.unescaped(body.dropFirst(66)) : String(body.dropFirst(66))
            else { throw fault(said("proof.expectedAShaSum")) }
            guard Manifest.isSafeRelativePath(name) else { throw fault(said("proof.theNameLeadsOut")) }
            guard names.insert(Array(name.utf8)).inserted else { throw fault(said("proof.theNameComesTwice")) }
            entries.append(Entry(name: name, hash: hash))
        }
        guard !entries.isEmpty else { throw .manifest(file: file, line: 1, problem: said("proof.namesNoFile")) }
    }

    /// Whether a name is a plain relative path: no `..`, no empty part, nothing absolute, no control of the system's.
    static func isSafeRelativePath(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !name.utf8.contains(0)
            && parts.allSatisfy { part in
                !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
            }
    }

    private static func escaped(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func unescaped(_ text: Substring) -> String? {
        var name = String.UnicodeScalarView()
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "\\" else {
                name.append(scalar)
                continue
            }
            switch scalars.next() {
            case "\\": name.append("\\")
            case "n": name.append("\n")
            case "r": name.append("\r")
            default: return nil
            }
        }
        return String(name)
    }
}
