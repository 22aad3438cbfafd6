import Files
import Glibc
import Localization
import Message

/// Names the process for which a command waits, if another process is changing the inventory.
///
/// SQLite waits for a lock in silence. Linux lists the locks and their holders in /proc/locks.
struct LockWaitNotice {
    /// The commands that wait for a writer: those that change the inventory, and `backup`, which is noted in it.
    private static let writers: Set<String> = [
        "add", "edit", "remove", "relocate", "move", "undo", "forget", "settings", "import", "sample", "photo",
        "document",
        "backup",
    ]
    private static let patience: UInt32 = 500_000

    private let folder: String
    private let console: Console

    /// Watches the locks of an inventory while a command runs. If one is held after half a second, prints once by whom.
    /// The thread ends after that, or with the program.
    static func watch(_ command: String, folder: String, on console: Console) {
        guard let word = command.split(separator: " ").first, writers.contains(String(word)) else { return }
        let notice = LockWaitNotice(folder: folder, console: console)
        let catalogue = LocalizationContext.words
        _ = InterruptionCleanup.withoutSignals { WorkerThread { notice.wait(catalogue) } }
    }

    private func wait(_ catalogue: MessageCatalogue) {
        usleep(LockWaitNotice.patience)
        guard let holder = holder() else { return }
        // If one process holds a lock twice in a row, the program waits for it instead of skipping it.
        usleep(LockWaitNotice.patience / 5)
        guard self.holder() == holder else { return }
        LocalizationContext.$words.withValue(catalogue) {
            let values: [String: Message.Argument] = [
                "store": .text(folder.onOneLine), "process": .text("\(holder)"),
                "program": .text(LockWaitNotice.name(of: holder)),
            ]
            console.warn("homepwner: " + localized("store.waiting", values) + "\n")
        }
    }

    /// The process that holds a lock for writing on a file of the inventory; nil for none but this one.
    private func holder() -> Int32? {
        var files: Set<UInt> = []
        for name in Folder.names(in: folder) {
            var status = stat()
            if stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                files.insert(status.st_ino)
            }
        }
        guard let bytes = try? readFile("/proc/locks", upTo: 1 << 20) else { return nil }
        // 1: POSIX  ADVISORY  WRITE 1234 fd:01:5678 120 120
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 8, words[3] == "WRITE", let process = Int32(words[4]), process > 0,
                process != getpid(),
                let inode = words[5].split(separator: ":").last.flatMap({ UInt($0) }), files.contains(inode)
            else { continue }
            return process
        }
        return nil
    }

    private static func name(of process: Int32) -> String {
        let bytes = (try? readFile("/proc/\(process)/comm", upTo: 64)) ?? []
        let name = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self).onOneLine
        return name.isEmpty ? "?" : name
    }
}
