import Attachments
import Dispatch
import Files
import Glibc
import ImageExchange
import Inventory
import InventoryFormats
import Localization
import Message
import Synchronization

/// The photos and documents that come with the items of an import: in a Homebox collection, or in a folder.
final class ImportedFiles {
    /// The collections among the files of the call, by their paths.
    private(set) var collections: [String: HomeboxCollection] = [:]
    /// The files of collections that are in the store, by path of the collection and name in it.
    private var attached: [String: [String: AttachedFile]] = [:]
    private let folder: String?
    private let console: Console

    /// Reads the tables of the collections, and reports the data that an inventory cannot hold.
    /// - Parameter folder: the folder of files that ``exportName(of:mediaType:)`` names; nil for none.
    init(_ files: [ImportFile], folder: String?, currency: Currency, console: Console) throws {
        self.folder = folder
        self.console = console
        for file in files where file.format == .homeboxCollection {
            let name = file.path == "-" ? localized("stream.input") : file.path
            let collection = try HomeboxCollection(path: file.path, name: name, currency: currency)
            collections[file.path] = collection
            for notice in collection.notices { warn(notice.message, of: name) }
        }
    }

    /// Whether there are files to add to the store.
    var isEmpty: Bool { folder == nil && collections.values.allSatisfy { $0.files.isEmpty } }

    /// Opens a file of the call for reading its items.
    func reader(of file: ImportFile) -> @Sendable (ImportOptions, String) throws(InventoryFileError) -> InventoryReader
    {
        guard let collection = collections[file.path] else {
            return { (options, name) throws(InventoryFileError) in try file.open(options, name: name) }
        }
        let attached = attached[file.path] ?? [:]
        return { (options, _) throws(InventoryFileError) in
            try InventoryReader(collection, attached: attached, options: options)
        }
    }

    /// Adds the files to the store. A picture of a collection that cannot be read is named and left out.
    /// - Throws: the reason if another file cannot be read or added; `changed` if a file of the folder has another hash than
    ///   its name.
    func store(in intake: AttachmentIntake) throws {
        for (path, collection) in collections { attached[path] = try store(collection, in: intake) }
        if let folder { try store(folder: folder, in: intake) }
    }

    private func warn(_ message: Message, of file: String) {
        console.complain("\(file.onOneLine): \(localized(message).onOneLine)")
    }

    // MARK: Collections

    private func store(_ collection: HomeboxCollection, in intake: AttachmentIntake) throws -> [String: AttachedFile] {
        let files = collection.files
        let found = Mutex<(stored: [String: AttachedFile], refused: [PhotoError])>(([:], []))
        try ParallelWork.run(files.count, on: console) {
            let archive = try collection.openFiles()
            return { index in
                let file = files[index]
                let stream = try archive.stream(of: file)
                do {
                    let name = "\(collection.name): \(file.title.isEmpty ? file.name : file.title)"
                    let record = try intake.add(name: name) { piece in try stream.read(into: piece) }
                    found.withLock { $0.stored[file.name] = file.attached(record) }
                } catch let error as ArchiveError {
                    throw archive.failure(error)
                } catch let error as PhotoError where !error.isInternal {
                    found.withLock { $0.refused.append(error) }
                }
            }
        }
        let (stored, refused) = found.withLock { $0 }
        for line in refused.map({ localized($0.message).onOneLine }).sorted() {
            console.complain(localized("import.fileLeftOut", ["problem": .text(line)]))
        }
        return stored
    }

    // MARK: Folders

    /// The name of a photo's or document's file in a folder: its SHA-256 and the usual extension.
    static func exportName(of hash: ContentHash, mediaType: String) -> String {
        let kind = mediaType.split(separator: "/").last.map(String.init) ?? ""
        return "\(hash).\(kind == "jpeg" ? "jpg" : kind)"
    }

    private func store(folder: String, in intake: AttachmentIntake) throws {
        guard access(folder, R_OK | X_OK) == 0 else { throw AttachmentError.folderUnreadable(folder) }
        let files = try Folder.list(folder).compactMap { name in
            ContentHash(name.prefix { $0 != "." }).map { (hash: $0, path: "\(folder)/\(name)") }
        }
        .sorted { $0.path < $1.path }
        let work: @Sendable (Int) throws -> Void = { index in
            let record = try intake.add(.path(files[index].path))
            guard record.hash == files[index].hash else { throw PhotoError.changed(files[index].hash) }
        }
        try ParallelWork.run(files.count, on: console) { work }
    }
}

extension HomeboxFile {
    /// The extensions by which a title is the name of a file.
    private static let extensions: Set<String> = [
        "jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "gif", "bmp", "tif", "tiff", "pdf",
    ]

    /// The reference to a file that is in the store.
    fileprivate func attached(_ record: PhotoRecord) -> AttachedFile {
        let ending = title.lastIndex(of: ".").map { title[title.index(after: $0)...].lowercased() } ?? ""
        let isName = HomeboxFile.extensions.contains(ending)
        let source = FileSource.descriptor(-1, name: isName ? title : "")
        let text = isName || title.isEmpty ? nil : title
        if type == "photo", record.type != .pdf {
            return .photo(NewPhoto(source, caption: text, isPrimary: isPrimary).reference(to: record))
        }
        let kind = ["receipt", "manual", "warranty"].contains(type) ? DocumentReference.Kind(rawValue: type) : .other
        return .document(NewDocument(source, kind: kind, title: text).reference(to: record))
    }
}

/// Adds files on several threads.
enum ParallelWork {
    /// Does work for the numbers from 0; the first error ends it.
    /// - Parameters:
    ///   - count: the number of files.
    ///   - start: makes the work of one thread.
    static func run(
        _ count: Int, on console: Console, start: @Sendable () throws -> (Int) throws -> Void
    ) throws {
        guard count > 0 else { return }
        let state = Mutex<(next: Int, failure: (any Error)?)>((0, nil))
        let progress = Progress(localized("progress.adding"), unit: Phrases.many("file"), on: console)
        defer { progress.finish() }
        // Making pictures takes most of the time, in processes of their own.
        let threads = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4, count)
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            do {
                let work = try start()
                while true {
                    let index = state.withLock { state in
                        defer { state.next += 1 }
                        return state.failure == nil ? state.next : count
                    }
                    guard index < count else { return }
                    try work(index)
                    progress.update(index + 1, of: count)
                }
            } catch {
                state.withLock { $0.failure = $0.failure ?? error }
            }
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
