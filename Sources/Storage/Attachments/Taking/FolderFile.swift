import Files
import Glibc

/// A file of a folder, with the names that its item may have.
struct FolderFile: Equatable {
    let path: String
    /// The file name without its extension, with and without a number at the end.
    let names: [String]

    /// The files of a folder and of its subfolders in the order of their names, without hidden ones. Files of a subfolder
    /// belong to the item after which the subfolder is named.
    /// - Throws: `folderNotFound` or `folderUnreadable`.
    static func files(in folder: String) throws(AttachmentError) -> [FolderFile] {
        var files: [FolderFile] = []
        for name in try visible(in: folder) {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            guard Folder.exists(path) else {
                files.append(FolderFile(path: path, names: names(of: stem(of: name))))
                continue
            }
            for inner in try visible(in: path) where !Folder.exists("\(path)/\(inner)") {
                files.append(FolderFile(path: "\(path)/\(inner)", names: [name]))
            }
        }
        return files
    }

    private static func visible(in folder: String) throws(AttachmentError) -> [String] {
        guard Folder.exists(folder) else { throw .folderNotFound(folder) }
        guard access(folder, R_OK | X_OK) == 0 else { throw .folderUnreadable(folder) }
        do throws(FileError) {
            return try Folder.list(folder).filter { !$0.hasPrefix(".") }.sorted()
        } catch {
            throw .files([.store(error)])
        }
    }

    private static func stem(of name: String) -> String {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
        return String(name[..<point])
    }

    /// The names that an item may have if a file is named `stem`. `Lamp-2`, `Lamp_2`, `Lamp 2` and `Lamp (2)` match each
    /// other, and `Lamp`.
    static func names(of stem: String) -> [String] {
        var rest = Substring(stem)
        let isBracketed = rest.last == ")"
        if isBracketed { rest.removeLast() }
        let digits = rest.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard (1...4).contains(digits) else { return [stem] }
        let number = String(rest.suffix(digits))
        rest.removeLast(digits)
        guard let separator = rest.last, isBracketed ? separator == "(" : "-_ ".contains(separator) else {
            return [stem]
        }
        rest.removeLast()
        while rest.last == " " { rest.removeLast() }
        guard !rest.isEmpty else { return [stem] }
        let alike = ["\(rest)-\(number)", "\(rest)_\(number)", "\(rest) \(number)", "\(rest) (\(number))"]
        return [stem] + alike.filter { $0 != stem } + [String(rest)]
    }
}
