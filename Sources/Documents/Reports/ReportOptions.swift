public import Delivery
public import Inventory
import Templating

/// The format of a report.
public enum ReportFormat: String, CaseIterable, Sendable {
    case html, pdf, xml, csv, json, xlsx

    /// What its template writes; nil where it has none.
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

    /// Whether it is for people to read, not for programs.
    var isForReaders: Bool { self == .html || self == .pdf }
}

/// The paper of a report.
public enum ReportPaper: String, CaseIterable, Sendable {
    case a4, letter

    /// What Typst calls it.
    var typesettingName: String { self == .a4 ? "a4" : "us-letter" }
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
    public var listsArchivedItems = false
    /// In what order items come.
    public var order = ItemOrder.ownerDefined
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
    /// The number of the claim; nil for that of the inventory's settings, empty for none.
    public var claimNumber: String?
    /// The day of the loss; nil for that of the inventory's settings.
    public var dateOfLoss: CalendarDate?
    /// The amounts from which an item stands apart as one of high value, one or more a currency.
    public var highValue: [Money] = []
    /// The columns of the schedule in the report `insurance`; nil for the usual ones, and for all in a workbook.
    public var columns: Set<ScheduleColumn>?
    /// What is kept back.
    public var redaction = Redaction.none
    /// What stands for rooms and categories that are kept back.
    var redacted = RedactedGroups()
    /// Whether photos are shown and named.
    public var showsPhotos = true
    /// Whether documents are shown and named.
    public var showsDocuments = true
    /// What PDF and printed HTML are set for.
    public var paper = ReportPaper.a4
    /// The files that go with the report; nil where it goes alone.
    var delivery: DeliveredEvidence?
    /// Where pictures stand beside the page; nil where they stand in it.
    var pictureFolder: DeliveredFolder?
    /// Whether the list shows a small photo of each item.
    public var showsThumbnails = false
    /// Where the pictures of photos and documents are; nil where there are none.
    public var pictures: (any PictureSource)?
    /// A folder whose files replace the program's templates by name.
    public var templates: String?
    /// How the report `labels` looks.
    public var labels = LabelOptions()
    /// What is written beside the report to prove it, manifest and signature; nil for nothing.
    public var signer: ManifestSigner?
    /// Where the parts of a PDF are kept while it is made; nil for a folder of the report's own.
    public var workingFolder: WorkingFolder?
    /// Threads that validate XML, the rendering one included; nil for one a core.
    public var jobs: Int?

    /// The options of a report in that format for that reader.
    public init(format: ReportFormat, locale: ReportLocale, generated: Timestamp, generator: String) {
        self.format = format
        self.locale = locale
        self.generated = generated
        self.generator = generator
    }

    /// An inventory's settings with what this report states in their place.
    func stated(_ settings: InventorySettings) -> InventorySettings {
        var settings = settings
        if let claimNumber { settings.claimNumber = claimNumber.isEmpty ? nil : claimNumber }
        settings.dateOfLoss = dateOfLoss ?? settings.dateOfLoss
        return settings
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
    /// The code points that stand in a PDF for characters it cannot print, such as `U+E000`.
    public let replaced: [String]
}
