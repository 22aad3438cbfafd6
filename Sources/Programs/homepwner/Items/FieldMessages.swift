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
        switch group {
        case .identity: .identity
        case .worth: .worth
        case .purchase: .purchase
        case .warranty: .warranty
        case .possession: .possession
        case .record: .interchange
        case .attachments: .options
        }
    }
}
