/// The words of one language: texts by name, from Templates/words.
///
/// A text may have places, `{0}` and on, for what is put into it. Where a number decides between forms, each has a name
/// of its own: `say.items.one` and `say.items.other` (Unicode CLDR, plural categories).
public struct MessageCatalogue: Sendable {
    /// The tag of the language (BCP 47).
    public let language: String
    private let known: CatalogueStorage

    /// Every text by its name.
    public var texts: [String: String] { known.all }

    /// Reads a catalogue.
    /// - Returns: nil where the bytes are no JSON object of texts.
    public init?(language: String, json bytes: [UInt8]) {
        guard let texts = bytes.withUnsafeBufferPointer(CatalogueStorage.read) else { return nil }
        self.language = language
        known = CatalogueStorage(texts)
    }

    /// The words that the program carries for a language.
    /// - Returns: nil for a language it does not speak.
    public init?(language: String) {
        guard let bytes = EmbeddedFiles.bytes(of: "Templates/words/\(language).json") else { return nil }
        self.language = language
        known = CatalogueStorage(embedded: bytes)
    }

    /// The language that every word is there in.
    public static let english = MessageCatalogue(language: Languages.fallback) ?? MessageCatalogue()

    private init() {
        language = Languages.fallback
        known = CatalogueStorage([:])
    }

    /// A text by its name; the name itself where there is none, which a test forbids.
    public subscript(name: String) -> String { known[name] ?? name }

    /// A text with its places filled.
    /// - Parameters:
    ///   - arguments: what stands for `{0}` and on. The first ``Count`` decides between the forms of the text, where it
    ///     has some, and counts are written with the language's separators.
    public func text(_ name: String, _ arguments: [any CustomStringConvertible]) -> String {
        let count = arguments.lazy.compactMap { $0 as? Count }.first?.number
        let form = count.flatMap { known["\(name).\(PluralForm(of: $0, in: language).rawValue)"] }
        let text = known[name] ?? form ?? known["\(name).other"] ?? name
        guard !arguments.isEmpty else { return text }
        return MessageCatalogue.fill(text) { index in
            guard arguments.indices.contains(index) else { return nil }
            return (arguments[index] as? Count).map { number($0.number) } ?? arguments[index].description
        }
    }

    /// A whole number with the language's separators: `1,234,567`.
    public func number(_ value: Int) -> String {
        let separator = Array(self["number.grouping"].utf8)
        let digits = Array(String(value.magnitude).utf8)
        var text: [UInt8] = value < 0 ? [UInt8(ascii: "-")] : []
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += separator }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The places of a text, in order and as often as they stand.
    public static func places(in text: String) -> [Int] {
        var places: [Int] = []
        _ = fill(text) { index in
            places.append(index)
            return nil
        }
        return places
    }

    /// Puts texts into places in one pass, so that nothing in them is taken for a place.
    private static func fill(_ text: String, with value: (Int) -> String?) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 32)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "{"), index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "}"),
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index + 1]),
                let put = value(Int(bytes[index + 1] - UInt8(ascii: "0")))
            {
                result += Array(put.utf8)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// How many of something a text speaks of.
public struct Count: CustomStringConvertible, Sendable {
    /// How many.
    public let number: Int

    /// So many.
    public init(_ number: Int) { self.number = number }

    public var description: String { String(number) }
}

/// The form of a text that goes with a number (Unicode CLDR, plural categories).
public enum PluralForm: String, CaseIterable, Sendable {
    case one, other

    /// The forms that texts of a language have.
    public static func all(in language: String) -> [PluralForm] {
        language.hasPrefix("zh") ? [.other] : [.one, .other]
    }

    /// The form for a number of things.
    public init(of count: Int, in language: String) {
        self = count == 1 && PluralForm.all(in: language).contains(.one) ? .one : .other
    }
}
