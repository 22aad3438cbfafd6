/// The relationships of a part to others (ECMA-376 part 2): which file is meant by `rId1`.
final class RelationshipList: PartHandler {
    struct Relationship {
        /// The last word of the type: `worksheet`, `sharedStrings`, `styles`.
        let kind: String
        /// The name of the part in the archive.
        let target: String
    }

    private(set) var relationships: [String: Relationship] = [:]
    private let folder: String
    private let names: (relationship: PartName, id: PartName, type: PartName, target: PartName, mode: PartName)
    private static let limit = 10_000

    /// Reads the relationships of a part; a part without a file of them has none.
    /// - Parameter part: the name of the part; empty for those of the whole package.
    init(of part: String, in package: SpreadsheetPackage) throws(SpreadsheetFileError) {
        let (folder, file) = RelationshipList.split(part)
        self.folder = folder
        let source = folder + "_rels/" + file + ".rels"
        guard package.has(source) else {
            let parser = try PartParser(PartSource(name: source) { _ throws(SpreadsheetFileError) in 0 })
            names = RelationshipList.names(parser)
            return
        }
        let parser = try PartParser(try package.source(of: source))
        names = RelationshipList.names(parser)
        parser.handler = self
        try parser.readAll()
    }

    private static func names(
        _ parser: PartParser
    ) -> (relationship: PartName, id: PartName, type: PartName, target: PartName, mode: PartName) {
        (
            parser.name("Relationship"), parser.name("Id"), parser.name("Type"), parser.name("Target"),
            parser.name("TargetMode")
        )
    }

    private static func split(_ part: String) -> (folder: String, file: String) {
        guard let slash = part.lastIndex(of: "/") else { return ("", part) }
        return (String(part[...slash]), String(part[part.index(after: slash)...]))
    }

    /// The part of the first relationship of a kind.
    func target(ofKind kind: String) -> String? { relationships.values.first { $0.kind == kind }?.target }

    func start(_ element: PartElement) {
        guard element.name == names.relationship, relationships.count < RelationshipList.limit,
            let id = element.string(of: names.id), let type = element.string(of: names.type),
            let target = element.string(of: names.target), element.string(of: names.mode) != "External"
        else { return }
        let kind = type.split(separator: "/").last.map(String.init) ?? type
        relationships[id] = Relationship(kind: kind, target: resolved(target))
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
    func end(_ name: PartName) {}

    /// Returns the name of the part that a relative or absolute target means.
    private func resolved(_ target: String) -> String {
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
