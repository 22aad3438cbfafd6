import FoundationEssentials
import Inventory

extension StoreWriter {
    /// - Throws: `reference` if the item's reference or id also identifies another item.
    func checkReference(of item: Item) throws(StoreError) {
        if let fault = try tables.items.fault(ofReferenceOrID: item) { throw .reference(fault, of: item.id) }
    }

    /// - Throws: `reference` if the value is a reference that also identifies another item.
    func checkReference(_ value: FieldValue?, of id: UUID) throws(StoreError) {
        guard case .text(let reference)? = value else { return }
        if let fault = try tables.items.fault(ofReference: reference, for: id) { throw .reference(fault, of: id) }
    }
}
