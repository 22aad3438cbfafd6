import FoundationEssentials
import Inventory
import Message

/// Reads the items of the iOS app's archive.
final class AppArchiveReader: ItemEntrySource {
    /// The most bytes of an archive, which is held whole.
    static let sizeLimit = 512 << 20
    /// The classes an item has had.
    static let classes: Set<String> = ["HQLItem", "BNRItem", "JXItem", "Item"]

    private let archive: KeyedArchive
    private let items: PropertyListReferences
    private let options: ImportOptions
    private var identifiers = ItemIDGenerator()
    private var place = 0
    /// The bytes of text that may still be read: an archive can share one long text between any number of items.
    private var remainingTextBudget: Int
    let rejectsHeader = RejectedRow.documentHeader
    let totalBytes: Int64?
    private(set) var bytesRead: Int64 = 0

    init(_ input: consuming InputBuffer, file: String, options: ImportOptions) throws(InventoryFileError) {
        guard try input.extendToEnd(limit: AppArchiveReader.sizeLimit) else {
            throw InventoryFileError(.archiveTooLarge, file: file)
        }
        totalBytes = Int64(input.bytes.count)
        remainingTextBudget = (16 << 20) + 16 * input.bytes.count
        self.options = options
        (archive, items) = try AppArchiveReader.open(input.bytes, file: file)
    }

    private static func open(
        _ bytes: ByteView, file: String
    ) throws(InventoryFileError) -> (KeyedArchive, PropertyListReferences) {
        let isBinary = bytes.starts(with: "bplist".utf8)
        var textList: XMLPropertyList?
        if !isBinary {
            do throws(InventoryFileError) {
                textList = try XMLPropertyList(bytes)
            } catch {
                throw error.inFile(file)
            }
        }
        do throws(PropertyListError) {
            let list: any PropertyList
            if let textList {
                list = textList
            } else {
                list = try BinaryPropertyList(Array(bytes))
            }
            let archive = try KeyedArchive(list)
            guard case .dictionary(let keys, let values) = try archive.object(archive.root) else {
                throw PropertyListError.notAList
            }
            let name = try archive.className(keys: keys, values: values)
            guard ["NSArray", "NSMutableArray"].contains(name),
                case .array(let items)? = try archive.value("NS.objects", keys: keys, values: values)
            else {
                throw PropertyListError(Message("formats.archive.notAListButClass", ["class": name.excerpt]))
            }
            return (archive, items)
        } catch {
            throw InventoryFileError(.archive(error), file: file)
        }
    }

    func next() throws(InventoryFileError) -> ImportEntry? {
        guard place < items.count else { return nil }
        place += 1
        bytesRead = Int64(Double(totalBytes ?? 0) * Double(place) / Double(items.count))
        var builder = ItemBuilder(identifiers: &identifiers, options: options)
        do throws(PropertyListError) {
            try read(into: &builder)
        } catch {
            builder.report(.archive(error))
        }
        guard remainingTextBudget >= 0 else {
            throw InventoryFileError(.archiveExpandsTooFar)
        }
        return builder.entry(place: place, line: nil, allowsNegativeAmounts: true)
    }

    private func read(into builder: inout ItemBuilder) throws(PropertyListError) {
        let object = try archive.object(try archive.uid(items, at: place - 1))
        guard case .dictionary(let keys, let values) = object else {
            throw PropertyListError(Message("formats.archive.expectedItem", ["found": object.kind]))
        }
        let name = try archive.className(keys: keys, values: values)
        guard AppArchiveReader.classes.contains(name) else {
            throw PropertyListError(Message("formats.archive.notAnItemButClass", ["class": name.excerpt]))
        }
        guard keys.count <= KeyedArchive.keyLimit else { throw PropertyListError.tooManyKeys }
        // An item of the app always has a name, which may be empty.
        builder.markNamePresent()
        for index in 0..<keys.count {
            let key = try archive.key(keys, at: index)
            if key == "$class" { continue }
            try read(key, try archive.value(values, at: index), into: &builder)
        }
    }

    private func read(
        _ key: String, _ value: PropertyListNode, into builder: inout ItemBuilder
    ) throws(PropertyListError) {
        if let mapped = options.columns.last(where: { $0.column == key }) {
            try read(value, as: mapped.target, key, into: &builder)
            return
        }
        switch key {
        case "itemName": try read(value, as: .field(.name), key, into: &builder)
        case "serialNumber", "serialnumber": try read(value, as: .field(.serialNumber), key, into: &builder)
        case "valueInDollars":
            if case .null = value { return }
            guard case .integer(let amount) = value else {
                return builder.report(.expectedInteger(found: value.kind), path: key)
            }
            guard builder.state(.value, path: key) else { return }
            builder.setWhole(amount, currency: options.currency, path: key)
        case "dateCreated", "createDate":
            guard let seconds = try seconds(value, key, into: &builder) else { return }
            guard builder.state(.dateCreated, path: key) else { return }
            do throws(ValueError) {
                builder.set(.dateCreated, to: .timestamp(try AppleReferenceDate.timestamp(seconds: seconds)), path: key)
            } catch {
                builder.report(.value(error), path: key)
            }
        case "itemKey":
            guard let text = try text(value, key, into: &builder), !text.isEmpty else { return }
            if let id = UUID(uuidString: text) {
                if builder.state(.id, path: key) { builder.set(.id, to: .identifier(id), path: key) }
            } else if builder.state(.externalReference, path: key) {
                builder.set(.externalReference, to: .text(text), path: key)
            }
        // A small version of the photo.
        case "thumbnail": break
        default:
            builder.report(.unknownKey, path: key)
        }
    }

    /// Reads a key that the user mapped, or one of text.
    private func read(
        _ value: PropertyListNode, as target: ColumnTarget, _ key: String, into builder: inout ItemBuilder
    ) throws(PropertyListError) {
        switch target {
        case .field(let field):
            guard let text = try text(value, key, into: &builder) else { return }
            guard field == .name || builder.state(field, path: key) else { return }
            builder.set(field, parsing: text, currency: nil, path: key)
        case .customField(let name):
            guard let text = try text(value, key, into: &builder) else { return }
            builder.add(CustomField(name: name, value: text), path: key)
        case .ignored: break
        default: builder.report(.unmappableKey, path: key)
        }
    }

    /// Returns the text of a value, or of a number. Nil if it is nothing or not text.
    private func text(
        _ value: PropertyListNode, _ key: String, into builder: inout ItemBuilder
    ) throws(PropertyListError) -> String? {
        switch try content(of: value, under: "NS.string") {
        case .null: return nil
        case .string(let text):
            remainingTextBudget -= text.utf8.count
            return text
        case .integer(let number) where key != "itemName" && key != "itemKey": return String(number)
        default:
            builder.report(.expectedText(found: value.kind), path: key)
            return nil
        }
    }

    /// Returns the value of an archived object under a key, or a plain value itself.
    private func content(of value: PropertyListNode, under key: String) throws(PropertyListError) -> PropertyListNode {
        guard case .dictionary(let keys, let values) = value else { return value }
        return try archive.value(key, keys: keys, values: values) ?? value
    }

    private func seconds(
        _ value: PropertyListNode, _ key: String, into builder: inout ItemBuilder
    ) throws(PropertyListError) -> Double? {
        switch try content(of: value, under: "NS.time") {
        case .null: return nil
        case .date(let seconds), .real(let seconds): return seconds
        case .integer(let seconds): return Double(seconds)
        default:
            builder.report(.expectedDate(found: value.kind), path: key)
            return nil
        }
    }
}

extension ItemBuilder {
    /// Records that the item has a name, which may be empty.
    fileprivate mutating func markNamePresent() { _ = state(.name, path: "itemName") }

    /// Sets the value to an amount of whole units.
    fileprivate mutating func setWhole(_ units: Int64, currency: Currency, path: String) {
        var minorUnits = units
        for _ in 0..<currency.fractionDigits {
            let (product, overflow) = minorUnits.multipliedReportingOverflow(by: 10)
            guard !overflow else { return report(.value(.overflow(currency: currency.code)), path: path) }
            minorUnits = product
        }
        set(.value, to: .money(Money(minorUnits: minorUnits, currency: currency)), path: path)
    }

    fileprivate mutating func add(_ field: CustomField, path: String) {
        if !stated.contains(.customFields) { _ = state(.customFields, path: path) }
        set(.customFields, to: .customFields(item.customFields + [field]), path: path)
    }
}

/// The objects of an NSKeyedArchiver archive: `$objects`, which refer to each other by their indices.
struct KeyedArchive {
    private let list: any PropertyList
    private let objects: PropertyListReferences
    /// The index of the outermost object.
    let root: Int

    init(_ list: any PropertyList) throws(PropertyListError) {
        self.list = list
        var objects: PropertyListReferences?
        var root: Int?
        guard case .dictionary(let keys, let values) = try list.node(list.root), keys.count <= 16 else {
            throw .notAnArchive
        }
        for place in 0..<keys.count {
            guard case .string(let key) = try list.node(try list.reference(keys, at: place)) else { continue }
            let value = try list.node(try list.reference(values, at: place))
            switch (key, value) {
            case ("$archiver", .string("NSKeyedArchiver")), ("$version", .integer(100_000)): continue
            case ("$archiver", _), ("$version", _):
                throw .unknownArchiver
            case ("$objects", .array(let references)): objects = references
            case ("$top", .dictionary(let keys, let values)):
                root = try KeyedArchive.top(of: list, keys: keys, values: values)
            default: continue
            }
        }
        guard let objects else { throw .missingObjects }
        guard let root else { throw .missingRoot }
        (self.objects, self.root) = (objects, root)
    }

    /// Returns the object under `root`, or the only one.
    private static func top(
        of list: any PropertyList, keys: PropertyListReferences, values: PropertyListReferences
    ) throws(PropertyListError) -> Int? {
        for place in 0..<min(keys.count, 16) {
            guard case .string(let key) = try list.node(try list.reference(keys, at: place)),
                key == "root" || keys.count == 1,
                case .uid(let uid) = try list.node(try list.reference(values, at: place))
            else { continue }
            return uid
        }
        return nil
    }

    /// Returns the object at an index. The first object means "nothing".
    func object(_ uid: Int) throws(PropertyListError) -> PropertyListNode {
        let node = try list.node(try list.reference(objects, at: uid))
        if uid == 0, case .string("$null") = node { return .null }
        return node
    }

    /// Returns a value of an object; a reference is followed.
    func value(_ references: PropertyListReferences, at place: Int) throws(PropertyListError) -> PropertyListNode {
        let node = try list.node(try list.reference(references, at: place))
        guard case .uid(let uid) = node else { return node }
        return try object(uid)
    }

    /// Returns the index of the object that a value refers to.
    func uid(_ references: PropertyListReferences, at place: Int) throws(PropertyListError) -> Int {
        guard case .uid(let uid) = try list.node(try list.reference(references, at: place)) else {
            throw .expectedReference
        }
        return uid
    }

    func key(_ references: PropertyListReferences, at place: Int) throws(PropertyListError) -> String {
        guard case .string(let key) = try list.node(try list.reference(references, at: place)) else {
            throw .keyNotText
        }
        return key
    }

    /// The most keys of one object.
    static let keyLimit = 256

    /// Returns the value of an object under a key, nil if it has no such key.
    func value(
        _ name: String, keys: PropertyListReferences, values: PropertyListReferences
    ) throws(PropertyListError) -> PropertyListNode? {
        for place in 0..<min(keys.count, KeyedArchive.keyLimit) where try key(keys, at: place) == name {
            return try value(values, at: place)
        }
        return nil
    }

    /// Returns the name of an object's class, without its module.
    func className(keys: PropertyListReferences, values: PropertyListReferences) throws(PropertyListError) -> String {
        guard case .dictionary(let keys, let values)? = try value("$class", keys: keys, values: values),
            case .string(let name)? = try value("$classname", keys: keys, values: values)
        else { throw .missingClass }
        return name.split(separator: ".").last.map(String.init) ?? name
    }
}

/// Dates of Apple's frameworks: seconds since 2001-01-01T00:00:00Z as binary numbers with decimals.
enum AppleReferenceDate {
    /// 2001-01-01T00:00:00Z in milliseconds since 1970.
    static let reference: Int64 = 978_307_200_000

    /// Returns the timestamp, to the nearest millisecond.
    static func timestamp(seconds: Double) throws(ValueError) -> Timestamp {
        let milliseconds = (seconds * 1000).rounded(.toNearestOrEven)
        // Far within Int64, far past the year 9999, and false for NaN.
        guard abs(milliseconds) < 1e15 else { return try Timestamp(milliseconds: .max) }
        return try Timestamp(milliseconds: Int64(milliseconds) + reference)
    }

    static func seconds(_ timestamp: Timestamp) -> Double { Double(timestamp.milliseconds - reference) / 1000 }

    /// The seconds of `2014-05-01T09:30:00Z`.
    static func seconds(ofText text: String) throws(ValueError) -> Double { seconds(try Timestamp(text.utf8)) }
}
