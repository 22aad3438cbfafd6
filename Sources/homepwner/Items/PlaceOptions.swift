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
}
