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
        let own = Folder.names(in: folder).filter { $0.hasSuffix(ending) && withFile($0) { _ in true } != nil }
        let names = Set(own.map { String($0.dropLast(ending.count)) } + (fallback?.names ?? []))
        return TemplateLibrary(names: names.sorted()) { name in
            bytes(of: name.hasSuffix(ending) ? name : name + ending) ?? fallback?.source(named: name)
        }
    }

    /// The bytes of a partial, or so many that the compiler refuses it as too large; nil if it is no such file.
    private func bytes(of path: String) -> [UInt8]? {
        withFile(path) { try? readFile($0, path: path, upTo: limits.templateSize + 1) }
    }

    /// The result of `body` for the open file; nil if no partial has that path.
    private func withFile<Result>(_ path: String, _ body: (Int32) -> Result?) -> Result? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
        let root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { return nil }
        defer { close(root) }
        let file = Folder.openBeneath(root, path: path)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return body(file)
    }
}
