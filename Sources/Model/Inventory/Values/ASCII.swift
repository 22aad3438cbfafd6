/// ASCII characters as bytes of UTF-8.
extension UInt8 {
    /// Whether it is one of `0` to `9`.
    @inlinable package var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether it is one of `a` to `z` and `A` to `Z`.
    @inlinable package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}

/// Latin letters with marks, and the plain letters under which names are sorted.
package enum LatinLetters {
    private static let marked: [Character: String] = [
        "A": "ÀÁÂÃÄÅĀĂĄÆàáâãäåāăąæ", "C": "ÇĆĈĊČçćĉċč", "D": "ĎĐÐďđð", "E": "ÈÉÊËĒĔĖĘĚèéêëēĕėęě", "G": "ĜĞĠĢĝğġģ",
        "H": "ĤĦĥħ", "I": "ÌÍÎÏĨĪĬĮİìíîïĩīĭįı", "J": "Ĵĵ", "K": "Ķķ", "L": "ĹĻĽĿŁĺļľŀł", "N": "ÑŃŅŇñńņň",
        "O": "ÒÓÔÕÖØŌŎŐŒòóôõöøōŏőœ", "R": "ŔŖŘŕŗř", "S": "ŚŜŞŠẞśŝşšß", "T": "ŢŤŦţťŧ", "U": "ÙÚÛÜŨŪŬŮŰŲùúûüũūŭůűų",
        "W": "Ŵŵ", "Y": "ÝŶŸýŷÿ", "Z": "ŹŻŽźżž",
    ]

    private static let bases: [Unicode.Scalar: Character] = {
        var bases: [Unicode.Scalar: Character] = [:]
        for (base, letters) in marked {
            for scalar in letters.unicodeScalars { bases[scalar] = base }
        }
        return bases
    }()

    /// The plain capital letter of a letter with a mark, nil for any other.
    package static func base(of letter: Unicode.Scalar) -> Character? { bases[letter] }
}
