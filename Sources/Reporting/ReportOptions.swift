public import InventoryModel
public import Proof
import Templating

/// The format of a report.
public enum ReportFormat: String, CaseIterable, Sendable {
    case html, xml, csv, json, xlsx

    /// What its template writes; nil where it has none.
    var contentType: ContentType? {
        switch self {
        case .html: .html
        case .xml: .xml
        case .csv: .csv
        case .json: .json
        case .xlsx: nil
        }
    }
}

/// What a report shall hold and how it shall read.
public struct ReportOptions: Sendable {
    /// The report's name, that of its folder of templates.
    public var name = "inventory"
    /// The format.
    public var format: ReportFormat
    /// Which items it takes.
    public var selection = Selection.current
    /// Whether archived items are listed though they are not counted, as an export does.
    public var carriesArchived = false
    /// In what order items come.
    public var order = ItemOrder.owners
    /// By what items stand together.
    public var grouping = ItemGrouping.none
    /// The title; nil for the report's own.
    public var title: String?
    /// The day the report speaks of; it selects nothing.
    public var asOf: CalendarDate?
    /// The reader's language and time zone.
    public var locale: ReportLocale
    /// The moment the report is made.
    public var generated: Timestamp
    /// The program that makes it, with its version.
    public var generator: String
    /// A folder whose files replace the program's templates by name.
    public var templates: String?
    /// How the report `labels` looks.
    public var labels = LabelOptions()
    /// What is written beside the report to prove it, manifest and signature; nil for nothing.
    public var seal: Seal?
    /// Threads that validate XML, the rendering one included; nil for one a core.
    public var jobs: Int?

    /// The options of a report in that format for that reader.
    public init(format: ReportFormat, locale: ReportLocale, generated: Timestamp, generator: String) {
        self.format = format
        self.locale = locale
        self.generated = generated
        self.generator = generator
    }
}

/// What was written.
public struct ReportOutcome: Sendable {
    /// The bytes.
    public let bytes: Int
    /// What the totals say.
    public let totals: ValueTotals
    /// The archived items, counted whether they are listed or not.
    public let archived: Int
}
