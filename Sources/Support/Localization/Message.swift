/// A text of the message catalogue with its arguments, not yet in any language.
///
/// Errors are data below the programs and the server. There they become messages, and a catalogue turns a message into a
/// sentence in the reader's language:
///
///     let message = Message("store.readOnly", ["path": .text(path)])
///     catalogue.text(message)    // en: "The inventory at things.homepwner cannot be written. Check its permissions."
///
/// The key is named after the case, the arguments after what they hold. `make lint` compares both with every catalogue.
public struct Message: Equatable, Sendable {
    /// The key in the catalogue, without the prefix `say.`.
    public let key: String
    /// The values that replace `{name}` in the text, by name.
    public let arguments: [String: Argument]

    /// Creates a message. The argument names must be those of the catalogue's text.
    public init(_ key: String, _ arguments: [String: Argument] = [:]) {
        self.key = key
        self.arguments = arguments
    }

    /// A value that is put into a message.
    public indirect enum Argument: Equatable, Sendable {
        /// Text that is the same in every language: a path, a name, a quoted value.
        case text(String)
        /// A count: written with the language's separators, and it chooses the plural form of the text.
        case count(Int)
        /// A whole sentence or a term with its own key, in the same language.
        case message(Message)
        /// Several values, separated as the language separates the parts of a list.
        case list([Argument])

        /// A value as it describes itself, in every language: a revision, a date, a plain number.
        public static func value(_ value: some CustomStringConvertible) -> Argument { .text(value.description) }
    }
}

extension MessageCatalogue {
    /// Returns a message's text in this language.
    public func text(_ message: Message) -> String {
        let name = "say.\(message.key)"
        var count: Int?
        for case .count(let number) in message.arguments.values { count = number }
        let form = count.flatMap { texts["\(name).\(PluralForm(of: $0, in: language).rawValue)"] }
        let text = texts[name] ?? form ?? texts["\(name).other"] ?? name
        return message.arguments.isEmpty
            ? text
            : MessageCatalogue.fill(text) { argument in message.arguments[argument].map(self.text) }
    }

    private func text(_ argument: Message.Argument) -> String {
        switch argument {
        case .text(let text): text
        case .count(let count): number(count)
        case .message(let message): text(message)
        case .list(let elements): elements.map(text).joined(separator: self["say.list.separator"])
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
