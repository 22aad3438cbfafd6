import Inventory
import Testing

@Suite struct ProductCodeTests {
    @Test(arguments: [
        ("4006381333931", "4006381333931"), ("4 006381 333931", "4006381333931"), ("0036000291452", "36000291452"),
        ("036000291452", "36000291452"), ("0-306-40615-2", "9780306406157"), ("080442957x", "9780804429573"),
        ("978-0-306-40615-7", "9780306406157"), ("0306406153", "306406153"), ("ab-12 c", "AB12C"), ("", ""),
        ("0000", ""), ("架 7", "架7"),
    ])
    func equalNumbersAreTheSameText(text: String, normalized: String) {
        #expect(ProductCode.normalized(text) == normalized)
    }
}
