import Delivery
import Files
import Glibc
import Inventory
import InventoryStore

/// A folder that is filled to be handed over: files, the photos and documents of items, and what proves them.
struct DeliveredFolder {
    let path: String

    /// Writes a file.
    /// - Throws: what keeps the folder from taking it.
    func put(_ bytes: [UInt8], _ name: String) throws {
        let file = try AtomicFile(replacing: "\(path)/\(name)")
        try bytes.withUnsafeBytes { try file.write($0) }
        try file.commit()
    }

    /// Copies a file, and makes the folder it stands in; one that is there already stays.
    /// - Throws: what keeps it from being read or written.
    func copy(_ source: String, to name: String) throws {
        if let slash = name.firstIndex(of: "/") {
            let folder = "\(path)/\(name[..<slash])"
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw FileError(.makeFolder, folder) }
        }
        guard access("\(path)/\(name)", F_OK) != 0 else { return }
        let file = try AtomicFile(replacing: "\(path)/\(name)")
        try readFile(source) { try file.write($0) }
        try file.commit()
    }

    /// Copies photos and documents, each named by its line and number as in the report.
    /// - Returns: the folders they stand in.
    func copyEvidence(of snapshot: StoreSnapshot, _ options: ReportOptions) throws -> [String] {
        guard let delivery = options.delivery else { return [] }
        let cursor = try snapshot.items(
            matching: options.selection, order: options.order, grouping: options.grouping,
            fields: ItemFieldSet([.photos, .documents]))
        var line = 0
        var folders: Set<String> = []
        while try cursor.next() {
            line += 1
            for (number, piece) in cursor.shownEvidence(line: line, options, word: "") {
                guard let (name, source) = try delivery.file(of: piece, number: number) else { continue }
                folders.insert(String(name.prefix { $0 != "/" }))
                try copy(source, to: name)
            }
        }
        return folders.sorted(by: >)
    }

    /// Writes the manifest of all that stands in the folder, and its signature where there is a key.
    /// - Throws: why it cannot be made.
    func signer(_ signer: ManifestSigner) throws {
        let manifest = Array(try Manifest(ofFolder: path).text.utf8)
        try put(manifest, Manifest.fileName)
        if let signature = try signer.signature(of: manifest) {
            try put(signature, Manifest.fileName + Manifest.signatureExtension)
        }
    }
}
