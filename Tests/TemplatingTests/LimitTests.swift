import Testing

@testable import Templating

@Suite("Limits and threads")
struct LimitTests {
    static func kinds(_ body: () throws -> Void) -> [String] {
        do {
            try body()
            return []
        } catch let error as TemplateError {
            return error.diagnostics.map(\.kind.rawValue)
        } catch let error as RenderError {
            return [error.kind.rawValue]
        } catch {
            return ["\(error)"]
        }
    }

    static func diagnostics(_ body: () throws -> Template) -> [TemplateDiagnostic] {
        do {
            _ = try body()
            return []
        } catch {
            return (error as? TemplateError)?.diagnostics ?? []
        }
    }

    @Test("Partials that multiply without writing anything are stopped when rendered")
    func multiplying() throws {
        var partials: [String: String] = [:]
        for level in 0..<30 { partials["p\(level)"] = "{{> p\(level + 1)}}{{> p\(level + 1)}}" }
        partials["p30"] = ""
        let options = TemplateOptions(limits: .untrusted)
        let template = try Template("{{> p0}}", library: TemplateLibrary(partials), options: options)
        #expect(Self.kinds { _ = try template.render([:]) } == ["too-many-steps"])
    }

    @Test("Partials that grow with each use are stopped when compiled")
    func growing() {
        var partials: [String: String] = [:]
        for level in 0..<20 {
            partials["p\(level)"] = "{{#a}}{{> p\(level + 1)}}{{/a}}{{#b}}{{> p\(level + 1)}}{{/b}}"
        }
        partials["p20"] = "x"
        let context = ContextDeclaration([("a", .flag), ("b", .flag)])
        let options = TemplateOptions(limits: .untrusted)
        let kinds = Self.kinds {
            _ = try Template("{{> p0}}", context: context, library: TemplateLibrary(partials), options: options)
        }
        #expect(kinds == ["limit"])
    }

    @Test("Data that recurses deeper than allowed is stopped")
    func recursion() throws {
        var value: TemplateValue = ["n": []]
        for _ in 0..<200 { value = ["n": [value]] }
        let library = TemplateLibrary(["node": "({{#n}}{{> node}}{{/n}})"])
        let template = try Template("{{> node}}", library: library)
        #expect(Self.kinds { _ = try template.render(value) } == ["partials-too-deep"])
    }

    @Test("Partials named by data that name themselves are stopped")
    func named() throws {
        let library = TemplateLibrary(["self": "{{> *name}}"])
        let template = try Template("{{> *name}}", library: library)
        #expect(Self.kinds { _ = try template.render(["name": "self"]) } == ["partials-too-deep"])
    }

    @Test("Output and work are bounded")
    func output() throws {
        var limits = TemplateLimits.untrusted
        limits.outputSize = 100_000
        limits.steps = 40
        let options = TemplateOptions(limits: limits)
        let large = TemplateValue.text(String(repeating: "x", count: 200_000))
        #expect(Self.kinds { _ = try Template("{{a}}", options: options).render(["a": large]) } == ["output-too-large"])
        let list = TemplateValue.list(Array(repeating: "x", count: 51))
        #expect(
            Self.kinds { _ = try Template("{{#a}}x{{/a}}", options: options).render(["a": list]) } == [
                "too-many-steps"
            ])
    }

    @Test("Work that writes nothing is bounded, from data and from records")
    func work() throws {
        let options = TemplateOptions(limits: .untrusted)
        let list = TemplateValue.list(Array(repeating: "x", count: 2_000))
        let body = String(repeating: "{{^x}}{{/x}}", count: 1_000)
        for template in [
            "{{#a}}{{#a}}\(body){{/a}}{{/a}}", "{{#a}}{{^upper(t)}}{{/upper}}{{/a}}",
            "{{#a}}{{# first(sorted(a, \"x\"), 1) }}{{/first}}{{/a}}",
        ] {
            let compiled = try Template(template, options: options)
            let data: TemplateValue = ["a": list, "x": true, "t": .text(String(repeating: "t", count: 100_000))]
            #expect(Self.kinds { _ = try compiled.render(data) } == ["too-many-steps"], "\(template.prefix(40))")
        }
        let row = ContextDeclaration([("n", .text)])
        let context = ContextDeclaration([("a", .list(row)), ("x", .flag)])
        let record = Record(context)
        record.set(context.slot("x"), flag: true)
        for index in 0..<3_000 { record.append(to: context.slot("a")).set(row.slot("n"), number: Int64(index)) }
        for template in [
            "{{#a}}{{#a}}\(body){{/a}}{{/a}}", "{{#a}}{{# first(sorted(a, \"n\"), 1) }}{{/first}}{{/a}}",
        ] {
            let compiled = try Template(template, context: context, options: options)
            #expect(Self.kinds { _ = try compiled.render(record) } == ["too-many-steps"], "\(template.prefix(40))")
        }
    }

    @Test("Sections in partials in sections do not overflow the stack")
    func deep() {
        var partials: [String: String] = [:]
        for level in 0..<61 {
            let sections = String(repeating: "{{#a}}", count: 99)
            partials["p\(level)"] = sections + "{{> p\(level + 1)}}" + String(repeating: "{{/a}}", count: 99)
        }
        partials["p61"] = ""
        #expect(Self.kinds { _ = try Template("{{> p0}}", library: TemplateLibrary(partials)) } == ["limit"])
        let inside = String(repeating: "{{$b}}", count: 90) + String(repeating: "{{/b}}", count: 90)
        var blocks: [String: String] = ["q20": ""]
        for level in 0..<20 {
            blocks["q\(level)"] = inside.replacing("{{/b}}", with: "{{> q\(level + 1)}}{{/b}}", maxReplacements: 1)
        }
        #expect(Self.kinds { _ = try Template("{{> q0}}", library: TemplateLibrary(blocks)) } == ["limit"])
    }

    @Test("Nested sections whose rows begin and end in different contexts are not compiled repeatedly")
    func doubling() throws {
        let options = TemplateOptions(contentType: .json)
        let open = (0..<17).map { "{{#a\($0)}}1," }.joined()
        let close = (0..<17).reversed().map { "{{/a\($0)}}" }.joined()
        _ = try Template("[\(open)\(close)2]", options: options)
    }

    @Test("More blocks than are of use are refused")
    func blocks() {
        let given = (0..<501).map { "{{$b\($0)}}{{/b\($0)}}" }.joined()
        let library = TemplateLibrary(["p": ""])
        #expect(Self.kinds { _ = try Template("{{<p}}\(given){{/p}}", library: library) } == ["limit"])
    }

    @Test("What a parent includes is read and checked once, however often the parent is used")
    func parents() throws {
        final class Loads: @unchecked Sendable { var counts: [String: Int] = [:] }
        let loads = Loads()
        let library = TemplateLibrary(names: []) { name in
            loads.counts[name, default: 0] += 1
            return Array((name == "box" ? "{{$t}}{{/t}}{{> part}}{{> part}}" : "{{! nothing }}{{$u}}{{/u}}").utf8)
        }
        _ = try Template(String(repeating: "{{<box}}{{$t}}1{{/t}}{{$u}}2{{/u}}{{/box}}", count: 20), library: library)
        #expect(loads.counts == ["box": 1, "part": 1])
    }

    @Test("Work that compiles to little is bounded while compiling")
    func compiling() throws {
        let blocks = (0..<300).map { "{{$n\($0)}}{{/n\($0)}}" }.joined()
        let library = TemplateLibrary(names: []) { name in
            if name == "blocks" { return Array(blocks.utf8) }
            // Partials without end, none of which includes itself.
            return Array("{{> \(name)+}}".utf8)
        }
        var options = TemplateOptions()
        options.limits.compilingSteps = 50_000
        let calls = String(repeating: "{{<blocks}}{{$n1}}z{{/n1}}{{/blocks}}", count: 300)
        let diagnostics = Self.diagnostics { try Template(calls, library: library, options: options) }
        #expect(diagnostics.map(\.kind) == [.limit])
        #expect(diagnostics.first?.message == "this template takes more work to compile than allowed")
        #expect(
            Self.kinds { _ = try Template("{{<more}}{{$t}}{{/t}}{{/more}}", library: library, options: options) } == [
                "endless-recursion", "unknown-name",
            ])
    }

    @Test("Long delimiters are refused, and long names are shortened in messages")
    func longNames() throws {
        let mark = String(repeating: "<", count: 65)
        let found = Self.diagnostics { try Template("{{=\(mark) >>=}}x") }
        #expect(found.map(\.message) == ["new delimiters must be 64 bytes or shorter"])
        _ = try Template("{{=\(mark.dropFirst()) >>=}}x")
        let name = String(repeating: "n", count: 200_000)
        let unknown = Self.diagnostics { try Template("{{\(name)}}", checkedAgainst: ["a": 1]) }
        #expect(unknown.count == 1 && unknown.allSatisfy { $0.message.count < 1000 && $0.remedy.count < 1000 })
    }

    @Test("A record of another context, or data for records, is refused")
    func context() throws {
        let context = ContextDeclaration([("a", .text)])
        let template = try Template("{{a}}", context: context)
        #expect(Self.kinds { _ = try template.render(["a": "x"]) } == ["wrong-context"])
        #expect(Self.kinds { _ = try template.render(Record(ContextDeclaration([("a", .text)]))) } == ["wrong-context"])
    }

    struct FullSink: ByteSink {
        struct Full: Error {}
        mutating func write(_ bytes: Span<UInt8>) throws { throw Full() }
    }

    @Test("An error of a sink is passed on")
    func sink() throws {
        var sink = FullSink()
        #expect(throws: FullSink.Full.self) { try Template("x").render([:], into: &sink) }
    }

    @Test(
        "One compiled template is rendered by eight threads at once",
        arguments: ["{{^@last}},{{/@last}}", "{{@index}}"])
    func threads(position: String) async throws {
        let library = TemplateLibrary(["row": "<td>{{ upper(name) }}</td>"])
        let template = try Template(
            "{{#rooms}}<tr>{{> row}}</tr>{{/rooms}}{{#items}}{{name}}\(position){{/items}}",
            context: CallTests.context, library: library)
        let expected = try template.render(CallTests.record())
        let same = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<200).allSatisfy { _ in (try? template.render(CallTests.record())) == expected }
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(same)
    }
}
