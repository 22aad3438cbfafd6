public import Archives
public import FileOutput

/// Why something could not be proven, or be made provable.
public enum ProofError: Error, Equatable {
    /// OpenSSL failed: at what.
    case library(String)
    /// A key cannot be used.
    case key(file: String, problem: String)
    /// The program `ssh-keygen` failed: what it said.
    case secureShell(String)
    /// A manifest has a line that cannot be followed.
    case manifest(file: String, line: Int, problem: String)
    /// There is nothing that says what the files shall be.
    case noManifest(String)
    /// A zip archive has no manifest inside.
    case noManifestInside(String)
    /// A zip archive cannot be checked.
    case archive(ArchiveError)
    /// A file could not be read or written.
    case file(FileError)
}

extension ProofError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .library(let problem): "OpenSSL: \(problem); look whether it is installed whole"
        case .key(let file, let problem): "\(file): \(problem)"
        case .secureShell(let words): "ssh-keygen: \(words)"
        case .manifest(let file, let line, let problem): "\(file), line \(line): \(problem); nothing was checked"
        case .noManifest(let path):
            "\(path) is neither an inventory nor delivered with a manifest; there is no \(path)/\(Manifest.fileName) and no "
                + "\(path)\(Manifest.ending)"
        case .noManifestInside(let path):
            "\(path) has no \(Manifest.fileName) inside, so that nothing says what its files shall be"
        case .archive(let error): "\(error)"
        case .file(let error): "\(error)"
        }
    }
}
