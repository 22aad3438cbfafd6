import Glibc

/// Finding and changing single files among a manifest's lines: `"NAME": "HASH",` or `"NAME": "HASH PAGE",`.
extension SiteManifest {
    private static let newline = UInt8(ascii: "\n")
    private static let quote = UInt8(ascii: "\"")

    /// The fingerprint of a file's bytes, nil where the file is not part of the publication.
    func hash(of name: String) -> Fingerprint? {
        hashRange(of: name).flatMap { Fingerprint(text: lines[$0]) }
    }

    /// The page of the whole list on which an item stands, counted from 1.
    func page(of name: String) -> Int? {
        guard let hash = hashRange(of: name), hash.upperBound < lines.count,
            lines[hash.upperBound] == UInt8(ascii: " ")
        else { return nil }
        let digits = lines[(hash.upperBound + 1)...].prefix { $0 != SiteManifest.quote }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Puts another fingerprint for a file that is part of the publication.
    mutating func replace(_ hash: Fingerprint, of name: String) {
        guard let range = hashRange(of: name) else { return }
        var text: [UInt8] = []
        hash.append(to: &text)
        replace(range, with: text)
    }

    /// The number of files.
    var count: Int { lines.isEmpty ? 0 : lines.count { $0 == SiteManifest.newline } + 1 }

    /// The names of all files, in order.
    func forEachName(_ body: (String) throws -> Void) rethrows {
        var start = 0
        while start < lines.count {
            let end = lines[start...].firstIndex(of: SiteManifest.newline) ?? lines.count
            if let name = SiteManifest.name(in: lines[start..<end]) { try body(name) }
            start = end + 1
        }
    }

    /// A name as a line tells it; nil for one that leads elsewhere than into the publication.
    private static func name(in line: ArraySlice<UInt8>) -> String? {
        guard line.first == quote, let end = line.dropFirst().firstIndex(of: quote) else { return nil }
        let name = String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self)
        return SitePath.isOurs(name) ? name : nil
    }

    private func hashRange(of name: String) -> Range<Int>? {
        var key = Array(name.utf8)
        key.append(SiteManifest.quote)
        return lines.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var (low, high) = (0, bytes.count)
            while low < high {
                var start = low + (high - low) / 2
                while start > low, bytes[start - 1] != SiteManifest.newline { start -= 1 }
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
                    let end = memchr(base + start, Int32(SiteManifest.newline), high - start)
                    low = end.map { UnsafeRawPointer($0) - base + 1 } ?? high
                }
            }
            return nil
        }
    }
}

/// Which names a publication gives its files.
enum SitePath {
    /// Whether a name is one that a publication could have given: none that leads out of the folder.
    static func isOurs(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count <= 3
            && parts.allSatisfy { part in
                !part.isEmpty && !part.hasPrefix(".") && part.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }
            }
    }

    /// Whether a file found in the folder was left by a publication that broke off.
    static func isGenerated(_ name: String) -> Bool {
        if name.hasPrefix(".homepwner-") { return true }
        guard isOurs(name) else { return false }
        if name.hasPrefix("\(PublishedPicture.folder)/") { return name.hasSuffix(".jpg") }
        guard name.hasSuffix(".html") || name.hasPrefix("search/") else { return false }
        return ["item/", "search/", "page-", "location-", "tag-", "letter-"].contains { name.hasPrefix($0) }
    }
}
