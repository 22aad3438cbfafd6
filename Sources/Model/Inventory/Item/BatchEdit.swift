/// An edit of many items: the same values for all, and tags that each gains or loses beside its own.
package struct BatchEdit: Equatable, Sendable {
    /// The fields that get the same value in every item.
    package var fields: ItemEdit
    /// Tags that are added after those that an item has.
    package var addedTags: [String]
    /// Tags that are taken off.
    package var removedTags: [String]

    /// Creates an edit; without arguments it changes nothing.
    package init(fields: ItemEdit = ItemEdit(), addedTags: [String] = [], removedTags: [String] = []) {
        self.fields = fields
        self.addedTags = addedTags
        self.removedTags = removedTags
    }

    /// Whether the edit changes nothing.
    package var isEmpty: Bool { fields.isEmpty && addedTags.isEmpty && removedTags.isEmpty }

    /// The edit of one item.
    /// - Throws: `outOfRange` for tags that are too long.
    package func edit(of item: Item) throws(ValueError) -> ItemEdit {
        guard !addedTags.isEmpty || !removedTags.isEmpty else { return fields }
        var tags = item.tags
        if let replaced = fields.changes[.tags] {
            if case .tags(let list) = replaced { tags = list } else { tags = [] }
        }
        tags.removeAll(where: removedTags.contains)
        for tag in addedTags where !tags.contains(tag) { tags.append(tag) }
        var edit = fields
        try edit.set(.tags, to: tags.isEmpty ? .none : .tags(tags))
        return edit
    }
}
