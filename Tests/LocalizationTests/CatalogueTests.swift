import Foundation
import Testing

@testable import Localization

/// The catalogue of every language against the English one: this tells a translator what is missing.
@Suite struct CatalogueTests {
    private static let forms = PluralForm.allCases.map { ".\($0.rawValue)" }

    /// The name without its plural form.
    private static func stem(_ name: String) -> String {
        forms.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) } ?? name
    }

    /// The names that have plural forms in English.
    private static let counted = Set(MessageCatalogue.english.texts.keys.filter { $0.hasSuffix(".one") }.map(stem))

    private static func expected(in language: String) -> Set<String> {
        let names = allNames(in: language)
        return Languages.reading.contains(language)
            ? names.filter { !$0.hasPrefix("say.") && !$0.hasPrefix("help.") } : names
    }

    private static func allNames(in language: String) -> Set<String> {
        var names = Set(MessageCatalogue.english.texts.keys.filter { !counted.contains(stem($0)) || stem($0) == $0 })
        for name in counted { names.formUnion(PluralForm.all(in: language).map { "\(name).\($0.rawValue)" }) }
        return names
    }

    /// The texts of the file alone.
    private static func catalogue(_ language: String) throws -> MessageCatalogue {
        let bytes = try #require(EmbeddedFiles.bytes(of: "Templates/words/\(language).json"))
        return try #require(
            MessageCatalogue(language: language, json: Array(bytes)),
            "Templates/words/\(language).json is not a JSON object of texts")
    }

    @Test(arguments: Languages.reading) func aReadingLanguageHasTheEnglishMessages(language: String) throws {
        let words = try #require(MessageCatalogue(language: language))
        #expect(words["title.inventory"] != MessageCatalogue.english["title.inventory"])
        #expect(words["say.init.done"] == MessageCatalogue.english["say.init.done"])
        #expect(Languages.ofMessages(in: ["LANG": "\(language)_IL.UTF-8"]) == Languages.fallback)
    }

    @Test(arguments: Languages.all) func noWordIsMissing(language: String) throws {
        let words = try Self.catalogue(language).texts
        #expect(Self.expected(in: language).subtracting(words.keys).sorted() == [])
    }

    @Test(arguments: Languages.all) func noWordIsLeftOver(language: String) throws {
        let words = try Self.catalogue(language).texts
        #expect(Set(words.keys).subtracting(Self.allNames(in: language)).sorted() == [])
    }

    @Test(arguments: Languages.all) func noWordIsEmpty(language: String) throws {
        let words = try Self.catalogue(language).texts
        #expect(words.filter { $0.value.isEmpty }.keys.sorted() == [])
    }

    @Test func aNumberChoosesThePluralFormOfItsLanguage() throws {
        let said = try [("en", [1, 2]), ("he", [1, 2, 3]), ("zh-Hans", [1])].map { language, counts in
            let words = try #require(MessageCatalogue(language: language))
            return counts.map { words.text("itemCount", [Count($0)]) }
        }
        #expect(said == [["1 item", "2 items"], ["פריט אחד", "שני פריטים", "3 פריטים"], ["1 件物品"]])
    }

    /// Each place as often as in English; a form that goes with one number may leave the number out.
    @Test(arguments: Languages.all) func textsHaveTheirPlaces(language: String) throws {
        let words = try Self.catalogue(language)
        let english = MessageCatalogue.english
        for (name, text) in words.texts {
            let model = english.texts[name] ?? english.texts[Self.stem(name) + ".other"] ?? ""
            let (found, wanted) = (Set(MessageCatalogue.places(in: text)), Set(MessageCatalogue.places(in: model)))
            let isOfOneNumber = [".one", ".two"].contains(where: name.hasSuffix)
            #expect(found == wanted || (isOfOneNumber && found.union([0]) == wanted), "\(name): \(text)")
        }
    }

    @Test(arguments: Languages.all) func noNameStandsTwice(language: String) throws {
        let bytes = try #require(EmbeddedFiles.bytes(of: "Templates/words/\(language).json"))
        let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "  \"".utf8) }
        #expect(lines.count == (try Self.catalogue(language).texts.count))
    }

    @Test func whatIsNoObjectOfTextsIsNoCatalogue() {
        #expect(MessageCatalogue(language: "xx", json: Array(#"{"a": 1}"#.utf8)) == nil)
        #expect(MessageCatalogue(language: "xx", json: Array("[]".utf8)) == nil)
    }
}

/// Compares the message keys in the sources with the catalogue.
@Suite struct MessageKeyTests {
    private static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

    /// The keys of messages, and the beginnings of those that are put together.
    private static func names() throws -> (whole: Set<String>, beginnings: Set<String>) {
        var whole: Set<String> = []
        var beginnings: Set<String> = []
        let call =
            /(?:Message|localized)\(\s*(?:[\w.?= ]+ \? "(?<first>[\w.]+)" : )?"(?<name>[\w.]+)(?<rest>["\\])/
        let files = try #require(FileManager.default.subpaths(atPath: sources.path(percentEncoded: false)))
        for file in files where file.hasSuffix(".swift") && !file.hasPrefix("Support/Localization/") {
            let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
            for match in text.matches(of: call) {
                if let first = match.output.first { whole.insert(String(first)) }
                if match.output.rest == "\\" {
                    beginnings.insert(String(match.output.name))
                } else {
                    whole.insert(String(match.output.name))
                }
            }
        }
        return (whole, beginnings)
    }

    @Test func everyKeyIsInTheCatalogueAndNoOther() throws {
        let (whole, beginnings) = try Self.names()
        #expect(whole.count > 400)
        let found = MessageCatalogue.english.texts.keys.filter { $0.hasPrefix("say.") }.map { String($0.dropFirst(4)) }
        let stems = Set(found.flatMap { [$0, $0.split(separator: ".").dropLast().joined(separator: ".")] })
        #expect(whole.subtracting(stems).sorted() == [])
        let unused = found.filter { name in
            let stem = name.split(separator: ".").dropLast().joined(separator: ".")
            return !whole.contains(name) && !whole.contains(stem) && !beginnings.contains(where: name.hasPrefix)
        }
        #expect(unused.sorted() == [])
    }

    /// A message whose key and argument names are literals in the sources.
    private static func messages() throws -> [(key: String, arguments: Set<String>)] {
        let call = /(?:Message|localized)\(\s*"(?<key>[\w.]+)"(?:,\s*\[(?<arguments>(?:[^\[\]]|\[[^\]]*\])*)\])?\s*\)/
        let argument = /"(?<name>\w+)":/
        let files = try #require(FileManager.default.subpaths(atPath: sources.path(percentEncoded: false)))
        return try files.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Support/Localization/") }.flatMap { file in
            try String(contentsOf: sources.appending(path: file), encoding: .utf8).matches(of: call).map { match in
                let names = (match.output.arguments ?? "").matches(of: argument).map { String($0.output.name) }
                return (String(match.output.key), Set(names))
            }
        }
    }

    @Test(arguments: Languages.all) func everyMessageHasTheArgumentsOfItsText(language: String) throws {
        let catalogue = try #require(MessageCatalogue(language: language))
        let placeholder = /\{(?<name>[A-Za-z][A-Za-z0-9]*)\}/
        for message in try Self.messages() {
            let names = ["", ".one", ".other"].compactMap { catalogue.texts["say.\(message.key)\($0)"] }.map { text in
                Set(text.matches(of: placeholder).map { String($0.output.name) })
            }
            #expect(!names.isEmpty, "\(message.key) has no text")
            for used in names {
                #expect(used.isSubset(of: message.arguments), "\(message.key): \(used) but \(message.arguments)")
            }
            #expect(names.reduce(Set()) { $0.union($1) } == message.arguments, "\(message.key)")
        }
    }
}

@Suite struct TextTests {
    private static let words = MessageCatalogue(
        language: "en",
        json: Array(
            """
            {"number.grouping": ",", "a": "{1} before {0}", "n.one": "one thing", "n.other": "{0} things", "x": "{2} {x}"}
            """.utf8))

    @Test func placesAreFilledOnceAndInAnyOrder() throws {
        let words = try #require(Self.words)
        #expect(words.text("a", ["first", "{0}"]) == "{0} before first")
        #expect(words.text("x", ["only"]) == "{2} {x}")
        #expect(words.text("none", ["only"]) == "none")
    }

    @Test func theFirstNumberChoosesTheForm() throws {
        let words = try #require(Self.words)
        #expect(words.text("n", [Count(1)]) == "one thing")
        #expect(words.text("n", [Count(0)]) == "0 things")
        #expect(words.text("n", [Count(1_234_567)]) == "1,234,567 things")
        #expect(words.text("n", [1]) == "1 things", "a number that is not a count is written as it is")
        #expect(words.number(-1234) == "-1,234")
        let german = try #require(MessageCatalogue(language: "de"))
        #expect(german.number(1_234_567) == "1.234.567")
    }

    @Test(
        arguments: [
            ("de", "de"), ("de-AT", "de"), ("DE_ch", "de"), ("zh", "zh-Hans"), ("zh-TW", "zh-Hant"),
            ("zh-HK", "zh-Hant"),
            ("zh-Hans-TW", "zh-Hans"), ("zh-CN", "zh-Hans"), ("en-GB", "en"), ("he-IL", "he"), ("fr-CA", "fr"),
            ("sv", nil), ("", nil),
            ("deu", nil),
        ] as [(String, String?)])
    func tagsFindTheNearestLanguage(tag: String, language: String?) {
        #expect(Languages.nearest(to: tag) == language)
    }

    @Test(
        arguments: [
            ([:], "en"), (["LANG": "de_DE.UTF-8"], "de"),
            (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8"], "zh-Hant"),
            (["LC_ALL": "C", "LANG": "de_DE.UTF-8", "LC_MESSAGES": "zh_CN"], "en"),
            (["LC_ALL": "", "LANG": "de@euro"], "de"),
            (["LC_ALL": "POSIX"], "en"), (["LC_ALL": "C.UTF-8", "LANG": "de"], "en"), (["LANG": "fr_FR.UTF-8"], "en"),
        ] as [([String: String], String)])
    func theEnvironmentDecidesAsPOSIXSays(environment: [String: String], language: String) {
        #expect(Languages.ofMessages(in: environment) == language)
    }
}
