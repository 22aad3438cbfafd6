import Attachments
import FoundationEssentials
import ImageExchange
import Inventory
import InventoryStore

/// A picture as a site has it: its name in the folder `photo`, and the file it is taken from.
struct PublishedPicture {
    static let folder = "photo"

    let name: String
    let picture: PublishedPhoto

    /// - Parameter size: distinguishes the pictures of one photo; the server's forms use `320`.
    init(_ picture: PublishedPhoto, of hash: ContentHash, size: String) {
        name = "\(hash)-\(size).jpg"
        self.picture = picture
    }

    /// Its name in the publication.
    var path: String { "\(PublishedPicture.folder)/\(name)" }
}

/// A photo of an item as its page shows it.
struct GalleryPhoto {
    let small: PublishedPicture
    let medium: PublishedPicture
    let large: PublishedPicture
    let caption: String?
    let isPrimary: Bool

    /// - Parameter pictures: of sizes that do not differ only the smallest is published.
    init(
        _ photo: PhotoReference, _ pictures: (small: PublishedPhoto, medium: PublishedPhoto, large: PublishedPhoto)
    ) {
        small = PublishedPicture(pictures.small, of: photo.hash, size: "320")
        medium =
            pictures.medium.size != pictures.small.size
            ? PublishedPicture(pictures.medium, of: photo.hash, size: "1024") : small
        large =
            pictures.large.size != pictures.medium.size
            ? PublishedPicture(pictures.large, of: photo.hash, size: "2048") : medium
        caption = photo.caption
        isPrimary = photo.isPrimary
    }

    /// The photos that the cursor's item shows, the primary one first.
    ///
    /// Pages that are public or hide documents leave out a photo whose file is also a document of an item, such as a receipt.
    /// - Returns: the photos, and how many the inventory does not hold, as after an import of a list without its files.
    /// - Throws: `photo` if a picture cannot be made.
    static func all(
        of cursor: ItemCursor, from files: PhotoStore?, _ fields: PublishedFields
    ) throws -> (shown: [GalleryPhoto], missingPhotos: Int) {
        guard let files, fields.shows(.photos), cursor.hasPhotos else { return ([], 0) }
        let hidesPapers = fields.isPublic || !fields.shows(.documents)
        var photos: [GalleryPhoto] = []
        var missingPhotos = 0
        for photo in hidesPapers ? cursor.photosBesideDocuments : cursor.photos {
            do {
                photos.append(GalleryPhoto(photo, try files.pictures(of: photo.hash)))
            } catch PhotoError.missing {
                missingPhotos += 1
            } catch {
                throw PublishError.Cause.photo(item: cursor.id, reason: error)
            }
        }
        return (photos.filter(\.isPrimary) + photos.filter { !$0.isPrimary }, missingPhotos)
    }

    /// The pictures that are published, each once.
    var files: [PublishedPicture] {
        var files = [small]
        for file in [medium, large] where !files.contains(where: { $0.name == file.name }) { files.append(file) }
        return files
    }
}
