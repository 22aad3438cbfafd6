package import Delivery
import Files
import FoundationEssentials
import Inventory
package import InventoryStore

/// The time stamps of the items and files of a report.
package struct StampedEvidence: Sendable {
    /// A leaf of a stamp.
    struct Place: Sendable {
        /// The stamp's number in ``stamps``.
        let stamp: Int
        /// The leaf's number in the tree.
        let leaf: Int
    }

    /// The answered stamps, the earliest first.
    let stamps: [(stamp: Stamp, answer: TimeStamp)]
    /// The earliest place of each leaf by its hash.
    private let places: [[UInt8]: Place]
    private var items: [UUID: Place] = [:]

    /// Finds the earliest stamp of each item as it is now. Damaged stamps prove nothing, and are left out; `verify` names them.
    /// - Returns: nil without a stamp.
    /// - Throws: the errors of reading; `hash` if SHA-256 is not available.
    package init?(_ options: ReportOptions, of snapshot: StoreSnapshot) throws {
        // Their names begin with their times.
        stamps = try snapshot.stamps.filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
            .compactMap { Stamp(text: $0.value) }
            .compactMap { stamp in
                (try? TimeStamp(request: stamp.request, response: stamp.response)).map { (stamp, $0) }
            }
            .filter { try MerkleTree(leaves: $0.stamp.leaves).root == $0.answer.root }
        guard !stamps.isEmpty else { return nil }
        var places: [[UInt8]: Place] = [:]
        for (number, stamp) in stamps.enumerated() {
            for (leaf, start) in stride(from: 0, to: stamp.stamp.leaves.count, by: SHA256.byteCount).enumerated() {
                let hash = Array(stamp.stamp.leaves[start..<(start + SHA256.byteCount)])
                if places[hash] == nil { places[hash] = Place(stamp: number, leaf: leaf) }
            }
        }
        self.places = places
        // The receiver computes an item's leaf from the XML, which must state all of it.
        guard options.redaction.isEmpty, options.templates == nil, options.showsPhotos, options.showsDocuments else {
            return
        }
        let cursor = try snapshot.items(matching: options.selection)
        while try cursor.next() {
            items[cursor.id] = places[try MerkleTree.leaf(CanonicalItem(cursor.item()).bytes)]
        }
    }

    func place(ofItem id: UUID) -> Place? { items[id] }

    func place(ofFile hash: ContentHash) throws -> Place? { places[try MerkleTree.leaf(Stamp.file(hash))] }

    func time(ofItem id: UUID) -> Timestamp? { place(ofItem: id).map { stamps[$0.stamp].answer.time } }

    func time(ofFile hash: ContentHash) throws -> Timestamp? {
        try place(ofFile: hash).map { stamps[$0.stamp].answer.time }
    }
}

extension Stamp {
    /// The state of an inventory, for which a time stamp can be asked.
    /// - Parameter id: the store's id.
    /// - Throws: the errors of reading; `hash` if SHA-256 is not available.
    package init(of snapshot: StoreSnapshot, id: String) throws {
        let hasher = SHA256Hasher()
        let head = try Stamp.head(of: snapshot, id: id, at: snapshot.revision)
        // Sorted by their data: the word and the hash, or the word and the id.
        var leaves = try snapshot.files().keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
            .flatMap { try MerkleTree.leaf(Stamp.file($0), hasher) }
        leaves += try MerkleTree.leaf(head, hasher)
        var items: [(id: UUID, leaf: [UInt8])] = []
        let cursor = try snapshot.items(matching: .everything)
        while try cursor.next() {
            items.append((cursor.id, try MerkleTree.leaf(CanonicalItem(cursor.item()).bytes, hasher)))
        }
        items.sort { $0.id < $1.id }
        leaves.reserveCapacity(leaves.count + SHA256.byteCount * items.count)
        for item in items { leaves += item.leaf }
        try self.init(head: head, leaves: leaves)
    }

    /// The data of the leaf of the inventory after a change.
    package static func head(of snapshot: StoreSnapshot, id: String, at revision: Revision) throws -> [UInt8] {
        let change = try snapshot.changeFingerprint(of: revision).flatMap { ContentHash(bytes: SHA256.digest(of: $0)) }
        return inventory(id, revision: revision.rawValue, change: change)
    }
}
