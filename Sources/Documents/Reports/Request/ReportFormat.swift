import Templating

/// The format of a report.
public enum ReportFormat: String, CaseIterable, Sendable {
    case html, pdf, xml, csv, json, xlsx

    /// The type of text that its template writes; nil for a workbook, which has no template.
    var contentType: ContentType? {
        switch self {
        case .html: .html
        case .pdf: .typst
        case .xml: .xml
        case .csv: .csv
        case .json: .json
        case .xlsx: nil
        }
    }

    /// The extension of its templates before `.mustache`.
    public var templateExtension: String { self == .pdf ? "typ" : rawValue }

    /// Whether people read it rather than programs.
    var isForReaders: Bool { self == .html || self == .pdf }
}

/// The paper of a report.
public enum ReportPaper: String, CaseIterable, Sendable {
    case a4, letter

    /// The name that Typst uses.
    var typesettingName: String { self == .a4 ? "a4" : "us-letter" }
}
