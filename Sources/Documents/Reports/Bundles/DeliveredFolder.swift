import Delivery
import Files
import Glibc
import Inventory

/// A folder that is filled to be handed over: files, the photos and documents of items, and what proves them.
struct DeliveredFolder {
    let path: String

    /// Writes a file.
    /// - Throws: what keeps the folder from taking it.
    func put(_ bytes: [UInt8], _ name: String) throws {
        let file = try AtomicFile(replacing: "\(path)/\(name)")
        try bytes.withUnsafeBytes(file.write)
        try file.commit()
    }

    /// Copies a file, and makes the folder it stands in; one that is there already stays.
    /// - Throws: what keeps it from being read or written.
    func copy(_ source: String, to name: String) throws {
        if let slash = name.firstIndex(of: "/") {
            let folder = "\(path)/\(name[..<slash])"
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw FileError("make the folder", folder) }
        }
        guard access("\(path)/\(name)", F_OK) != 0 else { return }
        let file = try AtomicFile(replacing: "\(path)/\(name)")
        try readFile(source) { try file.write($0) }
        try file.commit()
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
