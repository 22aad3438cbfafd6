import Files
import Glibc
import Inventory

/// A file of a folder, with the names that its item may have.
struct FolderFile: Equatable {
    let path: String
    /// The file name without its extension, with and without a number at the end.
    let names: [[String]]

    /// The files of a folder and of its subfolders, without hidden ones. Files of a subfolder belong to the item after which
    /// the subfolder is named.
    ///
    /// A file with the item's name comes before those with a number after it, `2` before `10`: the first photo of an item is
    /// its primary one.
    /// - Throws: `folderNotFound` or `folderUnreadable`.
    static func files(in folder: String) throws -> [FolderFile] {
        var files: [FolderFile] = []
        for name in try visible(in: folder) {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            guard Folder.exists(path) else {
                files.append(FolderFile(path: path, names: names(of: stem(of: name))))
                continue
            }
            for inner in try visible(in: path, of: name) where !Folder.exists("\(path)/\(inner)") {
                files.append(FolderFile(path: "\(path)/\(inner)", names: [[name]]))
            }
        }
        return files
    }

    /// - Parameter item: the name of the item to which all files belong.
    private static func visible(in folder: String, of item: String? = nil) throws -> [String] {
        guard Folder.exists(folder) else { throw AttachmentError.folderNotFound(folder) }
        guard access(folder, R_OK | X_OK) == 0 else { throw AttachmentError.folderUnreadable(folder) }
        let names = try PhotoError.wrapping { try Folder.list(folder) }.filter { !$0.hasPrefix(".") }
        return names.map { (key: SortKey(name: $0, item: item), name: $0) }.sorted { $0 < $1 }.map(\.name)
    }

    /// The order of a folder's files.
    private struct SortKey: Comparable {
        private let isOther: Bool
        private let base: String
        private let number: Int

        init(name: String, item: String?) {
            let stem = FolderFile.stem(of: name).lowercased()
            isOther = item.map { $0.lowercased() != stem } ?? false
            // The last group of an ISBN with hyphens does not number a file.
            let parts = FolderFile.numbered(stem).flatMap { parts in
                parts.base.contains("-") && ProductCode.checked(stem) != nil ? nil : parts
            }
            let plain = parts?.base ?? stem
            base = SortKey.padded(ProductCode.checked(plain) ?? plain)
            number = parts.flatMap { Int($0.number) } ?? -1
        }

        /// Numbers with as many digits, so that they are in order as texts.
        private static func padded(_ text: String) -> String {
            var padded = ""
            var digits = ""
            for character in text + "\0" {
                if character.isASCII, character.isNumber {
                    digits.append(character)
                } else {
                    if !digits.isEmpty { padded += String(repeating: "0", count: max(0, 20 - digits.count)) + digits }
                    digits = ""
                    padded.append(character)
                }
            }
            return padded
        }

        static func < (one: SortKey, other: SortKey) -> Bool {
            if one.isOther != other.isOther { return other.isOther }
            return (one.base, one.number) < (other.base, other.number)
        }
    }

    private static func stem(of name: String) -> String {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
        return String(name[..<point])
    }

    /// The parts of `Lamp-2`, `Lamp_2`, `Lamp 2` or `Lamp (2)`; nil for other names.
    private static func numbered(_ stem: String) -> (base: String, number: String)? {
        var rest = Substring(stem)
        let isBracketed = rest.last == ")"
        if isBracketed { rest.removeLast() }
        let digits = rest.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard (1...4).contains(digits) else { return nil }
        let number = String(rest.suffix(digits))
        rest.removeLast(digits)
        guard let separator = rest.last, isBracketed ? separator == "(" : "-_ ".contains(separator) else { return nil }
        rest.removeLast()
        while rest.last == " " { rest.removeLast() }
        return rest.isEmpty ? nil : (String(rest), number)
    }

    /// The names that an item may have if a file is named `stem`: its own comes first. `Lamp-2`, `Lamp_2`, `Lamp 2` and
    /// `Lamp (2)` match each other, and `Lamp`.
    static func names(of stem: String) -> [[String]] {
        guard let (base, number) = numbered(stem) else { return [[stem]] }
        let alike = ["\(base)-\(number)", "\(base)_\(number)", "\(base) \(number)", "\(base) (\(number))"]
        return [[stem], alike.filter { $0 != stem } + [base]]
    }
}
