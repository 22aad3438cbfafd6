/// Width and height in pixels.
package struct PixelSize: Equatable, Sendable {
    /// The width.
    package let width: Int
    /// The height.
    package let height: Int

    /// Creates a size.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// Why the helper did not make any picture.
package enum ImageDiagnostic: Equatable, Sendable {
    /// The content is of an unsupported kind.
    case kind(ContentKind)
    /// The header of the picture cannot be read.
    case header(ImageType)
    /// The picture ends too early or is damaged inside.
    case damaged(ImageType)
    /// More pixels than allowed.
    case pixels(PixelSize)
    /// Colours that cannot be converted to sRGB.
    case colours(ImageType)
    /// The decoder asked for more memory than allowed.
    case memory
    /// The system could not read the file, so nothing is known about the picture.
    case unreadable
    /// The decoder for this kind is not installed.
    case decoderMissing(ImageType)
    /// The decoder for this kind cannot be loaded; the system's error number.
    case decoderFailed(ImageType, code: Int)
    /// A picture cannot be written; the system's error number.
    case unwritable(code: Int)
    /// The request is invalid, or the helper could not enter its sandbox; the step that failed.
    case setUp(String)
}

/// The helper's result for a picture.
package struct ImageInfo: Equatable, Sendable {
    /// The type, according to the content.
    package let type: ImageType
    /// Its size, upright.
    package let size: PixelSize
    /// The number of frames or pages in the file. The first one is shown.
    package let frames: Int
    /// The sizes of the pictures, in the requested order.
    package let made: [PixelSize]

    /// Creates a result.
    package init(type: ImageType, size: PixelSize, frames: Int, made: [PixelSize]) {
        self.type = type
        self.size = size
        self.frames = frames
        self.made = made
    }
}

/// The helper's response on standard output.
package enum ImageResponse: Equatable, Sendable {
    /// All pictures are written.
    case made(ImageInfo)
    /// The barcodes in the picture; none if there are none.
    case codes([ScannedCode])
    /// The outputs are not valid pictures.
    case refused(ImageDiagnostic)
    /// The result of a ``SandboxProbe``: the system's error number, or 0 if the action was allowed.
    case checked(Int)
}

extension ImageResponse {
    /// The longest line that is read.
    package static let maxLineLength = 20_000

    /// The response as one line, without the line end.
    package var line: String {
        switch self {
        case .made(let facts):
            "made \(facts.type.rawValue) \(facts.size.width) \(facts.size.height) \(facts.frames)"
                + facts.made.map { " \($0.width) \($0.height)" }.joined()
        case .codes(let codes): "codes" + codes.map(\.words).joined()
        case .checked(let code): "checked \(code)"
        case .refused(let diagnostic):
            switch diagnostic {
            case .kind: "refused kind"
            case .memory: "refused memory"
            case .unreadable: "refused unreadable"
            case .header(let type): "refused header \(type.rawValue)"
            case .damaged(let type): "refused damaged \(type.rawValue)"
            case .pixels(let size): "refused pixels \(size.width) \(size.height)"
            case .colours(let type): "refused colours \(type.rawValue)"
            case .decoderMissing(let type): "refused decoder \(type.rawValue)"
            case .decoderFailed(let type, let code): "refused decoder \(type.rawValue) \(code)"
            case .unwritable(let code): "refused unwritable \(code)"
            case .setUp(let step): "refused setup \(step)"
            }
        }
    }

    /// Parses a line from a process that a hostile picture may control. Returns nil if it does not have the form of ``line``.
    ///
    /// A refused kind is always read as `unknown`: the caller has already checked the content itself.
    package init?(line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch words.first {
        case "made":
            let numbers = words.dropFirst(2).compactMap(ImageResponse.count)
            guard words.count >= 5, numbers.count == words.count - 2, words.count % 2 == 1,
                let type = ImageType(rawValue: words[1])
            else { return nil }
            let sizes = stride(from: 3, to: numbers.count, by: 2).map {
                PixelSize(width: numbers[$0], height: numbers[$0 + 1])
            }
            let size = PixelSize(width: numbers[0], height: numbers[1])
            self = .made(ImageInfo(type: type, size: size, frames: numbers[2], made: sizes))
        case "codes":
            let rest = words.dropFirst()
            let codes = stride(from: 1, to: words.count - 1, by: 2).compactMap {
                ScannedCode(words[$0], hexadecimal: words[$0 + 1])
            }
            guard rest.count.isMultiple(of: 2), codes.count == rest.count / 2, codes.count <= ScannedCode.mostCodes
            else { return nil }
            self = .codes(codes)
        case "checked":
            guard words.count == 2, let code = Int(words[1]), (0...4_095).contains(code) else { return nil }
            self = .checked(code)
        case "refused":
            guard let diagnostic = ImageDiagnostic(words: Array(words.dropFirst())) else { return nil }
            self = .refused(diagnostic)
        default: return nil
        }
    }

    fileprivate static func count(_ word: String) -> Int? {
        guard let number = Int(word), (1...100_000_000).contains(number) else { return nil }
        return number
    }
}

extension ImageDiagnostic {
    fileprivate init?(words: [String]) {
        let type = words.count == 2 ? ImageType(rawValue: words[1]) : nil
        switch (words.first, type) {
        case ("kind", nil) where words.count == 1: self = .kind(.unknown)
        case ("memory", nil) where words.count == 1: self = .memory
        case ("unreadable", nil) where words.count == 1: self = .unreadable
        case ("header", let type?): self = .header(type)
        case ("damaged", let type?): self = .damaged(type)
        case ("colours", let type?): self = .colours(type)
        case ("decoder", let type?): self = .decoderMissing(type)
        case ("decoder", nil) where words.count == 3:
            guard let type = ImageType(rawValue: words[1]), let code = Int(words[2]), (1...4_095).contains(code) else {
                return nil
            }
            self = .decoderFailed(type, code: code)
        case ("pixels", nil) where words.count == 3:
            guard let width = ImageResponse.count(words[1]), let height = ImageResponse.count(words[2]) else {
                return nil
            }
            self = .pixels(PixelSize(width: width, height: height))
        case ("unwritable", nil) where words.count == 2:
            guard let code = Int(words[1]), (1...4_095).contains(code) else { return nil }
            self = .unwritable(code: code)
        case ("setup", nil) where words.count == 2 && words[1].utf8.allSatisfy({ (97...122).contains($0) }):
            self = .setUp(words[1])
        default: return nil
        }
    }
}
