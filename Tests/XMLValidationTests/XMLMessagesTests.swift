import Localization
import Testing
import XMLValidation

@Suite struct XMLMessagesTests {
    private static let diagnostic = XMLDiagnostic(
        line: 2, column: 3, rule: "r", problem: .library(words: "m", .saveAsUTF8))

    @Test(arguments: [
        (
            XMLValidationError.documentInvalid(XMLValidationReport(diagnostics: [diagnostic], omittedCount: 1)),
            "the document is not valid\nline 2, column 3: m; save the file as UTF-8 [r]\nand 1 more"
        ),
        (
            .schemaInvalid(XMLValidationReport(diagnostics: [], omittedCount: 1)),
            "the schema cannot be used; correct it and try again\nand 1 more"
        ),
        (.elementTooLarge(limit: 5, line: 7), "line 7: one element takes more than 5 bytes; shorten its texts"),
        (
            .outOfResources(.parser),
            "not enough memory or threads for an XML parser; close other programs or use fewer jobs"
        ),
    ])
    func everyErrorSaysWhatToDo(error: XMLValidationError, words: String) {
        #expect(MessageCatalogue.english.text(error.message) == words)
    }

    @Test(arguments: Languages.all) func everyRemedyHasAText(language: String) throws {
        let catalogue = try #require(MessageCatalogue(language: language))
        for remedy in XMLDiagnostic.Remedy.allCases {
            #expect(catalogue.texts["say.xml.remedy.\(remedy.rawValue)"] != nil)
        }
    }
}
