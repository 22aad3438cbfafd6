import FoundationEssentials
import Testing

@testable import Templating

/// Every place with every value of the fixture; a browser test reads the same fixture.
@Suite("Places in HTML")
struct EscapingContextTests {
    struct EscapingCase: Sendable, CustomTestStringConvertible {
        let name: String
        let template: String
        let kind: String
        let selector: String
        let property: String
        var testDescription: String { name }
    }

    static let folder =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures/templating/"

    static func fixture(_ name: String) -> TemplateValue {
        guard let data = FileManager.default.contents(atPath: folder + name), let value = try? TemplateValue(json: data)
        else { return .null }
        return value
    }

    static func list(_ name: String) -> [[String: String]] {
        guard case .object(let root) = fixture("places.json"), case .list(let list)? = root[name] else { return [] }
        return list.map { entry in
            guard case .object(let fields) = entry else { return [:] }
            return fields.compactMapValues { if case .text(let text) = $0 { text } else { nil } }
        }
    }

    static let places = list("places").map { fields in
        EscapingCase(
            name: fields["name", default: ""], template: fields["template", default: ""],
            kind: fields["kind", default: ""], selector: fields["selector", default: ""],
            property: fields["property", default: ""])
    }
    static let values = list("values").map { (name: $0["name", default: ""], value: $0["value", default: ""]) }
    static let context = ContextDeclaration([("value", .text)])

    static func render(_ place: EscapingCase, _ value: String) throws -> String {
        let record = Record(context)
        record.set(context.slot("value"), text: value)
        return try Template(place.template, context: context).render(record)
    }

    @Test("The fixture holds at least 300 cases")
    func size() {
        #expect(Self.places.count * Self.values.count >= 300)
    }

    @Test("No value changes the structure of a page, and the reader sees the value", arguments: places)
    func place(_ place: EscapingCase) throws {
        let harmless = MiniHTML(try Self.render(place, "x1")).shape
        for (name, value) in Self.values {
            let page = MiniHTML(try Self.render(place, value))
            #expect(page.shape == harmless, "\(name)")
            let element = try #require(page.element(place.selector), "\(name)")
            let seen =
                place.property == "textContent"
                ? element.text : element.attributes.first { $0.name == place.property }?.value ?? ""
            #expect(Self.isRight(seen, value, place.kind), "\(name): \(seen)")
        }
    }

    @Test(
        "Places that look safe and are not do not compile",
        arguments: [
            "<script type=\"text/javascript\" type=\"application/json\">{{value}}</script>",
            "<script type=application/javascript>{{value}}</script>", "<p title=x onclick=\"{{value}}\">",
            "<p title=\"x\"onclick='{{value}}'>", "<P ONCLICK=\"{{value}}\">", "<svg><script>{{value}}</script></svg>",
            "<svg><animate values=\"{{value}}\">", "<base href=\"{{value}}\">", "<object data=\"{{value}}\"></object>",
            "<a href={{value}}>", "<a href=\"x\"{{value}}>", "</ti{{value}}", "<title></tit{{value}}</title>",
            "<meta content=\"{{value}}\" http-equiv=\"refresh\">", "<a href=\"{{value}}:{{value}}\">x</a>",
            "<!-->{{value}}<!-- {{value}} -->", "<script>{{value}}", "<noembed>{{value}}</noembed>",
            "<style>a{{{value}}</style>", "<xmp>{{value}}</xmp>", "<plaintext>{{value}}",
        ])
    func refused(template: String) {
        #expect(throws: TemplateError.self) { try Template(template, context: Self.context) }
    }

    @Test("Data is rendered to the same bytes as records are", arguments: places)
    func data(_ place: EscapingCase) throws {
        for (name, value) in Self.values {
            let data = try Template(place.template).render(["value": .text(value)])
            #expect(data == (try Self.render(place, value)), "\(name)")
        }
    }

    @Test("Every case is rendered as recorded")
    func recorded() throws {
        var outputs: [String: TemplateValue] = [:]
        for place in Self.places {
            var ofPlace: [String: TemplateValue] = [:]
            for (name, value) in Self.values { ofPlace[name] = .text(try Self.render(place, value)) }
            outputs[place.name] = .object(ofPlace)
        }
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try record(outputs) }
        guard case .object(let expected) = Self.fixture("places.expected.json") else {
            Issue.record("places.expected.json cannot be read; write it with RECORD=1")
            return
        }
        for (place, outputs) in outputs {
            guard case .object(let outputs) = outputs, case .object(let wanted)? = expected[place] else {
                Issue.record("\(place) is not recorded")
                continue
            }
            for case (let name, .text(let output)) in outputs {
                guard case .text(let text)? = wanted[name] else {
                    Issue.record("\(place), \(name) is not recorded")
                    continue
                }
                #expect(output == text, "\(place), \(name)")
            }
        }
    }

    private func record(_ outputs: [String: TemplateValue]) throws {
        let source = """
            {
            {{#places}}
              {{name}}: {
              {{#cases}}
                {{name}}: {{output}}{{^@last}},{{/@last}}
              {{/cases}}
              }{{^@last}},{{/@last}}
            {{/places}}
            }

            """
        let places = Self.places.map { place -> TemplateValue in
            guard case .object(let outputs)? = outputs[place.name] else { return .null }
            return [
                "name": .text(place.name),
                "cases": .list(Self.values.map { ["name": .text($0.name), "output": outputs[$0.name] ?? .null] }),
            ]
        }
        let text = try Template(source, options: TemplateOptions(contentType: .json)).render(["places": .list(places)])
        try Data(text.utf8).write(to: URL(filePath: Self.folder + "places.expected.json"))
    }

    /// Whether what a reader of the page sees is the value, as far as the place can carry it.
    static func isRight(_ seen: String, _ value: String, _ kind: String) -> Bool {
        let carried = carried(value)
        switch kind {
        case "text", "attribute": return seen.unicodeScalars.elementsEqual(carried.unicodeScalars)
        case "text-part", "attribute-part":
            return seen.unicodeScalars.elementsEqual(("a " + carried + " b").unicodeScalars)
        case "url":
            if seen == "about:invalid" { return !isHarmlessURL(value) }
            return isHarmlessURL(seen) && isHarmlessURL(value)
        case "srcset": return seen.hasSuffix(" 1x, b.png 2x") && seen.split(separator: " ").count <= 4
        case "component":
            return !seen.contains("<") && !seen.contains(" ") && !seen.lowercased().contains("javascript:")
        case "json":
            guard let json = try? TemplateValue(json: seen.utf8), case .object(let fields) = json,
                case .text(let text)? = fields["value"]
            else { return false }
            return text.unicodeScalars.elementsEqual(value.unicodeScalars)
        case "json-list":
            guard let json = try? TemplateValue(json: seen.utf8), case .list(let list) = json, list.count == 2,
                case .text(let text) = list[1]
            else { return false }
            return text.unicodeScalars.elementsEqual(value.unicodeScalars)
        default: return false
        }
    }

    /// What HTML can carry of a value: no controls and noncharacters, and line ends as line feeds.
    static func carried(_ value: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar.value {
            case 0x0A where scalars.last == "\r": scalars.removeLast(); scalars.append("\n")
            case 0x09, 0x0A, 0x0C, 0x0D: scalars.append(scalar)
            case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: scalars.append("\u{FFFD}")
            case let code where code & 0xFFFE == 0xFFFE: scalars.append("\u{FFFD}")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    static func isHarmlessURL(_ url: String) -> Bool {
        guard let colon = url.firstIndex(of: ":"), !url[..<colon].contains(where: { "/?#".contains($0) }) else {
            return true
        }
        return ["http", "https", "mailto", "tel"].contains(url[..<colon].lowercased())
    }
}
