import Files
import Glibc
import Localization
import Reports

/// Standard output, standard error, and the properties of the terminal behind them.
///
/// The one way to a terminal. Texts may come from files of strangers, so whatever could steer a terminal is made visible
/// here, apart from line ends and tabs; only ``show(progress:)`` moves the cursor.
final class Console: Sendable {
    /// The width to fit lines into; nil if standard output is not a terminal.
    let width: Int?
    /// Whether standard error is a terminal, so that progress may be shown.
    let showsProgress: Bool
    /// Whether summaries are omitted.
    let isQuiet: Bool
    /// Puts bytes out for the first (standard output) or second (standard error) descriptor.
    private let put: @Sendable (Span<UInt8>, Int32) throws(FileError) -> Void

    init(
        width: Int?, showsProgress: Bool, isQuiet: Bool = false,
        put: @escaping @Sendable (Span<UInt8>, Int32) throws(FileError) -> Void
    ) {
        self.width = width
        self.showsProgress = showsProgress
        self.isQuiet = isQuiet
        self.put = put
    }

    /// The console of this process.
    static func ofProcess() -> Console {
        Console(width: terminalWidth(of: 1), showsProgress: isatty(2) == 1) { bytes, descriptor throws(FileError) in
            try writeAll(
                bytes, to: descriptor,
                path: descriptor == 1 ? localized("stream.output") : localized("stream.error"))
        }
    }

    /// The same console without progress and summaries. Results, warnings and errors remain.
    var quiet: Console { Console(width: width, showsProgress: false, isQuiet: true, put: put) }

    /// Writes bytes to standard output: as they are for a program or a file, made harmless for a terminal.
    /// - Throws: `pipeClosed` if the reader has gone, or the system's error.
    func write(_ bytes: Span<UInt8>) throws(CommandError) {
        if width != nil {
            let text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
            return try write(harmless: text)
        }
        do {
            try put(bytes, 1)
        } catch {
            throw CommandError(error)
        }
    }

    /// Writes text to standard output.
    func write(_ text: String) throws(CommandError) { try write(text.utf8.span) }

    /// Writes a line to standard output.
    func say(_ line: String) throws(CommandError) { try write(harmless: line + "\n") }

    private func write(harmless text: String) throws(CommandError) {
        let text = text.harmless
        do {
            try put(text.utf8.span, 1)
        } catch {
            throw CommandError(error)
        }
    }

    /// Writes a report to its file, or to standard output. Reports write to a descriptor themselves; for a terminal that
    /// is a temporary file, which is then shown.
    func writing<Result>(to output: ReportOutput, _ body: (ReportOutput) throws -> Result) throws -> Result {
        guard width != nil, case .descriptor(_, let name) = output else { return try body(output) }
        let file = try TemporaryFile()
        let result = try body(.descriptor(file.descriptor, name: name))
        let bytes = try file.contents()
        try write(bytes.span)
        return result
    }

    /// Writes a summary line, unless the call is quiet.
    func summarize(_ line: String) throws(CommandError) {
        if !isQuiet { try say(line) }
    }

    /// Writes text to standard error. A failure is ignored, because there is no other way to report it.
    func warn(_ text: String) {
        let text = text.harmless
        try? put(text.utf8.span, 2)
    }

    /// Replaces the line of progress on standard error; nil takes it away.
    func show(progress line: String?) {
        let text = "\r\((line ?? "").onOneLine)\u{1B}[K"
        try? put(text.utf8.span, 2)
    }

    /// Writes a message of the program to standard error: `homepwner: message`.
    func complain(_ message: String) { warn("homepwner: \(message)\n") }

    private static func terminalWidth(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        if let columns = getenv("COLUMNS").flatMap({ Int(String(cString: $0)) }), columns >= 20 { return columns }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return 80 }
        return Int(size.ws_col)
    }
}

/// Buffers standard output and writes it in large pieces.
struct OutputBuffer: ~Copyable {
    private let console: Console
    private var bytes: [UInt8] = []
    private static let room = 1 << 16

    init(_ console: Console) {
        self.console = console
        bytes.reserveCapacity(OutputBuffer.room)
    }

    /// Appends text.
    mutating func write(_ text: String) throws(CommandError) {
        bytes.append(contentsOf: text.utf8)
        if bytes.count >= OutputBuffer.room { try flush() }
    }

    /// Writes the buffered output; call it at the end.
    mutating func flush() throws(CommandError) {
        defer { bytes.removeAll(keepingCapacity: true) }
        try console.write(bytes.span)
    }
}
