/// Follows the names in Typst code as far as to know whether a string is run as code or names a file to read.
struct TypstCallName: Hashable, Sendable {
    /// The dotted name read last, such as `std.read`; empty after anything else.
    private var name = ""
    /// Whether something else was read after the name.
    private var isEnded = false

    /// Functions whose text is run, or whose file is read into the document.
    private static let runners: Set<Substring> = [
        "eval", "plugin", "read", "csv", "json", "toml", "yaml", "xml", "cbor", unknown[...],
    ]
    /// Keywords before a file whose code is run.
    private static let statements: Set = ["import", "include"]
    /// Functions like `json.decode`, whose text is only data.
    private static let harmless: Set<Substring> = ["decode", "encode"]
    /// Means a name that is not known.
    private static let unknown = "?"
    /// More than a name that matters has.
    private static let longest = 64

    /// A name that is not known.
    static let any = TypstCallName(name: unknown)

    init() {}

    private init(name: String) { self.name = name }

    /// Whether the name begins a statement that runs a file.
    var isStatement: Bool { Self.statements.contains(name) }

    /// Whether the first argument of a call by this name is the address of a link.
    var isLink: Bool { name.split(separator: ".").contains("link") }

    /// Whether the arguments of a call by this name are run or read.
    var runsArguments: Bool {
        let parts = name.split(separator: ".")
        if let last = parts.last, Self.harmless.contains(last) { return false }
        return isStatement || parts.contains { Self.runners.contains($0) }
    }

    /// Reads the next byte of code.
    mutating func advance(over byte: UInt8) {
        if isStatement, isEnded || !Self.isPart(byte) {
            // What it runs may be put together by an expression.
            isEnded = true
            if [0x0A, 0x0D, UInt8(ascii: ";"), UInt8(ascii: "}")].contains(byte) { self = TypstCallName() }
        } else if Self.isPart(byte) {
            if isEnded { self = TypstCallName() }
            if name.utf8.count < Self.longest { name += String(UnicodeScalar(byte)) }
        } else if [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "/")].contains(byte) {
            // A comment separates, as white space does.
            isEnded = !name.isEmpty
        } else {
            self = TypstCallName()
        }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: "_-.".utf8.contains(byte)
        }
    }

    /// The name after a branch that may or may not have been taken.
    func joined(with other: TypstCallName) -> TypstCallName { self == other ? self : .any }
}
