import Inventory
import InventoryStore
import Templating

/// Passes a cursor's items to a template, one sheet at a time.
struct LabelPageSource: RowSource {
    static let fields = ItemFieldSet([.name, .assetIdentifier, .location])

    private let cursor: ItemCursor
    private let options: LabelOptions
    private let hidden: Set<ItemField>
    private let redactionLabel: String
    private let progress: (Int) -> Void
    private var done = 0
    private var isAtEnd = false

    /// - Parameters:
    ///   - hidden: the redacted fields.
    ///   - redactionLabel: replaces their texts.
    init(
        _ cursor: ItemCursor, options: LabelOptions, hidden: Set<ItemField>, redactionLabel: String,
        progress: @escaping (Int) -> Void
    ) {
        (self.cursor, self.options, self.hidden, self.redactionLabel) = (cursor, options, hidden, redactionLabel)
        self.progress = progress
    }

    mutating func next(into row: Record) throws -> Bool {
        let first = done == 0 ? options.start - 1 : 0
        var labels: [LabelContext.Label] = []
        while !isAtEnd, first + labels.count < options.sheet.count {
            // A cursor that has returned its last item would begin again.
            guard try cursor.next() else {
                isAtEnd = true
                break
            }
            done += 1
            labels.append(try label(first + labels.count))
        }
        guard !labels.isEmpty else { return false }
        var format: LocaleFormatter?
        try LabelContext.page.fill(row, labels, format: &format)
        progress(done)
        return true
    }

    private func label(_ number: Int) throws -> LabelContext.Label {
        let id = cursor.id.text
        guard let code = QRCode(options.baseURL.map { "\($0)item/\(id).html" } ?? id) else {
            throw ReportError.pageAddressTooLong
        }
        return LabelContext.Label(
            position: options.sheet.place(number), id: id, name: text(.name), assetIdentifier: text(.assetIdentifier),
            location: text(.location), code: code, codeSide: options.sheet.codeSide)
    }

    private func text(_ field: ItemField) -> String? {
        guard let bytes = cursor.text(field), !bytes.isEmpty else { return nil }
        return hidden.contains(field) ? redactionLabel : String(decoding: bytes, as: UTF8.self)
    }
}
