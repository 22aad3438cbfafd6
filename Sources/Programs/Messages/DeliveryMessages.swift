public import Delivery
public import Files
import Glibc
public import Localization

extension ManifestError: MessageConvertible {
    public var message: Message {
        switch self {
        case .unusableSecretKey(let file): Message("delivery.unusableSecretKey", ["file": .text(file)])
        case .unusablePublicKey(let file): Message("delivery.unusablePublicKey", ["file": .text(file)])
        case .signingFailed: Message("delivery.signingFailed")
        case .checkingFailed: Message("delivery.checkingFailed")
        case .sshKeygen(let diagnostic): diagnostic.message
        case .manifest(let file, let line, let diagnostic):
            Message("delivery.line.\(diagnostic.name)", ["file": .text(file), "line": .text("\(line)")])
        case .noManifest(let path):
            Message(
                "delivery.noManifest",
                [
                    "path": .text(path), "manifest": .text(Manifest.fileName),
                    "extension": .text(Manifest.fileExtension),
                ])
        case .noManifestInFolder(let path):
            Message(
                "delivery.noManifestInFolder",
                [
                    "path": .text(path), "manifest": .text(Manifest.fileName),
                    "extension": .text(Manifest.fileExtension),
                ])
        case .link(let path): Message("delivery.link", ["path": .text(path)])
        case .noManifestInArchive(let path):
            Message("delivery.noManifestInArchive", ["path": .text(path), "manifest": .text(Manifest.fileName)])
        case .archive(let error): error.message
        case .file(let error): error.message
        }
    }
}

extension ManifestError.SSHKeygenDiagnostic: MessageConvertible {
    public var message: Message {
        switch self {
        case .notInstalled: Message("delivery.sshKeygen.notInstalled")
        case .notStarted(let code): Message("delivery.sshKeygen.failed", ["output": .text(systemText(code))])
        case .failed(let output): Message("delivery.sshKeygen.failed", ["output": .text(output)])
        case .exited(let status): Message("delivery.sshKeygen.exited", ["status": .text("\(status)")])
        }
    }
}

extension ManifestError.LineDiagnostic {
    /// The last part of the message's key.
    fileprivate var name: String {
        switch self {
        case .notUTF8: "notUTF8"
        case .noFiles: "noFiles"
        case .windowsLineEnds: "windowsLineEnds"
        case .malformed: "malformed"
        case .unsafeName: "unsafeName"
        case .repeatedName: "repeatedName"
        }
    }
}

extension ArchiveError: MessageConvertible {
    public var message: Message {
        switch self {
        case .writing(let path, let reason):
            Message("archive.notWritten", ["path": .text(path), "reason": .text(reason)])
        case .unreadable(let path, let reason):
            Message("archive.unreadable", ["path": .text(path), "reason": .text(reason)])
        case .missingName(let path, let entry):
            Message("archive.missingName", ["path": .text(path), "entry": .text("\(entry)")])
        case .missingSize(let path, let entry):
            Message("archive.missingSize", ["path": .text(path), "entry": .text(printable(entry))])
        case .nameNotUTF8(let path, let entry):
            Message("archive.nameNotUTF8", ["path": .text(path), "entry": .text("\(entry)")])
        case .refusedEntry(let path, let entry, let diagnostic):
            Message(
                "archive.entry.\(diagnostic.rawValue)", ["path": .text(path), "entry": .text(printable(entry))])
        case .suspicious(let path, let diagnostic): diagnostic.message(path)
        case .damagedEntry(let entry, let diagnostic):
            Message("archive.damagedEntry", ["entry": .text(printable(entry)), "reason": diagnostic.reason])
        case .file(let error): error.message
        }
    }
}

extension ArchiveError.ArchiveDiagnostic {
    fileprivate func message(_ path: String) -> Message {
        switch self {
        case .repeatedName: Message("archive.suspicious.repeatedName", ["path": .text(path)])
        case .tooManyEntries(let count, let limit):
            Message(
                "archive.suspicious.tooManyEntries",
                ["path": .text(path), "count": .text("\(count)"), "limit": .text("\(limit)")])
        case .overlappingEntries: Message("archive.suspicious.overlappingEntries", ["path": .text(path)])
        case .gap(let offset):
            Message("archive.suspicious.gap", ["path": .text(path), "offset": .text("\(offset)")])
        case .noEndRecord: Message("archive.suspicious.noEndRecord", ["path": .text(path)])
        case .expansion(let ratio):
            Message("archive.suspicious.expansion", ["path": .text(path), "ratio": .text("\(ratio)")])
        }
    }
}

extension ArchiveError.DamageDiagnostic {
    fileprivate var reason: Message.Argument {
        switch self {
        case .library(let text): .text(text)
        case .wrongLength: .message(Message("archive.damage.wrongLength"))
        case .tooLarge: .message(Message("archive.damage.tooLarge"))
        }
    }
}

extension DeliveryVerifier.DeliveryDiagnostic: MessageConvertible {
    public var message: Message {
        switch self {
        case .changed(let name): Message("delivery.changed", ["name": .text(name)])
        case .missing(let name): Message("delivery.missing", ["name": .text(name)])
        case .extra(let name): Message("delivery.extra", ["name": .text(name)])
        case .extraFolder(let name): Message("delivery.extraFolder", ["name": .text(name)])
        case .notAFile(let name): Message("delivery.notAFile", ["name": .text(name)])
        case .unreadable(let name, let code):
            Message("delivery.unreadable", ["name": .text(name), "reason": .text(systemText(code))])
        case .damaged(let name, let diagnostic):
            Message("delivery.unreadable", ["name": .text(name), "reason": diagnostic.reason])
        case .wrongSignature(let name): Message("delivery.signature.wrong", ["name": .text(name)])
        case .unsigned(let manifest):
            Message("delivery.unsigned", ["signature": .text(manifest + Manifest.signatureExtension)])
        }
    }
}

/// The system's text for an error number.
private func systemText(_ code: Int32) -> String { String(cString: strerror(code)) }

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
