import FoundationEssentials
import Localization
import Message
import SiteGenerator
import Testing

@Suite struct SiteMessagesTests {
    private struct Reason: Error, CustomStringConvertible { var description: String { "why" } }

    @Test(arguments: [
        (PublishError.Cause.publicCannotBeEdited, "pages for anyone cannot be editable"),
        (.foreignFolder("www"), "www holds files that homepwner did not write"),
        (.notAFolder("x"), "x is not a folder"),
        (.busy("www"), "another publication into www is under way"),
        (.newerVersion("www"), "www was published by a newer version of homepwner"),
        (.otherInventory("www"), "www was published from another inventory"),
        (.insideStore("www"), "www lies in the inventory's own folder"),
        (.readOnlyInventory("www"), "the inventory cannot be written, so www"),
        (.customFolderMissing("own"), "the folder own does not exist"),
        (.unknownCustomFile("own/a.js", known: ["b.js", "c.js"]), "own/a.js replaces nothing"),
        (.nothingReplaced("own", known: ["b.js"]), "no file in own has the name of one that it could replace"),
        (.photo(item: UUID(), reason: Reason()), "a photo of item "),
        (.rendering(Reason()), "the pages could not be rendered: why"),
    ])
    func everyMessageSaysWhatStandsInTheWay(cause: PublishError.Cause, words: String) {
        #expect(MessageCatalogue.english.text(Message(cause)).hasPrefix(words))
    }
}
