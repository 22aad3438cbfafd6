/// The media types of request bodies.
package enum MediaType: Equatable, Sendable {
    case json, mergePatch, form
    /// Another type of JSON, by its name such as `application/vnd.example+json`.
    case otherJSON(String)
    /// A form with files, and the boundary of its parts.
    case multipart(boundary: String)
    /// A picture without a form around it.
    case image

    /// Parses a Content-Type field (RFC 9110, 8.3); nil for other types and for other character sets than UTF-8.
    package init?(_ field: String) {
        // A shortcut for the usual spelling.
        if field == "application/json" {
            self = .json
            return
        }
        let pieces = field.split(separator: ";", omittingEmptySubsequences: false).map(MediaType.trim)
        var boundary: String?
        for piece in pieces.dropFirst() {
            let equals = piece.firstIndex(of: "=") ?? piece.endIndex
            let name = piece[..<equals].lowercased()
            var value = String(piece[equals...].dropFirst())
            if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = String(value.dropFirst().dropLast())
            }
            if name == "charset", value.lowercased() != "utf-8" { return nil }
            if name == "boundary" {
                guard boundary == nil else { return nil }
                boundary = value
            }
        }
        switch (pieces.first ?? "").lowercased() {
        case "application/json": self = .json
        case "application/merge-patch+json": self = .mergePatch
        case "application/x-www-form-urlencoded": self = .form
        case "multipart/form-data":
            // RFC 2046, 5.1.1: up to 70 characters, the last not a space.
            guard let boundary, (1...70).contains(boundary.utf8.count), boundary.last != " ",
                boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
            else { return nil }
            self = .multipart(boundary: boundary)
        case let type where type.hasPrefix("image/"): self = .image
        case let type where type.hasPrefix("application/") && type.hasSuffix("+json"): self = .otherJSON(type)
        default: return nil
        }
    }

    private static func trim(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
