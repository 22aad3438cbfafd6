import Files
package import Inventory

/// The time and camera that a photo states of itself (EXIF 2.32). Anybody can write them.
package struct CameraStatement: Equatable, Sendable {
    /// The day and time at which it was taken, with the offset from UTC if the camera states one: `2026-03-01 12:30:05 +02:00`.
    package let taken: String?
    /// Maker and model.
    package let camera: String?

    /// Reads the first EXIF data in a file of any format; nil for none, or for one that states neither.
    package init?(_ file: [UInt8]) {
        guard let exif = EXIFData(file) else { return nil }
        let image = exif.texts(at: exif.number(at: 4, bytes: 4))
        let details = exif.texts(at: image.details)
        taken = CameraStatement.moment(details.texts[0x9003], offset: details.texts[0x9011])
        let maker = image.texts[0x010F] ?? ""
        let model = image.texts[0x0110] ?? ""
        let words = model.hasPrefix(maker) ? model : "\(maker) \(model)"
        camera = words.isEmpty ? nil : String(words.prefix(80))
        if taken == nil, camera == nil { return nil }
    }

    /// Both in one line.
    package func words(separator: String) -> String {
        [taken, camera].compactMap(\.self).joined(separator: separator)
    }

    /// `2026:03:01 12:30:05` as RFC 3339 separates it; nil for any other form, such as the spaces of a camera without a clock.
    private static func moment(_ text: String?, offset: String?) -> String? {
        guard let text, matches(text, "0000:00:00 00:00:00"), text != "0000:00:00 00:00:00" else { return nil }
        let day = text.prefix(10).replacing(":", with: "-")
        let zone = offset.flatMap { matches($0, "+00:00") ? " \($0)" : nil } ?? ""
        return day + text.dropFirst(10) + zone
    }

    /// Whether a text has a digit for each 0, either sign for a plus, and otherwise the letters of a pattern.
    private static func matches(_ text: String, _ pattern: String) -> Bool {
        text.utf8.count == pattern.utf8.count
            && zip(text.utf8, pattern.utf8).allSatisfy { byte, model in
                switch model {
                case UInt8(ascii: "0"): (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                case UInt8(ascii: "+"): "+-".utf8.contains(byte)
                default: byte == model
                }
            }
    }
}

/// EXIF data: a TIFF structure (TIFF 6.0, section 2). Every place is checked, as strangers write these bytes.
private struct EXIFData {
    private let bytes: ArraySlice<UInt8>
    private let isBigEndian: Bool
    private static let mostEntries = 500

    /// Finds the structure behind the marks that JPEG, HEIC and AVIF, PNG, and WebP have before it, or in a TIFF file.
    init?(_ file: [UInt8]) {
        let marks = [("Exif\0\0", 6), ("eXIf", 4), ("EXIF", 8)].map { (Array($0.utf8), $1) }
        var starts = [0]
        for (mark, length) in marks {
            // HEIC has the word in its table of contents, too.
            var next = ByteSearch.first(mark, in: file, from: 0)
            while let found = next, starts.count < 100 {
                starts.append(found + length)
                next = ByteSearch.first(mark, in: file, from: found + length)
            }
        }
        for start in starts where start < file.count {
            let tail = file[start...].prefix(1 << 20)
            switch Array(tail.prefix(4)) {
            case [0x49, 0x49, 0x2A, 0]: (bytes, isBigEndian) = (tail, false)
            case [0x4D, 0x4D, 0, 0x2A]: (bytes, isBigEndian) = (tail, true)
            default: continue
            }
            return
        }
        return nil
    }

    /// The number at a place; 0 outside of the data.
    func number(at place: Int, bytes count: Int) -> Int {
        guard place >= 0, place <= bytes.count - count else { return 0 }
        let digits = bytes[(bytes.startIndex + place)..<(bytes.startIndex + place + count)]
        return (isBigEndian ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The texts of a directory by their tags, and the place of the directory with the details.
    func texts(at place: Int) -> (texts: [Int: String], details: Int) {
        var (texts, details) = ([Int: String](), 0)
        guard place > 0 else { return (texts, details) }
        for entry in 0..<min(number(at: place, bytes: 2), EXIFData.mostEntries) {
            let start = place + 2 + 12 * entry
            let (tag, type) = (number(at: start, bytes: 2), number(at: start + 2, bytes: 2))
            if tag == 0x8769 { details = number(at: start + 8, bytes: 4) }
            guard type == 2 else { continue }
            let count = number(at: start + 4, bytes: 4)
            let text = count <= 4 ? start + 8 : number(at: start + 8, bytes: 4)
            guard count <= 200, text + count <= bytes.count else { continue }
            let content = bytes[(bytes.startIndex + text)..<(bytes.startIndex + text + count)].prefix { $0 != 0 }
            guard content.allSatisfy({ (0x20..<0x7F).contains($0) }) else { continue }
            texts[tag] = String(decoding: content, as: UTF8.self).split(separator: " ").joined(separator: " ")
        }
        return (texts, details)
    }
}

extension PhotoStore {
    /// The time and camera that an original states; nil if it states none.
    /// - Throws: `read` if the file cannot be read.
    package func cameraStatement(of hash: ContentHash) throws -> CameraStatement? {
        CameraStatement(try readFile(originalPath(of: hash), upTo: 1 << 26))
    }
}
