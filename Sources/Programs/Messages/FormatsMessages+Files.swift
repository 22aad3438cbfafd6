import Inventory
public import InventoryFormats
public import Localization

extension FileFormat {
    /// The name of the format in sentences.
    public var title: Message {
        switch self {
        case .homebox: Message("formats.title.homebox")
        case .homeboxCollection: Message("formats.title.collection")
        case .snipeIT: Message("formats.title.snipeIT")
        case .csv: Message("formats.title.csv")
        case .json: Message("formats.title.json")
        case .xml: Message("formats.title.xml")
        case .archive: Message("formats.title.archive")
        }
    }
}

extension FileAppearance: MessageConvertible {
    /// The kind of file, and how to make a list of items of it.
    public var message: Message {
        switch self {
        case .zip: Message("formats.appearance.zip")
        case .oldExcelWorkbook: Message("formats.appearance.oldExcelWorkbook")
        case .pdf: Message("formats.appearance.pdf")
        case .rtf: Message("formats.appearance.rtf")
        case .sqlite: Message("formats.appearance.sqlite")
        case .compressed(let format): Message("formats.appearance.compressed", ["format": .text(format)])
        case .picture(let format): Message("formats.appearance.picture", ["format": .text(format)])
        case .program: Message("formats.appearance.program")
        case .text(let encoding): Message("formats.appearance.text", ["encoding": .text(encoding)])
        case .blank: Message("formats.appearance.blank")
        case .plainText: Message("formats.appearance.plainText")
        case .binary: Message("formats.appearance.binary")
        case .json: Message("formats.title.json")
        case .xml: Message("formats.title.xml")
        case .binaryPropertyList: Message("formats.appearance.binaryPropertyList")
        case .xmlPropertyList: Message("formats.appearance.xmlPropertyList")
        case .webPage: Message("formats.appearance.webPage")
        case .markup(let root): Message("formats.appearance.markup", ["root": .text(root)])
        case .markupWithoutElement: Message("formats.appearance.markupWithoutElement")
        }
    }
}

extension ExportLosses {
    /// Returns what the file does not hold of the items, one message for each kind of loss.
    public func messages(format: FileFormat) -> [Message] {
        var messages: [Message] = []
        if !items.isEmpty {
            messages.append(
                Message(
                    "formats.omittedFields", ["format": .message(format.title), "fields": ExportLosses.fields(items)]))
        }
        if !filled.isEmpty {
            messages.append(
                Message(
                    "formats.filledFields", ["format": .message(format.title), "fields": ExportLosses.fields(filled)]))
        }
        return messages
    }

    /// The fields in the order in which documents show them, each with its number of items.
    private static func fields(_ items: [ItemField: Int]) -> Message.Argument {
        .list(
            ItemField.allCases.compactMap { field in
                items[field].map { count in
                    .message(
                        Message("formats.fieldOfItems", ["field": .text(field.name), "count": .count(count)]))
                }
            })
    }
}

extension PropertyListError: MessageConvertible {
    public var message: Message {
        switch self {
        case .cutOff: Message("formats.archive.cutOff")
        case .damagedTrailer: Message("formats.archive.damagedTrailer")
        case .damagedOffsetTable: Message("formats.archive.damagedOffsetTable")
        case .outOfBounds: Message("formats.archive.outOfBounds")
        case .damagedReference: Message("formats.archive.damagedReference")
        case .damagedDate: Message("formats.archive.damagedDate")
        case .damagedReal: Message("formats.archive.damagedReal")
        case .damagedLength: Message("formats.archive.damagedLength")
        case .integerTooLarge: Message("formats.archive.integerTooLarge")
        case .unknownValue: Message("formats.archive.unknownValue")
        case .notASCII: Message("formats.archive.notASCII")
        case .notUTF16: Message("formats.archive.notUTF16")
        case .empty: Message("formats.archive.empty")
        case .wrongRoot: Message("formats.archive.wrongRoot")
        case .severalValues: Message("formats.archive.severalValues")
        case .strayElement(let name): Message("formats.archive.strayElement", ["name": .text(name)])
        case .strayKey: Message("formats.archive.strayKey")
        case .keyWithoutValue: Message("formats.archive.keyWithoutValue")
        case .valueWithoutKey: Message("formats.archive.valueWithoutKey")
        case .unknownElement(let name): Message("formats.archive.unknownElement", ["name": .text(name)])
        case .malformedInteger: Message("formats.archive.malformedInteger")
        case .malformedReal: Message("formats.archive.malformedReal")
        case .malformedDate: Message("formats.archive.malformedDate")
        case .malformedReference: Message("formats.archive.malformedReference")
        case .textTooLong: Message("formats.archive.textTooLong")
        case .danglingReference: Message("formats.archive.danglingReference")
        case .notAnArchive: Message("formats.archive.notAnArchive")
        case .missingObjects: Message("formats.archive.missingObjects")
        case .unknownArchiver: Message("formats.archive.unknownArchiver")
        case .missingRoot: Message("formats.archive.missingRoot")
        case .missingClass: Message("formats.archive.missingClass")
        case .keyNotText: Message("formats.archive.keyNotText")
        case .expectedReference: Message("formats.archive.expectedReference")
        case .notAList: Message("formats.archive.notAList")
        case .notAListButClass(let name): Message("formats.archive.notAListButClass", ["class": .text(name)])
        case .expectedItem(let kind): Message("formats.archive.expectedItem", ["found": .message(kind.message)])
        case .notAnItemButClass(let name): Message("formats.archive.notAnItemButClass", ["class": .text(name)])
        case .tooManyKeys: Message("formats.archive.tooManyKeys")
        }
    }
}

extension PropertyListKind: MessageConvertible {
    public var message: Message {
        switch self {
        case .null: Message("formats.kind.null")
        case .bool: Message("formats.kind.bool")
        case .integer: Message("formats.kind.integer")
        case .real: Message("formats.kind.real")
        case .date: Message("formats.kind.date")
        case .data: Message("formats.kind.data")
        case .string: Message("formats.kind.string")
        case .reference: Message("formats.kind.reference")
        case .array: Message("formats.kind.array")
        case .dictionary: Message("formats.kind.dictionary")
        }
    }
}
