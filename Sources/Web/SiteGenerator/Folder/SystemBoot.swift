import Glibc

/// Tells one run of the machine from another.
enum SystemBoot {
    /// The kernel's own key of this run (Linux, proc(5)); empty if it has none.
    static let identifier: String = {
        let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = read(file, buffer.baseAddress, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)).prefix { $0 > 0x20 }, as: UTF8.self)
        }
    }()
}
