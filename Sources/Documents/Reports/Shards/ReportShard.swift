/// The number of one piece of a report, and of all pieces.
public struct ReportShard: Equatable, Sendable {
    /// Its number, from 1.
    public let number: Int
    /// The number of pieces.
    public let count: Int

    /// The most pieces of a report.
    public static let most = 256

    /// One of several pieces; nil if there is none with that number.
    public init?(_ number: Int, of count: Int) {
        guard (1...ReportShard.most).contains(count), (1...count).contains(number) else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// Reads `2/8`.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
        self.init(number, of: count)
    }

    var isFirst: Bool { number == 1 }
    var isLast: Bool { number == count }
}
