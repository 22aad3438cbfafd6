package import Files
import Glibc
package import ImageExchange
package import Inventory
package import Message

/// Why a photo was refused, or its pictures cannot be made.
package enum PhotoError: Error, Equatable, Sendable {
    /// The file was refused before its content was read.
    case file(name: String, FileDiagnostic)
    /// The content is not a picture of a supported format.
    case content(name: String, ContentKind)
    /// The picture is cut short or damaged.
    case damaged(name: String, ImageType)
    /// The picture has too many pixels.
    case pixels(name: String, PixelSize, limit: Int)
    /// The picture's colours cannot be converted to sRGB.
    case colours(name: String, ImageType)
    /// Decoding the picture exceeded a limit.
    case limit(name: String, Limit)
    /// A signal ended the helper program during decoding.
    case stopped(name: String, signal: Int32)
    /// The helper program does not work, independently of the picture.
    case helper(HelperDiagnostic)
    /// The store cannot read or write a file of its own.
    case store(FileError)
    /// The store has no such original.
    case missing(ContentHash)
    /// The original's bytes have changed since it was added.
    case changed(ContentHash)

    /// Whether the store's disk or the helper program failed, so that any other picture would fail too.
    package var isInternal: Bool {
        switch self {
        // Pictures of other formats can be decoded.
        case .helper(.decoderMissing): false
        case .store, .helper: true
        default: false
        }
    }

    /// Why a file is refused before its content is read.
    package enum FileDiagnostic: Equatable, Sendable {
        case notFound, noPermission, symbolicLink, folder, pipe, device, socket, empty
        case tooLarge(limit: Int)
        case unreadable(code: Int32)
    }

    /// A limit of decoding.
    package enum Limit: Equatable, Sendable {
        case memory(bytes: Int)
        case processorTime(seconds: Int)
        case time(seconds: Double)
        case output(bytes: Int)
    }

    /// Why the helper program does not work.
    package enum HelperDiagnostic: Equatable, Sendable {
        case missing(path: String)
        case decoderMissing(ImageType)
        case decoderFailed(name: String, ImageType, code: Int32)
        /// The system did not start the program.
        case notStarted(name: String, code: Int32)
        case failed(status: Int32)
        case setUp(step: String)
        case unexpectedAnswer
    }
}

extension PhotoError {
    /// Runs an operation on a file of the store.
    /// - Throws: `store` with the operation's error.
    static func wrapping<Result>(_ operation: () throws -> Result) throws -> Result {
        do { return try operation() } catch let error as FileError { throw PhotoError.store(error) }
    }
}

extension SHA256Hasher {
    /// The hash of all bytes. Call it once.
    /// - Throws: `store` if SHA-256 is not available.
    func contentHash() throws -> ContentHash {
        try PhotoError.wrapping {
            guard let hash = ContentHash(bytes: try finish()) else { throw FileError.noSHA256 }
            return hash
        }
    }
}

extension PhotoError: MessageConvertible {
    package var message: Message {
        switch self {
        case .file(let name, let diagnostic): diagnostic.message(printable(name))
        case .content(let name, let kind): kind.message(printable(name))
        case .damaged(let name, .pdf): Message("photo.damagedPDF", ["name": printable(name)])
        case .damaged(let name, let type): Message("photo.damaged", ["name": printable(name), "type": type.name])
        case .pixels(let name, let size, let limit):
            Message(
                "photo.tooManyPixels",
                [
                    "name": printable(name), "width": "\(size.width)", "height": "\(size.height)",
                    "limit": "\(limit / 1_000_000)",
                ])
        case .colours(let name, .bmp): Message("photo.unsupportedBitmap", ["name": printable(name)])
        case .colours(let name, let type):
            Message("photo.unknownColours", ["name": printable(name), "type": type.name])
        case .limit(let name, let limit): limit.message(printable(name))
        case .stopped(let name, let signal):
            Message("photo.stopped", ["name": printable(name), "signal": String(cString: strsignal(signal))])
        case .helper(let diagnostic): diagnostic.message
        case .store(let error): error.message(remedy: PhotoError.remedy(for: error.code))
        case .missing(let hash): Message("photo.missing", ["hash": "\(hash)"])
        case .changed(let hash): Message("photo.changed", ["hash": "\(hash)"])
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
    fileprivate func message(_ name: String) -> Message {
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
            Message("photo.unreadable", ["name": name, "reason": String(cString: strerror(code))])
        }
    }
}

extension PhotoError.Limit {
    fileprivate func message(_ name: String) -> Message {
        switch self {
        case .memory(let bytes): Message("photo.limit.memory", ["name": name, "limit": size(bytes)])
        case .processorTime(let seconds): Message("photo.limit.processorTime", ["name": name, "seconds": "\(seconds)"])
        case .time(let seconds):
            Message(
                "photo.limit.time",
                ["name": name, "seconds": seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"])
        case .output(let bytes): Message("photo.limit.output", ["name": name, "limit": size(bytes)])
        }
    }
}

extension PhotoError.HelperDiagnostic: MessageConvertible {
    package var message: Message {
        switch self {
        case .missing(let path): Message("photo.helper.missing", ["path": path])
        case .decoderMissing(let type): Message("photo.helper.decoderMissing", ["type": type.name])
        case .decoderFailed(let name, let type, let code):
            Message(
                "photo.helper.decoderFailed",
                ["name": printable(name), "type": type.name, "reason": String(cString: strerror(code))])
        case .notStarted(let name, let code):
            Message("photo.helper.notStarted", ["name": printable(name), "reason": String(cString: strerror(code))])
        case .failed(let status): Message("photo.helper.failed", ["status": "\(status)"])
        case .setUp(let step): Message("photo.helper.setUp", ["step": step])
        case .unexpectedAnswer: Message("photo.helper.unexpectedAnswer")
        }
    }
}

extension ContentKind {
    fileprivate func message(_ name: String) -> Message {
        let supported = Message("photo.supportedFormats")
        return switch self {
        case .empty: Message("photo.empty", ["name": name])
        case .svg: Message("photo.svg", ["name": name])
        case .other(let format):
            Message(
                "photo.unsupported",
                ["name": name, "format": Message("photo.format.\(format.rawValue)"), "supported": supported])
        case .image(.pdf): Message("photo.pdf", ["name": name])
        case .image, .unknown: Message("photo.notAPicture", ["name": name, "supported": supported])
        }
    }
}

private func size(_ bytes: Int) -> Message {
    if bytes >= 1 << 20 { return Message(text: "\(bytes >> 20) MiB") }
    if bytes >= 1 << 10 { return Message(text: "\(bytes >> 10) KiB") }
    return Message("photo.bytes", ["count": "\(bytes)"])
}

/// A file name from an untrusted source, without characters that control a terminal.
func printable(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }
    return String(String.UnicodeScalarView(scalars))
}
