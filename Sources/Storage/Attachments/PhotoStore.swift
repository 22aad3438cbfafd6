import Files
import Glibc
package import ImageExchange
package import Inventory

/// The files of a store's photos and documents: the unchanged originals, and the pictures to publish.
///
/// An original is named by its SHA-256 and is never published: its metadata may reveal time and place. The pictures are in
/// the subfolder `derived`, a cache that may be removed at any time. Several processes may use one folder.
///
/// ```swift
/// let photos = PhotoStore(folder: "inventory.homepwner/photos", helper: .found())
/// let record = try photos.intake(path: "IMG_0001.HEIC")
/// let picture = try photos.picture(of: record.hash, .medium)
/// ```
package struct PhotoStore: Sendable {
    let folder: String
    private let helper: ImageHelper
    private let limits: PhotoLimits

    private var derived: String { folder + "/derived" }

    /// The photos in `folder`, which is created when the first one is added.
    package init(folder: String, helper: ImageHelper, limits: PhotoLimits = .standard) {
        self.folder = folder
        self.helper = helper
        self.limits = limits
    }

    /// Adds a photo from a file and makes its pictures, unless it is already there.
    ///
    /// The file must be a regular file. Nothing is kept of a refused photo.
    /// - Throws: ``PhotoError``, with the path as the photo's name.
    package func intake(path: String, as purpose: FilePurpose = .photo) throws -> PhotoRecord {
        try intake(SourceFile(path: path), as: purpose)
    }

    /// Adds a photo from an open file, read from its start; `name` appears in messages.
    /// - Throws: ``PhotoError``.
    package func intake(descriptor: Int32, name: String, as purpose: FilePurpose = .photo) throws -> PhotoRecord {
        try intake(SourceFile(descriptor: descriptor, name: name), as: purpose)
    }

    /// A picture to publish; made now if it is not in the cache.
    /// - Throws: `missing` if the store has no such photo; other cases if the picture cannot be made.
    package func picture(of hash: ContentHash, _ size: PhotoSize) throws -> PublishedPhoto {
        published(hash, size, try facts(of: hash, whole: [size]))
    }

    /// The pictures to publish, in the order of ``PhotoSize``; made now if they are not in the cache.
    /// - Throws: as ``picture(of:_:)``.
    package func pictures(of hash: ContentHash) throws -> (
        small: PublishedPhoto, medium: PublishedPhoto, large: PublishedPhoto
    ) {
        let cached = try facts(of: hash, whole: PhotoSize.allCases)
        return (published(hash, .small, cached), published(hash, .medium, cached), published(hash, .large, cached))
    }

    private func published(_ hash: ContentHash, _ size: PhotoSize, _ cached: CachedImageInfo) -> PublishedPhoto {
        PublishedPhoto(
            path: derived + "/" + CacheFileNames.picture(hash, size), hash: cached.hashes[size.index],
            size: cached.info.made[size.index])
    }

    /// The record of an original.
    /// - Throws: as ``picture(of:_:)``.
    package func record(of hash: ContentHash) throws -> PhotoRecord {
        let facts = try facts(of: hash, whole: []).info
        guard let bytes = sizeOfOriginal(hash) else { throw PhotoError.missing(hash) }
        return PhotoRecord(hash: hash, type: facts.type, size: facts.size, frames: facts.frames, bytes: bytes)
    }

    /// Whether the store has an original with this hash.
    package func has(_ hash: ContentHash) -> Bool { sizeOfOriginal(hash) != nil }

    /// The path of an original, for backups and for the owner. The file is private: it contains all metadata.
    package func originalPath(of hash: ContentHash) -> String { folder + "/\(hash)" }

    /// The hashes of all originals, in order.
    /// - Throws: `store` if the folder cannot be read.
    package func originals() throws -> [ContentHash] {
        try FileContents.names(in: folder).compactMap { ContentHash($0) }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// The hashes for which there are pictures, with or without an original.
    func derivedHashes() throws -> Set<ContentHash> {
        Set(try FileContents.names(in: derived).compactMap { ContentHash($0.prefix(64)) })
    }

    /// Reads an original and compares its hash with its name.
    /// - Throws: `missing`, `changed`, or `store` if it cannot be read.
    package func verify(_ hash: ContentHash) throws {
        let original = try openOriginal(hash)
        guard try contentHash(of: original, path: originalPath(of: hash)) == hash else {
            throw PhotoError.changed(hash)
        }
    }

    /// Copies an original of another folder.
    /// - Throws: `missing`, `changed`, or `store` if it cannot be read or written.
    func copyOriginal(_ hash: ContentHash, from other: PhotoStore) throws {
        let original = try other.openOriginal(hash)
        let copy = try newOriginal()
        let hasher = SHA256Hasher()
        try forEachPiece(
            ofSize: 256 << 10,
            from: { buffer in
                try PhotoError.wrapping {
                    try readSome(of: original.number, into: buffer, path: other.originalPath(of: hash))
                }
            },
            { piece in
                hasher.update(piece)
                try PhotoError.wrapping { try copy.write(piece) }
                return true
            })
        guard try hasher.contentHash() == hash else { throw PhotoError.changed(hash) }
        try PhotoError.wrapping { try copy.commit(as: "\(hash)") }
    }

    private func newOriginal() throws -> AtomicFile {
        try PhotoError.wrapping { try AtomicFile(in: folder, mode: 0o600) }
    }

    /// A second descriptor of a file, for reading only.
    private func reader(of file: AtomicFile) throws -> OwnedDescriptor {
        let reader = open(file.path, O_RDONLY | O_CLOEXEC)
        guard reader >= 0 else { throw PhotoError.store(FileError(.read, folder)) }
        return OwnedDescriptor(reader)
    }

    private func contentHash(of file: borrowing OwnedDescriptor, path: String) throws -> ContentHash {
        let hasher = SHA256Hasher()
        try PhotoError.wrapping { try hasher.update(fromFile: file.number, path: path) }
        return try hasher.contentHash()
    }

    /// Removes an original that no item needs any more, and its pictures.
    /// - Throws: `store` if a file cannot be removed.
    package func discard(_ hash: ContentHash) throws {
        let cached = [CacheFileNames.facts(hash)] + PhotoSize.allCases.map { CacheFileNames.picture(hash, $0) }
        let paths = cached.map { derived + "/" + $0 } + [originalPath(of: hash)]
        try withLock(hash) {
            for path in paths where unlink(path) != 0 && errno != ENOENT {
                throw PhotoError.store(FileError(.remove, path))
            }
        }
        try PhotoError.wrapping { try Folder.flush(folder) }
    }
}

extension PhotoStore {
    /// Checks whether a file would be accepted: its type, its size, and whether it can be decoded. Writes nothing.
    /// - Returns: the hash of the file.
    /// - Throws: ``PhotoError``, as ``intake(path:as:)`` would.
    package func check(_ source: FileSource, as purpose: FilePurpose) throws -> ContentHash {
        let file = try source.opened()
        let hash = try file.check(purpose, limit: limits.fileBytes)
        try maker.check(file.reader(), name: file.name)
        return hash
    }

    /// The barcodes in a picture, which is not stored.
    /// - Throws: ``PhotoError``, as ``intake(path:as:)`` would.
    package func codes(in source: FileSource) throws -> [ScannedCode] {
        let file = try source.opened()
        _ = try file.check(.photo, limit: limits.fileBytes)
        return try maker.codes(in: file.reader(), name: file.name)
    }

    /// The hash of a file; nil if it cannot be read or would be refused.
    func hash(of source: FileSource, as purpose: FilePurpose) -> ContentHash? {
        do {
            let file = try source.opened()
            return try file.check(purpose, limit: limits.fileBytes)
        } catch {
            return nil
        }
    }

    /// - Parameter announce: called with the hash before the file gets a name in the store.
    func intake(
        _ source: consuming SourceFile, as purpose: FilePurpose,
        announce: (ContentHash) throws -> Void = { _ in }
    ) throws -> PhotoRecord {
        try makeFolders()
        let original = try newOriginal()
        let (hash, bytes) = try source.copy(to: original, purpose: purpose, limit: limits.fileBytes)
        return try keep(original, hash: hash, bytes: bytes, name: source.name, announce: announce)
    }

    /// Adds a file whose bytes come one after another, such as one of an archive.
    /// - Parameter announce: as for ``intake(_:as:announce:)``.
    func intake(
        name: String, as purpose: FilePurpose, announce: (ContentHash) throws -> Void,
        from next: ByteSource<any Error>
    ) throws -> PhotoRecord {
        try makeFolders()
        let original = try newOriginal()
        let (hash, bytes) = try SourceFile.read(
            name: name, purpose, limit: limits.fileBytes,
            { bytes in
                try PhotoError.wrapping { try original.write(bytes) }
            }, from: next)
        return try keep(original, hash: hash, bytes: bytes, name: name, announce: announce)
    }

    /// Makes the pictures of a copied file and gives it its name.
    private func keep(
        _ original: AtomicFile, hash: ContentHash, bytes: Int, name: String,
        announce: (ContentHash) throws -> Void
    ) throws -> PhotoRecord {
        try announce(hash)
        return try withLock(hash) {
            let facts =
                if let known = CachedImageInfo.read(hash, folder: derived) { known.info } else {
                    try maker.make(from: reader(of: original), hash: hash, name: name).info
                }
            if sizeOfOriginal(hash) != bytes {
                try PhotoError.wrapping {
                    try original.commit(as: "\(hash)")
                    try Folder.flush(folder)
                }
            }
            return PhotoRecord(hash: hash, type: facts.type, size: facts.size, frames: facts.frames, bytes: bytes)
        }
    }

    private func withLock<Result>(_ hash: ContentHash, _ work: () throws -> Result) throws -> Result {
        try PhotoLock.withLock(hash, file: derived + "/" + CacheFileNames.lock, work)
    }

    private var maker: DerivativeGenerator { DerivativeGenerator(helper: helper, limits: limits, folder: derived) }

    /// The facts of a photo. Its pictures are made again if some are missing or one of `sizes` was damaged on the disk.
    /// - Throws: also `changed` if the pictures would have to be made from a damaged original.
    private func facts(of hash: ContentHash, whole sizes: [PhotoSize]) throws -> CachedImageInfo {
        if let cached = wholeCache(of: hash, sizes) { return cached }
        try verify(hash)
        let original = try openOriginal(hash)
        try makeFolders()
        return try withLock(hash) {
            if let cached = wholeCache(of: hash, sizes) { return cached }
            return try maker.make(from: original, hash: hash, name: "\(hash)")
        }
    }

    /// The cached description of a photo; nil if something is missing, or a picture of these sizes is not as it was made.
    private func wholeCache(of hash: ContentHash, _ sizes: [PhotoSize]) -> CachedImageInfo? {
        guard let cached = CachedImageInfo.read(hash, folder: derived) else { return nil }
        let isWhole = sizes.allSatisfy { size in
            let path = derived + "/" + CacheFileNames.picture(hash, size)
            let opened = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard opened >= 0 else { return false }
            return (try? contentHash(of: OwnedDescriptor(opened), path: path)) == cached.hashes[size.index]
        }
        return isWhole ? cached : nil
    }

    private func openOriginal(_ hash: ContentHash) throws -> OwnedDescriptor {
        let path = originalPath(of: hash)
        let opened = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else {
            if errno == ENOENT { throw PhotoError.missing(hash) }
            throw PhotoError.store(FileError(.read, path))
        }
        return OwnedDescriptor(opened)
    }

    /// The size of an original in bytes; nil if the store does not have it.
    func sizeOfOriginal(_ hash: ContentHash) -> Int? {
        var status = stat()
        return lstat(originalPath(of: hash), &status) == 0 ? Int(status.st_size) : nil
    }

    func makeFolders() throws {
        for path in [folder, derived] {
            if mkdir(path, 0o700) == 0 {
                // Photos that are acknowledged must not be lost with the name of their folder.
                try PhotoError.wrapping { try Folder.flush(Folder.parent(path)) }
            } else if errno != EEXIST {
                throw PhotoError.store(FileError(.makeFolder, path))
            }
        }
    }

    /// Removes the files that killed programs left under temporary names.
    func removeAbandonedFiles() throws {
        for folder in [folder, derived] {
            for name in try FileContents.names(in: folder) where AtomicFile.isHidden(name) {
                AtomicFile.removeAbandoned("\(folder)/\(name)")
            }
        }
    }
}

/// The sizes in which a photo is published.
package enum PhotoSize: Int, CaseIterable, Comparable, Sendable {
    /// For lists.
    case small = 320
    /// For an item's page.
    case medium = 1024
    /// For zooming in and for paper: 17 cm at 300 dots per inch.
    case large = 2048

    /// The maximum length of the longer edge in pixels. Photos are never enlarged.
    package var longEdge: Int { rawValue }

    /// The place among all sizes, largest first.
    var index: Int { PhotoSize.allCases.filter { $0 > self }.count }

    package static func < (one: PhotoSize, other: PhotoSize) -> Bool { one.rawValue < other.rawValue }
}

/// The purpose for which a file is added.
package enum FilePurpose: Sendable {
    /// A picture.
    case photo
    /// A picture, or a PDF, whose first page becomes the picture.
    case document

    func accepts(_ type: ImageType) -> Bool { self == .document || type != .pdf }
}

/// A photo or document in the store.
package struct PhotoRecord: Equatable, Sendable {
    /// The SHA-256 of the original, its name in the store.
    package let hash: ContentHash
    /// The type of its content, independent of its name.
    package let type: ImageType
    /// Width and height of the original in pixels, upright.
    package let size: PixelSize
    /// The number of frames or pages in the file. The first one is shown.
    package let frames: Int
    /// The size of the original in bytes.
    package let bytes: Int

    /// The reference that an item keeps to the photo.
    package func reference(fileName: String? = nil, caption: String? = nil, isPrimary: Bool = false) -> PhotoReference {
        PhotoReference(
            hash: hash, mediaType: type.mediaType, fileName: fileName, bytes: bytes, width: size.width,
            height: size.height, caption: caption, isPrimary: isPrimary)
    }

    /// The reference that an item keeps to the document, as a receipt.
    func document(fileName: String?) -> DocumentReference {
        DocumentReference(
            hash: hash, kind: .receipt, mediaType: type.mediaType, fileName: fileName, bytes: bytes)
    }
}

/// A picture to publish: upright, in sRGB, without metadata.
package struct PublishedPhoto: Equatable, Sendable {
    /// The JPEG file in the store.
    package let path: String
    /// The SHA-256 of the JPEG file.
    package let hash: ContentHash
    /// Width and height in pixels.
    package let size: PixelSize
}

/// The limits for one photo.
package struct PhotoLimits: Equatable, Sendable {
    /// The size of a file, in bytes.
    package var fileBytes: Int
    /// The time limit for the helper program, in seconds.
    package var seconds: Double
    /// The resource limits of the helper program.
    package var helper: ImageLimits

    /// 256 MiB, 60 seconds, and the helper's standard limits.
    package static let standard = PhotoLimits(fileBytes: 256 << 20, seconds: 60, helper: .standard)
    /// The same for photos that others wait for: 20 seconds.
    package static let whileServing = PhotoLimits(fileBytes: standard.fileBytes, seconds: 20, helper: standard.helper)

    /// Creates limits.
    package init(fileBytes: Int, seconds: Double, helper: ImageLimits) {
        self.fileBytes = fileBytes
        self.seconds = seconds
        self.helper = helper
    }
}
