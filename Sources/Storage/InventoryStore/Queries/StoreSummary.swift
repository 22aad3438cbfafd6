import Database
package import Inventory

/// The exact totals of a selection, overall and by group.
package struct StoreSummary: Equatable, Sendable {
    /// One group.
    package struct Group: Equatable, Sendable {
        /// The group's name; nil for the items without one.
        package let name: String?
        /// The totals of its items.
        package internal(set) var totals: ValueTotals

        /// The same group under another name.
        package func named(_ name: String?) -> Group { Group(name: name, totals: totals) }
    }

    /// The totals of all items.
    package internal(set) var totals = ValueTotals()
    /// The groups in the order of a grouped list: by name, items without one last. Empty without a grouping.
    package internal(set) var groups: [Group] = []
    /// Number of archived items that match the terms, whether the selection includes them or not.
    package internal(set) var archived = 0
    /// Number of archived items that match the terms and are not in the totals.
    package internal(set) var archivedLeftOut = 0

    /// Nothing yet.
    package init() {}
}

extension StoreSnapshot {
    /// The totals of a selection, in one pass.
    /// - Throws: `damagedField` for an invalid value, `totals` with the item at which a sum leaves the range of 64 bits,
    ///   `hiddenField` if the selection compares one.
    package func summary(
        matching selection: Selection = .current, grouping: ItemGrouping = .none
    ) throws -> StoreSummary {
        try checkVisible(selection)
        let summary = try tables.summary(matching: selection, grouping: grouping)
        try immutable?.check()
        return summary
    }
}

extension StoreSnapshot {
    /// The totals of some lines of a list, and of the groups in them.
    /// - Parameter lines: their places in the list, from 0.
    /// - Throws: `damagedField` for an invalid value, `totals` with the item at which a sum leaves the range of 64 bits.
    package func summary(
        ofLines lines: Range<Int>, matching selection: Selection, order: ItemOrder, grouping: ItemGrouping
    ) throws -> StoreSummary {
        let fields = TotalsCheck.fields + [grouping.field].compactMap(\.self)
        let cursor = try items(
            matching: selection, order: order, grouping: grouping, fields: ItemFieldSet(fields), lines: lines)
        var summary = StoreSummary()
        var groups = GroupTotals()
        while try cursor.next() {
            if cursor.flag(.archived) { summary.archived += 1 }
            let (quantity, value) = (cursor.quantity, cursor.money(.value))
            let hasSerialNumber = cursor.text(.serialNumber).map { !$0.isEmpty } ?? false
            do {
                try summary.totals.add(quantity: quantity, value: value, hasSerialNumber: hasSerialNumber)
                if let field = grouping.field {
                    try groups.add(
                        cursor.text(field), key: nil as [UInt8]?, quantity: quantity, value: value,
                        hasSerialNumber: hasSerialNumber)
                }
            } catch {
                throw StoreError.totals(error, from: cursor.id)
            }
        }
        // The lines are in order.
        summary.groups = groups.found
        return summary
    }
}

extension StoreTables {
    func summary(matching selection: Selection, grouping: ItemGrouping) throws -> StoreSummary {
        var everything = selection
        if selection.archived == .no { everything.archived = .any }
        let query = ItemQuery(everything, in: self)
        let group = grouping.field?.column.name ?? "NULL"
        let key = grouping.field.flatMap(DerivedColumn.sortKey)?.name ?? "NULL"
        let columns = ["archived", "quantity", "value", "value_currency", "serial_number", group, "position", key]
        let selected = (columns + query.rows.columns).joined(separator: ", ")
        let statement = try connection.cursor(
            "SELECT \(selected) FROM \(visibleItems)\(query.condition)", binding: query.values)
        var summary = StoreSummary()
        let currencies = CurrencyCache()
        var groups = GroupTotals()
        while try statement.step() {
            guard query.rows.accepts(statement, first: columns.count) else { continue }
            let archived = statement.integer(0)
            if archived & ~1 != 0 { throw try damage(statement, .archived) }
            if archived != 0 {
                summary.archived += 1
                if selection.archived == .no {
                    summary.archivedLeftOut += 1
                    continue
                }
            }
            let quantity = Quantity(millionths: statement.integer(1))
            var value: Money?
            if let code = statement.bytes(3) {
                guard let currency = currencies[code], let amount = statement.optionalInteger(2) else {
                    throw try damage(statement, .value)
                }
                value = Money(minorUnits: amount, currency: currency)
            } else if !statement.isNull(2) {
                throw try damage(statement, .value)
            }
            if quantity.millionths < 0 { throw try damage(statement, .quantity) }
            let hasSerialNumber = statement.bytes(4).map { !$0.isEmpty } ?? false
            do {
                try summary.totals.add(quantity: quantity, value: value, hasSerialNumber: hasSerialNumber)
                if grouping != .none {
                    try groups.add(
                        statement.bytes(5), key: statement.bytes(7), quantity: quantity, value: value,
                        hasSerialNumber: hasSerialNumber)
                }
            } catch {
                guard let id = try orderKeyTable.identifier(at: statement.integer(6)) else {
                    throw StoreError.damaged(path: path, .unreadableItemID)
                }
                throw StoreError.totals(error, from: id)
            }
        }
        summary.groups = groups.sorted
        return summary
    }
}

extension StoreTables {
    /// The error for an invalid value in a row of ``summary(matching:grouping:)``.
    private func damage(_ row: StoreStatement, _ field: ItemField) throws -> StoreError {
        guard let id = try orderKeyTable.identifier(at: row.integer(6)) else {
            return .damaged(path: path, .unreadableItemID)
        }
        return .damagedField(field, of: id, path: path)
    }
}

/// Totals by the name of the group.
private struct GroupTotals {
    /// The groups as they were found.
    private(set) var found: [StoreSummary.Group] = []
    /// The sort key of each group, nil for the items without one.
    private var keys: [[UInt8]?] = []
    private var indexes: [[UInt8]: Int] = [:]
    /// Neighbours are often of one group.
    private var last: (name: [UInt8], index: Int)?

    mutating func add(
        _ name: (some Collection<UInt8>)?, key: (some Collection<UInt8>)?, quantity: Quantity, value: Money?,
        hasSerialNumber: Bool
    ) throws(ValueError) {
        let group = if let name { index(of: name, key) } else { index(of: EmptyCollection(), key) }
        try found[group].totals.add(quantity: quantity, value: value, hasSerialNumber: hasSerialNumber)
    }

    private mutating func index(of name: some Collection<UInt8>, _ key: (some Collection<UInt8>)?) -> Int {
        if let last, last.name.elementsEqual(name) { return last.index }
        let bytes = Array(name)
        let index = indexes[bytes] ?? found.count
        if index == found.count {
            indexes[bytes] = index
            let text = bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            found.append(StoreSummary.Group(name: text, totals: ValueTotals()))
            keys.append(key.map { Array($0) })
        }
        last = (bytes, index)
        return index
    }

    /// The groups in the order of a grouped list.
    var sorted: [StoreSummary.Group] {
        found.indices.sorted { one, other in
            guard let one = keys[one] else { return false }
            guard let other = keys[other] else { return true }
            return one.lexicographicallyPrecedes(other)
        }.map { found[$0] }
    }
}
