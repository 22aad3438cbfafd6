import Files
import Inventory
public import Localization
public import Reports
import XMLValidation

extension ReportError: MessageConvertible {
    public var message: Message {
        switch self {
        case .unknownReport(let name, let format, let known):
            Message(
                "report.unknownReport",
                [
                    "name": .text(name), "format": .text(format.rawValue), "known": .list(known),
                    "extension": .text(format.templateExtension),
                ])
        case .unknownWorkbook(let name, let known):
            Message("report.unknownWorkbook", ["name": .text(name), "known": .list(known)])
        case .unknownContext(let name, let known):
            Message("report.unknownContext", ["name": .text(name), "known": .list(known)])
        case .unknownLanguage(let tag, let known):
            Message("report.unknownLanguage", ["language": .text(tag), "known": .list(known)])
        case .unknownTimeZone(let name): Message("report.unknownTimeZone", ["name": .text(name)])
        case .unknownColumns(let known): Message("report.unknownColumns", ["known": .list(known)])
        case .tooManyGroups(let limit): Message("report.tooManyGroups", ["limit": .value(limit)])
        case .unknownRedactions(let known): Message("report.unknownRedactions", ["known": .list(known)])
        case .missingCatalogue(let file): Message("report.missingCatalogue", ["file": .text(file)])
        case .malformedCatalogue(let file): Message("report.malformedCatalogue", ["file": .text(file)])
        case .template(let error): Message(describing: error)
        case .store(let error): error.message
        case .value(let error): error.message
        case .file(let error): error.message
        case .invalid(let report): Message("report.invalid", ["problems": .message(report.message)])
        case .missingSchema: Message("report.missingSchema")
        case .schema(let error): Message("report.schema", ["problem": .message(error.message)])
        case .spreadsheet(let error): error.message
        case .manifest(let error): error.message
        case .repeatedPicture(let one, let other):
            Message("report.repeatedPicture", ["one": .text(one), "other": .text(other)])
        case .changedEvidence(let hash): Message("photo.changed", ["hash": .text("\(hash)")])
        case .typesetting(let error): error.message
        case .pageAddressTooLong: Message("report.pageAddressTooLong")
        case .codeTooDense(let label, let resolution, let needed):
            Message(
                "report.codeTooDense",
                [
                    "label": .text(label), "resolution": .text("\(resolution)"),
                    "size": .text("\(needed.width)x\(needed.height)"), "needed": .text("\(needed.resolution)"),
                ])
        case .unknownLabelField(let name, let known):
            known.isEmpty
                ? Message("report.unknownLabelField", ["name": .text(name)])
                : Message("report.unknownLabelField.known", ["name": .text(name), "known": .list(known)])
        case .volumeTotals: Message("report.volumeTotals")
        case .piece(let file, let diagnostic): diagnostic.message(of: .text(file))
        case .missingPieces(let numbers, let count):
            Message(
                "report.piece.missing", ["pieces": .list(numbers.map { "\($0)" }), "count": .text("\(count)")])
        case .inconsistentPieces: Message("report.piece.inconsistent")
        case .missingFile(let number, let name, let hash):
            Message(
                "report.missingFile",
                ["number": .text(number), "file": .text(name ?? "\(hash)"), "hash": .text("\(hash)")])
        case .rendering(let error): Message(describing: error)
        }
    }
}

extension ReportError.PieceDiagnostic {
    fileprivate func message(of file: Message.Argument) -> Message {
        switch self {
        case .notAPiece: Message("report.piece.notAPiece", ["file": file])
        case .changed: Message("report.piece.changed", ["file": file])
        case .foreign(.inventory, let other):
            Message("report.piece.otherInventory", ["file": file, "other": .text(other)])
        case .foreign(.snapshot, let other):
            Message("report.piece.otherSnapshot", ["file": file, "other": .text(other)])
        case .foreign(.options, let other):
            Message("report.piece.otherOptions", ["file": file, "other": .text(other)])
        case .foreign(.count, let other): Message("report.piece.otherCount", ["file": file, "other": .text(other)])
        case .repeated(let number, let other):
            Message(
                "report.piece.repeated", ["file": file, "other": .text(other), "number": .text("\(number)")])
        }
    }
}

extension SpreadsheetError: MessageConvertible {
    public var message: Message {
        switch self {
        case .tooManyRows(let limit): Message("report.spreadsheet.tooManyRows", ["limit": .text("\(limit)")])
        case .duplicateSheet(let name): Message("report.spreadsheet.duplicateSheet", ["name": .text(name)])
        case .outOfMemory: Message("report.spreadsheet.outOfMemory")
        case .rowsNotWritten: Message("report.spreadsheet.rowsNotWritten")
        case .library(let problem): Message("report.spreadsheet.library", ["problem": .text(problem)])
        case .damaged(nil, let folder): Message("report.spreadsheet.damagedArchive", ["folder": .text(folder)])
        case .damaged(let part?, let folder):
            Message("report.spreadsheet.damagedPart", ["part": .text(part), "folder": .text(folder)])
        case .file(let error): error.message
        }
    }
}

extension TypesettingError: MessageConvertible {
    public var message: Message {
        switch self {
        case .noTypst: Message("report.typesetting.noTypst")
        case .noPython(let path): Message("report.typesetting.noPython", ["path": .text(path)])
        case .noFonts: Message("report.typesetting.noFonts")
        case .launchFailed(let program, let reason):
            Message("report.typesetting.launchFailed", ["program": .text(program), "reason": .text(reason)])
        case .failed(nil): Message("report.typesetting.failedSilently")
        case .failed(let output?): Message("report.typesetting.failed", ["output": .text(output)])
        case .refused(let problem, let place):
            Message("report.typesetting.refused", ["problem": .text(problem), "place": .text(place)])
        case .link(let error, let place): error.message(at: place)
        case .tooManyItems(let items, let limit):
            Message("report.typesetting.tooManyItems", ["items": .count(items), "limit": .count(limit)])
        case .timeLimit(let minutes): Message("report.typesetting.timeLimit", ["minutes": .count(minutes)])
        case .memoryLimit(let gibibytes): Message("report.typesetting.memoryLimit", ["gibibytes": .count(gibibytes)])
        }
    }
}

extension LabelLinkError {
    /// The most labels that the message lists.
    private static let listed = 12

    /// - Parameter place: the file and line of the link.
    func message(at place: String) -> Message {
        guard let label else {
            return Message("report.link.malformed", ["place": .text(place), "address": .text(address)])
        }
        guard !known.isEmpty else {
            return Message("report.link.noLabels", ["place": .text(place), "label": .text(label)])
        }
        guard let suggestion else {
            return Message("report.link.unknown", ["place": .text(place), "label": .text(label), "known": labels])
        }
        return Message(
            "report.link.unknownSuggesting",
            ["place": .text(place), "label": .text(label), "suggestion": .text(suggestion), "known": labels])
    }

    private var labels: Message.Argument {
        let more = known.count - LabelLinkError.listed
        guard more > 0 else { return .list(known) }
        let listed = Array(known.prefix(LabelLinkError.listed))
        return .message(Message("report.link.labelsAndMore", ["labels": .list(listed), "more": .count(more)]))
    }
}

extension DocumentDiagnostic: MessageConvertible {
    public var message: Message {
        switch problem {
        case .schema(_, let problem): problem.message
        case .value(let error, _): error.message
        case .duplicateID: Message("report.document.duplicateID")
        case .missingLineNumber: Message("report.document.missingLineNumber")
        case .unexpectedLineNumber: Message("report.document.unexpectedLineNumber")
        case .wrongLineNumber(let stated, let expected):
            Message(
                "report.document.wrongLineNumber", ["stated": .text(stated), "expected": .text("\(expected)")])
        case .wrongLineValue(nil): Message("report.document.unwantedLineValue")
        case .wrongLineValue(let expected?):
            Message("report.document.wrongLineValue", ["expected": .text("\(expected)")])
        case .missingLineValue(let expected):
            Message("report.document.missingLineValue", ["expected": .text("\(expected)")])
        case .summaryCount(let name, let stated, let actual):
            Message(
                "report.document.summaryCount",
                ["name": .text(name), "stated": .text(stated), "actual": .text(actual)])
        case .totals(let stated, let actual):
            Message("report.document.totals", ["stated": .amounts(stated), "actual": .amounts(actual)])
        case .grouping(let stated, nil): Message("report.document.noGroups", ["stated": .text(stated)])
        case .grouping(let stated, let actual?):
            Message("report.document.otherGrouping", ["stated": .text(stated), "actual": .text(actual)])
        case .group(let name, let problem): problem.message(of: name)
        case .claim(let problem): problem.message
        }
    }
}

extension DocumentDiagnostic.GroupProblem {
    fileprivate func message(of name: String?) -> Message {
        let group: Message.Argument = .message(
            name.map { Message("report.document.namedGroup", ["name": .text($0)]) }
                ?? Message("report.document.unnamedGroup"))
        return switch self {
        case .empty: Message("report.document.emptyGroup", ["group": group])
        case .items(let stated, let actual):
            Message(
                "report.document.groupItems",
                ["group": group, "stated": .text(stated), "actual": .text("\(actual)")])
        case .units(let stated, let actual):
            Message(
                "report.document.groupUnits",
                ["group": group, "stated": .text(stated), "actual": .text("\(actual)")])
        case .totals(let stated, let actual):
            Message(
                "report.document.groupTotals",
                ["group": group, "stated": .amounts(stated), "actual": .amounts(actual)])
        case .missing:
            name.map { Message("report.document.missingGroup", ["name": .text($0)]) }
                ?? Message("report.document.missingUnnamedGroup")
        }
    }
}

extension DocumentDiagnostic.ClaimProblem {
    fileprivate var message: Message {
        switch self {
        case .amountWithoutClaim: Message("report.document.amountWithoutClaim")
        case .amount(let element, nil, let day):
            Message("report.document.claimAmountAbsent", ["element": .text(element), "day": .text("\(day)")])
        case .amount(let element, let expected?, let day):
            Message(
                "report.document.claimAmount",
                ["element": .text(element), "expected": .text("\(expected)"), "day": .text("\(day)")])
        case .day(let stated): Message("report.document.claimDay", ["stated": .text(stated)])
        case .count(let name, let stated, let actual):
            Message(
                "report.document.claimCount",
                ["name": .text(name), "stated": .text(stated), "actual": .text("\(actual)")])
        case .totals(let amount, let stated, let actual):
            Message(
                "report.document.claimTotals",
                ["amount": .text(amount), "stated": .amounts(stated), "actual": .amounts(actual)])
        }
    }
}

extension Message.Argument {
    fileprivate static func list(_ names: [String]) -> Message.Argument { .text(names.joined(separator: ", ")) }

    fileprivate static func amounts(_ amounts: [Money]) -> Message.Argument {
        amounts.isEmpty ? .message(Message("report.document.noAmounts")) : .list(amounts.map(\.description))
    }
}
