import Glibc

/// The likelihood of bytes under an encoding of Latin letters with one byte per character.
///
/// A text is in one language, whose letters outside ASCII are few. The best language counts, so that `è` beside `é` is
/// French rather than the Czech `č`, and `ř` beside `ů` and `ě` is Czech rather than Danish, French and Italian at once.
struct LatinModel {
    /// The letters of a language, and the share of files in it among those that people import.
    private struct Language {
        let letters: Set<Unicode.Scalar>
        let share: Double

        init(_ letters: String, share: Double) {
            self.letters = Set((letters + letters.uppercased()).unicodeScalars)
            self.share = share
        }
    }

    private static let western = [
        // English, German, French, Spanish, Italian, Dutch, Portuguese; Danish, Norwegian, Swedish and Finnish; Icelandic.
        Language("éèêçñöüïâ", share: 1), Language("äöüßé", share: 1), Language("éèêëàâçîïôùûœæü", share: 1),
        Language("áéíóúñü", share: 1), Language("àèéìòù", share: 1), Language("éëïèöüê", share: 1),
        Language("ãõáéíóúâêôàçü", share: 1), Language("åäöæøé", share: 0.3), Language("áðéíóúýþæö", share: 0.003),
    ]
    private static let central = [
        // Polish, Czech and Slovak, Hungarian, Romanian, Croatian and Slovene.
        Language("ąćęłńóśźż", share: 0.01), Language("áčďéěíňóřšťúůýžľĺŕôä", share: 0.01),
        Language("áéíóöőúüű", share: 0.01), Language("ăâîşţ", share: 0.01), Language("čćžšđ", share: 0.01),
    ]
    private static let turkish = [Language("çğıİöşüâî", share: 0.01)]

    /// Punctuation, which may stand between letters.
    private static let punctuation = Set("–—‘’“”„‚…•·\u{A0}\u{AD}".unicodeScalars)
    private static let symbols = Set("£§°²³×½¼¾«»®©™µºª¿¡±´".unicodeScalars)

    private let languages: [Language]
    /// The share of files in the encoding among those in Latin letters.
    private let share: Double
    /// The characters of the bytes; nil for bytes that have none.
    private let characters: [Unicode.Scalar?]

    /// - Returns: nil for an encoding of other letters, or one that the system does not know.
    init?(_ encoding: TextEncoding) {
        switch encoding {
        case .windows1252: (languages, share) = (LatinModel.western, 1)
        case .latin9: (languages, share) = (LatinModel.western, 0.3)
        case .windows1250: (languages, share) = (LatinModel.central, 1)
        case .windows1254: (languages, share) = (LatinModel.turkish, 1)
        // Files of old Macs and of DOS programs are rare.
        case .macRoman, .cp850: (languages, share) = (LatinModel.western, 0.05)
        default: return nil
        }
        guard let decoder = TextDecoder(encoding) else { return nil }
        characters = (0...255).map { (byte: UInt8) in
            var text: [UInt8] = []
            guard decoder.decode([byte], isLast: true, into: &text) else { return nil }
            return String(decoding: text, as: UTF8.self).unicodeScalars.first
        }
    }

    /// Returns the logarithm of the likelihood of a text; nil if it is not text of the encoding.
    func score(_ bytes: [UInt8]) -> Double? {
        var counts = Array(repeating: 0, count: 256)
        var sum = 0.0
        for (index, byte) in bytes.enumerated() where byte >= 0x80 {
            // Control characters are no text.
            guard let character = characters[Int(byte)], character.value >= 0xA0 else { return nil }
            counts[Int(byte)] += 1
            let before = index > 0 ? characters[Int(bytes[index - 1])] : nil
            let after = index + 1 < bytes.count ? characters[Int(bytes[index + 1])] : nil
            sum += log(LatinModel.context(of: character, before, after))
        }
        let best = languages.map { language in
            counts.enumerated().reduce(log(language.share)) { sum, entry in
                guard entry.element > 0, let character = characters[entry.offset] else { return sum }
                return sum + Double(entry.element) * log(LatinModel.share(of: character, in: language))
            }
        }.max()
        return best.map { $0 + sum + log(share) }
    }

    private static func share(of character: Unicode.Scalar, in language: Language) -> Double {
        if language.letters.contains(character) { return 0.8 / 26 }
        if character == "€" { return 0.08 }
        if punctuation.contains(character) { return 0.06 / 8 }
        return symbols.contains(character) ? 0.08 / 22 : 0.005 / 40
    }

    /// The likelihood of a character between its neighbours.
    private static func context(
        of character: Unicode.Scalar, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
    ) -> Double {
        func isLetter(_ neighbour: Unicode.Scalar?) -> Bool { neighbour?.properties.isAlphabetic ?? false }
        if punctuation.contains(character) { return 1 }
        guard character.properties.isAlphabetic, !symbols.contains(character) else {
            // "K³zes³o" is the Polish "Krzesło".
            return isLetter(before) && isLetter(after) ? 0.02 : 1
        }
        var factor = isLetter(before) || isLetter(after) ? 1.0 : 0.1
        // Two such letters in a row are rare, a capital letter after a small one is rarer.
        if let before, before.value >= 0x80, isLetter(before) { factor *= 0.1 }
        if let before, before.properties.isLowercase, character.properties.isUppercase { factor *= 0.02 }
        return factor
    }
}
