import InventoryModel
import InventoryStore

/// The options that say where in the list an item goes.
enum PlaceOptions {
    private static let heading = "Where in the list"

    static let first = Option.flag("first", "before all others", heading: heading)
    static let last = Option.flag("last", "after all others", heading: heading)
    static let before = Option.value("before", "ID", "right before this item", heading: heading)
    static let after = Option.value("after", "ID", "right after this item", heading: heading)
    static let to = Option.value("to", "N", "as number N of the list, counted from 1", heading: heading)

    static let forNewItem = [first, before, after]
    static let forMove = [first, last, before, after, to]

    /// Where the call wants an item, before the items it names are looked for.
    enum Wish: Equatable {
        case place(ItemPlace)
        case before(ItemReference)
        case after(ItemReference)

        /// The place, with the item beside it found.
        func resolved(in snapshot: StoreSnapshot) throws -> ItemPlace {
            switch self {
            case .place(let place): place
            case .before(let item): .before(try item.find(in: snapshot))
            case .after(let item): .after(try item.find(in: snapshot))
            }
        }
    }

    /// What the call says about the place, nil where it says nothing.
    /// - Throws: `exclusive`, `notANumber` or `badOperand`.
    static func wish(from arguments: Arguments) throws(CallError) -> Wish? {
        try arguments.allowOnlyOne(of: forMove)
        if arguments.has(first) { return .place(.first) }
        if arguments.has(last) { return .place(.last) }
        if let text = arguments.text(before) { return .before(try ItemReference(text, operand: before.spelling)) }
        if let text = arguments.text(after) { return .after(try ItemReference(text, operand: after.spelling)) }
        return try arguments.number(to, in: 1...Int.max).map { .place(.index($0 - 1)) }
    }
}
