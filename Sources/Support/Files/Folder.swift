import Glibc

/// What is asked of folders in many places.
package enum Folder {
    /// The folder of the running program; `.` where the system does not tell.
    package static var ofExecutable: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return "." }
        return parent(String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// The folder that the last name of a path stands in.
    package static func parent(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether a folder stands at a path, or is where links lead from there.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a folder, in no order; none where it cannot be read.
    package static func names(in path: String) -> [String] {
        guard let entries = opendir(path) else { return [] }
        defer { closedir(entries) }
        return names(in: entries)
    }

    /// The names in an open folder, in no order.
    package static func names(in entries: OpaquePointer) -> [String] {
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes the names in a folder last through a power cut; a file system that cannot flush a folder is no fault.
    package static func flush(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
