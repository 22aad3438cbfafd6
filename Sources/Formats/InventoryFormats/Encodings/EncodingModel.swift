import Glibc
import Inventory

/// The likelihood of bytes under an encoding.
///
/// Characters outside ASCII fall into classes such as hiragana or accented letters. Each class has a share of the text that
/// is usual for the language and a number of characters, so that bytes get a probability. Encodings that read bytes as
/// rare characters, or as letters next to letters of another script, lose.
struct EncodingModel {
    private let encoding: TextEncoding
    /// The model of an encoding of Latin letters.
    private let latin: LatinModel?

    /// - Returns: nil for an encoding that is detected in another way.
    init?(_ encoding: TextEncoding) {
        switch encoding {
        case .utf8, .utf8Twice, .utf16BigEndian, .utf16LittleEndian: return nil
        default: self.encoding = encoding
        }
        latin = LatinModel(encoding)
    }

    /// The logarithm of the likelihood of bytes in none of the encodings. Text that has a lower one under all of them is not
    /// believed to be in the best of them.
    static func scoreOfUnknown(_ bytes: [UInt8]) -> Double {
        log(0.01) - log(1000) * Double(bytes.count { $0 >= 0x80 })
    }

    /// Returns the logarithm of the likelihood of a text; nil if it is not text of the encoding.
    func score(_ bytes: [UInt8]) -> Double? {
        if let latin { return latin.score(bytes) }
        var sum = 0.0
        var index = 0
        while index < bytes.count {
            if bytes[index] < 0x80 {
                index += 1
                continue
            }
            guard let (length, share) = character(bytes, index) else { return nil }
            sum += log(share)
            index += length
        }
        return sum
    }

    private func character(_ bytes: [UInt8], _ index: Int) -> (length: Int, share: Double)? {
        let first = bytes[index]
        let second = index + 1 < bytes.count ? bytes[index + 1] : 0
        switch encoding {
        case .windows1251:
            let before = index > 0 ? bytes[index - 1] : 0
            return (1, EncodingModel.cyrillic(first, before: before, after: second))
        case .shiftJIS:
            if (0xA1...0xDF).contains(first) { return (1, 0.01 / 63) }
            guard (0x40...0xFC).contains(second), second != 0x7F else { return nil }
            return (2, EncodingModel.shiftJIS(first, second) * neighbours(bytes, index, length: 2))
        case .eucJP:
            if first == 0x8F { return (3, 0.001 / 6000) }
            guard second >= 0xA1 else { return nil }
            return (2, EncodingModel.eucJP(first) * neighbours(bytes, index, length: 2))
        case .gb18030:
            if second.isDigit { return (4, 0.001 / 100_000) }
            return (2, EncodingModel.gb(first, second) * neighbours(bytes, index, length: 2))
        case .big5:
            guard first >= 0xA1 else { return (2, 0.001 / 5000) }
            return (2, EncodingModel.big5(first) * neighbours(bytes, index, length: 2))
        case .eucKR:
            return (2, EncodingModel.eucKR(first, second) * neighbours(bytes, index, length: 2))
        default: return nil
        }
    }

    /// An ideograph between small Latin letters is unusual.
    private func neighbours(_ bytes: [UInt8], _ index: Int, length: Int) -> Double {
        let before = index > 0 ? bytes[index - 1] : 0
        let after = index + length < bytes.count ? bytes[index + length] : 0
        let small = UInt8(ascii: "a")...UInt8(ascii: "z")
        return (small.contains(before) ? 0.1 : 1) * (small.contains(after) ? 0.1 : 1)
    }

    private static func shiftJIS(_ first: UInt8, _ second: UInt8) -> Double {
        switch (first, second) {
        case (0x82, 0x9F...0xF1): 0.35 / 83
        case (0x83, 0x40...0x96): 0.25 / 86
        case (0x88...0x97, _), (0x98, 0x40...0x72): 0.30 / 2965
        case (0x81, _): 0.05 / 108
        case (0x82, _): 0.03 / 62
        case (0x98...0x9F, _), (0xE0...0xEA, _): 0.015 / 3390
        default: 0.002 / 3000
        }
    }

    private static func eucJP(_ first: UInt8) -> Double {
        switch first {
        case 0xA4: 0.35 / 83
        case 0xA5: 0.25 / 86
        case 0xB0...0xCF: 0.30 / 2965
        case 0xA1, 0xA2: 0.05 / 147
        case 0xA3: 0.03 / 62
        case 0x8E: 0.01 / 63
        case 0xD0...0xF4: 0.015 / 3390
        default: 0.001 / 3000
        }
    }

    private static func gb(_ first: UInt8, _ second: UInt8) -> Double {
        guard second >= 0xA1 else { return 0.01 / 15_000 }
        return switch first {
        case 0xB0...0xD7: 0.87 / 3755
        case 0xA1...0xA3: 0.08 / 200
        case 0xD8...0xF7: 0.03 / 3008
        case 0xA4, 0xA5: 0.003 / 170
        default: 0.005 / 6000
        }
    }

    private static func big5(_ first: UInt8) -> Double {
        switch first {
        case 0xA4...0xC6: 0.87 / 5401
        case 0xA1...0xA3: 0.08 / 400
        case 0xC9...0xF9: 0.03 / 7652
        default: 0.002 / 5000
        }
    }

    private static func eucKR(_ first: UInt8, _ second: UInt8) -> Double {
        guard second >= 0xA1 else { return 0.01 / 8822 }
        return switch first {
        case 0xB0...0xC8: 0.90 / 2350
        case 0xA1...0xA3: 0.05 / 280
        case 0xCA...0xFD: 0.02 / 4888
        default: 0.005 / 2000
        }
    }

    // MARK: One byte per character

    private static func cyrillic(_ byte: UInt8, before: UInt8, after: UInt8) -> Double {
        // A word has letters of one script.
        let inLatinWord = before.isLetter || after.isLetter ? 0.02 : 1
        switch byte {
        case 0xC0...0xFF, 0xA8, 0xB8:
            // A capital letter after a small one.
            let mixed = byte < 0xE0 && before >= 0xE0
            return 0.9 / 66 * inLatinWord * (mixed ? 0.05 : 1)
        case 0xB9, 0xAB, 0xBB, 0x96, 0x97, 0xA0, 0x93, 0x94: return 0.08 / 12
        default: return 0.01 / 50 * inLatinWord
        }
    }
}

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
