/// Which names a publication gives its files.
enum SitePath {
    /// Whether a name is one that a publication could have given: none that leads out of the folder.
    static func isOurs(_ name: String) -> Bool { isOurs(Array(name.utf8)) }

    /// The same of a name's bytes.
    static func isOurs(_ name: [UInt8]) -> Bool {
        var parts = 1
        var isAtStart = true
        for byte in name {
            if byte == UInt8(ascii: "/") {
                if isAtStart { return false }
                parts += 1
                isAtStart = true
                continue
            }
            guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\\"), !(isAtStart && byte == UInt8(ascii: "."))
            else { return false }
            isAtStart = false
        }
        return !isAtStart && parts <= 3
    }

    /// Whether a file found in the folder was left by a publication that broke off.
    static func isGenerated(_ name: String) -> Bool {
        if name.hasPrefix(".homepwner-") { return true }
        guard isOurs(name) else { return false }
        if name.hasPrefix("\(PublishedPicture.folder)/") { return name.hasSuffix(".jpg") }
        if name.hasPrefix("\(SiteManifest.folder)/") { return name.hasSuffix(".json") }
        guard name.hasSuffix(".html") || name.hasPrefix("search/") else { return false }
        return ["item/", "search/", "page-", "location-", "tag-", "letter-", "browse-"].contains { name.hasPrefix($0) }
    }
}
