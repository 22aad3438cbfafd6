import Inventory

/// The meaning of rows with a single cell.
package enum GroupRowMeaning: String, CaseIterable, Sendable {
    /// The location of the rows below.
    case location
    /// The names of rooms are the location of the rows below; others are items.
    case rooms
    /// Items of which only the name is known.
    case items
    /// Neither, if the cell is not in the column of names or the row follows an empty row or totals; otherwise an item.
    case omit
}

/// The meaning of rows that may be items or not: those with a word for totals but not the sum of the rows above, and hidden
/// rows.
package enum DoubtfulRowMeaning: String, CaseIterable, Sendable {
    case omit, items
}

/// Rows with a single cell: names of places above their items, lines below the table, or items of which only the name is
/// known.
struct GroupRowEvidence {
    struct Single {
        let example: CellExample
        let namesPlace: Bool
        /// Whether it is outside the column of names, or follows an empty row or totals.
        let isBeside: Bool

        func isLeftOut(by meaning: GroupRowMeaning) -> Bool {
            switch meaning {
            case .location: true
            case .rooms: namesPlace
            case .omit: isBeside
            case .items: false
            }
        }
    }

    /// The first of them.
    private(set) var singles: [Single] = []
    /// The number of the others that each meaning leaves out.
    private(set) var unlisted: [GroupRowMeaning: Int] = [:]
    private(set) var count = 0
    private var others = 0
    private var rooms = 0
    /// The columns that they stand in.
    private(set) var columns: Set<Int> = []
    /// Whether one follows another, apart from those at the end.
    private var areApart = true
    /// Those since the last other row.
    private var run: (first: CellExample?, count: Int, rooms: Int, followsGap: Bool) = (nil, 0, 0, false)

    mutating func add(_ row: TableRow, _ filter: borrowing RowFilter) {
        guard filter.filled.count == 1 else {
            if run.count > 1 { areApart = false }
            run = (nil, 0, 0, false)
            others += 1
            return
        }
        let field = row.fields[filter.filled.first]
        let text = String(decoding: NumberCellParser.trimmed(row.bytes[field.start..<field.end]), as: UTF8.self)
        let single = Single(
            example: CellExample(row: row.number, text: text), namesPlace: Vocabulary.shared.namesPlace(text),
            isBeside: filter.isBesideItems)
        if run.count == 0 { (run.first, run.followsGap) = (single.example, filter.followsGap) }
        count += 1
        run.count += 1
        if single.namesPlace {
            rooms += 1
            run.rooms += 1
        }
        columns.insert(filter.filled.first)
        if singles.count < 20 {
            singles.append(single)
        } else {
            for meaning in GroupRowMeaning.allCases where single.isLeftOut(by: meaning) {
                unlisted[meaning, default: 0] += 1
            }
        }
    }

    /// The meaning of the rows by their places in the table.
    enum Finding: Equatable {
        case items
        case location
        /// The rows below lack this column, and the single cells stand in it.
        case column(Int)
        /// The meanings that are possible, the likeliest first.
        case open(example: String, [GroupRowMeaning])
    }

    /// - Parameters:
    ///   - reading: the reading, with the fields of its columns.
    ///   - fills: how many of the other rows fill each column.
    ///   - hasLocation: whether a column of the table holds places.
    func finding(_ reading: TableReading, fills: [Int], hasLocation: Bool) -> Finding {
        guard count > 0, others > 0 else { return .items }
        // Names of places stand above items, so those at the end of the table are none.
        let body = (count: count - run.count, rooms: rooms - run.rooms)
        let found = body.count == 0 ? .items : bodyFinding(body, reading, fills, hasLocation)
        if found == .items, run.followsGap, let footer = run.first {
            return .open(example: footer.text, [.omit, .items])
        }
        return found
    }

    private func bodyFinding(
        _ body: (count: Int, rooms: Int), _ reading: TableReading, _ fills: [Int], _ hasLocation: Bool
    ) -> Finding {
        let example = singles.first?.example.text ?? ""
        guard columns == reading.nameColumn.map({ [$0] }) else {
            guard columns.count == 1, let column = columns.first, column < fills.count else {
                return .open(example: example, [.location, .items, .omit])
            }
            let target = reading.columns[column].target
            if fills[column] == 0 { return reading.columns[column].heading.isEmpty ? .location : .column(column) }
            return .open(
                example: example,
                target == .field(.location) || column == 0 || body.rooms * 2 >= body.count
                    ? [.location, .items, .omit] : [.items, .location, .omit])
        }
        // Items with only a name are common. They follow each other, and are rarely the names of rooms.
        guard areApart, body.count <= others else {
            // Among several of them, rooms are still no items.
            guard !hasLocation, body.rooms > 1, body.rooms * 2 >= body.count, body.count <= others else {
                return .items
            }
            return .open(
                example: singles.first(where: \.namesPlace)?.example.text ?? example, [.rooms, .location, .items])
        }
        if hasLocation { return body.rooms == body.count ? .open(example: example, [.location, .items]) : .items }
        if body.rooms == body.count, run.followsGap || run.rooms == run.count { return .location }
        // A group has rows below it, so one that ends the table makes all of them items.
        if run.count > 0, !run.followsGap, body.rooms == 0 { return .items }
        return .open(
            example: example, body.rooms * 2 >= body.count ? [.location, .rooms, .items] : [.location, .items])
    }
}
