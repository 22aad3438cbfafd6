import Testing

@testable import Templating

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The escaper works on blocks that overlap and on what is between them; a model that takes one byte after the other
/// says what has to come out.
@Suite("Escaping by blocks")
struct EscaperTests {
    static let context = ContextDeclaration([("value", .text), ("other", .text)])
    /// Every kind of byte the escaper tells apart.
    static let pieces: [[UInt8]] = [
        Array("&".utf8), Array("<".utf8), Array(">".utf8), Array("\"".utf8), Array("'".utf8), Array("#".utf8), [0x09],
        [0x0A], [0x0D], [0x00], [0x1F], [0x7F], Array("é".utf8), Array("象".utf8), Array("象牙".utf8),
        Array("냉장고입니다".utf8), Array("👩".utf8), Array("\u{85}".utf8), [0xEF, 0xBF, 0xBE],
        [0xEF, 0xB7, 0x90], Array("\u{D7FF}".utf8), [0xC3], [0xE8, 0xB1], [0x80], [0xED, 0xA0, 0x80], [0xFF],
    ]

    static func expected(_ bytes: [UInt8], _ table: EscapeTable) -> [UInt8] {
        var out: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let entry = table.words[Int(bytes[index])]
            if entry == EscapeTable.sequence {
                let (length, isCarried) = bytes[index...].withUnsafeBufferPointer { rest in
                    guard let base = rest.baseAddress else { return (0, false) }
                    let length = UTF8Sequence.sequenceLength(base, rest.count)
                    return (length, length > 0 && !Noncharacter.starts(base, length, isHTML: table.isHTML))
                }
                out += isCarried ? Array(bytes[index..<index + length]) : Array("\u{FFFD}".utf8)
                index += max(length, 1)
            } else {
                if entry == 0 { out.append(bytes[index]) }
                for place in 0..<Int(entry >> 56) { out.append(UInt8(truncatingIfNeeded: entry >> (place * 8))) }
                index += 1
            }
        }
        return out
    }

    /// What each way of escaping makes of a text, wherever in memory it ends.
    static func escaped(_ bytes: [UInt8], _ table: EscapeTable) -> Set<[UInt8]> {
        var narrow = table
        narrow.isWide = false
        // Memory that ends with the text, so that a sanitizer sees every byte read past it.
        let source = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
        defer { source.deallocate() }
        source.update(from: bytes, count: bytes.count)
        let page = GuardedPage()
        let gap = Bool.random() ? 0 : Int.random(in: 0...200)
        return withExtendedLifetime(page) {
            [
                write(source, bytes.count, narrow), write(source, bytes.count, table),
                write(page.place(bytes, before: gap), bytes.count, table),
            ]
        }
    }

    private static func write(_ source: UnsafePointer<UInt8>, _ count: Int, _ table: EscapeTable) -> [UInt8] {
        let tables = UnsafeMutablePointer<EscapeTable>.allocate(capacity: 1)
        let room = count * MarkupEscaper.growth + MarkupEscaper.slack
        let page = GuardedPage()
        defer { tables.deallocate() }
        tables.initialize(to: table)
        return withExtendedLifetime(page) {
            let out = UnsafeMutablePointer(mutating: page.place([UInt8](repeating: 0, count: room), before: 0))
            let end = MarkupEscaper.write(source, count, out, tables)
            return Array(UnsafeBufferPointer(start: out, count: end - out))
        }
    }

    @Test("Every length with every kind of byte in every place")
    func everyPlace() {
        for (table, pieces) in [
            (EscapeTable.html, Self.pieces), (.xmlText, Self.pieces), (.xmlAttribute, Self.pieces),
        ] {
            for piece in pieces {
                for length in 0..<150 where length < 70 || length.isMultiple(of: 7) {
                    let place = length.isMultiple(of: 3) ? length : Int.random(in: 0...length)
                    let plain = (0..<length).map { UInt8(truncatingIfNeeded: 0x61 + $0 % 26) }
                    let bytes = plain[..<place] + piece + plain[place...]
                    #expect(Self.escaped(Array(bytes), table) == [Self.expected(Array(bytes), table)])
                }
            }
        }
    }

    @Test("Texts that end where memory does, and no text at all")
    func pageEnds() {
        let page = GuardedPage()
        for length in 0..<300 {
            let text = [UInt8](repeating: 0x61, count: length)
            let mixed: [UInt8] = (0..<length).map { $0.isMultiple(of: 11) ? 0x3C : 0x61 }
            withExtendedLifetime(page) {
                for bytes in [text, mixed] {
                    let place = page.place(bytes, before: 0)
                    #expect(Self.write(place, length, .html) == Self.expected(bytes, .html))
                }
            }
        }
        #expect(Self.write(SlotValue.present.assumingMemoryBound(to: UInt8.self), 0, .html).isEmpty)
    }

    @Test("Random mixtures")
    func mixtures() {
        for _ in 0..<4000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...12) {
                if Bool.random() {
                    bytes += Self.pieces.randomElement() ?? []
                } else {
                    bytes += [UInt8](repeating: 0x61, count: Int.random(in: 0...40))
                }
            }
            for table in [EscapeTable.html, .xmlText, .xmlAttribute] {
                #expect(Self.escaped(bytes, table) == [Self.expected(bytes, table)])
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
    func place(_ bytes: [UInt8], before gap: Int) -> UnsafePointer<UInt8> {
        let place = (start + Self.size / 2 - gap - bytes.count).assumingMemoryBound(to: UInt8.self)
        place.update(from: bytes, count: bytes.count)
        return UnsafePointer(place)
    }
}
