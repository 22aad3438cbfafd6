import Files
public import InventoryFormats
public import Localization

extension HomeboxCollectionError: MessageConvertible {
    public var message: Message {
        switch self {
        case .archive(let error): error.message
        case .notACollection: Message("collection.notACollection")
        case .malformedManifest: Message("collection.malformedManifest")
        case .version(let version): Message("collection.version", ["version": .text("\(version)")])
        case .malformedRow(let table, let row): Message("collection.malformedRow", place(table, row))
        case .malformedValue(let table, let row, let column):
            Message("collection.malformedValue", place(table, row, column))
        case .repeatedID(let table, let row): Message("collection.repeatedID", place(table, row))
        case .danglingReference(let table, let row, let column):
            Message("collection.danglingReference", place(table, row, column))
        case .locationCycle(let name): Message("collection.locationCycle", ["name": .text(shown(name))])
        case .locationPath(let name, let depth):
            Message("collection.locationPath", ["name": .text(shown(name)), "depth": .text("\(depth)")])
        case .tooMuchText(let limit): Message("collection.tooMuchText", ["limit": .text("\(limit >> 20)")])
        case .notAFile: Message("collection.notAFile")
        }
    }

    /// Whether the message names the file itself.
    var namesFile: Bool {
        switch self {
        case .archive(.damagedEntry): false
        case .archive: true
        default: false
        }
    }
}

private func place(_ table: HomeboxTable, _ row: Int, _ column: String = "") -> [String: Message.Argument] {
    ["table": .text("\(table.rawValue).json"), "row": .text("\(row)"), "column": .text(column)]
}

extension HomeboxNotice: MessageConvertible {
    public var message: Message {
        switch self {
        case .unknownFiles(let names): Message("collection.notice.unknownFiles", listed(names))
        case .unknownColumns(let table, let names):
            Message("collection.notice.unknownColumns", listed(names, ["table": .text("\(table.rawValue).json")]))
        case .leftOut(let table, let count):
            Message("collection.notice.leftOut", ["table": .text("\(table.rawValue).json"), "count": .count(count)])
        case .count(let table, let stated, let found):
            Message(
                "collection.notice.count",
                ["table": .text("\(table.rawValue).json"), "stated": .text("\(stated)"), "found": .text("\(found)")])
        case .missingFiles(let names): Message("collection.notice.missingFiles", listed(names))
        case .links(let count): Message("collection.notice.links", ["count": .count(count)])
        case .locationDetails(let names): Message("collection.notice.locationDetails", listed(names))
        case .repeatedReferences(let names): Message("collection.notice.repeatedReferences", listed(names))
        case .roundedAmounts(let count): Message("collection.notice.roundedAmounts", ["count": .count(count)])
        }
    }
}

/// The number of names, and the first of them.
private func listed(
    _ names: [String], _ others: [String: Message.Argument] = [:]
) -> [String: Message.Argument] {
    var texts = names.prefix(10).map { Message.Argument.text("'\(shown($0))'") }
    if names.count > texts.count { texts.append(.text("…")) }
    return others.merging(["count": .count(names.count), "names": .list(texts)]) { first, _ in first }
}
