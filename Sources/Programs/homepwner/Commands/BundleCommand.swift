import Attachments
import Delivery
import Files
import Glibc
import Inventory
import InventoryStore
import Localization
import Reports

/// How a report is handed over.
enum Packing {
    /// One file.
    case single
    /// A page with the files of its photos.
    case page
    /// All that a claim needs, in a folder.
    case bundle
    /// The same as one zip file.
    case archive
}

/// Makes a folder that is handed over, or a zip file of it: it appears whole, or not at all.
struct BundleMaker {
    /// Where it appears.
    let path: String
    /// What it is.
    let packing: Packing
    private let call: Call

    /// Whether a bundle of that name is a zip file.
    static func isArchive(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") }

    /// - Throws: where nothing new can be made under the name: something is there already that is no empty folder.
    init(_ path: String, _ packing: Packing, _ call: Call) throws(CallError) {
        (self.path, self.packing, self.call) = (path, packing, call)
        let isHere = [".", "..", nil].contains(path.split(separator: "/").last)
        var status = stat()
        let isThere = lstat(path, &status) == 0
        let isEmptyFolder = packing != .archive && status.st_mode & S_IFMT == S_IFDIR && Folder.names(in: path).isEmpty
        let problem =
            if isHere {
                said("commands.nameAFolderToMake")
            } else if isThere, status.st_mode & S_IFMT == S_IFLNK {
                said("commands.thatIsALink")
            } else if isThere, !isEmptyFolder {
                said("commands.thatIsThereAlready")
            } else {
                nil as String?
            }
        if let problem { throw .badValue(option: "--output", problem: problem) }
    }

    /// Fills a folder inside a hidden one beside its place and renames it into it.
    /// - Parameter seal: what proves it; a bundle is proven in any case.
    func make(_ options: ReportOptions, _ seal: Seal?, from snapshot: StoreSnapshot, _ files: PhotoStore) throws
        -> ReportOutcome
    {
        let progress = Progress(said("commands.writing"), unit: Words.many("item"), on: call.console)
        defer { progress.finish() }
        let draft = try Interruption.covering {
            try TemporaryFolder(BundleMaker.drafts(beside: path))
        } path: {
            $0.path
        }
        defer {
            removeFolder(draft.path)
            Interruption.release(draft.path)
        }
        let (folder, file) = (draft.path + "/files", draft.path + "/bundle.zip")
        guard mkdir(folder, 0o777) == 0 else { throw FileError("make the folder", folder) }
        let outcome = try fill(folder, options, seal, snapshot, files) { progress.update($0, of: $1) }
        if packing == .archive {
            try ClaimArchive.pack(folder, to: file, moment: options.generated)
            // Unlike a rename, a link never takes the place of a file that came meanwhile.
            guard link(file, path) == 0 else { throw FileError("write", path) }
        } else {
            guard rename(folder, path) == 0 else { throw FileError("replace", path) }
        }
        return outcome
    }

    private func fill(
        _ folder: String, _ options: ReportOptions, _ seal: Seal?, _ snapshot: StoreSnapshot, _ files: PhotoStore,
        _ progress: @escaping (Int, Int) -> Void
    ) throws -> ReportOutcome {
        if packing == .page {
            return try PageFolder(options, original: files.originalPath).write(
                from: snapshot, into: folder, seal: seal, progress: progress)
        }
        return try ClaimBundle(options, original: files.originalPath).write(
            from: snapshot, into: folder, seal: seal ?? Seal(key: nil), progress: progress)
    }

    /// The folders in which such are made beside a place; the next takes away what a killed one left there.
    private static func drafts(beside path: String) -> TemporaryFolder.Kind {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let place = (path.hasPrefix("/") ? "/" : "./") + parts.dropLast().joined(separator: "/")
        return TemporaryFolder.Kind(
            in: place, prefix: ".homepwner-report-", folders: ["files", "files/photos", "files/documents"])
    }
}
