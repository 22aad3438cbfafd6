import FoundationEssentials
import Inventory
import InventoryStore
import TestSupport
import Testing

@testable import Reports

/// Structure preservation, over the templates that ship.
@Suite struct ShapeTests {
    /// Items in the store; each brings ``valuesOfAnItem`` values.
    static let items = Rounds.size(5000, few: 500)
    static let valuesOfAnItem = ItemField.texts.count + 3

    /// The pieces that hostile values are made of.
    static let pieces = [
        "<", ">", "\"", "'", "&", "/", "=", "`", " ", ",", ";", "\n", "\r", "\t", "\u{1}", "\u{85}", "-->", "<!--",
        "]]>", "<![CDATA[", "<?x", "<!DOCTYPE x>", "<script>", "</script>", "</title>", "</td></tr></table>", "<item>",
        "</name>", "</style>", "javascript:", "onclick=\"", "\"}],", "\\", "\\\"", "\\u0022", "&quot;", "&#x22;",
        "{{", "}}", "{{name}}", "\u{301}", "\u{338}", "\u{FE0F}", "\u{200D}", "\u{2028}", "\u{202E}", "\u{FFFE}",
        "\u{FEFF}", "é", "象", "👩‍👧", "a", "=1+1", "+", "-", "@", "%", "|", "null", "0",
    ]

    /// A small generator, so that a failure can be repeated (SplitMix64).
    struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    /// A store of items whose every text is a value of its own; the same fields are stated whatever the values are.
    static func store(_ value: (Int) -> String) throws -> InventoryStore {
        let timestamp = try Timestamp("2020-05-01T09:30:00Z".utf8)
        var number = 0
        func next() -> String {
            number += 1
            return value(number)
        }
        let items = (0..<items).map { _ in
            var item = Item(id: UUID(), name: next(), dateCreated: timestamp)
            for field in ItemField.texts where field != .name { item.setText(next(), of: field) }
            item.tags = [next()]
            item.customFields = [CustomField(name: next(), value: next())]
            item.value = Money(minorUnits: 100, currency: usd)
            return item
        }
        #expect(number == Self.items * valuesOfAnItem)
        let texts = (0..<4).map { _ in next() }
        return try ReportsTests.store(of: items) { settings in
            (settings[.owner], settings[.address]) = (texts[0], texts[1])
            (settings[.insurer], settings[.policyNumber]) = (texts[2], texts[3])
        }
    }

    @Test func aHundredThousandHostileValuesChangeTheShapeOfNoReport() throws {
        let seed =
            ProcessInfo.processInfo.environment["HOMEPWNER_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: 0 ... .max)
        var random = Random(state: seed)
        // The number makes each value distinct, so that there are as many groups.
        let harmless = try Self.store { "x\($0)" }
        let hostile = try Self.store { number in
            var value = ""
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                value += Self.pieces[Int(random.next() % UInt64(Self.pieces.count))]
            }
            return value + "\(number)"
        }
        for format in ReportFormat.withText {
            var options = try readerOptions(format)
            options.grouping = .category
            // Without a choice, the columns of a document depend on the lengths of its texts.
            if format.isForReaders {
                options.definition.columns = [
                    .computed(.line), .field(.name), .computed(.brand), .field(.serialNumber), .field(.tags),
                    .field(.condition), .field(.location), .field(.notes), .field(.quantity), .field(.value),
                    .computed(.lineValue),
                ]
            }
            let shape = format.shape
            let expected = shape(try report(options, of: harmless))
            let found = shape(try report(options, of: hostile))
            #expect(expected.count > Self.items)
            #expect(!expected.contains("fault") && !expected.contains("formula"))
            let difference = zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }
            #expect(
                expected == found,
                "\(format), HOMEPWNER_SEED=\(seed): \(String(describing: difference)), \(expected.count), \(found.count)"
            )
        }
    }

    @Test(arguments: [
        (ReportFormat.html, "<p title=\"x\">x</p>", "<p title=\"x\" onclick=\"y\">x</p>"),
        (.html, "<p title=\"x\">x</p>", "<p title=\"x\"><b>x</p>"), (.xml, "<a>x</a>", "<a><!-- x --></a>"),
        (.xml, "<a>x</a>", "<a>x</a><a>x</a>"), (.json, "{\"a\": \"x\"}", "{\"a\": \"x\", \"b\": \"x\"}"),
        (.json, "{\"a\": \"x\"}", "{\"a\": x}"), (.csv, "a,b\n", "a,b,c\n"), (.csv, "a,b\n", "a,=b\n"),
        (.csv, "a,\"b\"\n", "a,\"-b\"\n"),
        (.pdf, "#text(\"a\")", "#text(\"a\", fill: red)"), (.pdf, "#text(\"a\")", "#text(\"a\\\"\")#x(\"\")"),
    ])
    func theReadersSeeWhatAValueWouldBring(format: ReportFormat, plain: String, changed: String) {
        #expect(format.shape(plain) != format.shape(changed))
    }
}

extension ReportFormat {
    fileprivate var shape: (String) -> [String] {
        switch self {
        case .html, .xml: DocumentShape.markup
        case .json: DocumentShape.json
        case .csv: DocumentShape.csv
        case .pdf: DocumentShape.typst
        // Workbooks are read by the end-to-end tests.
        case .xlsx: { _ in [] }
        }
    }
}
