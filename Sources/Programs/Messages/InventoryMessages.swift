public import Inventory
public import Localization

extension ValueError: MessageConvertible {
    public var message: Message {
        switch self {
        case .malformed(let form): Message("value.malformed", ["form": .message(form.message)])
        case .tooManyDecimals(0): Message("value.noDecimals")
        case .tooManyDecimals(let allowed): Message("value.tooManyDecimals", ["allowed": .text(String(allowed))])
        case .outOfRange(let range): Message("value.outOfRange", ["range": .message(range.message)])
        case .noSuchDate: Message("value.noSuchDate")
        case .unknownCurrency(let code): Message("value.unknownCurrency", ["code": .text(code)])
        case .overflow(let currency): Message("value.overflow", ["currency": .text(currency)])
        case .mixedCurrencies(let first, let second):
            Message("value.mixedCurrencies", ["first": .text(first), "second": .text(second)])
        case .wrongKind(let field):
            Message("value.wrongKind", ["field": .text(field.name), "kind": .message(field.kind.message)])
        case .fixedField(let field): Message("value.fixedField", ["field": .text(field.name)])
        case .noTextForm(let field): Message("value.noTextForm", ["field": .text(field.name)])
        }
    }
}

extension ValueForm: MessageConvertible {
    /// The form as a term that follows "expected".
    public var message: Message {
        switch self {
        case .date: Message("value.form.date")
        case .timestamp(orDay: false): Message("value.form.timestamp")
        case .timestamp(orDay: true): Message("value.form.timestampOrDay")
        case .requiredTimestamp: Message("value.form.requiredTimestamp")
        case .number: Message("value.form.number")
        case .amount: Message("value.form.amount")
        case .amountPerCurrency: Message("value.form.amountPerCurrency")
        case .flag: Message("value.form.flag")
        case .yesOrNo: Message("value.form.yesOrNo")
        case .uuid: Message("value.form.uuid")
        case .textWithoutNUL: Message("value.form.withoutNUL")
        case .names(let names): Message("value.form.names", ["names": .text(names.joined(separator: ", "))])
        case .columnNames(let names):
            Message("value.form.columnNames", ["names": .text(names.joined(separator: ", "))])
        case .sortFields(let names): Message("value.form.sortFields", ["names": .text(names.joined(separator: ", "))])
        case .path: Message("value.form.path")
        case .dateRange: Message("value.form.dateRange")
        case .amountRange: Message("value.form.amountRange")
        case .rangeEnd: Message("value.form.rangeEnd")
        case .earlierDateFirst: Message("value.form.earlierDateFirst")
        case .smallerAmountFirst: Message("value.form.smallerAmountFirst")
        case .numberRange: Message("value.form.numberRange")
        case .identifier: Message("value.form.identifier")
        }
    }
}

extension ValueRange: MessageConvertible {
    /// The range as a clause.
    public var message: Message {
        switch self {
        case .percentage: Message("value.range.percentage")
        case .quantity: Message("value.range.quantity")
        case .amount: Message("value.range.amount")
        case .units: Message("value.range.units")
        case .timestamp: Message("value.range.timestamp")
        case .digits: Message("value.range.digits")
        case .text: Message("value.range.text")
        case .lineValue: Message("value.range.lineValue")
        }
    }
}

extension ItemField.Kind: MessageConvertible {
    /// The kind as a term.
    public var message: Message {
        switch self {
        case .text: Message("value.kind.text")
        case .money: Message("value.kind.money")
        case .quantity: Message("value.kind.quantity")
        case .percentage: Message("value.kind.percentage")
        case .timestamp: Message("value.kind.timestamp")
        case .date: Message("value.kind.date")
        case .flag: Message("value.form.flag")
        case .identifier: Message("value.kind.identifier")
        case .tags: Message("value.kind.tags")
        case .customFields: Message("value.kind.customFields")
        case .photos: Message("value.kind.photos")
        case .documents: Message("value.kind.documents")
        }
    }
}

extension SelectionError: MessageConvertible {
    /// The reason, the text, and a caret under the term.
    public var message: Message {
        Message(
            "filter.error",
            [
                "reason": .message(reason.message), "source": .text(source),
                "caret": .text(String(repeating: " ", count: column - 1) + "^"),
            ])
    }
}

extension SelectionError.Reason: MessageConvertible {
    public var message: Message {
        switch self {
        case .unclosedQuote: Message("filter.unclosedQuote")
        case .tooManyTerms(let limit): Message("filter.tooManyTerms", ["count": .count(limit)])
        case .emptyTerm: Message("filter.emptyTerm")
        case .missingValue(let filter): Message("filter.missingValue", ["filter": .text(filter)])
        case .missingColon(let suggestion): Message("filter.missingColon", ["suggestion": .text(suggestion)])
        case .unknownFilter(let name, nil): Message("filter.unknownFilter", ["name": .text(name)])
        case .unknownFilter(let name, let suggestion?):
            Message("filter.similarFilter", ["name": .text(name), "suggestion": .text(suggestion)])
        case .unpairedBracket: Message("filter.unpairedBracket")
        case .tooDeep(let limit): Message("filter.tooDeep", ["count": .count(limit)])
        case .missingAlternative: Message("filter.missingAlternative")
        case .archivedValue: Message("filter.archivedValue")
        case .value(let error, let filter):
            Message("filter.value", ["filter": .text(filter), "problem": .message(error.message)])
        }
    }
}
