public import Files
import Localization

/// Why a zip archive was not written, or not taken.
public enum ArchiveError: Error, Equatable {
    /// It could not be written: what libzip said.
    case writing(String, reason: String)
    /// It is no zip archive, or a damaged one.
    case unreadable(String, reason: String)
    /// It has an entry that an archive to be handed over never has.
    case refused(String, entry: String, problem: String)
    /// All of it together is what no archive to be handed over is.
    case suspicious(String, problem: String)
    /// An entry cannot be unpacked.
    case damaged(entry: String, reason: String)
    /// The file itself cannot be read or written.
    case file(FileError)
}

extension ArchiveError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .writing(let path, let reason): said("archive.theArchiveCouldNot", path, reason)
        case .unreadable(let path, let reason):
            said("archive.noZipArchiveThat", path, reason)
        case .refused(let path, let entry, let problem):
            said("archive.refusedAndNothingOf", path, ArchiveError.plain(entry), problem)
        case .suspicious(let path, let problem): said("archive.refusedAndNothingOfIt", path, problem)
        case .damaged(let entry, let reason): "\(ArchiveError.plain(entry)): \(reason)"
        case .file(let error): "\(error)"
        }
    }

    /// A name from a stranger without what could steer a terminal.
    private static func plain(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.prefix(200).map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}
