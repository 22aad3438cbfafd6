/// The lines of a claim that lack the same details.
struct MissingDetailGroup {
    /// The most ranges of lines that one row of a report lists, so that no row is divided between two pages.
    static let rangesPerRow = 50

    let details: [ClaimLine.MissingDetail]
    private(set) var lines: [ClosedRange<Int>] = []
    /// The number of lines, also of those that other rows list.
    private(set) var count = 0
    /// Whether a row before lists the first lines.
    private(set) var isContinued = false

    init(_ details: [ClaimLine.MissingDetail]) { self.details = details }

    /// The same lines and other details.
    func with(_ details: [ClaimLine.MissingDetail]) -> MissingDetailGroup {
        var group = MissingDetailGroup(details)
        (group.lines, group.count) = (lines, count)
        return group
    }

    /// The group in parts that fit into one row each.
    var rows: [MissingDetailGroup] {
        stride(from: 0, to: lines.count, by: MissingDetailGroup.rangesPerRow).map { start in
            var row = self
            row.lines = Array(lines[start...].prefix(MissingDetailGroup.rangesPerRow))
            row.isContinued = start > 0
            return row
        }
    }

    /// The lines in few words: `3, 7–12`.
    func lineRanges(separator: String) -> String {
        lines.map { range in
            switch range.count {
            case 1: "\(range.lowerBound)"
            case 2: "\(range.lowerBound)\(separator)\(range.upperBound)"
            default: "\(range.lowerBound)–\(range.upperBound)"
            }
        }.joined(separator: separator)
    }

    /// Adds a line. Lines are added in ascending order.
    mutating func add(line: Int) { add(lines: line...line) }

    /// Adds lines that follow those before.
    mutating func add(lines added: ClosedRange<Int>) {
        count += added.count
        if let last = lines.last, last.upperBound == added.lowerBound - 1 {
            lines[lines.count - 1] = last.lowerBound...added.upperBound
        } else {
            lines.append(added)
        }
    }
}
