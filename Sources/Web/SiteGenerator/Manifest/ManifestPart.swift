import Files
import Glibc

/// Some of a publication's files with the fingerprint of their bytes: a file of the folder `manifest`.
///
/// A JSON object with one file a line, sorted by name as bytes, so that a file is found by halving without reading the
/// rest: `"NAME": "HASH",`. An item's file tells the page of the whole list that the item stands on:
/// `"NAME": "HASH PAGE",`.
struct ManifestPart: Sendable {
    private static let newline = UInt8(ascii: "\n")
    private static let quote = UInt8(ascii: "\"")
    private static let opening = Array("{\n".utf8)
    private static let closing = Array("\n}\n".utf8)

    private var lines: [UInt8] = []

    /// A part without files.
    init() {}

    /// Reads a part; nil where the bytes are none.
    init?(_ bytes: [UInt8]) {
        let (start, end) = (ManifestPart.opening.count, bytes.count - ManifestPart.closing.count)
        guard start <= end, bytes.starts(with: ManifestPart.opening), bytes[end...].elementsEqual(ManifestPart.closing)
        else { return nil }
        lines = Array(bytes[start..<end])
    }

    /// The bytes of the part.
    var encoded: [UInt8] { ManifestPart.opening + lines + ManifestPart.closing }

    /// Adds a file, whose name comes after those that are there.
    mutating func append(_ name: String, _ hash: Fingerprint, page: Int?) {
        if !lines.isEmpty { lines += ",\n".utf8 }
        lines.append(ManifestPart.quote)
        lines += name.utf8
        lines += "\": \"".utf8
        hash.append(to: &lines)
        if let page { lines += " \(page)".utf8 }
        lines.append(ManifestPart.quote)
    }

    /// The fingerprint of a file's bytes, nil where the file is not among these.
    func hash(of name: String) -> Fingerprint? {
        hashRange(of: name).flatMap { Fingerprint(text: lines[$0]) }
    }

    /// The page of the whole list on which an item stands, counted from 1.
    func page(of name: String) -> Int? {
        guard let hash = hashRange(of: name), hash.upperBound < lines.count,
            lines[hash.upperBound] == UInt8(ascii: " ")
        else { return nil }
        let digits = lines[(hash.upperBound + 1)...].prefix { $0 != ManifestPart.quote }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Puts another fingerprint for a file that is among these.
    mutating func replace(_ hash: Fingerprint, of name: String) {
        guard let range = hashRange(of: name) else { return }
        var text: [UInt8] = []
        hash.append(to: &text)
        lines.replaceSubrange(range, with: text)
    }

    /// The names of the files, in order: each with a 0 after it, for the system's calls.
    func forEachName(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
        var name: [UInt8] = []
        var start = 0
        while start < lines.count {
            let end = lines[start...].firstIndex(of: ManifestPart.newline) ?? lines.count
            name.removeAll(keepingCapacity: true)
            name += lines[(start + 1)..<end].prefix { $0 != ManifestPart.quote }
            start = end + 1
            // One that leads elsewhere than into the publication is passed over.
            guard SitePath.isOurs(name) else { continue }
            name.append(0)
            try name.withUnsafeBufferPointer(body)
        }
    }

    private func hashRange(of name: String) -> Range<Int>? {
        var key = Array(name.utf8)
        key.append(ManifestPart.quote)
        return lines.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var (low, high) = (0, bytes.count)
            while low < high {
                var start = low + (high - low) / 2
                while start > low, bytes[start - 1] != ManifestPart.newline { start -= 1 }
                let room = min(key.count, high - start - 1)
                var order = room > 0 ? Int(memcmp(key, base + start + 1, room)) : -1
                if order == 0, room < key.count { order = 1 }
                if order == 0 {
                    let hash = start + 1 + key.count + 3
                    return hash + Fingerprint.textCount <= bytes.count ? hash..<(hash + Fingerprint.textCount) : nil
                }
                if order < 0 {
                    high = start
                } else {
                    let end = memchr(base + start, Int32(ManifestPart.newline), high - start)
                    low = end.map { UnsafeRawPointer($0) - base + 1 } ?? high
                }
            }
            return nil
        }
    }
}
