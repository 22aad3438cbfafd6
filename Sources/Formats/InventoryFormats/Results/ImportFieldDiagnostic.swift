public import Inventory

/// A rule that a row breaks: where and which. The programs choose the words.
public struct ImportFieldDiagnostic: Equatable, Sendable {
    /// A column of a table, or the path of a value in a document.
    public enum Location: Equatable, Sendable {
        /// The number of a column, from 1, and its name in the header; the name may be empty.
        case column(Int, name: String)
        /// A path such as `purchase.price`.
        case path(String)
    }

    /// The value that breaks the rule; nil if it is the whole row.
    public let location: Location?
    /// The line, from 1, if it may differ from the row's.
    public let line: Int?
    /// The rule that is broken.
    public let reason: Reason
    /// A way to have the value read as it is.
    public let advice: Advice?
    /// The beginning of the cell; nil if it is not quoted.
    public let cell: String?

    init(_ location: Location?, line: Int? = nil, _ reason: Reason, advice: Advice? = nil, cell: String? = nil) {
        self.location = location
        self.line = line
        self.reason = reason
        self.advice = advice
        self.cell = cell
    }

    /// Whether two diagnostics differ at most in their lines.
    public func isSameProblem(as other: ImportFieldDiagnostic) -> Bool {
        reason == other.reason && location == other.location && advice == other.advice && cell == other.cell
    }

    /// A way to have a value read as it is.
    public enum Advice: Sendable {
        /// Homebox never writes such a value: read the file as a plain CSV.
        case readAsPlainCSV
        case decimalAndCurrencyOptions, decimalOption, dateFormatOption
    }
}

extension ImportFieldDiagnostic {
    /// A rule for rows and values.
    public enum Reason: Error, Equatable, Sendable {
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
        /// A cell has a value, but its column has no name.
        case cellOfUnnamedColumn

        // Values
        /// The value has not the form that its field asks for.
        case expected(ExpectedForm)
        /// An amount is not in the currency that a column or attribute beside it names.
        case otherCurrency(stated: String, inColumn: Bool)
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
    public enum JSONSizeLimit: Sendable {
        case value, text, word, commas, spaces
    }

    /// The form of a value.
    public enum ExpectedForm: Equatable, Sendable {
        case number(DecimalSeparator)
        case date(DateOrder)
        case monthCount
        /// `true` or `false`, and if `orWords` also `yes` or `no`.
        case flag(orWords: Bool)
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
        do throws(ValueError) {
            return try body()
        } catch {
            throw .value(error)
        }
    }
}
