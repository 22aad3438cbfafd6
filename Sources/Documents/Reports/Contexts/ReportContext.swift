import Attachments
import Files
import Inventory
import InventoryStore
import Templating

/// The names at the top of every report.
struct ReportContext: Sendable {
    /// The values at the top of a report, all but the rows.
    struct Content {
        let summary: ReportSummary
        let settings: InventorySettings
        let options: ReportOptions
        let words: DocumentLocalization
        /// The columns of the list; nil if the template has no cells.
        let list: ShownList?

        /// A text of the owner as the reader may see it.
        fileprivate func text(_ fact: OwnerFact) -> String? {
            settings[fact].map { options.redaction.owner.contains(fact) ? redactionLabel : $0 }
        }

        fileprivate var redactionLabel: String { Redaction.word(options.format, words) }
        fileprivate var dateOfLoss: CalendarDate? {
            options.redaction.hides(.dateOfLoss) ? nil : settings.dateOfLoss
        }
        fileprivate var hasOwner: Bool {
            settings.dateOfLoss != nil || OwnerFact.allCases.contains { settings[$0] != nil }
        }
        fileprivate var filter: String { options.listsArchivedItems ? "archived:any" : options.selection.source }
        fileprivate var sortKeys: String {
            options.order.keys.map { ($0.descending ? "-" : "") + $0.column.name }.joined(separator: ",")
        }
        /// The column whose outer groups the chart shows; nil for locations.
        fileprivate var groupOfChart: ReportColumn? {
            guard let group = options.groups.first, group != .field(.location), list != nil else { return nil }
            return group
        }

        /// The bars of the chart; none if the list does not add up the values of lines.
        fileprivate var shares: [ChartContext.Share] {
            guard groupOfChart != nil, let list else {
                return summary.locations.map { ($0.name, $0.totals.amounts) }
            }
            guard let place = list.columns.firstIndex(where: { $0.column == .computed(.lineValue) }),
                list.totals.summed.contains(place)
            else { return [] }
            return list.totals.groups.filter { $0.level == 0 }.map { group in
                (group.name == nil ? nil : list.text(ofNameOf: group), group.sums.sums[place].amounts.amounts)
            }
        }

        fileprivate var hasSelection: Bool { !filter.isEmpty || !sortKeys.isEmpty || options.grouping != .none }
    }

    private static let owner = ContextTable<Content>(
        OwnerFact.allCases.map { fact in .text(fact == .owner ? "name" : fact.rawValue) { $0.text(fact) } } + [
            // In data a redacted day is absent: a word is not a day.
            .text("dateOfLoss") { $0.dateOfLoss?.description },
            .day(
                "dateOfLossText", { $0.dateOfLoss },
                otherwise: { report in
                    let isRedacted = report.settings.dateOfLoss != nil && report.dateOfLoss == nil
                    return isRedacted && report.options.format.isForReaders ? report.redactionLabel : nil
                }),
        ])

    private static let letterhead = ContextTable<Content>([
        .url("logo") { report in
            guard report.options.format == .html, let logo = report.options.letterhead.logo else { return nil }
            return TrustedURL(image: logo.bytes, mediaType: logo.mediaType)
        },
        .text("logoFile") { $0.options.letterhead.logo?.fileName },
        .flag("hasSender") { report in
            let (logo, settings) = (report.options.letterhead.logo, report.settings)
            return logo != nil || settings[.owner] != nil || settings[.address] != nil
        },
        .text("header") { $0.options.letterhead.header },
        .text("footer") { $0.options.letterhead.footer },
    ])

    private static let selection = ContextTable<Content>([
        .text("filter") { !$0.filter.isEmpty && $0.options.redaction.hidesSelection ? $0.redactionLabel : $0.filter },
        .text("sort") { $0.sortKeys.isEmpty ? nil : $0.sortKeys },
        .text("groupBy") { $0.options.grouping == .none ? nil : $0.options.grouping.rawValue },
    ])

    /// The columns of the list, and how they fit on a page.
    private static let list: [ContextTable<Content>.Names] = [
        .list("columns", of: ColumnContext.table) { $0.list?.columns ?? [] },
        .flag("hasChosenColumns") { $0.options.definition.columns != nil },
        .number("columnCount") { $0.list?.columns.count ?? 0 },
        .number("leadColumnCount") { $0.list?.leadCount ?? 0 },
        .flag("hasLeadColumns") { $0.list.map { $0.leadCount > 0 } ?? false },
        .flag("hasSumColumns") { $0.list.map { $0.leadCount < $0.columns.count } ?? false },
        .text("omittedColumns") { report in
            report.list.flatMap {
                $0.omitted.isEmpty ? nil : $0.omitted.joined(separator: report.words["listSeparator"])
            }
        },
        .decimal("textSize") { $0.list.map { "\($0.textSize)" } },
        .text("density") { $0.list.map { $0.textSize >= 9 ? "wide" : $0.textSize >= 7.5 ? "tight" : "tighter" } },
        .flag("hasThumbnailColumn") { report in
            report.list?.columns.contains { $0.kind == .picture } ?? false
        },
        .flag("hasGroups") { !$0.options.groups.isEmpty },
        .flag("hasGroupedLines") { $0.list?.ofGroupedItems != nil },
        .flag("hasSummary") { $0.options.definition.hasSummary },
        .flag("hasSignatures") { !$0.options.definition.signatures.isEmpty },
        .list("signatures", of: ContextTable<String>([.text("name") { $0 }])) { $0.options.definition.signatures },
        .flag("startsPages") { $0.options.definition.startsPages },
        .flag("isUpright") { $0.options.definition.layout.isUpright },
        .flag("showsPhotos") { $0.options.definition.photoSize != nil },
        .flag("hasLargePhotos") { $0.options.definition.photoSize == .medium },
    ]

    let words: DocumentLocalization
    /// Three streams of rows, for lists, for pages with the pictures of each item, and for the items of grouped lines, and what
    /// an insurer asks about them.
    let items, pages, groupedItems, claim: ContextDeclaration.Slot
    var declaration: ContextDeclaration { table.declaration }
    private let table: ContextTable<Content>

    /// - Parameter pictures: the pictures of the templates' folder, by their file names.
    init(words: DocumentLocalization, pictures: [(name: String, path: String)] = []) {
        self.words = words
        let (items, pages, groupedItems, claim) = ("items", "pages", "groupedItems", "claim")
        let images = ReportContext.images(pictures)
        table = ContextTable(
            images + ReportContext.list + [
                .text("title") { $0.words.title(of: $0.options) },
                .text("language") { $0.options.locale.tag },
                .text("languageCode") { $0.options.locale.code },
                .text("languageRegion") { $0.options.locale.region },
                .text("paper") { $0.options.paper.typesettingName },
                .flag("isLetter") { $0.options.paper == .letter },
                .text("generator") { $0.options.generator },
                .text("generated") { $0.options.generated.description },
                .day("generatedText") { $0.options.locale.day(of: $0.options.generated) },
                .text("asOf") { $0.options.asOf?.description },
                .day("asOfText") { $0.options.asOf },
                .flag("isGrouped") { $0.options.grouping != .none },
                .record("owner", of: ReportContext.owner) { $0.hasOwner ? $0 : nil },
                .record("letterhead", of: ReportContext.letterhead) { $0.options.letterhead.isEmpty ? nil : $0 },
                .record("selection", of: ReportContext.selection) { $0.hasSelection ? $0 : nil },
                .words("words", words),
                .record("summary", of: SummaryContext.table) { ($0.summary, $0.options, $0.list) },
                .list("conversions", of: ConversionContext.table) { report in
                    try report.summary.converted(by: report.options.conversion).map { ($0, report.words) }
                },
                .text("conversionTitle") { report in
                    report.options.conversion.map { report.words.text("converted.title", $0.target.code) }
                },
                .custom("conversionNote", type: .text) { record, slot, report, format in
                    record.set(slot, text: report.options.conversion?.note(report.words, &format))
                },
                .record("volume", of: VolumeContext.table) { report in
                    report.options.volume.map { ($0, report.words, report.list) }
                },
                .flag("hasVolumes") { !$0.options.volumes.isEmpty },
                .list("volumes", of: VolumeContext.table) { report in
                    report.options.volumes.map { ($0, report.words, report.list) }
                },
                .text("chartTitle") { report in
                    report.groupOfChart.map {
                        "\(report.words["totalValue"]) · \(report.words.title(of: $0, report.options))"
                    }
                        ?? report.words["locationChart"]
                },
                .custom("charts", type: .list(ChartContext.declaration)) { record, slot, report, format in
                    let shares = report.shares
                    guard shares.count > 1 || shares.first?.name != nil else { return }
                    try ChartContext().fill(
                        record, slot, totals: report.summary.store.totals.amounts, shares: shares, words: report.words,
                        restKey: report.groupOfChart == nil ? "otherLocations" : "otherGroups", format: &format)
                },
                .record(claim, of: ClaimContext.table) { report in
                    report.summary.claim.map { ($0, report.options, report.words) }
                },
                .rows(items, ItemContext.declaration),
                .rows(pages, ItemContext.declaration),
                .rows(groupedItems, ItemContext.declaration),
            ])
        self.items = table.declaration.slot(items)
        self.pages = table.declaration.slot(pages)
        self.groupedItems = table.declaration.slot(groupedItems)
        self.claim = table.declaration.slot(claim)
    }

    /// The record `images`, which has a picture `logo.png` under the name `logo`; nothing if there is no picture.
    private static func images(_ pictures: [(name: String, path: String)]) -> [ContextTable<Content>.Names] {
        var paths: [String: String] = [:]
        for picture in pictures {
            let name = TemplateFolder.pictureName(of: picture.name)
            let isName = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
            if isName, name.utf8.first?.isLetter == true { paths[name] = picture.path }
        }
        guard !paths.isEmpty else { return [] }
        let names = paths.sorted { $0.key < $1.key }.map { name, path in
            ContextTable<Content>.Names.url(name) { report in
                guard report.options.format == .html else { return nil }
                return TrustedURL(image: try readFile(path), mediaType: mediaType(of: path))
            }
        }
        return [.record("images", of: ContextTable(names)) { $0 }]
    }

    private static func mediaType(of path: String) -> String {
        switch path.split(separator: ".").last?.lowercased() {
        case "svg": "image/svg+xml"
        case "jpg", "jpeg": "image/jpeg"
        case let ending?: "image/\(ending)"
        case nil: "image/png"
        }
    }

    /// Fills everything but the rows.
    /// - Throws: `ValueError.overflow` if the bars of a chart do not fit into 64 bits.
    func record(_ content: Content, format: inout LocaleFormatter?) throws -> Record {
        let record = Record(declaration)
        try table.fill(record, content, format: &format)
        return record
    }
}

/// The names of `summary`: counts, totals, omitted items, and the groups.
enum SummaryContext {
    typealias Summary = (summary: ReportSummary, options: ReportOptions, list: ShownList?)

    static let table = ContextTable<Summary>([
        .flag("archivedIncluded") { $0.options.selection.archived != .no },
        .flag("hasItems") { summary, options, _ in
            summary.store.totals.items > 0 || (options.listsArchivedItems && summary.store.archived > 0)
        },
        .flag("isMixed") { $0.summary.store.totals.amounts.count > 1 },
        .amounts("totals") { $0.summary.store.totals.amounts },
        .cells("cells") { of in of.list.map { ($0.totals.all, $0) } },
        .list("listGroups", of: ListGroupContext.table) { of in
            of.list.map { list in list.totals.groups.map { ($0, list, false, false) } } ?? []
        },
        .list("sumRows", of: SumRowContext.table) { of in
            // In documents, rows of sums follow the rows that they are of.
            of.options.format.isForReaders ? [] : of.list?.sumRows ?? []
        },
        .list("groups", of: GroupContext.table) { summary, options, _ in
            summary.groups.map { (options.grouping, $0, nil) }
        },
        .count("items") { $0.summary.store.totals.items },
        .units("units") { $0.summary.store.totals.units },
        .count("archived") { $0.summary.store.archived },
        .count("withoutValue") { $0.summary.store.totals.withoutValue },
        .count("withoutSerialNumber") { $0.summary.store.totals.withoutSerialNumber },
    ])
}

/// The names of `volume`, the part of a long report that is made, and of each of the `volumes` that a cover lists.
enum VolumeContext {
    typealias Volume = (volume: ReportVolume, words: DocumentLocalization, list: ShownList?)
    private typealias Totals = (totals: ReportVolume.Totals, words: DocumentLocalization, list: ShownList?)

    static let table = ContextTable<Volume>([
        .count("number") { $0.volume.number },
        .count("count") { $0.volume.count },
        .count("firstLine") { $0.volume.lines.lowerBound + 1 },
        .count("lastLine") { $0.volume.lines.upperBound },
        .flag("isContinued") { $0.volume.number > 1 },
        .flag("isLast") { $0.volume.number == $0.volume.count },
        .text("file") { $0.volume.file },
        .text("cover") { $0.volume.cover },
        .text("hash") { $0.volume.hash.map { "\($0)" } },
        .record("broughtForward", of: totals) { ($0.volume.broughtForward, $0.words, $0.list) },
        .record("own", of: totals) { ($0.volume.own, $0.words, $0.list) },
        .record("carriedForward", of: totals) { ($0.volume.carriedForward, $0.words, $0.list) },
    ])

    private static let totals = ContextTable<Totals>([
        .count("items") { $0.totals.totals.items },
        .units("units") { $0.totals.totals.units },
        .amounts("totals") { $0.totals.totals.amounts },
        .cells("cells") { of in of.list.flatMap { list in of.totals.list.map { ($0, list) } } },
        .record("claimed", of: ClaimTotalsContext.table) { of in
            of.totals.claim.map { ClaimTotalsContext.Totals($0, words: of.words) }
        },
    ])
}

/// The names of a group: its name, counts and totals.
enum GroupContext {
    /// A group; its totals for insurers are nil if the report has no claim.
    typealias Group = (grouping: ItemGrouping, group: StoreSummary.Group, claim: ClaimTotalsContext.Totals?)

    static let table = ContextTable<Group>([
        .text("by") { $0.grouping.rawValue },
        .text("name") { $0.group.name },
        .text("location") { $0.grouping == .location ? $0.group.name : nil },
        .text("category") { $0.grouping == .category ? $0.group.name : nil },
        .count("items") { $0.group.totals.items },
        .units("units") { $0.group.totals.units },
        .amounts("totals") { $0.group.totals.amounts },
        .isFirst,
        .record("claimed", of: ClaimTotalsContext.table) { $0.claim },
        .flag("isMixed") { $0.group.totals.amounts.count > 1 },
    ])
}
