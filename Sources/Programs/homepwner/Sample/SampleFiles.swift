import Attachments
import FoundationEssentials
import Inventory
import Localization
import Synchronization

/// Adds photos and receipts to sample items.
enum SampleFiles {
    /// Adds the files to the store, and refers to them in the items: most have a photo, some two, a third a receipt.
    /// - Throws: `files` if a picture cannot be taken in, for example because the helper for pictures is not installed.
    static func add(to items: [Item], in intake: AttachmentIntake, on console: Console) throws -> [Item] {
        let made = Mutex(items)
        try ParallelWork.run(items.count, on: console) {
            { number in
                var item = items[number]
                do throws(PhotoError) { try addFiles(to: &item, number, intake) } catch {
                    throw AttachmentError.files([error])
                }
                made.withLock { $0[number] = item }
            }
        }
        return made.withLock { $0 }
    }

    private static func addFiles(
        to item: inout Item, _ number: Int, _ intake: AttachmentIntake
    ) throws(PhotoError) {
        let views = number % 10 >= 7 ? 0 : number % 5 == 0 ? 2 : 1
        for view in 0..<views {
            let name = "IMG_\(1000 + number * 2 + view).png"
            guard let file = picture(of: item, view: view) else { continue }
            let record = try add(file, name, intake)
            let photo = NewPhoto(.descriptor(-1, name: name), isPrimary: view == 0).reference(to: record)
            if !item.photos.contains(where: { $0.hash == photo.hash }) { item.photos.append(photo) }
        }
        guard number % 3 == 1, let receipt = SampleReceipt(for: item) else { return }
        let name = "receipt-\(number + 1).pdf"
        let record = try add(receipt.file, name, intake)
        item.documents.append(
            NewDocument(
                .descriptor(-1, name: name), kind: .receipt, number: item.purchase.receiptNumber,
                date: item.purchase.date
            ).reference(to: record))
    }

    /// One of the two pictures of a kind of thing (Scripts/sample-pictures.py).
    private static func picture(of item: Item, view: Int) -> [UInt8]? {
        let product = HouseholdVocabulary.products.first { product in
            [product.english, product.chinese, product.accented].contains { item.name.hasPrefix($0) }
        }
        let number = (Int(item.id.uuid.15) + view) % 2 + 1
        return product.flatMap { EmbeddedFiles.bytes(of: "Sample/\($0.pictureName)-\(number).png") }.map { Array($0) }
    }

    private static func add(
        _ file: [UInt8], _ name: String, _ intake: AttachmentIntake
    ) throws(PhotoError) -> PhotoRecord {
        var rest = file[...]
        return try intake.add(name: name) { piece in
            let count = min(piece.count, rest.count)
            piece.copyBytes(from: rest.prefix(count))
            rest = rest.dropFirst(count)
            return count
        }
    }
}
