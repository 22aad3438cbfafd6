import Glibc

/// A table that is read more than once: to propose a reading, to try it, and to take the items.
public struct TableSource: Sendable {
    enum Content: Sendable {
        case file(String)
        /// A pipe's bytes, in a file without a name.
        case spooled(SpooledFile)
        case bytes([UInt8])
        case workbook(any Workbook)
    }

    /// The name of the file in messages.
    public let name: String
    let content: Content

    init(name: String, content: Content) {
        self.name = name
        self.content = content
    }

    /// A table in memory.
    public init(bytes: [UInt8], name: String) { self.init(name: name, content: .bytes(bytes)) }

    /// The sheets of a workbook.
    public init(_ workbook: any Workbook, name: String) { self.init(name: name, content: .workbook(workbook)) }

    /// A file by its path; `-` is standard input, which is copied into a temporary file.
    /// - Throws: ``InventoryFileError`` if the file cannot be read.
    public init(path: String) throws(InventoryFileError) {
        var status = stat()
        if path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            self.init(name: path, content: .file(path))
        } else {
            let name = path == "-" ? "standard input" : path
            self.init(
                name: name, content: .spooled(try SpooledFile(copying: InputBuffer(path: path, file: name), file: name))
            )
        }
    }

    /// Whether the file begins like separated text in any encoding, and not like another kind of file.
    public func isSeparatedText() throws(InventoryFileError) -> Bool {
        if case .workbook = content { return false }
        var input = try open(nil)
        _ = try input.extend()
        let head = Array(input.bytes.prefix(FileFormat.recognitionLength))
        return TableSource.isSeparatedText(head)
    }

    static func isSeparatedText(_ head: [UInt8]) -> Bool {
        guard !head.isEmpty else { return false }
        if EncodingDetector.utf16(head) != nil { return true }
        let seen = FormatDetector(head)
        if let format = seen.format { return format.isTable }
        switch seen.appearance {
        case .binary, .plainText:
            // Text of an encoding with one or two bytes per character has no NUL and hardly a control character.
            return head.count { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1A } == 0
        default: return false
        }
    }

    /// Begins to read the text, converted from an encoding.
    func open(_ encoding: TextEncoding?) throws(InventoryFileError) -> InputBuffer {
        var decoder: TextDecoder?
        if let encoding, encoding != .utf8 {
            guard let made = TextDecoder(encoding) else {
                throw InventoryFileError(.unsupportedEncoding(encoding.rawValue), file: name)
            }
            decoder = made
        }
        switch content {
        case .file(let path): return try InputBuffer(path: path, file: name, decoder: decoder)
        case .spooled(let file):
            return try InputBuffer(descriptor: file.duplicate(), closes: true, file: name, decoder: decoder)
        case .bytes(let bytes):
            guard let decoder else { return InputBuffer(bytes: bytes, file: name) }
            var text: [UInt8] = []
            guard decoder.decode(bytes, isLast: true, into: &text) else {
                throw InventoryFileError(.notEncoded(decoder.encoding.rawValue), file: name)
            }
            return InputBuffer(bytes: text, file: name)
        case .workbook: return InputBuffer(bytes: [], file: name)
        }
    }
}

/// A copy of a pipe's bytes that can be read again.
final class SpooledFile: Sendable {
    private let descriptor: Int32

    init(copying input: consuming InputBuffer, file: String) throws(InventoryFileError) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/homepwner-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        if descriptor >= 0 {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            unlink(template)
        }
        guard descriptor >= 0 else { throw InventoryFileError(.unreadable(code: errno), file: file) }
        repeat {
            let bytes = input.bytes
            var written = 0
            while written < bytes.count {
                let count = write(descriptor, bytes.pointer.baseAddress.map { $0 + written }, bytes.count - written)
                guard count > 0 else { throw InventoryFileError(.unreadable(code: errno), file: file) }
                written += count
            }
            input.consume(bytes.count)
        } while try input.extend()
    }

    deinit { close(descriptor) }

    /// Opens the copy anew, at its beginning.
    func duplicate() throws(InventoryFileError) -> Int32 {
        let opened = Glibc.open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw InventoryFileError(.unreadable(code: errno)) }
        return opened
    }
}
