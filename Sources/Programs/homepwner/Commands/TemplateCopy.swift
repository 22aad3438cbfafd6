import Files
import Glibc
import Localization
import Message
import Reports

extension Command {
    static let copyTemplate = Command(
        name: "copy",
        operands: [PositionalArgument("NAME"), PositionalArgument("DIR")],
        options: [.help],
        examples: ["template copy insurance my-templates"],
        run: { invocation in
            let name = invocation.arguments.operand("NAME") ?? ""
            let folder = invocation.arguments.operand("DIR") ?? ""
            let known = TemplateFolder.ownReports + ["page"]
            guard known.contains(name) else {
                throw UsageError.badOperand(
                    "NAME", problem: localized("template.contexts", ["names": .text(known.joined(separator: ", "))]))
            }
            let files = TemplateFolder.copies(of: name).map { (path: "\(folder)/\($0.path)", bytes: $0.bytes) }
            // Nothing is written if a file would be replaced: it may be the owner's work. Files
            // that the copies of other reports share stay.
            if let taken = files.first(where: { $0.path.hasPrefix("\(folder)/\(name)/") && access($0.path, F_OK) == 0 })
            {
                throw CommandError.work(localized("template.copyExists", ["file": .text(taken.path.onOneLine)]))
            }
            try TemplateCopy.write(files.filter { access($0.path, F_OK) != 0 }, into: folder)
            try invocation.announce(
                localized(
                    "template.copied",
                    ["files": .text(Phrases.count(files.count, "file")), "folder": .text(folder.onOneLine)]))
        })
}

/// Files that are written all or not at all.
private struct TemplateCopy {
    private var folders: [String] = []
    private var files: [String] = []

    static func write(_ files: [(path: String, bytes: [UInt8])], into folder: String) throws(FileError) {
        var copy = TemplateCopy()
        var unconfirmed: FileError?
        do throws(FileError) {
            for file in files {
                do throws(FileError) {
                    try copy.write(file.bytes, to: file.path, in: folder)
                } catch  where error.operation == .flushName {
                    unconfirmed = error
                }
            }
        } catch {
            for file in copy.files { unlink(file) }
            for folder in copy.folders.reversed() { rmdir(folder) }
            throw error
        }
        if let unconfirmed { throw unconfirmed }
    }

    private mutating func write(_ bytes: [UInt8], to path: String, in folder: String) throws(FileError) {
        for place in [folder, Folder.parent(path)] where !place.isEmpty && !Folder.exists(place) {
            try Folder.requireOwnLinks(on: place)
            guard mkdir(place, 0o777) == 0 else { throw FileError(.makeFolder, place) }
            folders.append(place)
        }
        let file = try AtomicFile(replacing: path)
        try file.write(bytes)
        files.append(path)
        try file.commit()
    }
}
