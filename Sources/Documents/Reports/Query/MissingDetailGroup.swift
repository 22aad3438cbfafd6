/// The lines of a claim that lack the same details.
struct MissingDetailGroup {
    /// The most ranges of lines that one row of a report lists.
    static let rangesPerRow = 150

    let details: [ClaimLine.MissingDetail]
    private(set) var lines: [ClosedRange<Int>] = []

    init(_ details: [ClaimLine.MissingDetail]) { self.details = details }

    private init(_ details: [ClaimLine.MissingDetail], lines: [ClosedRange<Int>]) {
        (self.details, self.lines) = (details, lines)
    }

    /// The number of lines.
    var count: Int { lines.reduce(0) { $0 + $1.count } }

    /// The group in parts that fit into one row each.
    var rows: [MissingDetailGroup] {
        stride(from: 0, to: lines.count, by: MissingDetailGroup.rangesPerRow).map { start in
            MissingDetailGroup(details, lines: Array(lines[start...].prefix(MissingDetailGroup.rangesPerRow)))
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
    mutating func add(line: Int) {
        if let last = lines.last, last.upperBound == line - 1 {
            lines[lines.count - 1] = last.lowerBound...line
        } else {
            lines.append(line...line)
        }
    }
}
