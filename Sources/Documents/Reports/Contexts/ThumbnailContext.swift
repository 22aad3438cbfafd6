import Files
import Inventory
import Templating

/// The names of `thumbnail` in an item: the small photo that stands for it in a list.
struct ThumbnailContext: Sendable {
    static let declaration = ContextDeclaration([("picture", .trustedURL), ("pictureFile", .text), ("caption", .text)])

    private let options: ReportOptions

    init(_ options: ReportOptions) { self.options = options }

    /// - Throws: why the picture cannot be had.
    func fill(_ record: Record, _ photo: PhotoReference) throws {
        guard let picture = try options.pictures?.picture(of: photo.hash, for: .list) else { return }
        let slot = ThumbnailContext.declaration.slot
        let isHidden = options.redaction.hides(.captions)
        record.set(slot("caption"), text: isHidden ? nil : photo.caption)
        try record.set(
            picture, of: photo.hash, named: "photos/\(photo.hash).jpg", file: slot("pictureFile"), url: slot("picture"),
            options)
    }
}

extension Record {
    /// Puts a picture where a template finds it: as a file of the folder in which a PDF is made, as one beside the page, or
    /// whole in the text.
    /// - Parameter name: what it is called beside a page; letters, digits, hyphens, points and slashes only.
    func set(
        _ picture: ReportPicture, of hash: ContentHash, named name: String, file: ContextDeclaration.Slot,
        url: ContextDeclaration.Slot, _ options: ReportOptions
    ) throws {
        if let folder = options.workingFolder {
            return set(file, text: try folder.add(picture, named: "picture-\(hash)"))
        }
        if let folder = options.pictureFolder {
            try folder.copy(picture.path, to: name)
            return set(url, url: TrustedURL(trusted: name))
        }
        var bytes: [UInt8] = []
        try readFile(picture.path) { bytes += $0 }
        set(url, url: TrustedURL(image: bytes, mediaType: "image/jpeg"))
    }
}
