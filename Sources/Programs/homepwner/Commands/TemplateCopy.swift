import Files
import Glibc
import Localization
import Messages
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
            let known = TemplateFolder().reports + ["page"]
            guard known.contains(name) else {
                throw UsageError.badOperand(
                    "NAME", problem: localized("template.contexts", ["names": .text(known.joined(separator: ", "))]))
            }
            let files = TemplateFolder.copies(of: name).map { (path: "\(folder)/\($0.path)", bytes: $0.bytes) }
            // Nothing is written if a file would be replaced: it may be the owner's work. What other reports' copies
            // share is left as it is.
            if let taken = files.first(where: { $0.path.hasPrefix("\(folder)/\(name)/") && access($0.path, F_OK) == 0 })
            {
                throw CommandError.work(localized("template.copyExists", ["file": .text(taken.path.onOneLine)]))
            }
            for file in files where access(file.path, F_OK) != 0 {
                for place in [folder, Folder.parent(file.path)] where !place.isEmpty && !Folder.exists(place) {
                    guard mkdir(place, 0o777) == 0 else { throw FileError(.makeFolder, place) }
                }
                let copy = try AtomicFile(replacing: file.path)
                try file.bytes.withUnsafeBytes(copy.write)
                try copy.commit()
            }
            try invocation.announce(
                localized(
                    "template.copied",
                    ["files": .text(Phrases.count(files.count, "file")), "folder": .text(folder.onOneLine)]))
        })
}
