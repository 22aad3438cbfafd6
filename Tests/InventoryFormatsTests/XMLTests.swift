import Foundation
import Inventory
import Message
import Testing

@testable import InventoryFormats

@Suite struct XMLTests {
    private func document(_ items: String) -> String {
        "<?xml version=\"1.0\"?><inventory xmlns=\"urn:homepwner:inventory:1\"><items>\(items)</items></inventory>"
    }

    @Test func readsOtherEncodingsAndPrefixesAndPieces() throws {
        let latin =
            Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>".utf8)
            + Array("<h:inventory xmlns:h=\"urn:homepwner:inventory:1\"><h:items><h:item><h:name>M".utf8) + [0xFC]
            + Array("nze</h:name></h:item></h:items></h:inventory>".utf8)
        #expect(try read(latin, nil, options()).items.map(\.item.name) == ["Münze"])
    }

    @Test func manyItemsStreamThroughPieces() throws {
        let count = 5_000
        let items = (0..<count).map {
            "<item><name>Item \($0) é</name><value currency=\"EUR\">\($0).50</value></item>\n"
        }
        let reading = try read(document(items.joined()), nil, options())
        #expect(reading.items.count == count)
        #expect(reading.items.last?.item.value?.description == "4999.50 EUR")
        #expect(reading.items.map(\.row) == Array(1...count))
    }

    @Test func linesPastSixteenBitsAreTrue() throws {
        let text = document(String(repeating: "\n", count: 70_000) + "<item><name>a</name><shade/></item>")
        let fault = try #require(try read(text, nil, options()).rejectedRows.first)
        #expect(fault.line == 70_001)
    }

    @Test func faultsOfOneItemAreCountedBeyondALimit() throws {
        let faults = String(repeating: "<x/>", count: 1000)
        let next = "<item><name>b</name></item>"
        let reading = try read(document("<item><name>a</name>\(faults)</item>\(next)"), nil, options())
        let row = try #require(reading.rejectedRows.first)
        #expect(row.diagnostics.count == 21)
        #expect(row.diagnostics.last?.reason == .unlisted(980))
        #expect(reading.items.map(\.item.name) == ["b"])
    }

    /// An element of an item, repeated: its name, what each holds, and how often. (A whole text as an argument of a test
    /// would be printed.)
    @Test(arguments: [
        ("notes", 2 << 20, 1, ImportFieldDiagnostic.JSONSizeLimit.text), ("tags.tag", 1, 1 << 18, .commas),
        ("tags.tag", 1 << 19, 140, .value),
    ])
    func anItemThatIsTooLargeIsRefusedAndTheNextIsRead(
        path: String, size: Int, count: Int, limit: ImportFieldDiagnostic.JSONSizeLimit
    ) throws {
        let names = path.split(separator: ".")
        let leaf = "<\(names[names.count - 1])>\(String(repeating: "x", count: size))</\(names[names.count - 1])>"
        var content = String(repeating: leaf, count: count)
        if names.count > 1 { content = "<\(names[0])>\(content)</\(names[0])>" }
        let reading = try read(
            document("<item><name>a</name>\(content)<notes>n</notes></item><item><name>b</name></item>"), nil, options()
        )
        let reasons = try #require(reading.rejectedRows.first).diagnostics.map(\.reason)
        #expect(reading.rejectedRows.count == 1 && reasons == [.tooLarge(limit)])
        #expect(reading.items.map(\.item.name) == ["b"])
    }

    /// What libxml2 takes time for that grows with the square of its size. (Whole texts as arguments would be printed.)
    enum LargeTag: CaseIterable {
        case attributes, inSingleQuotes, ofUTF16, ofNamespaces, longAttribute, withoutEnd, nestedNamespaces

        var item: String {
            let attributes = (0..<5000).map { "a\($0)=\"\"" }.joined(separator: " ")
            return switch self {
            case .attributes, .ofUTF16: "<item \(attributes)/>"
            case .inSingleQuotes: "<item><name \((0..<5000).map { "b\($0)='\"'" }.joined(separator: "\n"))/></item>"
            case .ofNamespaces: "<item \((0..<5000).map { "xmlns:n\($0)=\"u\"" }.joined(separator: "\t"))/>"
            case .longAttribute: "<item id=\"\(String(repeating: "x>", count: 200_000))\"/>"
            case .withoutEnd: "<item \(attributes)"
            case .nestedNamespaces:
                (0..<50).map { level in
                    "<item \((0..<50).map { "xmlns:n\(level)-\($0)=\"u\"" }.joined(separator: " "))>"
                }.joined() + String(repeating: "<n0-0:a/>", count: 5000)
            }
        }
    }

    @Test(arguments: LargeTag.allCases) func largeTagsAreRefusedBeforeTheyAreParsed(tag: LargeTag) throws {
        let text = document(tag.item)
        let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let bytes = tag == .ofUTF16 ? [0xFF, 0xFE] + units : Array(text.utf8)
        #expect(failure(bytes, .xml, try options())?.reason == .document(Message("formats.xml.tagTooLarge")))
    }

    @Test func aPropertyListWithALargeTagIsRefused() throws {
        let attributes = (0..<5000).map { "a\($0)=\"\"" }.joined(separator: " ")
        let text = "<plist version=\"1.0\"><dict><key>a</key><string \(attributes)>b</string></dict></plist>"
        #expect(failure(text, .archive, try options())?.reason == .document(Message("formats.xml.tagTooLarge")))
    }

    @Test func tagsUpToTheLimitsAndLongCommentsAreRead() throws {
        let attributes = (0..<990).map { "a\($0)=\"\"" }.joined(separator: " ")
        let comment = String(repeating: "= ", count: 300_000)
        for content in ["<name \(attributes)>a</name>", "<!-- \(comment) --><name>a</name>"] {
            let reading = try read(document("<item>\(content)</item><item><name>b</name></item>"), .xml, options())
            #expect(reading.items.last?.item.name == "b")
        }
    }

    @Test func aBillionLaughsAreRefusedAtOnce() throws {
        var text = "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\" [<!ENTITY a \"ha\">"
        for level in 1..<20 {
            text +=
                "<!ENTITY a\(level) \"" + String(repeating: "&a\(level == 1 ? "" : "\(level - 1)");", count: 10) + "\">"
        }
        text += "]><plist version=\"1.0\"><string>&a19;</string></plist>"
        #expect(failure(text, .archive, try options())?.reason == .document(Message("formats.xml.entities")))
        #expect(failure(text, .xml, try options())?.reason == .document(Message("formats.xml.doctype")))
    }

    @Test func anExternalDTDIsNotLoaded() throws {
        let path = NSTemporaryDirectory() + "/evil-\(UUID().uuidString).dtd"
        try "<!ENTITY name \"secret\">".write(toFile: path, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let archive = String(decoding: try fixture("archive-xml.plist"), as: UTF8.self)
            .replacingOccurrences(of: "http://www.apple.com/DTDs/PropertyList-1.0.dtd", with: path)
        #expect(try read(archive, nil, options()).items.count == 2)
        let using = archive.replacingOccurrences(of: "Old &lt;Bear&gt;", with: "&name;")
        #expect(using != archive)
        guard case .document(let damage) = failure(using, nil, try options())?.reason else {
            Issue.record("The reference to the entity is accepted.")
            return
        }
        #expect(damage.key.hasPrefix("formats.xml."))
    }

    @Test func emptyTextReadsAsNotStatedAndANameMayBeEmpty() throws {
        let reading = try read(document("<item><name/><notes></notes></item>"), nil, options())
        #expect(reading.items.first?.item.name == "")
        #expect(reading.items.first?.item.notes == nil)
    }

    /// Wherever a document breaks off, that is what is said, unless nothing but its declaration is there.
    @Test func aDocumentThatIsCutShortIsCalledThat() throws {
        let whole =
            "<inventory xmlns=\"urn:homepwner:inventory:1\"><items><item><name>a</name></item></items></inventory>"
        for length in "<inventory".count..<whole.count - 1 {
            let failure = try #require(failure(String(whole.prefix(length)), .xml, try options()))
            let isReported =
                failure.reason == .document(Message("formats.xml.endsInElement"))
                || failure.reason == .document(Message("formats.xml.missingItems"))
            #expect(isReported, "\(whole.prefix(length)): \(failure.reason)")
        }
        // One that goes on after its last tag is another matter.
        let other = whole.replacingOccurrences(of: "</inventory>", with: "</inventary>")
        #expect(
            failure(other, .xml, try options()).map { $0.reason != .document(Message("formats.xml.endsInElement")) }
                == true)
    }

    @Test func deepNestingIsAnErrorNotACrash() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(failure(document("<item>" + deep), nil, try options()) != nil)
        let plist = "<plist version=\"1.0\">" + String(repeating: "<array>", count: 100_000)
        #expect(failure(plist, .archive, try options()) != nil)
    }
}
