/// How an item was bought.
public struct Purchase: Equatable, Sendable {
    /// The day it was bought.
    public var date: CalendarDate?
    /// The shop or person it was bought from.
    public var place: String?
    /// What was paid, each.
    public var price: Money?
    /// The number on the receipt.
    public var receiptNumber: String?

    /// Nothing said.
    public init() {}
}

/// What the maker or seller still owes.
public struct Warranty: Equatable, Sendable {
    /// The last day.
    public var expires: CalendarDate?
    /// Whether it never ends.
    public var lifetime = false
    /// The terms.
    public var details: String?

    /// Nothing said.
    public init() {}
}

/// How an item was sold.
public struct Sale: Equatable, Sendable {
    /// The day it was sold.
    public var date: CalendarDate?
    /// What was got for it, each.
    public var price: Money?
    /// Who bought it.
    public var to: String?
    /// Anything else.
    public var notes: String?

    /// Nothing said.
    public init() {}
}

/// A field of the owner's own.
public struct CustomField: Equatable, Sendable {
    /// The field's name.
    public var name: String
    /// What stands in it.
    public var value: String

    /// A field of that name and value.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
