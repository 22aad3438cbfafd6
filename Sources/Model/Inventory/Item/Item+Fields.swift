import FoundationEssentials

extension Item {
    /// What stands in a field, by its name.
    public subscript(field: ItemField) -> FieldValue {
        switch field {
        case .serialNumber: .init(serialNumber)
        case .location: .init(location)
        case .category: .init(category)
        case .assetIdentifier: .init(assetIdentifier)
        case .url: .init(url)
        case .manufacturer: .init(manufacturer)
        case .modelNumber: .init(modelNumber)
        case .description: .init(description)
        case .notes: .init(notes)
        case .condition: .init(condition)
        case .purchasePlace: .init(purchase.place)
        case .purchaseReceiptNumber: .init(purchase.receiptNumber)
        case .warrantyDetails: .init(warranty.details)
        case .saleTo: .init(sale.to)
        case .saleNotes: .init(sale.notes)
        case .externalReference: .init(externalReference)
        case .value: value.map(FieldValue.money) ?? .none
        case .purchasePrice: purchase.price.map(FieldValue.money) ?? .none
        case .replacementValue: replacementValue.map(FieldValue.money) ?? .none
        case .salePrice: sale.price.map(FieldValue.money) ?? .none
        case .purchaseDate: purchase.date.map(FieldValue.date) ?? .none
        case .warrantyExpires: warranty.expires.map(FieldValue.date) ?? .none
        case .saleDate: sale.date.map(FieldValue.date) ?? .none
        case .warrantyLifetime: .flag(warranty.lifetime)
        case .insured: .flag(insured)
        case .archived: .flag(archived)
        case .id: .identifier(id)
        case .name: .text(name)
        case .quantity: .quantity(quantity)
        case .dateCreated: .timestamp(dateCreated)
        case .parent: parent.map(FieldValue.identifier) ?? .none
        case .depreciation: depreciation.map(FieldValue.percentage) ?? .none
        case .tags: tags.isEmpty ? .none : .tags(tags)
        case .customFields: customFields.isEmpty ? .none : .customFields(customFields)
        case .photos: photos.isEmpty ? .none : .photos(photos)
        case .documents: documents.isEmpty ? .none : .documents(documents)
        }
    }

    /// Puts a value into a field.
    ///
    /// "Not stated" puts back what a new item has: no value, quantity 1, an empty name, a flag that is down.
    /// - Throws: `wrongKind` where the field takes another kind of value or can not be emptied.
    public mutating func set(_ field: ItemField, to value: FieldValue) throws(ValueError) {
        switch field {
        case .serialNumber: serialNumber = try value.text(field)
        case .location: location = try value.text(field)
        case .category: category = try value.text(field)
        case .assetIdentifier: assetIdentifier = try value.text(field)
        case .url: url = try value.text(field)
        case .manufacturer: manufacturer = try value.text(field)
        case .modelNumber: modelNumber = try value.text(field)
        case .description: description = try value.text(field)
        case .notes: notes = try value.text(field)
        case .condition: condition = try value.text(field)
        case .purchasePlace: purchase.place = try value.text(field)
        case .purchaseReceiptNumber: purchase.receiptNumber = try value.text(field)
        case .warrantyDetails: warranty.details = try value.text(field)
        case .saleTo: sale.to = try value.text(field)
        case .saleNotes: sale.notes = try value.text(field)
        case .externalReference: externalReference = try value.text(field)
        case .value: self.value = try value.money(field)
        case .purchasePrice: purchase.price = try value.money(field)
        case .replacementValue: replacementValue = try value.money(field)
        case .salePrice: sale.price = try value.money(field)
        case .purchaseDate: purchase.date = try value.date(field)
        case .warrantyExpires: warranty.expires = try value.date(field)
        case .saleDate: sale.date = try value.date(field)
        case .warrantyLifetime: warranty.lifetime = try value.flag(field)
        case .insured: insured = try value.flag(field)
        case .archived: archived = try value.flag(field)
        case .id: id = try value.identifier(field).orThrow(field, "a UUID")
        case .name: name = try value.text(field) ?? ""
        case .quantity: quantity = try value.quantity(field)
        case .dateCreated: dateCreated = try value.timestamp(field)
        case .parent: parent = try value.identifier(field)
        case .depreciation: depreciation = try value.percentage(field)
        case .tags: tags = try value.tags(field)
        case .customFields: customFields = try value.customFields(field)
        case .photos: photos = try value.photos(field).normalized
        case .documents: documents = try value.documents(field).normalized
        }
    }
}
