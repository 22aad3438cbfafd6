import Attachments
import Files
import Inventory
import Templating

/// A photo of an item, and the size in which a report shows it.
struct ShownPhoto: Sendable {
    let photo: PhotoReference
    /// Nil if the report shows no photos.
    let size: PhotoSize?
    /// Nil if there are no files.
    let options: ReportOptions?

    /// The same photo in another size; nil if the report shows no photos.
    func ofSize(_ size: PhotoSize) -> ShownPhoto? {
        self.size == nil ? nil : ShownPhoto(photo: photo, size: size, options: options)
    }

    /// The picture with its name beside a page; nil if the report shows none.
    var picture: (name: String, picture: PublishedPhoto, options: ReportOptions)? {
        get throws {
            guard let options, let size, let files = options.files else { return nil }
            let suffix = size == .small ? "" : "-\(size.longEdge)"
            return ("photos/\(photo.hash)\(suffix).jpg", try files.picture(of: photo.hash, size), options)
        }
    }
}

/// The names of `thumbnail` in an item: the photo that shows it in a list or on a card.
enum ThumbnailContext {
    static let table = ContextTable<ShownPhoto>([
        .picture { try $0.picture },
        .text("caption") { $0.options?.redaction.hides(.captions) ?? false ? nil : $0.photo.caption },
    ])
}

/// The names of a photo in one size.
enum PictureContext {
    static let table = ContextTable<ShownPhoto>([.picture { try $0.picture }])
}

extension ContextTable.Names {
    /// A picture: a file in the working folder of a PDF (`pictureFile`), or in `picture` a URL of a file beside the
    /// page or of the bytes themselves.
    ///
    /// The name beside the page consists of letters, digits, hyphens, points and slashes only.
    static func picture(
        _ value:
            @escaping @Sendable (Value) throws -> (name: String, picture: PublishedPhoto, options: ReportOptions)?
    ) -> Self {
        Self([
            .url("picture") { subject in
                guard let (name, picture, options) = try value(subject), options.workingFolder == nil else {
                    return nil
                }
                if let folder = options.pictureFolder {
                    try folder.copy(picture.path, to: name)
                    return TrustedURL(trusted: name)
                }
                var bytes: [UInt8] = []
                try readFile(picture.path) { bytes += $0 }
                return TrustedURL(image: bytes, mediaType: "image/jpeg")
            },
            .text("pictureFile") { subject in
                guard let (_, picture, options) = try value(subject) else { return nil }
                return try options.workingFolder?.add(picture, named: "picture-\(picture.hash)")
            },
        ])
    }
}
