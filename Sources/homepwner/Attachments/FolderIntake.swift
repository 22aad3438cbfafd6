import FileOutput
import FoundationEssentials
import Glibc
import InventoryModel
import InventoryStore
import Photos
import Wording

/// Gives the files of a folder to the items they are named after.
///
/// Nothing is guessed: a file that could be of several items, or of none, is listed and left out, and so is one that
/// cannot be taken.
struct FolderIntake {
    private let noun: String
    private let store: InventoryStore
    private let call: Call
    private let files: [FolderFile]

    /// - Parameter noun: `photo` or `document`, for messages.
    /// - Throws: that the folder cannot be read.
    init(_ folder: String, noun: String, store: InventoryStore, call: Call) throws {
        self.noun = noun
        self.store = store
        self.call = call
        files = try FolderFile.files(in: folder)
    }

    /// Adds every file that belongs to one item by `add`, each as a change of its own.
    /// - Parameter isTrial: only looks at the files and says whose they would be.
    func run(isTrial: Bool, _ add: (Attachments, FileSource, UUID) throws -> [IntakeResult]) throws {
        let owners = try ItemsByName(of: files.flatMap(\.names), in: store.snapshot())
        let attachments = Attachments(of: store)
        let progress = Progress(said("attachments.takingIn"), unit: Words.many(noun), on: call.console)
        defer { progress.finish() }
        var items: Set<UUID> = []
        var counts = Counts()
        for (place, file) in files.enumerated() {
            progress.update(place, of: files.count)
            let found = owners.items(called: file.names)
            do {
                guard let item = found.first, found.count == 1 else {
                    throw Failure.work("\(file.path.onOneLine): \(FolderIntake.words(found))")
                }
                if isTrial {
                    try check(file, attachments.files)
                    try call.console.say("\(file.path.onOneLine): \(item.name.onOneLine) (\(item.id.shortText))")
                }
                let results = isTrial ? [.added] : try add(attachments, .path(file.path), item.id)
                if results.contains(.added) { items.insert(item.id) }
                counts.add(results)
            } catch AttachmentError.files(let errors) where !errors.contains(where: \.stopsAll) {
                progress.finish()
                for error in errors { call.console.warn("\(error)\n") }
                counts.leftOut += 1
            } catch Failure.work(let words) {
                progress.finish()
                call.console.warn("\(words)\n")
                counts.leftOut += 1
            }
        }
        progress.finish()
        try conclude(counts, items: items.count, isTrial: isTrial)
    }

    private func check(_ file: FolderFile, _ files: PhotoStore) throws(AttachmentError) {
        do throws(PhotoError) {
            try files.check(.path(file.path), as: noun == "document" ? .document : .photo)
        } catch {
            throw .files([error])
        }
    }

    private func conclude(_ counts: Counts, items: Int, isTrial: Bool) throws {
        guard counts.added + counts.kept + counts.changed > 0 else {
            throw Failure.work(
                said("attachments.noneOfTheFolders", Words.count(files.count, "file")))
        }
        var words = said(isTrial ? "intake.wouldAdd" : "intake.added", Words.count(counts.added, noun))
        if counts.added > 0 { words += said("attachments.to", Words.count(items, "item")) }
        if counts.kept > 0 { words += said("attachments.thereAlready", Words.grouped(counts.kept)) }
        if counts.changed > 0 { words += said("attachments.thereAlreadyAndChanged", Words.grouped(counts.changed)) }
        if counts.leftOut > 0 { words += said("attachments.leftOut", Words.count(counts.leftOut, "file")) }
        try isTrial ? call.console.say(words) : call.announce(words)
    }

    /// What became of the files.
    private struct Counts {
        private(set) var (added, kept, changed) = (0, 0, 0)
        var leftOut = 0

        mutating func add(_ results: [IntakeResult]) {
            for result in results {
                switch result {
                case .added: added += 1
                case .kept: kept += 1
                case .changed: changed += 1
                }
            }
        }
    }

    private static func words(_ found: [ItemsByName.Owner]) -> String {
        if found.isEmpty { return said("attachments.noItemHasThis") }
        let names = found.prefix(5).map { "\($0.name.onOneLine) (\($0.id.shortText))" }
        let more = found.count > 5 ? said("attachments.andMore", found.count - 5) : ""
        return said("attachments.severalItemsCouldBe", names.joined(separator: ", "), more)
    }
}

extension PhotoError {
    /// Whether the next file would fare no better: the helper or the store does not do its work.
    fileprivate var stopsAll: Bool {
        switch self {
        case .helper(.decoderMissing): false
        case .helper, .store: true
        default: false
        }
    }
}

/// A file of a folder, and what an item may be called that it belongs to.
struct FolderFile: Equatable {
    let path: String
    /// The names, without the ending; with and without a number at the end.
    let names: [String]

    /// The files of a folder and of the folders in it, by name; hidden ones are passed over.
    /// - Throws: that a folder cannot be read.
    static func files(in folder: String) throws -> [FolderFile] {
        var files: [FolderFile] = []
        for name in try visible(in: folder) {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            guard Folder.isThere(path) else {
                files.append(FolderFile(path: path, names: names(of: stem(of: name))))
                continue
            }
            for inner in try visible(in: path) where !Folder.isThere("\(path)/\(inner)") {
                files.append(FolderFile(path: "\(path)/\(inner)", names: [name]))
            }
        }
        return files
    }

    private static func visible(in folder: String) throws -> [String] {
        guard Folder.isThere(folder) else {
            throw Failure.work(said("attachments.thereIsNoSuch", folder.onOneLine))
        }
        guard access(folder, R_OK | X_OK) == 0 else {
            throw Failure.work(said("attachments.theFolderCannotBe", folder.onOneLine))
        }
        return Folder.names(in: folder).filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func stem(of name: String) -> String {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
        return String(name[..<point])
    }

    /// `Lamp-2`, `Lamp_2`, `Lamp 2` and `Lamp (2)` are also called `Lamp`, and like each other.
    static func names(of stem: String) -> [String] {
        var rest = Substring(stem)
        let isBracketed = rest.last == ")"
        if isBracketed { rest.removeLast() }
        let digits = rest.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard (1...4).contains(digits) else { return [stem] }
        let number = String(rest.suffix(digits))
        rest.removeLast(digits)
        guard let mark = rest.last, isBracketed ? mark == "(" : "-_ ".contains(mark) else { return [stem] }
        rest.removeLast()
        while rest.last == " " { rest.removeLast() }
        guard !rest.isEmpty else { return [stem] }
        let alike = ["\(rest)-\(number)", "\(rest)_\(number)", "\(rest) \(number)", "\(rest) (\(number))"]
        return [stem] + alike.filter { $0 != stem } + [String(rest)]
    }
}

/// The items of a store by their keys, serial numbers and names, as far as they are asked for.
struct ItemsByName {
    /// An item that is called so.
    struct Owner: Equatable {
        let id: UUID
        let name: String
    }

    private var owners: [String: [Owner]] = [:]

    /// Looks the items of a snapshot through once.
    init(of names: [String], in snapshot: StoreSnapshot) throws {
        let wanted = Set(names.map(ItemsByName.folded))
        let cursor = try snapshot.items(matching: .everything, fields: ItemFields([.id, .name, .serialNumber]))
        while try cursor.next() {
            let id = cursor.id
            let name = cursor.string(.name)
            let compact = id.text.filter { $0 != "-" }
            for key in Set([name, cursor.string(.serialNumber), id.text, compact].map(ItemsByName.folded))
            where !key.isEmpty && wanted.contains(key) {
                owners[key, default: []].append(Owner(id: id, name: name))
            }
        }
    }

    /// Every item that has one of these names.
    func items(called names: [String]) -> [Owner] {
        var found: [Owner] = []
        for owner in names.flatMap({ owners[ItemsByName.folded($0)] ?? [] }) where !found.contains(owner) {
            found.append(owner)
        }
        return found
    }

    /// Letters count the same in either case, and composed or not, as file systems keep them.
    private static func folded(_ name: String) -> String { name.lowercased() }
}
