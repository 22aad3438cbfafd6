public import FoundationEssentials
public import Inventory
public import Message

/// Why an item cannot have a reference or an id: a file that names it could mean another item as well.
public enum DuplicateReferenceDiagnostic: Equatable, Sendable {
    /// Another item has the external reference, or has it as its id.
    case taken(by: UUID)
    /// Another item has this one's id as its external reference.
    case idTaken(by: UUID)

    /// The other item.
    public var other: UUID {
        switch self {
        case .taken(let other), .idTaken(let other): other
        }
    }
}

extension ItemTable {
    /// Why an item cannot have an external reference; nil if it can.
    func diagnostic(ofReference reference: String?, for id: UUID) throws(StoreError) -> DuplicateReferenceDiagnostic? {
        guard let reference, !reference.isEmpty else { return nil }
        if let holder = try holder(ofReference: reference, excluding: id) { return .taken(by: holder) }
        guard let other = UUID(reference: reference), other != id, try locate(other) != nil else { return nil }
        return .taken(by: other)
    }

    /// Why an item cannot have its external reference or its id; nil if it can.
    func diagnostic(ofReferenceOrID item: Item) throws(StoreError) -> DuplicateReferenceDiagnostic? {
        if let diagnostic = try diagnostic(ofReference: item.externalReference, for: item.id) { return diagnostic }
        return try diagnostic(ofID: item.id)
    }

    /// Why an item cannot have an id; nil if it can.
    func diagnostic(ofID id: UUID) throws(StoreError) -> DuplicateReferenceDiagnostic? {
        try holder(ofReference: id.reference, excluding: id).map(DuplicateReferenceDiagnostic.idTaken)
    }
}

extension UUID {
    /// The id in files that have one column for ids and references.
    var reference: String { text }

    /// Reads a reference that has the form of an id; nil if it has not.
    init?(reference: String) {
        guard reference.utf8.count == 36 else { return nil }
        self.init(lowercase: reference.utf8.span)
    }
}

extension ItemTable {
    /// Visits the items whose reference also identifies another item: all but the first of those that share one, and
    /// those whose reference is another one's id. Stores of earlier builds may have such items.
    func forEachSharedReference(
        _ body: (UUID, DuplicateReferenceDiagnostic) throws(StoreError) -> Void
    ) throws(StoreError) {
        var first: (reference: [UInt8], orderKey: Int64)?
        try forEachReference { reference, orderKey throws(StoreError) in
            guard !reference.isEmpty else { return }
            let bytes = Array(reference.utf8)
            var other: UUID?
            if let first, first.reference == bytes {
                other = try OrderKeyTable(connection: connection).identifier(at: first.orderKey)
            } else {
                first = (bytes, orderKey)
            }
            let referencedID = UUID(reference: reference)
            guard other != nil || referencedID != nil,
                let id = try OrderKeyTable(connection: connection).identifier(at: orderKey)
            else { return }
            if other == nil, let referencedID, referencedID != id, try locate(referencedID) != nil {
                other = referencedID
            }
            if let other { try body(id, .taken(by: other)) }
        }
    }
}

extension DuplicateReferenceDiagnostic: MessageConvertible {
    public var message: Message {
        switch self {
        case .taken(let other): Message("store.reference.taken", ["item": other.text])
        case .idTaken(let other): Message("store.reference.idTaken", ["item": other.text])
        }
    }

    /// The message about an item that is known by its place in a file.
    func message(otherAt place: Message) -> Message {
        switch self {
        case .taken: Message("store.reference.takenInFile", ["place": place])
        case .idTaken: Message("store.reference.idTakenInFile", ["place": place])
        }
    }

    /// The field that the message is about.
    public var field: ItemField {
        switch self {
        case .taken: .externalReference
        case .idTaken: .id
        }
    }
}
