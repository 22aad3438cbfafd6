import Testing

@testable import Templating

/// Names that data brings along, and those that a program declares.
@Suite("Names")
struct NameTests {
    static let data: TemplateValue = [
        "@id": "i", "@type": ["name": "t"], "a(b": "1", "c\"d": "2", "shout(x)": "3", "list": [1, 2],
    ]

    @Test(
        "Plain Mustache takes every name",
        arguments: [
            ("{{@id}}{{@type.name}}", "it"), ("{{a(b}}{{c\"d}}", "12"), ("{{#shout(x)}}{{.}}{{/shout(x)}}", "3"),
            ("{{^no(}}-{{/no(}}{{@nothing}}", "-"), ("{{#list}}{{@index}}{{/list}}{{ upper(@id) }}", "01I"),
        ])
    func trusting(text: String, wanted: String) throws {
        #expect(try Template(text, options: TemplateOptions(isTrusting: true)).render(Self.data) == wanted)
    }

    @Test("A name with @ that the data is known to have is no position")
    func known() throws {
        #expect(try Template("{{@id}}{{@type.name}}", checkedAgainst: Self.data).render(Self.data) == "it")
        #expect(throws: TemplateError.self) { try Template("{{@ix}}", checkedAgainst: Self.data) }
    }

    @Test("A list that is not there has no elements, in data as in records")
    func countOfNothing() throws {
        let inner = ContextDeclaration([("l", .list(ContextDeclaration([("n", .text)])))])
        let context = ContextDeclaration([("m", .record(inner))])
        let text = "[{{ count(m.l) }}]"
        #expect(try Template(text, context: context).render(Record(context)) == "[0]")
        for data: TemplateValue in [["m": .null], ["m": ["l": .null]], ["m": ["l": .list([])]], [:]] {
            #expect(try Template(text).render(data) == "[0]")
        }
    }

    @Test("What no template can write is neither declared nor called")
    func writable() {
        for name in ["", "a.b", "a(", "@x", "#a", " a", "a b", "a,", "a\"", "*a"] {
            #expect(!ContextDeclaration.isWritable(name), "\(name)")
            #expect(!Formatter.isCallable(name), "\(name)")
        }
        for name in ["a", "serialNumber", "名", "_x1"] {
            #expect(ContextDeclaration.isWritable(name) && Formatter.isCallable(name), "\(name)")
        }
        #expect(!Formatter.isCallable("1a") && !Formatter.isCallable("a-b"))
        #expect(Formatter.isInOrder([.init(.text), .init(.any, isOptional: true)]))
        #expect(!Formatter.isInOrder([.init(.any, isOptional: true), .init(.text)]))
    }
}
