import Archives
public import Localization
public import Spreadsheets

extension SpreadsheetFileError: MessageConvertible {
    public var message: Message {
        switch self {
        case .file(let error): error.message
        case .notASpreadsheet(let kind): Message("spreadsheet.lookalike.\(kind.rawValue)")
        case .passwordProtected: Message("spreadsheet.passwordProtected")
        case .damagedArchive(let reason): Message("spreadsheet.damagedArchive", ["reason": .text(reason)])
        case .archive(.suspicious(_, .expansion(let ratio))):
            Message("spreadsheet.expansion", ["ratio": .text("\(ratio)")])
        case .archive(.damagedEntry(_, .library(let reason))):
            Message("spreadsheet.damagedArchive", ["reason": .text(reason)])
        case .archive(let error): error.message
        case .missingPart(let part): Message("spreadsheet.missingPart", ["part": .text(shown(part))])
        case .documentType(let part): Message("spreadsheet.documentType", ["part": .text(shown(part))])
        case .malformedXML(let part, let line, let detail):
            Message(
                "spreadsheet.malformedXML",
                ["part": .text(shown(part)), "line": .text("\(line)"), "detail": .text(detail)])
        case .tagTooLarge(let part, let line):
            Message("spreadsheet.tagTooLarge", ["part": .text(shown(part)), "line": .value(line)])
        case .commentTooLong(let part, let line, let limit):
            Message(
                "spreadsheet.commentTooLong",
                ["part": .text(shown(part)), "line": .value(line), "limit": .text("\(limit >> 10)")])
        case .tooDeep(let part, let limit):
            Message("spreadsheet.tooDeep", ["part": .text(shown(part)), "limit": .text("\(limit)")])
        case .textTooLong(let place?, let limit):
            Message("spreadsheet.cellTooLong", place.arguments(["limit": .text("\(limit >> 10)")]))
        case .textTooLong(nil, let limit): Message("spreadsheet.textTooLong", ["limit": .text("\(limit >> 10)")])
        case .missingText(let place, let index, let count):
            Message(
                "spreadsheet.missingText",
                place.arguments(["index": .text(shown(index)), "texts": .text("\(count)")]))
        case .tooMuchText(let limit): Message("spreadsheet.tooMuchText", ["limit": .text("\(limit >> 20)")])
        case .tooManyRepetitions(let place, let limit):
            Message("spreadsheet.tooManyRepetitions", place.arguments(["limit": .text("\(limit)")]))
        case .tooManyColumns(let place, let limit):
            Message("spreadsheet.tooManyColumns", place.arguments(["limit": .text("\(limit)")]))
        case .noSheets: Message("spreadsheet.noSheets")
        }
    }
}

extension SheetPlace {
    /// Arguments of a message with the names of the sheet and cell.
    fileprivate func arguments(_ others: [String: Message.Argument]) -> [String: Message.Argument] {
        var arguments = others
        arguments["sheet"] = .text(shown(sheet))
        arguments["cell"] = .text(cell.description)
        return arguments
    }
}
