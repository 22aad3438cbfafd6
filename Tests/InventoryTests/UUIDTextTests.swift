import Foundation
import Inventory
import Testing

@Suite("Keys as text")
struct UUIDTextTests {
    @Test("a key is written and read as Foundation does, in either case")
    func both() {
        for _ in 0..<1000 {
            let id = UUID()
            #expect(id.text == id.uuidString.lowercased())
            #expect(UUID(text: id.text) == id)
            #expect(UUID(text: id.uuidString) == id)
            let (text, upper) = (id.text, "A\(id.text.dropFirst())")
            #expect(UUID(lowercase: text.utf8.span) == id)
            #expect(UUID(lowercase: upper.utf8.span) == nil)
        }
    }

    @Test(
        "anything else is no key",
        arguments: [
            "", "019b76da-a800-7000-9e41-ab087439611", "019b76da-a800-7000-9e41-ab087439611e ",
            "019b76daa-800-7000-9e41-ab087439611e", "019b76da-a800-7000-9e41-ab087439611g",
            "019b76da-a800-7000-9e41-ab08743961é", "{019b76da-a800-7000-9e41-ab08743961}",
            "019b76da0a800070000900410ab087439611e",
        ])
    func none(_ text: String) { #expect(UUID(text: text) == nil) }
}
