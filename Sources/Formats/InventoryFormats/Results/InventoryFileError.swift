package import FoundationEssentials
import Glibc
package import Inventory
import JSON
package import Message
package import Spreadsheets

/// A file cannot be read, or an item cannot be written in the format of a file.
///
/// The error holds no sentence: the programs choose the words for each reason.
package struct InventoryFileError: Error, Equatable, Sendable {
    /// The file as the caller named it; nil if an option or an item is at fault.
    package internal(set) var file: String?
    /// The line, from 1; nil if it is not known.
    package let line: Int?
    /// The column in bytes, from 1; nil if it is not known.
    package let column: Int?
    /// The rule that is broken.
    package let reason: Reason

    package init(_ reason: Reason, file: String? = nil, line: Int? = nil, column: Int? = nil) {
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
    package enum Reason: Equatable, Sendable {
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
        /// The headings are not those of the program that the call names.
        case otherProgram(FileFormat)
        /// No column has the names of the items.
        case missingNames(header: [String])
        /// A mapping is not of the form `Column=field`.
        case malformedMapping(String)
        /// A mapping names a field that does not exist.
        case unknownMappingField(String, suggestion: String?)
        /// A mapping names a column that the file does not have.
        case missingMappedColumn(String)
        /// The file has not the column by which rows are to be recognised.
        case missingReferenceColumn(String)
        /// The column by which rows are to be recognised has values other than texts, or is ignored.
        case noReferenceColumn(String)
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
        /// The headings of a table are in its first column.
        case headingsInColumn
        /// The workbook has no sheet of this name.
        case unknownSheet(String, known: [String])
        /// The file is not a Homebox collection that can be read.
        case collection(HomeboxCollectionError)
        /// The file is a spreadsheet that cannot be read.
        case spreadsheet(SpreadsheetFileError)
        /// A JSON text or an XML document is damaged, or no inventory.
        case document(Message)
        /// A property list is damaged, or not an archive of items.
        case archive(PropertyListError)
        /// The archive has more bytes than the limit for a file that is held whole.
        case archiveTooLarge
        /// The texts of the items are far larger than the archive: many items share one long text.
        case archiveExpandsTooFar
        /// An item cannot be written.
        case unwritable(UUID, WritingProblem)
    }

    /// The reason why an item cannot be written.
    package enum WritingProblem: Equatable, Sendable {
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

extension InventoryFileError: MessageConvertible {
    package var message: Message {
        if case .collection(let error) = reason, error.namesFile { return error.message }
        guard var place = file else { return reason.message }
        if let line { place += ":\(line)" }
        if line != nil, let column { place += ":\(column)" }
        return Message("formats.inFile", ["place": place, "problem": reason])
    }
}

extension InventoryFileError.Reason: MessageConvertible {
    package var message: Message {
        switch self {
        case .unreadable(let code): InventoryFileError.unreadable(code)
        case .notCopied(let folder, let code):
            Message("formats.notCopied", ["folder": folder, "reason": String(cString: strerror(code))])
        case .empty: Message("formats.empty")
        case .unknownFormat(let appearance): Message("formats.unknownFormat", ["appearance": appearance])
        case .damagedHeader(let reason): Message("formats.damagedHeader", ["problem": reason])
        case .otherProgram(let format): Message("formats.otherProgram", ["format": format.title])
        case .missingNames(let header):
            Message("formats.missingNames", ["header": .list(header.prefix(5).map { "'\($0.prefix(40))'" })])
        case .malformedMapping(let text): Message("formats.malformedMapping", ["text": text.excerpt])
        case .unknownMappingField(let name, let suggestion?):
            Message("formats.unknownMappingFieldLike", ["name": name.excerpt, "suggestion": suggestion])
        case .unknownMappingField(let name, nil): Message("formats.unknownMappingField", ["name": name.excerpt])
        case .missingMappedColumn(let name): Message("formats.missingMappedColumn", ["name": name.excerpt])
        case .missingReferenceColumn(let name): Message("formats.missingReferenceColumn", ["name": name.excerpt])
        case .noReferenceColumn(let name): Message("formats.noReferenceColumn", ["name": name.excerpt])
        case .unsupportedEncoding(let name): Message("formats.unsupportedEncoding", ["encoding": name])
        case .notEncoded(let name): Message("formats.notEncoded", ["encoding": name])
        case .malformedReading(let member): Message("formats.malformedReading", ["member": member.excerpt])
        case .headingsNotFound(let row): Message("formats.headingsNotFound", ["row": "\(row)"])
        case .noTable: Message("formats.noTable")
        case .headingsInColumn: Message("formats.headingsInColumn")
        case .unknownSheet(let name, let known):
            Message(
                "formats.unknownSheet",
                ["name": name.excerpt, "sheets": .list(known.prefix(20).map { "'\($0.excerpt)'" })])
        case .collection(let error): error.message
        case .spreadsheet(let error): error.message
        case .document(let damage): damage
        case .archive(let error): Message("formats.damagedArchive", ["problem": error])
        case .archiveTooLarge: Message("formats.archiveTooLarge")
        case .archiveExpandsTooFar: Message("formats.archiveExpandsTooFar")
        case .unwritable(let id, let problem): problem.message(item: id.text)
        }
    }
}

extension InventoryFileError {
    fileprivate static func unreadable(_ code: Int32) -> Message {
        let reason = String(cString: strerror(code))
        return switch code {
        case ENOENT: Message("formats.fileNotFound", ["reason": reason])
        case EACCES, EPERM: Message("formats.permissionDenied", ["reason": reason])
        case EISDIR: Message("formats.isDirectory", ["reason": reason])
        default: Message("formats.unreadable", ["reason": reason])
        }
    }
}

extension InventoryFileError.Reason {
    static func json(_ error: JSONError) -> Self {
        .document(
            error.kind == .invalidUTF8
                ? Message("formats.json.notUTF8") : Message("formats.json.syntax", ["problem": error.kind]))
    }
}

extension InventoryFileError.WritingProblem {
    fileprivate func message(item: String) -> Message {
        switch self {
        case .otherCurrency(let field, let format, let currency):
            Message(
                "formats.writing.otherCurrency",
                ["item": item, "field": field.name, "format": format.title, "currency": currency.code])
        case .negativeAmount(let field, let format):
            Message("formats.writing.negativeAmount", ["item": item, "field": field.name, "format": format.title])
        case .fractionalAmount(let currency):
            Message("formats.writing.fractionalAmount", ["item": item, "currency": currency.code])
        case .customFieldWithoutColumn: Message("formats.writing.customFieldWithoutColumn", ["item": item])
        case .nul(let field): Message("formats.writing.nul", ["item": item, "field": field.name])
        }
    }
}
