import Testing

@testable import Templating

/// Random templates over the same values, once as records and once as data: both have to write the same.
@Suite("Records against data")
struct DifferentialTests {
    static let leaf = ContextDeclaration(["t": .text, "n": .number, "f": .flag])
    static let middle = ContextDeclaration(["t": .text, "r": .record(leaf), "l": .list(leaf), "u": .text])
    static let top = ContextDeclaration([
        "t": .text, "n": .number, "f": .flag, "r": .record(leaf), "m": .record(middle), "l": .list(middle),
        "v": .text, "s": .stream(middle),
    ])
    static let library = TemplateLibrary([
        "p": "<{{t}}>\n{{#r}}{{t}}{{/r}}\n", "q": "q{{$b}}B{{n}}{{/b}}q",
    ])

    @Test("Random templates write the same either way", arguments: 1...20)
    func same(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var compiled = 0
        for _ in 0..<150 {
            var maker = TemplateMaker()
            let text = maker.make(depth: 4, &random)
            let options = TemplateOptions(contentType: .text)
            guard let declared = try? Template(text, context: Self.top, library: Self.library, options: options) else {
                continue
            }
            compiled += 1
            let (record, data) = Self.values(&random)
            let free = try Template(text, library: Self.library, options: options)
            #expect(try declared.render(record) == (try free.render(data)), "\(text.debugDescription)")
        }
        #expect(compiled > 10)
    }

    // MARK: Values

    static func fill(leaf record: Record?, _ random: inout SeededGenerator) -> TemplateValue {
        var data: [String: TemplateValue] = [:]
        if let text = text(&random) {
            record?.set(leaf.slot("t"), text: text)
            data["t"] = .text(text)
        }
        if Bool.random(using: &random) {
            let number = Int.random(in: -3...12, using: &random)
            record?.set(leaf.slot("n"), number: Int64(number))
            data["n"] = .number(String(number))
        }
        if Bool.random(using: &random) {
            let flag = Bool.random(using: &random)
            record?.set(leaf.slot("f"), flag: flag)
            data["f"] = .bool(flag)
        }
        return .object(data.merging(["t": .null, "n": .null, "f": .null]) { one, _ in one })
    }

    static func fill(middle record: Record, _ random: inout SeededGenerator) -> TemplateValue {
        var data: [String: TemplateValue] = [:]
        for name in ["t", "u"] {
            guard let text = text(&random) else { continue }
            record.set(middle.slot(name), text: text)
            data[name] = .text(text)
        }
        if Int.random(in: 0..<3, using: &random) > 0 {
            data["r"] = fill(leaf: record.record(middle.slot("r")), &random)
        }
        let rows = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            fill(leaf: record.append(to: middle.slot("l")), &random)
        }
        data["l"] = .list(rows)
        return .object(data.merging(["t": .null, "u": .null, "r": .null]) { one, _ in one })
    }

    struct Rows: RowSource {
        let seeds: [UInt64]
        var position = 0

        mutating func next(into row: Record) -> Bool {
            guard position < seeds.count else { return false }
            var random = SeededGenerator(seed: seeds[position])
            _ = fill(middle: row, &random)
            position += 1
            return true
        }

        mutating func restart() -> Bool {
            position = 0
            return true
        }
    }

    static func values(_ random: inout SeededGenerator) -> (Record, TemplateValue) {
        let record = Record(top)
        var data: [String: TemplateValue] = [:]
        for name in ["t", "v"] {
            guard let text = text(&random) else { continue }
            record.set(top.slot(name), text: text)
            data[name] = .text(text)
        }
        if Bool.random(using: &random) {
            record.set(top.slot("n"), number: 5)
            data["n"] = 5
        }
        if Bool.random(using: &random) {
            record.set(top.slot("f"), flag: true)
            data["f"] = true
        }
        if Bool.random(using: &random) { data["r"] = fill(leaf: record.record(top.slot("r")), &random) }
        if Int.random(in: 0..<3, using: &random) > 0 { data["m"] = fill(middle: record.record(top.slot("m")), &random) }
        let rows = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            fill(middle: record.append(to: top.slot("l")), &random)
        }
        data["l"] = .list(rows)
        let seeds = (0..<Int.random(in: 0...3, using: &random)).map { _ in random.next() }
        record.set(top.slot("s"), stream: Rows(seeds: seeds))
        data["s"] = .list(
            seeds.map { seed in
                var inner = SeededGenerator(seed: seed)
                return fill(middle: Record(middle), &inner)
            })
        let absent: [String: TemplateValue] = ["t": .null, "n": .null, "f": .null, "v": .null, "r": .null, "m": .null]
        return (record, .object(data.merging(absent) { one, _ in one }))
    }

    static func text(_ random: inout SeededGenerator) -> String? {
        let texts: [String?] = ["", "a", "bb", "10", "9", nil, nil, "x<y", "Z"]
        return texts.randomElement(using: &random) ?? nil
    }
}

/// Writes templates over the names of ``DifferentialTests``.
struct TemplateMaker {
    private static let names = [
        "t", "n", "f", "r", "m", "l", "v", "u", "r.t", "r.n", "m.t", "m.r.t", "m.r", "m.l", "r.f", "m.u", "l", "s",
        "m.r.n",
    ]

    mutating func make(depth: Int, _ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in piece(depth, &random) }.joined()
    }

    private mutating func piece(_ depth: Int, _ random: inout SeededGenerator) -> String {
        func one(of pieces: [String]) -> String { pieces.randomElement(using: &random) ?? "" }
        let name = one(of: Self.names)
        switch Int.random(in: 0..<16, using: &random) {
        case 0...2: return one(of: ["a", "|", "\n", " \n", "-"])
        case 3...5: return "{{\(name)}}"
        case 6...9 where depth > 0: return "{{#\(name)}}\(make(depth: depth - 1, &random)){{/\(name)}}"
        case 10 where depth > 0: return "{{^\(name)}}\(make(depth: depth - 1, &random)){{/\(name)}}"
        case 11: return "{{.}}"
        case 12: return one(of: ["{{@index}}", "{{#@first}}F{{/@first}}", "{{^@last}},{{/@last}}", "{{@number}}"])
        case 13:
            // Absent lists of a record that is absent count as none from records, and not at all from data.
            let counted = name == "m.l" ? "l" : name
            return one(of: [
                "{{ upper(\(name)) }}", "{{ default(\(name), \"d\") }}", "{{ count(\(counted)) }}",
                "{{# upper(\(name)) }}[{{.}}]{{/ upper }}", "{{^ default(\(name),t) }}e{{/ default }}",
            ])
        case 14 where depth > 0:
            let call = one(of: ["first(\(name), 2)", "sorted(\(name), \"t\")"])
            return "{{# \(call) }}\(make(depth: depth - 1, &random)){{/ \(call.prefix { $0 != "(" }) }}"
        case 15: return one(of: ["{{> p}}", "\n  {{> p}}\n", "{{<q}}{{$b}}{{t}}{{/b}}{{/q}}"])
        default: return "x"
        }
    }
}

/// The same numbers from the same seed (xorshift, Marsaglia 2003).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
