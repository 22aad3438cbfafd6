import Inventory
import InventoryStore

/// The replacements of redacted rooms and categories: each gets a number, so that their totals can still be
/// distinguished.
struct RedactedGroups: Sendable {
    /// The fields that are names of groups.
    static let fields: [(field: ItemField, grouping: ItemGrouping)] = [
        (.location, .location), (.category, .category),
    ]
    private var words: [ItemField: [[UInt8]: String]] = [:]

    /// Redacts nothing.
    init() {}

    /// Numbers the names of a selection in the order of their groups.
    /// - Parameter word: replaces any redacted text.
    init(_ redaction: Redaction, of snapshot: StoreSnapshot, _ selection: Selection, word: String) throws {
        for (field, grouping) in RedactedGroups.fields where redaction.fields.contains(field) {
            let names = try snapshot.summary(matching: selection, grouping: grouping).groups.compactMap(\.name)
            words[field] = Dictionary(
                names.enumerated().map { (Array($1.utf8), "\(word) \($0 + 1)") }
            ) { first, _ in first }
        }
    }

    /// The replacement of a name; the word itself if no group has the name.
    func word(for name: some Sequence<UInt8>, of field: ItemField, otherwise word: String) -> String {
        words[field].flatMap { $0[Array(name)] } ?? word
    }

    /// The name of a group as the reader may see it.
    func shown(_ name: String?, by grouping: ItemGrouping) -> String? {
        guard let name, let field = RedactedGroups.fields.first(where: { $0.grouping == grouping })?.field else {
            return name
        }
        return words[field].map { $0[Array(name.utf8)] ?? name } ?? name
    }
}
