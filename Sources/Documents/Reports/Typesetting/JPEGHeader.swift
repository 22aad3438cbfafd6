import Files

/// The head of a JPEG (ITU-T T.81, B.1): everything that describes its pixels, without the pixels.
///
/// Typst keeps the data of a picture in memory four times until its end. It sets the same document from the head alone,
/// which `PDFPostProcessor` replaces by the picture.
enum JPEGHeader {
    /// Begins the comment that names the picture in its head; the name of its file follows.
    static let mark = "homepwner:"

    /// More than the bytes up to the end of the comment: a name is a hash with an extension.
    static let maxCommentLength = 512

    /// The most of a file that is searched for the end of its head.
    private static let most = 1 << 16

    /// The head of a picture with its name in it.
    /// - Returns: nil if the file does not begin like the pictures made for reports.
    /// - Throws: the error of the system.
    static func of(_ path: String, named name: String) throws -> [UInt8]? {
        let start = try readFile(path, upTo: most)
        guard let end = end(of: start) else { return nil }
        let comment = Array((mark + name).utf8)
        let length = comment.count + 2
        return start[..<2] + [0xFF, 0xFE, UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)] + comment + start[2..<end]
            + [0xFF, 0xD9]
    }

    /// The offset of the pixels: after the segment that announces them.
    private static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] >= 0xC0 {
            let next = at + 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
            guard next <= bytes.count else { return nil }
            if bytes[at + 1] == 0xDA { return next }
            at = next
        }
        return nil
    }

    /// The name in the comment at the beginning of a picture's data; nil if the head was not made here.
    static func name(in data: [UInt8]) -> String? {
        guard data.starts(with: [0xFF, 0xD8, 0xFF, 0xFE]), data.count > 6 else { return nil }
        let length = Int(data[4]) << 8 + Int(data[5])
        let comment = data.dropFirst(6).prefix(length - 2)
        guard length > 2, comment.starts(with: mark.utf8) else { return nil }
        let name = String(decoding: comment.dropFirst(mark.utf8.count), as: UTF8.self)
        let isPlain = name.utf8.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        return isPlain ? name : nil
    }
}
