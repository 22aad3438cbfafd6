/// Follows Typst's syntax to decide whether a tag is inside a string of code.
///
/// Only there can every value be escaped, unless the string is run as code or names a file. Text that could
/// be read in two ways makes the rest of the template refuse values.
struct TypstEscapingContext: Hashable, Sendable {
    private enum Mode: UInt8, Hashable {
        case markup, math
        /// Code up to a closing parenthesis or brace, up to the end of the line, or up to the end of a block.
        case parenthesis, brace, statement, control
    }

    private enum State: Hashable {
        case plain
        case string, stringEscape
        case escape
        case slash
        case lineComment
        case blockComment(depth: Int, last: UInt8)
        /// Backticks read, and how many end it; 0 while they are still counted.
        case raw(ticks: Int, closing: Int)
        /// A web address in markup.
        case link
        /// After `#`, and after the names and calls that may follow it; what was read of a name.
        case hash
        case name(String)
        case call(isCertain: Bool)
        case dot(isCertain: Bool)
        /// After the block of an `if` or a loop; what was read of `else`.
        case afterBlock(String)
        /// Something whose end Typst decides by rules that are not followed here.
        case lost
    }

    private var modes: [Mode] = []
    private var state = State.plain
    /// The last letters of markup, because `//` after `https:` does not begin a comment.
    private var letters = ""
    /// The name read last in code.
    private var callName = TypstCallName()
    /// The modes, by their index, whose strings are run or name files.
    private var running: [Int] = []
    /// Whether the string being read follows a keyword that runs it.
    private var stringRuns = false
    /// The modes, by their index, in which the address of a link is still to come.
    private var links: [Int] = []
    /// The part that was read of the address of a link.
    var url = URLEscapingContext()

    private static let deepest = 256
    private static let statements: Set = ["let", "set", "show", "import", "include", "return"]
    private static let controls: Set = ["if", "for", "while"]
    /// The letter in ``letters`` that means: a branch may have left another.
    private static let unknown = "\u{1}"

    /// Whether a tag is inside a string.
    var isInText: Bool { state == .string }
    /// Whether the strings here are run as code or name files; those inside markup are not.
    var isRun: Bool { stringRuns || running.last.map { !modes[$0...].contains(.markup) } ?? false }
    /// Whether the strings here are addresses that a reader can follow.
    var isLink: Bool { links.last.map { !modes[$0...].contains(.markup) } ?? false }
    /// Whether the address is that of a label in the same document: `homepwner:LABEL?DESCRIPTION`.
    var leadsToLabel: Bool { url.part == .refused && url.scheme == "homepwner" }
    /// Whether the document may end here.
    var isEnd: Bool { state != .string && state != .stringEscape }

    private var isMarkup: Bool { (modes.last ?? .markup) == .markup }
    private var isCode: Bool { !isMarkup && modes.last != .math }

    mutating func advance(over byte: UInt8) -> LiteralDiagnostic? {
        switch state {
        case .lost: break
        case .string: return string(byte)
        case .stringEscape: state = .string
        case .escape: state = .plain
        case .lineComment:
            if byte == 0x0A || byte == 0x0D {
                state = .plain
                plain(byte)
            }
        case .blockComment(let depth, let last): blockComment(byte, depth: depth, last: last)
        case .raw(let ticks, let closing): raw(byte, ticks: ticks, closing: closing)
        case .slash:
            state = .plain
            if byte == UInt8(ascii: "/") {
                let isAddress = letters.hasSuffix("http:") || letters.hasSuffix("https:")
                let isUnclear = letters.contains(Self.unknown)
                state = !isMarkup ? .lineComment : isUnclear ? .lost : isAddress ? .link : .lineComment
            } else if byte == UInt8(ascii: "*") {
                state = .blockComment(depth: 1, last: 0)
            } else {
                plain(byte)
            }
        case .link: link(byte)
        case .hash, .name, .call, .dot: expression(byte)
        case .afterBlock(let read): afterBlock(byte, read)
        case .plain: plain(byte)
        }
        return nil
    }

    private mutating func string(_ byte: UInt8) -> LiteralDiagnostic? {
        switch byte {
        case UInt8(ascii: "\""):
            state = .plain
            url = URLEscapingContext()
            return nil
        case UInt8(ascii: "\\"):
            state = .stringEscape
            // The character may be a colon.
            return isLink ? url.follow(UInt8(ascii: ":"), false) : nil
        default:
            return isLink ? url.follow(byte, false) : nil
        }
    }

    private mutating func plain(_ byte: UInt8) {
        let isCalled = callName
        if isCode { callName.advance(over: byte) }
        if isMarkup, byte != UInt8(ascii: "/") {
            letters =
                (letters.utf8.count > 5 ? String(letters.dropFirst()) : letters) + HTMLEscapingContext.lowercase(byte)
        }
        switch byte {
        case UInt8(ascii: "/"): state = .slash
        case UInt8(ascii: "`"): state = .raw(ticks: 1, closing: 0)
        case UInt8(ascii: "\\") where !isCode: state = .escape
        case UInt8(ascii: "\"") where !isMarkup && modes.last != .control:
            state = .string
            stringRuns = isCalled.isStatement
        case UInt8(ascii: "#") where !isCode: state = .hash
        case UInt8(ascii: "$"):
            if modes.last == .math { leave() } else { push(.math) }
        case UInt8(ascii: "["):
            // Whether brackets of markup count inside of others is a matter of Typst's version.
            if modes.last == .control || isMarkup && !modes.isEmpty { state = .lost }
            if isCode, modes.last != .control { push(.markup) }
        case UInt8(ascii: "("): if isCode { push(.parenthesis, of: isCalled) }
        case UInt8(ascii: ","): if links.last == modes.count - 1 { links.removeLast() }
        case UInt8(ascii: "{"): if isCode { push(.brace) }
        case UInt8(ascii: "\"") where modes.last == .control: state = .lost
        case UInt8(ascii: ")"): if modes.last == .parenthesis { pop() }
        case UInt8(ascii: "}"): if modes.last == .brace { pop() }
        case UInt8(ascii: "]"):
            if modes.last == .statement { leave() }
            if modes.last == .markup { pop() } else if modes.last != .math, !modes.isEmpty { state = .lost }
        case 0x0A, 0x0D, UInt8(ascii: ";"):
            if modes.last == .statement { leave() }
            if modes.last == .control { state = .lost }
        default: break
        }
    }

    /// Enters the arguments of a call.
    private mutating func push(_ mode: Mode, of call: TypstCallName) {
        if call.isLink { links.append(modes.count) }
        push(mode, isRun: call.runsArguments)
    }

    private mutating func push(_ mode: Mode, isRun: Bool = false) {
        letters = ""
        if isRun { running.append(modes.count) }
        if modes.count == Self.deepest { state = .lost } else { modes.append(mode) }
    }

    private mutating func leave() {
        letters = ""
        modes.removeLast()
        if links.last == modes.count { links.removeLast() }
        if running.last == modes.count {
            running.removeLast()
            // Its result may be called in turn.
            callName = .any
        }
        state = .plain
    }

    private mutating func pop() {
        let isBlock = modes.last == .brace
        leave()
        if modes.last == .control {
            guard isBlock else { return }
            leave()
            state = .afterBlock("")
        } else if !isCode {
            // The text after a call's arguments or content may continue the call.
            state = .call(isCertain: true)
        }
    }

    /// After a block, only `else` and characters that do not continue an expression.
    private mutating func afterBlock(_ byte: UInt8, _ read: String) {
        if byte == 0x20 || byte == 0x09, read.isEmpty { return }
        let next = read + HTMLEscapingContext.lowercase(byte)
        if next == "else" {
            state = .plain
            push(.control)
        } else if "else".hasPrefix(next) {
            state = .afterBlock(next)
        } else if read.isEmpty, "([{=<>!+-*/.".utf8.contains(byte) {
            state = .lost
        } else {
            state = .plain
            plain(byte)
        }
    }

    private mutating func link(_ byte: UInt8) {
        let isLetter = (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        if isLetter || "!#$%&*+,-./:;=?@_~'".utf8.contains(byte) { return }
        state = .plain
        letters = ""
        // Brackets belong to an address as long as they are balanced.
        if "()[]".utf8.contains(byte) || byte >= 0x80 { state = .lost } else { plain(byte) }
    }

    /// Reads the byte after `#` in markup.
    private mutating func expression(_ byte: UInt8) {
        let isName =
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-")
        let former = state
        let isCalled = callName
        if former == .hash { callName = TypstCallName() }
        callName.advance(over: byte)
        state = .plain
        letters = ""
        switch (former, byte) {
        case (.hash, _) where isName: state = .name(HTMLEscapingContext.lowercase(byte))
        case (.hash, 0x20), (.hash, 0x09): state = .hash
        case (.hash, UInt8(ascii: "(")): push(.parenthesis)
        case (.hash, UInt8(ascii: "{")): push(.brace)
        case (.hash, UInt8(ascii: "[")): push(.markup)
        case (.hash, _): state = .lost
        // Which of them are parts of a name, and which end it, is not followed here.
        case (.name, 0x80...): state = .lost
        case (.name(let name), _) where isName:
            // Typst's keywords are short; of longer names it does not matter how they begin.
            state = .name(name.utf8.count < 16 ? name + HTMLEscapingContext.lowercase(byte) : name)
        case (.name("context"), _): if byte == 0x20 || byte == 0x09 { state = .hash } else { state = .lost }
        case (.name(let name), _) where Self.statements.contains(name) || Self.controls.contains(name):
            push(Self.statements.contains(name) ? .statement : .control, isRun: isCalled.isStatement)
            plain(byte)
        case (.name, UInt8(ascii: "(")), (.call(isCertain: true), UInt8(ascii: "(")):
            push(.parenthesis, of: isCalled)
        case (.name, UInt8(ascii: "[")), (.call(isCertain: true), UInt8(ascii: "[")): push(.markup)
        case (.call(isCertain: false), UInt8(ascii: "(")), (.call(isCertain: false), UInt8(ascii: "[")): state = .lost
        case (.name, UInt8(ascii: ".")): state = .dot(isCertain: true)
        case (.call(let isCertain), UInt8(ascii: ".")): state = .dot(isCertain: isCertain)
        case (.dot(let isCertain), _) where isName: state = isCertain ? .name(".") : .lost
        default: plain(byte)
        }
    }

    private mutating func blockComment(_ byte: UInt8, depth: Int, last: UInt8) {
        if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") {
            state = depth == 1 ? .plain : .blockComment(depth: depth - 1, last: 0)
        } else if last == UInt8(ascii: "/"), byte == UInt8(ascii: "*") {
            state = .blockComment(depth: depth + 1, last: 0)
        } else {
            state = .blockComment(depth: depth, last: byte)
        }
    }

    private mutating func raw(_ byte: UInt8, ticks: Int, closing: Int) {
        let isTick = byte == UInt8(ascii: "`")
        if closing == 0 {
            if isTick {
                state = .raw(ticks: ticks + 1, closing: 0)
            } else if ticks == 2 {
                state = .plain
                plain(byte)
            } else {
                state = .raw(ticks: 0, closing: ticks)
            }
        } else if isTick {
            state = ticks + 1 == closing ? .plain : .raw(ticks: ticks + 1, closing: closing)
        } else {
            state = .raw(ticks: 0, closing: closing)
        }
    }

    /// The context after a branch that may or may not have been taken; nil if the two differ in a way that matters later.
    func joined(with other: TypstEscapingContext) -> TypstEscapingContext? {
        guard modes == other.modes else { return nil }
        var joined = self
        joined.callName = callName.joined(with: other.callName)
        joined.running = Set(running + other.running).sorted()
        joined.stringRuns = stringRuns || other.stringRuns
        joined.links = Set(links + other.links).sorted()
        guard let url = url.joined(with: other.url) else { return nil }
        joined.url = url
        if letters != other.letters { joined.letters = Self.unknown }
        if state == other.state { return joined }
        let between: Set<State> = [.plain, .call(isCertain: true), .call(isCertain: false)]
        if between.isSuperset(of: [state, other.state]) {
            joined.state = .call(isCertain: false)
            return joined
        }
        guard state == .lost || other.state == .lost else { return nil }
        joined.state = .lost
        return joined
    }
}

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
