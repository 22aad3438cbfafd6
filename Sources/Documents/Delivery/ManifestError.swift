public import Files
import Localization

/// Why something could not be proven, or be made provable.
public enum ManifestError: Error, Equatable {
    /// OpenSSL failed: at what.
    case library(String)
    /// A key cannot be used.
    case key(file: String, problem: String)
    /// The program `ssh-keygen` failed: what it said.
    case sshKeygen(String)
    /// A manifest has a line that cannot be followed.
    case manifest(file: String, line: Int, problem: String)
    /// There is nothing that says what the files shall be.
    case noManifest(String)
    /// A folder has no manifest of all its files.
    case noManifestInFolder(String)
    /// A zip archive has no manifest inside.
    case noManifestInside(String)
    /// A zip archive cannot be checked.
    case archive(ArchiveError)
    /// A file could not be read or written.
    case file(FileError)
}

extension ManifestError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .library(let problem): said("proof.opensslLookWhetherIt", problem)
        case .key(let file, let problem): "\(file): \(problem)"
        case .sshKeygen(let words): said("proof.sshKeygen", words)
        case .manifest(let file, let line, let problem): said("proof.lineNothingWasChecked", file, line, problem)
        case .noManifest(let path):
            said("proof.isNeitherAnInventory", path, Manifest.fileName, Manifest.fileExtension)
        case .noManifestInFolder(let path):
            said("proof.theFolderHasNo", path, Manifest.fileName, Manifest.fileExtension)
        case .noManifestInside(let path):
            said("proof.hasNoInsideSo", path, Manifest.fileName)
        case .archive(let error): "\(error)"
        case .file(let error): "\(error)"
        }
    }
}
