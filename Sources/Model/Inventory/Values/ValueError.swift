package import Message

/// A value breaks a rule of the model.
///
/// The error holds no part of a text at fault: the caller knows the place and decides which text may be shown.
package enum ValueError: Error, Equatable, Sendable {
    /// The text does not have this form.
    case malformed(expected: ValueForm)
    /// The text has more decimal places than the currency or quantity.
    case tooManyDecimals(allowed: Int)
    /// The value lies outside this range.
    case outOfRange(ValueRange)
    /// The date does not exist in the calendar.
    case noSuchDate
    /// The letters are not a code of ISO 4217.
    case unknownCurrency(String)
    /// A sum or product leaves the range of 64-bit minor units.
    case overflow(currency: String)
    /// Two currencies meet in one sum.
    case mixedCurrencies(String, String)
    /// The field takes values of its own kind only.
    case wrongKind(ItemField)
    /// The field cannot be changed.
    case fixedField(ItemField)
    /// The values of the field have no plain text form.
    case noTextForm(ItemField)
}

/// The form that a text must have.
package enum ValueForm: Equatable, Sendable {
    /// `2014-05-01`
    case date
    /// `2014-05-01`, `2014-05` or `2014`
    case approximateDate
    /// `2014-05-01T09:30:00Z`, and a bare day if `orDay`.
    case timestamp(orDay: Bool)
    /// A timestamp that cannot be empty.
    case requiredTimestamp
    /// `1234.50`
    case number
    /// `1234.50` or `1234.50 EUR`
    case amount
    /// An amount of 0 or more, once for each currency.
    case amountPerCurrency
    /// `true` or `false`
    case flag
    /// `yes` or `no`
    case yesOrNo
    case uuid
    case textWithoutNUL
    /// Names separated by commas, of those given.
    case names([String])
    /// Names of columns separated by commas, of those given.
    case columnNames([String])

    // Filters
    /// `Home/Office`
    case path
    /// `2024-03-05`, `2024-03`, `2020..2024`
    case dateRange
    /// `>=500USD`, `<20`, `10..20EUR`
    case amountRange
    /// `>=5`, `10..20`
    case numberRange
    /// Hexadecimal digits at either end of an id.
    case identifier
    /// One end of a range at least.
    case rangeEnd
    /// The earlier date, or the smaller amount, before the dots.
    case earlierDateFirst, smallerAmountFirst
}

/// The range that a value must lie in.
package enum ValueRange: String, CaseIterable, Sendable {
    /// 0 to 100.
    case percentage
    /// 0 or more.
    case quantity, amount
    /// The units that can be added up.
    case units
    /// The years 1 to 9999.
    case timestamp
    /// The digits that a number can have.
    case digits
    /// At most ``Item/textLimit`` bytes.
    case text
    /// The value of a line, quantity × value, in 64 bits of minor units.
    case lineValue
}

extension ValueError: MessageConvertible {
    package var message: Message {
        switch self {
        case .malformed(let form): Message("value.malformed", ["form": form])
        case .tooManyDecimals(0): Message("value.noDecimals")
        case .tooManyDecimals(let allowed): Message("value.tooManyDecimals", ["allowed": String(allowed)])
        case .outOfRange(let range): Message("value.outOfRange", ["range": range])
        case .noSuchDate: Message("value.noSuchDate")
        case .unknownCurrency(let code): Message("value.unknownCurrency", ["code": code])
        case .overflow(let currency): Message("value.overflow", ["currency": currency])
        case .mixedCurrencies(let first, let second):
            Message("value.mixedCurrencies", ["first": first, "second": second])
        case .wrongKind(let field): Message("value.wrongKind", ["field": field.name, "kind": field.kind])
        case .fixedField(let field): Message("value.fixedField", ["field": field.name])
        case .noTextForm(let field): Message("value.noTextForm", ["field": field.name])
        }
    }
}

extension ValueForm: MessageConvertible {
    /// The form as a term that follows "expected".
    package var message: Message {
        switch self {
        case .date: Message("value.form.date")
        case .approximateDate: Message("value.form.approximateDate")
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
        case .names(let names): Message("value.form.names", ["names": names.joined(separator: ", ")])
        case .columnNames(let names): Message("value.form.columnNames", ["names": names.joined(separator: ", ")])
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
    package var message: Message { Message("value.range.\(rawValue)") }
}

extension ItemField.Kind: MessageConvertible {
    /// The kind as a term.
    package var message: Message { Message(self == .flag ? "value.form.flag" : "value.kind.\(rawValue)") }
}
