package import Attachments
package import Delivery
import Files
import FoundationEssentials
import ImageExchange
package import Inventory
import Templating

/// The contents and the form of a report.
package struct ReportOptions: Sendable {
    /// The kind of report.
    package var kind = ReportKind.inventory
    /// The format.
    package var format: ReportFormat
    /// The items it contains.
    package var selection = Selection.current
    /// Whether archived items are listed although they are not counted, as in an export.
    package var listsArchivedItems = false
    /// The order of the items.
    package var order = ItemOrder.ownerDefined
    /// The groups of the items.
    package var grouping = ItemGrouping.none
    /// The list that the reader wants.
    package var definition = ReportDefinition()
    /// The title; nil for the report's own.
    package var title: String?
    /// The logo and lines of its pages.
    package var letterhead = Letterhead()
    /// The day that the report is about; it selects nothing.
    package var asOf: CalendarDate?
    /// The reader's language and time zone.
    package var locale: ReportLocale
    /// A reader whose language HTML and PDF have beside the first; nil for none.
    package var secondReader: ReportLocale?
    /// The time at which the report is made.
    package var generated: Timestamp
    /// The program that makes the report, with its version.
    package var generator: String
    /// Texts of the owner that replace those in the inventory's settings; empty for none.
    package var facts: [OwnerFact: String] = [:]
    /// The day of the loss; nil for the one in the inventory's settings.
    package var dateOfLoss: CalendarDate?
    /// The amounts from which an item is of high value, one for each currency.
    package var highValue: [Money] = []
    /// The second currency of the totals; nil for none.
    package var conversion: CurrencyConversion?
    /// The valuation of a claim beyond what items state.
    package var valuation = ValuationMethod()
    /// The form and currency of an intake sheet.
    package var intake = IntakeOptions()
    /// The items that have an entry of their own in the report `insurance`.
    package var detail = ReportDetail.evidence
    /// Whether the report is for the owner, who can still add what is missing.
    package var isForOwner = false
    /// Whether photos and documents whose files are missing are named on the cover instead of failing the report.
    package var allowsMissingFiles = false
    /// The columns and groups of the list of which each volume is a part; nil for those of its own.
    var wholeList: (columns: ReportColumns, groups: [ListTotals.Group])?
    /// The redacted texts.
    package var redaction = Redaction.none
    /// The replacements of redacted rooms and categories.
    var redacted = RedactedGroups()
    /// Whether photos are shown and named.
    package var showsPhotos = true
    /// Whether documents are shown and named.
    package var showsDocuments = true
    /// The separator and the beginning of a CSV file.
    package var csv = CSVLayout()
    /// The paper of a PDF and of printed HTML.
    package var paper = ReportPaper.a4
    /// The files that are delivered with the report; nil if it is delivered alone.
    var delivery: DeliveredEvidence?
    /// Whether the originals of photos and documents are delivered beside their copies.
    package var deliversOriginals = false
    /// The time stamps of the items and files; nil if there are none.
    package var stamped: StampedEvidence?
    /// The folder with pictures beside the page; nil if the page contains them.
    var pictureFolder: DeliveredFolder?
    /// The files of photos and documents; nil if the report shows none.
    package var files: PhotoStore?
    /// A folder whose files replace the program's templates by name.
    package var templates: String?
    /// The layout of the report `labels`.
    package var labels = LabelOptions()
    /// Writes the manifest and its signature beside the report; nil for none.
    package var signer: ManifestSigner?
    /// The folder for the parts of a PDF while it is made; nil for one of the report's own.
    package var workingFolder: WorkingFolder?
    /// Whether a PDF is set in volumes.
    package var isInVolumes = false
    /// The number of items of each volume; nil for the usual number.
    package var volumeItems: Int?
    /// The most bytes of each file, so that it can be uploaded; nil for any number.
    package var partSize: Int?
    /// The volume that is made; nil for the whole report.
    var volume: ReportVolume?
    /// The volumes that the document lists as their cover; empty if it is none.
    var volumes: [ReportVolume] = []
    /// The number of threads that validate XML, including the rendering one; nil for one a core.
    package var jobs: Int?

    /// The options of a report in that format for that reader.
    package init(format: ReportFormat, locale: ReportLocale, generated: Timestamp, generator: String) {
        self.format = format
        self.locale = locale
        self.generated = generated
        self.generator = generator
    }

    /// Checks that a file, or the volume with a line alone, can be uploaded.
    /// - Throws: `partTooLarge`.
    func checkSize(_ bytes: Int, of part: ReportError.Part) throws(ReportError) {
        if let partSize, bytes > partSize { throw .partTooLarge(part, bytes: bytes, limit: partSize) }
    }

    /// Whether its columns are those of a claim.
    var isClaim: Bool { kind.product == .claim || kind.product == .intake }

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
        ItemOrder(keys: definition.groups.map { ItemOrder.Key($0) } + order.keys)
    }

    /// The day for which ages are counted: a claim is about the value of a thing when it was lost.
    func dayOfAges(_ settings: InventorySettings) -> CalendarDate {
        let loss = redaction.hides(.dateOfLoss) ? nil : overriding(settings).dateOfLoss
        return asOf ?? loss ?? locale.day(of: generated)
    }

    /// An inventory's settings, overridden by what this report states of the claim.
    func overriding(_ settings: InventorySettings) -> InventorySettings {
        var settings = settings
        for (fact, text) in facts { settings[fact] = text.isEmpty ? nil : text }
        settings.dateOfLoss = dateOfLoss ?? settings.dateOfLoss
        return settings
    }
}

/// The logo and lines around the content of HTML and PDF. With any of them, the owner's name and address are at the top.
package struct Letterhead: Sendable {
    /// A picture of the owner.
    package struct Logo: Sendable {
        /// The path that messages show.
        let path: String
        let bytes: [UInt8]
        /// ``name`` with the extension by which Typst knows the format.
        let fileName: String
        let mediaType: String

        /// The name of its file in the folder of a PDF's parts, by which errors of Typst name it.
        static let name = "letterheadlogo"
        private static let largest = 2 << 20

        /// The picture as an address that contains it (RFC 2397), from which it can be read again.
        package var address: String { Logo.scheme + Data(bytes).base64EncodedString() }
        private static let scheme = "data:;base64,"

        /// Reads a whole PNG, JPEG or SVG picture.
        /// - Parameter path: a file, or an ``address``.
        /// - Throws: `logo` for any other file, `file` if it cannot be read.
        package init(_ path: String) throws(ReportError) {
            if path.hasPrefix(Logo.scheme) {
                bytes = Data(base64Encoded: String(path.dropFirst(Logo.scheme.count))).map(Array.init) ?? []
            } else {
                do { bytes = try readFile(path, upTo: Logo.largest + 1) } catch { throw .file(error) }
            }
            let (kind, end): (String, [UInt8])
            switch ContentKind(of: Array(bytes.prefix(ContentKind.bytesNeeded))) {
            case .image(.png): (kind, end) = ("png", Array("IEND".utf8))
            case .image(.jpeg): (kind, end) = ("jpeg", [0xFF, 0xD9])
            case .svg: (kind, end) = ("svg", Array("svg>".utf8))
            default: throw .logo(String(path.prefix(100)))
            }
            // A picture that was cut off would show half, or nothing.
            guard bytes.count <= Logo.largest, bytes.suffix(1024).firstRange(of: end) != nil else {
                throw .logo(String(path.prefix(100)))
            }
            self.path = String(path.prefix(100))
            (fileName, mediaType) = ("\(Logo.name).\(kind)", kind == "svg" ? "image/svg+xml" : "image/\(kind)")
        }
    }

    /// The picture at the top.
    package var logo: Logo?
    /// The line at the top of each page; in HTML, at the top.
    package var header: String?
    /// The line at the bottom of each page; in HTML, at the bottom.
    package var footer: String?

    /// The greatest length of a line: it takes two lines of an upright page at most.
    package static let longest = 120

    var isEmpty: Bool { logo == nil && header == nil && footer == nil }

    /// None.
    package init() {}
}

/// The outcome of writing a report.
package struct ReportOutcome: Sendable {
    /// The bytes.
    package let bytes: Int
    /// The totals of the items.
    package let totals: ValueTotals
    /// The number of archived items, whether or not they are listed.
    package let archived: Int
    /// The code points that replace characters a PDF cannot print, such as `U+E000`.
    package let replaced: [String]
    /// The places in which the document shows U+FFFD instead of characters that the format cannot carry.
    package internal(set) var replacedCharacters = ReplacedCharacters()
    /// The number of texts that were cut in a workbook without a note about them.
    package internal(set) var truncatedTexts = 0
    /// The columns and facts that have no place in the form; nil if none was filled in.
    package internal(set) var form: FormOutcome?
    /// The names of groups of `--group-lines` that no item is in.
    package internal(set) var emptyLineGroups: [String] = []
    /// Whether Excel would misread the characters of a CSV file for want of a byte order mark.
    package internal(set) var needsByteOrderMark = false
}

/// The contents of a list and how it is laid out: columns, sums, groups, layout and photos. ``ReportOptions`` says how it is
/// made and delivered.
package struct ReportDefinition: Sendable {
    /// The layout of HTML and PDF.
    package var layout = ReportLayout.list
    /// The photos of items in HTML and PDF; nil for those that are usual in the layout.
    package var photos: ReportPhotos?
    /// The columns; nil for those that at least one item states, as far as a page has room for them.
    package var columns: [ReportColumn]?
    /// Whether chosen columns that no item states are left out of documents and workbooks.
    package var showsOnlyStated = false
    /// The columns that are added up; nil for the usual ones.
    package var sums: [ReportColumn]?
    /// The columns whose values make groups, from the outermost; at most ``maxGroups``.
    package var groups: [ReportColumn] = []
    /// The groups of items that are one line each; nil for none.
    package var groupedLines: LineGrouping?
    /// Whether the document has what others than the owner and the insurer need not know: totals and charts of values,
    /// insurer, policy and filter, and in a PDF the data of the items.
    package var hasSummary = true
    /// The names of those who sign at the end.
    package var signatures: [String] = []
    /// Whether each of the outermost groups begins on a new page.
    package var startsPages = false

    /// The greatest depth of groups.
    package static let maxGroups = 3

    /// The usual list.
    package init() {}

    /// The size of the photo that shows an item; nil if none does.
    var photoSize: PhotoSize? { (photos ?? layout.usualPhotos).size }
}

/// The layout of the items in HTML and PDF: a row here and a template for each of the two formats, such as
/// `inventory/cards.html.mustache`.
package enum ReportLayout: String, CaseIterable, Sendable {
    /// A row of a table for each item.
    case list
    /// A catalogue: a card for each item, several beside each other.
    case cards
    /// A page for each item with everything that is recorded about it.
    case record

    private var row: (photos: ReportPhotos, showsAll: Bool, isUpright: Bool, maxItemsOfPDF: Int) {
        switch self {
        case .list: (photos: .without, showsAll: false, isUpright: false, maxItemsOfPDF: 30_000)
        case .cards: (photos: .small, showsAll: false, isUpright: true, maxItemsOfPDF: 10_000)
        case .record: (photos: .large, showsAll: true, isUpright: true, maxItemsOfPDF: 10_000)
        }
    }

    /// The photos that it shows unless others are chosen.
    var usualPhotos: ReportPhotos { row.photos }
    /// The photos whose pictures a template that names them gets unless others are chosen.
    var photosOfTemplates: ReportPhotos { row.photos == .without ? .large : row.photos }
    /// Whether it shows every column that items state unless some are chosen; otherwise as many as a line has room for.
    var showsAll: Bool { row.showsAll }
    /// Whether its pages are upright; otherwise they lie across.
    var isUpright: Bool { row.isUpright }
    /// The most items of one PDF. Typst needs about 115 kilobytes for a row of the list.
    var maxItemsOfPDF: Int { row.maxItemsOfPDF }
}

/// The photos of items that a layout shows.
package enum ReportPhotos: String, CaseIterable, Sendable {
    case without = "none"
    case small, large

    var size: PhotoSize? {
        switch self {
        case .without: nil
        case .small: .small
        case .large: .medium
        }
    }
}

/// The items that have an entry of their own in the report `insurance`, with all that is recorded of them.
package enum ReportDetail: String, CaseIterable, Sendable {
    /// Every item.
    case full
    /// Items with a photo, a document, a description or high value.
    case evidence
    /// No item.
    case none
}

/// The format of a report.
package enum ReportFormat: String, CaseIterable, Sendable {
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
    package var templateExtension: String { self == .pdf ? "typ" : rawValue }

    /// Whether people read it rather than programs.
    package var isForReaders: Bool { self == .html || self == .pdf }
}

/// The paper of a report.
package enum ReportPaper: String, CaseIterable, Sendable {
    case a4, letter

    /// The name that Typst uses.
    var typesettingName: String { self == .a4 ? "a4" : "us-letter" }
}
