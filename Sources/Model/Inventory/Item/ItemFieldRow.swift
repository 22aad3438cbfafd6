/// The declaration of a field. A class: looking one up copies a reference, not a row of strings.
final class ItemFieldRow: Sendable {
    /// The readers that see a field on published pages.
    enum Visibility: Sendable {
        /// Everybody.
        case `public`
        /// Only the owner. A field that reveals the worth of a thing, or its owner, must not be public.
        case `private`
    }

    /// The way in which a filter compares a text of the field with its value.
    enum Matching: Sendable {
        /// It contains the value, in any case.
        case words
        /// It is the value.
        case whole
        /// It is a path that begins with the value.
        case path
    }

    let field: ItemField
    let name: String
    let path: [String]
    let group: ItemField.Group
    let kind: ItemField.Kind
    let access: ItemFieldAccess
    let visibility: Visibility
    let isLong: Bool
    let isAppendedToSheets: Bool
    let matching: Matching
    let filterName: String?

    /// Declares a field.
    /// - Parameters:
    ///   - path: the names that lead to the field in JSON and XML, separated by a point: `purchase.date`.
    ///   - access: the field's kind, and the closures that read and write it.
    ///   - isLong: whether forms offer several lines for the text.
    ///   - isAppendedToSheets: whether workbooks show the text in a column after those they always had.
    ///   - matching: the way in which filters compare a text of the field.
    ///   - filterName: the short name of the field in filters, in small letters.
    init(
        _ field: ItemField, _ path: String, _ group: ItemField.Group, _ access: ItemFieldAccess,
        visibility: Visibility = .private, isLong: Bool = false, isAppendedToSheets: Bool = false,
        matching: Matching = .words, filterName: String? = nil
    ) {
        self.field = field
        self.path = path.split(separator: ".").map(String.init)
        name = self.path.dropFirst().reduce(self.path[0]) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
        self.group = group
        kind = access.kind
        self.access = access
        self.visibility = visibility
        self.isLong = isLong
        self.isAppendedToSheets = isAppendedToSheets
        self.matching = matching
        self.filterName = filterName
    }
}
