import FoundationEssentials
import Inventory

/// Makes items to try things out with: the old app's random ones, or realistic households.
struct SampleItems {
    /// The timestamp used as "now" if a seed is given, so that the same seed makes the same items.
    static let seededNow = Timestamp(startOf: CalendarDate(daysSinceEpoch: 20_454))

    private var random: SampleRandom
    private let now: Timestamp
    private let currencies: [Currency]
    private let isRich: Bool
    private var count = 0
    private var container: UUID?

    /// - Parameters:
    ///   - seed: makes the same items again, keys and dates included; nil for others each time.
    ///   - now: the time of creation if no seed is given.
    ///   - currencies: the currencies of the values, the first for most of them; not empty.
    ///   - isRich: whether items use every field.
    init(seed: UInt64?, now: Timestamp, currencies: [Currency], isRich: Bool) {
        random = SampleRandom(seed: seed ?? UInt64.random(in: 0...UInt64.max))
        self.now = seed == nil ? now : SampleItems.seededNow
        self.currencies = currencies
        self.isRich = isRich
    }

    /// The next item.
    mutating func next() -> Item {
        defer { count += 1 }
        let id = nextIdentifier()
        guard isRich else { return simple(id) }
        let item = HouseholdSample.item(
            id: id, number: count, now: now, currencies: currencies, container: container, random: &random)
        if count % 97 == 0 { container = id }
        return item
    }

    /// The app's `randomItem`: an adjective and a noun, a serial number such as `0A0A0`, a value below 100.
    private mutating func simple(_ id: UUID) -> Item {
        let name = "\(random.pick(["Fluffy", "Rusty", "Shiny"])) \(random.pick(["Bear", "Spork", "Mac"]))"
        var item = Item(id: id, name: name, dateCreated: now)
        var serial: [UInt8] = []
        for place in 0..<5 {
            serial.append(
                place % 2 == 0
                    ? UInt8(ascii: "0") + UInt8(random.below(10)) : UInt8(ascii: "A") + UInt8(random.below(26)))
        }
        item.serialNumber = String(decoding: serial, as: UTF8.self)
        let units = Int64(random.below(100))
        var minor = units
        for _ in 0..<currencies[0].fractionDigits { minor *= 10 }
        item.value = Money(minorUnits: minor, currency: currencies[0])
        return item
    }

    /// A UUID of version 7 that sorts after the ones before (RFC 9562, 5.7).
    private mutating func nextIdentifier() -> UUID {
        let clock = UInt64(now.milliseconds) + UInt64(count >> 12)
        let high = clock << 16 | 0x7000 | UInt64(count & 0xFFF)
        return UUID(high: high, low: random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}
