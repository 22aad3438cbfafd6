public import Files
public import ImageExchange
public import Inventory

/// Why a photo was refused, or its pictures cannot be made.
public enum PhotoError: Error, Equatable, Sendable {
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
    public var isInternal: Bool {
        switch self {
        // Pictures of other formats can be decoded.
        case .helper(.decoderMissing): false
        case .store, .helper: true
        default: false
        }
    }

    /// Why a file is refused before its content is read.
    public enum FileDiagnostic: Equatable, Sendable {
        case notFound, noPermission, symbolicLink, folder, pipe, device, socket, empty
        case tooLarge(limit: Int)
        case unreadable(code: Int32)
    }

    /// A limit of decoding.
    public enum Limit: Equatable, Sendable {
        case memory(bytes: Int)
        case processorTime(seconds: Int)
        case time(seconds: Double)
        case output(bytes: Int)
    }

    /// Why the helper program does not work.
    public enum HelperDiagnostic: Equatable, Sendable {
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
