import ImageExchange

/// Checks that a file is a JPEG with a picture and nothing else (ISO/IEC 10918-1).
///
/// The helper decodes hostile files and is not trusted, so its output is checked before it is published.
enum PlainJPEG {
    /// The size of the picture. Nil if the bytes are not a JPEG, or contain metadata, a comment, or data after the picture.
    static func size(of bytes: [UInt8]) -> PixelSize? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var size: PixelSize?
        var place = 2
        while place + 4 <= bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            let next = place + 2 + length
            guard length >= 2, next <= bytes.count else { return nil }
            switch marker {
            case 0xC0, 0xC1, 0xC2:  // start of frame: baseline, extended, progressive
                guard size == nil, length >= 8 else { return nil }
                size = PixelSize(
                    width: Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
                    height: Int(bytes[place + 5]) << 8 | Int(bytes[place + 6]))
            case 0xE0, 0xDB, 0xC4, 0xDD: break  // JFIF, tables, restart interval
            case 0xDA:
                guard let end = endOfScan(bytes, from: next) else { return nil }
                if bytes[end + 1] == 0xD9 { return end + 2 == bytes.count ? size : nil }
                place = end
                continue
            default: return nil
            }
            place = next
        }
        return nil
    }

    /// The index of the marker after a scan's data.
    private static func endOfScan(_ bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var place = start
            while place + 1 < bytes.count {
                if bytes[place] != 0xFF {
                    place += 1
                } else if bytes[place + 1] == 0 || (0xD0...0xD7).contains(bytes[place + 1]) {
                    place += 2
                } else {
                    return place
                }
            }
            return nil
        }
    }
}
