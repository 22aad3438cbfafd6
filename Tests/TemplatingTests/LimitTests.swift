import Testing

@testable import Templating

@Suite("Limits and threads")
struct LimitTests {
    static func kinds(_ body: () throws -> Void) -> [String] {
        do {
            try body()
            return []
        } catch let error as TemplateError {
            return error.mistakes.map(\.kind.rawValue)
        } catch let error as RenderError {
            return [error.kind.rawValue]
        } catch {
            return ["\(error)"]
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

    @Test("A record of another context, or data for records, is refused")
    func context() throws {
        let context = ContextDeclaration([("a", .text)])
        let template = try Template("{{a}}", context: context)
        #expect(Self.kinds { _ = try template.render(["a": "x"]) } == ["wrong-context"])
        #expect(Self.kinds { _ = try template.render(Record(ContextDeclaration([("a", .text)]))) } == ["wrong-context"])
    }

    struct FullSink: ByteSink {
        struct Full: Error {}
        mutating func write(_ bytes: UnsafeRawBufferPointer) throws { throw Full() }
    }

    @Test("What a sink throws comes through")
    func sink() throws {
        var sink = FullSink()
        #expect(throws: FullSink.Full.self) { try Template("x").render([:], into: &sink) }
    }

    @Test("One compiled template is rendered by eight threads at once")
    func threads() async throws {
        let library = TemplateLibrary(["row": "<td>{{ upper(name) }}</td>"])
        let template = try Template(
            "{{#rooms}}<tr>{{> row}}</tr>{{/rooms}}{{#items}}{{name}}{{^@last}},{{/@last}}{{/items}}",
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
