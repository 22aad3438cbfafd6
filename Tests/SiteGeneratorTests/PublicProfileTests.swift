import Foundation
import Glibc
import Inventory
import InventoryStore
import Testing

@testable import SiteGenerator

/// Public pages do not show what things are worth, their owner, or the owner's machine.
@Suite struct PublicProfileTests {
    @Test func thePublicProfileHoldsNoValueSerialNumberReceiptOrNote() throws {
        let home = try TestHousehold(items: 9)
        try home.publish { $0.profile = .public }
        for (name, bytes) in try home.files() where !name.hasPrefix("assets/") {
            let text = String(decoding: bytes, as: UTF8.self)
            for secret in ["SN3", "secret note", "RECEIPT", "$4.04", "4.04", "$"] {
                #expect(!text.contains(secret), "\(name) holds \(secret)")
            }
        }
        let file = try home.text(SiteFile.name)
        #expect(!file.contains("USD") && !file.contains("SN3"))
        #expect(try home.text("index.html").contains("This page is for everyone"))
    }

    /// The pages do not reveal whether an item has a value, an insurance, a warranty or anything else private.
    @Test func thePublicProfileIsTheSameWhateverPrivateFieldsSay() throws {
        func published(isFull: Bool) throws -> [String: String] {
            let home = try TestHousehold()
            var item = Item(
                id: UUID(high: 0x7000, low: 1), name: "Lamp",
                dateCreated: Timestamp(clampedMilliseconds: 1_400_000_000_000))
            let dollar = Money(minorUnits: 101, currency: try Currency(code: "USD"))
            for field in ItemField.allCases where isFull && !PublishedFields(.public).shows(field) {
                switch field.kind {
                case .text: try item.set(field, to: .text("x"))
                case .money: try item.set(field, to: .money(dollar))
                case .date: try item.set(field, to: .date(CalendarDate(daysSinceEpoch: 20_000)))
                case .flag: try item.set(field, to: .flag(field != .archived))
                case .percentage: try item.set(field, to: .percentage(Percentage(hundredths: 100)))
                case .customFields: try item.set(field, to: .customFields([CustomField(name: "n", value: "v")]))
                default: #expect(field.kind == .photos || field.kind == .documents, "\(field)")
                }
            }
            try home.store.add(item, home.context)
            try home.publish { $0.profile = .public }
            let id = home.store.identifier.uuidString.lowercased()
            return try home.files().mapValues { String(decoding: $0, as: UTF8.self).replacing(id, with: "STORE") }
        }
        let (full, plain) = (try published(isFull: true), try published(isFull: false))
        #expect(full.keys.sorted() == plain.keys.sorted())
        for (name, text) in plain { #expect(full[name] == text, "\(name)") }
    }

    /// A field that is public by mistake publishes what owners wrote for themselves.
    @Test func onlyTheseFieldsArePublic() {
        #expect(
            ItemField.allCases.filter(PublishedFields(.public).shows) == [
                .id, .name, .quantity, .dateCreated, .location, .category, .tags, .url, .parent, .manufacturer,
                .modelNumber, .description, .condition, .colour, .photos,
            ])
    }

    @Test func aPublicFolderTellsNothingOfTheMachine() throws {
        let home = try TestHousehold(items: 9)
        try home.publish { $0.profile = .public }
        let names = try FileManager.default.subpathsOfDirectory(atPath: home.site)
        #expect(!names.contains { $0.hasSuffix(".stamps") || $0.hasPrefix("manifest") })
        #expect(names.contains(SiteFile.name))
        for name in names {
            guard let bytes = FileManager.default.contents(atPath: "\(home.site)/\(name)") else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains(SystemBoot.identifier), "\(name)")
            #expect(!text.contains(home.base), "\(name)")
            guard !name.hasPrefix("assets/") else { continue }
            for other in names {
                var status = stat()
                guard stat("\(home.site)/\(other)", &status) == 0, status.st_ino > 99_999 else { continue }
                #expect(!text.contains("\(status.st_ino)"), "\(name)")
            }
        }
    }
}
