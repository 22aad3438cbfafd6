/// A kind of report: a row of ``known``, or a report of the owner's own, which is a folder of templates.
package struct ReportKind: Equatable, Sendable {
    /// The subject of a report.
    package enum Product: Sendable {
        /// A list of the items.
        case list
        /// The list that an insurer asks for.
        case claim
        /// The lines of a claim for another program.
        case intake
        /// Sheets of labels, which have no columns, data formats or volumes.
        case labels
    }

    /// The options that only some kinds have.
    package enum Feature: CaseIterable, Sendable {
        /// Those of a claim, of the valuation of its lines, of intake sheets, of the columns of a list, of its layout, and of
        /// labels.
        case claim, valuation, intake, columns, layout, labels
    }

    /// The name of its folder of templates.
    package let name: String
    /// The subject.
    package let product: Product
    /// The options that it has.
    package let features: Set<Feature>
    /// The most items of one PDF, whatever its layout allows; nil for any number.
    let maxItemsOfPDF: Int?
    /// The items of a volume: two volumes of items with all fields stated fit into ``PDFVolumes/memory``.
    let itemsOfVolume: Int
    /// The bytes that Typst takes for each byte of markup. Measured over 3,000 items: 660 for rows of the list in one line,
    /// 790 if all are in several; over 1,100 items of a claim with an entry each: 495.
    let memoryOfMarkup: Int

    /// The program's own kinds, a row each.
    package static let known = [inventory, insurance, intake, labels]

    package static let inventory = ReportKind(
        name: "inventory", product: .list, features: [.columns, .layout], maxItemsOfPDF: .max, itemsOfVolume: 3_000,
        memoryOfMarkup: 790)
    /// Typst needs about 250 kilobytes for a line of a claim with everything stated.
    package static let insurance = ReportKind(
        name: "insurance", product: .claim, features: [.claim, .valuation, .columns], maxItemsOfPDF: 15_000,
        itemsOfVolume: 1_500, memoryOfMarkup: 540)
    package static let intake = ReportKind(
        name: "intake", product: .intake, features: [.valuation, .intake], maxItemsOfPDF: nil, itemsOfVolume: 1_500,
        memoryOfMarkup: 540)
    package static let labels = ReportKind(
        name: "labels", product: .labels, features: [.labels], maxItemsOfPDF: nil, itemsOfVolume: 3_000,
        memoryOfMarkup: 790)

    /// The kind of that name: a list with the owner's templates, which may also name what a claim has, unless it is known.
    package static func named(_ name: String) -> ReportKind {
        known.first { $0.name == name }
            ?? ReportKind(
                name: name, product: .list, features: [.claim, .valuation, .columns, .layout], maxItemsOfPDF: nil,
                itemsOfVolume: 3_000, memoryOfMarkup: 790)
    }

    /// Whether it can be made in a format.
    package func hasFormat(_ format: ReportFormat) -> Bool {
        switch product {
        case .list, .claim: true
        case .intake: format == .xlsx
        case .labels: format.isForReaders
        }
    }
}
