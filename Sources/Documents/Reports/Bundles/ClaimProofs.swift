import Delivery
import Files
import FoundationEssentials
import Inventory
import InventoryStore
import JSON
import Localization

/// The proofs in a claim's folder that its lines and files existed on or before the times of time stamps.
///
/// `proof/proofs.json` has, for each line and for each photo and document, the way from its leaf to the root of a stamp;
/// `proof/1.tsq` and `proof/1.tsr` are request and answer of stamp 1, and `proof/check.py` checks all of it.
package enum ClaimProofs {
    /// The folder in that of the claim.
    package static let folder = "proof"
    /// The path of the list of proofs.
    package static let list = "proof/proofs.json"
    /// The path of the XML with whose values the lines are proven.
    package static let data = "insurance.xml"
    static let script = "proof/check.py"

    /// Whether a path in the claim's folder is that of an original.
    package static func isOriginal(_ name: String) -> Bool {
        name.hasPrefix("originals/") || name.hasPrefix("documents/") && name.hasSuffix(".pdf")
    }

    /// The paths of a stamp's request and answer.
    /// - Parameter number: from 1.
    package static func names(ofStamp number: Int) -> (request: String, response: String) {
        ("\(folder)/\(number).tsq", "\(folder)/\(number).tsr")
    }
}

extension DeliveredFolder {
    /// Writes the proofs of a report's lines and files.
    /// - Throws: the reason if they cannot be written.
    func putProofs(of snapshot: StoreSnapshot, _ stamped: StampedEvidence, _ options: ReportOptions) throws {
        var numbers: [Int: Int] = [:]
        var trees: [MerkleTree] = []
        var lines = JSONWriter()
        func add(_ place: StampedEvidence.Place?, to json: inout JSONWriter) throws {
            guard let place else { return }
            let known = numbers[place.stamp]
            let number = known ?? trees.count
            if known == nil {
                numbers[place.stamp] = number
                trees.append(try MerkleTree(leaves: stamped.stamps[place.stamp].stamp.leaves))
            }
            json.add("stamp", .number(number + 1))
            json.add("index", .number(place.leaf))
            json.add("path", .string(Data(trees[number].path(ofLeaf: place.leaf)).base64EncodedString()))
        }
        let cursor = try snapshot.items(
            matching: options.selection, order: options.order, grouping: options.grouping,
            fields: ItemFieldSet([.photos, .documents]))
        var line = 0
        lines.open(.array)
        while try cursor.next() {
            line += 1
            lines.open(.object)
            lines.add("line", .number(line))
            try add(stamped.place(ofItem: cursor.id), to: &lines)
            lines.open(.array, as: "evidence")
            for (number, piece) in cursor.shownEvidence(line: line, options, word: "") {
                lines.open(.object)
                lines.add("number", .string(number))
                lines.add("hash", .string(piece.hash.description))
                // Parts have the files of others.
                if options.partSize == nil, let file = options.delivery?.original(of: piece, number: number) {
                    lines.add("file", .string(file.name))
                }
                try add(try stamped.place(ofFile: piece.hash), to: &lines)
                lines.close(.object)
            }
            lines.close(.array)
            lines.close(.object)
        }
        lines.close(.array)
        var list = JSONWriter()
        list.object { json in
            json.array("stamps") { json in
                for tree in trees {
                    json.object { json in
                        json.add("root", .string(ContentHash(bytes: tree.root)?.description ?? ""))
                        json.add("leaves", .number(tree.count))
                    }
                }
            }
            json.add("lines", raw: lines.bytes)
        }
        try makeFolder(ClaimProofs.folder)
        try put(list.bytes, ClaimProofs.list)
        for (place, number) in numbers {
            let names = ClaimProofs.names(ofStamp: number + 1)
            try put(stamped.stamps[place].answer.request, names.request)
            try put(stamped.stamps[place].answer.response, names.response)
        }
        try put(EmbeddedFiles.bytes(of: "Templates/\(ClaimProofs.script)").map { Array($0) } ?? [], ClaimProofs.script)
    }
}
