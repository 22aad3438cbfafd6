import JSON
package import Message
import Synchronization

/// The texts of one language by name, from Templates/words.
///
/// A text may have placeholders: `{path}` for the arguments of a ``Message``, or `{0}`, `{1}` and so on. If a number
/// decides between forms, each form has a name of its own: `say.items.one` and `say.items.other` (Unicode CLDR, plural
/// categories).
package struct MessageCatalogue: Sendable {
    /// The tag of the language (BCP 47).
    package let language: String
    private let storage: CatalogueStorage
    /// The grouping of numbers in the reader's region; nil for what is usual in the language.
    package var grouping: DigitGrouping?

    /// All texts by name.
    package var texts: [String: String] { storage.texts }

    /// Parses a catalogue.
    /// - Returns: nil if the bytes are not a JSON object whose members are all strings.
    package init?(language: String, json bytes: [UInt8]) {
        guard let texts = bytes.withUnsafeBufferPointer(CatalogueStorage.parse) else { return nil }
        self.language = language
        storage = CatalogueStorage(texts)
    }

    /// The catalogue that is embedded in the program for a language.
    /// - Returns: nil if the program does not have this language.
    package init?(language: String) {
        guard Languages.all.contains(language) else { return nil }
        self.language = language
        storage = CatalogueStorage(
            embedded: "Templates/words/\(language).json",
            completedBy: Languages.reading.contains(language) ? MessageCatalogue.english.storage : nil)
    }

    /// The English catalogue, which has a text for every name.
    package static let english = MessageCatalogue(language: Languages.fallback) ?? MessageCatalogue()

    private init() {
        language = Languages.fallback
        storage = CatalogueStorage([:])
    }

    /// A text by its name, or the name itself if there is no such text, which a test prevents.
    package subscript(name: String) -> String { texts[name] ?? name }

    /// A text with its placeholders replaced.
    /// - Parameters:
    ///   - name: the name of the text.
    ///   - arguments: the values for `{0}`, `{1}` and so on. The first ``Count`` selects the plural form, if the text has
    ///     any. Counts are written with the language's grouping separators.
    package func text(_ name: String, _ arguments: [any CustomStringConvertible]) -> String {
        let count = arguments.lazy.compactMap { $0 as? Count }.first?.number
        let form = count.flatMap { texts["\(name).\(PluralForm(of: $0, in: language).rawValue)"] }
        let text = texts[name] ?? form ?? texts["\(name).other"] ?? name
        guard !arguments.isEmpty else { return text }
        return MessageCatalogue.fill(text) { index in
            guard arguments.indices.contains(index) else { return nil }
            return (arguments[index] as? Count).map { number($0.number) } ?? arguments[index].description
        }
    }

    /// A whole number with the language's grouping separators: `1,234,567`.
    package func number(_ value: Int) -> String {
        let grouping = grouping ?? DigitGrouping(separator: Array(self["number.grouping"].utf8))
        let digits = grouping.grouped(Array(String(value.magnitude).utf8)[...])
        return (value < 0 ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }

    /// The numbered placeholders of a text, in order of appearance.
    package static func places(in text: String) -> [Int] {
        var places: [Int] = []
        _ = fill(text) { index in
            places.append(index)
            return nil
        }
        return places
    }

    /// Replaces placeholders in one pass, so that a placeholder inside a value is left alone.
    private static func fill(_ text: String, with value: (Int) -> String?) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 32)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "{"), index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "}"),
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index + 1]),
                let replacement = value(Int(bytes[index + 1] - UInt8(ascii: "0")))
            {
                result += Array(replacement.utf8)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension MessageCatalogue {
    /// Returns a message's text in this language.
    package func text(_ message: Message) -> String {
        let name = "say.\(message.key)"
        var count: Int?
        for case .number(let number) in message.arguments.values { count = number }
        let form = count.flatMap { texts["\(name).\(PluralForm(of: $0, in: language).rawValue)"] }
        let text = texts[name] ?? form ?? texts["\(name).other"] ?? name
        return message.arguments.isEmpty
            ? text
            : MessageCatalogue.fill(text) { argument in message.arguments[argument].map(self.text) }
    }

    private func text(_ argument: Message.Argument) -> String {
        switch argument {
        case .literal(let text): text
        case .number(let count): number(count)
        case .nested(let message): text(message)
        case .elements(let elements): elements.map(text).joined(separator: self["say.list.separator"])
        }
    }

    /// Replaces each `{name}` in one pass, so that a placeholder inside a value is left alone. An unknown name stays as
    /// it is written.
    private static func fill(_ text: String, with value: (String) -> String?) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            let name = rest.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == "}", let value = value(String(name)) {
                result += value
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                result.append("{")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}

/// The grouping of the digits of whole numbers: `1,234,567`, `12,34,567`, `1.234.567` (Unicode CLDR, number patterns).
package struct DigitGrouping: Sendable {
    package let separator: [UInt8]
    /// The number of digits of each group above the lowest, which has three.
    private let upper: Int
    /// The number of digits from which they are grouped.
    private let minimum: Int

    package init(separator: [UInt8], upper: Int = 3, minimum: Int = 4) {
        (self.separator, self.upper, self.minimum) = (separator, upper, minimum)
    }

    /// Whether a separator precedes a digit.
    /// - Parameters:
    ///   - rest: the number of digits from this one on.
    ///   - total: the number of all digits before the decimal point.
    package func separates(_ rest: Int, of total: Int) -> Bool {
        rest < total && total >= minimum && (rest == 3 || rest > 3 && (rest - 3) % upper == 0)
    }

    /// The digits with separators.
    package func grouped(_ digits: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        for (rest, digit) in zip((0...digits.count).reversed(), digits) {
            if separates(rest, of: digits.count) { text += separator }
            text.append(digit)
        }
        return text
    }
}

/// A number of things in a text. It selects the plural form.
package struct Count: CustomStringConvertible, Sendable {
    /// The number.
    package let number: Int

    /// Creates a count.
    package init(_ number: Int) { self.number = number }

    package var description: String { String(number) }
}

/// The plural form of a text for a number (Unicode CLDR, plural categories), as the program's languages have them.
package enum PluralForm: String, CaseIterable, Sendable {
    case one, two, other

    /// The plural forms of a language.
    package static func all(in language: String) -> [PluralForm] {
        language.hasPrefix("zh") ? [.other] : language == "he" ? [.one, .two, .other] : [.one, .other]
    }

    /// The form for a number of things.
    package init(of count: Int, in language: String) {
        // In French and Portuguese nothing is singular, too.
        let hasSingularZero = language == "fr" || language == "pt"
        let form: PluralForm = count == 1 || count == 0 && hasSingularZero ? .one : count == 2 ? .two : .other
        self = PluralForm.all(in: language).contains(form) ? form : .other
    }
}

/// The language in which the program or the server speaks during one call.
package enum LocalizationContext {
    /// The message catalogue of this call. English by default, so that output for programs does not depend on the language.
    @TaskLocal package static var words = MessageCatalogue.english
}

/// Returns a text of the catalogue in the language of this call.
package func localized(_ key: String, _ arguments: [String: any MessageArgument] = [:]) -> String {
    localized(Message(key, arguments))
}

/// Returns a message in the language of this call, on one line: a name with a line end could otherwise begin a line that
/// the program never wrote. Only descriptions of errors may have several, as those of templates do.
package func localized(_ message: Message) -> String { LocalizationContext.words.text(message.onOneLine) }

extension Message {
    fileprivate var onOneLine: Message {
        key == "error.described" ? self : Message(key, arguments.mapValues(\.onOneLine))
    }
}

extension Message.Argument {
    fileprivate var onOneLine: Message.Argument {
        switch self {
        case .literal(let text): .literal(text.withVisibleLineEnds)
        case .number: self
        case .nested(let message): .nested(message.onOneLine)
        case .elements(let elements): .elements(elements.map(\.onOneLine))
        }
    }
}

extension String {
    /// The text with the picture of a line feed (Unicode chart 2400) in place of each.
    fileprivate var withVisibleLineEnds: String {
        guard utf8.contains(0x0A) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\n" ? "\u{240A}" : $0 }))
    }
}

/// The texts of one catalogue by name. An embedded catalogue is parsed when the first text is needed.
final class CatalogueStorage: Sendable {
    private let path: String
    /// The texts that the file lacks.
    private let others: CatalogueStorage?
    private let parsed: Mutex<[String: String]?>

    /// Texts that are already parsed.
    init(_ texts: [String: String]) {
        path = ""
        others = nil
        parsed = Mutex(texts)
    }

    /// The texts of a file that is embedded in the program.
    /// - Parameter others: has the texts that the file lacks.
    init(embedded path: String, completedBy others: CatalogueStorage? = nil) {
        self.path = path
        self.others = others
        parsed = Mutex(nil)
    }

    /// All texts by name.
    var texts: [String: String] {
        parsed.withLock { parsed in
            if let texts = parsed { return texts }
            var texts = EmbeddedFiles.bytes(of: path).flatMap(CatalogueStorage.parse) ?? [:]
            if let others { texts.merge(others.texts) { own, _ in own } }
            parsed = texts
            return texts
        }
    }

    /// Parses a JSON object whose members are all strings. Returns nil for anything else.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> [String: String]? {
        guard let members = (try? JSONValue(parsing: bytes, rejectsDuplicateNames: false))?.object else { return nil }
        var texts: [String: String] = [:]
        texts.reserveCapacity(members.count)
        for member in members {
            guard case .string(let text) = member.value else { return nil }
            texts[member.name] = text
        }
        return texts
    }
}
