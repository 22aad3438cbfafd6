import Foundation
import Inventory
import TestSupport
import Testing

@testable import InventoryFormats

/// Collects what a writer writes.
final class Collector {
    var bytes: [UInt8] = []
    func take(_ piece: Span<UInt8>) { piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) } }
}

@Suite struct RoundTripTests {
    private func items(_ seed: UInt64, _ codes: [String], count: Int = 400) throws -> [Item] {
        var random = RandomItems(generator: SeededGenerator(seed: seed), currencies: try codes.map(currency))
        // Lines too large to be counted are refused when they are read.
        return (0..<count).map { _ in random.item() }.filter(\.hasExactLineValue)
    }

    private func assertSame(_ read: [Item], _ written: [Item]) {
        #expect(read.count == written.count)
        for (one, other) in zip(read, written) where one != other {
            for field in ItemField.allCases where one[field] != other[field] {
                Issue.record("\(field.name): \(one[field]) instead of \(other[field])")
            }
            return
        }
    }

    @Test(arguments: 1...5) func plainCSVLosesNothing(seed: Int) throws {
        let written = try items(UInt64(seed), ["USD", "EUR", "JPY", "KWD", "CLF"])
        let collector = Collector()
        var writer = try PlainCSVWriter(sink: collector.take)
        for item in written { try writer.write(item) }
        try writer.finish()
        let reading = try read(collector.bytes, nil, options())
        #expect(reading.format == .csv)
        #expect(reading.rejectedRows.map(words) == [])
        assertSame(reading.items.map(\.item), written)
        #expect(
            reading.items.allSatisfy {
                $0.stated == ItemFieldSet(ItemField.csvColumns) || $0.item.externalReference == nil
            })
    }

    /// The reading that headings tell refuses a row, or gives the same items as the reading that is proposed.
    @Test(arguments: 1...20) func programsTablesAreReadWithoutAProposalAsWithOne(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let options = try options()
        let collector = Collector()
        if seed % 2 == 0 {
            var writer = try PlainCSVWriter(sink: collector.take)
            for item in try items(UInt64(seed), ["USD", "EUR"]) { try writer.write(item) }
            try writer.finish()
        } else {
            collector.bytes = try fixture("homebox.csv")
        }
        for round in 0..<Rounds.size(40, few: 10) {
            var bytes = collector.bytes
            if round > 0 { bytes += Self.strangeRows.randomElement(using: &generator) ?? [] }
            if round > 3 { bytes = MutationTests.mutate(bytes, &generator) }
            let source = TableSource(bytes: bytes, name: "test")
            guard let reading = try? source.programReading() else { continue }
            var quick = options
            quick.refusesUnusualRows = true
            var reader = try InventoryReader(source, reading: reading, options: quick)
            guard let found = try? drain(&reader), found.rejectedRows.isEmpty else { continue }
            let proposed = try read(bytes, nil, options)
            #expect(proposed.rejectedRows.isEmpty && proposed.items.count == found.items.count)
            for (one, other) in zip(found.items, proposed.items) {
                for field in ItemField.allCases where field != .id && field != .dateCreated {
                    #expect(one.item[field] == other.item[field], "\(field)")
                }
                #expect(one.stated == other.stated && one.parentReference == other.parentReference)
            }
        }
    }

    private static let strangeRows = [
        "2024-05-06,,,r99,,,Cup,,,,,,,,,,,,,2,€10\n", "05.03.2024,,,r98,,,Cup,,,,,,,,,,,,,2,1\n",
        "Total,,,,1234.50\n", "\n\nName,Value\nx,1\n", ",,,,,\n", "Kitchen\n", ",x\n", "Sum,9\n",
        "a,b,c,d,e,f,g,h,i,j,k\n",
    ].map { Array($0.utf8) }

    /// Removes the blanks and signs around a text that do not belong to a cell. Behind an escape sign they do.
    private func trimmed(_ text: String, isIdentifier: Bool) -> String {
        ByteView.of(Array(text.utf8)[...]) { text in
            if FormulaEscape.isNeeded(text) { return String(decoding: text, as: UTF8.self) }
            let cell = ByteView(rebasing: ReadingCell.trimmed(text[...]))
            let plain = ReadingCell.withoutTextMark(cell, isIdentifier: isIdentifier)
            return String(decoding: plain, as: UTF8.self)
        }
    }

    /// What Homebox's columns make of an item, as `docs/formats.md` says.
    private func throughHomebox(_ item: Item) throws -> Item {
        var changed = Item(id: item.id, name: item.name, dateCreated: testMoment)
        let carried: [ItemField] = [
            .serialNumber, .quantity, .location, .assetIdentifier, .url, .manufacturer, .modelNumber, .description,
            .notes, .purchaseDate, .purchasePlace, .warrantyExpires, .warrantyLifetime, .warrantyDetails, .insured,
            .archived, .saleDate, .salePrice, .saleTo, .saleNotes, .externalReference,
        ]
        for field in carried { try changed.set(field, to: item[field]) }
        for field in carried
        where field.kind == .text && ![.name, .description, .notes, .externalReference].contains(field) {
            guard case .text(let text) = changed[field] else { continue }
            if ByteView.of(Array(text.utf8)[...], Vocabulary.shared.isBlank) { changed.setText(nil, of: field) }
        }
        changed.purchase.date = item.purchase.date?.day
        changed.name = trimmed(item.name, isIdentifier: false)
        for field in carried where field.kind == .text {
            guard case .text(let text) = changed[field] else { continue }
            changed.setText(trimmed(text, isIdentifier: field.holdsIdentifiers), of: field)
        }
        changed.location = changed.location.map(RowDecoder.path)
        let price = item.value ?? item.purchase.price
        changed.value = price?.minorUnits == 0 ? nil : price
        changed.purchase.price = changed.value
        if item.sale.price?.minorUnits == 0 { changed.sale.price = nil }
        changed.externalReference =
            item.externalReference.map { trimmed($0, isIdentifier: false) } ?? item.id.uuidString.lowercased()
        let tags = trimmed(item.tags.joined(separator: ";"), isIdentifier: false)
        changed.tags = tags.split(separator: ";")
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t")) }.filter { !$0.isEmpty }
        if ByteView.of(Array(tags.utf8)[...], Vocabulary.shared.isBlank) { changed.tags = [] }
        changed.customFields = item.customFields.enumerated()
            .sorted {
                ($0.element.name, $0.offset).0.utf8.lexicographicallyPrecedes(($1.element.name, $1.offset).0.utf8)
            }
            .map(\.element).filter { !$0.value.isEmpty }
            .map { CustomField(name: $0.name, value: trimmed($0.value, isIdentifier: false)) }
        return changed
    }

    @Test(arguments: 1...5) func homeboxLosesOnlyWhatTheTableSays(seed: Int) throws {
        let usd = try currency("USD")
        let written = try items(UInt64(seed), ["USD"]).map { item in
            var item = item
            for field in ItemField.allCases where field.kind == .money {
                if case .money(let money) = item[field], money.minorUnits < 0 {
                    try item.set(field, to: .money(Money(minorUnits: 1250, currency: usd)))
                }
            }
            return item
        }.filter { try throughHomebox($0).hasExactLineValue }
        var names = HomeboxCustomFields()
        for item in written { names.add(item.customFields) }
        let collector = Collector()
        var writer = try HomeboxWriter(
            customFields: names.names, currency: usd, parentReference: { "parent-\($0.uuidString)" },
            sink: collector.take)
        for item in written { try writer.write(item) }
        try writer.finish()
        let reading = try read(collector.bytes, nil, options())
        #expect(reading.format == .homebox)
        #expect(reading.rejectedRows.map(words) == [])
        var expected: [Item] = []
        for (item, back) in zip(written, reading.items) {
            var wanted = try throughHomebox(item)
            #expect(back.parentReference == item.parent.map { "parent-\($0.uuidString)" })
            if item.externalReference != nil {
                #expect(!back.stated.contains(.id))
                wanted.id = back.item.id
            }
            expected.append(wanted)
        }
        assertSame(reading.items.map(\.item), expected)
        #expect(writer.losses.items[.dateCreated] == written.count)
        #expect(
            writer.losses.items[.purchaseDate, default: 0]
                == written.filter { $0.purchase.date?.isApproximate == true }.count)
        #expect(writer.losses.items[.condition] == written.filter { $0.condition != nil }.count)
        // What comes back stated though it was not is named as such.
        let gained = zip(written, expected).map {
            ($0.value == nil && $1.value != nil, $0.purchase.price == nil && $1.purchase.price != nil)
        }
        #expect(writer.losses.filled[.value, default: 0] == gained.count(where: \.0))
        #expect(writer.losses.filled[.purchasePrice, default: 0] == gained.count(where: \.1))
    }

    @Test("a text is in the Homebox file or counted as lost", arguments: ItemField.allCases.filter { $0.kind == .text })
    func homeboxTexts(field: ItemField) throws {
        var item = Item(id: UUID(), name: "Chair", dateCreated: testMoment)
        try item.set(field, to: .text("carried or counted"))
        let collector = Collector()
        var writer = try HomeboxWriter(
            customFields: [], currency: currency("USD"), parentReference: { _ in nil }, sink: collector.take)
        try writer.write(item)
        try writer.finish()
        let isCarried = String(decoding: collector.bytes, as: UTF8.self).contains("carried or counted")
        #expect(isCarried != (writer.losses.items[field] == 1))
    }

    @Test(arguments: ["USD", "JPY", "KWD"]) func archiveLosesOnlyWhatTheTableSays(code: String) throws {
        let money = try currency(code)
        let written = try items(7, [code]).map { item in
            var item = item
            var unit: Int64 = 1
            for _ in 0..<money.fractionDigits { unit *= 10 }
            if let value = item.value { item.value?.minorUnits = value.minorUnits / unit * unit }
            return item
        }
        let collector = Collector()
        var writer = try AppArchiveWriter(currency: money, sink: collector.take)
        for item in written { try writer.write(item) }
        try writer.finish()
        let reading = try read(collector.bytes, nil, options(code))
        #expect(reading.rejectedRows.map(words) == [])
        let expected = written.map { item in
            var changed = Item(id: item.id, name: item.name, dateCreated: item.dateCreated)
            changed.serialNumber = item.serialNumber
            changed.value = item.value
            return changed
        }
        assertSame(reading.items.map(\.item), expected)
        #expect(writer.losses.items[.location] == written.filter { $0.location != nil }.count)
        #expect(writer.losses.items[.value] == nil)
    }

    @Test func theWrittenArchiveOpensInAppleShapedReaders() throws {
        let collector = Collector()
        var item = Item(id: UUID(), name: "茶具", dateCreated: testMoment)
        item.value = Money(minorUnits: -4200, currency: try currency("USD"))
        var writer = try AppArchiveWriter(className: "HQLItem", currency: currency("USD"), sink: collector.take)
        try writer.write(item)
        try writer.finish()
        let list = try PropertyListSerialization.propertyList(from: Data(collector.bytes), format: nil)
        let root = try #require(list as? [String: Any])
        #expect(root["$archiver"] as? String == "NSKeyedArchiver")
        #expect(root["$version"] as? Int == 100_000)
        let objects = try #require(root["$objects"] as? [Any])
        #expect(objects.first as? String == "$null")
        #expect(objects.contains { $0 as? String == "茶具" })
        let object = objects.compactMap { $0 as? [String: Any] }.first { $0["valueInDollars"] != nil }
        #expect(object?["valueInDollars"] as? Int == -42)
        #expect(objects.contains { ($0 as? [String: Any])?["$classname"] as? String == "HQLItem" })
    }

    @Test func archiveRefusesCentsUnlessRoundingIsAllowed() throws {
        let usd = try currency("USD")
        var item = Item(id: UUID(), name: "x", dateCreated: testMoment)
        for (cents, whole) in [(150, 200), (250, 200), (251, 300), (-150, -200), (149, 100)] as [(Int64, Int64)] {
            item.value = Money(minorUnits: cents, currency: usd)
            let collector = Collector()
            var strict = try AppArchiveWriter(currency: usd, sink: collector.take)
            #expect(throws: InventoryFileError.self) { try strict.write(item) }
            let rounded = Collector()
            var writer = try AppArchiveWriter(currency: usd, rounds: true, sink: rounded.take)
            try writer.write(item)
            try writer.finish()
            #expect(writer.losses.items[.value] == 1)
            #expect(try read(rounded.bytes, nil, options()).items.first?.item.value?.minorUnits == whole)
        }
    }

    @Test func aParentThatHomeboxCannotNameIsALoss() throws {
        let parent = UUID()
        var writer = try HomeboxWriter(
            customFields: [], currency: currency("USD"), parentReference: { $0 == parent ? "p" : nil },
            sink: Collector().take)
        for id in [parent, UUID(), nil] {
            var item = Item(id: UUID(), name: "x", dateCreated: testMoment)
            item.parent = id
            try writer.write(item)
        }
        #expect(writer.losses.items[.parent] == 1)
    }

    @Test func homeboxRefusesASecondCurrency() throws {
        var item = Item(id: UUID(), name: "x", dateCreated: testMoment)
        item.sale.price = Money(minorUnits: 1, currency: try currency("EUR"))
        let collector = Collector()
        var writer = try HomeboxWriter(
            customFields: [], currency: currency("USD"), parentReference: { _ in nil }, sink: collector.take)
        #expect(throws: InventoryFileError.self) { try writer.write(item) }
        item.sale.price = nil
        item.customFields = [CustomField(name: "Colour", value: "red")]
        #expect(throws: InventoryFileError.self) { try writer.write(item) }
    }

    @Test func writersHandOnEveryByteOfManyItems() throws {
        let usd = try currency("USD")
        let count = 20_000
        var identifiers = ItemIDGenerator()
        for format in [FileFormat.csv, .homebox, .archive] {
            let collector = Collector()
            let all = (0..<count).map {
                Item(id: identifiers.next(at: testMoment), name: "Item \($0)", dateCreated: testMoment)
            }
            switch format {
            case .csv:
                var writer = try PlainCSVWriter(sink: collector.take)
                for item in all { try writer.write(item) }
                try writer.finish()
            case .homebox:
                var writer = try HomeboxWriter(
                    customFields: [], currency: usd, parentReference: { _ in nil }, sink: collector.take)
                for item in all { try writer.write(item) }
                try writer.finish()
            default:
                var writer = try AppArchiveWriter(currency: usd, sink: collector.take)
                for item in all { try writer.write(item) }
                try writer.finish()
            }
            let reading = try read(collector.bytes, nil, options())
            #expect(reading.format == format)
            #expect(reading.items.map(\.item.id) == all.map(\.id))
        }
    }
}
