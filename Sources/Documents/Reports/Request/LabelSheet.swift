package import FoundationEssentials
package import Inventory

/// A sheet of labels: the paper and the positions of its labels, in hundredths of a millimetre.
package struct LabelSheet: Equatable, Sendable {
    /// A size of paper.
    package enum Paper: String, Sendable {
        /// ISO 216.
        case a4
        /// ANSI A.
        case letter
        /// A roll for a printer of labels: each label is a page.
        case roll

        var width: Int { self == .a4 ? 21_000 : 21_590 }
        var height: Int { self == .a4 ? 29_700 : 27_940 }
    }

    let paper: Paper
    let columns: Int
    let rows: Int
    let labelWidth: Int
    let labelHeight: Int
    let left: Int
    let top: Int
    let columnPitch: Int
    let rowPitch: Int

    /// The size of a page.
    var width: Int { paper == .roll ? labelWidth : paper.width }
    var height: Int { paper == .roll ? labelHeight : paper.height }

    /// Number of labels on a sheet.
    package var count: Int { columns * rows }

    /// The sheets that can be named by their maker's number (Avery), with the maker's measures.
    package static let known: [(name: String, sheet: LabelSheet)] = [
        ("l7160", LabelSheet(.a4, 3, 7, size: (6350, 3810), at: (721, 1515), pitch: (6604, 3810))),
        ("l7163", LabelSheet(.a4, 2, 7, size: (9906, 3810), at: (467, 1515), pitch: (10160, 3810))),
        ("5160", LabelSheet(.letter, 3, 10, size: (6668, 2540), at: (476, 1270), pitch: (6985, 2540))),
        ("5163", LabelSheet(.letter, 2, 5, size: (10160, 5080), at: (397, 1270), pitch: (10636, 5080))),
        ("roll62", LabelSheet(.roll, 1, 1, size: (6200, 2900), at: (0, 0), pitch: (6200, 2900))),
        ("roll57", LabelSheet(.roll, 1, 1, size: (5700, 3200), at: (0, 0), pitch: (5700, 3200))),
    ]

    private init(
        _ paper: Paper, _ columns: Int, _ rows: Int, size: (Int, Int), at place: (Int, Int), pitch: (Int, Int)
    ) {
        self.paper = paper
        self.columns = columns
        self.rows = rows
        (labelWidth, labelHeight) = size
        (left, top) = place
        (columnPitch, rowPitch) = pitch
    }

    /// As many labels of a size as fit on a paper, two millimetres apart, centred, a centimetre from its edges.
    ///
    /// Nil if none fits, or if a label is too small for its code: below 20 by 12 mm.
    /// - Parameters:
    ///   - width: in hundredths of a millimetre.
    ///   - height: in hundredths of a millimetre.
    package init?(_ paper: Paper, width: Int, height: Int) {
        let (gap, margin) = (200, 1000)
        guard width >= 2000, height >= 1200, width <= paper.width - 2 * margin, height <= paper.height - 2 * margin
        else { return nil }
        let columns = (paper.width - 2 * margin + gap) / (width + gap)
        let rows = (paper.height - 2 * margin + gap) / (height + gap)
        self.init(
            paper, columns, rows, size: (width, height),
            at: (
                (paper.width - columns * (width + gap) + gap) / 2, (paper.height - rows * (height + gap) + gap) / 2
            ), pitch: (width + gap, height + gap))
    }

    /// The position of a label on its sheet by its number from 0; labels are counted along the rows.
    func place(_ number: Int) -> (x: Int, y: Int) {
        (left + number % columns * columnPitch, top + number / columns * rowPitch)
    }

    /// The side of the code including its quiet zone.
    var codeSide: Int { min(labelHeight - 100, labelWidth * 9 / 20) }
    /// The dots per inch of the printers that are usual for the sheet.
    package var usualResolution: Int { paper == .roll ? 203 : 360 }

    /// The label size or resolution with which a code could be read; nil if it can be read as it is.
    /// - Parameters:
    ///   - modules: those of a side of the code, the quiet zone included.
    ///   - resolution: the printer's dots per inch.
    func shortfall(ofCodeWith modules: Int, resolution: Int) -> LabelShortfall? {
        // Printers move the edges of a module by up to a dot. In trials all codes of three dots a module were read, and
        // some of 2.8 were not. An inch has 2540 hundredths of a millimetre.
        let dots = modules * 3
        let needed = (dots * 2540).dividedUp(by: resolution)
        guard needed > codeSide else { return nil }
        return LabelShortfall(
            width: max(20, (needed * 20).dividedUp(by: 9 * 100)), height: max(12, (needed + 100).dividedUp(by: 100)),
            resolution: (dots * 2540).dividedUp(by: codeSide))
    }

    /// The empty edge of a label.
    var padding: Int { min(200, labelHeight / 12) }
    /// The height of the name's letters: 2 to 4 mm.
    var letterHeight: Int { min(max(labelHeight / 10, 200), 400) }
}

/// The size of a label in millimetres, or a printer's dots per inch, that would do for a code.
package struct LabelShortfall: Equatable, Sendable {
    package let width: Int
    package let height: Int
    package let resolution: Int
}

extension Int {
    /// The quotient of positive numbers, rounded up.
    fileprivate func dividedUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}

/// The layout of a report of labels.
package struct LabelOptions: Equatable, Sendable {
    /// The sheet.
    package var sheet: LabelSheet
    /// The first label that is used, from 1; the labels before it have been used already.
    package var start: Int
    /// The address of the published pages, ending in `/`; nil for codes that contain the item's id or the location.
    package var baseURL: String?
    /// The printer's dots per inch; nil for what is usual for the sheet.
    package var resolution: Int?
    /// Whether each location has a label instead of each item.
    package var isForLocations = false
    /// Whether the labels of locations are followed by lists of their items.
    package var hasContents = false
    /// The fields on a label, in their order.
    package var fields: [LabelField] = [.field(.name), .field(.assetIdentifier), .field(.location)]
    /// A text of the owner's on every label.
    package var text: String?
    /// The items that were chosen individually; nil to use the report's selection.
    package var items: [UUID]?

    /// A field on a label.
    package enum LabelField: Equatable, Sendable {
        /// A text field of items.
        case field(ItemField)
        /// A custom field by its name.
        case custom(String)
    }

    /// Whether the owner chose the fields.
    var choosesFields: Bool { fields != LabelOptions().fields }

    /// Labels of the sheet L7160 with the items' ids.
    package init(sheet: LabelSheet = LabelSheet.known[0].sheet, start: Int = 1, baseURL: String? = nil) {
        self.sheet = sheet
        self.start = start
        self.baseURL = baseURL
    }
}
