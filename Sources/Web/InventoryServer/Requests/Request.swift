import Synchronization

/// A request that passed all checks, whole.
struct Request: Sendable {
    let head: RequestHead
    let authorization: RequestGuard.AuthorizedRequest
    let body: RequestBody

    var route: Route { authorization.route }
    var method: RequestHead.Method { authorization.method }
}

/// What a request carries.
enum RequestBody: Sendable {
    case none
    case bytes([UInt8])
    case upload(Upload)
}

/// How many bytes of bodies are held at once, over all connections.
final class BodyBudget: Sendable {
    private let left: Atomic<Int>

    init(_ bytes: Int) { left = Atomic(bytes) }

    func take(_ count: Int) -> Bool {
        let result = left.subtract(count, ordering: .relaxed)
        if result.newValue >= 0 { return true }
        left.add(count, ordering: .relaxed)
        return false
    }

    func give(_ count: Int) { left.add(count, ordering: .relaxed) }
}

extension HTTPError {
    /// More is held for others than a further body has room beside.
    static var manyBodies: HTTPError {
        var problem = HTTPError(.storeBusy, "Too many large requests at once. Try again in a moment.")
        problem.retryAfter = 1
        return problem
    }
}

/// Takes in a body piece by piece as it comes, and is kept until its request is answered.
protocol BodyCollector: AnyObject {
    func take(_ piece: UnsafeRawBufferPointer) throws(HTTPError)
    func finish() throws(HTTPError) -> RequestBody
}

/// Keeps a body in memory.
final class MemoryCollector: BodyCollector {
    private var bytes: [UInt8] = []
    private let limit: Int
    private let budget: BodyBudget

    init(limit: Int, budget: BodyBudget) {
        self.limit = limit
        self.budget = budget
    }

    deinit { budget.give(bytes.count) }

    func take(_ piece: UnsafeRawBufferPointer) throws(HTTPError) {
        guard bytes.count + piece.count <= limit else { throw HTTPError(.bodyTooLarge) }
        guard budget.take(piece.count) else { throw .manyBodies }
        bytes.append(contentsOf: piece)
    }

    func finish() throws(HTTPError) -> RequestBody { bytes.isEmpty ? .none : .bytes(bytes) }
}
