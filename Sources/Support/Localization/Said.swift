/// The language in which the program speaks to whoever called it.
public enum LocalizationContext {
    /// The words of this call; English where nobody said otherwise, so what is written for programs stays as it is.
    @TaskLocal public static var words = MessageCatalogue.english
}

/// What the program says, in the language of the call.
///
///     said("list.of", shown, total)    // en: "3 of 12"
///
/// - Parameters:
///   - name: the text's name in the catalogue, without `say.`.
///   - arguments: what stands for `{0}` and on; see ``MessageCatalogue/text(_:_:)``.
public func said(_ name: String, _ arguments: any CustomStringConvertible...) -> String {
    LocalizationContext.words.text("say.\(name)", arguments)
}
