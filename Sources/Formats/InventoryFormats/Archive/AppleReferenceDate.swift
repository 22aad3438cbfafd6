import Inventory

/// Dates of Apple's frameworks: seconds since 2001-01-01T00:00:00Z as binary numbers with decimals.
enum AppleReferenceDate {
    /// 2001-01-01T00:00:00Z in milliseconds since 1970.
    static let reference: Int64 = 978_307_200_000

    /// Returns the timestamp, to the nearest millisecond.
    static func timestamp(seconds: Double) throws(ValueError) -> Timestamp {
        let milliseconds = (seconds * 1000).rounded(.toNearestOrEven)
        // Far within Int64, far past the year 9999, and false for NaN.
        guard abs(milliseconds) < 1e15 else { return try Timestamp(milliseconds: .max) }
        return try Timestamp(milliseconds: Int64(milliseconds) + reference)
    }

    static func seconds(_ timestamp: Timestamp) -> Double { Double(timestamp.milliseconds - reference) / 1000 }

    /// The seconds of `2014-05-01T09:30:00Z`.
    static func seconds(ofText text: String) throws(ValueError) -> Double { seconds(try Timestamp(text.utf8)) }
}
