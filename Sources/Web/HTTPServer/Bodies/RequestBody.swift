import Files
import Synchronization

/// The body of a request.
package enum RequestBody: Sendable {
    case none
    case bytes([UInt8])
    case upload(Upload)
}

/// The bytes that request bodies may hold at the same time, over all connections.
package final class BodyBudget: Sendable {
    private let left: Atomic<Int>

    package init(_ bytes: Int) { left = Atomic(bytes) }

    /// Reserves bytes.
    /// - Returns: false if there are not enough left.
    func take(_ count: Int) -> Bool {
        let result = left.subtract(count, ordering: .relaxed)
        if result.newValue >= 0 { return true }
        left.add(count, ordering: .relaxed)
        return false
    }

    func give(_ count: Int) { left.add(count, ordering: .relaxed) }
}

/// Reads a body piece by piece. It lives until the request is answered, and its bytes count against the budget until then.
package protocol BodyCollector: AnyObject {
    func take(_ piece: Span<UInt8>) throws
    func finish() throws -> RequestBody
}

/// Keeps a body in memory.
package final class MemoryCollector: BodyCollector {
    private var bytes: [UInt8] = []
    private let limit: Int
    private let budget: BodyBudget

    /// - Parameter limit: the maximum number of bytes.
    package init(limit: Int, budget: BodyBudget) {
        self.limit = limit
        self.budget = budget
    }

    deinit { budget.give(bytes.count) }

    package func take(_ piece: Span<UInt8>) throws {
        guard bytes.count + piece.count <= limit else { throw HTTPError(.bodyTooLarge) }
        guard budget.take(piece.count) else { throw HTTPError.busy }
        bytes += piece
    }

    package func finish() throws -> RequestBody { bytes.isEmpty ? .none : .bytes(bytes) }
}
