/// The relationships of a part to others (ECMA-376 part 2): which file is meant by `rId1`.
struct RelationshipList {
    struct Relationship {
        /// The last word of the type: `worksheet`, `sharedStrings`, `styles`.
        let kind: String
        /// The name of the part in the archive.
        let target: String
    }

    private(set) var relationships: [String: Relationship] = [:]
    private static let limit = 10_000

    /// Reads the relationships of a part; a part without a file of them has none.
    /// - Parameter part: the name of the part; empty for those of the whole package.
    init(of part: String, in package: SpreadsheetPackage) throws(SpreadsheetFileError) {
        let (folder, file) = RelationshipList.split(part)
        let source = folder + "_rels/" + file + ".rels"
        guard package.has(source) else { return }
        let parser = try PartParser(try package.source(of: source))
        let (relationship, mode) = (parser.name("Relationship"), parser.name("TargetMode"))
        let names = (id: parser.name("Id"), type: parser.name("Type"), target: parser.name("Target"))
        while let event = try parser.next() {
            guard case .start(let element) = event, element.name == relationship,
                relationships.count < RelationshipList.limit, let id = element.string(of: names.id),
                let type = element.string(of: names.type), let target = element.string(of: names.target),
                element.string(of: mode) != "External"
            else { continue }
            let kind = type.split(separator: "/").last.map(String.init) ?? type
            relationships[id] = Relationship(kind: kind, target: RelationshipList.resolved(target, in: folder))
        }
    }

    private static func split(_ part: String) -> (folder: String, file: String) {
        guard let slash = part.lastIndex(of: "/") else { return ("", part) }
        return (String(part[...slash]), String(part[part.index(after: slash)...]))
    }

    /// The part of the first relationship of a kind.
    func target(ofKind kind: String) -> String? { relationships.values.first { $0.kind == kind }?.target }

    /// Returns the name of the part that a relative or absolute target means.
    private static func resolved(_ target: String, in folder: String) -> String {
        let path = target.hasPrefix("/") ? target : folder + target
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}
