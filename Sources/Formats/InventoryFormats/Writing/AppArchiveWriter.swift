import FoundationEssentials
package import Inventory

/// Writes items as the iOS app's archive: an NSKeyedArchiver list in a binary property list.
///
/// An item keeps its name, serial number, value in whole units, creation date and id. Other fields are omitted and
/// counted in ``losses``. A missing value is omitted, which the app reads as 0. Memory grows by about 20
/// bytes an item, for the tables at the end of the file.
package struct AppArchiveWriter {
    private let currency: Currency
    private let rounds: Bool
    private var archive: KeyedArchiveWriter
    /// The indices of items among the archived objects.
    private var items = AscendingNumbers()
    private let keys: Keys
    private let itemClass: Int
    private let dateClass: Int
    private let null: Int
    /// The fields that were lost so far.
    package private(set) var losses = ExportLosses()

    /// The numbers of the texts that are keys.
    private struct Keys {
        let objectClass, name, serialNumber, value, dateCreated, itemKey, time, className, classes, list: Int
    }

    /// Begins an archive.
    ///
    /// - Parameters:
    ///   - className: the class of items in the app that is to read it: `BNRItem`, `HQLItem`, `JXItem` or `Item`.
    ///   - currency: the currency of all values; the app names none.
    ///   - rounds: whether values are rounded to whole units, half to even, instead of refused.
    ///   - sink: takes the bytes.
    /// - Throws: what the sink throws.
    package init(
        className: String = "BNRItem", currency: Currency, rounds: Bool = false, sink: @escaping ByteConsumer
    ) throws {
        self.currency = currency
        self.rounds = rounds
        var list = BinaryPropertyListWriter(sink)
        keys = Keys(
            objectClass: list.text("$class"), name: list.text("itemName"), serialNumber: list.text("serialNumber"),
            value: list.text("valueInDollars"), dateCreated: list.text("dateCreated"), itemKey: list.text("itemKey"),
            time: list.text("NS.time"), className: list.text("$classname"), classes: list.text("$classes"),
            list: list.text("NS.objects"))
        var archive = KeyedArchiveWriter(list, className: keys.className, classes: keys.classes)
        null = archive.list.uid(0)
        itemClass = archive.addClass([className, "NSObject"])
        dateClass = archive.addClass(["NSDate", "NSObject"])
        self.archive = archive
    }

    /// Writes one item.
    ///
    /// - Throws: ``InventoryFileError`` if the value is in another currency or not whole; what the
    ///   sink throws.
    package mutating func write(_ item: Item) throws {
        let value = try wholeValue(item)
        let name = archive.add(archive.list.text(item.name))
        let serial = item.serialNumber.map { archive.add(archive.list.text($0)) }
        let seconds = archive.list.real(AppleReferenceDate.seconds(item.dateCreated))
        let date = archive.add(archive.list.dictionary([(keys.objectClass, dateClass), (keys.time, seconds)]))
        let key = archive.add(archive.list.text(item.id.uuidString))
        var members = [
            (keys.objectClass, itemClass), (keys.dateCreated, archive.list.uid(date)),
            (keys.itemKey, archive.list.uid(key)),
            (keys.name, archive.list.uid(name)), (keys.serialNumber, serial.map { archive.list.uid($0) } ?? null),
        ]
        if let value { members.append((keys.value, archive.list.integer(value))) }
        items.append(archive.add(archive.list.dictionary(members)))
        try archive.list.flushIfFull()
        for field in ItemField.allCases where item[field] != .none { recordLoss(field, of: item) }
    }

    /// Writes the list of the items and the tables at the end.
    /// - Throws: what the sink throws.
    package mutating func finish() throws {
        var places: [Int] = []
        places.reserveCapacity(items.count)
        items.forEach { places.append($0) }
        let first = archive.list.count
        for place in places { _ = archive.list.uid(place) }
        try archive.list.flushIfFull()
        let listed = archive.list.array(count: places.count) { append in
            for index in places.indices { append(first + index) }
        }
        let listClass = archive.addClass(["NSMutableArray", "NSArray", "NSObject"])
        let root = archive.add(archive.list.dictionary([(keys.objectClass, listClass), (keys.list, listed)]))
        let all = archive.list.array(count: archive.objects.count) { append in archive.objects.forEach(append) }
        let top = archive.list.dictionary([(archive.list.text("root"), archive.list.uid(root))])
        let document = archive.list.dictionary([
            (archive.list.text("$archiver"), archive.list.text("NSKeyedArchiver")),
            (archive.list.text("$objects"), all),
            (archive.list.text("$top"), top), (archive.list.text("$version"), archive.list.integer(100_000)),
        ])
        try archive.list.finish(root: document)
    }

    private func wholeValue(_ item: Item) throws(InventoryFileError) -> Int64? {
        guard let value = item.value else { return nil }
        guard value.currency == currency else {
            throw InventoryFileError(
                .unwritable(item.id, .otherCurrency(.value, format: .archive, currency: currency)))
        }
        var unit: Int64 = 1
        for _ in 0..<currency.fractionDigits { unit *= 10 }
        var (whole, rest) = value.minorUnits.quotientAndRemainder(dividingBy: unit)
        guard rest == 0 || rounds else {
            throw InventoryFileError(.unwritable(item.id, .fractionalAmount(currency)))
        }
        let twice = rest.magnitude * 2
        if twice > unit.magnitude || (twice == unit.magnitude && whole & 1 == 1) { whole += rest < 0 ? -1 : 1 }
        return whole
    }

    private mutating func recordLoss(_ field: ItemField, of item: Item) {
        switch field {
        case .id, .name, .serialNumber, .dateCreated: break
        case .value:
            var unit: Int64 = 1
            for _ in 0..<currency.fractionDigits { unit *= 10 }
            losses.note(.value, if: (item.value?.minorUnits ?? 0) % unit != 0)
        case .quantity: losses.note(field, if: item.quantity != .one)
        case .insured, .archived, .warrantyLifetime: losses.note(field, if: item[field] == .flag(true))
        default: losses.note(field)
        }
    }
}

/// The objects of an archive on their way into a property list.
struct KeyedArchiveWriter {
    var list: BinaryPropertyListWriter
    /// The numbers of archived objects among the values of the property list. The first means "nothing".
    private(set) var objects = AscendingNumbers()
    private let className: Int
    private let classes: Int

    init(_ list: BinaryPropertyListWriter, className: Int, classes: Int) {
        self.list = list
        (self.className, self.classes) = (className, classes)
        objects.append(self.list.text("$null"))
    }

    /// Adds a value of the property list as an archived object and returns its index.
    mutating func add(_ value: Int) -> Int {
        objects.append(value)
        return objects.count - 1
    }

    /// The reference to a class.
    mutating func addClass(_ names: [String]) -> Int {
        let texts = names.map { list.text($0) }
        let classes = list.array(count: texts.count) { append in texts.forEach(append) }
        let object = list.dictionary([(className, texts[0]), (self.classes, classes)])
        return list.uid(add(object))
    }
}

/// Ascending numbers, stored as differences in as few bytes as each needs (LEB128).
struct AscendingNumbers {
    private var bytes: [UInt8] = []
    private var last = 0
    private(set) var count = 0

    /// Appends a number that is not smaller than the last one.
    mutating func append(_ number: Int) {
        var rest = UInt(number - last)
        last = number
        count += 1
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Calls `body` with each number in order.
    func forEach(_ body: (Int) throws -> Void) rethrows {
        var number = 0
        var difference = 0
        var shift = 0
        for byte in bytes {
            difference |= Int(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 {
                number += difference
                try body(number)
                (difference, shift) = (0, 0)
            }
        }
    }
}

/// Writes a binary property list, version 00, value by value. Each value has a number, which later values refer to.
///
/// References always take 4 bytes, so that values can be written before their number is known.
struct BinaryPropertyListWriter {
    private var output: BufferedOutput
    private var places = AscendingNumbers()

    init(_ sink: @escaping ByteConsumer) {
        output = BufferedOutput(sink)
        output.append("bplist00".utf8)
    }

    /// Number of values.
    var count: Int { places.count }

    private mutating func begin() -> Int {
        places.append(output.count)
        return places.count - 1
    }

    private mutating func marker(_ kind: UInt8, count: Int) {
        if count < 15 {
            output.append(kind << 4 | UInt8(count))
        } else {
            output.append(kind << 4 | 0x0F)
            output.append(0x12)
            output.append(bigEndian: UInt64(count), size: 4)
        }
    }

    mutating func text(_ text: String) -> Int {
        let number = begin()
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            marker(0x5, count: text.utf8.count)
            output.append(text.utf8)
        } else {
            marker(0x6, count: text.utf16.count)
            for unit in text.utf16 { output.append(bigEndian: UInt64(unit), size: 2) }
        }
        return number
    }

    mutating func integer(_ value: Int64) -> Int {
        let number = begin()
        let power =
            switch value {
            case 0..<0x100: 0
            case 0x100..<0x1_0000: 1
            case 0x1_0000..<0x1_0000_0000: 2
            default: 3
            }
        output.append(0x10 | UInt8(power))
        output.append(bigEndian: UInt64(bitPattern: value), size: 1 << power)
        return number
    }

    mutating func real(_ value: Double) -> Int {
        let number = begin()
        output.append(0x23)
        output.append(bigEndian: value.bitPattern, size: 8)
        return number
    }

    mutating func uid(_ place: Int) -> Int {
        let number = begin()
        let size = place < 0x100 ? 1 : place < 0x1_0000 ? 2 : 4
        output.append(0x80 | UInt8(size - 1))
        output.append(bigEndian: UInt64(place), size: size)
        return number
    }

    mutating func dictionary(_ members: [(key: Int, value: Int)]) -> Int {
        let number = begin()
        marker(0xD, count: members.count)
        for member in members { output.append(bigEndian: UInt64(member.key), size: 4) }
        for member in members { output.append(bigEndian: UInt64(member.value), size: 4) }
        return number
    }

    mutating func array(count: Int, _ body: ((Int) -> Void) -> Void) -> Int {
        let number = begin()
        marker(0xA, count: count)
        body { output.append(bigEndian: UInt64($0), size: 4) }
        return number
    }

    mutating func flushIfFull() throws { try output.flushIfFull() }

    /// Writes the table of offsets and the trailer.
    mutating func finish(root: Int) throws {
        let table = output.count
        let size = table < 1 << 32 ? 4 : 8
        try places.forEach { place in
            output.append(bigEndian: UInt64(place), size: size)
            try output.flushIfFull()
        }
        for byte in [0, 0, 0, 0, 0, 0, UInt8(size), 4] { output.append(byte) }
        for number in [places.count, root, table] { output.append(bigEndian: UInt64(number), size: 8) }
        try output.flush()
    }
}
