import Files
import Glibc
import ImageExchange
import Localization

extension PhotoError: CustomStringConvertible {
    /// What went wrong, with which file, and what to do about it.
    public var description: String {
        switch self {
        case .file(let name, let fault): "\(plain(name)): \(fault.words)"
        case .content(let name, let kind): "\(plain(name)): \(words(of: kind))"
        case .damaged(let name, .pdf):
            said("photo.thePdfDocumentIs", plain(name))
        case .damaged(let name, let type):
            said("photo.thePictureIsCut", plain(name), type.name)
        case .pixels(let name, let size, let limit):
            said("photo.pixelsAreMoreThan", plain(name), size.width, size.height, limit / 1_000_000)
        case .colours(let name, let type):
            said("photo.theColoursOfThis", plain(name), type.name)
        case .limit(let name, let limit): said("photo.decodingItSaveIt", plain(name), limit.words)
        case .stopped(let name, let signal):
            said("photo.decodingItWasStopped", plain(name), String(cString: strsignal(signal)))
        case .helper(let fault): fault.words
        case .store(let operation, let path, let code):
            said("file.cannot.\(FileError.name(of: operation))", plain(path), String(cString: strerror(code)))
                + remedy(for: code)
        case .missing(let hash):
            said("photo.theOriginalIsNot", hash)
        case .changed(let hash):
            said("photo.theOriginalHasChanged", hash)
        }
    }
}

extension PhotoError.FileDiagnostic {
    fileprivate var words: String {
        switch self {
        case .notFound: said("photo.noSuchFileCheck")
        case .noPermission: said("photo.youMayNotRead")
        case .symbolicLink: said("photo.itIsASymbolic")
        case .folder: said("photo.itIsAFolder")
        case .pipe: said("photo.itIsAPipe")
        case .device: said("photo.itIsADevice")
        case .socket: said("photo.itIsASocket")
        case .empty: said("photo.theFileIsEmpty")
        case .tooLarge(let limit): said("photo.itIsLargerThan", PhotoError.size(limit))
        case .unreadable(let code): said("photo.cannotReadIt", String(cString: strerror(code)))
        }
    }
}

extension PhotoError.Limit {
    fileprivate var words: String {
        switch self {
        case .memory(let bytes): said("photo.takesMoreThanOf", PhotoError.size(bytes))
        case .processorTime(let seconds): said("photo.takesMoreThanS", seconds)
        case .time(let seconds): said("photo.takesMoreThanS2", PhotoError.decimal(seconds))
        case .output(let bytes): said("photo.makesPicturesLargerThan", PhotoError.size(bytes))
        }
    }
}

extension PhotoError.HelperDiagnostic {
    fileprivate var words: String {
        switch self {
        case .missing(let path):
            said("photo.theProgramHomepwnerImages", path)
        case .decoderMissing(let type):
            said("photo.homepwnerImagesCannotRead", type.name)
        case .failed(let status):
            said("photo.homepwnerImagesEndedWith", status)
        case .setUp(let step):
            said("photo.homepwnerImagesCouldNot", step)
        case .unexpectedAnswer:
            said("photo.homepwnerImagesGaveAn")
        }
    }
}

extension PhotoError {
    fileprivate static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : bytes >= 1 << 10 ? "\(bytes >> 10) KiB" : said("photo.bytes", bytes)
    }

    fileprivate static func decimal(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}

private var taken: String { said("photo.jpegPngWebpHeic") }

private func words(of kind: ContentKind) -> String {
    switch kind {
    case .empty: PhotoError.FileDiagnostic.empty.words
    case .svg: said("photo.itIsAnSvg")
    case .other(let other): said("photo.itIsNotA", said("photo.kind.\(other.rawValue)"), taken)
    case .image(.pdf): said("photo.itIsAPdf")
    case .image, .unknown: said("photo.itIsNotAPicture", taken)
    }
}

private func remedy(for code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: said("photo.freeSomeSpace")
    case EACCES, EPERM: said("photo.checkWhoOwnsThe")
    case EROFS: said("photo.theDiskIsRead")
    default: ""
    }
}

/// File names come from anywhere: what would steer a terminal is shown as a question mark.
private func plain(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
}
