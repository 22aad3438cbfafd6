import FileOutput
import Glibc
import InventoryModel
import InventoryStore
import Photos
import Proof
import Reporting
import Wording

/// Makes a claim's folder: it appears whole, or not at all.
struct BundleMaker {
    private let path: String
    private let call: Call

    /// - Throws: where the folder is there already and holds something.
    init(_ path: String, _ call: Call) throws {
        self.path = path
        self.call = call
        guard filesOfFolder(path).isEmpty, access(path, F_OK) != 0 || ReportWish.isFolder(path) else {
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
        let outcome = try bundle.write(from: snapshot, into: draft, seal: seal) { progress.update($0, of: $1) }
        guard rename(draft, path) == 0 else { throw FileError("replace", path) }
        return outcome
    }

    private static func draftName(beside path: String) -> String {
        let plain = path.split(separator: "/", omittingEmptySubsequences: true)
        let folder = (path.hasPrefix("/") ? "/" : "") + plain.dropLast().map { $0 + "/" }.joined()
        return "\(folder).\(plain.last ?? "bundle").\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
    }
}
