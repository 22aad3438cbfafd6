/// The language in which the program speaks during one call.
public enum LocalizationContext {
    /// The message catalogue of this call. English by default, so that output for programs does not depend on the language.
    @TaskLocal public static var words = MessageCatalogue.english
}

/// A text of the catalogue in the language of the call.
///
///     said("list.of", shown, total)    // en: "3 of 12"
///
/// New code uses ``Message``, whose arguments have names.
/// - Parameters:
///   - name: the text's name in the catalogue, without `say.`.
///   - arguments: the values for `{0}`, `{1}` and so on; see ``MessageCatalogue/text(_:_:)``.
public func said(_ name: String, _ arguments: any CustomStringConvertible...) -> String {
    LocalizationContext.words.text("say.\(name)", arguments)
}
