import Inventory

extension ItemField {
    /// The option that sets the field.
    var option: Option {
        .value(optionName, placeholder, heading: heading)
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

    private var heading: OptionGroup {
        switch self {
        case .name, .serialNumber, .quantity, .location, .category, .assetIdentifier, .url, .parent, .manufacturer,
            .modelNumber, .description, .notes, .condition:
            .identity
        case .value, .replacementValue, .depreciation: .worth
        case .purchaseDate, .purchasePlace, .purchasePrice, .purchaseReceiptNumber: .purchase
        case .warrantyExpires, .warrantyLifetime, .warrantyDetails: .warranty
        case .insured, .archived, .saleDate, .salePrice, .saleTo, .saleNotes: .possession
        case .dateCreated, .externalReference: .otherPrograms
        case .id, .tags, .customFields, .photos, .documents: .options
        }
    }
}
