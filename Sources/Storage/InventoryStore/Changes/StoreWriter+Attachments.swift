package import FoundationEssentials
package import Inventory

// Photos and documents of items. Each change is an edit of the item's list, made from the list inside the transaction,
// so that changes of different photos never conflict.
extension StoreWriter {
    /// Appends photos to those of the item; one that it has already is not changed.
    ///
    /// Their files must be in the store before: see the module Attachments.
    /// - Throws: `noSuchItem`, `value` for a text that is too long.
    @discardableResult
    package func add(photos: [PhotoReference], to id: UUID, _ context: ChangeContext) throws -> ChangeOutcome {
        try editPhotos(of: id, context, requestFingerprint: "add", adding: photos) { known in
            let added = photos.filter { photo in !known.contains { $0.hash == photo.hash } }
            // A photo that is added as primary replaces the present one.
            let primary = photos.first(where: \.isPrimary)?.hash ?? known.primary?.hash
            return primary.map { (known + added).markingPrimary($0) } ?? known + added
        }
    }

    /// Removes a photo from an item. Its file stays, so that undoing can restore it.
    /// - Throws: `noSuchItem`, `noSuchFile`.
    @discardableResult
    package func remove(
        photo hash: ContentHash, of id: UUID, _ context: ChangeContext
    ) throws -> ChangeOutcome { try remove(photos: [hash], of: id, context) }

    /// Removes photos from an item in one change; see ``remove(photo:of:_:)``.
    @discardableResult
    package func remove(photos hashes: [ContentHash], of id: UUID, _ context: ChangeContext) throws -> ChangeOutcome {
        let request = "remove " + hashes.map(\.description).joined(separator: " ")
        return try editPhotos(of: id, context, requestFingerprint: request) { photos in
            for hash in hashes where !photos.contains(where: { $0.hash == hash }) {
                throw StoreError.noSuchFile(hash, of: id)
            }
            return photos.filter { !hashes.contains($0.hash) }
        }
    }

    /// Makes a photo the item's primary one.
    /// - Throws: `noSuchItem`, `noSuchFile`.
    @discardableResult
    package func makePrimary(photo hash: ContentHash, of id: UUID, _ context: ChangeContext) throws -> ChangeOutcome {
        try editPhotos(of: id, context, requestFingerprint: "primary \(hash)") { photos in
            guard photos.contains(where: { $0.hash == hash }) else { throw StoreError.noSuchFile(hash, of: id) }
            return photos.markingPrimary(hash)
        }
    }

    /// Moves a photo among those of its item as they are shown, the primary one first. The photo that is first afterwards is
    /// the primary one.
    /// - Parameter place: counted from 1; past the last is last.
    /// - Throws: `noSuchItem`, `noSuchFile`.
    @discardableResult
    package func move(
        photo hash: ContentHash, of id: UUID, to place: Int, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        try editPhotos(of: id, context, requestFingerprint: "move \(hash) \(place)") { photos in
            var shown = photos.primaryFirst
            guard let index = shown.firstIndex(where: { $0.hash == hash }) else {
                throw StoreError.noSuchFile(hash, of: id)
            }
            shown.insert(shown.remove(at: index), at: min(max(place, 1) - 1, shown.count))
            return shown.markingPrimary(shown[0].hash)
        }
    }

    /// Sets the caption of a photo; nil or empty removes it.
    /// - Throws: `noSuchItem`, `noSuchFile`, `value` for a text that is too long.
    @discardableResult
    package func caption(
        photo hash: ContentHash, of id: UUID, as caption: String?, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        try editPhotos(of: id, context, requestFingerprint: "caption \(hash) \(caption ?? "")") {
            photos in
            guard let index = photos.firstIndex(where: { $0.hash == hash }) else {
                throw StoreError.noSuchFile(hash, of: id)
            }
            var photos = photos
            photos[index].caption = caption == "" ? nil : caption
            return photos
        }
    }

    /// Appends documents to those of the item; one that it has already gets the new title, number and date.
    /// - Throws: as ``add(photos:to:_:)``.
    @discardableResult
    package func add(documents: [DocumentReference], to id: UUID, _ context: ChangeContext) throws -> ChangeOutcome {
        try editDocuments(of: id, context, requestFingerprint: "add", adding: documents) { known in
            var list = known
            for document in documents {
                if let index = list.firstIndex(where: { $0.hash == document.hash }) {
                    list[index] = document
                } else {
                    list.append(document)
                }
            }
            return list
        }
    }

    /// Removes a document from an item. Its file stays, so that undoing can restore it.
    /// - Throws: `noSuchItem`, `noSuchFile`.
    @discardableResult
    package func remove(
        document hash: ContentHash, of id: UUID, _ context: ChangeContext
    ) throws -> ChangeOutcome { try remove(documents: [hash], of: id, context) }

    /// Removes documents from an item in one change; see ``remove(document:of:_:)``.
    @discardableResult
    package func remove(
        documents hashes: [ContentHash], of id: UUID, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let request = "remove " + hashes.map(\.description).joined(separator: " ")
        return try editDocuments(of: id, context, requestFingerprint: request) { documents in
            for hash in hashes where !documents.contains(where: { $0.hash == hash }) {
                throw StoreError.noSuchFile(hash, of: id)
            }
            return documents.filter { !hashes.contains($0.hash) }
        }
    }

    /// The files that items have, or that undoing could restore to one; all others may be removed during the transaction.
    package func referencedFiles() throws -> Set<ContentHash> {
        var needed = try tables.files.inJournal()
        try tables.files.forEach { hash, _ in needed.insert(hash) }
        return needed
    }

    /// - Parameters:
    ///   - requestFingerprint: the request and its files; the outcome alone does not identify it.
    private func editPhotos(
        of id: UUID, _ context: ChangeContext, requestFingerprint: String, adding given: [PhotoReference] = [],
        _ change: ([PhotoReference]) throws -> [PhotoReference]
    ) throws -> ChangeOutcome {
        let files = given.map { Self.requestFingerprint($0.hash, isPrimary: $0.isPrimary, caption: $0.caption) }
        return try editFiles(of: id, context, requestFingerprint: Self.requestFingerprint(requestFingerprint, files)) {
            stored in
            let photos = try change(stored.item.photos).normalized
            for photo in photos { try StoreWriter.check([photo.fileName, photo.caption, photo.mediaType], .photos) }
            return try ItemEdit.checked([.photos: photos.isEmpty ? .none : .photos(photos)])
        }
    }

    private func editDocuments(
        of id: UUID, _ context: ChangeContext, requestFingerprint: String, adding given: [DocumentReference] = [],
        _ change: ([DocumentReference]) throws -> [DocumentReference]
    ) throws -> ChangeOutcome {
        let files = given.map(\.hash.description)
        return try editFiles(of: id, context, requestFingerprint: Self.requestFingerprint(requestFingerprint, files)) {
            stored in
            let documents = try change(stored.item.documents)
            for document in documents {
                try StoreWriter.check(
                    [document.fileName, document.title, document.number, document.mediaType], .documents)
            }
            return try ItemEdit.checked([.documents: documents.isEmpty ? .none : .documents(documents)])
        }
    }

    private static func requestFingerprint(_ what: String, _ files: [String]) -> String {
        ([what] + files).joined(separator: "\n")
    }

    private static func requestFingerprint(_ hash: ContentHash, isPrimary: Bool, caption: String?) -> String {
        "\(hash) \(isPrimary) \(caption ?? "")"
    }

    /// The fingerprint of a request that adds photos.
    package static func requestFingerprint(
        adding photos: [(hash: ContentHash, isPrimary: Bool, caption: String?)]
    ) -> String {
        requestFingerprint(
            "add", photos.map { requestFingerprint($0.hash, isPrimary: $0.isPrimary, caption: $0.caption) })
    }

    private func editFiles(
        of id: UUID, _ context: ChangeContext, requestFingerprint: String,
        _ make: (StoredItem) throws -> ItemEdit
    ) throws -> ChangeOutcome {
        try edit(
            id, context, requestFingerprint: context.key == nil ? nil : requestFingerprint,
            isRepeated: { isRepeated(requestFingerprint, by: $0) }, make)
    }

    private static func check(_ texts: [String?], _ field: ItemField) throws {
        for case let text? in texts {
            do { _ = try Item.checked(text) } catch { throw StoreError.value(field: field, error) }
        }
    }
}
