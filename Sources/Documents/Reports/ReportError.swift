public import Delivery
public import Files
public import Inventory
public import InventoryStore
import Localization
public import Templating
public import XMLValidation

/// Why a report was not written. Nothing is left in its place.
public enum ReportError: Error {
    /// The report has no template for the format.
    case unknownReport(String, format: String, known: [String])
    /// The report is not written as a workbook.
    case unknownWorkbook(String, known: [String])
    /// No context of that name is declared.
    case unknownContext(String, known: [String])
    /// Documents are not written in that language.
    case unknownLanguage(String, known: [String])
    /// The IANA database has no such time zone.
    case unknownTimeZone(String)
    /// A file of the catalogue of words cannot be used.
    case words(file: String, problem: String)
    /// A template has mistakes.
    case template(TemplateError)
    /// The store could not be read.
    case store(StoreError)
    /// A sum leaves the range of exact amounts, or another value cannot be had.
    case value(ValueError)
    /// The file could not be written.
    case file(FileError)
    /// The XML is not valid against its schema: the first faults, and how many more there are.
    case invalid(XMLValidationReport)
    /// The schema itself cannot be read.
    case schema(String)
    /// The workbook could not be made.
    case spreadsheet(SpreadsheetError)
    /// The manifest or its signature could not be made.
    case manifest(ManifestError)
    /// No PDF could be made.
    case typesetting(TypesettingError)
    /// The template could not be rendered to its end.
    case rendering(String)
}

extension ReportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownReport(let name, let format, let known):
            said(
                "report.thereIsNoReport", name, format, known.joined(separator: ", "),
                ReportFormat(rawValue: format)?.templateEnding ?? format)
        case .unknownWorkbook(let name, let known):
            said("report.thereIsNoReportAs", name, known.joined(separator: ", "))
        case .unknownContext(let name, let known):
            said("report.thereIsNoContext", name, known.joined(separator: ", "))
        case .unknownLanguage(let tag, let known):
            said("report.documentsAreNotWritten", tag, known.joined(separator: ", "))
        case .unknownTimeZone(let name):
            said("report.isNoTimeZone", name)
        case .words(let file, let problem): "\(file): \(problem)"
        case .template(let error): "\(error)"
        case .store(let error): "\(error)"
        case .value(let error): "\(error)"
        case .file(let error): "\(error)"
        case .invalid(let report): said("report.theXmlReportIs", report)
        case .manifest(let error): "\(error)"
        case .spreadsheet(let error): "\(error)"
        case .typesetting(let error): "\(error)"
        case .rendering(let problem): problem
        case .schema(let problem): said("report.theXmlSchemaCannot", problem)
        }
    }
}
