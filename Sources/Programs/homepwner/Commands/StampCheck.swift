import Delivery
import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization
import Message
import Reports

/// Checks time stamps, those of an inventory or those of a delivered claim.
struct StampCheck {
    /// The certificates with which signatures are checked; nil if they are not.
    let certificates: String?
    /// The differences.
    private(set) var findings: [Message] = []
    /// The number of stamps, and of lines and files that they prove.
    private(set) var stamps = 0
    private(set) var lines = 0
    private(set) var files = 0

    init(certificates: String?) { self.certificates = certificates }

    /// The number of proven items and files, in one line; nil without stamps.
    var summary: String? {
        guard stamps > 0 else { return nil }
        let signatures = localized(certificates == nil ? "stamp.signaturesUnchecked" : "stamp.signaturesGood")
        let proven = localized(
            "stamp.proven",
            [
                "lines": .text(Phrases.count(lines, "item")), "files": .text(Phrases.count(files, "file")),
                "stamps": .count(stamps),
            ])
        return Phrases.clauses([proven, signatures])
    }

    /// Checks the stamps of an inventory: hash, signature and place in the journal, and the items and files of one that was
    /// made after the last change.
    /// - Throws: `noCertificates`; the errors of reading.
    mutating func check(_ snapshot: StoreSnapshot) throws {
        for (name, text) in try snapshot.stamps.sorted(by: { $0.key < $1.key }) where !name.isEmpty {
            stamps += 1
            let name = String(name.prefix { $0 != " " })
            guard let stamp = Stamp(text: text), let origin = stamp.origin else {
                add(name, Message("stamp.damaged"))
                continue
            }
            let (request, response) = (stamp.request, stamp.response)
            guard let answer = try answer(request, response, name) else { continue }
            let revision = Revision(rawValue: origin.revision)
            if try MerkleTree(leaves: stamp.leaves).root != answer.root {
                add(name, Message("stamp.otherHash"))
            } else if try revision > snapshot.revision
                || Stamp.head(of: snapshot, id: origin.id, at: revision) != stamp.head
            {
                add(name, Message("stamp.otherHistory"))
            } else if revision == snapshot.revision, try Stamp(of: snapshot, id: origin.id).leaves != stamp.leaves {
                add(name, Message("stamp.otherItems"))
            }
        }
        try requireStamps()
    }

    private mutating func requireStamps() throws {
        if stamps == 0, certificates != nil { findings.append(Message("stamp.none")) }
    }

    private mutating func add(_ name: String, _ reason: Message) {
        findings.append(Message("stamp.finding", ["name": name, "reason": reason]))
    }

    /// The answer to a request; nil if it is wrong, which is a finding.
    private mutating func answer(_ request: [UInt8], _ response: [UInt8], _ name: String) throws -> TimeStamp? {
        do throws(TimeStampError) {
            let answer = try TimeStamp(request: request, response: response)
            if let certificates { try answer.check(certificates: certificates) }
            return answer
        } catch {
            // The call is wrong then, and not the stamp.
            if case .noCertificates = error { throw error }
            add(name, error.message)
            return nil
        }
    }

    /// A stamp of a claim: its time, and its tree.
    private struct ClaimStamp {
        let time: Timestamp
        let root: [UInt8]
        let leaves: Int
    }

    /// Checks the proofs of a claim against its XML and its files; finds nothing if it has none.
    /// - Parameters:
    ///   - names: the names of its files.
    ///   - read: returns the content of one; nil for none.
    /// - Throws: `noCertificates`, or the errors of reading.
    mutating func check(claimOf names: [String], read: (String) throws -> [UInt8]?) throws {
        guard let bytes = try read(ClaimProofs.list) else { return try requireStamps() }
        guard let json = try? JSONValue(parsing: bytes, rejectsDuplicateNames: true),
            let stated = json["stamps"]?.array, let proofs = json["lines"]?.array,
            let data = try read(ClaimProofs.data), let items = try? XMLCanonicalItems(data).entries
        else { return add(ClaimProofs.list, Message("stamp.damaged")) }
        stamps = stated.count
        var known: [ClaimStamp?] = []
        for (place, stamp) in stated.enumerated() { known.append(try claimStamp(stamp, number: place + 1, read)) }
        var found: Set<[UInt8]> = []
        for place in 0..<max(items.count, proofs.count) {
            // Nor may two lines be the same item.
            guard place < items.count, place < proofs.count, found.insert(items[place].item.bytes).inserted,
                items[place].line == "\(place + 1)", proofs[place]["line"]?.integer == Int64(place + 1)
            else {
                findings.append(Message("stamp.otherLine", ["line": "\(place + 1)"]))
                continue
            }
            try check(items[place], proofs[place], known, read)
        }
        let named = proofs.flatMap { $0["evidence"]?.array ?? [] }.compactMap { $0["file"]?.string }
        for name in Set(names.filter(ClaimProofs.isOriginal)).subtracting(named).sorted() {
            findings.append(Message("stamp.otherOriginal", ["name": name]))
        }
        if certificates != nil, lines + files == 0, findings.isEmpty { findings.append(Message("stamp.none")) }
    }

    private mutating func claimStamp(
        _ json: JSONValue, number: Int, _ read: (String) throws -> [UInt8]?
    ) throws -> ClaimStamp? {
        let names = ClaimProofs.names(ofStamp: number)
        guard let root = json["root"]?.string.flatMap({ ContentHash($0) })?.bytes,
            let leaves = json["leaves"]?.integer, let request = try read(names.request),
            let response = try read(names.response)
        else {
            add(names.response, Message("stamp.damaged"))
            return nil
        }
        guard let answer = try answer(request, response, names.response) else { return nil }
        guard answer.root == root else {
            add(names.response, Message("stamp.otherHash"))
            return nil
        }
        return ClaimStamp(time: answer.time, root: root, leaves: Int(leaves))
    }

    /// Checks a line, and its photos and documents.
    private mutating func check(
        _ item: XMLCanonicalItems.Entry, _ proof: JSONValue, _ known: [ClaimStamp?], _ read: (String) throws -> [UInt8]?
    ) throws {
        let line = item.line ?? ""
        let evidence = proof["evidence"]?.array ?? []
        if item.photos + item.documents != evidence.map({ $0["hash"]?.string ?? "" }) {
            findings.append(Message("stamp.otherFiles", ["line": line]))
        }
        var times: [String: Timestamp] = [:]
        times[""] = try time(proof, of: item.item.bytes, known, named: line)
        lines += times[""] == nil ? 0 : 1
        for piece in evidence {
            let number = piece["number"]?.string ?? ""
            guard let hash = piece["hash"]?.string.flatMap({ ContentHash($0) }) else {
                findings.append(Message("stamp.unproven", ["name": number]))
                continue
            }
            times[number] = try time(piece, of: Stamp.file(hash), known, named: number)
            files += times[number] == nil ? 0 : 1
            if let name = piece["file"]?.string {
                guard Manifest.isSafeRelativePath(name), let content = try read(name),
                    SHA256.digest(of: content) == hash.bytes
                else {
                    findings.append(Message("stamp.otherOriginal", ["name": name]))
                    continue
                }
            }
        }
        for (number, stated) in item.existedBy where times[number]?.description != stated {
            findings.append(Message("stamp.otherTime", ["line": line]))
        }
    }

    /// The time of the stamp that proves a leaf; nil if none is named, or if it does not, which is a finding.
    private mutating func time(
        _ proof: JSONValue, of leaf: [UInt8], _ known: [ClaimStamp?], named name: String
    ) throws -> Timestamp? {
        guard let number = proof["stamp"]?.integer else { return nil }
        let isKnown = number >= 1 && number <= known.count
        // The finding about a wrong stamp is there already.
        if isKnown, known[Int(number) - 1] == nil { return nil }
        guard isKnown, let stamp = known[Int(number) - 1], let index = proof["index"]?.integer,
            let path = proof["path"]?.string.flatMap({ Data(base64Encoded: $0) }),
            try MerkleTree.root(
                of: MerkleTree.leaf(leaf), at: Int(index), of: stamp.leaves, path: Array(path)) == stamp.root
        else {
            findings.append(Message("stamp.unproven", ["name": name]))
            return nil
        }
        return stamp.time
    }
}
