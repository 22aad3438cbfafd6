import Inventory

extension Redaction {
    /// A file's name as the reader may see it: `12-P1.jpg` if names are redacted.
    func fileName(_ name: String?, number: String) -> String? {
        guard hidesFileNames, let name else { return name }
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        let known = ["jpg", "jpeg", "png", "webp", "heic", "avif", "gif", "bmp", "tif", "tiff", "pdf"]
        return known.contains(ending) ? "\(number).\(ending)" : number
    }

    /// A photo as the reader may see it.
    /// - Parameter word: replaces a redacted text.
    func shown(_ photo: PhotoReference, number: String, word: String) -> PhotoReference {
        PhotoReference(
            hash: photo.hash, mediaType: photo.mediaType, fileName: fileName(photo.fileName, number: number),
            bytes: photo.bytes, width: photo.width, height: photo.height,
            caption: hides(.captions) ? photo.caption.map { _ in word } : photo.caption, isPrimary: photo.isPrimary)
    }

    /// A document as the reader may see it.
    func shown(_ document: DocumentReference, number: String, word: String) -> DocumentReference {
        let hidesTitle = hides(.captions) || hides(.documents)
        let hidesNumber = fields.contains(.purchaseReceiptNumber) || hides(.documents)
        return DocumentReference(
            hash: document.hash, kind: document.kind,
            title: hidesTitle ? document.title.map { _ in word } : document.title,
            number: hidesNumber ? document.number.map { _ in word } : document.number,
            date: hides(.documents) ? nil : document.date, mediaType: document.mediaType,
            fileName: fileName(document.fileName, number: number), bytes: document.bytes)
    }
}
