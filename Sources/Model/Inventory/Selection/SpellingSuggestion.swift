import JSON

/// Finds the word that was probably meant in a call or filter: unlike the template engine's, it takes the beginning of a
/// word too.
package enum SpellingSuggestion {
    /// The known word nearest to `word`; nil if none is near.
    ///
    /// A word is near if at most a third of its letters differ, or if one begins with the other.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let letters = Array(word.lowercased().utf8.prefix(64))
        var best: (word: String, distance: Int)?
        for candidate in known {
            let other = Array(candidate.lowercased().utf8.prefix(64))
            var distance = editDistance(letters, other)
            if letters.count >= 3, other.starts(with: letters) { distance = min(distance, 1) }
            if distance <= max(1, max(letters.count, other.count) / 3), distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.word
    }
}
