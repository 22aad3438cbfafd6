public import Localization

/// The language in which the program or the server speaks during one call.
public enum LocalizationContext {
    /// The message catalogue of this call. English by default, so that output for programs does not depend on the language.
    @TaskLocal public static var words = MessageCatalogue.english
}

/// Returns a text of the catalogue in the language of this call.
public func localized(_ key: String, _ arguments: [String: Message.Argument] = [:]) -> String {
    LocalizationContext.words.text(Message(key, arguments))
}
