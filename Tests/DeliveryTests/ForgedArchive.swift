import Foundation

/// A zip archive that is written byte by byte, so that each field can be forged.
struct ForgedArchive {
    struct Entry {
        var name: [UInt8]
        var content: [UInt8]
        /// The name before the content.
        var localName: [UInt8]
        var flags = 0
        var localMethod = 0
        var localCRC: UInt32
        var localSize: Int
        var extra: [UInt8] = []
        var localExtra: [UInt8] = []
        var comment: [UInt8] = []
        var attributes: UInt32 = 0o100644 << 16
        /// The deflate stream of the content, if it is not stored as it is, and what follows inside its stated size.
        var packed: [UInt8]?
        /// Bytes behind the content.
        var behind: [UInt8] = []
        /// The entry whose content the directory names; nil for its own.
        var sharesContentOf: Int?
        let crc: UInt32

        init(_ name: String, _ content: [UInt8]) {
            self.name = Array(name.utf8)
            self.content = content
            localName = self.name
            crc = ForgedArchive.crc(content)
            localCRC = crc
            localSize = content.count
            flags = name.utf8.allSatisfy { $0 < 0x80 } ? 0 : 1 << 11
        }
    }

    var entries: [Entry]
    /// Bytes before the first entry; offsets count them if `isShifted`.
    var before: [UInt8] = []
    var isShifted = true
    /// Bytes between the directory and the end record.
    var beforeEnd: [UInt8] = []
    var comment: [UInt8] = []
    var after: [UInt8] = []
    /// Added to the number of entries that the end record states.
    var countError = 0

    subscript(name: String) -> Entry {
        get { entries[index(of: name)] }
        set { entries[index(of: name)] = newValue }
    }

    func index(of name: String) -> Int { entries.firstIndex { $0.name == Array(name.utf8) } ?? 0 }

    /// The part before the directory, and the offsets of the entries.
    var contents: (bytes: [UInt8], offsets: [Int]) {
        var bytes = before
        var offsets: [Int] = []
        for entry in entries {
            offsets.append(bytes.count - (isShifted ? 0 : before.count))
            guard entry.sharesContentOf == nil else { continue }
            bytes += number(0x0403_4B50, 4) + number(20, 2) + number(entry.flags, 2)
            bytes += number(entry.packed == nil ? entry.localMethod : 8, 2)
            bytes += number(0x5A21_4D00, 4) + number(Int(entry.localCRC), 4)
            bytes += number(entry.packed?.count ?? entry.localSize, 4) + number(entry.localSize, 4)
            bytes += number(entry.localName.count, 2) + number(entry.localExtra.count, 2)
            bytes += entry.localName + entry.localExtra + (entry.packed ?? entry.content) + entry.behind
        }
        return (bytes, offsets)
    }

    var bytes: [UInt8] {
        var (bytes, offsets) = contents
        let start = bytes.count
        for (index, entry) in entries.enumerated() {
            bytes += number(0x0201_4B50, 4) + number(0x0314, 2) + number(20, 2) + number(entry.flags, 2)
            bytes += number(entry.packed == nil ? 0 : 8, 2) + number(0x5A21_4D00, 4) + number(Int(entry.crc), 4)
            bytes += number(entry.packed?.count ?? entry.content.count, 4) + number(entry.content.count, 4)
            bytes += number(entry.name.count, 2) + number(entry.extra.count, 2) + number(entry.comment.count, 2)
            bytes += number(0, 4) + number(Int(entry.attributes), 4)
            bytes += number(offsets[entry.sharesContentOf ?? index], 4)
            bytes += entry.name + entry.extra + entry.comment
        }
        let size = bytes.count - start
        bytes += beforeEnd + number(0x0605_4B50, 4) + number(0, 4)
        bytes += number(entries.count + countError, 2) + number(entries.count + countError, 2)
        bytes += number(size, 4) + number(start - (isShifted ? 0 : before.count), 4)
        return bytes + number(comment.count, 2) + comment + after
    }

    /// A deflate stream of one stored block (RFC 1951, 3.2.4).
    static func deflated(_ content: [UInt8]) -> [UInt8] {
        [1] + number(content.count, 2) + number(~content.count, 2) + content
    }

    /// An extra field (APPNOTE.TXT, 4.5).
    static func field(_ kind: Int, _ bytes: [UInt8]) -> [UInt8] { number(kind, 2) + number(bytes.count, 2) + bytes }

    /// The field 0x7075, which gives an entry another name (APPNOTE.TXT, 4.6.9).
    static func unicodePath(_ name: String, for original: String) -> [UInt8] {
        field(0x7075, [1] + number(Int(crc(Array(original.utf8))), 4) + Array(name.utf8))
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] { ForgedArchive.number(value, count) }

    static func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 0xFF) } }

    static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        }
        return ~crc
    }
}
