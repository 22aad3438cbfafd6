public import Attachments
import Files
import FoundationEssentials
import Glibc
import ImageExchange
public import Localization

extension AttachmentError: MessageConvertible {
    public var message: Message {
        switch self {
        case .files(let errors): Message(lines: errors.map(\.message))
        case .store(let error): error.message
        case .upload(let error): error.message
        case .folderNotFound(let path): Message("folder.notFound", ["folder": printable(path)])
        case .folderUnreadable(let path): Message("folder.unreadable", ["folder": printable(path)])
        }
    }
}

extension AttachmentDiagnostic: MessageConvertible {
    public var message: Message {
        switch self {
        case .missing(let hash, let item):
            Message("attachment.missing", ["hash": .text("\(hash)"), "item": .text(item.uuidString.lowercased())])
        case .changed(let hash, let item):
            Message("attachment.changed", ["hash": .text("\(hash)"), "item": .text(item.uuidString.lowercased())])
        case .unreadable(let hash, let item):
            Message("attachment.unreadable", ["hash": .text("\(hash)"), "item": .text(item.uuidString.lowercased())])
        }
    }
}

extension PhotoError: MessageConvertible {
    public var message: Message {
        switch self {
        case .file(let name, let diagnostic): diagnostic.message(printable(name))
        case .content(let name, let kind): kind.message(printable(name))
        case .damaged(let name, .pdf): Message("photo.damagedPDF", ["name": printable(name)])
        case .damaged(let name, let type):
            Message("photo.damaged", ["name": printable(name), "type": .text(type.name)])
        case .pixels(let name, let size, let limit):
            Message(
                "photo.tooManyPixels",
                [
                    "name": printable(name), "width": .text("\(size.width)"), "height": .text("\(size.height)"),
                    "limit": .text("\(limit / 1_000_000)"),
                ])
        case .colours(let name, .bmp): Message("photo.unsupportedBitmap", ["name": printable(name)])
        case .colours(let name, let type):
            Message("photo.unknownColours", ["name": printable(name), "type": .text(type.name)])
        case .limit(let name, let limit): limit.message(printable(name))
        case .stopped(let name, let signal):
            Message(
                "photo.stopped", ["name": printable(name), "signal": .text(String(cString: strsignal(signal)))])
        case .helper(let diagnostic): diagnostic.message
        case .store(let error): error.message(remedy: PhotoError.remedy(for: error.code))
        case .missing(let hash): Message("photo.missing", ["hash": .text("\(hash)")])
        case .changed(let hash): Message("photo.changed", ["hash": .text("\(hash)")])
        }
    }

    /// Advice for the store's own files; the general advice for files would suggest another folder.
    private static func remedy(for code: Int32) -> Message? {
        switch code {
        case ENOSPC, EDQUOT: Message("photo.remedy.freeSpace")
        case EACCES, EPERM: Message("photo.remedy.checkOwner")
        case EROFS: Message("photo.remedy.readOnlyDisk")
        default: nil
        }
    }
}

extension PhotoError.FileDiagnostic {
    fileprivate func message(_ name: Message.Argument) -> Message {
        switch self {
        case .notFound: Message("photo.notFound", ["name": name])
        case .noPermission: Message("photo.noPermission", ["name": name])
        case .symbolicLink: Message("photo.symbolicLink", ["name": name])
        case .folder: Message("photo.folder", ["name": name])
        case .pipe: Message("photo.pipe", ["name": name])
        case .device: Message("photo.device", ["name": name])
        case .socket: Message("photo.socket", ["name": name])
        case .empty: Message("photo.empty", ["name": name])
        case .tooLarge(let limit): Message("photo.tooLarge", ["name": name, "limit": size(limit)])
        case .unreadable(let code):
            Message("photo.unreadable", ["name": name, "reason": .text(String(cString: strerror(code)))])
        }
    }
}

extension PhotoError.Limit {
    fileprivate func message(_ name: Message.Argument) -> Message {
        switch self {
        case .memory(let bytes): Message("photo.limit.memory", ["name": name, "limit": size(bytes)])
        case .processorTime(let seconds):
            Message("photo.limit.processorTime", ["name": name, "seconds": .text("\(seconds)")])
        case .time(let seconds):
            Message(
                "photo.limit.time",
                [
                    "name": name,
                    "seconds": .text(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"),
                ])
        case .output(let bytes): Message("photo.limit.output", ["name": name, "limit": size(bytes)])
        }
    }
}

extension PhotoError.HelperDiagnostic: MessageConvertible {
    public var message: Message {
        switch self {
        case .missing(let path): Message("photo.helper.missing", ["path": .text(path)])
        case .decoderMissing(let type): Message("photo.helper.decoderMissing", ["type": .text(type.name)])
        case .decoderFailed(let name, let type, let code):
            Message(
                "photo.helper.decoderFailed",
                ["name": printable(name), "type": .text(type.name), "reason": .text(String(cString: strerror(code)))])
        case .notStarted(let name, let code):
            Message(
                "photo.helper.notStarted",
                ["name": printable(name), "reason": .text(String(cString: strerror(code)))])
        case .failed(let status): Message("photo.helper.failed", ["status": .text("\(status)")])
        case .setUp(let step): Message("photo.helper.setUp", ["step": .text(step)])
        case .unexpectedAnswer: Message("photo.helper.unexpectedAnswer")
        }
    }
}

extension ContentKind {
    fileprivate func message(_ name: Message.Argument) -> Message {
        let supported = Message.Argument.message(Message("photo.supportedFormats"))
        return switch self {
        case .empty: Message("photo.empty", ["name": name])
        case .svg: Message("photo.svg", ["name": name])
        case .other(let format):
            Message(
                "photo.unsupported",
                [
                    "name": name, "format": .message(Message("photo.format.\(format.rawValue)")),
                    "supported": supported,
                ])
        case .image(.pdf): Message("photo.pdf", ["name": name])
        case .image, .unknown: Message("photo.notAPicture", ["name": name, "supported": supported])
        }
    }
}

private func size(_ bytes: Int) -> Message.Argument {
    if bytes >= 1 << 20 { return .text("\(bytes >> 20) MiB") }
    if bytes >= 1 << 10 { return .text("\(bytes >> 10) KiB") }
    return .message(Message("photo.bytes", ["count": .text("\(bytes)")]))
}

/// A file name from an untrusted source, without characters that control a terminal.
private func printable(_ name: String) -> Message.Argument {
    let scalars = name.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }
    return .text(String(String.UnicodeScalarView(scalars)))
}
