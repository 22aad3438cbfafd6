import Inventory

/// Finds the fields that headings name.
struct HeadingMatcher {
    /// A field for a column.
    struct Match {
        let target: ColumnTarget
        let reason: ColumnProposal.Reason
        /// The quality of the match; a smaller number is better.
        let rank: Int
    }

    private let vocabulary: Vocabulary

    init(_ vocabulary: Vocabulary = .shared) { self.vocabulary = vocabulary }

    /// The number of cells that could be headings of different fields.
    func matches(_ cells: [String]) -> Int {
        if let preset = ProgramPreset.find(cells) { return cells.count { preset.target(of: $0) != nil } }
        if cells.contains(where: { $0.hasPrefix("HB.") }) || SnipeITColumns.detect(cells) { return cells.count }
        var found: Set<String> = []
        for cell in cells where !cell.isEmpty && cell.utf8.count <= 80 {
            if let match = match(cell, languages: vocabulary.languages) { found.insert(match.target.name) }
        }
        return found.count
    }

    /// Whether a heading is that of names or descriptions.
    func namesItems(_ headings: [String]) -> Bool {
        match(headings).matches.contains { match in
            [.field(.name), .field(.description), .modelName].contains(match?.target)
        }
    }

    /// The language in which most headings are words for fields.
    func language(of headings: [String]) -> LanguageWords? {
        let folded = headings.map { Heading.folded(Heading($0).plain) }
        let counts = vocabulary.languages.map { language in
            (language, folded.count { language.headings[$0] != nil })
        }
        return counts.reduce(nil as (LanguageWords, Int)?) { best, next in
            next.1 > best?.1 ?? 0 ? next : best
        }?.0
    }

    /// Returns the field of each heading, nil for a heading that names none, and the program if the headings tell it.
    func match(_ headings: [String]) -> (matches: [Match?], program: String?, preset: ProgramPreset?) {
        if headings.contains(where: { $0.hasPrefix("HB.") }) {
            let matches = headings.map { heading in
                HomeboxColumns.target(of: heading).map { Match(target: $0, reason: .program("homebox"), rank: 0) }
            }
            return (matches, "homebox", nil)
        }
        if SnipeITColumns.detect(headings) {
            let names = SnipeITColumns.lowercased(headings)
            let matches = headings.map { heading -> Match? in
                let target = SnipeITColumns.target(of: heading, among: names)
                if case .customField = target { return nil }
                return Match(target: target, reason: .program("snipe-it"), rank: 0)
            }
            return (matches, "snipe-it", nil)
        }
        let preset = ProgramPreset.find(headings)
        let main = language(of: headings)
        let order = (main.map { [$0] } ?? []) + vocabulary.languages.filter { $0.language != main?.language }
        let matches = headings.map { heading -> Match? in
            if let preset, let target = preset.target(of: heading) {
                return Match(target: target, reason: .program(preset.program), rank: 0)
            }
            return match(preset?.customName(in: heading) ?? heading, languages: order)
        }
        return (matches, preset?.program, preset)
    }

    private func match(_ heading: String, languages: [LanguageWords]) -> Match? {
        for text in [heading, Heading(heading).plain] {
            let folded = Heading.folded(text)
            if folded.isEmpty { continue }
            if let target = PlainColumns.target(of: text) {
                switch target {
                case .ignored, .recordKind, .customField: break
                default: return Match(target: target, reason: .documented, rank: 1)
                }
            }
            for (index, language) in languages.enumerated() {
                if let found = language.headings[folded] {
                    return Match(
                        target: found.target, reason: .synonym(language: language.language),
                        rank: 2 + index * 100 + found.rank)
                }
            }
        }
        return nil
    }
}
