/// An error that keeps a PDF from being made.
public enum TypesettingError: Error, Equatable {
    /// Neither the program Typst nor its Python package is installed.
    case noTypst
    /// The Python package of Typst is at this path, but there is no Python to run it.
    case noPython(String)
    /// Fontconfig finds no font with Latin letters that the report can be set in.
    case noFonts
    /// The program could not be started; the reason is the system's.
    case launchFailed(String, reason: String)
    /// The program ended without a document and wrote this message; nil if it wrote none.
    case failed(String?)
    /// A template links to a label that does not exist. `place` is the file and line of the link as far as it is known.
    case link(LabelLinkError, place: String)
    /// The program took longer than it may.
    case timeLimit(minutes: Int)
    /// The program needed more memory than it may.
    case memoryLimit(gibibytes: Int)
}
