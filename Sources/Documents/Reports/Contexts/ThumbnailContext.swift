import Attachments
import Files
import Inventory
import Templating

/// The names of `thumbnail` in an item: the small photo that shows it in a list.
struct ThumbnailContext: Sendable {
    typealias Photo = (photo: PhotoReference, picture: PublishedPhoto, options: ReportOptions)

    static let table = ContextTable<Photo>([
        .picture { ("photos/\($0.photo.hash).jpg", $0.photo.hash, $0.picture, $0.options) },
        .text("caption") { $0.options.redaction.hides(.captions) ? nil : $0.photo.caption },
    ])

    private let options: ReportOptions

    init(_ options: ReportOptions) { self.options = options }

    /// - Throws: the error of a picture that cannot be made or read.
    func fill(_ record: Record, _ photo: PhotoReference, format: inout LocaleFormatter?) throws {
        guard let picture = try options.files?.picture(of: photo.hash, .small) else { return }
        try ThumbnailContext.table.fill(record, (photo, picture, options), format: &format)
    }
}

extension ContextTable.Names {
    /// A picture: a file in the working folder of a PDF (`pictureFile`), or in `picture` a URL of a file beside the
    /// page or of the bytes themselves.
    ///
    /// The name beside the page consists of letters, digits, hyphens, points and slashes only.
    static func picture(
        _ value:
            @escaping @Sendable (Value) -> (
                name: String, hash: ContentHash, picture: PublishedPhoto, options: ReportOptions
            )?
    ) -> Self {
        Self([
            .url("picture") { subject in
                guard let (name, _, picture, options) = value(subject), options.workingFolder == nil else { return nil }
                if let folder = options.pictureFolder {
                    try folder.copy(picture.path, to: name)
                    return TrustedURL(trusted: name)
                }
                var bytes: [UInt8] = []
                try readFile(picture.path) { bytes += $0 }
                return TrustedURL(image: bytes, mediaType: "image/jpeg")
            },
            .text("pictureFile") { subject in
                guard let (_, hash, picture, options) = value(subject) else { return nil }
                return try options.workingFolder?.add(picture, named: "picture-\(hash)")
            },
        ])
    }
}
