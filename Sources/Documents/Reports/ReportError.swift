package import Delivery
package import Files
package import Inventory
package import InventoryStore
package import Message
package import Templating
package import XMLValidation

/// An error that keeps a report from being written. Nothing is left at the output's path.
package enum ReportError: Error {
    /// The report has no template for the format.
    case unknownReport(String, format: ReportFormat, known: [String])
    /// The report has no template for the layout.
    case unknownLayout(ReportLayout, of: String, file: String)
    /// The report cannot be written as a workbook.
    case unknownWorkbook(String, known: [String])
    /// No context with that name is declared.
    case unknownContext(String, known: [String])
    /// Documents cannot be written in that language.
    case unknownLanguage(String, known: [String])
    /// The IANA database has no such time zone.
    case unknownTimeZone(String)
    /// A sum has a currency without a rate to the second currency.
    case missingRate(of: Currency, in: Currency)
    /// The columns that make groups have so many values that the groups would not fit into memory.
    case tooManyGroups(limit: Int)
    /// The list of texts to redact has an unknown name.
    case unknownRedactions(known: [String])
    /// There is no catalogue of document words at that path.
    case missingCatalogue(file: String)
    /// A catalogue of document words is not a JSON object of texts.
    case malformedCatalogue(file: String)
    /// Two pictures of the templates' folder differ in their extensions only, so that templates cannot name one of them.
    case repeatedPicture(String, String)
    /// The file of a logo is damaged or is not a picture.
    case logo(String)
    /// A template has errors.
    case template(TemplateError)
    /// The store could not be read.
    case store(StoreError)
    /// A total is out of the range of exact amounts, or another value is invalid.
    case value(ValueError)
    /// A file could not be read or written.
    case file(FileError)
    /// The XML is not valid against its schema.
    case invalid(XMLValidationReport)
    /// The schema that is built into the program is missing.
    case missingSchema
    /// The schema itself cannot be read.
    case schema(XMLValidationError)
    /// The workbook could not be made.
    case spreadsheet(SpreadsheetError)
    /// The manifest or its signature could not be made.
    case manifest(ManifestError)
    /// The original of a document is not the file any more that was added.
    case changedEvidence(ContentHash)
    /// No PDF could be made.
    case typesetting(TypesettingError)
    /// The totals that the volumes carry forward differ from the totals of the list.
    case volumeTotals
    /// A file that cannot be divided has more bytes than each may have.
    case partTooLarge(Part, bytes: Int, limit: Int)
    /// A workbook would have more sheets than it may have, one for each room.
    case tooManyRooms(limit: Int)
    /// A field of the item with that line is not an amount in the currency, or has too many digits for a sheet.
    case notAnAmount(line: Int, field: String, Currency)
    /// The address of an item's page does not fit into a QR code.
    case pageAddressTooLong
    /// The code of a label has so many modules that it could not be read if it was printed at this number of dots per inch.
    case codeTooDense(label: String, at: Int, needed: LabelShortfall)
    /// No item of the inventory has a field that was chosen for labels.
    case unknownLabelField(String, suggestion: String?, known: [String])
    /// A field that was chosen for labels holds something other than text.
    case unprintableLabelField(String)
    /// The file of a photo or document is missing from the inventory.
    case missingFile(number: String, name: String?, hash: ContentHash)
    /// The template could not be rendered to its end, or a picture could not be made.
    case rendering(any Error)

    /// A part of a report that is divided by size.
    package enum Part: Sendable {
        /// The volume with one line.
        case line(Int)
        case file(String)
    }
}

extension ReportError {
    /// Wraps an error of another module that was thrown while a report was made.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as ReportError: error
            case let error as StoreError: .store(error)
            case let error as ValueError: .value(error)
            case let error as FileError: .file(error)
            case let error as ManifestError: .manifest(error)
            case let error as SpreadsheetError: .spreadsheet(error)
            case let error as TypesettingError: .typesetting(error)
            case XMLValidationError.documentInvalid(let report): .invalid(report)
            default: .rendering(error)
            }
    }
}

extension ReportError: MessageConvertible {
    package var message: Message {
        switch self {
        case .unknownReport(let name, let format, let known):
            Message(
                "report.unknownReport",
                [
                    "name": name, "format": format.rawValue, "known": known.joined(separator: ", "),
                    "extension": format.templateExtension,
                ])
        case .unknownLayout(let layout, let name, let file):
            Message("report.unknownLayout", ["layout": layout.rawValue, "report": name, "file": file])
        case .unknownWorkbook(let name, let known):
            Message("report.unknownWorkbook", ["name": name, "known": known.joined(separator: ", ")])
        case .unknownContext(let name, let known):
            Message("report.unknownContext", ["name": name, "known": known.joined(separator: ", ")])
        case .missingRate(let currency, let target):
            Message("report.missingRate", ["currency": currency.code, "target": target.code])
        case .unknownLanguage(let tag, let known):
            Message("report.unknownLanguage", ["language": tag, "known": known.joined(separator: ", ")])
        case .unknownTimeZone(let name): Message("report.unknownTimeZone", ["name": name])
        case .unknownRedactions(let known):
            Message("report.unknownRedactions", ["known": known.joined(separator: ", ")])
        case .missingCatalogue(let file): Message("report.missingCatalogue", ["file": file])
        case .malformedCatalogue(let file): Message("report.malformedCatalogue", ["file": file])
        case .template(let error): Message(describing: error)
        case .store(let error): error.message
        case .value(let error): error.message
        case .file(let error): error.message
        case .invalid(let report): Message("report.invalid", ["problems": report])
        case .missingSchema: Message("report.missingSchema")
        case .schema(let error): Message("report.schema", ["problem": error])
        case .spreadsheet(let error): error.message
        case .manifest(let error): error.message
        case .repeatedPicture(let one, let other): Message("report.repeatedPicture", ["one": one, "other": other])
        case .logo(let path): Message("report.logo", ["file": path])
        case .changedEvidence(let hash): Message("photo.changed", ["hash": "\(hash)"])
        case .typesetting(let error): error.message
        case .pageAddressTooLong: Message("report.pageAddressTooLong")
        case .codeTooDense(let label, let resolution, let needed):
            Message(
                "report.codeTooDense",
                [
                    "label": label, "resolution": "\(resolution)", "size": "\(needed.width)x\(needed.height)",
                    "needed": "\(needed.resolution)",
                ])
        case .tooManyGroups(let limit): Message("report.tooManyGroups", ["limit": .value(limit)])
        case .unprintableLabelField(let name): Message("report.unprintableLabelField", ["name": name])
        case .unknownLabelField(let name, let suggestion?, _):
            Message("report.unknownLabelField.suggesting", ["name": name, "suggestion": suggestion])
        case .unknownLabelField(let name, nil, let known):
            known.isEmpty
                ? Message("report.unknownLabelField", ["name": name])
                : Message("report.unknownLabelField.known", ["name": name, "known": known.joined(separator: ", ")])
        case .volumeTotals: Message("report.volumeTotals")
        case .partTooLarge(.line(let line), let bytes, let limit):
            Message(
                "report.lineTooLarge", ["line": .count(line), "bytes": .count(bytes), "limit": .count(limit)])
        case .partTooLarge(.file(let name), let bytes, let limit):
            Message(
                "report.fileTooLarge", ["file": .text(name), "bytes": .count(bytes), "limit": .count(limit)])
        case .tooManyRooms(let limit): Message("report.tooManyRooms", ["limit": .count(limit)])
        case .notAnAmount(let line, let field, let currency):
            Message(
                "report.notAnAmount", ["line": .count(line), "field": .text(field), "currency": .text(currency.code)])
        case .missingFile(let number, let name, let hash):
            Message("report.missingFile", ["number": number, "file": name ?? "\(hash)", "hash": "\(hash)"])
        case .rendering(let error): Message(describing: error)
        }
    }
}
