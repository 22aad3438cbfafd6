import Database
import FoundationEssentials
import Inventory

extension StoreStatement {
    /// Binds every column of an item to the parameters of an insertion.
    /// - Throws: `value` for a text that items do not take, see ``Item/checked(_:)``.
    func bind(_ item: borrowing Item, at location: ItemLocation, _ collation: Collation) throws {
        bind(.orderKey, location.orderKey)
        bind(.revision, location.revision.rawValue)
        bind(.added, location.added.rawValue)
        bind(.archived, item.archived ? 1 : 0)
        bind(.quantity, item.quantity.millionths)
        bind(.value, item.value)
        bind(.dateCreated, item.dateCreated.milliseconds)
        bind(ItemColumn.id.parameter, item.id)
        var buffer: [UInt8] = []
        let texts = StoreStatement.texts
        for index in texts.indices {
            guard let text = texts[index].getter.value(item) else { continue }
            try bind(
                text: text, of: texts[index].getter.field, to: texts[index].column, derived: texts[index].derived,
                collation, buffer: &buffer)
        }
        try bind(tags: item.tags)
        bind(.insured, item.insured ? 1 : 0)
        bind(.purchaseDate, item.purchase.date)
        bind(.purchasePrice, item.purchase.price)
        bind(ItemColumn.parent.parameter, item.parent)
        bind(.replacementValue, item.replacementValue)
        bind(ItemColumn.depreciation.parameter, item.depreciation?.hundredths)
        bind(.depreciationEach, item.depreciationEach)
        bind(.warrantyExpires, item.warranty.expires)
        bind(.warrantyLifetime, item.warranty.lifetime ? 1 : 0)
        bind(.saleDate, item.sale.date)
        bind(.salePrice, item.sale.price)
        try bind(customFields: item.customFields)
        if !item.photos.isEmpty { bind(ItemColumn.photos.parameter, text: JournalJSON.photos(item.photos)) }
        if !item.documents.isEmpty { bind(ItemColumn.documents.parameter, text: JournalJSON.documents(item.documents)) }
    }

    private static let texts = ItemField.textGetters.map { TextColumn($0) }

    /// The column of a text, and those that are computed from it.
    private struct TextColumn {
        let getter: ItemField.TextGetter
        let column: ItemColumn
        let derived: [DerivedColumn]

        init(_ getter: ItemField.TextGetter) {
            self.getter = getter
            column = getter.field.column
            derived = DerivedColumn.columns(of: getter.field)
        }
    }

    /// Binds some fields of an item, its order key and its revision.
    /// - Throws: `value` for a text that items do not take, see ``Item/checked(_:)``.
    func bind(
        _ item: borrowing Item, _ fields: [ItemField], at location: ItemLocation, _ collation: Collation
    ) throws {
        bind(.orderKey, location.orderKey)
        bind(.revision, location.revision.rawValue)
        var buffer: [UInt8] = []
        for field in fields {
            let column = field.column
            switch item[field] {
            case .none: break
            case .text(let text):
                let derived = DerivedColumn.columns(of: field)
                try bind(text: text, of: field, to: column, derived: derived, collation, buffer: &buffer)
            case .money(let amount): bind(column, amount)
            case .quantity(let quantity): bind(column, quantity.millionths)
            case .percentage(let percentage): bind(column, percentage.hundredths)
            case .timestamp(let timestamp): bind(column, timestamp.milliseconds)
            case .date(let day): bind(column, day)
            case .flag(let flag): bind(column, flag ? 1 : 0)
            case .identifier(let id): bind(column.parameter, id)
            case .tags(let tags): try bind(tags: tags)
            case .customFields(let fields): try bind(customFields: fields)
            case .photos(let photos): bind(column.parameter, text: JournalJSON.photos(photos))
            case .documents(let documents): bind(column.parameter, text: JournalJSON.documents(documents))
            }
        }
    }

    private func bind(_ column: ItemColumn, _ value: Int64) { statement.bind(column.parameter, value) }

    private func bind(_ column: ItemColumn, _ date: CalendarDate?) {
        guard let date else { return }
        statement.bind(column.parameter, Int64(date.daysSinceEpoch))
        if date.isApproximate, let precision = column.precision { bind(precision, Int64(date.precision.rawValue)) }
    }

    /// Binds an amount and, in the next column, the code of its currency.
    private func bind(_ column: ItemColumn, _ amount: Money?) {
        guard let amount, let currency = column.currency else { return }
        statement.bind(column.parameter, amount.minorUnits)
        let (first, second, third) = amount.currency.codeBytes
        let code: [3 of UInt8] = [first, second, third]
        statement.bind(currency.parameter, text: code.span)
    }

    /// Binds a text and the columns that are computed from it.
    /// - Parameter buffer: room for the value of a computed column, used again for each.
    private func bind(
        text: String, of field: ItemField, to column: ItemColumn, derived: [DerivedColumn], _ collation: Collation,
        buffer: inout [UInt8]
    ) throws {
        var checked = try checked(text, field)
        statement.bind(column.parameter, text: checked.utf8.span)
        guard !derived.isEmpty, !checked.isEmpty else { return }
        checked.withUTF8 { text in
            for column in derived {
                buffer.removeAll(keepingCapacity: true)
                column.append(valueOf: text, to: &buffer, collation)
                bind(column.parameter, bytes: buffer)
            }
        }
    }

    private func bind(tags: [String]) throws {
        guard !tags.isEmpty else { return }
        for text in tags { _ = try checked(text, .tags) }
        bind(ItemColumn.tags.parameter, text: JournalJSON.tags(tags))
    }

    private func bind(customFields: [CustomField]) throws {
        guard !customFields.isEmpty else { return }
        for field in customFields {
            _ = try checked(field.name, .customFields)
            _ = try checked(field.value, .customFields)
        }
        bind(ItemColumn.customFields.parameter, text: JournalJSON.customFields(customFields))
    }

    private func checked(_ text: String, _ field: ItemField) throws -> String {
        do { return try Item.checked(text) } catch { throw StoreError.value(field: field, error) }
    }
}
