import Attachments
import FoundationEssentials
import Inventory
import Localization
import Synchronization

/// A shop's receipt for a sample item: one page of PDF (ISO 32000-1).
struct SampleReceipt {
    private let lines: [(size: Int, text: [UInt8])]

    /// - Returns: nil if the item states no shop, day and price, or a text needs letters that the page's font lacks.
    init?(for item: Item) {
        guard let shop = item.purchase.place, let day = item.purchase.date, let price = item.purchase.price,
            item.quantity == .one
        else { return nil }
        let texts: [(Int, String)] = [
            (16, shop), (9, "Receipt \(item.purchase.receiptNumber ?? "-")"), (9, "Date \(day)"), (9, ""),
            (10, "1 x \(item.name)"),
            (9, [item.manufacturer, item.modelNumber].compactMap(\.self).joined(separator: " ")),
            (9, item.serialNumber.map { "Serial number \($0)" } ?? ""), (9, ""), (12, "Total \(price)"), (9, ""),
            (9, "Paid by card. Thank you for your purchase."),
        ]
        var lines: [(size: Int, text: [UInt8])] = []
        for (size, text) in texts {
            guard let bytes = SampleReceipt.encoded(text) else { return nil }
            lines.append((size, bytes))
        }
        self.lines = lines
    }

    /// A text in WinAnsiEncoding, of which the letters of ISO 8859-1 and a quotation mark are used, escaped for a string.
    private static func encoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "(", ")", "\\": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
            case "’": bytes.append(0x92)
            case " "..."~", "\u{A1}"..."\u{FF}": bytes.append(UInt8(scalar.value))
            default: return nil
            }
        }
        return bytes
    }

    var file: [UInt8] {
        var content = Array("BT 1 0 0 1 28 384 Tm\n".utf8)
        for line in lines {
            content += Array("/F1 \(line.size) Tf 0 -\(line.size * 7 / 4) Td (".utf8) + line.text + Array(") Tj\n".utf8)
        }
        content += Array("ET\n".utf8)
        let objects: [[UInt8]] = [
            Array("<< /Type /Catalog /Pages 2 0 R >>".utf8), Array("<< /Type /Pages /Kids [3 0 R] /Count 1 >>".utf8),
            Array(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 298 420] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>"
                    .utf8),
            Array("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".utf8),
            Array("<< /Length \(content.count) >>\nstream\n".utf8) + content + Array("endstream".utf8),
        ]
        var file = Array("%PDF-1.4\n".utf8)
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(file.count)
            file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let start = file.count
        file += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
        for place in places {
            let digits = String(place)
            file += Array((String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n").utf8)
        }
        file += Array("trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n".utf8)
        return file
    }
}

/// Adds photos and receipts to sample items.
enum SampleFiles {
    /// Adds the files to the store, and refers to them in the items: most have a photo, some two, a third a receipt.
    /// - Throws: `files` if a picture cannot be taken in, for example because the helper for pictures is not installed.
    static func add(to items: [Item], in intake: AttachmentIntake, on console: Console) throws -> [Item] {
        let made = Mutex(items)
        try ParallelWork.run(items.count, on: console) {
            { number in
                var item = items[number]
                try addFiles(to: &item, number, intake)
                made.withLock { $0[number] = item }
            }
        }
        return made.withLock { $0 }
    }

    private static func addFiles(to item: inout Item, _ number: Int, _ intake: AttachmentIntake) throws {
        let views = number % 10 >= 7 ? 0 : number % 5 == 0 ? 2 : 1
        for view in 0..<views {
            let name = "IMG_\(1000 + number * 2 + view).png"
            guard let file = picture(of: item, view: view) else { continue }
            let record = try add(file, name, intake)
            let photo = NewPhoto(.descriptor(-1, name: name), isPrimary: view == 0).reference(to: record)
            if !item.photos.contains(where: { $0.hash == photo.hash }) { item.photos.append(photo) }
        }
        guard number % 3 == 1, let receipt = SampleReceipt(for: item) else { return }
        let name = "receipt-\(number + 1).pdf"
        let record = try add(receipt.file, name, intake)
        item.documents.append(
            NewDocument(
                .descriptor(-1, name: name), kind: .receipt, number: item.purchase.receiptNumber,
                date: item.purchase.date
            ).reference(to: record))
    }

    /// One of the two pictures of a kind of thing (Scripts/sample-pictures.py).
    private static func picture(of item: Item, view: Int) -> [UInt8]? {
        let product = HouseholdVocabulary.products.first { product in
            [product.english, product.chinese, product.accented].contains { item.name.hasPrefix($0) }
        }
        let number = (Int(item.id.uuid.15) + view) % 2 + 1
        return product.flatMap { EmbeddedFiles.bytes(of: "Sample/\($0.pictureName)-\(number).png") }.map { Array($0) }
    }

    private static func add(_ file: [UInt8], _ name: String, _ intake: AttachmentIntake) throws -> PhotoRecord {
        var rest = file[...]
        return try intake.add(name: name) { piece in
            let count = min(piece.count, rest.count)
            piece.copyBytes(from: rest.prefix(count))
            rest = rest.dropFirst(count)
            return count
        }
    }
}

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

/// Random numbers that repeat for a seed, whatever the machine and the version of Swift (SplitMix64).
struct SampleRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
        state = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number from 0 up to, not including, `bound`.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Whether something happens that happens `percent` times in a hundred.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of the elements of a list that is not empty.
    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
