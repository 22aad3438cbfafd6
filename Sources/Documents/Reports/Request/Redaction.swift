import Inventory

/// The texts that a report redacts: a word replaces them. Counts and totals stay as they are.
package struct Redaction: Equatable, Sendable {
    /// A text that is neither a setting nor a field of an item.
    package enum Part: String, CaseIterable, Sendable {
        case dateOfLoss = "date-of-loss"
        /// Captions of photos and titles of documents.
        case captions
        /// The contents of documents: title, number, date and pages.
        case documents
        case tags
        case customFields = "custom-fields"
    }

    /// Nothing.
    package static let none = Redaction()

    private(set) var owner: Set<OwnerFact> = []
    private(set) var fields: Set<ItemField> = []
    private(set) var parts: Set<Part> = []

    /// The fields that can be redacted. Rooms and categories, which also name groups, are replaced by numbers.
    private static let redactable = ItemField.texts

    private init() {}

    /// Reads names separated by commas, as options spell them.
    /// - Throws: an error with the known names if a name is unknown or repeated.
    package init(parsing text: String) throws(ReportError) {
        for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            if let fact = OwnerFact.allCases.first(where: { $0.optionName == name }) {
                owner.insert(fact)
            } else if let part = Part(rawValue: name) {
                parts.insert(part)
            } else if let field = Redaction.redactable.first(where: { $0.optionName == name }) {
                fields.insert(field)
            } else {
                throw .unknownRedactions(known: Redaction.names)
            }
        }
    }

    /// The names of everything that can be redacted, as options spell them.
    package static var names: [String] {
        OwnerFact.allCases.map(\.optionName) + Part.allCases.map(\.rawValue) + redactable.map(\.optionName)
    }

    /// Whether a part is redacted.
    func hides(_ part: Part) -> Bool { parts.contains(part) }

    /// Whether nothing is redacted.
    package var isEmpty: Bool { owner.isEmpty && fields.isEmpty && parts.isEmpty }

    /// Whether the filter is redacted, which may contain any text of an item.
    var hidesSelection: Bool { !isEmpty }

    /// Whether files are named by their numbers: owners name them after items.
    var hidesFileNames: Bool { !fields.isEmpty || hides(.captions) || hides(.documents) }

    /// Whether pages of documents are omitted: they may contain any redacted text.
    package var hidesPages: Bool { !isEmpty }

    /// The word that replaces redacted texts; the same in every language in data formats.
    static func word(_ format: ReportFormat, _ words: DocumentLocalization) -> String {
        format.isForReaders || format == .xlsx ? words["redacted"] : "redacted"
    }
}
