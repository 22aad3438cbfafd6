package import FoundationEssentials
import JSON

/// The filter of a report, list or export: an item must satisfy every term.
///
/// ``init(parsing:currency:today:startOfDay:)`` reads it from text; docs/filters.md documents the language.
package struct Selection: Equatable, Sendable {
    /// A condition on an item: a test, or several conditions combined.
    package indirect enum Term: Equatable, Sendable {
        /// Every term holds.
        case all([Term])
        /// At least one term holds.
        case any([Term])
        /// The term does not hold.
        case not(Term)
        /// The location's path begins with these names.
        case location([String])
        /// The item has this tag.
        case tag(String)
        /// The text is the whole text of the field.
        case whole(ItemField, String)
        /// The name, or any other text of the item, contains these words in any case.
        case text(String)
        /// The text field contains these words in any case.
        case fieldText(ItemField, String)
        /// The item was created in this period: `dates` are its bounds for a date without a time, which is the same day
        /// everywhere, `moments` those for a moment, whose day depends on the time zone.
        case created(dates: Period, moments: Period)
        /// The number in the field's own unit: days since 1970-01-01, millionths, hundredths of a percent.
        case number(ItemField, Bounds<Int64>)
        /// The amount of the field.
        case amount(ItemField, AmountRange)
        /// Quantity × value.
        case lineValue(AmountRange)
        /// The number of photos or documents; with a kind, of documents of that kind.
        case count(ItemField, DocumentReference.Kind?, Bounds<Int64>)
        /// The flag has this value.
        case flag(ItemField, Bool)
        /// The id begins or ends with these hexadecimal digits, 4 to 32 values from 0 to 15.
        case identifier(ItemField, [UInt8])
        /// The id is one of these.
        case among(Set<UUID>)
        /// Another item has the same text in this field, whatever the case of the letters A to Z.
        case duplicate(ItemField)
        /// A custom field.
        case custom(CustomFieldTest)
        /// The field has no value, or an empty text.
        case missing(ItemField)
    }

    /// A test of a custom field: the item has one of this name, in any case, whose value is not empty and passes.
    package struct CustomFieldTest: Equatable, Sendable {
        /// The name.
        package let name: String
        /// The test of the value; nil for any value.
        package let value: Value?
        /// The position of the term in the text of the selection, in characters from 1.
        package let column: Int

        /// A test of a value by what the value is: a number, a date, an amount or any other text.
        package struct Value: Equatable, Sendable {
            /// The range for plain numbers, in billionths; nil if a number is compared as text.
            package let numbers: Bounds<Int128>?
            /// The range for dates, in days since 1970-01-01; nil if a date is compared as text.
            package let dates: Bounds<Int64>?
            /// The range for amounts; nil if an amount is compared as text.
            package let amounts: AmountRange?
            /// The words that other texts contain in any case; nil if other texts do not pass.
            package let words: String?
            /// Whether the words must be the whole text.
            package let isWhole: Bool
        }
    }

    /// A period; nil leaves a side open, the end is not included.
    package struct Period: Equatable, Sendable {
        /// The first moment.
        package let from: Timestamp?
        /// The first moment after it.
        package let before: Timestamp?

        /// A period.
        package init(from: Timestamp?, before: Timestamp?) { (self.from, self.before) = (from, before) }
    }

    /// A range of whole numbers; nil leaves a side open, both ends are included.
    package struct Bounds<Number: FixedWidthInteger & Sendable>: Equatable, Sendable {
        /// The smallest number.
        package let atLeast: Number?
        /// The largest number.
        package let atMost: Number?

        /// A range.
        package init(atLeast: Number?, atMost: Number?) { (self.atLeast, self.atMost) = (atLeast, atMost) }

        /// Whether a number is in the range.
        package func contains(_ number: Number) -> Bool {
            atLeast.map { number >= $0 } ?? true && atMost.map { number <= $0 } ?? true
        }
    }

    /// A range of amounts in one currency, in minor units.
    package struct AmountRange: Equatable, Sendable {
        /// The currency; amounts in another one are not in the range.
        package let currency: Currency
        /// The minor units.
        package let units: Bounds<Int64>

        /// A range.
        package init(currency: Currency, units: Bounds<Int64>) { (self.currency, self.units) = (currency, units) }

        /// Whether an amount is in the range.
        package func contains(_ amount: Money) -> Bool {
            amount.currency == currency && units.contains(amount.minorUnits)
        }
    }

    /// The choice of archived items.
    package enum Archived: Sendable {
        case no, yes, any
    }

    /// The conditions, all of which must hold.
    package var terms: [Term]
    /// The choice of archived items; none by default.
    package var archived: Archived
    /// The text that was parsed.
    package let source: String

    /// Every item that is not archived.
    package static let current = Selection(terms: [], archived: .no, source: "")
    /// Every item.
    package static let everything = Selection(terms: [], archived: .any, source: "archived:any")

    init(terms: [Term], archived: Archived, source: String) {
        self.terms = terms
        self.archived = archived
        self.source = source
    }

    /// The same items as far as their ids are among these. Documents name their number: `ids:12`.
    package func narrowed(to ids: Set<UUID>) -> Selection {
        let words = [source, "ids:\(ids.count)"].filter { !$0.isEmpty }
        return Selection(terms: terms + [.among(ids)], archived: archived, source: words.joined(separator: " "))
    }
}

extension Selection.Term {
    /// The tests in the term, in the order of the text.
    package var tests: [Selection.Term] {
        switch self {
        case .all(let terms), .any(let terms): terms.flatMap(\.tests)
        case .not(let term): term.tests
        default: [self]
        }
    }
}

extension Selection {
    /// Whether an item may match although no item passes one of the tests.
    package var hasAlternatives: Bool {
        terms.contains { term in
            switch term {
            case .all, .any, .not: true
            default: false
            }
        }
    }
}

extension Selection {
    /// The names of a location's path: `Home / Office` and `Home/Office` are the same two.
    package static func pathNames(_ location: some StringProtocol) -> [String] {
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

/// Finds the word that was probably meant in a call or filter: unlike the template engine's, it takes the beginning of a
/// word too.
package enum SpellingSuggestion {
    /// The known word nearest to `word`; nil if none is near.
    ///
    /// A word is near if at most a third of its letters differ, or if one begins with the other.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let letters = Array(word.lowercased().utf8.prefix(64))
        var best: (word: String, distance: Int)?
        for candidate in known {
            let other = Array(candidate.lowercased().utf8.prefix(64))
            var distance = editDistance(letters, other)
            if letters.count >= 3, other.starts(with: letters) { distance = min(distance, 1) }
            if distance <= max(1, max(letters.count, other.count) / 3), distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.word
    }
}
