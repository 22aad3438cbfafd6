import Foundation

/// How much random and large tests do. `make test-all` sets TEST_ROUNDS to 10, at which they do all that they can.
package enum Rounds {
    /// A factor, 1 unless TEST_ROUNDS says otherwise.
    package static let factor = max(1, ProcessInfo.processInfo.environment["TEST_ROUNDS"].flatMap { Int($0) } ?? 1)
    package static let areAll = factor > 1
    /// Why a test that is enabled if ``areAll`` is skipped.
    package static let absence = "run by make test-all"

    /// A number of rounds that takes moments, times the factor.
    package static func times(_ count: Int) -> Int { count * factor }

    /// One of two sizes: the first with all rounds.
    package static func size<Value>(_ all: Value, few: Value) -> Value { areAll ? all : few }
}
