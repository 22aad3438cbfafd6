import Foundation
import Inventory

/// A small generator with a seed, so that a failure can be repeated (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Items as strange as the model allows.
struct RandomItems {
    var generator: SeededGenerator
    let currencies: [Currency]

    private static let texts = [
        "Fluffy Bear", "茶具", "=1+1", "'=1+1", "''=1", "'90s lamp", "'", "''", "+49 30", "-", "@home", "\ttab",
        "\r\nline",
        "a,b;c\td", "say \"hi\"", "\"\u{301}", " padded ", "<b>&amp;</b>", "{{name}}", "]]>", "\u{1}\u{7F}\u{85}",
        "\u{FFFE}\u{10FFFF}", "[\"x\"]", "[]", "{}", "null", "NaN", "1e3", "👩‍👩‍👧", "line\nbreak", "line\rbreak",
        "\u{2028}",
        "e\u{301}", "0012", "true", "\\", "\\\"", "a/b / c", "\u{FEFF}bom", "*x", "#",
        "＝1", "'＠x", "\u{FEFF}=1", "'\u{FEFF}-1",
    ]

    mutating func item() -> Item {
        var item = Item(
            id: UUID(high: generator.next(), low: generator.next()), name: chance(9) ? text() : "",
            dateCreated: Timestamp(
                clampedMilliseconds: Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &generator)))
        for field in ItemField.csvColumns where field != .id && field != .name && field != .dateCreated && chance(5) {
            do { try item.set(field, to: value(of: field.kind)) } catch { continue }
        }
        if chance(2) {
            let month = chance(5) ? Int.random(in: 1...12, using: &generator) : nil
            item.purchase.date = try? CalendarDate(year: Int.random(in: 1...9999, using: &generator), month: month)
        }
        return item
    }

    private mutating func value(of kind: ItemField.Kind) -> FieldValue {
        switch kind {
        case .text: .text(text())
        case .money: .money(money())
        case .quantity:
            .quantity(Quantity(millionths: chance(5) ? Int64.random(in: 0...9_000_000, using: &generator) : 2_000_000))
        case .percentage: .percentage(Percentage(hundredths: Int64.random(in: 0...10_000, using: &generator)))
        case .timestamp: .timestamp(Timestamp(clampedMilliseconds: 0))
        case .date: .date(CalendarDate(daysSinceEpoch: Int32.random(in: -719_162...2_932_896, using: &generator)))
        case .flag: .flag(true)
        case .identifier: .identifier(UUID(high: generator.next(), low: generator.next()))
        case .tags: .tags((0..<Int.random(in: 1...3, using: &generator)).map { _ in text() })
        case .photos, .documents: .none
        case .customFields:
            .customFields(
                (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                    CustomField(name: text(), value: chance(8) ? text() : "")
                })
        }
    }

    mutating func money() -> Money {
        let units = [0, 1, 99, 100, 123_456, 9_007_199_254_740_993, Int64.max, -500, Int64.min]
        let currency = currencies.randomElement(using: &generator) ?? currencies[0]
        return Money(minorUnits: units.randomElement(using: &generator) ?? 0, currency: currency)
    }

    mutating func text() -> String { RandomItems.texts.randomElement(using: &generator) ?? "x" }

    mutating func chance(_ tenths: Int) -> Bool { Int.random(in: 0..<10, using: &generator) < tenths }
}
