import Testing

@testable import Templating

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The plain escaper and the fast one write the same as a model that takes one byte after the other.
@Suite("Escaping, plainly and by blocks")
struct EscaperTests {
    static let context = ContextDeclaration([("value", .text), ("other", .text)])
    /// Every kind of byte the escaper tells apart.
    static let pieces: [[UInt8]] = [
        Array("&".utf8), Array("<".utf8), Array(">".utf8), Array("\"".utf8), Array("'".utf8), Array("#".utf8), [0x09],
        [0x0A], [0x0D], [0x00], [0x1F], [0x7F], Array("é".utf8), Array("象".utf8), Array("象牙".utf8),
        Array("냉장고입니다".utf8), Array("👩".utf8), Array("\u{85}".utf8), [0xEF, 0xBF, 0xBE],
        [0xEF, 0xB7, 0x90], Array("\u{D7FF}".utf8), [0xC3], [0xE8, 0xB1], [0x80], [0xED, 0xA0, 0x80], [0xFF],
        [0xE0, 0x80, 0x80], [0xE0, 0xA0, 0x80],
    ]

    static func expected(_ bytes: [UInt8], _ table: EscapeTable) -> [UInt8] {
        var out: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let entry = table.entries[Int(bytes[index])]
            if entry == .sequence {
                let length = UTF8Sequence.length(in: bytes.span, at: index)
                let isCarried =
                    length > 0 && !table.noncharacters.contain(bytes.span.extracting(index..<index + length))
                out += isCarried ? Array(bytes[index..<index + length]) : Array("\u{FFFD}".utf8)
                index += max(length, 1)
            } else {
                if entry == .kept { out.append(bytes[index]) }
                for place in 0..<entry.count { out.append(UInt8(truncatingIfNeeded: entry.bytes >> (place * 8))) }
                index += 1
            }
        }
        return out
    }

    static let tables: [(Escape, EscapeTable)] = [(.html, .html), (.xmlText, .xmlText), (.xmlAttribute, .xmlAttribute)]

    /// The output of each way of escaping a text, wherever in memory it ends.
    static func escaped(_ bytes: [UInt8], _ escape: Escape) throws -> Set<[UInt8]> {
        // Memory that ends with the text, so that a sanitizer sees every byte read past it.
        let source = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        defer { source.deallocate() }
        _ = source.update(fromContentsOf: bytes)
        let text = UnsafeBufferPointer(source)
        let page = GuardedPage()
        let gap = Bool.random() ? 0 : Int.random(in: 0...200)
        return try withExtendedLifetime(page) {
            try [
                write(text, escape, nil), write(text, escape, FastMarkupEscaper()),
                write(page.place(bytes, before: gap), escape, FastMarkupEscaper()),
            ]
        }
    }

    private static func write(
        _ text: UnsafeBufferPointer<UInt8>, _ escape: Escape, _ fastEscaper: FastMarkupEscaper?
    ) throws -> [UInt8] {
        let box = SinkBox(MemorySink())
        var window = OutputWindow(limit: .max, fastEscaper: fastEscaper) { box.sink.write($0) }
        try window.write(text.span, escaped: escape)
        try window.flush()
        return box.sink.bytes
    }

    @Test("The fast escaper writes within the room it asks for, up to a character that it leaves to the plain one")
    func room() throws {
        guard let escaper = FastMarkupEscaper() else { return }
        let input = GuardedPage()
        let output = GuardedPage()
        for _ in 0..<4000 {
            let bytes = Self.mixture()
            let room = [UInt8](repeating: 0, count: bytes.count * 6 + 32)
            for (escape, table) in Self.tables {
                try withExtendedLifetime((input, output)) {
                    let text = input.place(bytes, before: Int.random(in: 0...200))
                    let out = output.place(room, before: 0)
                    let start = UnsafeMutablePointer(mutating: try #require(out.baseAddress))
                    let end = escaper.write(text, escape: escape, to: start)
                    #expect(Array(out[..<end.written]) == Self.expected(Array(bytes[..<end.read]), table))
                }
            }
        }
    }

    static func mixture() -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...12) {
            if Bool.random() {
                bytes += Self.pieces.randomElement() ?? []
            } else {
                bytes += [UInt8](repeating: 0x61, count: Int.random(in: 0...40))
            }
        }
        return bytes
    }

    @Test("Every length with every kind of byte in every place")
    func everyPlace() throws {
        for (escape, table) in Self.tables {
            for piece in Self.pieces {
                for length in 0..<150 where length < 70 || length.isMultiple(of: 7) {
                    let place = length.isMultiple(of: 3) ? length : Int.random(in: 0...length)
                    let plain = (0..<length).map { UInt8(truncatingIfNeeded: 0x61 + $0 % 26) }
                    let bytes = plain[..<place] + piece + plain[place...]
                    #expect(try Self.escaped(Array(bytes), escape) == [Self.expected(Array(bytes), table)])
                }
            }
        }
    }

    @Test("Texts that end where memory does, and no text at all")
    func pageEnds() throws {
        let page = GuardedPage()
        for length in 0..<300 {
            let text = [UInt8](repeating: 0x61, count: length)
            let mixed: [UInt8] = (0..<length).map { $0.isMultiple(of: 11) ? 0x3C : 0x61 }
            try withExtendedLifetime(page) {
                for bytes in [text, mixed] {
                    let written = try Self.write(page.place(bytes, before: 0), .html, FastMarkupEscaper())
                    #expect(written == Self.expected(bytes, .html))
                }
            }
        }
        let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        #expect(try Self.write(nothing, .html, FastMarkupEscaper()).isEmpty)
    }

    @Test("Random mixtures")
    func mixtures() throws {
        for _ in 0..<4000 {
            let bytes = Self.mixture()
            for (escape, table) in Self.tables {
                #expect(try Self.escaped(bytes, escape) == [Self.expected(bytes, table)])
            }
        }
    }

    @Test("Literal text and values of all sizes, together and apart")
    func sizes() throws {
        for literalCount in [0, 1, 31, 32, 33, 1024, 1025, 70_000] {
            let literal = String(repeating: "x", count: literalCount)
            let template = try Template(
                "\(literal){{value}}\(literal){{#other}}\(literal)<i>{{other}}</i>{{/other}}{{value}}",
                context: Self.context)
            for count in [0, 1, 1023, 1024, 1025, 5000, 200_000] {
                let value = String(repeating: "象<", count: count / 2) + (count.isMultiple(of: 2) ? "" : "a")
                let safe = value.replacing("<", with: "&lt;")
                let record = Record(Self.context)
                record.set(Self.context.slot("value"), text: value)
                #expect(try template.render(record) == literal + safe + literal + safe)
                record.set(Self.context.slot("other"), text: value)
                let optional = value.isEmpty ? "" : "\(literal)<i>\(safe)</i>"
                #expect(try template.render(record) == literal + safe + literal + optional + safe)
            }
        }
    }

    @Test("Texts that are copied stay as they are, whatever their length")
    func copies() throws {
        let template = try Template("{{value}}", context: Self.context)
        let record = Record(Self.context)
        for length in 0..<200 {
            let text = String((0..<length).map { Character(UnicodeScalar(0x61 + UInt8($0 % 26))) })
            record.clear()
            record.set(Self.context.slot("other"), text: "before")
            record.set(Self.context.slot("value"), text: text)
            #expect(try template.render(record) == text)
        }
    }
}

/// Memory after which reading stops the program.
final class GuardedPage {
    private static let size = 16 * Int(getpagesize())
    private let start: UnsafeMutableRawPointer

    init() {
        guard let start = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            start != MAP_FAILED, mprotect(start + Self.size / 2, Self.size / 2, PROT_NONE) == 0
        else { fatalError("no memory for the test") }
        self.start = start
    }

    deinit { munmap(start, Self.size) }

    /// Puts bytes so that they end `gap` bytes before the last that can be read.
    func place(_ bytes: [UInt8], before gap: Int) -> UnsafeBufferPointer<UInt8> {
        let place = (start + Self.size / 2 - gap - bytes.count).assumingMemoryBound(to: UInt8.self)
        place.update(from: bytes, count: bytes.count)
        return UnsafeBufferPointer(start: place, count: bytes.count)
    }
}
