public import FoundationEssentials
public import Inventory
public import JSON
public import Spreadsheets

/// A file cannot be read, or an item cannot be written in the format of a file.
///
/// The error holds no sentence: the programs choose the words for each reason.
public struct InventoryFileError: Error, Equatable, Sendable {
    /// The file as the caller named it; nil if an option or an item is at fault.
    public internal(set) var file: String?
    /// The line, from 1; nil if it is not known.
    public let line: Int?
    /// The column in bytes, from 1; nil if it is not known.
    public let column: Int?
    /// The rule that is broken.
    public let reason: Reason

    public init(_ reason: Reason, file: String? = nil, line: Int? = nil, column: Int? = nil) {
        self.reason = reason
        self.file = file
        self.line = line
        self.column = column
    }

    /// Returns the same error with the name of the file, unless it has one.
    func inFile(_ name: String) -> InventoryFileError {
        var error = self
        error.file = file ?? name
        return error
    }
}

extension InventoryFileError {
    public enum Reason: Equatable, Sendable {
        /// The system cannot open or read the file: its error number.
        case unreadable(code: Int32)
        /// A table in a pipe cannot be copied into the folder for temporary files.
        case notCopied(folder: String, code: Int32)
        /// The file has no bytes.
        case empty
        /// The file is not of a known format, or not of the one that the caller named.
        case unknownFormat(FileAppearance)
        /// The first record of a table cannot be read.
        case damagedHeader(ImportFieldDiagnostic.Reason)
        /// The header lacks the column of the names.
        case missingColumn(String, format: FileFormat, header: [String])
        /// Two columns of the header have the same name.
        case duplicateColumn(String, first: Int, second: Int)
        /// Two columns with different names are for the same field.
        case conflictingColumns(String, String)
        /// The header has columns that belong to no field.
        case unknownColumns([UnknownColumn])
        /// A mapping is not of the form `Column=field`.
        case malformedMapping(String)
        /// A mapping names a field that does not exist.
        case unknownMappingField(String, suggestion: String?)
        /// A mapping names a column that the file does not have.
        case missingMappedColumn(String)
        /// The system cannot convert text of an encoding.
        case unsupportedEncoding(String)
        /// The bytes are not text of the encoding.
        case notEncoded(String)
        /// The file of a reading is damaged, or is not valid: its member.
        case malformedReading(member: String)
        /// The table has not the headings of the reading in its header row.
        case headingsNotFound(row: Int)
        /// The table has no rows of items.
        case noTable
        /// The workbook has no sheet of this name.
        case unknownSheet(String, known: [String])
        /// The file is not a Homebox collection that can be read.
        case collection(HomeboxCollectionError)
        /// The file is a spreadsheet that cannot be read.
        case spreadsheet(SpreadsheetFileError)
        case json(JSONDamage)
        case xml(XMLDamage)
        /// A property list is damaged, or not an archive of items.
        case archive(PropertyListError)
        /// The archive has more bytes than the limit for a file that is held whole.
        case archiveTooLarge
        /// The texts of the items are far larger than the archive: many items share one long text.
        case archiveExpandsTooFar
        /// An item cannot be written.
        case unwritable(UUID, WritingProblem)
    }

    /// The most unknown columns that a message lists.
    public static let listedColumns = 20

    /// A column of a header that belongs to no field.
    public struct UnknownColumn: Equatable, Sendable {
        public let name: String
        /// The number from 1.
        public let number: Int
        /// The field with the most similar name.
        public let suggestion: String?
    }

    /// A fault in a JSON text.
    public enum JSONDamage: Equatable, Sendable {
        /// The text violates the syntax of JSON.
        case syntax(JSONError)
        case expectedColon, expectedCommaOrBrace, expectedCommaOrBracket, expectedName
        /// The value of `items` is not a list.
        case expectedItemList
        /// The text is neither a list nor an object.
        case expectedItems
        /// The file ends inside a value.
        case endsInValue
        /// The object has no member `items`.
        case missingItems
        /// The object has two members `items`.
        case duplicateItems
        /// The object has a member that an inventory does not have.
        case unknownMember(String)
        /// Something follows the end of the text.
        case trailingText
    }

    /// A fault in an XML document.
    public enum XMLDamage: Equatable, Sendable {
        /// The document is not well-formed; the detail is libxml2's, in English.
        case malformed(detail: String?)
        /// The document ends inside an element.
        case endsInElement
        /// More elements are nested than the limit.
        case tooDeep(limit: Int)
        /// A tag is too long, or has too many attributes or namespaces.
        case tagTooLarge
        case doctype
        /// The document declares or uses entities.
        case entities
        case outOfMemory
        /// Text where only elements are allowed.
        case strayText
        /// The root is not `inventory` in this namespace.
        case wrongRoot(namespace: String)
        case missingItems, duplicateItems
        /// An element that an inventory does not have.
        case unknownElement(String)
        /// An element of the list of items that is not an item.
        case notAnItem(String)
    }

    /// The reason why an item cannot be written.
    public enum WritingProblem: Equatable, Sendable {
        /// An amount is not in the one currency of the file.
        case otherCurrency(ItemField, format: FileFormat, currency: Currency)
        case negativeAmount(ItemField, format: FileFormat)
        /// The format holds whole amounts only.
        case fractionalAmount(Currency)
        /// The item has a custom field for which the file has no column.
        case customFieldWithoutColumn
        /// A text holds a NUL character.
        case nul(ItemField)
    }
}
