/// The first bytes of file formats that users may mistake for photos.
enum FileSignature {
    static func kind(of bytes: [UInt8]) -> ContentKind {
        if bytes.isEmpty { return .empty }
        for (signature, kind) in fixed where bytes.starts(with: signature) { return kind }
        if holds("RIFF", in: bytes, at: 0) {
            return holds("WEBP", in: bytes, at: 8) ? .image(.webp) : .other(.film)
        }
        if holds("ftyp", in: bytes, at: 4) { return kindOfBoxes(bytes) }
        return kindOfText(bytes)
    }

    private static let fixed: [([UInt8], ContentKind)] = [
        ([0xFF, 0xD8, 0xFF], .image(.jpeg)),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .image(.png)),
        (Array("GIF87a".utf8), .image(.gif)),
        (Array("GIF89a".utf8), .image(.gif)),
        ([0x49, 0x49, 0x2A, 0x00], .image(.tiff)),
        ([0x4D, 0x4D, 0x00, 0x2A], .image(.tiff)),
        ([0x49, 0x49, 0x2B, 0x00], .image(.tiff)),
        ([0x4D, 0x4D, 0x00, 0x2B], .image(.tiff)),
        (Array("%PDF-".utf8), .image(.pdf)),
        (Array("%!PS".utf8), .other(.postScript)),
        (Array("PK\u{3}\u{4}".utf8), .other(.zip)),
        ([0x1F, 0x8B], .other(.gzip)),
        ([0x42, 0x4D], .image(.bmp)),
        (Array("8BPS".utf8), .other(.photoshop)),
        ([0xFF, 0x0A], .other(.jpegXL)),
        ([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20], .other(.jpegXL)),
        ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], .other(.jpeg2000)),
        ([0, 0, 1, 0], .other(.icon)),
        ([0x7F, 0x45, 0x4C, 0x46], .other(.program)),
        (Array("MZ".utf8), .other(.program)),
        (Array("#!".utf8), .other(.script)),
        (Array("push graphic-context".utf8), .other(.imageMagick)),
    ]

    /// Files of the ISO base media format (ISO/IEC 14496-12) have their brand in the first box.
    private static func kindOfBoxes(_ bytes: [UInt8]) -> ContentKind {
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let end = min(bytes.count, max(length, 16))
        let brands = stride(from: 8, to: end - 3, by: 4).filter { $0 != 12 }
            .map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
        if !["heic", "heix", "heim", "heis"].allSatisfy({ !brands.contains($0) }) { return .image(.heif) }
        if brands.contains("avif") || brands.contains("avis") { return .image(.avif) }
        if brands.contains("mif1") { return .image(.heif) }
        return .other(.film)
    }

    private static func kindOfText(_ bytes: [UInt8]) -> ContentKind {
        var rest = bytes.prefix(ContentKind.bytesNeeded)
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        // UTF-16 of ASCII text has a zero in every other byte.
        let text = rest.filter { $0 != 0 && $0 != 0xFE && $0 != 0xFF }
        let words = String(decoding: text.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        guard let first = words.first(where: { !$0.isWhitespace }), first == "<" else { return .unknown }
        if words.contains("<svg") || words.contains("doctype svg") { return .svg }
        if words.contains("<html") || words.contains("<!doctype html") || words.contains("<script") {
            return .other(.webPage)
        }
        return .other(.xml)
    }

    private static func holds(_ word: String, in bytes: [UInt8], at offset: Int) -> Bool {
        bytes.count >= offset + word.utf8.count && bytes[offset...].starts(with: word.utf8)
    }
}
