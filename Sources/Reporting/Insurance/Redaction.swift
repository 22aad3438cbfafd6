public import InventoryModel
import Wording

/// Which texts a report keeps back: a word says so where they would stand. Counts and totals stay as they are.
public struct Redaction: Equatable, Sendable {
    /// What the owner said once for the whole inventory.
    public enum OwnerField: String, CaseIterable, Sendable {
        case owner, address, insurer
        case policyNumber = "policy-number"
        case claimNumber = "claim-number"
    }

    /// Nothing.
    public static let none = Redaction()

    private(set) var owner: Set<OwnerField> = []
    private(set) var fields: Set<ItemField> = []

    /// What items can keep back. Rooms and categories are also names of groups and stay.
    private static let hideable = ItemField.allCases.filter {
        $0.kind == .text && ![.location, .category].contains($0)
    }

    private init() {}

    /// Reads names parted by commas, as options spell them.
    /// - Throws: `malformed` with the names there are.
    public init(parsing text: String) throws(ValueError) {
        for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            if let field = OwnerField(rawValue: name) {
                owner.insert(field)
            } else if let field = Redaction.hideable.first(where: { $0.optionName == name }) {
                fields.insert(field)
            } else {
                throw .malformed(expected: said("report.namesPartedByCommas", Redaction.names))
            }
        }
    }

    /// The names, for messages and help.
    public static var names: String {
        (OwnerField.allCases.map(\.rawValue) + hideable.map(\.optionName)).joined(separator: ", ")
    }

    /// The word that stands for what is kept back; fixed in data formats.
    static func word(_ format: ReportFormat, _ words: Words) -> String {
        format.isForReaders ? words["redacted"] : "redacted"
    }
}
