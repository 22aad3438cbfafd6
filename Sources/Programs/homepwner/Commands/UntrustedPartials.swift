import Files
import Glibc
import Templating

/// The partials that a stranger's template may name: regular files `NAME.mustache` below one folder.
///
/// Such a template chooses the names, and what it reads is part of a document that may be sent back to the stranger. So
/// no name leads to a file of another kind, to a hidden folder, through a symbolic link or out of the folder.
struct UntrustedPartials {
    let folder: String
    let limits: TemplateLimits

    /// A library of these partials, and then of the partials of `fallback`.
    func library(fallback: TemplateLibrary?) -> TemplateLibrary {
        let ending = ".mustache"
        let own = Folder.names(in: folder).filter { $0.hasSuffix(ending) && isFile($0) }
        let names = Set(own.map { String($0.dropLast(ending.count)) } + (fallback?.names ?? []))
        return TemplateLibrary(names: names.sorted()) { name in
            try bytes(of: name.hasSuffix(ending) ? name : name + ending) ?? fallback?.source(named: name)
        }
    }

    /// The bytes of a partial, or so many that the compiler refuses it as too large; nil if it is no such file.
    /// - Throws: `read` if it is one and cannot be read.
    private func bytes(of path: String) throws(FileError) -> [UInt8]? {
        guard let file = try open(path) else { return nil }
        defer { close(file) }
        return try readFile(file, path: "\(folder)/\(path)", upTo: limits.templateSize + 1)
    }

    private func isFile(_ path: String) -> Bool {
        guard let file = try? open(path) else { return false }
        close(file)
        return true
    }

    /// The open file, which the caller closes; nil if no partial has that path.
    /// - Throws: `read` if one has and cannot be opened.
    private func open(_ path: String) throws(FileError) -> Int32? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        // For the system a NUL would end the name.
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(0) }) else { return nil }
        let root = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { return try UntrustedPartials.none(folder) }
        defer { close(root) }
        let file = Folder.openBeneath(root, path: path)
        guard file >= 0 else { return try UntrustedPartials.none("\(folder)/\(path)") }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            return nil
        }
        return file
    }

    /// The outcome of a call that has just failed: nil if nothing is there or can be, or a link or a socket.
    private static func none(_ path: String) throws(FileError) -> Int32? {
        guard [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, EXDEV, ENXIO].contains(errno) else { throw FileError(.read, path) }
        return nil
    }
}
