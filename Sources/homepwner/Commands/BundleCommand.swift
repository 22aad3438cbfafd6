import FileOutput
import Glibc
import InventoryModel
import InventoryStore
import Photos
import Proof
import Reporting
import Wording

/// Makes a claim's folder, or a zip file of it: it appears whole, or not at all.
struct BundleMaker {
    private let path: String
    private let call: Call
    private let isArchive: Bool

    /// Whether a bundle of that name is a zip file.
    static func isArchive(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") }

    /// - Throws: where the file is there already, or the folder and holds something.
    init(_ path: String, _ call: Call) throws {
        self.path = path
        self.call = call
        isArchive = BundleMaker.isArchive(path)
        guard
            access(path, F_OK) != 0 || !isArchive && ReportWish.isFolder(path) && filesOfFolder(path).isEmpty
        else {
            throw CallError.badValue(option: "--output", problem: said("commands.thatIsThereAlready"))
        }
    }

    /// Fills a folder beside its place and renames it into it.
    func make(_ options: ReportOptions, _ seal: Seal, from snapshot: StoreSnapshot, _ files: PhotoStore) throws
        -> ReportOutcome
    {
        let bundle = try ClaimBundle(options, original: files.originalPath)
        let progress = Progress(said("commands.writing"), unit: Words.many("item"), on: call.console)
        defer { progress.finish() }
        let draft = try Interruption.covering {
            let name = BundleMaker.draftName(beside: path)
            guard mkdir(name, 0o777) == 0 else { throw FileError("make the folder", name) }
            return name
        } path: {
            $0
        }
        defer {
            removeFolder(draft)
            Interruption.release(draft)
        }
        guard isArchive else {
            let outcome = try bundle.write(from: snapshot, into: draft, seal: seal) { progress.update($0, of: $1) }
            guard rename(draft, path) == 0 else { throw FileError("replace", path) }
            return outcome
        }
        let (folder, file) = (draft + "/files", draft + "/bundle.zip")
        guard mkdir(folder, 0o777) == 0 else { throw FileError("make the folder", folder) }
        let outcome = try bundle.write(from: snapshot, into: folder, seal: seal) { progress.update($0, of: $1) }
        try ClaimArchive.pack(folder, to: file, moment: options.generated)
        // Unlike a rename, a link never takes the place of a file that came meanwhile.
        guard link(file, path) == 0 else { throw FileError("write", path) }
        return outcome
    }

    private static func draftName(beside path: String) -> String {
        let plain = path.split(separator: "/", omittingEmptySubsequences: true)
        let folder = (path.hasPrefix("/") ? "/" : "") + plain.dropLast().map { $0 + "/" }.joined()
        return "\(folder).\(plain.last ?? "bundle").\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
    }
}
