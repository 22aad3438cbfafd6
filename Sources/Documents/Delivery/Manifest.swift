package import Files
import Glibc
package import Inventory

/// The SHA-256 checksums of delivered files, in the format of GNU `sha256sum`: one line `HASH  NAME` per file.
///
/// As `sha256sum` does, escapes line ends and backslashes in names as `\n`, `\r`, `\\`, and begins such a line with a
/// backslash. Names are relative to the manifest's folder and never lead out of it.
package struct Manifest: Equatable, Sendable {
    /// The name of a folder's manifest.
    package static let fileName = "SHA256SUMS"
    /// The extension that is appended to a file's name for the manifest of this file alone.
    package static let fileExtension = ".sha256"
    /// The extension that is appended to a manifest's name for its signature.
    package static let signatureExtension = ".sig"

    /// A file and its expected hash.
    package struct Entry: Equatable, Sendable {
        /// The path from the manifest's folder.
        package let name: String
        /// The hash of its bytes.
        package let hash: ContentHash
        /// The path as the file system stores it. Paths are compared by their bytes, not as Unicode text.
        var path: [UInt8] { Array(name.utf8) }

        /// Creates an entry.
        package init(name: String, hash: ContentHash) {
            self.name = name
            self.hash = hash
        }
    }

    /// The files, in the order of the lines.
    package var entries: [Entry]

    /// Creates a manifest.
    package init(_ entries: [Entry]) { self.entries = entries }

    /// The paths of all files below a folder, in the order of their bytes.
    /// - Throws: `file` if the folder or anything below it cannot be listed.
    package static func names(ofFolder folder: String) throws(ManifestError) -> [String] {
        try FolderContents.names(in: folder)
    }

    /// Computes the checksums of all files below a folder, in the order of their names.
    /// - Throws: `file` if a file cannot be read.
    package init(ofFolder folder: String) throws(ManifestError) {
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
    package var text: String {
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
    package init(bytes: [UInt8], file: String) throws(ManifestError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .manifest(file: file, line: 1, .notUTF8)
        }
        try self.init(text, file: file)
    }

    /// Parses a manifest. Accepts `*` before a name, which marks a binary file.
    /// - Parameter file: the name for messages.
    /// - Throws: `manifest` if a line is malformed, a name leads out of the folder, or a name is repeated.
    package init(_ text: String, file: String) throws(ManifestError) {
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
    package static func isSafeRelativePath(_ name: String) -> Bool {
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

/// Reads the files of a delivered folder without following links.
enum DeliveredFile {
    /// Compares a file with its entry in the manifest.
    /// - Returns: nil if they agree.
    static func check(_ entry: Manifest.Entry, in folder: String) -> DeliveryVerifier.DeliveryDiagnostic? {
        var parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return .missing(entry.name) }
        defer { close(parent) }
        let parts = entry.name.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        for part in parts.dropLast() {
            let next = openat(parent, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { return errno == ENOENT ? .missing(entry.name) : .notAFile(entry.name) }
            close(parent)
            parent = next
        }
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let file = openat(parent, parts.last ?? "", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            switch errno {
            case ENOENT: return .missing(entry.name)
            case ELOOP, ENXIO: return .notAFile(entry.name)
            default: return .unreadable(entry.name, code: errno)
            }
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .notAFile(entry.name) }
        return compare(file, entry)
    }

    private static func compare(_ file: Int32, _ entry: Manifest.Entry) -> DeliveryVerifier.DeliveryDiagnostic? {
        do {
            return try hash(file, path: entry.name) == entry.hash ? nil : .changed(entry.name)
        } catch {
            return .unreadable(entry.name, code: error.code)
        }
    }

    /// The hash of a file.
    /// - Throws: `read` if it cannot be read.
    static func hash(of path: String) throws(FileError) -> ContentHash {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw FileError(.read, path) }
        defer { close(file) }
        return try hash(file, path: path)
    }

    private static func hash(_ file: Int32, path: String) throws(FileError) -> ContentHash {
        let digest = SHA256Hasher()
        try digest.update(fromFile: file, path: path)
        return try digest.contentHash()
    }
}

extension SHA256Hasher {
    /// The hash of all bytes. The hasher then begins anew.
    /// - Throws: `hash` if SHA-256 is not available.
    package func contentHash() throws(FileError) -> ContentHash {
        guard let hash = ContentHash(bytes: try finish()) else { throw .noSHA256 }
        return hash
    }
}

/// Reads small files completely: keys, manifests, signatures.
enum SmallFileReader {
    /// The bytes of a regular file.
    /// - Throws: `file` if it cannot be read or is larger than `limit`; `link` if it is a symbolic link that is not followed.
    static func read(_ path: String, atMost limit: Int, followsLinks: Bool = true) throws(ManifestError) -> [UInt8] {
        if !followsLinks, Folder.linkTarget(of: path) != nil { throw .link(path) }
        do throws(FileError) {
            let (descriptor, size) = try openFile(path, followsLinks: followsLinks)
            defer { close(descriptor) }
            guard size <= limit else { throw FileError(.read, path, code: EFBIG) }
            return try readFile(descriptor, path: path)
        } catch {
            throw .file(error)
        }
    }
}
