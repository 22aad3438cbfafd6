import Testing

@testable import Templating

@Suite("Formatter calls, row positions and list functions")
struct CallTests {
    static let room = ContextDeclaration([("name", .text), ("total", .number)])
    static let context = ContextDeclaration([
        ("name", .text), ("serialNumber", .text), ("total", .number), ("isNew", .flag), ("rooms", .list(room)),
        ("items", .stream(room)), ("owner", .record(ContextDeclaration([("city", .text)]))),
    ])
    static let money = Formatter(
        "money", [.init(.number), .init(.choice(["short", "long"]), isOptional: true)],
        summary: "Writes an amount.", example: "{{ money(total) }}"
    ) { arguments, output in
        output.write("$")
        output.write(arguments[0].bytes)
        if arguments.count > 1 { output.write(" " + arguments[1].text) }
    }
    static let options = TemplateOptions(formatters: FormatterSet([money]))

    struct Rows: RowSource {
        /// Borrowed text is overwritten by the next row, as a database cursor does.
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1)
        var left: Int
        mutating func next(into row: Record) -> Bool {
            guard left > 0 else { return false }
            memory[0] = UInt8(ascii: "a") + UInt8(left - 1)
            row.set(room.slot("name"), borrowing: UnsafeBufferPointer(memory))
            row.set(room.slot("total"), number: Int64(left))
            left -= 1
            return true
        }
    }

    static func record(rows: Int = 3) -> Record {
        let record = Record(context)
        record.set(context.slot("name"), text: "Drill & bit")
        record.set(context.slot("total"), text: "12.50")
        record.set(context.slot("isNew"), flag: true)
        record.record(context.slot("owner")).set(ContextDeclaration([("city", .text)]).slot("city"), text: "Bonn")
        for (name, total) in [("Hall", "9"), ("Attic", "10"), ("Kitchen", "2.5")] {
            let element = record.append(to: context.slot("rooms"))
            element.set(room.slot("name"), text: name)
            element.set(room.slot("total"), text: total)
        }
        record.set(context.slot("items"), stream: Rows(left: rows))
        return record
    }

    static let data: TemplateValue = [
        "name": "Drill & bit", "total": .number("12.50"), "isNew": true, "owner": ["city": "Bonn"],
        "rooms": [
            ["name": "Hall", "total": 9], ["name": "Attic", "total": 10], ["name": "Kitchen", "total": .number("2.5")],
        ],
    ]

    static let cases = [
        ("{{ upper(name) }}", "DRILL &amp; BIT"), ("{{lower(owner.city)}}", "bonn"),
        ("{{ money(total) }}", "$12.50"), (#"{{ money(total, "long") }}"#, "$12.50 long"),
        (#"{{ default(serialNumber, "not <stated>") }}"#, "not &lt;stated&gt;"),
        (#"{{ upper(default(serialNumber, "none")) }}"#, "NONE"), (#"{{ default(name, "}}") }}"#, "Drill &amp; bit"),
        ("{{ upper(serialNumber) }}|", "|"), ("{{#upper(serialNumber)}}x{{/upper}}{{^upper(name)}}y{{/upper}}", ""),
        ("{{#upper(owner.city)}}{{owner.city}} {{.}}{{/upper}}", "Bonn BONN"), ("{{ count(rooms) }}", "3"),
        (#"{{# sorted(rooms, "total") }}{{name}} {{/ sorted }}"#, "Kitchen Hall Attic "),
        (#"{{# sorted(rooms, "name", "descending") }}{{name}} {{/ sorted }}"#, "Kitchen Hall Attic "),
        (#"{{# first(sorted(rooms, "name"), 2) }}{{name}} {{/ first }}"#, "Attic Hall "),
        ("{{# first(rooms, 2) }}{{name}}{{^@last}}, {{/@last}}{{/ first }}", "Hall, Attic"),
        (
            "{{#rooms}}{{@number}}/{{ @index }} {{#@first}}F{{/@first}}{{#@last}}L{{/@last}}{{#@even}}e{{/@even}};{{/rooms}}",
            "1/0 Fe;2/1 ;3/2 Le;"
        ),
    ]

    @Test("Calls and positions work on declared contexts", arguments: cases)
    func declared(template: String, expected: String) throws {
        #expect(try Template(template, context: Self.context, options: Self.options).render(Self.record()) == expected)
    }

    @Test("Calls and positions work on data", arguments: cases)
    func data(template: String, expected: String) throws {
        #expect(try Template(template, options: Self.options).render(Self.data) == expected)
        var data = Self.data
        if case .object(var members) = data {
            members["serialNumber"] = .null
            data = .object(members)
        }
        #expect(
            try Template(template, checkedAgainst: data, options: Self.options).render(data) == expected)
    }

    @Test(
        "The last row of a stream is known, and borrowed text outlives the look ahead",
        arguments: [(0, ""), (1, "a."), (3, "c, b, a.")])
    func streamedLast(rows: Int, expected: String) throws {
        let template = try Template(
            "{{#items}}{{name}}{{^@last}}, {{/@last}}{{#@last}}.{{/@last}}{{/items}}", context: Self.context)
        #expect(try template.render(Self.record(rows: rows)) == expected)
    }

    @Test("A stream is cut after its first rows", arguments: [(1, "c|"), (2, "c,b|"), (9, "c,b,a|")])
    func streamedFirst(count: Int, expected: String) throws {
        let template = try Template(
            "{{# first(items, \(count)) }}{{name}}{{^@last}},{{/@last}}{{#@last}}|{{/@last}}{{/ first }}",
            context: Self.context)
        #expect(try template.render(Self.record()) == expected)
    }

    @Test("What a formatter makes is escaped for its place, and numbers stay numbers in JSON")
    func places() throws {
        let options = TemplateOptions(contentType: .json)
        let template = try Template(
            #"{"n": {{ upper(name) }}, "c": {{ count(rooms) }}, "f": {{isNew}}, "a": {{serialNumber}}}"#,
            context: Self.context, options: options)
        #expect(try template.render(Self.record()) == ##"{"n": "DRILL \u0026 BIT", "c": 3, "f": true, "a": null}"##)
    }

    @Test("A list that is cut or sorted inside another one leaves the outer one's rows alone")
    func nestedSteps() throws {
        let leaf = ContextDeclaration([("n", .text)])
        let middle = ContextDeclaration([("t", .text), ("l", .list(leaf))])
        let top = ContextDeclaration([("l", .list(middle))])
        let record = Record(top)
        for (title, count) in [("A", 0), ("B", 2), ("C", 3)] {
            let row = record.append(to: top.slot("l"))
            row.set(middle.slot("t"), text: title)
            for index in 0..<count { row.append(to: middle.slot("l")).set(leaf.slot("n"), number: Int64(9 - index)) }
        }
        let template = try Template(
            "{{# first(l, 2) }}{{t}}:{{# sorted(l, \"n\") }}{{n}}{{/ sorted }} {{/ first }}", context: top)
        #expect(try template.render(record) == "A: B:89 ")
    }

    @Test("Numbers are sorted before text, and absent values last, in both directions")
    func sortOrder() throws {
        let values: [TemplateValue] = ["Nan", "2", "10", "1a", .null, "0x10", "Inf", "-1"]
        let data: TemplateValue = ["l": .list(values.map { ["v": $0, "s": $0] })]
        let up = try Template("{{# sorted(l, \"v\") }}{{default(s, \"-\")}} {{/sorted}}").render(data)
        #expect(up == "-1 2 10 0x10 1a Inf Nan - ")
        let down = try Template("{{# sorted(l, \"v\", \"descending\") }}{{default(s, \"-\")}} {{/sorted}}").render(data)
        #expect(down == "Nan Inf 1a 0x10 10 2 -1 - ")
    }

    @Test("A default has the type of its argument")
    func types() throws {
        let json = TemplateOptions(contentType: .json)
        let template = try Template(
            "[{{ default(a, 0) }}, {{ default(b, 0) }}, {{ default(c, \"-\") }}]", options: json)
        #expect(try template.render(["a": .number("12.50"), "c": true]) == "[12.50, 0, true]")
        let section = try Template("{{# default(c, \"x\") }}yes{{/ default }}")
        #expect(try section.render(["c": true]) == "yes")
    }

    @Test("A parent named by data takes blocks, and a partial named by data knows its row")
    func dynamic() throws {
        let library = TemplateLibrary(["par": "[{{$b}}default{{/b}}]", "row": "{{@index}}{{name}};"])
        let template = try Template(
            "{{<*p}}{{$b}}over{{/b}}{{/*p}}{{<par}}{{$b}}over{{/b}}{{/par}}{{#l}}{{> *r}}{{/l}}", library: library)
        let data: TemplateValue = ["p": "par", "r": "row", "l": [["name": "a"], ["name": "b"]]]
        #expect(try template.render(data) == "[over][over]0a;1b;")
    }

    @Test("A formatter's fault is a render error without the value")
    func fault() throws {
        let picky = Formatter("picky", [.init(.any)], summary: "Refuses.", example: "{{ picky(name) }}") { _, _ in
            throw FormatterError("takes nothing")
        }
        let template = try Template("{{ picky(name) }}", options: TemplateOptions(formatters: FormatterSet([picky])))
        #expect { try template.render(Self.data) } throws: {
            ($0 as? RenderError)?.description == "template:1:1: picky: takes nothing"
        }
    }

    @Test("A formatter is handed the parts of a record, from declared contexts and from data")
    func recordParts() throws {
        let price = Formatter(
            "price", [.init(.record(["amount", "currency"])), .init(.text, isOptional: true)],
            summary: "Writes an amount with its currency.", example: "{{ price(value) }}"
        ) { arguments, output in
            output.write("\(arguments[1].text) \(arguments[0].text)")
            if arguments.count > 2 { output.write(" " + arguments[2].text) }
        }
        let options = TemplateOptions(formatters: FormatterSet([price]))
        let money = ContextDeclaration([("amount", .number), ("currency", .text)])
        let item = ContextDeclaration([("name", .text), ("value", .record(money))])
        let context = ContextDeclaration([
            ("item", .record(item)), ("other", .record(item)), ("totals", .list(money)),
        ])
        let source = "{{ price(item.value, \"each\") }}|{{#totals}}{{ price(.) }};{{/totals}}|{{ price(other.value) }}"
        let record = Record(context)
        let value = record.record(context.slot("item")).record(item.slot("value"))
        value.set(money.slot("amount"), text: "12.50")
        value.set(money.slot("currency"), text: "USD")
        for (amount, currency) in [("1", "EUR"), ("2", "JPY")] {
            let total = record.append(to: context.slot("totals"))
            total.set(money.slot("amount"), text: amount)
            total.set(money.slot("currency"), text: currency)
        }
        let expected = "USD 12.50 each|EUR 1;JPY 2;|"
        #expect(try Template(source, context: context, options: options).render(record) == expected)
        let data: TemplateValue = [
            "item": ["value": ["amount": .number("12.50"), "currency": "USD"]],
            "totals": [["amount": 1, "currency": "EUR"], ["amount": 2, "currency": "JPY"]], "other": ["value": .null],
        ]
        #expect(try Template(source, options: options).render(data) == expected)
        for wrong in ["item", "item.name", "totals", "\"x\"", "item.value.amount"] {
            let error = #expect(throws: TemplateError.self) {
                try Template("{{ price(\(wrong)) }}", context: context, options: options)
            }
            #expect(error?.diagnostics.map(\.kind) == [.wrongArgumentType], "\(wrong)")
            #expect(error?.diagnostics.first?.remedy == "give it a record with \"amount\" and \"currency\"")
        }
    }
}
