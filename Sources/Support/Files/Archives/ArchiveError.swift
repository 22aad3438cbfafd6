/// Why a zip archive cannot be written or read.
public enum ArchiveError: Error, Equatable, Sendable {
    /// libzip cannot write the archive.
    case writing(String, reason: String)
    /// The file is not a zip archive, or it is damaged.
    case unreadable(String, reason: String)
    /// The archive's directory lacks the name of an entry; entries count from 1.
    case missingName(String, entry: Int)
    /// The archive's directory lacks the size of an entry.
    case missingSize(String, entry: String)
    /// The name of an entry is not UTF-8; entries count from 1.
    case nameNotUTF8(String, entry: Int)
    /// An entry is not allowed in a delivered archive.
    case refusedEntry(String, entry: String, EntryDiagnostic)
    /// The archive as a whole is suspicious.
    case suspicious(String, ArchiveDiagnostic)
    /// An entry cannot be unpacked.
    case damagedEntry(String, DamageDiagnostic)
    /// The archive file cannot be opened, read or flushed.
    case file(FileError)

    /// Why an entry is not allowed.
    public enum EntryDiagnostic: String, Equatable, Sendable, CaseIterable {
        case leadsOut, ambiguousName, repeatedName, encrypted, compressionMethod
        case symbolicLink, notAFile, folderWithContent
        /// Its size follows its content, so that only the directory states where it ends.
        case sizeAfterContent
        /// It is described differently in the directory and before its content.
        case twoDescriptions
        /// It has a comment or an unknown field, which may give it another name.
        case hiddenData
    }

    /// Why an archive as a whole is suspicious.
    public enum ArchiveDiagnostic: Equatable, Sendable {
        case repeatedName
        case tooManyEntries(Int, limit: Int)
        case overlappingEntries
        /// The entries do not fill the file: other bytes begin at `offset`.
        case gap(offset: Int)
        /// The archive does not end with one valid end record without a comment.
        case noEndRecord
        /// It would unpack to more than `ratio` times its size.
        case expansion(ratio: Int)
    }

    /// Why an entry cannot be unpacked.
    public enum DamageDiagnostic: Equatable, Sendable {
        /// The message of libzip, for example about a wrong checksum.
        case library(String)
        /// The unpacked length differs from the stated one.
        case wrongLength
        /// The entry is larger than a manifest or signature may be.
        case tooLarge
    }
}
