/// Why no PDF was made.
public enum TypesettingError: Error, Equatable {
    /// There is neither the program nor the Python package.
    case noTypst
    /// Fontconfig knows no font of Latin letters that the report can be set in.
    case noFonts
    /// The program could not be started: the system's words.
    case notStarted(String, reason: String)
    /// The program ended without a document: what it said.
    case failed(String)
    /// The program went past a limit.
    case limit(String)
}

extension TypesettingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noTypst:
            "PDF is made by Typst, which is not here; put the program 'typst' (0.14 or later, https://typst.app) beside "
                + "homepwner or on the PATH, or run 'make deps' in the checkout; HTML prints well without it"
        case .noFonts:
            "PDF wants the Noto fonts, and Fontconfig to find them; on Debian: apt install fontconfig fonts-noto-core "
                + "fonts-noto-cjk fonts-noto-color-emoji"
        case .notStarted(let program, let reason): "cannot start \(program): \(reason)"
        case .failed(let words): "Typst made no PDF: \(words)"
        case .limit(let limit): "the PDF was not finished within \(limit); choose fewer items with --where"
        }
    }
}
