/// Which items a report, list or export takes: every term must hold.
///
/// Made from the owner's words by ``init(parsing:currency:startOfDay:)``; see there for the language.
public struct Selection: Equatable, Sendable {
    /// One condition on an item.
    public indirect enum Term: Equatable, Sendable {
        /// The location's path begins with these names.
        case location([String])
        /// One of the tags is this one.
        case tag(String)
        /// The category is this one.
        case category(String)
        /// Created in these moments; nil leaves a side open, the end is not included.
        case created(from: Timestamp?, before: Timestamp?)
        /// Bought on these days; nil leaves a side open, both ends are included.
        case purchased(from: CalendarDate?, through: CalendarDate?)
        /// The value of each lies between these amounts of one currency.
        case value(AmountRange)
        /// The policy covers it, or not.
        case insured(Bool)
        /// The field states nothing (or holds only empty text).
        case missing(ItemField)
        /// The name, or any other text of the item, contains these words, whatever their case.
        case text(String)
        /// The term does not hold.
        case not(Term)
    }

    /// A range of amounts in one currency, in minor units; nil leaves a side open.
    public struct AmountRange: Equatable, Sendable {
        /// The currency; items valued in another are not taken.
        public let currency: Currency
        /// The least amount taken.
        public let atLeast: Int64?
        /// The largest amount taken.
        public let atMost: Int64?
    }

    /// Whether items that are gone are taken.
    public enum Archived: Sendable {
        case no, yes, any
    }

    /// The conditions, all of which must hold.
    public var terms: [Term]
    /// Whether items that are gone are taken; no, where the owner said nothing.
    public var archived: Archived
    /// The owner's words.
    public let source: String

    /// Every item that is not archived.
    public static let current = Selection(terms: [], archived: .no, source: "")
    /// Every item.
    public static let everything = Selection(terms: [], archived: .any, source: "archived:any")

    init(terms: [Term], archived: Archived, source: String) {
        self.terms = terms
        self.archived = archived
        self.source = source
    }
}

extension Selection {
    /// The names of a location's path: `Home / Office` and `Home/Office` are the same two.
    public static func pathNames(_ location: some StringProtocol) -> [String] {
        location.split(separator: "/").map { Substring($0).trimmingSpaces() }.filter { !$0.isEmpty }.map(String.init)
    }
}
