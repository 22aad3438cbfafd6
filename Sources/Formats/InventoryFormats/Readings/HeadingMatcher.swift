import Inventory
import JSON

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

    /// The language in which most headings are words for fields. One word, which other languages may have too, is no
    /// evidence if most headings are unknown.
    func language(of headings: [String]) -> LanguageWords? {
        let folded = headings.map { Heading.folded(Heading($0).plain) }
        var best: (language: LanguageWords, count: Int, ranks: Int)?
        for language in vocabulary.languages {
            let ranks = folded.compactMap { language.headings[$0]?.rank }
            // Of languages with as many of the words, it is the one in which they are the usual ones.
            let next = (language, ranks.count, ranks.reduce(0, +))
            if (next.1, -next.2) > (best?.count ?? 0, -(best?.ranks ?? 0)) { best = next }
        }
        guard let best, best.count > 1 || folded.count(where: { !$0.isEmpty }) <= 2 else { return nil }
        return best.language
    }

    /// Returns the field of each heading, nil for a heading that names none, and the program if the headings tell it.
    func match(_ headings: [String]) -> (matches: [Match?], program: String?, preset: ProgramPreset?) {
        if headings.contains(where: { $0.hasPrefix("HB.") }) {
            let matches = headings.map { heading in
                HomeboxColumns.target(of: heading).map { Match(target: $0, reason: .program("homebox"), rank: 0) }
            }
            return (matches, "homebox", nil)
        }
        if HomepwnerColumns.detect(headings) {
            let matches = headings.map { heading in
                PlainColumns.target(of: heading).map { Match(target: $0, reason: .documented, rank: 0) }
            }
            return (matches, HomepwnerColumns.program, nil)
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
        let plain = Heading(heading).plain
        for text in [heading, plain] + (Heading.withoutPrepositions(plain).map { [$0] } ?? []) {
            let folded = Heading.folded(text)
            if folded.isEmpty { continue }
            if let target = PlainColumns.target(of: text) {
                switch target {
                case .ignored, .recordKind: break
                default: return Match(target: target, reason: .documented, rank: 1)
                }
            }
            for (index, language) in languages.enumerated() {
                // An abbreviation is not a word of another language: `ROM` is not a Norwegian room.
                if index > 0, folded.utf8.count <= 3, text == text.uppercased(), language.language != "en" { continue }
                if let found = language.headings[folded] {
                    return Match(
                        target: found.target, reason: .synonym(language: language.language),
                        rank: 2 + index * 100 + found.rank)
                }
            }
        }
        return ofYear(plain, languages)
    }

    /// The field of amounts whose heading has a year, such as `Value 2024`: a later year goes before an earlier one, and a
    /// heading without one before both.
    private func ofYear(_ heading: String, _ languages: [LanguageWords]) -> Match? {
        var words = heading.split(separator: " ")
        guard words.count > 1, let place = [words.count - 1, 0].first(where: { words[$0].count == 4 }),
            let year = Int(words[place]), (1950...2100).contains(year)
        else { return nil }
        words.remove(at: place)
        guard let match = match(words.joined(separator: " "), languages: languages), match.target.kind == .money else {
            return nil
        }
        return Match(target: match.target, reason: match.reason, rank: match.rank + 100_000 - year)
    }
}

/// The headings of another program's export: a file of `Templates/programs`.
struct ProgramPreset: Sendable {
    let program: String
    /// The headings by which the program is recognised, folded; all must be there.
    private let required: [String]
    private let columns: [String: ColumnTarget]
    /// The order in which columns are joined in one field, by folded heading.
    private let parts: [String: Int]
    /// Rows that are not items.
    let omitted: [OmittedValue]
    /// The beginning of headings of custom fields.
    private let customPrefix: String?
    /// Whether amounts with more decimals than the currency has are kept as text: prices of small parts.
    let keepsExcessDecimals: Bool

    static let all = EmbeddedTables.files(in: "Templates/programs/").compactMap(ProgramPreset.init)

    init?(_ json: JSONValue) {
        guard let program = json["program"]?.string else { return nil }
        self.program = program
        required = (json["headings"]?.array ?? []).compactMap(\.string).map(Heading.folded)
        var columns: [String: ColumnTarget] = [:]
        for member in json["columns"]?.object ?? [] {
            guard let target = member.value.string.flatMap(ColumnTarget.init(named:)) else { return nil }
            columns[Heading.folded(member.name)] = target
        }
        self.columns = columns
        var parts: [String: Int] = [:]
        for member in json["parts"]?.object ?? [] {
            parts[Heading.folded(member.name)] = member.value.integer.map(Int.init)
        }
        self.parts = parts
        omitted = (json["leaveOut"]?.array ?? []).compactMap { rule in
            guard let heading = rule["heading"]?.string, let value = rule["value"]?.string else { return nil }
            return OmittedValue(heading: heading, value: value)
        }
        customPrefix = json["customPrefix"]?.string
        keepsExcessDecimals = json["excessDecimals"]?.string == "keep"
    }

    /// Returns the program whose headings these are; the one with the most headings if several fit.
    static func find(_ headings: [String]) -> ProgramPreset? {
        let folded = Set(headings.map(Heading.folded))
        return all.filter { !$0.required.isEmpty && $0.required.allSatisfy(folded.contains) }
            .max { $0.required.count < $1.required.count }
    }

    /// Returns the field of a heading; nil if the program does not name it.
    func target(of heading: String) -> ColumnTarget? { columns[Heading.folded(heading)] }

    /// Returns the place of a column among those that are joined.
    func part(of heading: String) -> Int? { parts[Heading.folded(heading)] }

    /// Returns the name of the custom field in a heading such as `cf:Serial number,type:text`; nil for other headings.
    func customName(in heading: String) -> String? {
        guard let customPrefix, heading.hasPrefix(customPrefix) else { return nil }
        let name = heading.dropFirst(customPrefix.count)
        let end = name.firstIndex(of: ",") ?? name.endIndex
        return String(name[..<end].trimmingSpaces())
    }
}
