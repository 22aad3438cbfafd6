/// The letter under which a name stands.
enum Initial {
    /// For names that begin with a digit.
    static let digit = "0–9"
    /// For names that begin with anything but a Latin letter or a digit, and for items without a name.
    static let other = "…"

    private static let accented: [Character: [Character]] = [
        "A": Array("ÀÁÂÃÄÅĀĂĄÆàáâãäåāăąæ"), "C": Array("ÇĆĈĊČçćĉċč"), "D": Array("ĎĐÐďđð"),
        "E": Array("ÈÉÊËĒĔĖĘĚèéêëēĕėęě"),
        "G": Array("ĜĞĠĢĝğġģ"), "H": Array("ĤĦĥħ"), "I": Array("ÌÍÎÏĨĪĬĮİìíîïĩīĭįı"), "J": Array("Ĵĵ"),
        "K": Array("Ķķ"),
        "L": Array("ĹĻĽĿŁĺļľŀł"), "N": Array("ÑŃŅŇñńņň"), "O": Array("ÒÓÔÕÖØŌŎŐŒòóôõöøōŏőœ"), "R": Array("ŔŖŘŕŗř"),
        "S": Array("ŚŜŞŠẞśŝşšß"), "T": Array("ŢŤŦţťŧ"), "U": Array("ÙÚÛÜŨŪŬŮŰŲùúûüũūŭůűų"), "W": Array("Ŵŵ"),
        "Y": Array("ÝŶŸýŷÿ"), "Z": Array("ŹŻŽźżž"),
    ]

    private static let bases: [Unicode.Scalar: String] = {
        var bases: [Unicode.Scalar: String] = [:]
        for (base, letters) in accented {
            for letter in letters { for scalar in letter.unicodeScalars { bases[scalar] = String(base) } }
        }
        return bases
    }()

    private static let letters: [String] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map {
        String(Unicode.Scalar($0))
    }

    /// The letter of a name in UTF-8, accents left off.
    static func of(_ name: UnsafeBufferPointer<UInt8>?) -> String {
        guard let name, let first = name.first else { return other }
        if first < 0x80 {
            switch first {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): return digit
            case UInt8(ascii: "a")...UInt8(ascii: "z"): return letters[Int(first - UInt8(ascii: "a"))]
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): return letters[Int(first - UInt8(ascii: "A"))]
            default: return other
            }
        }
        guard first < 0xE2 else { return other }
        let scalar = String(decoding: name.prefix(4), as: UTF8.self).unicodeScalars.first
        return scalar.flatMap { bases[$0] } ?? other
    }
}
