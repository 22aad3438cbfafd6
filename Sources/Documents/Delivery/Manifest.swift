import Files
public import Inventory

/// The SHA-256 checksums of delivered files, in the format of GNU `sha256sum`: one line `HASH  NAME` per file.
///
/// As `sha256sum` does, escapes line ends and backslashes in names as `\n`, `\r`, `\\`, and begins such a line with a
/// backslash. Names are relative to the manifest's folder and never lead out of it.
public struct Manifest: Equatable, Sendable {
    /// The name of a folder's manifest.
    public static let fileName = "SHA256SUMS"
    /// The extension that is appended to a file's name for the manifest of this file alone.
    public static let fileExtension = ".sha256"
    /// The extension that is appended to a manifest's name for its signature.
    public static let signatureExtension = ".sig"

    /// A file and its expected hash.
    public struct Entry: Equatable, Sendable {
        /// The path from the manifest's folder.
        public let name: String
        /// The hash of its bytes.
        public let hash: ContentHash
        /// The path as the file system stores it. Paths are compared by their bytes, not as Unicode text.
        var path: [UInt8] { Array(name.utf8) }

        /// Creates an entry.
        public init(name: String, hash: ContentHash) {
            self.name = name
            self.hash = hash
        }
    }

    /// The files, in the order of the lines.
    public var entries: [Entry]

    /// Creates a manifest.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// The paths of all files below a folder, in the order of their bytes.
    /// - Throws: `file` if the folder or anything below it cannot be listed.
    public static func names(ofFolder folder: String) throws(ManifestError) -> [String] {
        try FolderContents.names(in: folder)
    }

    /// Computes the checksums of all files below a folder, in the order of their names.
    /// - Throws: `file` if a file cannot be read.
    public init(ofFolder folder: String) throws(ManifestError) {
        entries = []
        for name in try Manifest.names(ofFolder: folder) {
            entries.append(
                Entry(
                    name: name,
                    hash: try ManifestError.wrapping { () throws(FileError) in
                        try DeliveredFile.hash(of: "\(folder)/\(name)")
                    }))
        }
    }

    /// The text of the manifest file.
    public var text: String {
        var text = ""
        for entry in entries {
            let escaped = Manifest.escaped(entry.name)
            if escaped != entry.name { text += "\\" }
            text += "\(entry.hash)  \(escaped)\n"
        }
        return text
    }

    /// Parses the bytes of a manifest.
    /// - Throws: as ``init(_:file:)``; `manifest` if the bytes are not UTF-8.
    public init(bytes: [UInt8], file: String) throws(ManifestError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .manifest(file: file, line: 1, .notUTF8)
        }
        try self.init(text, file: file)
    }

    /// Parses a manifest. Accepts `*` before a name, which marks a binary file.
    /// - Parameter file: the name for messages.
    /// - Throws: `manifest` if a line is malformed, a name leads out of the folder, or a name is repeated.
    public init(_ text: String, file: String) throws(ManifestError) {
        entries = []
        // Bytes rather than strings: names that differ only in their Unicode form are different files.
        var names: Set<[UInt8]> = []
        guard !text.utf8.contains(UInt8(ascii: "\r")) else {
            throw .manifest(file: file, line: 1, .windowsLineEnds)
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !(line.isEmpty && index == lines.count - 1) {
            func error(_ diagnostic: ManifestError.LineDiagnostic) -> ManifestError {
                .manifest(file: file, line: index + 1, diagnostic)
            }
            let isEscaped = line.first == "\\"
            let body = isEscaped ? line.dropFirst() : line
            let separator = body.dropFirst(64).prefix(2)
            guard let hash = ContentHash(body.prefix(64).lowercased()), separator == "  " || separator == " *",
                let name = isEscaped ? Manifest.unescaped(body.dropFirst(66)) : String(body.dropFirst(66))
            else { throw error(.malformed) }
            guard Manifest.isSafeRelativePath(name) else { throw error(.unsafeName) }
            guard names.insert(Array(name.utf8)).inserted else { throw error(.repeatedName) }
            entries.append(Entry(name: name, hash: hash))
        }
        guard !entries.isEmpty else { throw .manifest(file: file, line: 1, .noFiles) }
    }

    /// Whether a name is a relative path without `..`, `.`, empty parts and null bytes.
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
