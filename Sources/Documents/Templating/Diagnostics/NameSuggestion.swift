internal import JSON

extension TemplateError {
    /// The name that an author most likely meant; nil if none is near enough to be a likely typo.
    package static func nearest(to name: String, among candidates: [String]) -> String? {
        NameSuggestion.nearest(to: name, among: candidates)
    }
}

/// Finds the name an author most likely meant.
enum NameSuggestion {
    /// Longer names, in bytes, and more of them take too long to compare.
    private static let (longest, most) = (48, 500)

    /// The candidate nearest to `name`, if one is near enough to be a likely typo; else one that is the name with a word
    /// before it, as `fieldValue` is to `value`.
    static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        typo(of: name, among: candidates) ?? withWordBefore(name, among: candidates)
    }

    /// The shortest candidate that ends in `name` as a word of its own.
    static func withWordBefore(_ name: String, among candidates: some Sequence<String>) -> String? {
        guard let first = name.first else { return nil }
        let word = first.uppercased() + name.dropFirst()
        return candidates.filter { $0.hasSuffix(word) && $0 != word }.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    private static func typo(of name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8)
        guard !wanted.isEmpty, wanted.count <= longest else { return nil }
        let limit = max(1, wanted.count / 3)
        // Each byte more or less is a difference.
        let near = candidates.filter { abs($0.utf8.count - wanted.count) <= limit }
        var best: (name: String, distance: Int)?
        for candidate in near.sorted().prefix(most) {
            let distance = editDistance(wanted, Array(candidate.lowercased().utf8))
            if distance <= limit, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }
}
