import Attachments
import Delivery
import Files
import Glibc
import Inventory
import InventoryStore

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

    /// Makes a folder in it, unless it is there.
    /// - Throws: `makeFolder`.
    func makeFolder(_ name: String) throws(FileError) {
        let folder = "\(path)/\(name)"
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw FileError(.makeFolder, folder) }
    }

    /// Copies a file and creates the folder that contains it. An existing file stays.
    /// - Parameter hash: the hash of the content, if it is known.
    /// - Throws: the reason if it cannot be read or written; `changedEvidence` if the content has another hash.
    func copy(_ source: String, to name: String, hash: ContentHash? = nil) throws {
        if let slash = name.firstIndex(of: "/") { try makeFolder(String(name[..<slash])) }
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

/// The files of photos and documents in a claim's folder: pictures are copies without metadata, beside which their originals
/// may be.
struct DeliveredEvidence: Sendable {
    let files: PhotoStore
    let hidesPages: Bool
    /// Whether files that are missing are not delivered.
    let allowsMissingFiles: Bool
    private let deliversOriginals: Bool
    private let partSize: Int?

    /// - Returns: nil if the report has no files.
    init?(_ options: ReportOptions) {
        guard let files = options.files else { return nil }
        (self.files, hidesPages) = (files, options.redaction.hidesPages)
        (allowsMissingFiles, partSize) = (options.allowsMissingFiles, options.partSize)
        deliversOriginals = options.deliversOriginals
    }

    /// A file that is delivered.
    struct File {
        /// The path in the folder.
        let name: String
        /// The file that it was copied from.
        let source: String
        /// The hash of its content if it is an original; pictures are checked when they are asked for.
        var hash: ContentHash?
    }

    /// The file of a piece; nil if it is not delivered.
    /// - Throws: the reason if its picture cannot be made.
    func file(of piece: Evidence, number: String) throws -> File? {
        if allowsMissingFiles, !files.has(piece.hash) { return nil }
        if piece.kind != .photo, hidesPages { return nil }
        let name = piece.deliveredName(number)
        if piece.isPDF { return File(name: name, source: files.originalPath(of: piece.hash), hash: piece.hash) }
        let room = partSize.map { $0 - EvidencePart.overhead(of: name) }
        return File(name: name, source: try files.picture(of: piece.hash, .large, within: room).path)
    }

    /// The original of a piece; nil if it is not delivered.
    func original(of piece: Evidence, number: String) -> File? {
        guard files.has(piece.hash), piece.kind == .photo || !hidesPages, piece.isPDF || deliversOriginals else {
            return nil
        }
        let name = piece.isPDF ? piece.deliveredName(number) : "originals/\(number).\(piece.fileExtension)"
        return File(name: name, source: files.originalPath(of: piece.hash), hash: piece.hash)
    }

    /// The time and camera that the original of a photo states; nil if the photo is delivered as a copy alone.
    /// - Throws: `read` if the original cannot be read.
    func cameraStatement(of piece: Evidence, number: String) throws -> CameraStatement? {
        guard deliversOriginals, piece.kind == .photo, original(of: piece, number: number) != nil else { return nil }
        return try files.cameraStatement(of: piece.hash)
    }

    /// The checksum of a file.
    /// - Throws: the reason if it cannot be read.
    func hash(of path: String) throws -> ContentHash {
        let sum = SHA256Hasher()
        try readFile(path) { sum.update($0) }
        return try sum.contentHash()
    }
}

extension DeliveredFolder {
    /// Copies photos and documents, each named by its line and number as in the report.
    /// - Returns: their lines and names.
    @discardableResult
    func copyEvidence(of snapshot: StoreSnapshot, _ options: ReportOptions) throws -> [EvidencePart.File] {
        guard let delivery = options.delivery else { return [] }
        let cursor = try snapshot.items(
            matching: options.selection, order: options.order, grouping: options.grouping,
            fields: ItemFieldSet([.photos, .documents]))
        var line = 0
        var copied: [EvidencePart.File] = []
        while try cursor.next() {
            line += 1
            for (number, piece) in cursor.shownEvidence(line: line, options, word: "") {
                guard let file = try delivery.file(of: piece, number: number) else { continue }
                let original = delivery.original(of: piece, number: number)
                for file in [file] + [original].compactMap(\.self).filter({ $0.name != file.name }) {
                    try copy(file.source, to: file.name, hash: file.hash)
                    copied.append(EvidencePart.File(line: line, name: file.name))
                }
            }
        }
        return copied
    }
}
