import Templating

/// A link to `homepwner:LABEL?DESCRIPTION` that leads nowhere.
package struct LabelLinkError: Error, Equatable {
    /// The address as the template wrote it, with `homepwner:`.
    package var address: String { JPEGHeader.mark + target }
    /// The label; nil if the address is malformed.
    package let label: String?
    /// The labels of the document.
    package let known: [String]
    /// The part of the address after `homepwner:`.
    let target: String

    init(target: String, label: String?, known: [String]) {
        (self.target, self.label, self.known) = (target, label, known)
    }

    /// A label of the document that the author may have meant.
    package var suggestion: String? { label.flatMap { TemplateError.nearest(to: $0, among: known) } }
}

/// The links of a document that lead to labels, and the labels (ISO 32000-1, 12.3.2.3).
struct LabelLinks {
    /// The labels that links lead to, each once, in the document's order.
    private var labels: [String] = []
    private var seen: Set<String> = []

    /// Reads the address of a link, without `homepwner:`.
    /// - Returns: the label and the description of the link.
    /// - Throws: `LabelLinkError` if it is malformed.
    mutating func take(_ address: ArraySlice<UInt8>) throws -> (label: String, description: String) {
        let parts = address.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let label = String(decoding: parts[0], as: UTF8.self)
        guard parts.count == 2, !label.isEmpty,
            label.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) })
        else {
            throw LabelLinkError(target: String(decoding: address, as: UTF8.self), label: nil, known: [])
        }
        if seen.insert(label).inserted { labels.append(label) }
        return (label, String(decoding: parts[1], as: UTF8.self))
    }

    /// - Parameter known: the labels of the document.
    /// - Throws: `LabelLinkError` for the first link that leads nowhere.
    func check(against known: @autoclosure () throws -> [String]) throws {
        guard !labels.isEmpty else { return }
        let known = try known()
        let all = Set(known)
        guard let label = labels.first(where: { !all.contains($0) }) else { return }
        throw LabelLinkError(target: label, label: label, known: known)
    }
}
