import Testing

@testable import XMLValidation

private func document(items: String) -> [UInt8] {
    Array(
        """
        <inventory xmlns="urn:homepwner:inventory:1" version="1" generated="2026-11-21T10:00:00Z" generator="x">
        <summary items="1"/>
        <items>
        \(items)</items>
        </inventory>

        """.utf8)
}

private func item(quantity: String = "1", notes: String = "") -> String {
    """
    <item id="2f1c3a52-7b7e-4b58-9d3b-0c6f0e1a9b11"><name/><quantity>\(quantity)</quantity>\
    <dateCreated>2014-05-01T09:30:00Z</dateCreated><notes>\(notes)</notes></item>\n
    """
}

@Suite("Streaming validation")
struct StreamTests {
    @Test("20 faults are kept and the rest is counted")
    func manyFaults() throws {
        let items = String(repeating: item(quantity: "x"), count: 50)
        let report = try XMLStreamValidator.report(on: document(items: items))
        #expect(report.diagnostics.count == 20)
        #expect(report.omittedCount == 30)
        #expect(report.text.hasSuffix("and 30 more"))
        #expect(report.diagnostics.map(\.line) == Array(4..<24))
    }

    @Test("a broken facet is reported once")
    func facetOnce() throws {
        let report = try XMLStreamValidator.report(on: document(items: item(quantity: "-1")))
        #expect(report.diagnostics.map(\.rule) == ["cvc-minInclusive-valid"])
        #expect(report.omittedCount == 0)
    }

    @Test(
        "a tag that is too large is refused before it is parsed",
        arguments: ["a%=\"\"", "xmlns:a%=\"u\"", "xsi:a%='%'", "a%\n=\n\"<\"", "id=\"%>\""])
    func largeTag(attribute: String) throws {
        let attributes = (0..<60_000).map { attribute.replacing("%", with: "\($0)") }.joined(separator: " ")
        let report = try XMLStreamValidator.report(on: document(items: "<item \(attributes)/>"))
        #expect(report.diagnostics.last?.rule == "tag-too-large", "\(report.diagnostics.count)")
    }

    @Test("an element knows the location of its tag")
    func places() throws {
        let items =
            "  <item\n    line=\"1\"\n      id=\"2f1c3a52-7b7e-4b58-9d3b-0c6f0e1a9b11\"><name>熊</name><quantity>1</quantity>"
            + "<dateCreated>2014-05-01T09:30:00Z</dateCreated></item>\n"
        let bytes = document(items: items)
        let text = String(decoding: bytes, as: UTF8.self)
        for chunk in [1, 7, bytes.count] {
            let observer = LocationObserver()
            let validator = try XMLStreamValidator(schema: #require(inventorySchema), observer: observer)
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                validator.write(bytes[start..<min(start + chunk, bytes.count)].span)
            }
            #expect(validator.finish().isValid)
            for (name, place) in observer.places {
                let before = try #require(text.firstRange(of: name == "item" ? "<item\n" : "<\(name)")).lowerBound
                let lines = text[..<before].split(separator: "\n", omittingEmptySubsequences: false)
                #expect(place == XMLLocation(line: lines.count, column: (lines.last?.count ?? 0) + 1), "\(name)")
            }
            #expect(observer.places.count == 7)
        }
    }

    @Test("lines are counted past 65535")
    func manyLines() throws {
        let items = String(repeating: "\n", count: 100_000) + item(quantity: "x")
        let report = try XMLStreamValidator.report(on: document(items: items))
        #expect(report.diagnostics.map(\.line) == [100_004])
    }

    @Test("a faulty value of any length makes a short message")
    func longValue() throws {
        let items = item(quantity: String(repeating: "熊", count: 100_000))
        let report = try XMLStreamValidator.report(on: document(items: items))
        let message = try #require(report.diagnostics.first).text
        #expect(message.utf8.count < 600)
        #expect(message.contains("…; "))
        #expect(!message.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test("a text past the limit stops the reading")
    func longText() throws {
        let items = item(notes: String(repeating: "x", count: 5000))
        let limits = XMLLimits(textBytes: 4999)
        let report = try XMLStreamValidator.report(on: document(items: items), limits: limits)
        #expect(report.diagnostics.map(\.rule) == ["text-too-long"])
        #expect(try XMLStreamValidator.report(on: document(items: items), limits: XMLLimits(textBytes: 5000)).isValid)
    }

    @Test("a text of a million escaped characters takes hardly any time", .timeLimit(.minutes(10)))
    func escapedText() throws {
        let items = item(notes: String(repeating: "&amp;", count: 1 << 20))
        #expect(try XMLStreamValidator.report(on: document(items: items)).isValid)
        #expect(try ShardedXMLValidator.report(on: document(items: items), jobs: 1).isValid)
    }

    @Test("deeply nested elements are refused, not followed")
    func depth() throws {
        let report = try XMLStreamValidator.report(on: Array(String(repeating: "<a>", count: 100_000).utf8))
        #expect(!report.isValid)
    }

    @Test("the schema receives the first of many CDATA sections and all their text")
    func sections() throws {
        func report(_ items: String, chunk: Int = 4096) throws -> XMLValidationReport {
            try XMLStreamValidator.report(on: document(items: items), chunk: chunk)
        }
        let sections = String(repeating: "<![CDATA[ ]]>", count: 500)
        let between = try report("\(sections)\(item())")
        #expect(between.diagnostics.map(\.rule) == ["cvc-complex-type.2.3"] && between.omittedCount == 0)
        for chunk in [1, 7, 4096] {
            let parts = "<![CDATA[2]]><![CDATA[]]><![CDATA[0]]>1<![CDATA[4-05]]>-<!-- x -->0<![CDATA[1]]>T09:30:00Z"
            let whole = item().replacing("2014-05-01T09:30:00Z", with: parts)
            #expect(whole.contains("CDATA"))
            #expect(try report(whole, chunk: chunk).isValid)
            #expect(try !report(whole.replacing("[4-05]", with: "[4-15]"), chunk: chunk).isValid)
        }
        // What an empty one begins is not taken for the text of the next element.
        let empty = try report("<![CDATA[]]>\(item())<![CDATA[ ]]>")
        #expect(empty.diagnostics.map(\.rule) == ["cvc-complex-type.2.3", "cvc-complex-type.2.3"])
    }

    @Test("a document cannot make the program read another schema")
    func foreignSchema() throws {
        let start = "<inventory xmlns:x=\"http://www.w3.org/2001/XMLSchema-instance\" "
        let text = String(decoding: document(items: item()), as: UTF8.self)
            .replacing("<inventory ", with: start + "x:schemaLocation=\"urn:other file:///etc/passwd\" ")
        #expect(try XMLStreamValidator.report(on: Array(text.utf8)).isValid)
        let faulty = text.replacing("generator=\"x\"", with: "colour=\"red\" generator=\"x\"")
        #expect(try XMLStreamValidator.report(on: Array(faulty.utf8)).diagnostics.map(\.rule) == ["cvc-complex-type.3"])
    }

    @Test("UTF-16 is read like UTF-8")
    func utf16() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + String(decoding: document(items: item()), as: UTF8.self)
        let bytes = text.utf16.reduce(into: [0xFF, 0xFE] as [UInt8]) { bytes, unit in
            bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        #expect(try XMLStreamValidator.report(on: bytes).isValid)
    }
}

/// Writes down what it sees.
private final class Recorder: XMLElementObserver {
    var events: [String] = []

    func elementStarted(_ element: borrowing ValidatedElement) {
        let attributes = [element.attribute("id"), element.attribute("name")].compactMap(\.self)
        events.append(
            ([String(repeating: " ", count: element.depth) + element.name] + attributes).joined(separator: " "))
        if element.isNamed("name") { events.append("line \(element.place.line)") }
    }

    func elementEnded(_ element: borrowing ValidatedElement, text: UnsafeBufferPointer<UInt8>) {
        guard !element.isNamed("nam"), !element.isNamed("names") else { return events.append("wrong") }
        if !text.isEmpty, text.first != UInt8(ascii: "\n") {
            events.append("\(element.depth) " + String(decoding: text, as: UTF8.self))
        }
    }
}

@Suite("Observing elements")
struct ObserverTests {
    @Test("an observer sees names, attributes, lines and whole texts", arguments: [1, 4096])
    func events(chunk: Int) throws {
        let recorder = Recorder()
        let text = """
            <item id="a&amp;b&quot;"><name>x &amp; <![CDATA[<y>]]> z</name>
            <customFields><field name="k"/></customFields></item>

            """
        _ = try XMLStreamValidator.report(on: document(items: text), chunk: chunk, observer: recorder)
        #expect(
            recorder.events == [
                "inventory", " summary", " items", "  item a&b\"", "   name", "line 4", "3 x & <y> z",
                "   customFields", "    field k",
            ])
    }
}

@Suite("Schemas")
struct SchemaTests {
    private func compile(_ text: String) throws -> XMLSchema {
        try Array(text.utf8).withUnsafeBytes { try XMLSchema($0) }
    }

    @Test(
        "a schema that cannot be used is refused with its faults",
        arguments: [
            "", "x", "<a/>", "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element/></xs:schema>",
            "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element name=\"a\" type=\"b\"/></xs:schema>",
        ])
    func refused(_ text: String) {
        let error = #expect(throws: XMLValidationError.self) { try compile(text) }
        guard case .schemaInvalid(let report) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!report.diagnostics.isEmpty)
    }

    @Test("a schema loads no other file")
    func noInclude() {
        let text = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="\(TestSchema.path)"/>
            </xs:schema>
            """
        #expect(throws: XMLValidationError.self) { try compile(text) }
    }
}

/// Notes where every start tag begins.
private final class LocationObserver: XMLElementObserver {
    var places: [(name: String, place: XMLLocation)] = []

    func elementStarted(_ element: borrowing ValidatedElement) { places.append((element.name, element.place)) }
    func elementEnded(_ element: borrowing ValidatedElement, text: UnsafeBufferPointer<UInt8>) {}
}
