import FoundationEssentials
import Inventory

/// The names of published files.
enum SitePath {
    /// Whether a file may be one that this program published: then it is removed if no page leads to it any more. Only
    /// exact forms count, so that files of others in the same folder stay.
    static func isGenerated(_ name: String) -> Bool {
        if name.hasPrefix(".homepwner-") || fixed.contains(name) { return true }
        if name.hasPrefix("item/") { return item(name) != nil }
        if let file = name.removing(prefix: "photo/", suffix: ".jpg") {
            let parts = file.split(separator: "-")
            return parts.count == 2 && ContentHash(parts[0]) != nil
                && ["320", "1024", "2048"].contains(parts[1])
        }
        if let file = name.removing(prefix: "search/", suffix: ".json") {
            return file == "index" || isNumber(file.removing(prefix: "index-", suffix: "") ?? file)
        }
        // Parts of the manifest of earlier versions.
        if let file = name.removing(prefix: "manifest/", suffix: ".json") {
            return ["files", "lists", "photos"].contains(file) || file.hasPrefix("items-") && file.utf8.count <= 8
        }
        if name == "manifest/.stamps" { return true }
        if name.hasPrefix("assets/") { return SiteAssets.names.contains(String(name.dropFirst("assets/".count))) }
        guard !name.contains("/"), let file = name.removing(prefix: "", suffix: ".html") else { return false }
        return isPage(file)
    }

    /// The item whose page has this name; nil if it is none.
    static func item(_ name: String) -> UUID? {
        name.removing(prefix: "item/", suffix: ".html").flatMap { UUID(text: $0) }
    }

    private static let fixed: Set<String> = [
        "index.html", "overview.html", "companion.css", "app.webmanifest", SiteAssets.worker,
        "homepwner-site.unfinished",
    ]

    /// Whether a name without its extension is that of a page of a list or of links.
    private static func isPage(_ file: String) -> Bool {
        for prefix in ["items-", "page-"] {
            if let rest = file.removing(prefix: prefix, suffix: "") { return rest == "last" || isNumber(rest) }
        }
        var stem = file
        if let hyphen = file.lastIndex(of: "-") {
            let end = file[file.index(after: hyphen)...]
            // Pages of earlier versions end in a number alone.
            if end == "last" || isNumber(end) || end.first == "p" && isNumber(end.dropFirst()) {
                stem = String(file[..<hyphen])
            }
        }
        if ["browse-locations", "browse-tags", "location-none", "tag-none"].contains(stem) { return true }
        if let letter = stem.removing(prefix: "letter-", suffix: "") {
            return letter == "other" || letter == "digit" || letter.utf8.count == 1
        }
        return ["location-", "tag-"].contains { prefix in
            guard stem.hasPrefix(prefix), let tag = stem.split(separator: "-").last else { return false }
            return tag.utf8.count == 10 && tag.allSatisfy(\.isHexDigit)
        }
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether a name was that of a page of the whole list before pages had permanent names.
    static func isNumberedPage(_ name: String) -> Bool {
        name.removing(prefix: "page-", suffix: ".html").map { isNumber($0) } ?? false
    }
}

extension String {
    /// The text between a prefix and a suffix; nil if it does not have both.
    fileprivate func removing(prefix: String, suffix: String) -> String? {
        guard utf8.count >= prefix.utf8.count + suffix.utf8.count, hasPrefix(prefix), hasSuffix(suffix) else {
            return nil
        }
        return String(dropFirst(prefix.count).dropLast(suffix.count))
    }
}
