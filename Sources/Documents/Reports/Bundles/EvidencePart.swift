import Attachments
import Files
import Inventory

/// A zip file with the photos and documents of some lines, small enough to be uploaded alone.
struct EvidencePart {
    /// A photo or document in a delivered folder.
    struct File {
        let line: Int
        /// The path in the folder.
        let name: String

        var folder: String { String(name.prefix { $0 != "/" }) }
    }

    /// The name of its file.
    private(set) var name = ""
    private(set) var files: [File]
    /// The most bytes that its file has.
    private var bytes: Int

    /// Its first and last line.
    var lines: String { ReportVolume.lines(files.first?.line, files.last?.line) }

    /// The bytes that a zip file has beside its files: its end, and the text that says what it is.
    private static let frame = 4096

    /// The bytes of a file's two headers, and of ``frame`` if it is alone.
    static func overhead(of name: String) -> Int { frame + 128 + 2 * name.utf8.count }

    /// Moves the photos and documents of a folder into parts, in their order.
    /// - Parameter text: says what a part is, by its place among all and its lines.
    /// - Throws: `partTooLarge` if one is larger than a part may be, or the reason if a part cannot be written.
    static func pack(
        _ files: [File], in folder: DeliveredFolder, _ options: ReportOptions,
        text: (_ place: Int, _ count: Int, _ lines: String) -> String
    ) throws -> [EvidencePart] {
        var parts: [EvidencePart] = []
        for file in files {
            let alone = try fileSize("\(folder.path)/\(file.name)") + overhead(of: file.name)
            try options.checkSize(alone, of: .file(file.name))
            if let last = parts.last, last.bytes + alone - frame <= options.partSize ?? .max {
                parts[parts.count - 1].files.append(file)
                parts[parts.count - 1].bytes += alone - frame
            } else {
                parts.append(EvidencePart(files: [file], bytes: alone))
            }
        }
        for (place, part) in parts.enumerated() {
            parts[place].name = ReportVolume.fileName("evidence", place + 1, of: parts.count, "zip")
            try part.write(
                to: parts[place].name, in: folder, options, text: text(place + 1, parts.count, part.lines))
        }
        for name in Set(files.map(\.folder)) { Folder.removeAll("\(folder.path)/\(name)") }
        return parts
    }

    private func write(
        to name: String, in folder: DeliveredFolder, _ options: ReportOptions, text: String
    ) throws {
        let readMe = ClaimReadme.fileName
        try folder.put(Array(text.utf8), readMe)
        let packed = [(name: readMe, isPacked: true)] + files.map { (name: $0.name, isPacked: false) }
        let path = "\(folder.path)/\(name)"
        try ZipWriter.write(
            packed.map { ZipWriter.File(name: $0.name, path: "\(folder.path)/\($0.name)", isPacked: $0.isPacked) },
            to: path, timestamp: options.generated.milliseconds / 1000)
        try options.checkSize(fileSize(path), of: .file(name))
    }
}

extension PhotoStore {
    /// A picture of that size, or of the largest smaller one that has so many bytes at most; else the smallest.
    func picture(of hash: ContentHash, _ size: PhotoSize, within bytes: Int?) throws -> PublishedPhoto {
        let picture = try picture(of: hash, size)
        guard let bytes, try fileSize(picture.path) > bytes,
            let smaller = PhotoSize.allCases.filter({ $0 < size }).max()
        else { return picture }
        return try self.picture(of: hash, smaller, within: bytes)
    }
}
