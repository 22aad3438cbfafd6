import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryStore

/// A folder of dated backups. Only the latest are kept.
struct BackupFolder {
    /// The path of the folder.
    let path: String

    static let fileExtension = ".homepwner.zip"

    /// The path of a new backup: `house-2026-03-01T070000Z.homepwner.zip`.
    func file(of store: String, at time: Timestamp) -> String {
        let last = store.split(separator: "/").last.map(String.init)
        // An inventory on a server may have any name.
        let name = StoreAddress(store)?.inventory?.filter { $0 != "/" } ?? last ?? "inventory"
        let short = name.hasSuffix(".homepwner") ? String(name.dropLast(10)) : name
        return "\(path)/\(short)-\(BackupFolder.stamp(time))\(BackupFolder.fileExtension)"
    }

    /// A date and time as a part of a name; colons are not allowed everywhere.
    private static func stamp(_ time: Timestamp) -> String {
        "\(time)".prefix(19).filter { $0 != ":" } + "Z"
    }

    /// Removes all but the latest backups of an inventory. Only files that have a dated name and are backups of this
    /// inventory, made while it was intact, count; others stay, and so does what cannot be read.
    /// - Parameter new: the name of the latest backup, which is kept even if the clock was set back.
    /// - Returns: the names of the removed files, and the reasons why others could not be found or removed.
    func removeOld(
        of inventory: UUID, keeping count: Int, besides new: String
    ) -> (removed: [String], failures: [FileError]) {
        let names: [String]
        do throws(FileError) { names = try Folder.list(path) } catch { return ([], [error]) }
        let old = names.compactMap { name -> (name: String, made: Timestamp)? in
            guard name != new, BackupFolder.isDated(name), isFile(name),
                let archive = try? ZipReader("\(path)/\(name)"),
                let description = try? BackupDescription(in: archive), description.inventory == inventory,
                !description.isDamaged
            else { return nil }
            return (name, description.made)
        }
        let sorted = old.sorted { ($0.made, $0.name) > ($1.made, $1.name) }
        var (removed, failures): ([String], [FileError]) = ([], [])
        for (name, _) in sorted.dropFirst(count - 1) {
            if unlink("\(path)/\(name)") == 0 {
                removed.append(name)
            } else {
                failures.append(FileError(.remove, "\(path)/\(name)"))
            }
        }
        return (removed, failures)
    }

    private func isFile(_ name: String) -> Bool {
        var status = stat()
        return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a name ends like the names that ``file(of:at:)`` makes.
    private static func isDated(_ name: String) -> Bool {
        guard name.hasSuffix(fileExtension) else { return false }
        let pattern = Array("-0000-00-00T000000Z".utf8)
        let end = Array(name.utf8.dropLast(fileExtension.utf8.count).suffix(pattern.count))
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return end.count == pattern.count
            && zip(end, pattern).allSatisfy { $1 == UInt8(ascii: "0") ? digits.contains($0) : $0 == $1 }
    }
}
