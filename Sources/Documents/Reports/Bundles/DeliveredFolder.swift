import Delivery
import Files
import Glibc
import Inventory

/// A folder that is filled to be delivered: files, the photos and documents of items, and their manifest.
struct DeliveredFolder {
    let path: String

    /// Writes a file.
    /// - Throws: the reason if the file cannot be written.
    func put(_ bytes: [UInt8], _ name: String) throws {
        let file = try AtomicFile(replacing: "\(path)/\(name)")
        try file.write(bytes)
        try file.commit()
    }

    /// Copies a file and creates the folder that contains it. An existing file stays.
    /// - Parameter hash: the hash of the content, if it is known.
    /// - Throws: the reason if it cannot be read or written; `changedEvidence` if the content has another hash.
    func copy(_ source: String, to name: String, hash: ContentHash? = nil) throws {
        if let slash = name.firstIndex(of: "/") {
            let folder = "\(path)/\(name[..<slash])"
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw FileError(.makeFolder, folder) }
        }
        guard access("\(path)/\(name)", F_OK) != 0 else { return }
        guard try !copyFile(source, to: "\(path)/\(name)", sha256: hash?.bytes), let hash else { return }
        throw ReportError.changedEvidence(hash)
    }

    /// Writes the manifest of all files in the folder, and its signature if there is a key.
    /// - Throws: the reason if it cannot be made.
    func writeManifest(signedBy signer: ManifestSigner) throws {
        let manifest = Array(try Manifest(ofFolder: path).text.utf8)
        try put(manifest, Manifest.fileName)
        if let signature = try signer.signature(of: manifest) {
            try put(signature, Manifest.fileName + Manifest.signatureExtension)
        }
    }
}
