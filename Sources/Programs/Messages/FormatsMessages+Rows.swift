import Inventory
public import InventoryFormats
public import Localization

extension RejectedRow {
    /// The problems of the row with its position, one message each. A problem that an item of a document has several
    /// times is stated once, with its number.
    public var messages: [Message] {
        grouped.map { diagnostic, count in
            var message = diagnostic.message
            if count > 1 {
                message = Message(
                    "formats.repeatedProblem", ["problem": .message(message), "times": .text("\(count)")])
            }
            let problem = Message.Argument.message(message)
            let row = Message.Argument.text("\(row)")
            // In most tables row and line are the same.
            let line = (diagnostic.line ?? line).flatMap { isInTable && $0 == self.row ? nil : "\($0)" }
            return switch (isInTable, line) {
            case (true, nil): Message("formats.inRow", ["row": row, "problem": problem])
            case (true, let line?):
                Message("formats.inRowOnLine", ["row": row, "line": .text(line), "problem": problem])
            case (false, nil): Message("formats.inItem", ["item": row, "problem": problem])
            case (false, let line?):
                Message("formats.inItemOnLine", ["item": row, "line": .text(line), "problem": problem])
            }
        }
    }

    /// The diagnostics, each with the number of times it occurs, in the order in which they first occur.
    private var grouped: [(diagnostic: ImportFieldDiagnostic, count: Int)] {
        var groups: [(diagnostic: ImportFieldDiagnostic, count: Int)] = []
        for diagnostic in diagnostics {
            if let place = groups.firstIndex(where: { $0.diagnostic.isSameProblem(as: diagnostic) }) {
                groups[place].count += 1
            } else {
                groups.append((diagnostic, 1))
            }
        }
        return groups
    }
}

extension ImportFieldDiagnostic: MessageConvertible {
    /// The problem with the column or the path of the value.
    public var message: Message {
        let problemWords =
            cell.map {
                Message("formats.quotedCell", ["cell": .text($0), "problem": .message(advised)])
            } ?? advised
        let problem = Message.Argument.message(problemWords)
        return switch location {
        case nil: problemWords
        case .column(let number, ""):
            Message("formats.inUnnamedColumn", ["number": .text("\(number)"), "problem": problem])
        case .column(let number, let name):
            Message("formats.inColumn", ["number": .text("\(number)"), "name": .text(name), "problem": problem])
        case .path(let path): Message("formats.inField", ["field": .text(path), "problem": problem])
        }
    }

    private var advised: Message {
        let problem = Message.Argument.message(reason.message)
        return switch advice {
        case nil: reason.message
        case .readAsPlainCSV: Message("formats.advice.readAsPlainCSV", ["problem": problem])
        case .decimalAndCurrencyOptions: Message("formats.advice.decimalAndCurrencyOptions", ["problem": problem])
        case .decimalOption: Message("formats.advice.decimalOption", ["problem": problem])
        case .dateFormatOption: Message("formats.advice.dateFormatOption", ["problem": problem])
        }
    }
}

extension ImportFieldDiagnostic.Reason: MessageConvertible {
    public var message: Message {
        switch self {
        case .value(let error): Message("formats.row.value", ["problem": .message(error.message)])
        case .notUTF8(let byte): Message("formats.row.notUTF8", ["byte": .text("\(byte)")])
        case .nul(let byte): Message("formats.row.nul", ["byte": .text("\(byte)")])
        case .misplacedQuote: Message("formats.row.misplacedQuote")
        case .unclosedQuote: Message("formats.row.unclosedQuote")
        case .tooManyFields(let limit): Message("formats.row.tooManyFields", ["limit": .text("\(limit)")])
        case .fieldTooLong: Message("formats.row.fieldTooLong")
        case .rowTooLong: Message("formats.row.rowTooLong")
        case .fieldCount(let count, let header, let delimiter):
            Message(
                "formats.row.fieldCount",
                [
                    "count": .count(count), "header": .text("\(header)"),
                    "delimiter": .message(ImportFieldDiagnostic.Reason.title(ofDelimiter: delimiter)),
                ])
        case .cellOfUnnamedColumn: Message("formats.row.cellOfUnnamedColumn")
        case .expected(let form): form.message
        case .formulaError(let text): Message("formats.row.formulaError", ["text": .text(text)])
        case .notCalculated: Message("formats.row.notCalculated")
        case .unusableDate(let text): Message("formats.row.unusableDate", ["text": .text(text)])
        case .otherCurrency(let stated, true):
            Message("formats.row.otherCurrencyThanColumn", ["currency": .text(stated)])
        case .otherCurrency(let stated, false): Message("formats.row.otherCurrency", ["currency": .text(stated)])
        case .negativeAmount: Message("formats.row.negativeAmount")
        case .negativeQuantity: Message("formats.row.negativeQuantity")
        case .indivisibleTotal: Message("formats.row.indivisibleTotal")
        case .percentageOutOfRange: Message("formats.row.percentageOutOfRange")
        case .dateOutOfRange: Message("formats.row.dateOutOfRange")
        case .lineValueTooLarge: Message("formats.row.lineValueTooLarge")
        case .emptyID: Message("formats.row.emptyID")
        case .nullID: Message("formats.row.nullID")
        case .emptyMember: Message("formats.row.emptyMember")
        case .emptyElement: Message("formats.row.emptyElement")
        case .missingAmount: Message("formats.row.missingAmount")
        case .missingCurrency: Message("formats.row.missingCurrency")
        case .missingNameAndID: Message("formats.row.missingNameAndID")
        case .duplicateMember: Message("formats.row.duplicateMember")
        case .unknownMember: Message("formats.row.unknownMember")
        case .unknownElement: Message("formats.row.unknownElement")
        case .unknownAttribute(let name): Message("formats.row.unknownAttribute", ["name": .text(name)])
        case .strayText: Message("formats.row.strayText")
        case .unknownAttachmentMember(let name, let known):
            Message(
                "formats.row.unknownAttachmentMember",
                ["name": .text(name), "known": .list(known.map { .text($0) })])
        case .duplicateHash: Message("formats.row.duplicateHash")
        case .tooLarge(.value): Message("formats.row.valueTooLarge")
        case .tooLarge(.text): Message("formats.row.textTooLarge")
        case .tooLarge(.word): Message("formats.row.wordTooLarge")
        case .tooLarge(.commas): Message("formats.row.tooManyParts")
        case .tooLarge(.spaces): Message("formats.row.tooManySpaces")
        case .unlisted(let count): Message("formats.row.unlisted", ["count": .count(count)])
        case .archive(let error): Message("formats.row.archive", ["problem": .message(error.message)])
        case .expectedInteger(let kind): Message("formats.row.expectedInteger", ["found": .message(kind.message)])
        case .expectedText(let kind): Message("formats.row.expectedText", ["found": .message(kind.message)])
        case .expectedDate(let kind): Message("formats.row.expectedDate", ["found": .message(kind.message)])
        case .unknownKey: Message("formats.row.unknownKey")
        case .unmappableKey: Message("formats.row.unmappableKey")
        }
    }

    /// The name of the byte between the cells of a table.
    public static func title(ofDelimiter delimiter: UInt8) -> Message {
        switch delimiter {
        case UInt8(ascii: "\t"): Message("formats.delimiter.tab")
        case UInt8(ascii: ";"): Message("formats.delimiter.semicolon")
        case UInt8(ascii: "|"): Message("formats.delimiter.bar")
        default: Message("formats.delimiter.comma")
        }
    }
}

extension ImportFieldDiagnostic.ExpectedForm: MessageConvertible {
    public var message: Message {
        switch self {
        case .number(.point): Message("formats.expected.numberWithPoint")
        case .number(.comma): Message("formats.expected.numberWithComma")
        case .date(.yearMonthDay): Message("formats.expected.date", ["example": .text("2024/12/25")])
        case .date(.dayMonthYear): Message("formats.expected.date", ["example": .text("25.12.2024")])
        case .date(.monthDayYear): Message("formats.expected.date", ["example": .text("12/25/2024")])
        case .monthCount: Message("formats.expected.monthCount")
        case .flag(true): Message("formats.expected.flagOrWord")
        case .flag(false), .json(.flag): Message("formats.expected.flag")
        case .recordKind: Message("formats.expected.recordKind")
        case .uuid: Message("formats.expected.uuid")
        case .customFieldCell: Message("formats.expected.customFieldCell")
        case .object: Message("formats.expected.object")
        case .textList, .json(.tags): Message("formats.expected.textList")
        case .textOrNumber: Message("formats.expected.textOrNumber")
        case .json(.text): Message("formats.expected.text")
        case .json(.money): Message("formats.expected.amount")
        case .json(.quantity), .json(.percentage): Message("formats.expected.number")
        case .json(.timestamp): Message("formats.expected.timestamp")
        case .json(.date): Message("formats.expected.plainDate")
        case .json(.identifier): Message("formats.expected.identifier")
        case .json(.customFields): Message("formats.expected.customFields")
        case .json(.photos), .json(.documents): Message("formats.expected.files")
        case .documentKind(let kinds):
            Message("formats.expected.documentKind", ["kinds": .list(kinds.map { .text($0) })])
        case .hash: Message("formats.expected.hash")
        case .mediaType: Message("formats.expected.mediaType")
        case .count(let member): Message("formats.expected.count", ["member": .text(member)])
        case .flagMember(let member): Message("formats.expected.flagMember", ["member": .text(member)])
        }
    }
}
