/// The languages of the program: those with a file in Templates/words.
package enum Languages {
    /// Their tags (BCP 47) in alphabetical order.
    package static let all: [String] = EmbeddedFiles.paths.compactMap { path in
        path.hasPrefix(folder) && path.hasSuffix(fileExtension)
            ? String(path.dropFirst(folder.count).dropLast(fileExtension.count)) : nil
    }.sorted()

    /// The languages of pages, forms, reports and labels alone: messages of the command line are in English, and those
    /// of the server if the file does not have them.
    package static let reading: Set<String> = ["es", "fr", "he", "it", "nl", "pt"]

    /// The language that is used if there is no better one.
    package static let fallback = "en"

    private static let folder = "Templates/words/"
    private static let fileExtension = ".json"

    /// The language that matches a tag best: the same language, in the script that the tag names or that is usual in its
    /// region (`zh-TW` means `zh-Hant`). Nil if the program does not have the language.
    package static func nearest(to tag: String) -> String? {
        let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
        guard let name = parts.first else { return nil }
        let known = all.filter { $0.lowercased().split(separator: "-").first == name }
        guard known.count > 1 else { return known.first }
        let script = parts.first { $0.count == 4 } ?? (parts.contains { traditional.contains($0) } ? "hant" : "hans")
        return known.first { $0.lowercased().hasSuffix("-\(script)") } ?? known.first
    }

    /// Regions that write Chinese with traditional characters (CLDR, likely subtags).
    private static let traditional: Set<Substring> = ["tw", "hk", "mo"]

    /// The language that matches a browser's Accept-Language field best (RFC 9110, 12.5.4), or `language` if none does.
    package static func accepted(by field: String?, otherwise language: String) -> String {
        var best: (language: String, weight: Double)?
        for range in (field ?? "").split(separator: ",").prefix(16) {
            let pieces = range.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard let tag = pieces.first, let language = nearest(to: tag) else { continue }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if weight > 0, weight > (best?.weight ?? 0) { best = (language, weight) }
        }
        return best?.language ?? (all.contains(language) ? language : fallback)
    }

    /// The environment variables for the language of messages. The first one that is set and not empty decides
    /// (POSIX.1-2024, Base Definitions, 8.2).
    package static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

    /// The language of a process's messages: `de_AT.UTF-8` means German; `C`, `POSIX` and unknown languages mean English.
    package static func ofMessages(in environment: [String: String]) -> String {
        let value = variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let language = nearest(to: String(value.prefix { $0 != "." && $0 != "@" })) ?? fallback
        return reading.contains(language) ? fallback : language
    }
}
