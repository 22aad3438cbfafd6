/// The purchase of an item.
public struct Purchase: Equatable, Sendable {
    /// The day it was bought.
    public var date: CalendarDate?
    /// The shop or person that sold it.
    public var place: String?
    /// The price of one piece.
    public var price: Money?
    /// The number on the receipt.
    public var receiptNumber: String?

    /// Creates a value with nothing stated.
    public init() {}
}

/// The warranty of an item.
public struct Warranty: Equatable, Sendable {
    /// The last day.
    public var expires: CalendarDate?
    /// Whether it never ends.
    public var lifetime = false
    /// The terms.
    public var details: String?

    /// Creates a value with nothing stated.
    public init() {}
}

/// The sale of an item.
public struct Sale: Equatable, Sendable {
    /// The day it was sold.
    public var date: CalendarDate?
    /// The price of one piece.
    public var price: Money?
    /// The buyer.
    public var to: String?
    /// Notes about the sale.
    public var notes: String?

    /// Creates a value with nothing stated.
    public init() {}
}

/// A custom field that the owner added to an item.
public struct CustomField: Equatable, Sendable {
    /// The field's name.
    public var name: String
    /// The field's value.
    public var value: String

    /// Creates a custom field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
