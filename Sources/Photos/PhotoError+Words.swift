import Glibc
import ImageExchange

extension PhotoError: CustomStringConvertible {
    /// What went wrong, with which file, and what to do about it.
    public var description: String {
        switch self {
        case .file(let name, let fault): "\(plain(name)): \(fault.words)"
        case .content(let name, let kind): "\(plain(name)): \(words(of: kind))"
        case .damaged(let name, .pdf):
            "\(plain(name)): the PDF document is damaged or locked by a password; open it in a viewer and save it anew"
        case .damaged(let name, let type):
            "\(plain(name)): the \(type.name) picture is cut short or damaged; copy it again from the camera or open it"
                + " in a picture program and save it anew"
        case .pixels(let name, let size, let limit):
            "\(plain(name)): \(size.width) × \(size.height) pixels are more than the \(limit / 1_000_000) megapixels that"
                + " are taken; save it smaller"
        case .colours(let name, let type):
            "\(plain(name)): the colours of this \(type.name) picture are of no known kind; save it as JPEG"
        case .limit(let name, let limit): "\(plain(name)): decoding it \(limit.words); save it smaller or as JPEG"
        case .stopped(let name, let signal):
            "\(plain(name)): decoding it was stopped (\(String(cString: strsignal(signal)))), most likely because the"
                + " picture is damaged or made to do harm; save it anew with a picture program"
        case .helper(let fault): fault.words
        case .store(let operation, let path, let code):
            "cannot \(operation) \(plain(path)): \(String(cString: strerror(code)))" + remedy(for: code)
        case .missing(let hash):
            "the original \(hash) is not in the store; restore the photos folder from a backup or add the photo again"
        case .changed(let hash):
            "the original \(hash) has changed since it was taken in; restore it from a backup or add the photo again"
        }
    }
}

extension PhotoError.FileFault {
    fileprivate var words: String {
        switch self {
        case .notFound: "no such file; check the name"
        case .noPermission: "you may not read it; change its permissions"
        case .symbolicLink: "it is a symbolic link; name the file it points to"
        case .folder: "it is a folder; name a picture in it"
        case .pipe: "it is a pipe; save the picture to a file first"
        case .device: "it is a device; name a picture file"
        case .socket: "it is a socket; name a picture file"
        case .empty: "the file is empty; copy it again from the camera"
        case .tooLarge(let limit): "it is larger than \(PhotoError.size(limit)); save it smaller or as JPEG"
        case .unreadable(let code): "cannot read it: \(String(cString: strerror(code)))"
        }
    }
}

extension PhotoError.Limit {
    fileprivate var words: String {
        switch self {
        case .memory(let bytes): "takes more than \(PhotoError.size(bytes)) of memory"
        case .processorTime(let seconds): "takes more than \(seconds) s of processor time"
        case .time(let seconds): "takes more than \(PhotoError.decimal(seconds)) s"
        case .output(let bytes): "makes pictures larger than \(PhotoError.size(bytes))"
        }
    }
}

extension PhotoError.HelperFault {
    fileprivate var words: String {
        switch self {
        case .missing(let path):
            "the program homepwner-images is not at \(path); install it beside homepwner or set HOMEPWNER_IMAGES to it"
        case .decoderMissing(let type):
            "homepwner-images cannot read \(type.name) here: libvips lacks the decoder; install libvips with support for"
                + " it (Debian: libvips42), or save the picture as JPEG"
        case .failed(let status):
            "homepwner-images ended with status \(status) before it did anything; install it again together with its"
                + " libraries (Debian: libvips42)"
        case .setUp(let step):
            "homepwner-images could not shut itself in (\(step)); Linux 3.17 or later with seccomp is needed"
        case .unexpectedAnswer:
            "homepwner-images gave an answer that is not understood; install the one that came with this homepwner"
        }
    }
}

extension PhotoError {
    fileprivate static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : bytes >= 1 << 10 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
    }

    fileprivate static func decimal(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}

private let taken = "JPEG, PNG, WebP, HEIC, GIF or TIFF"

private func words(of kind: ContentKind) -> String {
    switch kind {
    case .empty: PhotoError.FileFault.empty.words
    case .svg: "it is an SVG drawing, which can hold scripts; save it as PNG or JPEG"
    case .other(let name): "it is \(name), not a picture that is taken; save it as \(taken)"
    case .image(.pdf): "it is a PDF document, not a picture; add it with 'homepwner document add'"
    case .image, .unknown: "it is not a picture that is taken; its content is none of \(taken)"
    }
}

private func remedy(for code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: " (free some space)"
    case EACCES, EPERM: " (check who owns the store folder)"
    case EROFS: " (the disk is read-only)"
    default: ""
    }
}

/// File names come from anywhere: what would steer a terminal is shown as a question mark.
private func plain(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
}
