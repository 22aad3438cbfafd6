import Inventory
import InventoryStore

/// The options for an item's position in the list.
enum PositionOptions {
    private static let heading = OptionGroup.place

    static let first = Option.flag("first", heading: heading)
    static let last = Option.flag("last", heading: heading)
    static let before = Option.value("before", "ID", heading: heading)
    static let after = Option.value("after", "ID", heading: heading)
    static let to = Option.value("to", "N", heading: heading)

    static let forNewItem = [first, before, after]
    static let forMove = [first, last, before, after, to]

    /// The requested position, before the items it names are looked up.
    enum RequestedPosition: Equatable {
        case place(ListPosition)
        case before(ItemReference)
        case after(ItemReference)

        /// The place, with the item beside it found.
        func resolved(in snapshot: StoreSnapshot) throws -> ListPosition {
            switch self {
            case .place(let place): place
            case .before(let item): .before(try item.find(in: snapshot))
            case .after(let item): .after(try item.find(in: snapshot))
            }
        }
    }

    /// The requested position; nil if the call does not name one.
    /// - Throws: `exclusive`, `notANumber` or `badOperand`.
    static func request(from arguments: Arguments) throws(UsageError) -> RequestedPosition? {
        try arguments.allowOnlyOne(of: forMove)
        if arguments.has(first) { return .place(.first) }
        if arguments.has(last) { return .place(.last) }
        if let text = arguments.text(before) { return .before(try ItemReference(text, operand: before.spelling)) }
        if let text = arguments.text(after) { return .after(try ItemReference(text, operand: after.spelling)) }
        return try arguments.number(to, in: 1...Int.max).map { .place(.index($0 - 1)) }
    }
}
