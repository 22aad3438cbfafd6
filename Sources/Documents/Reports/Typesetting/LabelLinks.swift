import Templating

/// A link to `homepwner:LABEL?DESCRIPTION` that leads nowhere.
public struct LabelLinkError: Error, Equatable {
    /// The address as the template wrote it, with `homepwner:`.
    public var address: String { JPEGHeader.mark + target }
    /// The label; nil if the address is malformed.
    public let label: String?
    /// The labels of the document.
    public let known: [String]
    /// The part of the address after `homepwner:`.
    let target: String

    init(target: String, label: String?, known: [String]) {
        (self.target, self.label, self.known) = (target, label, known)
    }

    /// A label of the document that the author may have meant.
    public var suggestion: String? { label.flatMap { TemplateError.nearest(to: $0, among: known) } }
}

/// The links of a document that lead to labels, and the labels (ISO 32000-1, 12.3.2.3).
struct LabelLinks {
    /// What links lead to, each once, in the document's order.
    private var labels: [String] = []
    private var seen: Set<String> = []

    /// Takes in the address of a link, without `homepwner:`.
    /// - Returns: the label and what the link is for.
    /// - Throws: that it is not of the form.
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
    /// - Throws: which link leads nowhere.
    func check(against known: @autoclosure () throws -> [String]) throws {
        guard !labels.isEmpty else { return }
        let known = try known()
        let all = Set(known)
        guard let label = labels.first(where: { !all.contains($0) }) else { return }
        throw LabelLinkError(target: label, label: label, known: known)
    }
}

extension TemplateFolder {
    /// Where a report's templates write a link to an address: file and line of the one that begins most like it; the
    /// report's template where none does.
    func place(of address: String, in report: String) -> String {
        let main = template(of: report, as: .pdf) ?? report
        var best: (place: String, likeness: Int) = (file(main)?.name ?? main, 0)
        for file in templates(of: report) {
            for (number, line) in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                let text = String(decoding: line, as: UTF8.self)
                for link in text.ranges(of: JPEGHeader.mark) {
                    // What is not written out, as a line's number, may be anything.
                    let same = zip(text[link.upperBound...], address).prefix { $0 == $1 }.count
                    if same + 1 > best.likeness { best = ("\(file.name):\(number + 1)", same + 1) }
                }
            }
        }
        return best.place
    }
}
