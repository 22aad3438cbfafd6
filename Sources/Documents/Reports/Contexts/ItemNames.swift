import Inventory
import Templating

/// The names of one row of a report and their slots.
///
/// Names of single texts, dates and amounts come from the field table. `has…` says whether any field of a group is
/// stated, `…Follows` whether an earlier member of the same group is, for formats that write something between members.
struct ItemNames: Sendable {
    typealias Slot = ContextDeclaration.Slot

    /// A flag that is set if any of some fields is stated.
    struct Section: Sendable {
        let flag: Slot
        let members: [ItemField]
    }

    let declaration: ContextDeclaration
    let line, id, quantity, quantityText, value, lineValue, dateCreated, dateCreatedText: Slot
    /// `isFirst` marks the first row; `startsGroup` and `endsGroup` the first and last row of a group, `continuesGroup` the
    /// first row of a volume whose group began in the one before.
    let isFirst, startsGroup, continuesGroup, endsGroup, group: Slot
    /// The columns of the list, and the groups that begin before the row and end after it.
    let cells, startedGroups, endedGroups: Slot
    /// Whether the row is part of a grouped line, and the grouped lines that follow the row.
    let isInGroupedLine, groupedLines: Slot
    let parent, depreciation, insured, archived, warrantyLifetime, claimed, thumbnail: Slot
    let hasTags, tags, hasCustomFields, hasObjectID, customFields, hasPhotos, photos, hasDocuments, documents: Slot
    let texts, dates, amounts: [ItemField: Slot]
    let sections: [Section]

    init() {
        var names = ContextBuilder()
        line = names.add("line", .number)
        id = names.add("id", .text)
        let name = names.add(ItemField.name.name, .text)
        quantity = names.add("quantity", .number)
        quantityText = names.add("quantityText", .text)
        value = names.add("value", .record(MoneyContext.declaration))
        lineValue = names.add("lineValue", .record(MoneyContext.declaration))
        dateCreated = names.add("dateCreated", .text)
        dateCreatedText = names.add("dateCreatedText", .text)
        isFirst = names.add("isFirst", .flag)
        startsGroup = names.add("startsGroup", .flag)
        continuesGroup = names.add("continuesGroup", .flag)
        endsGroup = names.add("endsGroup", .flag)
        group = names.add("group", .record(GroupContext.table.declaration))
        cells = names.add("cells", .list(CellNames.shared.declaration))
        startedGroups = names.add("startedGroups", .list(ListGroupContext.table.declaration))
        endedGroups = names.add("endedGroups", .list(ListGroupContext.table.declaration))
        isInGroupedLine = names.add("isInGroupedLine", .flag)
        groupedLines = names.add("groupedLines", .list(GroupedLineContext.table.declaration))
        hasTags = names.add("hasTags", .flag)
        tags = names.add("tags", .list(TagContext.table.declaration))
        parent = names.add("parent", .text)
        depreciation = names.add("depreciation", .number)
        var sections: [Section] = []
        for group in ItemField.sections {
            let flag = names.add("has\(group.name.prefix(1).uppercased())\(group.name.dropFirst())", .flag)
            sections.append(Section(flag: flag, members: group.fields))
        }
        insured = names.add("insured", .flag)
        archived = names.add("archived", .flag)
        warrantyLifetime = names.add("warrantyLifetime", .flag)
        hasCustomFields = names.add("hasCustomFields", .flag)
        hasObjectID = names.add("hasObjectID", .flag)
        claimed = names.add("claimed", .record(ClaimLineContext.table.declaration))
        customFields = names.add("customFields", .list(CustomFieldContext.table.declaration))
        hasPhotos = names.add("hasPhotos", .flag)
        photos = names.add("photos", .list(PhotoContext.table.declaration))
        thumbnail = names.add("thumbnail", .record(ThumbnailContext.table.declaration))
        hasDocuments = names.add("hasDocuments", .flag)
        documents = names.add("documents", .list(DocumentContext.table.declaration))
        func add(_ kind: ItemField.Kind, _ type: ContextDeclaration.FieldType, except field: ItemField? = nil)
            -> [ItemField: Slot]
        {
            let fields = ItemField.allCases.filter { $0.kind == kind && $0 != field }
            return Dictionary(uniqueKeysWithValues: fields.map { ($0, names.add($0.name, type)) })
        }
        texts = add(.text, .text, except: .name).merging([.name: name]) { first, _ in first }
        dates = add(.date, .text)
        amounts = add(.money, .record(MoneyContext.declaration), except: .value)
        for group in ItemField.sections {
            for (index, member) in group.fields.enumerated() {
                let flag = names.add("\(member.name)Follows", .flag)
                sections.append(Section(flag: flag, members: Array(group.fields[..<index])))
            }
        }
        self.sections = sections
        declaration = names.declaration
    }
}
