import Database
import FoundationEssentials
import Glibc
import Inventory
import InventoryStore
import PostgreSQLDriver
import Testing

let usd = Currency(utf8: "USD".utf8) ?? unknown
/// The day from which filters count: 1978-03-20.
let today = CalendarDate(daysSinceEpoch: 3000)
let jpy = Currency(utf8: "JPY".utf8) ?? unknown
private var unknown: Currency { fatalError("no such currency") }

let owner = ChangeContext(actor: "owner")

/// The server on which the stores of this run are (Scripts/with-postgresql.sh); nil if they are SQLite files.
let testServer: PostgreSQLServer? = getenv("HOMEPWNER_TEST_POSTGRES").map { address in
    ServerDriver.register { PostgreSQLServer(address: $0) }
    return PostgreSQLServer(address: String(cString: address))
}

extension Trait where Self == ConditionTrait {
    /// For tests about the files of SQLite.
    static var onlyInFolders: Self { .disabled(if: testServer != nil, "about SQLite files") }
    /// For tests about inventories on a server.
    static var onlyOnServer: Self { .enabled(if: testServer != nil, "run by Scripts/with-postgresql.sh") }
}

/// An empty folder, or else an empty database on the server of the tests, that is removed with everything in it.
final class Scratch {
    let path: String
    private let databaseName = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }

    init() {
        var template = Array("/tmp/homepwner-tests-XXXXXX".utf8CString)
        mkdtemp(&template)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        _ = try? testServer?.connect(writeLock: nil).execute("DROP DATABASE IF EXISTS \(databaseName) WITH (FORCE)")
    }

    /// The path or address of the store.
    lazy var store: String = {
        guard let testServer else { return path + "/inventory.homepwner" }
        _ = try? testServer.connect(writeLock: nil).execute("CREATE DATABASE \(databaseName)")
        return "\(server)?inventory=home"
    }()

    /// The address of the database.
    private var server: String {
        let address = getenv("HOMEPWNER_TEST_POSTGRES").map { String(cString: $0) } ?? ""
        return address.prefix(through: address.lastIndex(of: "/") ?? address.startIndex) + databaseName
    }

    /// The store's database, for damage behind its back.
    func database() throws -> any DatabaseMaintenance {
        guard testServer == nil else { return try PostgreSQLServer(address: server).connect(writeLock: nil) }
        return try SQLiteConnection(file: store + "/inventory.sqlite", mode: .readWrite)
    }

    func makeStore() throws -> InventoryStore {
        try InventoryStore.create(at: store, settings: InventorySettings(currency: usd))
    }
}

/// The item number `number`, always the same.
func sample(_ number: Int) -> Item {
    Item(
        id: UUID(high: 0x1_0000_0000_7000 + UInt64(number) << 16, low: 0x8000_0000_0000_0000 + UInt64(number)),
        name: "Item \(number)", dateCreated: Timestamp(clampedMilliseconds: Int64(number) * 86_400_000))
}

func sample(_ number: Int, _ change: (inout Item) throws -> Void) rethrows -> Item {
    var item = sample(number)
    try change(&item)
    return item
}

extension InventoryStore {
    func names(matching selection: Selection = .everything, order: ItemOrder = .ownerDefined) throws -> [String] {
        let cursor = try snapshot().items(matching: selection, order: order)
        var names: [String] = []
        while try cursor.next() {
            names.append(String(decoding: cursor.text(.name) ?? .init(start: nil, count: 0), as: UTF8.self))
        }
        return names
    }

    func item(_ id: UUID) throws -> StoredItem? { try snapshot().item(id) }

    func items() throws -> [Item] {
        let cursor = try snapshot().items(matching: .everything)
        var items: [Item] = []
        while try cursor.next() { items.append(try cursor.item()) }
        return items
    }
}

/// The item that ``fullItem()`` names as its parent.
let parentOfFullItem = sample(99) { $0.id = UUID(high: 1, low: 2) }

/// An item in which every field says something.
func fullItem() throws -> Item {
    try sample(7) { item in
        item.name = "Lampe \"A\" \u{301}\u{1}\u{1F}"
        item.serialNumber = "0A0A0"
        item.value = Money(minorUnits: 1234, currency: usd)
        item.quantity = try Quantity("2.5".utf8)
        item.location = "Home / 书房"
        item.category = "Lights"
        item.tags = ["a", "b\"c\\", "書"]
        item.assetIdentifier = "000-001"
        item.url = "https://example.com/?a=b&c"
        item.parent = UUID(high: 1, low: 2)
        item.manufacturer = "Maker"
        item.modelNumber = "M-1"
        item.description = "line one\r\nline two"
        item.notes = "]]> {{x}}"
        item.condition = "good"
        item.purchase.date = try CalendarDate("2020-02-29".utf8)
        item.purchase.place = "Shop"
        item.purchase.price = Money(minorUnits: -5, currency: jpy)
        item.purchase.receiptNumber = "R1"
        item.replacementValue = Money(minorUnits: .max, currency: usd)
        item.depreciation = try Percentage("12.5".utf8)
        item.depreciationEach = Money(minorUnits: 25, currency: jpy)
        item.warranty.expires = try CalendarDate("0001-01-01".utf8)
        item.warranty.lifetime = true
        item.warranty.details = ""
        item.insured = true
        item.archived = true
        item.sale.date = try CalendarDate("9999-12-31".utf8)
        item.sale.price = Money(minorUnits: 0, currency: usd)
        item.sale.to = "Someone"
        item.sale.notes = "cash"
        item.customFields = [CustomField(name: "n", value: "v"), CustomField(name: "n", value: "\n")]
        item.externalReference = "ref-1"
        item.photos = [photo(1) { $0.caption = "a \"b\" é \n" }, photo(2) { $0.isPrimary = true }]
        item.documents = [
            DocumentReference(
                hash: hash(3), kind: .receipt, title: "T", number: "N", date: try CalendarDate("2024-05-01".utf8),
                mediaType: "application/pdf", fileName: "a\"b.pdf", bytes: 9), document(4),
        ]
        for field in ItemField.texts where item[field] == .none { try item.set(field, to: .text(field.name)) }
    }
}

/// The hash of no file in particular.
func hash(_ number: UInt8) -> ContentHash {
    ContentHash(bytes: [UInt8](repeating: number, count: 32)) ?? hash(number)
}

/// The photo number `number`, always the same.
func photo(_ number: UInt8, _ change: (inout PhotoReference) -> Void = { _ in }) -> PhotoReference {
    var photo = PhotoReference(
        hash: hash(number), mediaType: "image/jpeg", fileName: "\(number).jpg", bytes: Int(number), width: 40,
        height: 30)
    change(&photo)
    return photo
}

/// The document number `number`, always the same.
func document(_ number: UInt8) -> DocumentReference {
    DocumentReference(hash: hash(number), kind: .manual, mediaType: "image/png")
}

/// A source of numbers that are the same in every run.
struct SeededStoreGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

func edit(_ changes: [ItemField: FieldValue]) throws -> ItemEdit { try ItemEdit(changes) }
