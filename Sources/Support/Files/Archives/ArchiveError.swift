package import Message

/// Why a zip archive cannot be written or read.
package enum ArchiveError: Error, Equatable, Sendable {
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
    package enum EntryDiagnostic: String, Equatable, Sendable, CaseIterable {
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
    package enum ArchiveDiagnostic: Equatable, Sendable {
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
    package enum DamageDiagnostic: Equatable, Sendable {
        /// The message of libzip, for example about a wrong checksum.
        case library(String)
        /// The unpacked length differs from the stated one.
        case wrongLength
        /// The entry is larger than a manifest or signature may be.
        case tooLarge
    }
}

extension ArchiveError: MessageConvertible {
    package var message: Message {
        switch self {
        case .writing(let path, let reason): Message("archive.notWritten", ["path": path, "reason": reason])
        case .unreadable(let path, let reason): Message("archive.unreadable", ["path": path, "reason": reason])
        case .missingName(let path, let entry): Message("archive.missingName", ["path": path, "entry": "\(entry)"])
        case .missingSize(let path, let entry):
            Message("archive.missingSize", ["path": path, "entry": printable(entry)])
        case .nameNotUTF8(let path, let entry): Message("archive.nameNotUTF8", ["path": path, "entry": "\(entry)"])
        case .refusedEntry(let path, let entry, let diagnostic):
            Message("archive.entry.\(diagnostic.rawValue)", ["path": path, "entry": printable(entry)])
        case .suspicious(let path, let diagnostic): diagnostic.message(path)
        case .damagedEntry(let entry, let diagnostic):
            Message("archive.damagedEntry", ["entry": printable(entry), "reason": diagnostic])
        case .file(let error): error.message
        }
    }
}

extension ArchiveError.ArchiveDiagnostic {
    fileprivate func message(_ path: String) -> Message {
        switch self {
        case .repeatedName: Message("archive.suspicious.repeatedName", ["path": path])
        case .tooManyEntries(let count, let limit):
            Message("archive.suspicious.tooManyEntries", ["path": path, "count": "\(count)", "limit": "\(limit)"])
        case .overlappingEntries: Message("archive.suspicious.overlappingEntries", ["path": path])
        case .gap(let offset): Message("archive.suspicious.gap", ["path": path, "offset": "\(offset)"])
        case .noEndRecord: Message("archive.suspicious.noEndRecord", ["path": path])
        case .expansion(let ratio): Message("archive.suspicious.expansion", ["path": path, "ratio": "\(ratio)"])
        }
    }
}

extension ArchiveError.DamageDiagnostic: MessageConvertible {
    package var message: Message {
        switch self {
        case .library(let text): Message(text: text)
        case .wrongLength: Message("archive.damage.wrongLength")
        case .tooLarge: Message("archive.damage.tooLarge")
        }
    }
}

/// A name from an untrusted archive, shortened and without characters that control a terminal.
private func printable(_ name: String) -> String {
    String(
        String.UnicodeScalarView(
            name.unicodeScalars.prefix(200).map { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
                default: scalar
                }
            }))
}
