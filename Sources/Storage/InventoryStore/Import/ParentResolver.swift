import FoundationEssentials
import Inventory

/// The way a file names an item's parent.
enum ParentLookup: Equatable {
    case id(UUID)
    /// Its external reference.
    case reference(String)
}

extension IncomingItem {
    /// The parent that the file states, if any.
    var namedParent: ParentLookup? {
        parentReference.map(ParentLookup.reference) ?? item.parent.map(ParentLookup.id)
    }
}

/// Finds the parents that a file names; a parent may come after its parts.
struct ParentResolver {
    let tables: StoreTables
    /// The last result: parts of one item mostly follow one another.
    private var last: (name: ParentLookup, item: UUID)?
    private var pending: [(name: ParentLookup, item: UUID, row: Int)] = []

    init(tables: StoreTables) { self.tables = tables }

    mutating func find(_ name: ParentLookup) throws(StoreError) -> UUID? {
        if let last, last.name == name { return last.item }
        let found: UUID?
        switch name {
        case .id(let id): found = try tables.items.contains(id) ? id : nil
        case .reference(let reference):
            guard let location = try tables.items.locate(reference: reference) else { return nil }
            found = try tables.orderKeyTable.identifier(at: location.orderKey)
        }
        if let found { last = (name, found) }
        return found
    }

    mutating func postpone(_ name: ParentLookup, of item: UUID, row: Int) { pending.append((name, item, row)) }

    /// The parents of the postponed items, and diagnostics for those that cannot have theirs.
    mutating func resolve() throws(StoreError) -> (
        found: [(item: UUID, parent: UUID)], diagnostics: [ImportDiagnostic]
    ) {
        var diagnostics: [ImportDiagnostic] = []
        var found: [(item: UUID, parent: UUID, row: Int)] = []
        for (name, item, row) in pending {
            switch try find(name) {
            case nil: diagnostics.append(ImportDiagnostic(row: row, problem: .parent(.unknown)))
            case item: diagnostics.append(ImportDiagnostic(row: row, problem: .parent(.itself)))
            case let parent?: found.append((item, parent, row))
            }
        }
        // An item that does not get its new parent keeps its old one, which may close another cycle.
        while true {
            let cycles = try itemsInCycles(found.map { ($0.item, $0.parent) })
            guard !cycles.isEmpty else { break }
            for (item, _, row) in found where cycles.contains(item) {
                diagnostics.append(ImportDiagnostic(row: row, problem: .parent(.cycle)))
            }
            found.removeAll { cycles.contains($0.item) }
        }
        return (found.map { ($0.item, $0.parent) }, diagnostics.sorted { $0.row < $1.row })
    }

    private func itemsInCycles(_ links: [(item: UUID, parent: UUID)]) throws(StoreError) -> Set<UUID> {
        let new = Dictionary(links.map { ($0.item, $0.parent) }) { _, last in last }
        var walk = CycleFinder()
        var cycles: Set<UUID> = []
        for (item, _) in links {
            let cycle = try walk.cycle(from: item) { id throws(StoreError) in
                if let parent = new[id] { return parent }
                return try tables.items.parent(of: id)
            }
            cycles.formUnion(cycle)
        }
        return cycles
    }
}
