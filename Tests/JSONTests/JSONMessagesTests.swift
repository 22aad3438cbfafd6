import JSON
import Localization
import Testing

@Suite struct JSONMessagesTests {
    @Test(
        arguments: [
            (.endOfText(inside: .value), "the file ends in the middle of a value"),
            (.endOfText(inside: .list), "the file ends inside a list"),
            (.endOfText(inside: .object), "the file ends inside an object"),
            (.endOfText(inside: .string), "the file ends inside a string"),
            (.expected(.name), "expected a name in quotes"), (.expected(.true), "expected true"),
            (.duplicateName("a"), "the name 'a' occurs twice"),
            (.tooDeep(maximum: 2), "more than 2 levels deep"),
            (.leadingZero, "a number begins with a needless 0"),
            (.controlCharacter, "a control character in a string; write it as \\u00XX"),
            (.unpairedSurrogate, "half a surrogate pair"),
        ] as [(JSONError.Kind, String)])
    func everyViolationIsWorded(kind: JSONError.Kind, words: String) {
        #expect(MessageCatalogue.english.text(kind.message) == words)
    }
}
