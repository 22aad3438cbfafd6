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
