package import Inventory
package import Message

extension ReadingProposal {
    /// The first line about a proposal.
    package func title(file: String) -> Message {
        reading.program.map { Message("reading.titleOfProgram", ["file": file, "program": $0]) }
            ?? Message("reading.title", ["file": file])
    }

    /// The place of the table in its file.
    package var layout: Message {
        let headings =
            reading.headerRow == 0
            ? Message("reading.noHeadings") : Message("reading.headings", ["row": "\(reading.headerRow)"])
        if let sheet = reading.sheet {
            return Message("reading.sheet", ["sheet": sheet.excerpt, "headings": headings])
        }
        return Message(
            "reading.text",
            [
                "encoding": (reading.encoding ?? .utf8).rawValue, "headings": headings,
                "separator": ImportFieldDiagnostic.Reason.title(ofDelimiter: reading.separator ?? 0x2C),
            ])
    }
}

extension ColumnProposal {
    /// The heading, or the number of a column without one.
    package var shownHeading: String { heading.isEmpty ? "(\(number))" : heading }
}

extension ColumnProposal.Reason: MessageConvertible {
    package var message: Message {
        switch self {
        case .option: Message("reading.reason.option")
        case .documented: Message("reading.reason.documented")
        case .program(let name): Message("reading.reason.program", ["program": name])
        case .synonym(let language): Message("reading.reason.synonym", ["language": language])
        case .unknown: Message("reading.reason.unknown")
        case .otherValues(let field): Message("reading.reason.otherValues", ["field": field.name])
        case .lineTotal(let heading): Message("reading.reason.lineTotal", ["heading": heading.excerpt])
        case .repeats: Message("reading.reason.repeats")
        case .taken(by: ""): Message("reading.reason.takenByOption")
        case .taken(let heading): Message("reading.reason.taken", ["heading": heading.excerpt])
        case .standsForName: Message("reading.reason.standsForName")
        case .empty: Message("reading.reason.empty")
        }
    }
}

extension ReadingEvidence: MessageConvertible {
    package var message: Message {
        switch self {
        case .decimal(let separator, let example):
            Message(
                separator == .point ? "reading.evidence.decimalPoint" : "reading.evidence.decimalComma",
                example.arguments)
        case .decimalOfColumn(let separator, let heading, let example):
            Message(
                separator == .point ? "reading.evidence.columnPoint" : "reading.evidence.columnComma",
                example.arguments(of: heading))
        case .thousands(_, let example): Message("reading.evidence.thousands", example.arguments)
        case .dateOrder(let order, let heading, let example):
            Message("reading.evidence.dateOrder", example.arguments(of: heading, ["order": order]))
        case .dateOrderInHeading(let order, let heading):
            Message("reading.evidence.dateOrderInHeading", ["order": order, "heading": heading.excerpt])
        case .dateOrderByAmounts(let order, let amount):
            Message("reading.evidence.dateOrderByAmounts", ["order": order, "amount": amount])
        case .sign(let sign, let currency, let count):
            Message("reading.evidence.sign", ["sign": sign, "currency": currency.code, "count": .count(count)])
        case .usualCurrency(let currency, let origin): origin.message(about: currency)
        case .encoding(let encoding, let confidence, let samples):
            Message(
                "reading.evidence.encoding",
                ["encoding": encoding.rawValue, "percent": "\(Int(confidence * 100))", "samples": .list(samples)])
        case .groupRows(let example): Message("reading.evidence.groupRows", ["example": example.excerpt])
        case .twoHeaderRows(let first, let second):
            Message("reading.evidence.twoHeaderRows", ["first": "\(first)", "second": "\(second)"])
        case .filledDown(let heading, let example):
            Message("reading.evidence.filledDown", ["heading": heading.excerpt, "example": example.excerpt])
        case .otherSheets(let visible, hidden: []): Message("reading.evidence.sheets.other", ["sheets": names(visible)])
        case .otherSheets(visible: [], let hidden): Message("reading.evidence.sheets.hidden", ["hidden": names(hidden)])
        case .otherSheets(let visible, let hidden):
            Message("reading.evidence.sheets.both", ["sheets": names(visible), "hidden": names(hidden)])
        case .besideTable(let columns, let cells):
            Message("reading.evidence.besideTable", cells.arguments.merging(["columns": columns]) { first, _ in first })
        case .keptAsText(let heading, let count, let example):
            Message(
                "reading.evidence.keptAsText",
                ["heading": heading.excerpt, "count": .count(count), "example": example.excerpt])
        case .otherCells(let heading, let count, let example):
            Message("reading.evidence.otherCells", example.arguments(of: heading, ["count": .count(count)]))
        case .wholeLines(let heading, let count, let example):
            Message("reading.evidence.wholeLines", example.arguments(of: heading, ["count": .count(count)]))
        case .cutNumbers(let heading, let count, let example):
            Message("reading.evidence.cutNumbers", example.arguments(of: heading, ["count": .count(count)]))
        case .links(let heading, let count, let example, let field):
            Message(
                "reading.evidence.links", example.arguments(of: heading, ["count": .count(count), "field": field]))
        case .hiddenAmounts(let heading, let sum):
            Message("reading.evidence.hiddenAmounts", ["heading": heading.excerpt, "sum": sum])
        case .hiddenColumn(let heading, nil): Message("reading.evidence.hiddenColumn", ["heading": heading.excerpt])
        case .hiddenColumn(let heading, let sum?):
            Message("reading.evidence.hiddenColumnAmounts", ["heading": heading.excerpt, "sum": sum])
        case .nameless(let heading, let count):
            Message("reading.evidence.nameless", ["heading": heading.excerpt, "count": .count(count)])
        case .lostCharacters(let heading, let count, let example):
            Message("reading.evidence.lostCharacters", example.arguments(of: heading, ["count": .count(count)]))
        case .twiceConverted(let heading, let count, let example):
            Message("reading.evidence.twiceConverted", example.arguments(of: heading, ["count": .count(count)]))
        case .units(let heading, let count, let example):
            Message(
                "reading.evidence.units",
                ["heading": heading.excerpt, "count": .count(count), "example": example.excerpt])
        case .excessDecimals(let heading, let count, let example):
            Message("reading.evidence.excessDecimals", example.arguments(of: heading, ["count": .count(count)]))
        case .rounded(let heading, let count, let example):
            Message("reading.evidence.rounded", example.arguments(of: heading, ["count": .count(count)]))
        case .totalOfRows(let heading, let total): Message("reading.evidence.totalOfRows", total.arguments(of: heading))
        }
    }

    private func names(_ sheets: [String]) -> Message.Argument { .list(sheets.map(\.excerpt)) }
}

extension CurrencyOrigin {
    /// Says in which currency amounts are that name none, and why.
    package func message(about currency: Currency) -> Message {
        let code = currency.code
        return switch self {
        case .option: Message("reading.evidence.usualCurrency.option", ["currency": code])
        case .inventory: Message("reading.evidence.usualCurrency.inventory", ["currency": code])
        case .locale(let name):
            Message("reading.evidence.usualCurrency.locale", ["currency": code, "locale": name.excerpt])
        case .standard: Message("reading.evidence.usualCurrency.standard", ["currency": code])
        }
    }
}

extension CellExample {
    fileprivate var arguments: [String: any MessageArgument] { ["cell": text, "row": "\(row)"] }

    fileprivate func arguments(
        of heading: String, _ others: [String: any MessageArgument] = [:]
    ) -> [String: any MessageArgument] {
        others.merging(["cell": text, "row": "\(row)", "heading": heading.excerpt]) { first, _ in first }
    }
}

extension DateOrder: MessageConvertible {
    package var message: Message {
        switch self {
        case .dayMonthYear: Message("reading.order.dayMonthYear")
        case .monthDayYear: Message("reading.order.monthDayYear")
        case .yearMonthDay: Message("reading.order.yearMonthDay")
        }
    }
}

extension LeftOutRows.Reason: MessageConvertible {
    package var message: Message {
        switch self {
        case .aboveHeader: Message("reading.leftOut.aboveHeader")
        case .repeatedHeader: Message("reading.leftOut.repeatedHeader")
        case .total: Message("reading.leftOut.total")
        case .numbersOnly: Message("reading.leftOut.numbersOnly")
        case .singleCell: Message("reading.leftOut.singleCell")
        case .group: Message("reading.leftOut.group")
        case .otherTable: Message("reading.leftOut.otherTable")
        case .hidden: Message("reading.leftOut.hidden")
        case .omitted(let value): Message("reading.leftOut.value", ["value": value.excerpt])
        }
    }
}

extension ReadingQuestion.Topic: MessageConvertible {
    package var message: Message {
        switch self {
        case .dateOrder(let heading, let example): Message("reading.question.dateOrder", example.arguments(of: heading))
        case .decimal(let heading, let example): Message("reading.question.decimal", example.arguments(of: heading))
        case .mixedDecimals(let first, let second):
            Message("reading.question.mixedDecimals", Self.arguments(first, second))
        case .mixedDates(let first, let second): Message("reading.question.mixedDates", Self.arguments(first, second))
        case .currency(let sign): Message("reading.question.currency", ["sign": sign])
        case .signUnderHeading(let sign, let heading):
            Message("reading.question.signUnderHeading", ["sign": sign, "heading": heading.excerpt])
        case .usualCurrency(let count): Message("reading.question.usualCurrency", ["count": .count(count)])
        case .encoding: Message("reading.question.encoding")
        case .nameColumn: Message("reading.question.nameColumn")
        case .columnValues(_, let heading, let field, let example):
            Message("reading.question.columnValues", example.arguments(of: heading, ["field": field.name]))
        case .columnMeaning(_, let heading, let example):
            Message("reading.question.columnMeaning", example.arguments(of: heading))
        case .groupRows(let example): Message("reading.question.groupRows", ["example": example.excerpt])
        case .totalRows(let example): Message("reading.question.totalRows", example.arguments)
        case .rowsBelow(let count, let example):
            Message(
                "reading.question.rowsBelow",
                ["count": .count(count), "cell": example.text, "row": "\(example.row)"])
        case .fillDown(let heading, let example): Message("reading.question.fillDown", example.arguments(of: heading))
        case .otherCells(let count, let heading, let example):
            Message("reading.question.otherCells", example.arguments(of: heading, ["count": .count(count)]))
        case .wholeLines(let count, let heading, let example):
            Message("reading.question.wholeLines", example.arguments(of: heading, ["count": .count(count)]))
        case .sheet: Message("reading.question.sheet")
        case .headings: Message("reading.question.headings")
        case .tables: Message("reading.question.tables")
        case .knownItems(let count, let example):
            Message(
                "reading.question.knownItems",
                ["count": .count(count), "cell": example.text, "row": "\(example.row)"])
        case .hiddenRows(let count, let example):
            Message(
                "reading.question.hiddenRows",
                ["count": .count(count), "cell": example.text, "row": "\(example.row)"])
        }
    }

    private static func arguments(_ first: CellExample, _ second: CellExample) -> [String: any MessageArgument] {
        ["first": first.text, "firstRow": "\(first.row)", "second": second.text, "secondRow": "\(second.row)"]
    }
}

extension ReadingAnswer: MessageConvertible {
    package var message: Message {
        switch self {
        case .dateOrder(let order): order.message
        case .decimal(.point): Message("reading.answer.decimalPoint")
        case .decimal(.comma): Message("reading.answer.decimalComma")
        case .currency(let currency): Message("reading.answer.text", ["text": currency.code])
        case .encoding(let encoding, let samples):
            Message("reading.answer.encoding", ["encoding": encoding.rawValue, "samples": .list(samples)])
        case .nameColumn(let heading): Message("reading.answer.text", ["text": heading.excerpt])
        case .column(_, .customField): Message("reading.answer.keepAsText")
        case .column(_, .lineTotal): Message("reading.answer.lineTotal")
        case .column(_, .price): Message("reading.answer.price")
        case .column(_, .age): Message("reading.answer.age")
        case .column(_, .field(.value)): Message("reading.answer.value")
        case .column(_, let target): Message("reading.answer.asField", ["field": target.name])
        case .groupRows(.location): Message("reading.answer.groupRowsLocation")
        case .groupRows(.rooms): Message("reading.answer.groupRowsRooms")
        case .groupRows(.items), .totalRows(.items), .hiddenRows(.items): Message("reading.answer.groupRowsItems")
        case .groupRows(.omit): Message("reading.answer.groupRowsOmit")
        case .totalRows(.omit): Message("reading.answer.totalRowsOmit")
        case .hiddenRows(.omit): Message("reading.answer.hiddenRowsOmit")
        case .fillDown(true): Message("reading.answer.fillDownYes")
        case .fillDown(false): Message("reading.answer.fillDownNo")
        case .headerRow(0): Message("reading.answer.noHeadings")
        case .headerRow(let place):
            Message(
                place.column == nil ? "reading.answer.headings" : "reading.answer.headingsFromCell",
                ["row": "\(place)"])
        case .otherCells(areKept: true): Message("reading.answer.keepOtherCells")
        case .otherCells(areKept: false): Message("reading.answer.otherCellsAreFaults")
        case .wholeLines: Message("reading.answer.wholeLines")
        case .sheet(let name): Message("reading.answer.text", ["text": name.excerpt])
        case .recognition(.column(let heading)): Message("reading.answer.updateBy", ["heading": heading.excerpt])
        case .recognition(.allColumns): Message("reading.answer.leaveOutEqual")
        case .recognition(.nothing): Message("reading.answer.addAll")
        }
    }
}
