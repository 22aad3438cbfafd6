import Foundation
import Inventory
import TestSupport
import Testing

@testable import InventoryFormats

/// Damaged files give items, faults or an error; they never trap, and memory stays in bounds.
@Suite struct MutationTests {
    static let rounds = Rounds.times(1500)

    /// A small archive with everything in it that the reader knows.
    static func archive(count: Int = 6) throws -> [UInt8] {
        let collector = Collector()
        var writer = try AppArchiveWriter(currency: currency("USD"), sink: collector.take)
        for index in 0..<count {
            var item = Item(id: UUID(), name: index % 2 == 0 ? "Fluffy Bear \(index)" : "茶具", dateCreated: testMoment)
            item.serialNumber = index == 3 ? nil : "0A\(index)B0"
            item.value = Money(minorUnits: Int64(index) * 77_700_00, currency: try currency("USD"))
            try writer.write(item)
        }
        try writer.finish()
        return collector.bytes
    }

    /// Flips bits, overwrites, cuts out, doubles or truncates a few places.
    static func mutate(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !result.isEmpty {
            let place = Int.random(in: 0..<result.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: result[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: result[place] = [0, 0xFF, 0x7F, 0x80, 0x0F, 0xD0].randomElement(using: &generator) ?? 0
            case 2: result[place] = UInt8.random(in: 0...255, using: &generator)
            case 3: result.removeSubrange(place..<min(result.count, place + Int.random(in: 1...8, using: &generator)))
            case 4: result.insert(contentsOf: result[place..<min(result.count, place + 16)], at: place)
            default:
                // The trailer of a property list is where a reader trusts most.
                let last = max(0, result.count - 1 - Int.random(in: 0..<40, using: &generator))
                result[last] = UInt8.random(in: 0...255, using: &generator)
            }
        }
        if Int.random(in: 0..<12, using: &generator) == 0 {
            result.removeLast(Int.random(in: 0...result.count, using: &generator))
        }
        return result
    }

    private func survive(_ bytes: [UInt8], _ format: FileFormat, seed: UInt64, rounds: Int) throws {
        var generator = SeededGenerator(seed: seed)
        let options = try options()
        var whole = 0
        for _ in 0..<rounds {
            let mutated = MutationTests.mutate(bytes, &generator)
            do {
                let reading = try read(mutated, format, options)
                whole += reading.rejectedRows.isEmpty ? 1 : 0
            } catch is InventoryFileError {
                continue
            }
        }
        #expect(whole < rounds)
    }

    @Test func damagedBinaryArchives() throws {
        try survive(try MutationTests.archive(), .archive, seed: 1, rounds: MutationTests.rounds)
    }

    @Test(
        .enabled(if: SharedFixtures.has("homepwner-bnritem.archive"), "the shared fixtures are not beside the checkout")
    )
    func damagedSharedArchives() throws {
        try survive(
            try SharedFixtures.bytes("homepwner-bnritem.archive"), .archive, seed: 2, rounds: MutationTests.rounds / 3)
    }

    @Test func damagedXMLArchives() throws {
        try survive(fixture("archive-xml.plist"), .archive, seed: 3, rounds: MutationTests.rounds / 3)
    }

    @Test(arguments: [
        ("plain.csv", FileFormat.csv), ("homebox.csv", .homebox), ("snipe-it-report.csv", .snipeIT),
        ("items.json", .json),
        ("items.xml", .xml),
    ])
    func damagedTextFiles(name: String, format: FileFormat) throws {
        try survive(fixture(name), format, seed: 4, rounds: MutationTests.rounds / 3)
    }

    @Test func everyTruncationOfAnArchiveIsAnError() throws {
        let bytes = try MutationTests.archive(count: 2)
        let options = try options()
        for length in 0..<bytes.count {
            #expect(failure(Array(bytes[..<length]), .archive, options) != nil)
        }
    }
}
