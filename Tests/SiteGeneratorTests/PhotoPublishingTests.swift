import Files
import Foundation
import Glibc
import ImageExchange
import Inventory
import InventoryStore
import Testing

@testable import Attachments
@testable import SiteGenerator

/// The photos of a household. Their pictures lie ready, so that no program makes them.
struct Album {
    let files: PhotoStore
    /// The folder of the pictures.
    let folder: String

    init(in home: TestHousehold) throws {
        files = AttachmentStore(of: home.store).files
        folder = home.store.path + "/photos/derived"
        try files.makeFolders()
    }

    /// Makes the pictures of a photo, of the same three sizes for every one.
    /// - Parameters:
    ///   - edges: the sizes, largest first.
    ///   - changed: the name of a size with another picture than usual.
    func add(_ hash: ContentHash, edges: [Int] = [2048, 1024, 320], changed: Int? = nil) throws {
        let hashes = try zip([2048, 1024, 320], edges).map { name, edge in
            let bytes = Data((name == changed ? "made again" : "\(hash) \(edge)").utf8)
            // Published pictures may be links to the files that are here.
            try bytes.write(to: URL(filePath: "\(folder)/\(hash)-\(name).jpg"), options: .atomic)
            return try #require(ContentHash(bytes: SHA256.digest(of: Array(bytes))))
        }
        let made = edges.map { PixelSize(width: $0, height: $0 * 3 / 4) }
        let info = ImageInfo(type: .jpeg, size: PixelSize(width: 4000, height: 3000), frames: 1, made: made)
        try CachedImageInfo(info: info, hashes: hashes).write(hash, folder: folder)
    }

    /// Removes the pictures.
    func remove(_ hash: ContentHash) { unlink("\(folder)/\(hash).facts") }
}

@Suite struct PhotoPublishingTests {
    private func hash(_ last: Int) throws -> ContentHash {
        try #require(ContentHash(String(repeating: "0", count: 63) + String(last, radix: 16)))
    }

    private func id(_ number: Int) -> UUID { UUID(high: 0x7000, low: UInt64(number)) }

    /// Adds a photo, which the inventory holds if it has pictures.
    private func add(_ last: Int, _ caption: String? = nil, to number: Int, _ home: TestHousehold) throws {
        let photo = PhotoReference(
            hash: try hash(last), mediaType: "image/jpeg", fileName: "PRIVATE.JPG", bytes: 1, width: 4000, height: 3000,
            caption: caption, isPrimary: false)
        try home.store.write { writer in _ = try writer.add(photos: [photo], to: self.id(number), home.context) }
    }

    private func photos(_ home: TestHousehold) throws -> [String] {
        try home.files().keys.filter { $0.hasPrefix("photo/") }.sorted()
    }

    @Test func readersLoadTheViewerOfPhotosLater() throws {
        let home = try TestHousehold(items: 1)
        let item = PageName.item(UUID(high: 0x7000, low: 0))
        try home.publish { $0.isEditable = true }
        #expect(try home.text(item).contains("modulepreload\" href=\"../assets/viewer.js"))
        try home.publish { $0.isEditable = false }
        let page = try home.text(item)
        let viewer = try #require(try home.files()["assets/viewer.js"])
        let hash = ScriptPolicy.integrity(of: Array(viewer))
        #expect(page.contains("'\(hash)'"))
        let link = "<link rel=\"modulepreload\" href=\"../assets/viewer.js\" integrity=\"\(hash)\">"
        #expect(page.contains("<template id=\"./viewer.js\">\(link)</template>"))
        #expect(page.components(separatedBy: "viewer.js").count == 3)
        #expect(try !home.text("index.html").contains(hash))
    }

    @Test func anItemShowsItsPhotosAndItsRowAThumbnail() throws {
        let home = try TestHousehold(items: 3)
        let album = try Album(in: home)
        try album.add(hash(1))
        try album.add(hash(2))
        try add(1, "from <the> left", to: 0, home)
        try add(2, to: 0, home)
        try home.store.write { writer in
            _ = try writer.makePrimary(
                photo: try! self.hash(2), of: self.id(0), home.context)
        }
        let outcome = try home.publish { $0.photos = album.files }
        #expect(outcome.written == outcome.files)
        #expect(try photos(home).count == 6)
        #expect(try home.store.verify().isEmpty)
        let page = try home.text("item/00000000-0000-7000-0000-000000000000.html")
        let one = try hash(1)
        let two = try hash(2)
        #expect(
            page.contains(
                "<a href=\"../photo/\(one)-2048.jpg\"><img src=\"../photo/\(one)-320.jpg\" width=\"1024\" height=\"768\" "
                    + "alt=\"from &lt;the&gt; left\" loading=\"lazy\"></a><figcaption>from &lt;the&gt; left</figcaption>"
            ),
            "\(page)")
        // The first photo is the most important content of the page, so it is not loaded lazily.
        #expect(page.contains("alt=\"Lamp 0\"></a>"))
        let first = try #require(page.range(of: "\(two)-1024"))
        #expect(first.lowerBound < (try #require(page.range(of: "\(one)-320"))).lowerBound, "the primary one is first")
        let list = try home.text("index.html")
        #expect(
            list.contains(
                "<img src=\"photo/\(two)-320.jpg\" width=\"320\" height=\"240\" alt=\"\" loading=\"lazy\">"
            )
        )
        #expect(list.components(separatedBy: "<img ").count == 2)
        #expect(try home.text("search/1.json").contains("],\n[\"\(two)-320.jpg\","))
    }

    @Test func picturesAreLinkedOnceAndGoWhenNothingShowsThem() throws {
        let home = try TestHousehold(items: 4)
        let album = try Album(in: home)
        try album.add(hash(1))
        try album.add(hash(2))
        try add(1, to: 0, home)
        try add(1, to: 1, home)
        try home.publish { $0.photos = album.files }
        var (published, made) = (stat(), stat())
        stat("\(home.site)/photo/\(try hash(1))-320.jpg", &published)
        stat("\(album.folder)/\(try hash(1))-320.jpg", &made)
        #expect(published.st_ino == made.st_ino)

        try add(2, to: 2, home)
        let more = try home.publish { $0.photos = album.files }
        // Three pictures, the item's page, the lists its row stands in; nothing of the other photo.
        #expect(more.isIncremental && more.written >= 5 && more.written <= 10, "\(more)")
        #expect(try photos(home).count == 6)

        try home.edit(2, .name, .text("Lamp of another kind"))
        #expect(try home.publish { $0.photos = album.files }.isIncremental)
        #expect(try photos(home).count == 6)

        for number in [0, 1] {
            try home.store.write { writer in
                _ = try writer.remove(photo: try! self.hash(1), of: self.id(number), home.context)
            }
            try home.publish { $0.photos = album.files }
            #expect(try photos(home).count == (number == 0 ? 6 : 3), "a picture goes with the last that shows it")
            try home.publish(to: "\(home.base)/whole\(number)") { $0.photos = album.files }
            #expect(try home.files() == home.files("\(home.base)/whole\(number)"))
        }
        #expect(access("\(album.folder)/\(try hash(1))-320.jpg", F_OK) == 0)
    }

    /// As after an update of the program that decodes photos in another way.
    @Test(arguments: [320, 1024, 2048]) func aPictureThatWasMadeAgainIsPublishedAgainWithItsPage(edge: Int) throws {
        let home = try TestHousehold(items: 2)
        let album = try Album(in: home)
        try album.add(hash(1))
        try add(1, to: 0, home)
        try home.publish { $0.photos = album.files }
        try album.add(hash(1), changed: edge)
        try home.edit(0, .name, .text("Lamp of another kind"))
        try home.publish { $0.photos = album.files }
        #expect(try home.text("photo/\(try hash(1))-\(edge).jpg") == "made again")
    }

    @Test func aPublicationThatBrokeOffIsFinishedWithItsPhotosAndWithoutOthers() throws {
        let home = try TestHousehold(items: 2)
        let album = try Album(in: home)
        try album.add(hash(1))
        try add(1, to: 0, home)
        try home.publish { $0.photos = album.files }
        let whole = try home.files()
        try Data().write(to: URL(filePath: home.site + "/" + SiteFile.unfinishedName))
        let torn = "\(home.site)/photo/\(try hash(1))-320.jpg"
        unlink(torn)
        try Data("torn".utf8).write(to: URL(filePath: torn))
        try Data("left".utf8).write(to: URL(filePath: "\(home.site)/photo/\(try hash(3))-320.jpg"))
        link("\(album.folder)/\(try hash(1))-1024.jpg", "\(home.site)/.homepwner-0.link")
        try home.publish { $0.photos = album.files }
        #expect(try home.files() == whole)
        let made = try Data(contentsOf: URL(filePath: "\(album.folder)/\(try hash(1))-1024.jpg"))
        #expect(made == Data("\(try hash(1)) 1024".utf8), "what is linked is never written to")
    }

    @Test func aSmallPhotoIsPublishedInOneSize() throws {
        let home = try TestHousehold(items: 1)
        let album = try Album(in: home)
        try album.add(hash(15), edges: [320, 320, 320])
        try add(15, to: 0, home)
        try home.publish { $0.photos = album.files }
        #expect(try photos(home) == ["photo/\(try hash(15))-320.jpg"])
    }

    @Test func pagesForAnyoneShowPhotosButNothingOfDocuments() throws {
        let home = try TestHousehold(items: 2)
        let album = try Album(in: home)
        try album.add(hash(1))
        try album.add(hash(2))
        try add(1, "a chair", to: 0, home)
        try add(2, "the till's slip", to: 0, home)
        let receipt = DocumentReference(
            hash: try hash(2), kind: .receipt, title: "Till", number: "4711",
            date: try CalendarDate(year: 2024, month: 5, day: 1),
            mediaType: "image/jpeg")
        try home.store.write { writer in _ = try writer.add(documents: [receipt], to: self.id(0), home.context) }
        let name = "item/00000000-0000-7000-0000-000000000000.html"
        try home.publish { $0.photos = album.files }
        let own = try home.text(name)
        #expect(
            own.contains(
                "<li><span><span data-w=\"kinds.receipt\">receipt</span> 4711 · Till · <time datetime=\"2024-05-01\">"))
        #expect(!own.contains("PRIVATE.JPG"))

        try home.publish(to: home.base + "/public") {
            $0.photos = album.files
            $0.profile = .public
        }
        let files = try home.files(home.base + "/public")
        #expect(files.keys.filter { $0.hasPrefix("photo/") }.count == 3)
        for (name, bytes) in files where name.hasSuffix(".html") {
            let text = String(decoding: bytes, as: UTF8.self)
            for secret in ["4711", "Till", ">receipt<", "slip", "PRIVATE", "\(try hash(2))"] {
                #expect(!text.contains(secret), "\(name) holds \(secret)")
            }
        }
        #expect(String(decoding: files[name] ?? Data(), as: UTF8.self).contains("a chair"))
    }

    @Test func aPhotoThatTheInventoryDoesNotHoldIsLeftOutUntilItDoes() throws {
        let home = try TestHousehold(items: 3)
        let album = try Album(in: home)
        try album.add(hash(1))
        try add(1, to: 0, home)
        try add(8, to: 1, home)
        let first = try home.publish { $0.photos = album.files }
        #expect(first.missingPhotos == 1)
        #expect(try photos(home).count == 3)
        try album.add(hash(8))
        #expect(try home.publish { $0.photos = album.files }.missingPhotos == 0)
        #expect(try photos(home).count == 6)
        // It is lost again: the page that showed it is written anew.
        album.remove(try hash(8))
        try home.edit(1, .name, .text("Lamp of another kind"))
        #expect(try home.publish { $0.photos = album.files }.missingPhotos == 1)
        #expect(try photos(home).count == 3)
        try home.publish(to: home.base + "/whole") { $0.photos = album.files }
        #expect(try home.files() == home.files(home.base + "/whole"))
    }

    @Test func aPhotoThatCannotBeShownIsToldWithItsItem() throws {
        let home = try TestHousehold(items: 1)
        let album = try Album(in: home)
        // Another file than the one of that hash.
        try Data().write(to: URL(filePath: album.files.originalPath(of: hash(9))))
        try add(9, to: 0, home)
        let error = #expect(throws: PublishError.self) { try home.publish { $0.photos = album.files } }
        #expect(
            error.map(words)?.hasPrefix(
                "a photo of item 00000000-0000-7000-0000-000000000000 cannot be shown: the original \(try hash(9)) has "
                    + "changed") == true)
        #expect(access(home.site, F_OK) != 0)
    }
}
