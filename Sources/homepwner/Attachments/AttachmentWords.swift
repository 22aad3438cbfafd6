import InventoryModel

extension PhotoReference {
    /// `lamp.jpg, 4032 × 3024, primary: from the left`.
    var words: String {
        let name = fileName ?? hash.short
        return "\(name), \(width) × \(height)\(isPrimary ? ", primary" : "")\(caption.map { ": \($0)" } ?? "")"
    }
}

extension DocumentReference {
    /// `receipt 4711 of 2024-05-01, till.pdf: Lamp`.
    var words: String {
        var text = kind.rawValue
        if let number { text += " \(number)" }
        if let date { text += " of \(date)" }
        text += ", \(fileName ?? hash.short)"
        return text + (title.map { ": \($0)" } ?? "")
    }
}

extension ContentHash {
    /// The first digits, which tell files apart.
    var short: String { String(description.prefix(8)) }
}
