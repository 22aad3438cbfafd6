public import FoundationEssentials
import Inventory

/// Why an item cannot go by a reference or a key: it could not be told from another one when a file names it.
public enum DuplicateReferenceDiagnostic: Equatable, Sendable {
    /// Another item has the external reference, or has it as its key.
    case taken(by: UUID)
    /// Another item has this one's key as its external reference.
    case idTaken(by: UUID)

    /// The other item.
    public var other: UUID {
        switch self {
        case .taken(let other), .idTaken(let other): other
        }
    }
}

extension StoreWriter {
    /// - Throws: `reference`, where another item goes by the item's reference or key.
    func checkReference(of item: Item) throws(StoreError) {
        if let fault = try tables.items.fault(ofReferenceOrID: item) { throw .reference(fault, of: item.id) }
    }

    /// - Throws: `reference`, where a field's value is a reference that another item goes by.
    func checkReference(_ value: FieldValue?, of id: UUID) throws(StoreError) {
        guard case .text(let reference)? = value else { return }
        if let fault = try tables.items.fault(ofReference: reference, for: id) { throw .reference(fault, of: id) }
    }
}

extension ItemTable {
    /// Why an item cannot have an external reference, nil where it can.
    func fault(ofReference reference: String?, for id: UUID) throws(StoreError) -> DuplicateReferenceDiagnostic? {
        guard let reference, !reference.isEmpty else { return nil }
        if let holder = try holder(ofReference: reference, excluding: id) { return .taken(by: holder) }
        guard let key = UUID(reference: reference), key != id, try locate(key) != nil else { return nil }
        return .taken(by: key)
    }

    /// Why an item cannot have its external reference or its key, nil where it can.
    func fault(ofReferenceOrID item: Item) throws(StoreError) -> DuplicateReferenceDiagnostic? {
        if let fault = try fault(ofReference: item.externalReference, for: item.id) { return fault }
        return try fault(ofID: item.id)
    }

    /// Why an item cannot have a key, nil where it can.
    func fault(ofID id: UUID) throws(StoreError) -> DuplicateReferenceDiagnostic? {
        try holder(ofReference: id.reference, excluding: id).map(DuplicateReferenceDiagnostic.idTaken)
    }
}

extension UUID {
    /// The key as files write it that have one column for key and reference.
    var reference: String { text }

    /// The key that a reference is, nil where it is none.
    init?(reference: String) {
        guard reference.utf8.count == 36 else { return nil }
        var reference = reference
        guard let id = reference.withUTF8({ UUID(lowercase: $0) }) else { return nil }
        self = id
    }
}

extension ItemTable {
    /// Finds the items by whose reference another item goes: all but the first of those that have one in common, and
    /// those whose reference is another one's key. Stores of earlier builds may hold such items.
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
            let key = UUID(reference: reference)
            guard other != nil || key != nil,
                let id = try OrderKeyTable(connection: connection).identifier(at: orderKey)
            else { return }
            if other == nil, let key, key != id, try locate(key) != nil { other = key }
            if let other { try body(id, .taken(by: other)) }
        }
    }
}
