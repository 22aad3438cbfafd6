public import Localization

/// The language in which the program or the server speaks during one call.
public enum LocalizationContext {
    /// The message catalogue of this call. English by default, so that output for programs does not depend on the language.
    @TaskLocal public static var words = MessageCatalogue.english
}

/// Returns a text of the catalogue in the language of this call.
public func localized(_ key: String, _ arguments: [String: Message.Argument] = [:]) -> String {
    localized(Message(key, arguments))
}

/// Returns a message in the language of this call, on one line: a name with a line end could otherwise begin a line that
/// the program never wrote. Only descriptions of errors may have several, as those of templates do.
public func localized(_ message: Message) -> String { LocalizationContext.words.text(message.onOneLine) }

extension Message {
    fileprivate var onOneLine: Message {
        ["error.text", "error.described"].contains(key) ? self : Message(key, arguments.mapValues(\.onOneLine))
    }
}

extension Message.Argument {
    fileprivate var onOneLine: Message.Argument {
        switch self {
        case .text(let text): .text(text.withVisibleLineEnds)
        case .count: self
        case .message(let message): .message(message.onOneLine)
        case .list(let elements): .list(elements.map(\.onOneLine))
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
