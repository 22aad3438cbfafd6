import Delivery
import Files
import FoundationEssentials
import Inventory
import InventoryStore
import Reports
import Testing

/// The bytes that are stamped: a release that makes others would take the proof from every earlier stamp.
struct StampTests {
    @Test func theBytesOfAnItemNeverChange() throws {
        var item = Item(
            id: try #require(UUID(text: "0b6c0d5e-0000-4000-8000-000000000001")), name: "Lamp\u{0}\u{1}\r",
            dateCreated: Timestamp(clampedMilliseconds: 1_577_836_800_000))
        let eur = try Currency(code: "EUR")
        try item.set(.value, to: .money(Money("12.5", currency: eur)))
        try item.set(.purchaseDate, to: .date(CalendarDate("2019-05-01".utf8)))
        try item.set(.tags, to: .tags(["a", "b"]))
        try item.set(.customFields, to: .customFields([CustomField(name: "Maker", value: "A = B")]))
        try item.set(.insured, to: .flag(true))
        let hash = try #require(ContentHash(String(repeating: "a", count: 64)))
        item.photos = [
            PhotoReference(
                hash: hash, mediaType: "image/png", fileName: nil, bytes: 3, width: 2, height: 1, caption: nil,
                isPrimary: true)
        ]
        let expected = [
            "item", "@id=0b6c0d5e-0000-4000-8000-000000000001", "name=Lamp\u{FFFD}\u{FFFD}\r", "quantity=1",
            "value@currency=EUR", "value=12.50", "dateCreated=2020-01-01T00:00:00Z", "tags.tag=a", "tags.tag=b",
            "purchase.date=2019-05-01", "insured=true", "customFields.field@name=Maker", "customFields.field=A = B",
            "photos.photo@bytes=3", "photos.photo@hash=\(hash)", "photos.photo@height=1",
            "photos.photo@mediaType=image/png", "photos.photo@primary=true", "photos.photo@width=2", "photos.photo=",
        ].map { $0 + "\0" }.joined()
        #expect(String(decoding: CanonicalItem(item).bytes, as: UTF8.self) == expected)
    }

    @Test func aStampIsReadAsItWasWritten() throws {
        let leaf = try MerkleTree.leaf([1])
        let change = ContentHash(bytes: leaf)
        let stamp = try Stamp(head: Stamp.inventory("x", revision: 7, change: change), leaves: leaf + leaf)
        let read = try #require(Stamp(text: stamp.text))
        #expect(read.head == stamp.head && read.leaves == stamp.leaves && read.request == stamp.request)
        #expect(read.origin?.id == "x" && read.origin?.revision == 7 && read.response.isEmpty)
        #expect(TimeStamp.root(of: stamp.request) == (try MerkleTree(leaves: leaf + leaf).root))
        for damaged in ["", "\n\n\n", String(stamp.text.dropFirst()), stamp.text + "\n"] {
            #expect(Stamp(text: damaged) == nil, "\(damaged)")
        }
        for place in stamp.request.indices where !(24..<56).contains(place) && !(58..<66).contains(place) {
            var request = stamp.request
            request[place] ^= 1
            #expect(TimeStamp.root(of: request) == nil)
        }
        #expect(TimeStamp.root(of: stamp.request.dropLast()) == nil && TimeStamp.root(of: []) == nil)
        #expect(throws: TimeStampError.unreadable) { try TimeStamp(request: stamp.request, response: [0x30, 0]) }
        #expect(throws: TimeStampError.unreadableRequest) { try TimeStamp(request: [], response: []) }
    }
}
