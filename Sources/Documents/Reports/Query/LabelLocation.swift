import Inventory

/// A location with a label of its own.
struct LabelLocation {
    struct Content {
        let name: String
        let quantity: Quantity
    }

    let names: [String]
    let contents: [Content]

    var path: String { names.joined(separator: " / ") }
}
