import Testing

@testable import XMLValidation

@Suite("Events of the parser")
struct EventTests {
    @Test("The callbacks in C find where events go at the address of the state")
    func layout() {
        #expect(MemoryLayout<SAXState>.offset(of: \.events) == 0)
    }
}
