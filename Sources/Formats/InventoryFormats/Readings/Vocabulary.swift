import EmbeddedAssets
import Inventory
import JSON

/// The words of one language by which tables are understood: a file of `Templates/columns`.
struct LanguageWords: Sendable {
    let language: String
    /// Headings, folded, with their target and their rank among the headings of that target.
    let headings: [String: (target: ColumnTarget, rank: Int)]
    /// Headings of amounts that may be those of one piece or of all pieces of a row.
    let openAmounts: Set<String>
    /// Headings of a number of pieces or an amount of money.
    let moneyOrCount: Set<String>
    let totals: Set<String>
    /// Words for averages, counts and carried sums. Names may begin or end with them (`Pro Max`).
    let summaries: Set<String>
    /// Words for taxes, shipping and discounts in the rows of an invoice.
    let charges: Set<String>
    let rooms: Set<String>
    /// The currencies of the countries that speak it, the usual one first; empty if they say nothing.
    let currencies: [Currency]
    /// Whether all of them write the day before the month.
    let writesDayFirst: Bool
}

/// The names of months and weekdays, in all languages.
struct MonthNames: Sendable {
    private let months: [String: Int]
    private let weekdays: Set<String>

    init(_ months: [String: Int], weekdays: Set<String>) {
        self.months = months
        self.weekdays = weekdays
    }

    func month(_ word: String) -> Int? { months[word] }

    func isWeekday(_ word: String) -> Bool { weekdays.contains(word) }
}

/// The words by which tables are understood. A class, because every cell is compared with them.
final class Vocabulary: Sendable {
    let languages: [LanguageWords]
    let months: MonthNames
    /// The words for totals in all languages, folded.
    private let totals: Set<String>
    private let summaries: Set<String>
    /// The words for taxes, shipping and discounts in all languages, folded.
    private let charges: Set<String>
    /// The names of rooms in all languages, folded.
    private let rooms: Set<String>
    /// The ends of the words for totals.
    private let totalEnds: PhraseEnds
    private let yes: Set<String>
    private let no: Set<String>
    private let blank: Set<String>
    /// The first bytes of the words for "none", in lower case: they rule out most cells.
    private let blankStarts: [Bool]

    /// The embedded files of all languages, English first.
    static let shared = Vocabulary(files: EmbeddedTables.files(in: "Templates/columns/"))

    init(files: [JSONValue]) {
        var languages: [LanguageWords] = []
        var months: [String: Int] = [:]
        var weekdays: Set<String> = []
        var (yes, no, blank): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        for file in files {
            guard let language = file["language"]?.string else { continue }
            var headings: [String: (target: ColumnTarget, rank: Int)] = [:]
            for member in file["headings"]?.object ?? [] {
                guard let target = ColumnTarget(named: member.name) else { continue }
                for (rank, heading) in Vocabulary.texts(member.value).enumerated() {
                    let folded = Heading.folded(heading)
                    if headings[folded] == nil { headings[folded] = (target, rank) }
                }
            }
            Vocabulary.addForms(of: file, to: &headings)
            languages.append(
                LanguageWords(
                    language: language, headings: headings,
                    openAmounts: Set(Vocabulary.texts(file["openAmounts"]).map(Heading.folded)),
                    moneyOrCount: Set(Vocabulary.texts(file["moneyOrCount"]).map(Heading.folded)),
                    totals: Set(Vocabulary.texts(file["totals"]).map(Heading.folded)),
                    summaries: Set(Vocabulary.texts(file["summaries"]).map(Heading.folded)),
                    charges: Set(Vocabulary.texts(file["charges"]).map(Heading.folded)),
                    rooms: Set(Vocabulary.texts(file["rooms"]).map(Heading.folded)),
                    currencies: Vocabulary.texts(file["currencies"]).compactMap { Currency(utf8: Array($0.utf8)) },
                    writesDayFirst: file["dates"]?.string == DateOrder.dayMonthYear.rawValue))
            weekdays.formUnion(Vocabulary.texts(file["weekdays"]))
            for (index, names) in (file["months"]?.array ?? []).enumerated() {
                for name in Vocabulary.texts(names) { months[name.lowercased()] = index + 1 }
            }
            yes.formUnion(Vocabulary.texts(file["yes"]))
            no.formUnion(Vocabulary.texts(file["no"]))
            blank.formUnion(Vocabulary.texts(file["blank"]))
        }
        self.languages = languages.sorted {
            ($0.language != "en" ? 1 : 0, $0.language) < ($1.language != "en" ? 1 : 0, $1.language)
        }
        self.months = MonthNames(months, weekdays: weekdays)
        totals = languages.reduce(into: []) { $0.formUnion($1.totals) }
        summaries = languages.reduce(into: []) { $0.formUnion($1.summaries) }
        charges = languages.reduce(into: []) { $0.formUnion($1.charges) }
        rooms = languages.reduce(into: []) { $0.formUnion($1.rooms) }
        totalEnds = PhraseEnds(
            files.flatMap { file in ["totals", "summaries", "charges"].flatMap { Vocabulary.texts(file[$0]) } })
        (self.yes, self.no, self.blank) = (yes.subtracting(["no"]), no, blank)
        let starts = Set(blank.compactMap(\.utf8.first))
        blankStarts = (0...UInt8.max).map { starts.contains($0) || starts.contains($0 | 0x20) }
    }

    /// Adds headings that follow from others: two words in the other order or without the preposition between them
    /// (`Compra data` of `Data de compra`), and amounts of one piece (`Price per piece` of `Price`).
    private static func addForms(of file: JSONValue, to headings: inout [String: (target: ColumnTarget, rank: Int)]) {
        let perPiece = texts(file["perPiece"]).map(Heading.folded)
        for member in file["headings"]?.object ?? [] {
            guard let target = ColumnTarget(named: member.name) else { continue }
            let isAmount = target.kind == .money && target != .lineTotal
            for (rank, heading) in texts(member.value).enumerated() {
                let words = (Heading.withoutPrepositions(heading) ?? heading).split(separator: " ").map {
                    Heading.folded(String($0))
                }
                var forms = words.count == 2 ? [(words[0] + words[1], rank), (words[1] + words[0], rank)] : []
                if isAmount {
                    let folded = Heading.folded(heading)
                    forms += perPiece.flatMap { [(folded + $0, 0), ($0 + folded, 0)] }
                }
                for (form, rank) in forms where headings[form] == nil { headings[form] = (target, rank) }
            }
        }
    }

    private static func texts(_ value: JSONValue?) -> [String] { value?.array?.compactMap(\.string) ?? [] }

    /// The truth value of a cell; nil if it is none.
    func flag(_ text: String) -> Bool? {
        let folded = text.lowercased()
        if folded == "1" || yes.contains(folded) { return true }
        if folded == "0" || no.contains(folded) { return false }
        return nil
    }

    /// Whether a cell says that there is no value: `n/a`, `-`, `unknown`.
    func isBlank(_ cell: ByteView) -> Bool {
        guard cell.count <= 24, let first = cell.first, blankStarts[Int(first)] else { return false }
        return blank.contains(String(decoding: cell, as: UTF8.self).lowercased())
    }

    /// Whether a text begins a row of totals: "Total", "Summe:", "TOTAL (3 items)", "Average".
    func isTotal(_ text: String) -> Bool {
        let folded = Heading.folded(text.prefix { $0 != "(" && $0 != ":" && $0 != "：" && !$0.isNumber }.description)
        return totals.contains(folded) || summaries.contains(folded)
    }

    /// Whether a cell begins or ends with a word for totals, or is one for an average, a count or a carried sum.
    func hasTotalWord(_ row: TableRow, _ column: Int) -> Bool {
        phrase(row, column).map { isTotal($0) || hasTotalWord($0) } ?? false
    }

    /// Whether a cell is a word for taxes, shipping or discounts, apart from its numbers: `VAT 20%`.
    func isCharge(_ row: TableRow, _ column: Int) -> Bool {
        phrase(row, column).map { charges.contains(Heading.folded($0.filter { !$0.isNumber })) } ?? false
    }

    /// The text of a cell that may begin or end with a word for totals or charges; nil for most cells.
    private func phrase(_ row: TableRow, _ column: Int) -> String? {
        guard column < row.fields.count, totalEnds.mayHold(row.bytes, row.fields[column]) else { return nil }
        return String(decoding: row.bytes[row.fields[column].start..<row.fields[column].end], as: UTF8.self)
    }

    /// Whether a text begins or ends with a word for totals: "Total Living Room", "Kitchen total", "厨房合计".
    func hasTotalWord(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        for count in 1...3 where count <= words.count {
            if totals.contains(Heading.folded(words.prefix(count).joined()))
                || totals.contains(Heading.folded(words.suffix(count).joined()))
            {
                return true
            }
        }
        // Chinese and Japanese have no spaces. Single signs are parts of other words, such as 体重計.
        let folded = Heading.folded(text)
        return totals.contains { word in
            word.count > 1 && word.utf8.first ?? 0 >= 0xE3 && (folded.hasPrefix(word) || folded.hasSuffix(word))
        }
    }

    /// Whether a text names the place of the rows below it: a room, or a title with a colon.
    func namesPlace(_ text: String) -> Bool { isRoom(text) || text.hasSuffix(":") }

    /// Whether a text is the name of a room.
    func isRoom(_ text: String) -> Bool {
        rooms.contains(Heading.folded(text.filter { !$0.isNumber }))
    }
}

/// The first and last words of phrases, by which most cells are ruled out without a search.
struct PhraseEnds: Sendable {
    /// One bit for each hash of a word.
    private var bits = [UInt64](repeating: 0, count: 64)

    init(_ phrases: [String]) {
        // Only ASCII letters are compared without regard to case.
        let forms = phrases.flatMap { [$0, $0.uppercased(), $0.prefix(1).uppercased() + $0.dropFirst()] }
        for phrase in forms where !phrase.isEmpty {
            ByteView.of(Array(phrase.utf8)[...]) { bytes in
                for key in [PhraseEnds.first(bytes, 0..<bytes.count), PhraseEnds.last(bytes, 0..<bytes.count)] {
                    bits[key >> 6] |= 1 << (key & 63)
                }
            }
        }
    }

    /// Whether a cell may begin or end with one of the phrases. Runs for every row of an import, so it avoids slices.
    func mayHold(_ bytes: ByteView, _ field: CSVField) -> Bool {
        var (start, end) = (field.start, field.end)
        while start < end, !PhraseEnds.isInWord(bytes[start]), bytes[start] < 0x80 { start += 1 }
        while start < end, !PhraseEnds.isInWord(bytes[end - 1]), bytes[end - 1] < 0x80 { end -= 1 }
        guard (2...60).contains(end - start) else { return false }
        return contains(PhraseEnds.first(bytes, start..<end)) || contains(PhraseEnds.last(bytes, start..<end))
    }

    private func contains(_ key: Int) -> Bool { (bits[key >> 6] >> (key & 63)) & 1 == 1 }

    private static func isInWord(_ byte: UInt8) -> Bool {
        (byte & ~0x20) &- UInt8(ascii: "A") <= 25 || byte &- UInt8(ascii: "0") <= 9
    }

    private static func first(_ bytes: ByteView, _ range: Range<Int>) -> Int {
        // Chinese and Japanese have no spaces: the first sign, of three bytes, stands for the word.
        if bytes[range.lowerBound] >= 0x80 { return key(bytes, range.prefix(3)) }
        var end = range.lowerBound
        while end < range.upperBound, isInWord(bytes[end]) { end += 1 }
        return key(bytes, (range.lowerBound..<end).prefix(8))
    }

    private static func last(_ bytes: ByteView, _ range: Range<Int>) -> Int {
        if bytes[range.upperBound - 1] >= 0x80 { return key(bytes, range.suffix(3)) }
        var start = range.upperBound
        while start > range.lowerBound, isInWord(bytes[start - 1]) { start -= 1 }
        return key(bytes, (start..<range.upperBound).prefix(8))
    }

    /// Hashes up to eight bytes without regard to the case of ASCII letters.
    private static func key(_ bytes: ByteView, _ range: Range<Int>) -> Int {
        var word: UInt64 = 0
        for index in range { word = word << 8 | UInt64(bytes[index] < 0x80 ? bytes[index] | 0x20 : bytes[index]) }
        return Int((word &* 0x9E37_79B9_7F4A_7C15) >> 52)
    }
}

/// The embedded data files about tables.
enum EmbeddedTables {
    /// Returns the JSON files of a folder.
    static func files(in folder: String) -> [JSONValue] {
        var count = 0
        let first = homepwner_assets(&count)
        return UnsafeBufferPointer(start: first, count: count).compactMap { asset in
            guard String(cString: asset.path).hasPrefix(folder) else { return nil }
            return try? JSONValue(parsing: UnsafeBufferPointer(start: asset.bytes, count: asset.count))
        }
    }
}

/// A heading of a table, taken apart.
struct Heading: Equatable {
    /// The heading without its remarks in brackets.
    let plain: String
    /// The currency that it names: `Price (EUR)`, `Wert in €`.
    let currencySign: String?
    /// The order of dates that it names: `Date (DD/MM/YYYY)`.
    let dateOrder: DateOrder?
    /// Whether its amounts are thousands: `Value (in thousand EUR)`.
    let countsThousands: Bool

    init(_ text: String) {
        var plain = text
        var sign: String?
        var order: DateOrder?
        if let open = text.firstIndex(where: { "([（［".contains($0) }), open > text.startIndex {
            let inside = text[text.index(after: open)...].prefix { !")]）］".contains($0) }
            plain = String(text[..<open])
            let words = Heading.words(inside)
            sign = Heading.sign(String(inside)) ?? words.lazy.compactMap(Heading.signAmongWords).first
            order = Heading.order(String(inside))
            countsThousands = words.contains { Heading.thousands.contains($0.lowercased()) || $0.hasPrefix("T€") }
        } else {
            // A currency as the last or first word: "Value EUR", "Wert in €", "price_usd", "CAD value".
            let words = Heading.words(text[...])
            if words.count > 1, let last = words.last, let first = words.first {
                sign = Heading.sign(String(last))
                // Programs write headings in lower case.
                if sign == nil, text.contains("_") { sign = Heading.signAmongWords(Substring(last.uppercased())) }
                if sign != nil {
                    plain = String(text[..<last.startIndex].dropLast())
                    if plain.hasSuffix(" in") { plain.removeLast(3) }
                } else {
                    sign = Heading.signAmongWords(first)
                    if sign != nil { plain = String(text[first.endIndex...].dropFirst()) }
                }
            }
            countsThousands = false
        }
        self.plain = plain
        currencySign = sign
        dateOrder = order
    }

    /// Words by which a remark says that amounts are thousands.
    private static let thousands: Set = [
        "thousand", "thousands", "000", "000s", "'000", "k", "k€", "k$", "t€", "teur", "tsd", "tsd.", "tausend",
        "milliers",
        "miles", "mil", "migliaia", "duizend", "千", "千円", "万円", "万", "萬",
    ]

    private static let prepositions: Set = [
        "of", "the", "de", "di", "da", "do", "du", "del", "dell", "della", "d", "l", "la", "le", "des", "der", "van",
        "von", "vom",
    ]

    /// The words of a heading without the prepositions between them; nil if there are none.
    static func withoutPrepositions(_ text: String) -> String? {
        let words = text.split { " '’".contains($0) }
        let others = words.filter { !prepositions.contains($0.lowercased()) }
        return others.count > 1 && others.count < words.count ? others.joined(separator: " ") : nil
    }

    private static func words(_ text: Substring) -> [Substring] {
        text.split { " ,;/_、，；\u{A0}".contains($0) }
    }

    private static func sign(_ text: String) -> String? {
        let word = text.filter { $0 != " " }
        guard (1...4).contains(word.count), !CurrencySymbols.currencies(of: word).isEmpty, word != "R" else {
            return nil
        }
        return word
    }

    /// Codes of currencies that are English words, too.
    private static let wordCodes: Set = ["ALL", "TOP", "TRY", "CUP", "GEL", "MAD", "PEN", "SOS", "BAM"]

    private static func signAmongWords(_ word: Substring) -> String? {
        wordCodes.contains(String(word)) ? nil : sign(String(word))
    }

    private static func order(_ text: String) -> DateOrder? {
        var letters = ""
        for letter in text.lowercased() {
            let folded: Character? =
                switch letter {
                case "d", "t", "j", "g", "日": "d"
                case "m", "月": "m"
                case "y", "a", "年": "y"
                default: nil
                }
            if let folded, letters.last != folded { letters.append(folded) }
        }
        return switch letters {
        // German TT.MM.JJJJ and French JJ/MM/AAAA.
        case "dmy", "dmd": .dayMonthYear
        case "mdy": .monthDayYear
        case "ymd": .yearMonthDay
        default: nil
        }
    }

    /// The letters and digits by which headings are compared: without case, marks of letters, spaces and signs.
    static func folded(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if let base = LatinLetters.base(of: scalar) {
                result.append(contentsOf: base.lowercased())
                continue
            }
            switch scalar {
            case "#": result.append("no")
            case "°", "º", "№": continue
            case "0"..."9", "a"..."z": result.unicodeScalars.append(scalar)
            case "A"..."Z": result.append(contentsOf: String(scalar).lowercased())
            case _ where scalar.value < 0x80: continue
            case _ where scalar.properties.isAlphabetic || scalar.properties.isIdeographic || (0x30FC == scalar.value):
                result.append(contentsOf: scalar.properties.lowercaseMapping)
            default: continue
            }
        }
        return result
    }
}
