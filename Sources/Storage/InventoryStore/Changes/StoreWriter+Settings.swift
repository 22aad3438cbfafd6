public import Inventory

extension StoreWriter {
    /// Changes the settings of the inventory.
    @discardableResult
    public func update(settings new: InventorySettings, _ context: ChangeContext) throws(StoreError) -> ChangeOutcome {
        try change(
            Request(kind: .settings, context: context),
            isRepeated: { known throws(StoreError) in try isRepeated(new, by: known) }
        ) { revision throws(StoreError) in
            let old = try tables.settings.settings()
            let before = old.named
            let after = new.named.filter { $0.value != before[$0.key] }
            guard !after.isEmpty else {
                return Change(outcome: ChangeOutcome(revision: latestRevision), isNoOp: true)
            }
            try tables.settings.replace(new)
            var change = Change(outcome: ChangeOutcome(revision: revision))
            change.edit.settings = after
            change.inverse.settings = before.filter { after.keys.contains($0.key) }
            return change
        }
    }
}
