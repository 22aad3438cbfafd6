public import Files
public import ImageExchange
public import Inventory

/// Why a photo was not taken in or not made ready, in words that say what to do.
public enum PhotoError: Error, Equatable, Sendable {
    /// The file as such cannot be taken.
    case file(name: String, FileDiagnostic)
    /// The content is no picture that is taken.
    case content(name: String, ContentKind)
    /// The picture is cut short or damaged.
    case damaged(name: String, ImageType)
    /// The picture has too many pixels.
    case pixels(name: String, PixelSize, limit: Int)
    /// The picture's colours cannot be turned into sRGB.
    case colours(name: String, ImageType)
    /// Decoding the picture went beyond a limit.
    case limit(name: String, Limit)
    /// The helper was ended by a signal while it decoded.
    case stopped(name: String, signal: Int32)
    /// The helper program does not do its work, whatever the picture.
    case helper(HelperDiagnostic)
    /// The store could not read or write a file of its own.
    case store(FileError)
    /// The store has no such original.
    case missing(ContentHash)
    /// The original's bytes are no longer those that were taken in.
    case changed(ContentHash)

    /// Whether not the picture is to blame but the store's disk or the helper program.
    public var isInternal: Bool {
        switch self {
        case .store, .helper: true
        default: false
        }
    }

    /// What is wrong with a file before its content is looked at.
    public enum FileDiagnostic: Equatable, Sendable {
        case notFound, noPermission, symbolicLink, folder, pipe, device, socket, empty
        case tooLarge(limit: Int)
        case unreadable(code: Int32)
    }

    /// What a picture may use up.
    public enum Limit: Equatable, Sendable {
        case memory(bytes: Int)
        case processorTime(seconds: Int)
        case time(seconds: Double)
        case output(bytes: Int)
    }

    /// What is wrong with the helper program.
    public enum HelperDiagnostic: Equatable, Sendable {
        case missing(path: String)
        case decoderMissing(ImageType)
        case failed(status: Int32)
        case setUp(step: String)
        case unexpectedAnswer
    }
}

extension PhotoError {
    /// Runs an operation on a file of the store.
    /// - Throws: `store` with the operation's error.
    static func wrapping<Result>(_ operation: () throws(FileError) -> Result) throws(PhotoError) -> Result {
        do throws(FileError) { return try operation() } catch { throw .store(error) }
    }
}

extension SHA256Hasher {
    /// The hash of all bytes. Call it once.
    /// - Throws: `store` if SHA-256 is not available.
    func contentHash() throws(PhotoError) -> ContentHash {
        try PhotoError.wrapping { () throws(FileError) in
            guard let hash = ContentHash(bytes: try finish()) else { throw .noSHA256 }
            return hash
        }
    }
}
