import Synchronization

/// Keeps rendered rows for the other lists that the same items are in, up to a number of bytes. It changes no page: a row
/// that is not kept is rendered again.
final class RowCache: Sendable {
    private struct Rows {
        var byOrderKey: [Int64: [UInt8]] = [:]
        var freeBytes: Int
    }

    /// The bytes that a row takes besides its own, about.
    private static let overhead = 64
    private let rows: Mutex<Rows>

    /// - Parameter bytes: the most that all rows together may have.
    init(bytes: Int) { rows = Mutex(Rows(freeBytes: bytes)) }

    /// Whether another row of the usual size can be kept.
    var hasRoom: Bool { rows.withLock { $0.freeBytes > 1024 } }

    /// The rows of items; nil for those that are to be rendered.
    func rows(at orderKeys: [Int64]) -> [[UInt8]?] {
        rows.withLock { rows in orderKeys.map { rows.byOrderKey[$0] } }
    }

    /// Keeps rows as long as there is room.
    func keep(_ new: [(orderKey: Int64, row: [UInt8])]) {
        rows.withLock { rows in
            for (orderKey, row) in new where row.count + RowCache.overhead <= rows.freeBytes {
                guard rows.byOrderKey.updateValue(row, forKey: orderKey) == nil else { continue }
                rows.freeBytes -= row.count + RowCache.overhead
            }
        }
    }
}
