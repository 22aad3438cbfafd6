import InventoryModel

extension ItemField {
    /// The option that sets the field.
    var option: Option {
        let (heading, help) = words
        return .value(optionName, placeholder, help, heading: heading)
    }

    private var placeholder: String {
        switch kind {
        case .text, .tags, .customFields, .photos, .documents:
            self == .url ? "URL" : self == .location ? "PATH" : "TEXT"
        case .money: "AMOUNT"
        case .quantity: "N"
        case .percentage: "PERCENT"
        case .timestamp: "MOMENT"
        case .date: "DATE"
        case .flag: "yes|no"
        case .identifier: "ID"
        }
    }

    private var words: (heading: String, help: String) {
        switch self {
        case .name: ("What it is", "what it is called")
        case .serialNumber: ("What it is", "the maker's number on this very piece")
        case .quantity: ("What it is", "how many there are; 0.5 and the like too")
        case .location: ("What it is", "where it is kept: \"Home / Office / Desk\"")
        case .category: ("What it is", "what kind of thing it is")
        case .assetIdentifier: ("What it is", "the number on your own sticker")
        case .url: ("What it is", "a page about it")
        case .parent: ("What it is", "the item it is part of or kept in")
        case .manufacturer: ("What it is", "who made it")
        case .modelNumber: ("What it is", "the maker's name for the model")
        case .description: ("What it is", "what it is, at length")
        case .notes: ("What it is", "anything else")
        case .condition: ("What it is", "in what state it is")
        case .value: ("Worth", "the value of each: 12.34, or \"12.34 EUR\"")
        case .replacementValue: ("Worth", "what a new one of like kind costs, each")
        case .depreciation: ("Worth", "what it loses a year, by your own estimate")
        case .purchaseDate: ("Bought", "the day, as YYYY-MM-DD")
        case .purchasePlace: ("Bought", "the shop or person")
        case .purchasePrice: ("Bought", "what was paid, each")
        case .purchaseReceiptNumber: ("Bought", "the number on the receipt")
        case .warrantyExpires: ("Warranty", "the last day, as YYYY-MM-DD")
        case .warrantyLifetime: ("Warranty", "whether it never ends")
        case .warrantyDetails: ("Warranty", "the terms")
        case .insured: ("Kept or gone", "whether your policy covers it")
        case .archived: ("Kept or gone", "whether it is gone; reports then leave it out unless asked")
        case .saleDate: ("Kept or gone", "the day it was sold, as YYYY-MM-DD")
        case .salePrice: ("Kept or gone", "what was got for it, each")
        case .saleTo: ("Kept or gone", "who bought it")
        case .saleNotes: ("Kept or gone", "anything else about the sale")
        case .dateCreated:
            ("Other programs", "when it was entered: 2014-05-01T09:30:00Z, or a day (its midnight in UTC)")
        case .externalReference: ("Other programs", "its key in the program it came from")
        case .id, .tags, .customFields, .photos, .documents: ("", "")
        }
    }
}
