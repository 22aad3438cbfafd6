import Localization
import Message
import Testing

@Suite struct MessageTests {
    struct Unknown: Error, CustomStringConvertible {
        var description: String { "the cable is out" }
    }

    @Test func anErrorWithoutAMessageIsStillDescribed() {
        #expect(
            MessageCatalogue.english.text(Message(Unknown())) == "An unexpected error happened: the cable is out")
    }

    @Test func aPlaceholderInsideAValueIsLeftAlone() {
        let message = Message("error.unexpected", ["description": "{description} {x} {"])
        #expect(MessageCatalogue.english.text(message) == "An unexpected error happened: {description} {x} {")
    }
}
