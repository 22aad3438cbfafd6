/// A barcode that was found in a picture.
package struct ScannedCode: Equatable, Sendable {
    /// The symbologies that are read, by the names of the Barcode Detection API (W3C Shape Detection).
    package enum Symbology: String, CaseIterable, Sendable {
        case ean13 = "ean_13"
        case ean8 = "ean_8"
        case upcA = "upc_a"
        case upcE = "upc_e"
        case code128 = "code_128"
        case dataMatrix = "data_matrix"
        case qr = "qr_code"
    }

    /// The symbology.
    package let symbology: Symbology
    /// The content.
    package let text: String

    /// The most bytes of a text: more is no product's number, and no address of a label.
    package static let mostBytes = 1_000
    /// The most codes of one picture.
    package static let mostCodes = 8

    /// Creates a code; nil if the text is empty, too long, or has control characters.
    package init?(_ symbology: Symbology, _ text: String) {
        guard (1...ScannedCode.mostBytes).contains(text.utf8.count),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        self.symbology = symbology
        self.text = text
    }

    /// The code as two words of a response's line: the symbology, and the text's bytes in hexadecimal.
    var words: String {
        let digits = Array("0123456789abcdef".utf8)
        let bytes = text.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return " \(symbology.rawValue) \(String(decoding: bytes, as: UTF8.self))"
    }

    /// Parses ``words``, without the spaces. Returns nil if they have another form.
    init?(_ symbology: String, hexadecimal: String) {
        let digits = hexadecimal.utf8.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard digits.count == hexadecimal.utf8.count, digits.count.isMultiple(of: 2),
            let symbology = Symbology(rawValue: symbology)
        else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self.init(symbology, text)
    }
}
