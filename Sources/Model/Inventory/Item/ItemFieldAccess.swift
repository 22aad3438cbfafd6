import FoundationEssentials

/// The way to a field's value inside an item.
///
/// Closures rather than key paths: an import reads and writes some fifty fields an item, and a key path costs three
/// times as much.
enum ItemFieldAccess: Sendable {
    typealias Getter<Value> = @Sendable (borrowing Item) -> Value
    typealias Setter<Value> = @Sendable (inout Item, Value) -> Void

    case text(Getter<String?>, Setter<String?>)
    case money(Getter<Money?>, Setter<Money?>)
    case date(Getter<CalendarDate?>, Setter<CalendarDate?>)
    case flag(Getter<Bool>, Setter<Bool>)
    /// A field whose kind occurs once or twice. The setter returns false if it does not accept the value.
    case other(
        ItemField.Kind, get: Getter<FieldValue>, set: @Sendable (inout Item, FieldValue) -> Bool)

    var kind: ItemField.Kind {
        switch self {
        case .text: .text
        case .money: .money
        case .date: .date
        case .flag: .flag
        case .other(let kind, _, _): kind
        }
    }

    /// The value in an item.
    func value(in item: borrowing Item) -> FieldValue {
        switch self {
        case .text(let get, _): get(item).map(FieldValue.text) ?? .none
        case .money(let get, _): get(item).map(FieldValue.money) ?? .none
        case .date(let get, _): get(item).map(FieldValue.date) ?? .none
        case .flag(let get, _): .flag(get(item))
        case .other(_, let get, _): get(item)
        }
    }

    /// Stores a value in an item and returns true, or returns false if the value is of another kind.
    func set(_ value: FieldValue, in item: inout Item) -> Bool {
        switch (self, value) {
        case (.text(_, let set), .none): set(&item, nil)
        case (.text(_, let set), .text(let text)): set(&item, text)
        case (.money(_, let set), .none): set(&item, nil)
        case (.money(_, let set), .money(let amount)): set(&item, amount)
        case (.date(_, let set), .none): set(&item, nil)
        case (.date(_, let set), .date(let date)): set(&item, date)
        case (.flag(_, let set), .none): set(&item, false)
        case (.flag(_, let set), .flag(let flag)): set(&item, flag)
        case (.other(_, _, let set), _): return set(&item, value)
        default: return false
        }
        return true
    }
}

// The fields whose kind occurs once or twice.
extension ItemFieldAccess {
    static let id = ItemFieldAccess.other(.identifier) {
        .identifier($0.id)
    } set: { item, value in
        guard case .identifier(let id) = value else { return false }
        item.id = id
        return true
    }

    static let parent = ItemFieldAccess.other(.identifier) {
        $0.parent.map(FieldValue.identifier) ?? .none
    } set: { item, value in
        switch value {
        case .none: item.parent = nil
        case .identifier(let id): item.parent = id
        default: return false
        }
        return true
    }

    static let quantity = ItemFieldAccess.other(.quantity) {
        .quantity($0.quantity)
    } set: { item, value in
        switch value {
        case .none: item.quantity = .one
        case .quantity(let quantity): item.quantity = quantity
        default: return false
        }
        return true
    }

    static let dateCreated = ItemFieldAccess.other(.timestamp) {
        .timestamp($0.dateCreated)
    } set: { item, value in
        guard case .timestamp(let timestamp) = value else { return false }
        item.dateCreated = timestamp
        return true
    }

    static let depreciation = ItemFieldAccess.other(.percentage) {
        $0.depreciation.map(FieldValue.percentage) ?? .none
    } set: { item, value in
        switch value {
        case .none: item.depreciation = nil
        case .percentage(let percentage): item.depreciation = percentage
        default: return false
        }
        return true
    }

    static let tags = ItemFieldAccess.other(.tags) {
        $0.tags.isEmpty ? .none : .tags($0.tags)
    } set: { item, value in
        switch value {
        case .none: item.tags = []
        case .tags(let tags): item.tags = tags
        default: return false
        }
        return true
    }

    static let customFields = ItemFieldAccess.other(.customFields) {
        $0.customFields.isEmpty ? .none : .customFields($0.customFields)
    } set: { item, value in
        switch value {
        case .none: item.customFields = []
        case .customFields(let fields): item.customFields = fields
        default: return false
        }
        return true
    }

    static let photos = ItemFieldAccess.other(.photos) {
        $0.photos.isEmpty ? .none : .photos($0.photos)
    } set: { item, value in
        switch value {
        case .none: item.photos = []
        case .photos(let photos): item.photos = photos.normalized
        default: return false
        }
        return true
    }

    static let documents = ItemFieldAccess.other(.documents) {
        $0.documents.isEmpty ? .none : .documents($0.documents)
    } set: { item, value in
        switch value {
        case .none: item.documents = []
        case .documents(let documents): item.documents = documents.normalized
        default: return false
        }
        return true
    }
}
