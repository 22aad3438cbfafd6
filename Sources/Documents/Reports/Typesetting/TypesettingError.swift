import Localization

/// Why no PDF was made.
public enum TypesettingError: Error, Equatable {
    /// There is neither the program nor the Python package.
    case noTypst
    /// Fontconfig knows no font of Latin letters that the report can be set in.
    case noFonts
    /// The program could not be started: the system's words.
    case launchFailed(String, reason: String)
    /// The program ended without a document: what it said.
    case failed(String)
    /// A template links to a label that there is not; where it does, as far as that can be told.
    case link(LabelLinkError, place: String)
    /// The program went past a limit.
    case limit(String)
}

extension TypesettingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noTypst:
            said("report.pdfIsMadeBy")
        case .noFonts:
            said("report.pdfWantsTheNoto")
        case .launchFailed(let program, let reason): said("report.cannotStart", program, reason)
        case .failed(let words): said("report.typstMadeNoPdf", words)
        case .link(let error, let place): error.words(at: place)
        case .limit(let limit): said("report.thePdfWasNot", limit)
        }
    }
}
