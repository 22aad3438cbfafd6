import FoundationEssentials
import Interchange
import InventoryModel
import InventoryStore
import Wording

extension ExportWish {
    /// Writes the formats of other programs.
    func writeItems(_ snapshot: StoreSnapshot, _ call: Call) throws {
        let output = try Destination(path, console: call.console)
        let selection = try selection(snapshot.settings, call)
        let cursor = try snapshot.items(matching: selection, order: order)
        let currency = currency ?? snapshot.settings.currency
        let progress = Progress(said("commands.writing"), unit: Words.many("item"), on: call.console)
        defer { progress.finish() }
        let losses: ExportLosses
        var count = 0
        func each(_ write: (Item) throws -> Void) throws {
            while try cursor.next() {
                try write(cursor.item())
                count += 1
            }
        }
        switch format {
        case .homebox:
            let fields = try customFields(snapshot, selection)
            var writer = try HomeboxWriter(
                customFields: fields, currency: currency,
                parentReference: { id in
                    let parent = try snapshot.item(id)?.item
                    return parent.map { $0.externalReference ?? $0.id.text }
                }, sink: output.write)
            try each { try writer.write($0) }
            try writer.finish()
            losses = writer.losses
        case .archive:
            var writer = try ArchiveWriter(
                className: call.arguments.text(.archiveClass) ?? "BNRItem", currency: currency,
                rounds: call.arguments.has(.archiveRounding), sink: output.write)
            try each { try writer.write($0) }
            try writer.finish()
            losses = writer.losses
        default:
            var writer = try PlainCSVWriter(sink: output.write)
            try each { try writer.write($0) }
            try writer.finish()
            losses = ExportLosses()
        }
        try output.commit()
        try conclude(count, losses: losses, call)
    }

    /// The columns that the owner's own fields need.
    private func customFields(_ snapshot: StoreSnapshot, _ selection: Selection) throws -> [String] {
        var fields = HomeboxCustomFields()
        let cursor = try snapshot.items(matching: selection, fields: ItemFields([.customFields]))
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
