/// The filter of a report, list or export: an item must satisfy every term.
///
/// ``init(parsing:currency:startOfDay:)`` reads it from text and documents the language.
public struct Selection: Equatable, Sendable {
    /// One condition on an item.
    public indirect enum Term: Equatable, Sendable {
        /// The location's path begins with these names.
        case location([String])
        /// The item has this tag.
        case tag(String)
        /// The item has this category.
        case category(String)
        /// The item was created in this period: `dates` are its bounds for a date without a time, which is the same day
        /// everywhere, `moments` those for a moment, whose day depends on the time zone.
        case created(dates: Period, moments: Period)
        /// The item was bought on these days; nil leaves a side open, both ends are included.
        case purchased(from: CalendarDate?, through: CalendarDate?)
        /// The value of each lies between these amounts of one currency.
        case value(AmountRange)
        /// The policy covers the item, or does not.
        case insured(Bool)
        /// The field has no value, or an empty text.
        case missing(ItemField)
        /// The name, or any other text of the item, contains these words in any case.
        case text(String)
        /// The text field contains these words in any case.
        case fieldText(ItemField, String)
        /// The term does not hold.
        case not(Term)
    }

    /// A period; nil leaves a side open, the end is not included.
    public struct Period: Equatable, Sendable {
        /// The first moment.
        public let from: Timestamp?
        /// The first moment after it.
        public let before: Timestamp?

        /// A period.
        public init(from: Timestamp?, before: Timestamp?) { (self.from, self.before) = (from, before) }
    }

    /// A range of amounts in one currency, in minor units; nil leaves a side open.
    public struct AmountRange: Equatable, Sendable {
        /// The currency; items valued in another one are not selected.
        public let currency: Currency
        /// The smallest amount selected.
        public let atLeast: Int64?
        /// The largest amount selected.
        public let atMost: Int64?
    }

    /// The choice of archived items.
    public enum Archived: Sendable {
        case no, yes, any
    }

    /// The conditions, all of which must hold.
    public var terms: [Term]
    /// The choice of archived items; none by default.
    public var archived: Archived
    /// The text that was parsed.
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
        // By bytes, as the keys in the database: a slash with an accent after it separates, too.
        var location = String(location)
        return location.withUTF8 { bytes in
            bytes.split(separator: UInt8(ascii: "/")).compactMap { part in
                func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
                guard let first = part.firstIndex(where: { !isSpace($0) }),
                    let last = part.lastIndex(where: { !isSpace($0) })
                else { return nil }
                return String(decoding: UnsafeBufferPointer(rebasing: part[first...last]), as: UTF8.self)
            }
        }
    }
}
