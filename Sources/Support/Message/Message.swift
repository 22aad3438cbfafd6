/// A text of the message catalogue with its arguments, not yet in any language.
///
/// Errors are data: a module states the message of its error beside the error, and the programs and the server have a
/// catalogue turn it into a sentence in the reader's language (`MessageCatalogue` in `Localization`):
///
///     let message = Message("store.readOnly", ["path": path])
///     catalogue.text(message)    // en: "The inventory at things.homepwner cannot be written. Check its permissions."
///
/// The key is named after the case, the arguments after what they hold. `make lint` compares the keys of all catalogues,
/// and `MessageKeyTests` compares them and the arguments with the sources.
package struct Message: Equatable, Sendable {
    /// The key in the catalogue, without the prefix `say.`.
    package let key: String
    /// The values that replace `{name}` in the text, by name.
    package let arguments: [String: Argument]

    /// Creates a message. The argument names must be those of the catalogue's text.
    package init(_ key: String, _ arguments: [String: any MessageArgument] = [:]) {
        self.key = key
        self.arguments = arguments.mapValues(\.argument)
    }

    /// A value that is put into a message.
    package indirect enum Argument: Equatable, Sendable {
        /// Text that is the same in every language: a path, a name, a quoted value.
        case literal(String)
        /// A count: written with the language's separators, and it chooses the plural form of the text.
        case number(Int)
        /// A whole sentence or a term with its own key, in the same language.
        case nested(Message)
        /// Several values, separated as the language separates the parts of a list.
        case elements([Argument])
    }
}

/// A value that can be put into a message as it is: a text, a message, an error that has one.
package protocol MessageArgument {
    /// The value in its form for catalogues.
    var argument: Message.Argument { get }
}

extension Message.Argument: MessageArgument {
    package var argument: Message.Argument { self }
}

extension String: MessageArgument {
    package var argument: Message.Argument { .literal(self) }
}

extension MessageArgument where Self == Message.Argument {
    /// Text that is the same in every language.
    package static func text(_ text: String) -> Message.Argument { .literal(text) }

    /// A value as it describes itself, in every language: a revision, a date, a plain number.
    package static func value(_ value: some CustomStringConvertible) -> Message.Argument { .literal(value.description) }

    /// A count: written with the language's separators, and it chooses the plural form of the text.
    package static func count(_ count: Int) -> Message.Argument { .number(count) }

    /// A whole sentence or a term with its own key.
    package static func message(_ message: Message) -> Message.Argument { .nested(message) }

    /// Several values, separated as the language separates the parts of a list.
    package static func list(_ elements: [any MessageArgument]) -> Message.Argument {
        .elements(elements.map(\.argument))
    }
}

/// An error or another value that states its message: a sentence, or a term in one.
package protocol MessageConvertible: MessageArgument {
    /// The event, its place and the remedy; of a term, the term.
    var message: Message { get }
}

extension MessageConvertible {
    package var argument: Message.Argument { .nested(message) }
}

extension Message: MessageConvertible {
    package var message: Message { self }

    /// The message of an error.
    ///
    /// An error of the system or of a library that states no message becomes `error.unexpected` with its description.
    package init(_ error: any Error) {
        self =
            (error as? any MessageConvertible)?.message
            ?? Message("error.unexpected", ["description": String(describing: error)])
    }

    /// The message of an error, or its own description in English if it states none, as diagnostics of templates.
    package init(describing error: any Error) {
        self = (error as? any MessageConvertible)?.message ?? Message(text: "\(error)")
    }

    /// Text that is the same in every language.
    package init(text: String) { self = Message("error.described", ["description": text]) }

    /// Several messages, one a line.
    package init(lines: [Message]) {
        self = lines.dropLast().reversed().reduce(lines.last ?? Message(text: "")) {
            rest, line in
            Message("error.lines", ["line": line, "rest": rest])
        }
    }
}

extension String {
    /// The first 80 characters, for a message that quotes a file.
    package var excerpt: String { String(prefix(80)) }
}
