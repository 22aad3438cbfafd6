import Inventory

/// Which texts a report keeps back: a word says so where they would stand. Counts and totals stay as they are.
public struct Redaction: Equatable, Sendable {
    /// What the owner said once for the whole inventory.
    public enum OwnerField: String, CaseIterable, Sendable {
        case owner, address, insurer
        case policyNumber = "policy-number"
        case claimNumber = "claim-number"
    }

    /// What is neither an owner's text nor an item's field.
    public enum Part: String, CaseIterable, Sendable {
        case dateOfLoss = "date-of-loss"
        /// What owners say of photos and documents.
        case captions
        /// What stands on documents: title, number, date and pages.
        case documents
        case tags
        case customFields = "custom-fields"
    }

    /// Nothing.
    public static let none = Redaction()

    private(set) var owner: Set<OwnerField> = []
    private(set) var fields: Set<ItemField> = []
    private(set) var parts: Set<Part> = []

    /// What items can keep back; of rooms and categories, which are names of groups too, numbers stand for them.
    private static let redactable = ItemField.texts

    private init() {}

    /// Reads names parted by commas, as options spell them.
    /// - Throws: `malformed` with the names there are.
    public init(parsing text: String) throws(ReportError) {
        for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            if let field = OwnerField(rawValue: name) {
                owner.insert(field)
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
    public static var names: [String] {
        OwnerField.allCases.map(\.rawValue) + Part.allCases.map(\.rawValue) + redactable.map(\.optionName)
    }

    /// Whether a part is kept back.
    func hides(_ part: Part) -> Bool { parts.contains(part) }

    /// Whether anything is kept back.
    public var isEmpty: Bool { owner.isEmpty && fields.isEmpty && parts.isEmpty }

    /// Whether the filter is kept back, which may hold any text of an item.
    var hidesSelection: Bool { !isEmpty }

    /// Whether files go by their numbers: owners name them after items.
    var hidesFileNames: Bool { !fields.isEmpty || hides(.captions) || hides(.documents) }

    /// Whether pages of documents are kept back: they may hold any text that is.
    public var hidesPages: Bool { !isEmpty }

    /// The word that stands for what is kept back; fixed in data formats.
    static func word(_ format: ReportFormat, _ words: DocumentLocalization) -> String {
        format.isForReaders || format == .xlsx ? words["redacted"] : "redacted"
    }
}
