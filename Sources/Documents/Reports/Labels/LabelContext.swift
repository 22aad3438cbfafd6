import Inventory
import InventoryStore
import Templating

/// The names of a label, and how they are filled. Places and sizes are hundredths of a millimetre.
struct LabelContext {
    static let label = ContextDeclaration([
        ("x", .number), ("y", .number),
        ("id", .text), ("shortId", .text), ("name", .text), ("assetIdentifier", .text), ("location", .text),
        ("codePath", .text), ("codeScale", .text), ("codeModules", .number),
    ])
    static let page = ContextDeclaration([("labels", .list(label))])
    static let sheet = ContextDeclaration([
        ("isLetter", .flag), ("width", .number), ("height", .number), ("labelWidth", .number),
        ("labelHeight", .number), ("codeTop", .number), ("codeSide", .number), ("textLeft", .number),
        ("textWidth", .number), ("textTop", .number), ("textHeight", .number), ("letterHeight", .number),
    ])

    let declaration: ContextDeclaration
    private let words: DocumentLocalization

    init(words: DocumentLocalization) {
        self.words = words
        declaration = ContextDeclaration([
            ("title", .text), ("language", .text), ("languageCode", .text), ("languageRegion", .text),
            ("generator", .text), ("hasItems", .flag),
            ("words", .record(words.declaration)), ("sheet", .record(LabelContext.sheet)),
            ("pages", .stream(LabelContext.page)),
        ])
    }

    /// Fills all but the pages.
    func record(_ options: ReportOptions, items: Int) -> Record {
        let record = Record(declaration)
        record.set(declaration.slot("title"), text: options.title ?? words["title.labels"])
        record.set(declaration.slot("language"), text: options.locale.language)
        record.set(declaration.slot("languageCode"), text: options.locale.code)
        record.set(declaration.slot("languageRegion"), text: options.locale.region)
        record.set(declaration.slot("generator"), text: options.generator)
        record.set(declaration.slot("hasItems"), flag: items > 0)
        words.fill(record.record(declaration.slot("words")))
        fill(record.record(declaration.slot("sheet")), options.labels.sheet)
        return record
    }

    private func fill(_ record: Record, _ sheet: LabelSheet) {
        let slot = LabelContext.sheet.slot
        record.set(slot("isLetter"), flag: sheet.paper == .letter)
        let textLeft = sheet.codeSide
        let sizes = [
            ("width", sheet.paper.width), ("height", sheet.paper.height), ("labelWidth", sheet.labelWidth),
            ("labelHeight", sheet.labelHeight),
            ("codeTop", (sheet.labelHeight - sheet.codeSide) / 2), ("codeSide", sheet.codeSide), ("textLeft", textLeft),
            ("textWidth", sheet.labelWidth - textLeft - sheet.padding), ("textTop", sheet.padding),
            ("textHeight", sheet.labelHeight - 2 * sheet.padding), ("letterHeight", sheet.letterHeight),
        ]
        for (name, size) in sizes { record.set(slot(name), number: Int64(size)) }
    }
}

/// Hands a cursor's items to a template, a sheet at a time.
struct LabelPageSource: RowSource {
    private let cursor: ItemCursor
    private let options: LabelOptions
    private let redactionLabel: String
    private let progress: (Int) -> Void
    private var done = 0
    private var isAtEnd = false

    private let labels = LabelContext.page.slot("labels")
    private let slot = LabelContext.label.slot
    private let texts: [(slot: ContextDeclaration.Slot, place: CursorColumn, isHidden: Bool)]
    static let fields = ItemFieldSet([.name, .assetIdentifier, .location])

    /// - Parameters:
    ///   - hidden: the fields that are kept back.
    ///   - redactionLabel: what stands in their place.
    init(
        _ cursor: ItemCursor, options: LabelOptions, hidden: Set<ItemField>, redactionLabel: String,
        progress: @escaping (Int) -> Void
    ) {
        self.cursor = cursor
        self.options = options
        self.redactionLabel = redactionLabel
        self.progress = progress
        texts = [ItemField.name, .assetIdentifier, .location].map {
            (LabelContext.label.slot($0.name), CursorColumn($0), hidden.contains($0))
        }
    }

    mutating func next(into row: Record) throws -> Bool {
        let first = done == 0 ? options.start - 1 : 0
        for number in first..<options.sheet.count {
            // A cursor that has come to its end would begin again.
            isAtEnd = try isAtEnd || !cursor.next()
            if isAtEnd { return number > first }
            done += 1
            try fill(row.append(to: labels), number)
        }
        progress(done)
        return true
    }

    private func fill(_ label: Record, _ number: Int) throws {
        let place = options.sheet.place(number)
        label.set(slot("x"), number: Int64(place.x))
        label.set(slot("y"), number: Int64(place.y))
        for text in texts {
            guard let bytes = cursor.text(at: text.place), !bytes.isEmpty else { continue }
            if text.isHidden {
                label.set(text.slot, text: redactionLabel)
                continue
            }
            // A sheet is longer than the cursor lends its bytes for.
            label.set(text.slot, copying: bytes)
        }
        let key = CellNumbers.key(cursor.idBytes)
        label.set(slot("id"), text: key)
        label.set(slot("shortId"), text: String(key.suffix(8)))
        guard let code = QRCode(options.baseURL.map { "\($0)item/\(key).html" } ?? key) else {
            throw ReportError.pageAddressTooLong
        }
        label.set(slot("codePath"), text: code.path)
        label.set(slot("codeModules"), number: Int64(code.side))
        // Hundredths of a millimetre for each module, to three decimals.
        let scale = Int64(options.sheet.codeSide * 1000 / code.side)
        label.set(slot("codeScale"), text: DecimalText.string(scale, fractionDigits: 3))
    }
}
