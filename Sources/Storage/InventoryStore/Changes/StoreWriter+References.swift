import FoundationEssentials
import Inventory

extension StoreWriter {
    /// - Throws: `reference` if the item's reference or id also identifies another item.
    func checkReference(of item: Item) throws(StoreError) {
        if let diagnostic = try tables.items.diagnostic(ofReferenceOrID: item) {
            throw .reference(diagnostic, of: item.id)
        }
    }

    /// - Throws: `reference` if the value is a reference that also identifies another item.
    func checkReference(_ value: FieldValue?, of id: UUID) throws(StoreError) {
        guard case .text(let reference)? = value else { return }
        if let diagnostic = try tables.items.diagnostic(ofReference: reference, for: id) {
            throw .reference(diagnostic, of: id)
        }
    }
}
