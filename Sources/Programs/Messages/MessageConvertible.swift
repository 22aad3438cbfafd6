public import Localization

/// An error of a lower module that the programs and the server can put into words.
///
/// Lower modules throw enum cases with values. This target is the only one that knows which sentence of the catalogue
/// belongs to which case: one file a module, so that all wording of errors stands side by side.
public protocol MessageConvertible {
    /// A sentence: the event, its place and the remedy.
    var message: Message { get }
}

extension Message {
    /// The message of an error.
    ///
    /// An error of the system or of a library that no table knows becomes `error.unexpected` with its description.
    public init(_ error: any Error) {
        self =
            (error as? any MessageConvertible)?.message
            ?? Message("error.unexpected", ["description": .text(String(describing: error))])
    }
}

extension Message {
    /// The message of an error, or its own description in English if no table knows it, as for diagnostics of templates.
    init(describing error: any Error) {
        self =
            (error as? any MessageConvertible)?.message
            ?? Message("error.described", ["description": .text("\(error)")])
    }
}
