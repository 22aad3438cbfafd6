import FoundationEssentials
package import Inventory

/// A state of an inventory for which a time stamp was asked: the hashes of all its items and files, and the answer.
///
/// A leaf is the word `file`, `inventory` or `item`, a zero byte, and for each value its name, `=`, its text and a zero byte.
/// The leaves are sorted by their bytes. A file has its SHA-256, the inventory its id, the number of its latest change and
/// the SHA-256 of what identifies that change, and an item everything that is recorded of it (``CanonicalItem``).
package struct Stamp: Sendable {
    /// The data of the leaf of the inventory.
    package let head: [UInt8]
    /// The hashes of the leaves, 32 bytes each.
    package let leaves: [UInt8]
    /// The request in DER.
    package let request: [UInt8]
    /// The answer in DER; empty for none yet.
    package var response: [UInt8] = []

    /// A state for which no time stamp is asked yet.
    /// - Throws: `hash` if SHA-256 is not available.
    package init(head: [UInt8], leaves: [UInt8]) throws {
        (self.head, self.leaves) = (head, leaves)
        request = TimeStamp.request(for: try MerkleTree(leaves: leaves).root)
    }

    /// The parts in Base64, a line each.
    package var text: String {
        [head, leaves, request, response].map { Data($0).base64EncodedString() }.joined(separator: "\n")
    }

    /// Reads ``text``; nil if it is damaged.
    package init?(text: String) {
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
            .compactMap { Data(base64Encoded: String($0)).map { Array($0) } }
        guard parts.count == 4, !parts[1].isEmpty, parts[1].count % 32 == 0 else { return nil }
        (head, leaves, request, response) = (parts[0], parts[1], parts[2], parts[3])
    }

    /// The data of the leaf of a file.
    package static func file(_ hash: ContentHash) -> [UInt8] { leaf("file", [("hash", hash.description)]) }

    /// The data of the leaf of an inventory.
    /// - Parameter change: identifies the latest change; nil if there was none.
    package static func inventory(_ id: String, revision: Int64, change: ContentHash?) -> [UInt8] {
        leaf(
            "inventory",
            [("id", id), ("revision", "\(revision)")] + (change.map { [("change", $0.description)] } ?? []))
    }

    /// The id and the number of the latest change in ``head``; nil if it has another form.
    package var origin: (id: String, revision: Int64)? {
        let values = head.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard values.count >= 3, values[0] == "inventory", values[1].hasPrefix("id="),
            values[2].hasPrefix("revision="), let revision = Int64(values[2].dropFirst(9))
        else { return nil }
        return (String(values[1].dropFirst(3)), revision)
    }

    private static func leaf(_ kind: String, _ values: [(String, String)]) -> [UInt8] {
        Array("\(kind)\0\(values.map { "\($0)=\($1)\0" }.joined())".utf8)
    }
}
