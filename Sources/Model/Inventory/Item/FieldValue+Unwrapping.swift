import FoundationEssentials
import Localization

extension FieldValue {
    init(_ text: String?) { self = text.map(FieldValue.text) ?? .none }

    func text(_ field: ItemField) throws(ValueError) -> String? {
        switch self {
        case .none: return nil
        case .text(let value): return value
        default: throw .wrongKind(field: field.rawValue, expected: "a text")
        }
    }

    func money(_ field: ItemField) throws(ValueError) -> Money? {
        switch self {
        case .none: return nil
        case .money(let value): return value
        default: throw .wrongKind(field: field.rawValue, expected: said("value.anAmount"))
        }
    }

    func date(_ field: ItemField) throws(ValueError) -> CalendarDate? {
        switch self {
        case .none: return nil
        case .date(let value): return value
        default: throw .wrongKind(field: field.rawValue, expected: "a date")
        }
    }

    func identifier(_ field: ItemField) throws(ValueError) -> UUID? {
        switch self {
        case .none: return nil
        case .identifier(let value): return value
        default: throw .wrongKind(field: field.rawValue, expected: "a UUID")
        }
    }

    func percentage(_ field: ItemField) throws(ValueError) -> Percentage? {
        switch self {
        case .none: return nil
        case .percentage(let value): return value
        default: throw .wrongKind(field: field.rawValue, expected: "a percentage")
        }
    }

    func flag(_ field: ItemField) throws(ValueError) -> Bool {
        switch self {
        case .none: return false
        case .flag(let value): return value
        default: throw .wrongKind(field: field.rawValue, expected: said("value.trueOrFalse"))
        }
    }

    func quantity(_ field: ItemField) throws(ValueError) -> Quantity {
        switch self {
        case .none: return .one
        case .quantity(let value): return value
        default: throw .wrongKind(field: field.rawValue, expected: "a quantity")
        }
    }

    func tags(_ field: ItemField) throws(ValueError) -> [String] {
        switch self {
        case .none: return []
        case .tags(let value): return value
        default: throw .wrongKind(field: field.rawValue, expected: said("value.aListOfTags"))
        }
    }

    func customFields(_ field: ItemField) throws(ValueError) -> [CustomField] {
        switch self {
        case .none: return []
        case .customFields(let value): return value
        default: throw .wrongKind(field: field.rawValue, expected: said("value.namesAndValues"))
        }
    }

    func photos(_ field: ItemField) throws(ValueError) -> [PhotoReference] {
        switch self {
        case .none: return []
        case .photos(let value): return value
        default: throw .wrongKind(field: field.rawValue, expected: said("value.aListOfPhotos"))
        }
    }

    func documents(_ field: ItemField) throws(ValueError) -> [DocumentReference] {
        switch self {
        case .none: return []
        case .documents(let value): return value
        default: throw .wrongKind(field: field.rawValue, expected: said("value.aListOfDocuments"))
        }
    }

    func timestamp(_ field: ItemField) throws(ValueError) -> Timestamp {
        guard case .timestamp(let value) = self else {
            throw .wrongKind(field: field.rawValue, expected: "a moment")
        }
        return value
    }
}

extension Optional {
    func orThrow(_ field: ItemField, _ expected: String) throws(ValueError) -> Wrapped {
        guard let self else { throw .wrongKind(field: field.rawValue, expected: expected) }
        return self
    }
}
