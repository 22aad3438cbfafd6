import FoundationEssentials
import Inventory

/// Makes sure that no reference identifies two items, of an import or of the store.
///
/// A later row may remove a reference from the item that has it, so the result is final only when all rows are in.
struct ReferenceChecker {
    let tables: StoreTables
    /// Whether a reference of some item may be another one's id. Mostly none is, and ids need not be looked up.
    private var mayBeIDs: Bool
    private var pending: [(item: UUID, row: Int)] = []

    init(tables: StoreTables) throws(StoreError) {
        self.tables = tables
        mayBeIDs = try tables.items.hasReferencesLikeIDs()
    }

    /// Checks an item that was imported.
    /// - Parameter isNew: whether no item had the reference just before.
    mutating func note(_ item: Item, statesID: Bool, isNew: Bool, row: Int) throws(StoreError) {
        let reference = item.externalReference ?? ""
        let referencedID = UUID(reference: reference)
        if let referencedID, referencedID != item.id { mayBeIDs = true }
        let isOwn = referencedID == item.id
        var isDoubtful = false
        if !reference.isEmpty, isOwn ? mayBeIDs : !isNew || referencedID != nil {
            isDoubtful = try tables.items.diagnostic(ofReference: reference, for: item.id) != nil
        }
        if !isDoubtful, statesID, mayBeIDs, !isOwn { isDoubtful = try tables.items.diagnostic(ofID: item.id) != nil }
        if isDoubtful { pending.append((item.id, row)) }
    }

    /// The rows that are still invalid when all are in.
    func diagnostics(_ row: (UUID) throws(StoreError) -> Int?) throws(StoreError) -> [ImportDiagnostic] {
        var diagnostics: [ImportDiagnostic] = []
        for (id, importedRow) in pending {
            guard let item = try tables.items.find(id)?.item else { continue }
            guard let reference = try tables.items.diagnostic(ofReferenceOrID: item) else { continue }
            diagnostics.append(
                ImportDiagnostic(row: importedRow, problem: .reference(reference, row: try row(reference.other))))
        }
        return diagnostics.sorted { $0.row < $1.row }
    }
}
