import Synchronization

/// A request that passed all checks, whole.
struct Request: Sendable {
    let head: RequestHead
    let admission: Gate.Admission
    let body: RequestBody

    var route: Route { admission.route }
    var method: RequestHead.Method { admission.method }
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

extension Problem {
    /// More is held for others than a further body has room beside.
    static var manyBodies: Problem {
        var problem = Problem(.storeBusy, "Too many large requests at once. Try again in a moment.")
        problem.retryAfter = 1
        return problem
    }
}

/// Takes in a body piece by piece as it comes, and is kept until its request is answered.
protocol BodyCollector: AnyObject {
    func take(_ piece: UnsafeRawBufferPointer) throws(Problem)
    func finish() throws(Problem) -> RequestBody
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

    func take(_ piece: UnsafeRawBufferPointer) throws(Problem) {
        guard bytes.count + piece.count <= limit else { throw Problem(.bodyTooLarge) }
        guard budget.take(piece.count) else { throw .manyBodies }
        bytes.append(contentsOf: piece)
    }

    func finish() throws(Problem) -> RequestBody { bytes.isEmpty ? .none : .bytes(bytes) }
}
