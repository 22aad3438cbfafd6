package import Inventory
package import Message

/// A rule that a row breaks: where and which. The programs choose the words.
package struct ImportFieldDiagnostic: Equatable, Sendable {
    /// A column of a table, or the path of a value in a document.
    package enum Location: Equatable, Sendable {
        /// The number of a column, from 1, and its name in the header; the name may be empty.
        case column(Int, name: String)
        /// A path such as `purchase.price`.
        case path(String)
    }

    /// The value that breaks the rule; nil if it is the whole row.
    package let location: Location?
    /// The line, from 1, if it may differ from the row's.
    package let line: Int?
    /// The rule that is broken.
    package let reason: Reason
    /// The beginning of the cell; nil if it is not quoted.
    package let cell: String?

    init(_ location: Location?, line: Int? = nil, _ reason: Reason, cell: String? = nil) {
        self.location = location
        self.line = line
        self.reason = reason
        self.cell = cell
    }

    /// Whether two diagnostics differ at most in their lines.
    package func isSameProblem(as other: ImportFieldDiagnostic) -> Bool {
        reason == other.reason && location == other.location && cell == other.cell
    }

    /// The number of the column; 0 if the diagnostic is for the whole row.
    var columnNumber: Int {
        if case .column(let number, _) = location { number } else { 0 }
    }
}

extension ImportFieldDiagnostic {
    /// A rule for rows and values.
    package enum Reason: Error, Equatable, Sendable {
        /// The value breaks a rule of the model.
        case value(ValueError)

        // Bytes and records
        /// The bytes are not UTF-8, at that byte of the file.
        case notUTF8(byte: Int64)
        case nul(byte: Int64)
        case misplacedQuote, unclosedQuote
        case tooManyFields(limit: Int)
        case fieldTooLong, rowTooLong
        /// The row has not as many fields as the header.
        case fieldCount(Int, header: Int, delimiter: UInt8)

        // Values
        /// The value has not the form that its field asks for.
        case expected(ExpectedForm)
        /// An amount is not in the currency that a column or attribute beside it names.
        case otherCurrency(stated: String, inColumn: Bool)
        /// A row fills two columns of one amount.
        case secondAmount
        case negativeAmount
        case negativeQuantity
        /// The value of all pieces, divided by the quantity, is no amount of the currency.
        case indivisibleTotal
        case percentageOutOfRange
        /// The date lies after the year 9999.
        case dateOutOfRange
        /// Quantity × value cannot be counted exactly.
        case lineValueTooLarge
        case emptyID, nullID
        /// A value of JSON, or an element of XML, is empty.
        case emptyMember, emptyElement
        case missingAmount, missingCurrency
        case missingNameAndID

        /// A cell of a sheet holds the error of a formula, such as `#REF!`.
        case formulaError(String)
        /// A cell of a sheet holds a formula whose result is not in the file.
        case notCalculated
        /// A cell of a sheet holds a date before 1900 or after 9998, as it is stored.
        case unusableDate(String)

        // Members of documents
        case duplicateMember
        case unknownMember, unknownElement
        case unknownAttribute(String)
        /// Text where only elements are allowed.
        case strayText
        /// A photo or document has a member that is not one of these.
        case unknownAttachmentMember(String, known: [String])
        case duplicateHash
        /// A value of JSON is larger than items are.
        case tooLarge(JSONSizeLimit)
        /// The item has so many more diagnostics, which are not listed.
        case unlisted(Int)

        // Archives
        case archive(PropertyListError)
        /// A value of an archive is of another kind.
        case expectedInteger(found: PropertyListKind)
        case expectedText(found: PropertyListKind)
        case expectedDate(found: PropertyListKind)
        case unknownKey
        /// A key cannot be mapped to what belongs to tables only.
        case unmappableKey
    }

    /// A limit on the values of a JSON text, and on the items of XML.
    package enum JSONSizeLimit: Sendable {
        case value, text, word, commas, spaces
    }

    /// The form of a value.
    package enum ExpectedForm: Equatable, Sendable {
        case number(DecimalSeparator)
        case date(DateOrder)
        /// `true` or `false`, `yes` or `no`.
        case flag
        /// `item`, or the kind of a row of totals in a report.
        case recordKind
        case uuid
        /// Custom fields as JSON in a cell.
        case customFieldCell
        case object, textList, textOrNumber
        /// The JSON value of a field of that kind.
        case json(ItemField.Kind)
        case documentKind([String])
        case hash, mediaType
        /// A whole number, or a flag, for the member of that name.
        case count(member: String), flagMember(String)
    }
}

extension ImportFieldDiagnostic.Reason {
    /// Runs `body` and turns an error of the model into a reason.
    @inline(__always)
    static func wrapping<Value>(
        _ body: () throws(ValueError) -> Value
    ) throws(ImportFieldDiagnostic.Reason) -> Value {
        do {
            return try body()
        } catch {
            throw .value(error)
        }
    }
}

extension ImportFieldDiagnostic: MessageConvertible {
    /// The problem with the column or the path of the value.
    package var message: Message {
        let problem = cell.map { Message("formats.quotedCell", ["cell": $0, "problem": reason]) } ?? reason.message
        return switch location {
        case nil: problem
        case .column(let number, ""): Message("formats.inUnnamedColumn", ["number": "\(number)", "problem": problem])
        case .column(let number, let name):
            Message("formats.inColumn", ["number": "\(number)", "name": name, "problem": problem])
        case .path(let path): Message("formats.inField", ["field": path, "problem": problem])
        }
    }
}

extension ImportFieldDiagnostic.Reason: MessageConvertible {
    package var message: Message {
        switch self {
        case .value(let error): Message("formats.row.value", ["problem": error])
        case .notUTF8(let byte): Message("formats.row.notUTF8", ["byte": "\(byte)"])
        case .nul(let byte): Message("formats.row.nul", ["byte": "\(byte)"])
        case .misplacedQuote: Message("formats.row.misplacedQuote")
        case .unclosedQuote: Message("formats.row.unclosedQuote")
        case .tooManyFields(let limit): Message("formats.row.tooManyFields", ["limit": "\(limit)"])
        case .fieldTooLong: Message("formats.row.fieldTooLong")
        case .rowTooLong: Message("formats.row.rowTooLong")
        case .fieldCount(let count, let header, let delimiter):
            Message(
                "formats.row.fieldCount",
                [
                    "count": .count(count), "header": "\(header)",
                    "delimiter": ImportFieldDiagnostic.Reason.title(ofDelimiter: delimiter),
                ])
        case .expected(let form): form.message
        case .formulaError(let text): Message("formats.row.formulaError", ["text": text])
        case .notCalculated: Message("formats.row.notCalculated")
        case .unusableDate(let text): Message("formats.row.unusableDate", ["text": text])
        case .otherCurrency(let stated, true): Message("formats.row.otherCurrencyThanColumn", ["currency": stated])
        case .otherCurrency(let stated, false): Message("formats.row.otherCurrency", ["currency": stated])
        case .secondAmount: Message("formats.row.secondAmount")
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
        case .unknownAttribute(let name): Message("formats.row.unknownAttribute", ["name": name])
        case .strayText: Message("formats.row.strayText")
        case .unknownAttachmentMember(let name, let known):
            Message("formats.row.unknownAttachmentMember", ["name": name, "known": .list(known)])
        case .duplicateHash: Message("formats.row.duplicateHash")
        case .tooLarge(.value): Message("formats.row.valueTooLarge")
        case .tooLarge(.text): Message("formats.row.textTooLarge")
        case .tooLarge(.word): Message("formats.row.wordTooLarge")
        case .tooLarge(.commas): Message("formats.row.tooManyParts")
        case .tooLarge(.spaces): Message("formats.row.tooManySpaces")
        case .unlisted(let count): Message("formats.row.unlisted", ["count": .count(count)])
        case .archive(let error): Message("formats.row.archive", ["problem": error])
        case .expectedInteger(let kind): Message("formats.row.expectedInteger", ["found": kind])
        case .expectedText(let kind): Message("formats.row.expectedText", ["found": kind])
        case .expectedDate(let kind): Message("formats.row.expectedDate", ["found": kind])
        case .unknownKey: Message("formats.row.unknownKey")
        case .unmappableKey: Message("formats.row.unmappableKey")
        }
    }

    /// The name of the byte between the cells of a table.
    package static func title(ofDelimiter delimiter: UInt8) -> Message {
        switch delimiter {
        case UInt8(ascii: "\t"): Message("formats.delimiter.tab")
        case UInt8(ascii: ";"): Message("formats.delimiter.semicolon")
        case UInt8(ascii: "|"): Message("formats.delimiter.bar")
        default: Message("formats.delimiter.comma")
        }
    }
}

extension ImportFieldDiagnostic.ExpectedForm: MessageConvertible {
    package var message: Message {
        switch self {
        case .number(.point): Message("formats.expected.numberWithPoint")
        case .number(.comma): Message("formats.expected.numberWithComma")
        case .date(.yearMonthDay): Message("formats.expected.date", ["example": "2024/12/25"])
        case .date(.dayMonthYear): Message("formats.expected.date", ["example": "25.12.2024"])
        case .date(.monthDayYear): Message("formats.expected.date", ["example": "12/25/2024"])
        case .flag: Message("formats.expected.flagOrWord")
        case .json(.flag): Message("formats.expected.flag")
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
        case .documentKind(let kinds): Message("formats.expected.documentKind", ["kinds": .list(kinds)])
        case .hash: Message("formats.expected.hash")
        case .mediaType: Message("formats.expected.mediaType")
        case .count(let member): Message("formats.expected.count", ["member": member])
        case .flagMember(let member): Message("formats.expected.flagMember", ["member": member])
        }
    }
}

/// The next thing in a file that is read.
package enum ImportEntry: Sendable {
    /// An item that keeps every rule.
    case item(IncomingItem)
    /// A row that breaks a rule.
    case rejected(RejectedRow)
}

/// Reads the items of one format.
protocol ItemEntrySource: AnyObject {
    func next() throws(InventoryFileError) -> ImportEntry?
    var rejectsHeader: [UInt8] { get }
    var bytesRead: Int64 { get }
    var totalBytes: Int64? { get }
}
