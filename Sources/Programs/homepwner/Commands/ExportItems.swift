import FoundationEssentials
import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Message
import Reports

extension ExportRequest {
    /// Writes the formats of other programs.
    func writeItems(_ snapshot: StoreSnapshot, _ invocation: Invocation) throws -> Int {
        let output = try OutputDestination(path, console: invocation.console)
        let selection = try selection(snapshot.settings, invocation)
        let cursor = try snapshot.items(matching: selection, order: order)
        let currency = currency ?? snapshot.settings.currency
        let progress = Progress(localized("progress.writing"), unit: Phrases.many("item"), on: invocation.console)
        defer { progress.finish() }
        let losses: ExportLosses
        var hint: String?
        var count = 0
        let foreign = try format == .archive ? [:] : snapshot.itemsWithoutOwnReference()
        var withoutReference: [UUID] = []
        func each(_ write: (Item) throws -> Void) throws {
            while try cursor.next() {
                var item = try cursor.item()
                if foreign[item.id] != nil {
                    item.externalReference = nil
                    withoutReference.append(item.id)
                }
                try write(item)
                count += 1
                if count & 0xFF == 0 { progress.update(count) }
            }
        }
        switch format {
        case .homebox:
            let fields = try customFields(snapshot, selection)
            var writer = try HomeboxWriter(
                customFields: fields, currency: currency,
                parentReference: { id in
                    guard var parent = try snapshot.item(id)?.item else { return nil }
                    if foreign[id] != nil { parent.externalReference = nil }
                    return HomeboxWriter.reference(of: parent)
                }, sink: output.write)
            try each { try writer.write($0) }
            try writer.finish()
            losses = writer.losses
        case .archive:
            var writer = try AppArchiveWriter(
                className: invocation.arguments.text(.archiveClass) ?? "BNRItem", currency: currency,
                rounds: invocation.arguments.has(.archiveRounding), sink: output.write)
            try each { try writer.write($0) }
            try writer.finish()
            losses = writer.losses
        default:
            var filter = CSVLayoutFilter(DestinationSink(destination: output), csv)
            var writer = try PlainCSVWriter { try filter.write($0) }
            try each { try writer.write($0) }
            try writer.finish()
            _ = try filter.finish()
            if filter.needsByteOrderMark { hint = localized("csv.byteOrderMarkNeeded") }
            losses = ExportLosses()
        }
        try output.commit()
        if !withoutReference.isEmpty {
            invocation.console.complain(
                localized("export.duplicateReferences", ["items": .text(ExportRequest.named(withoutReference))]))
        }
        return try conclude(count, losses: losses, hint: hint, invocation)
    }

    /// Keys of items, many of them counted.
    static func named(_ items: [UUID]) -> String {
        let names = Message.Argument.text(Phrases.names(items.map(\.text), limit: 10))
        return localized(items.count == 1 ? "export.itemNamed" : "export.itemsNamed", ["items": names])
    }

    /// The columns that custom fields need.
    private func customFields(_ snapshot: StoreSnapshot, _ selection: Selection) throws -> [String] {
        var fields = HomeboxCustomFields()
        let cursor = try snapshot.items(matching: selection, fields: ItemFieldSet([.customFields]))
        while try cursor.next() {
            var own: [CustomField] = []
            cursor.forEachCustomField { name, value in
                own.append(
                    CustomField(
                        name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
            }
            fields.add(own)
        }
        return fields.names
    }
}
