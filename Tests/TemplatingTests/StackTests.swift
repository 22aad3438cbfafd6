import Foundation
import Testing

@testable import Templating

/// The limits keep the stack of the threads that they are documented for.
@Suite("Stack")
struct StackTests {
    private final class Outcome: @unchecked Sendable { var kinds = ["did not end"] }

    /// Runs on a thread with a stack of so many bytes.
    private static func kinds(stack: Int, _ body: @escaping @Sendable () throws -> Void) -> [String] {
        let outcome = Outcome()
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            outcome.kinds = LimitTests.kinds(body)
            end.signal()
        }
        thread.stackSize = stack
        thread.start()
        end.wait()
        return outcome.kinds
    }

    @Test("The deepest template of a stranger fits the stack of a small thread")
    func untrusted() {
        #if DEBUG
            let stack = 3 << 19
        #else
            let stack = 1 << 19
        #endif
        var partials = ["p24": "x"]
        for level in 0..<24 { partials["p\(level)"] = "{{#a}}{{#a}}{{#a}}{{> p\(level + 1)}}{{/a}}{{/a}}{{/a}}" }
        let library = TemplateLibrary(partials)
        let kinds = Self.kinds(stack: stack) {
            _ = try Template("{{> p0}}", library: library, options: TemplateOptions(limits: .untrusted))
        }
        #expect(kinds == [])
    }
}
