import Glibc
import Inventory
public import InventoryFormats
import JSON
public import Localization

extension InventoryFileError: MessageConvertible {
    public var message: Message {
        if case .collection(let error) = reason, error.namesFile { return error.message }
        guard var place = file else { return reason.message }
        if let line { place += ":\(line)" }
        if line != nil, let column { place += ":\(column)" }
        return Message("formats.inFile", ["place": .text(place), "problem": .message(reason.message)])
    }
}

extension InventoryFileError.Reason: MessageConvertible {
    public var message: Message {
        switch self {
        case .unreadable(let code): InventoryFileError.unreadable(code)
        case .notCopied(let folder, let code):
            Message(
                "formats.notCopied", ["folder": .text(folder), "reason": .text(String(cString: strerror(code)))])
        case .empty: Message("formats.empty")
        case .unknownFormat(let appearance):
            Message("formats.unknownFormat", ["appearance": .message(appearance.message)])
        case .damagedHeader(let reason): Message("formats.damagedHeader", ["problem": .message(reason.message)])
        case .missingColumn(let name, let format, let header):
            InventoryFileError.missingColumn(name, format: format, header: header)
        case .duplicateColumn(let name, let first, let second):
            Message(
                "formats.duplicateColumn",
                ["name": .text(shown(name)), "first": .text("\(first)"), "second": .text("\(second)")])
        case .conflictingColumns(let first, let second):
            Message("formats.conflictingColumns", ["first": .text(shown(first)), "second": .text(shown(second))])
        case .unknownColumns(let columns): InventoryFileError.unknownColumns(columns)
        case .malformedMapping(let text): Message("formats.malformedMapping", ["text": .text(shown(text))])
        case .unknownMappingField(let name, let suggestion?):
            Message(
                "formats.unknownMappingFieldLike", ["name": .text(shown(name)), "suggestion": .text(suggestion)])
        case .unknownMappingField(let name, nil): Message("formats.unknownMappingField", ["name": .text(shown(name))])
        case .missingMappedColumn(let name): Message("formats.missingMappedColumn", ["name": .text(shown(name))])
        case .unsupportedEncoding(let name): Message("formats.unsupportedEncoding", ["encoding": .text(name)])
        case .notEncoded(let name): Message("formats.notEncoded", ["encoding": .text(name)])
        case .malformedReading(let member): Message("formats.malformedReading", ["member": .text(shown(member))])
        case .headingsNotFound(let row): Message("formats.headingsNotFound", ["row": .text("\(row)")])
        case .noTable: Message("formats.noTable")
        case .unknownSheet(let name, let known):
            Message(
                "formats.unknownSheet",
                ["name": .text(shown(name)), "sheets": .list(known.prefix(20).map { .text("'\(shown($0))'") })])
        case .collection(let error): error.message
        case .spreadsheet(let error): error.message
        case .json(let damage): damage.message
        case .xml(let damage): damage.message
        case .archive(let error): Message("formats.damagedArchive", ["problem": .message(error.message)])
        case .archiveTooLarge: Message("formats.archiveTooLarge")
        case .archiveExpandsTooFar: Message("formats.archiveExpandsTooFar")
        case .unwritable(let id, let problem): problem.message(item: id.text)
        }
    }
}

/// The beginning of a text that comes from a file.
func shown(_ text: String) -> String { String(text.prefix(80)) }

extension InventoryFileError {
    fileprivate static func unreadable(_ code: Int32) -> Message {
        let reason = Message.Argument.text(String(cString: strerror(code)))
        return switch code {
        case ENOENT: Message("formats.fileNotFound", ["reason": reason])
        case EACCES, EPERM: Message("formats.permissionDenied", ["reason": reason])
        case EISDIR: Message("formats.isDirectory", ["reason": reason])
        default: Message("formats.unreadable", ["reason": reason])
        }
    }

    fileprivate static func missingColumn(_ name: String, format: FileFormat, header: [String]) -> Message {
        let begin = Message.Argument.list(header.prefix(5).map { .text("'\($0.prefix(40))'") })
        return format == .csv
            ? Message("formats.missingNameColumn", ["name": .text(name), "header": begin])
            : Message(
                "formats.missingColumn",
                ["name": .text(name), "header": begin, "format": .message(format.title)])
    }

    fileprivate static func unknownColumns(_ columns: [UnknownColumn]) -> Message {
        let listed = Message.Argument.list(
            columns.prefix(InventoryFileError.listedColumns).map { column in
                let (name, number) = (
                    Message.Argument.text(shown(column.name)), Message.Argument.text("\(column.number)")
                )
                return .message(
                    column.suggestion.map { suggestion in
                        Message(
                            "formats.unknownColumnLike",
                            ["name": name, "number": number, "suggestion": .text(suggestion)])
                    } ?? Message("formats.unknownColumn", ["name": name, "number": number]))
            })
        return columns.count > InventoryFileError.listedColumns
            ? Message("formats.manyUnknownColumns", ["count": .count(columns.count), "columns": listed])
            : Message("formats.unknownColumns", ["count": .count(columns.count), "columns": listed])
    }
}

extension InventoryFileError.JSONDamage: MessageConvertible {
    public var message: Message {
        switch self {
        case .syntax(let error) where error.kind == .invalidUTF8: Message("formats.json.notUTF8")
        case .syntax(let error): Message("formats.json.syntax", ["problem": .message(error.kind.message)])
        case .expectedColon: Message("formats.json.expectedColon")
        case .expectedCommaOrBrace: Message("formats.json.expectedCommaOrBrace")
        case .expectedCommaOrBracket: Message("formats.json.expectedCommaOrBracket")
        case .expectedName: Message("formats.json.expectedName")
        case .expectedItemList: Message("formats.json.expectedItemList")
        case .expectedItems: Message("formats.json.expectedItems")
        case .endsInValue: Message("formats.json.endsInValue")
        case .missingItems: Message("formats.json.missingItems")
        case .duplicateItems: Message("formats.json.duplicateItems")
        case .unknownMember(let name): Message("formats.json.unknownMember", ["name": .text(name)])
        case .trailingText: Message("formats.json.trailingText")
        }
    }
}

extension InventoryFileError.XMLDamage: MessageConvertible {
    public var message: Message {
        switch self {
        case .malformed(nil): Message("formats.xml.malformed")
        case .malformed(let detail?): Message("formats.xml.malformedWithDetail", ["detail": .text(detail)])
        case .endsInElement: Message("formats.xml.endsInElement")
        case .tagTooLarge: Message("formats.xml.tagTooLarge")
        case .tooDeep(let limit): Message("formats.xml.tooDeep", ["limit": .text("\(limit)")])
        case .doctype: Message("formats.xml.doctype")
        case .entities: Message("formats.xml.entities")
        case .outOfMemory: Message("formats.xml.outOfMemory")
        case .strayText: Message("formats.xml.strayText")
        case .wrongRoot(let namespace): Message("formats.xml.wrongRoot", ["namespace": .text(namespace)])
        case .missingItems: Message("formats.xml.missingItems")
        case .duplicateItems: Message("formats.xml.duplicateItems")
        case .unknownElement(let name): Message("formats.xml.unknownElement", ["name": .text(name)])
        case .notAnItem(let name): Message("formats.xml.notAnItem", ["name": .text(name)])
        }
    }
}

extension InventoryFileError.WritingProblem {
    fileprivate func message(item: String) -> Message {
        switch self {
        case .otherCurrency(let field, let format, let currency):
            Message(
                "formats.writing.otherCurrency",
                [
                    "item": .text(item), "field": .text(field.name), "format": .message(format.title),
                    "currency": .text(currency.code),
                ])
        case .negativeAmount(let field, let format):
            Message(
                "formats.writing.negativeAmount",
                ["item": .text(item), "field": .text(field.name), "format": .message(format.title)])
        case .fractionalAmount(let currency):
            Message("formats.writing.fractionalAmount", ["item": .text(item), "currency": .text(currency.code)])
        case .customFieldWithoutColumn: Message("formats.writing.customFieldWithoutColumn", ["item": .text(item)])
        case .nul(let field):
            Message("formats.writing.nul", ["item": .text(item), "field": .text(field.name)])
        }
    }
}
