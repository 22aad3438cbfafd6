import FoundationEssentials
import HTTPServer
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization
import Message
import Reports

/// Reads items and merge patches (RFC 7396) in the form of ``ItemJSON``.
///
/// All faults are reported, not only the first. An unknown member is a fault.
enum ItemJSONReader {
    /// Photos and documents are added and removed one by one.
    private static let excluded: Set<ItemField> = [.id, .photos, .documents]

    /// Reads a new item.
    /// - Parameters:
    ///   - newID: makes the id if the client states none.
    ///   - now: the date of creation if the client states none.
    static func item(_ json: JSONValue, newID: () -> UUID, now: Timestamp) throws -> Item {
        guard let members = json.object else { throw notAnObject }
        var faults: [RequestError.FieldDiagnostic] = []
        var id: UUID?
        if let stated = json["id"] {
            id = stated.string.flatMap { UUID(text: $0) }
            if id == nil {
                faults.append(RequestError.FieldDiagnostic(field: "id", detail: Message("request.expectedUUID")))
            }
        }
        let read = ItemJSON.Members(members.filter { $0.name != "id" }, allowsNull: false, excluding: excluded)
        faults += read.diagnostics.map(RequestError.FieldDiagnostic.init)
        var item = Item(id: id ?? newID(), name: "", dateCreated: now)
        for (field, value) in read.values {
            do {
                try item.set(field, to: value)
            } catch {
                faults.append(RequestError.FieldDiagnostic(field: field.name, detail: error.message))
            }
        }
        guard faults.isEmpty else { throw RequestError.fields(sorted(faults)) }
        return item
    }

    /// Reads the changes of a patch.
    static func edit(_ json: JSONValue) throws -> ItemEdit {
        guard let members = json.object else { throw notAnObject }
        let envelope = ["id", "revision"]
        var faults = members.filter { envelope.contains($0.name) }.map {
            RequestError.FieldDiagnostic(field: $0.name, detail: Message("request.readOnlyMember"))
        }
        let read = ItemJSON.Members(
            members.filter { !envelope.contains($0.name) }, allowsNull: true, excluding: excluded)
        faults += read.diagnostics.map(RequestError.FieldDiagnostic.init)
        var edit = ItemEdit()
        for (field, value) in read.values {
            do {
                try edit.set(field, to: value)
            } catch {
                faults.append(RequestError.FieldDiagnostic(field: field.name, detail: error.message))
            }
        }
        guard faults.isEmpty else { throw RequestError.fields(sorted(faults)) }
        return edit
    }

    private static let notAnObject = RequestError(.malformedJSON, Message("request.notAnObject"))

    private static func sorted(_ faults: [RequestError.FieldDiagnostic]) -> [RequestError.FieldDiagnostic] {
        faults.sorted { ($0.field ?? "") < ($1.field ?? "") }
    }
}

extension RequestError.FieldDiagnostic {
    /// A member that cannot be read, under the name of its field.
    fileprivate init(_ diagnostic: ItemJSONDiagnostic) {
        let field = ItemField.allCases.first { $0.path.joined(separator: ".") == diagnostic.path }
        self.field = field?.name ?? diagnostic.path
        switch diagnostic.reason {
        case .unknownField:
            self.field = diagnostic.path
            detail = Message("request.noSuchField")
        case .expectedObject: detail = Message("request.expectedObject")
        case .wrongForm(let kind):
            switch kind {
            case .money: detail = Message("request.expectedMoney")
            case .quantity, .percentage: detail = Message("request.expectedAnyNumber")
            case .timestamp: detail = Message("request.expectedTimestamp")
            case .date: detail = Message("request.expectedDate")
            case .flag: detail = Message("request.expectedFlag")
            case .identifier: detail = Message("request.expectedUUID")
            case .tags: detail = Message("request.expectedTags")
            case .customFields: detail = Message("request.expectedCustomFields")
            case .text, .photos, .documents: detail = Message("request.expectedText")
            }
        case .value(let error): detail = error.message
        case .attachment(let reason): detail = reason.message
        }
    }
}

/// The filter, order, grouping and page of items that a client asks for.
struct ItemListQuery: Sendable {
    private let source: String
    private let sort: String
    let grouping: ItemGrouping
    let offset: Int
    let limit: Int
    /// Whether the ids of all items are wanted, and not a page of the items.
    let wantsIDs: Bool

    /// Reads the query of a request.
    /// - Throws: `malformedParameter`.
    init(_ head: RequestHead) throws {
        guard let parameters = head.query else {
            throw RequestError(HTTPError(.malformedParameter, Message("http.undecodableQuery")))
        }
        source = parameters["where"] ?? ""
        sort = parameters["sort"] ?? ""
        guard let grouping = ItemGrouping(rawValue: parameters["group-by"] ?? "none") else {
            throw RequestError.parameter("group-by", Message("request.expectedGrouping"))
        }
        self.grouping = grouping
        offset = try ItemListQuery.number(parameters, "offset", in: 0...1_000_000_000, default: 0)
        limit = try ItemListQuery.number(parameters, "limit", in: 1...500, default: 100)
        wantsIDs = try ItemListQuery.flag(parameters, "ids")
    }

    /// Parses the filter with the inventory's currency, time zone and custom fields.
    func selection(in snapshot: StoreSnapshot) throws -> Selection {
        try ItemListQuery.selection(source, in: snapshot)
    }

    /// Parses a filter as that of a query.
    /// - Throws: `malformedParameter` for the parameter `where`, `hiddenField`.
    static func selection(_ source: String, in snapshot: StoreSnapshot) throws -> Selection {
        guard source.utf8.count <= 2000 else {
            throw RequestError.parameter("where", Message("request.tooManyBytes", ["count": .count(2000)]))
        }
        let zone = snapshot.settings.timeZone
        let selection: Selection
        do {
            selection = try Selection(
                parsing: source, currency: snapshot.settings.currency, today: ReaderDates.day(of: .now, timeZone: zone)
            ) { day in ReaderDates.startOfDay(day, timeZone: zone) }
        } catch {
            throw ItemListQuery.refusal(error)
        }
        let unknown = try snapshot.unknownField(in: selection)
        if let unknown { throw ItemListQuery.refusal(unknown) }
        try snapshot.checkVisible(selection)
        return selection
    }

    /// Parses the order with the inventory's custom fields.
    func order(in snapshot: StoreSnapshot) throws -> ItemOrder {
        do {
            return try ItemOrder(parsing: sort) { try snapshot.customFieldNames() }
        } catch let error as ReportColumnError {
            throw RequestError.parameter("sort", error.message)
        }
    }

    private static func refusal(_ error: SelectionError) -> RequestError {
        .parameter(
            "where",
            Message(
                "request.selection",
                ["fault": .message(error.reason.message), "column": .text(String(error.column))]))
    }

    /// Reads the items of the page, and counts all.
    func page(of cursor: ItemCursor) throws -> (items: [StoredItem], total: Int) {
        var items: [StoredItem] = []
        var count = 0
        while try cursor.next() {
            if count >= offset, count - offset < limit { items.append(try cursor.storedItem()) }
            count += 1
        }
        return (items, count)
    }

    /// Reads the ids of all items.
    func ids(of cursor: ItemCursor) throws -> [UUID] {
        var ids: [UUID] = []
        while try cursor.next() { ids.append(cursor.id) }
        return ids
    }

    /// A parameter that is a whole number.
    static func number(
        _ parameters: FormFields, _ name: String, in range: ClosedRange<Int>, default fallback: Int
    ) throws -> Int {
        guard let text = parameters[name] else { return fallback }
        guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), range.contains(number)
        else {
            throw RequestError.parameter(
                name,
                Message(
                    "request.expectedNumber",
                    ["least": .text(String(range.lowerBound)), "most": .text(String(range.upperBound))]))
        }
        return number
    }

    /// Whether a parameter is `yes`; false without it.
    static func flag(_ parameters: FormFields, _ name: String) throws -> Bool {
        let text = parameters[name] ?? "no"
        guard ["yes", "no"].contains(text) else { throw RequestError.parameter(name, Message("request.notYesOrNo")) }
        return text == "yes"
    }
}
