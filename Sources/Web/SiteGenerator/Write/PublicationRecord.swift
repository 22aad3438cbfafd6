import FoundationEssentials
import InventoryStore

/// Completes a publication: stores what was written in the index, and removes the files that no page leads to.
struct PublicationRecord {
    let folder: SiteFiles
    let connection: StoreConnection

    /// Records the files written for all items and pages, and removes all others.
    /// - Returns: the number of removed files.
    func replaceAll(by results: PageBuilder.Results, generation: String) throws -> Int {
        let items = IndexedItemTable(connection: connection)
        let stale = try items.withoutLoadedPage().map(PageName.item)
        try items.finishLoading()
        let files = FileTable(connection: connection)
        for (name, file) in results.files.sorted(by: { $0.key < $1.key }) {
            try files.put(name, file.fingerprint, content: file.content, generation: generation)
        }
        let unwritten = try files.notWritten(in: generation)
        for name in unwritten { try files.remove(name) }
        return try removeFiles(stale + unwritten)
    }

    /// Records the files written for changed items and pages, and removes pictures that are no longer shown.
    /// - Parameter count: the number of files other than the pages of items.
    /// - Returns: the number of removed files.
    func add(
        _ results: PageBuilder.Results, affected: AffectedPages, generation: String, files count: inout Int64
    ) throws -> Int {
        let (items, files) = (IndexedItemTable(connection: connection), FileTable(connection: connection))
        var former = affected.formerPhotos
        for id in results.items.keys where former[id] == nil { former[id] = try items.find(id)?.page.photos ?? [] }
        for (id, photos) in former {
            for photo in photos { try items.removePhoto(photo, of: id) }
        }
        for (id, page) in results.items { try items.record(page, of: id) }
        for (name, file) in results.files {
            count += Int64(try files.put(name, file.fingerprint, content: file.content, generation: generation))
        }
        let unshown = try Set(former.values.joined()).filter { try !items.shows($0) }
        let names = unshown.sorted().map { "\(PublishedPicture.folder)/\($0)" }
        for name in names + affected.removedFiles { count -= Int64(try files.remove(name)) }
        return try removeFiles(names)
    }

    /// - Returns: the number of files that were there.
    func removeFiles(_ names: [String]) throws -> Int {
        var removed = 0
        for name in names where try folder.remove(name) { removed += 1 }
        return removed
    }

    /// Removes files that have a name which this program gives and that are not in the index.
    func sweep() throws -> Int {
        let files = FileTable(connection: connection)
        let items = IndexedItemTable(connection: connection)
        var removed = 0
        for sub in [""] + SiteFolder.folders + ["manifest"] {
            var stale: [String] = []
            try folder.forEachName(in: sub) { name in
                guard SitePath.isGenerated(name), name != SiteFile.unfinishedName else { return }
                if try files.contains(name) { return }
                if let id = SitePath.item(name), try items.find(id)?.isArchived == false { return }
                stale.append(name)
            }
            removed += try removeFiles(stale)
        }
        folder.removeFolder("manifest")
        return removed
    }
}
