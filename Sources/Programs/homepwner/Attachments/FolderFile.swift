import Files
import Glibc
import Localization

/// A file of a folder, and what an item may be called that it belongs to.
struct FolderFile: Equatable {
    let path: String
    /// The names, without the ending; with and without a number at the end.
    let names: [String]

    /// The files of a folder and of the folders in it, by name; hidden ones are passed over.
    /// - Throws: that a folder cannot be read.
    static func files(in folder: String) throws -> [FolderFile] {
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

    private static func visible(in folder: String) throws -> [String] {
        guard Folder.exists(folder) else {
            throw CommandError.work(localized("folder.notFound", ["folder": .text(folder.onOneLine)]))
        }
        guard access(folder, R_OK | X_OK) == 0 else {
            throw CommandError.work(localized("folder.unreadable", ["folder": .text(folder.onOneLine)]))
        }
        return Folder.names(in: folder).filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func stem(of name: String) -> String {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
        return String(name[..<point])
    }

    /// `Lamp-2`, `Lamp_2`, `Lamp 2` and `Lamp (2)` are also called `Lamp`, and like each other.
    static func names(of stem: String) -> [String] {
        var rest = Substring(stem)
        let isBracketed = rest.last == ")"
        if isBracketed { rest.removeLast() }
        let digits = rest.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard (1...4).contains(digits) else { return [stem] }
        let number = String(rest.suffix(digits))
        rest.removeLast(digits)
        guard let mark = rest.last, isBracketed ? mark == "(" : "-_ ".contains(mark) else { return [stem] }
        rest.removeLast()
        while rest.last == " " { rest.removeLast() }
        guard !rest.isEmpty else { return [stem] }
        let alike = ["\(rest)-\(number)", "\(rest)_\(number)", "\(rest) \(number)", "\(rest) (\(number))"]
        return [stem] + alike.filter { $0 != stem } + [String(rest)]
    }
}
