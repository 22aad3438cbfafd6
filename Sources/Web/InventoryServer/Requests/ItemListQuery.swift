import Inventory
import Messages

/// Which items a client asks for, in which order and how many.
struct ItemListQuery: Sendable {
    private let source: String
    let order: ItemOrder
    let grouping: ItemGrouping
    let offset: Int
    let limit: Int

    init(_ head: RequestHead) throws(HTTPError) {
        guard let parameters = head.query else { throw .parameter("query", "it cannot be decoded") }
        source = parameters["where"] ?? ""
        guard source.utf8.count <= 2000 else { throw .parameter("where", "it holds at most 2000 bytes") }
        do throws(ValueError) {
            order = try ItemOrder(parsing: parameters["sort"] ?? "")
        } catch {
            throw .parameter("sort", error.description)
        }
        guard let grouping = ItemGrouping(rawValue: parameters["group-by"] ?? "none") else {
            throw .parameter("group-by", "expected none, location or category")
        }
        self.grouping = grouping
        offset = try ItemListQuery.number(parameters, "offset", 0...1_000_000_000, otherwise: 0)
        limit = try ItemListQuery.number(parameters, "limit", 1...500, otherwise: 100)
    }

    /// The filter, read with the store's currency and in its time zone.
    /// - Parameter startOfDay: the first moment of a day in a time zone.
    func selection(
        _ settings: InventorySettings, startOfDay: (CalendarDate, String) -> Timestamp
    ) throws(HTTPError) -> Selection {
        do throws(SelectionError) {
            return try Selection(parsing: source, currency: settings.currency) { startOfDay($0, settings.timeZone) }
        } catch {
            throw .parameter("where", "\(error.message) (at character \(error.column))")
        }
    }

    static func number(
        _ parameters: FormFields, _ name: String, _ range: ClosedRange<Int>, otherwise: Int
    ) throws(HTTPError) -> Int {
        guard let text = parameters[name] else { return otherwise }
        guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), range.contains(number)
        else { throw .parameter(name, "expected a whole number from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }
}
