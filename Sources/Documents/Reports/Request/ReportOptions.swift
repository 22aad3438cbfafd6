public import Attachments
public import Delivery
public import Inventory

/// The contents and the form of a report.
public struct ReportOptions: Sendable {
    /// The report's name, which is the name of its folder of templates.
    public var name = "inventory"
    /// The format.
    public var format: ReportFormat
    /// The items it contains.
    public var selection = Selection.current
    /// Whether archived items are listed although they are not counted, as in an export.
    public var listsArchivedItems = false
    /// The order of the items.
    public var order = ItemOrder.ownerDefined
    /// The groups of the items.
    public var grouping = ItemGrouping.none
    /// The list that the reader wants.
    public var definition = ReportDefinition()
    /// The title; nil for the report's own.
    public var title: String?
    /// The day that the report is about; it selects nothing.
    public var asOf: CalendarDate?
    /// The reader's language and time zone.
    public var locale: ReportLocale
    /// The time at which the report is made.
    public var generated: Timestamp
    /// The program that makes the report, with its version.
    public var generator: String
    /// The number of the claim; nil for the one in the inventory's settings, empty for none.
    public var claimNumber: String?
    /// The day of the loss; nil for the one in the inventory's settings.
    public var dateOfLoss: CalendarDate?
    /// The amounts from which an item is of high value, one for each currency.
    public var highValue: [Money] = []
    /// The items that have an entry of their own in the report `insurance`.
    public var detail = ReportDetail.evidence
    /// Whether photos and documents whose files are missing are named on the cover instead of failing the report.
    public var allowsMissingFiles = false
    /// The columns of the schedule in the report `insurance`; nil for the usual ones (in a workbook, for all).
    public var columns: Set<ScheduleColumn>?
    /// The columns and groups of the list of which each volume is a part; nil for those of its own.
    var wholeList: (columns: ReportColumns, groups: [ListTotals.Group])?
    /// The redacted texts.
    public var redaction = Redaction.none
    /// The replacements of redacted rooms and categories.
    var redacted = RedactedGroups()
    /// Whether photos are shown and named.
    public var showsPhotos = true
    /// Whether documents are shown and named.
    public var showsDocuments = true
    /// The separator and the beginning of a CSV file.
    public var csv = CSVLayout()
    /// The paper of a PDF and of printed HTML.
    public var paper = ReportPaper.a4
    /// The files that are delivered with the report; nil if it is delivered alone.
    var delivery: DeliveredEvidence?
    /// The folder with pictures beside the page; nil if the page contains them.
    var pictureFolder: DeliveredFolder?
    /// Whether the list shows a small photo of each item.
    public var showsThumbnails = false
    /// The files of photos and documents; nil if the report shows none.
    public var files: PhotoStore?
    /// A folder whose files replace the program's templates by name.
    public var templates: String?
    /// The layout of the report `labels`.
    public var labels = LabelOptions()
    /// Writes the manifest and its signature beside the report; nil for none.
    public var signer: ManifestSigner?
    /// The folder for the parts of a PDF while it is made; nil for one of the report's own.
    public var workingFolder: WorkingFolder?
    /// Whether a PDF is set in volumes.
    public var isInVolumes = false
    /// The number of items of each volume; nil for the usual number.
    public var volumeItems: Int?
    /// The volume that is made; nil for the whole report.
    var volume: ReportVolume?
    /// The volumes that the document lists as their cover; empty if it is none.
    var volumes: [ReportVolume] = []
    /// The number of threads that validate XML, including the rendering one; nil for one a core.
    public var jobs: Int?

    /// The options of a report in that format for that reader.
    public init(format: ReportFormat, locale: ReportLocale, generated: Timestamp, generator: String) {
        self.format = format
        self.locale = locale
        self.generated = generated
        self.generator = generator
    }

    /// The items that the report lists.
    var listed: Selection {
        var selection = selection
        if listsArchivedItems { selection.archived = .any }
        return selection
    }

    /// The columns that make groups.
    var groups: [ReportColumn] {
        definition.groups.isEmpty ? grouping.field.map { [.field($0)] } ?? [] : definition.groups
    }

    /// The order of the rows: by the columns that make groups, then as the reader wants it.
    var rowOrder: ItemOrder {
        let fields = definition.groups.compactMap { if case .field(let field) = $0 { field } else { nil } }
        return ItemOrder(keys: fields.map { ItemOrder.Key($0) } + order.keys)
    }

    /// The day for which ages are counted: a claim is about the value of a thing when it was lost.
    func dayOfAges(_ settings: InventorySettings) -> CalendarDate {
        let loss = redaction.hides(.dateOfLoss) ? nil : stated(settings).dateOfLoss
        return asOf ?? loss ?? locale.day(of: generated)
    }

    /// An inventory's settings, overridden by the claim number and day of loss of this report.
    func stated(_ settings: InventorySettings) -> InventorySettings {
        var settings = settings
        if let claimNumber { settings.claimNumber = claimNumber.isEmpty ? nil : claimNumber }
        settings.dateOfLoss = dateOfLoss ?? settings.dateOfLoss
        return settings
    }
}

/// The outcome of writing a report.
public struct ReportOutcome: Sendable {
    /// The bytes.
    public let bytes: Int
    /// The totals of the items.
    public let totals: ValueTotals
    /// The number of archived items, whether or not they are listed.
    public let archived: Int
    /// The code points that replace characters a PDF cannot print, such as `U+E000`.
    public let replaced: [String]
    /// The places in which the document shows U+FFFD instead of characters that the format cannot carry.
    public internal(set) var replacedCharacters = ReplacedCharacters()
    /// Whether Excel would misread the characters of a CSV file for want of a byte order mark.
    public internal(set) var needsByteOrderMark = false
}
