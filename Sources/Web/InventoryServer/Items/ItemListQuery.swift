import HTTPServer
import Inventory
import InventoryStore
import Localization
import Message
import Reports

/// The filter, order, grouping and page of items that a client asks for.
struct ItemListQuery: Sendable {
    private let source: String
    let order: ItemOrder
    let grouping: ItemGrouping
    let offset: Int
    let limit: Int

    /// Reads the query of a request.
    /// - Throws: `malformedParameter`.
    init(_ head: RequestHead) throws(RequestError) {
        guard let parameters = head.query else {
            throw RequestError(HTTPError(.malformedParameter, Message("http.undecodableQuery")))
        }
        source = parameters["where"] ?? ""
        guard source.utf8.count <= 2000 else {
            throw .parameter("where", Message("request.tooManyBytes", ["count": .count(2000)]))
        }
        do throws(ValueError) {
            order = try ItemOrder(parsing: parameters["sort"] ?? "")
        } catch {
            throw .parameter("sort", error.message)
        }
        guard let grouping = ItemGrouping(rawValue: parameters["group-by"] ?? "none") else {
            throw .parameter("group-by", Message("request.expectedGrouping"))
        }
        self.grouping = grouping
        offset = try ItemListQuery.number(parameters, "offset", in: 0...1_000_000_000, default: 0)
        limit = try ItemListQuery.number(parameters, "limit", in: 1...500, default: 100)
    }

    /// Parses the filter with the inventory's currency, time zone and custom fields.
    func selection(in snapshot: StoreSnapshot) throws(RequestError) -> Selection {
        let zone = snapshot.settings.timeZone
        let selection: Selection
        do throws(SelectionError) {
            selection = try Selection(
                parsing: source, currency: snapshot.settings.currency, today: ReaderDates.day(of: .now, timeZone: zone)
            ) { day in ReaderDates.startOfDay(day, timeZone: zone) }
        } catch {
            throw ItemListQuery.refusal(error)
        }
        let unknown = try RequestError.translating { () throws(StoreError) in
            try snapshot.unknownField(in: selection)
        }
        if let unknown { throw ItemListQuery.refusal(unknown) }
        return selection
    }

    private static func refusal(_ error: SelectionError) -> RequestError {
        .parameter(
            "where",
            Message(
                "request.selection",
                ["fault": .message(error.reason.message), "column": .text(String(error.column))]))
    }

    /// Reads the items of the page, and counts all.
    func page(of cursor: ItemCursor) throws(StoreError) -> (items: [StoredItem], total: Int) {
        var items: [StoredItem] = []
        var count = 0
        while try cursor.next() {
            if count >= offset, count - offset < limit { items.append(try cursor.storedItem()) }
            count += 1
        }
        return (items, count)
    }

    /// A parameter that is a whole number.
    static func number(
        _ parameters: FormFields, _ name: String, in range: ClosedRange<Int>, default fallback: Int
    ) throws(RequestError) -> Int {
        guard let text = parameters[name] else { return fallback }
        guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), range.contains(number)
        else {
            throw .parameter(
                name,
                Message(
                    "request.expectedNumber",
                    ["least": .text(String(range.lowerBound)), "most": .text(String(range.upperBound))]))
        }
        return number
    }
}
