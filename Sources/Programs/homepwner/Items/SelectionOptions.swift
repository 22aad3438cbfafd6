import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Message

/// The options that choose items and their order; the same for every list, report and export.
enum SelectionOptions {
    private static let heading = OptionGroup.selection

    static let filter = Option.value("where", "FILTER", heading: heading)
    static let ids = Option.value("ids", "FILE", heading: heading)
    static let allowEmpty = Option.flag("allow-empty", heading: heading)
    static let sort = Option.value("sort", "FIELDS", heading: heading)
    static let grouping = Option.value(
        "group-by", "FIELD", choices: ItemGrouping.allCases.map(\.rawValue), heading: heading)

    static let all = [filter, sort, grouping]

    /// The most bytes of a file of ids: a hundred thousand of them.
    private static let largestFile = 4 << 20

    /// The ids in the file that the call names, one a line; nil if it names none.
    /// - Throws: `badValue` with the first line that is not an id, or the system's error.
    static func chosenIDs(_ arguments: Arguments) throws -> Set<UUID>? {
        guard let path = arguments.text(ids) else { return nil }
        let bytes = try readInput(path, upTo: largestFile + 1)
        guard bytes.count <= largestFile else {
            throw UsageError.badValue(option: ids.spelling, problem: localized("selection.tooManyIDs"))
        }
        var chosen: Set<UUID> = []
        let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
            guard let id = UUID(text: String(line.trimmingSpaces())) else {
                throw UsageError.badValue(
                    option: ids.spelling, problem: localized("selection.noID", ["line": .text("\(index + 1)")]))
            }
            chosen.insert(id)
        }
        return chosen
    }
}

extension Invocation {
    /// Says on standard error how many of the chosen ids are of no item of a selection.
    func noteMissing(_ ids: Set<UUID>?, from selection: Selection, in snapshot: StoreSnapshot) throws {
        guard let ids else { return }
        var found = 0
        let cursor = try snapshot.items(matching: selection, fields: ItemFieldSet([]))
        while try cursor.next() { found += 1 }
        guard found < ids.count else { return }
        console.complain(localized("selection.idsLeftOut", ["count": .count(ids.count - found)]))
    }
}
