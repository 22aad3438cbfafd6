import Files
import FoundationEssentials
import ImageExchange
import Inventory
import Testing

@testable import Attachments
@testable import Reports

@Suite struct PDFPostProcessorTests {
    /// A JPEG as far as its segments go: 2 × 1 pixels, then the announcement of the pixels and some of them.
    static let head: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 2, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
    static let picture = head + [1, 2, 3, 0xFF, 0xD9]

    /// A PDF of these objects, from 1 on.
    private func document(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("%PDF-1.7\n".utf8)
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(bytes.count)
            bytes += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let start = bytes.count
        let entries = places.map { String(repeating: "0", count: 10 - String($0).count) + "\($0) 00000 n\r\n" }
        bytes += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f\r\n\(entries.joined())".utf8)
        return bytes + Array("trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF".utf8)
    }

    private func finished(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try WorkingFolder()
        let original = folder.file("original.jpg")
        try Data(Self.picture).write(to: URL(filePath: original))
        _ = try folder.link("p-1.jpg", to: original)
        try Data(bytes).write(to: URL(filePath: folder.file("report.pdf")))
        var copy: [UInt8] = []
        try PDFPostProcessor.copy(in: folder) { copy += $0 }
        return copy
    }

    private func image(_ data: [UInt8]) -> [UInt8] {
        Array("<</Length \(data.count)/Type/XObject/Subtype/Image/Filter/DCTDecode/Width 2/Height 1>>\nstream\n".utf8)
            + data + Array("\nendstream".utf8)
    }

    @Test func headsAreFollowedByTheirPicturesAndAddressesBecomeDestinations() throws {
        let folder = try WorkingFolder()
        let path = folder.file("original.jpg")
        try Data(Self.picture).write(to: URL(filePath: path))
        let head = try #require(try JPEGHeader.of(path, named: "p-1.jpg"))
        #expect(head.count < Self.picture.count + 30 && head.suffix(2) == [0xFF, 0xD9])
        func link(_ address: String, _ contents: String) -> [UInt8] {
            Array(
                "<</Type/Annot/Subtype/Link/Border[0 0 0]\(address)/F 4/Contents\(contents)>>".utf8)
        }
        let uri = "/A<</Type/Action/S/URI/URI"
        let plain: [UInt8] = Array(
            "<</Title(homepwner:item-1?x)/Names<</Dests<</Names[(i-1)3 0 R(item-1)3 0 R\n]>>>>>>".utf8)
        let made = try finished(
            document([
                plain, link("\(uri)(homepwner:item-1?1  a\\(b\\051)>>", "(homepwner:item-1?1  a\\(b\\051)"),
                image(head),
                link("\(uri)<686F6D6570776E65723A692D313FC3A9>>>", "<FEFF00E9>"), image(Self.picture),
                link("\(uri)(https://example.org/)>>", "(x)"), link("/Dest 4 0 R", "(/A<</Type/Action/S/URI/URI\\(x)"),
            ]))
        let expected = document([
            plain, link("/Dest(item-1)", "<FEFF0031002000200061002800620029>"), image(Self.picture),
            link("/Dest(i-1)", "<FEFF00E9>"), image(Self.picture), link("\(uri)(https://example.org/)>>", "(x)"),
            link("/Dest 4 0 R", "(/A<</Type/Action/S/URI/URI\\(x)"),
        ])
        #expect(String(decoding: made, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
        #expect(made == expected)
    }

    @Test func aDocumentOfAnotherFormIsRefused() throws {
        let packed = Array(
            "<</Length 9/Subtype/Image/Filter[/FlateDecode/DCTDecode]>>\nstream\n123456789\nendstream".utf8)
        let sorted = Array(
            "<< /A << /S /URI /Type /Action /URI (homepwner:item-1?x) >> /Subtype /Link /Type /Annot >>".utf8)
        let parted = Array("<</Names<</Dests<</Kids[2 0 R]>>>>>>".utf8)
        let others = [document([packed]), document([sorted]), document([parted, link("item-1?x")])]
        for bytes in [Array("%PDF-2.0\nstartxref\n3\n%%EOF".utf8)] + others {
            #expect(throws: PDFPostProcessor.UnsupportedPDFError.self) { try finished(bytes) }
        }
    }

    private func link(_ address: String) -> [UInt8] {
        Array(
            "<</Type/Annot/Subtype/Link/A<</Type/Action/S/URI/URI(homepwner:\(address))>>/F 4/Contents(x)>>".utf8)
    }

    @Test func linksThatLeadNowhereAreRefused() throws {
        let catalogue = Array("<</Names<</Dests<</Names[(item-1)3 0 R(item-2)3 0 R]>>>>>>".utf8)
        let error = #expect(throws: LabelLinkError.self) {
            try finished(document([catalogue, link("item-1?x"), link("item-12?x"), link("other?x")]))
        }
        #expect(error == LabelLinkError(target: "item-12", label: "item-12", known: ["item-1", "item-2"]))
        let lonely = #expect(throws: LabelLinkError.self) {
            try finished(document([Array("<</Type/Catalog>>".utf8), link("item-1?x")]))
        }
        #expect(lonely?.known == [])
        for address in ["item-1", "?x", "item 1?x"] {
            let error = #expect(throws: LabelLinkError.self) { try finished(document([catalogue, link(address)])) }
            #expect(error == LabelLinkError(target: address, label: nil, known: []))
        }
    }

    @Test func theWordsOfALinkNameTheLabelsThereAre() {
        let known = (1...14).map { "item-\($0)" }
        #expect(
            text(
                of: TypesettingError.link(LabelLinkError(target: "itme-3", label: "itme-3", known: known), place: "t:4")
            )
                == "t:4: a link leads to the label 'itme-3', which does not exist; did you mean 'item-3'? The labels are "
                + "item-1, item-2, item-3, item-4, item-5, item-6, item-7, item-8, item-9, item-10, item-11, item-12 and 2 more"
        )
        #expect(
            text(of: TypesettingError.link(LabelLinkError(target: "x", label: "x", known: []), place: "t:4"))
                == "t:4: a link leads to the label 'x', but the document has no labels; put one after a heading, as in "
                + "= Photos <photos>")
        #expect(
            text(of: TypesettingError.link(LabelLinkError(target: "x y", label: nil, known: []), place: "t"))
                == "t: the link 'homepwner:x y' does not have the form homepwner:LABEL?DESCRIPTION; a label consists of "
                + "letters, digits and - _ . :")
    }

    @Test func aHeadThatIsFoundNowhereIsAnotherForm() throws {
        let folder = try WorkingFolder()
        let path = folder.file("original.jpg")
        try Data(Self.picture).write(to: URL(filePath: path))
        let hash = try #require(ContentHash(String(repeating: "0", count: 64)))
        _ = try folder.add(PublishedPhoto(path: path, hash: hash, size: PixelSize(width: 2, height: 1)), named: "p-1")
        #expect(try folder.heads == ["p-1.jpg"])
        try Data(document([Array("<</Type/Catalog>>".utf8)])).write(to: URL(filePath: folder.file("report.pdf")))
        #expect(throws: PDFPostProcessor.UnsupportedPDFError.self) { try PDFPostProcessor.copy(in: folder) { _ in } }
        try folder.completePictures()
        #expect(try Data(contentsOf: URL(filePath: folder.file("p-1.head.jpg"))) == Data(Self.picture))
    }

    @Test func aPictureOfAnotherKindHasNoHead() throws {
        let folder = try WorkingFolder()
        let path = folder.file("x.jpg")
        for bytes in [[], Array(Self.head.dropLast(3)), Array("GIF89a".utf8), [0xFF, 0xD8, 0xFF, 0xDA, 0xFF, 0xFF, 0]] {
            try Data(bytes).write(to: URL(filePath: path))
            #expect(try JPEGHeader.of(path, named: "x.jpg") == nil)
        }
        #expect(throws: (any Error).self) { try JPEGHeader.of(folder.file("none"), named: "x.jpg") }
    }

    @Test func aNameInAHeadLeadsNowhereElse() throws {
        let data = [0xFF, 0xD8, 0xFF, 0xFE, 0, 22] + Array("homepwner:../secret.".utf8)
        #expect(JPEGHeader.name(in: data) == nil)
    }

    @Test(arguments: [
        ("(a(b)\\)\\\\\\n\\7\\1234)z", "a(b))\\\n\u{7}S4", 19), ("<41 4>", nil, 0), ("<414>", "A@", 5),
        ("(open", nil, 0),
        ("/Name", nil, 0), ("", nil, 0),
    ]) func stringsAreRead(source: String, text: String?, end: Int) {
        let read = PDFString(Array(source.utf8), at: 0)
        #expect(read.map { String(decoding: $0.bytes, as: UTF8.self) } == text)
        #expect(read?.end ?? 0 == end)
    }
}
