import Foundation
import ImageExchange
import Inventory
import InventoryStore
import Synchronization
import Testing

@testable import Attachments

@Suite(.enabled(if: PhotoFiles.areThere, PhotoFiles.absence)) struct AttachmentsTests {
    let scratch: TestStore
    let store: InventoryStore
    let lamp = Item(id: UUID(), name: "Lamp", dateCreated: Timestamp(clampedMilliseconds: 0))
    let owner = ChangeContext(actor: "owner")

    init() throws {
        scratch = try TestStore()
        store = try InventoryStore.create(
            at: scratch.folder, settings: InventorySettings(currency: try Currency(code: "USD")))
        try store.add(lamp, owner)
    }

    var attachments: AttachmentStore { AttachmentStore(of: store, helper: TestStore.helper) }

    func item() throws -> Item { try #require(try store.snapshot().item(lamp.id)).item }

    func photo(_ name: String) -> NewPhoto { NewPhoto(.path(PhotoFiles.path(name))) }

    @Test func aPhotoIsTakenInAndBelongsToTheItem() throws {
        let added = try attachments.add(
            [NewPhoto(.path(PhotoFiles.path("turned-6.heic")), caption: "left"), photo("turned-1.jpg")], to: lamp.id,
            owner)
        #expect(added.outcome.revision == Revision(rawValue: 2))
        #expect(try item().photos.map(\.hash) == added.photos.map(\.hash))
        let first = try item().photos[0]
        #expect(first.fileName == "turned-6.heic" && first.caption == "left" && first.isPrimary)
        #expect(first.mediaType == "image/heic" && first.width == 480 && first.height == 320)
        #expect(try attachments.files.picture(of: first.hash, .small).size.width == 320)
        #expect(try attachments.verify().isEmpty)
        #expect(try attachments.unreferencedFiles().isEmpty)
    }

    @Test func oneBadPhotoKeepsAllOut() throws {
        let nowhere = PhotoError.file(name: "/nowhere.jpg", .notFound)
        do {
            _ = try attachments.add(
                [photo("turned-1.jpg"), NewPhoto(.path("/nowhere.jpg")), NewPhoto(.path(#filePath))], to: lamp.id, owner
            )
        } catch {
            #expect(error as? AttachmentError == .files([nowhere, .content(name: #filePath, .unknown)]))
        }
        #expect(try item().photos.isEmpty)
        #expect(scratch.names().isEmpty)
    }

    @Test func aPhotoOfNoItemLeavesNothing() throws {
        let nobody = UUID()
        #expect(throws: StoreError.noSuchItem(nobody)) {
            _ = try attachments.add([photo("turned-1.jpg")], to: nobody, owner)
        }
        #expect(scratch.names().isEmpty)
    }

    @Test func aPhotoThatWasRemovedIsKeptForUndoing() throws {
        let hash = try attachments.add([photo("turned-1.jpg")], to: lamp.id, owner).photos[0].hash
        try store.write { writer in _ = try writer.remove(photo: hash, of: lamp.id, owner) }
        #expect(try attachments.sweep() == (0, 0))
        try store.undo(owner)
        #expect(try item().photos.map(\.hash) == [hash])
        #expect(try attachments.verify().isEmpty)
    }

    @Test func anImportKeepsOnlyTheFilesThatItemsReferTo() throws {
        let intake = try AttachmentIntake(into: attachments)
        let kept = try intake.add(.path(PhotoFiles.path("turned-1.jpg")))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: PhotoFiles.path("turned-2.jpg")))
        var offset = 0
        let piecewise = try intake.add(name: "turned-2.jpg") { piece in
            let count = min(1000, piece.count, bytes.count - offset)
            bytes.copyBytes(to: piece, from: offset..<(offset + count))
            offset += count
            return count
        }
        #expect(attachments.files.has(piecewise.hash) && piecewise.bytes == bytes.count)
        #expect(throws: PhotoError.file(name: "nothing", .empty)) { try intake.add(name: "nothing") { _ in 0 } }
        try store.write { writer in _ = try writer.add(photos: [kept.reference()], to: lamp.id, owner) }
        try intake.finish()
        #expect(try attachments.files.originals() == [kept.hash])
        #expect(!scratch.names().contains { $0.hasPrefix(".taking") })
    }

    @Test func whatACallThatWasEndedLeftBehindGoesWithTheNext() throws {
        let files = attachments.files
        try files.makeFolders()
        var left: ContentHash?
        do {
            // The steps of a call before the change, up to the moment at which it ends.
            var note = try IntakeLog(in: files.folder)
            let source = try SourceFile(path: PhotoFiles.path("turned-2.jpg"))
            left = try files.intake(source, as: .photo) { hash in try note.add(hash) }.hash
            #expect(try attachments.unreferencedFiles() == [try #require(left)])
            // While it runs nobody takes its files.
            try attachments.removeAbandonedFiles()
            #expect(try attachments.unreferencedFiles() == [try #require(left)])
        }
        try attachments.add([photo("turned-1.jpg")], to: lamp.id, owner)
        // A helper that another test is just starting may hold the note's lock for a moment longer.
        for _ in 0..<200 where try !attachments.unreferencedFiles().isEmpty {
            usleep(10_000)
            try attachments.removeAbandonedFiles()
        }
        #expect(try files.originals() == item().photos.map(\.hash))
        #expect(!scratch.names().contains { $0.hasPrefix(".taking") || $0.contains("\(String(describing: left))") })
    }

    @Test func aSweepTakesWhatNothingSpeaksOf() throws {
        try attachments.add([photo("turned-1.jpg")], to: lamp.id, owner)
        let stray = try attachments.files.intake(path: PhotoFiles.path("turned-2.jpg"))
        #expect(try attachments.sweep() == (1, stray.bytes))
        #expect(try attachments.files.originals() == item().photos.map(\.hash))
        #expect(try attachments.sweep() == (0, 0))
    }

    @Test func filesSweptWhileTheyAreTakenInAreTakenInAgain() async throws {
        let (attachments, lamp) = (attachments, lamp)
        let isDone = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while !isDone.isUp.withLock({ $0 }) {
                    try attachments.sweep()
                    try await Task.sleep(for: .milliseconds(2))
                }
            }
            for number in 1...8 { try attachments.add([photo("turned-\(number).jpg")], to: lamp.id, owner) }
            isDone.isUp.withLock { $0 = true }
            try await group.waitForAll()
        }
        #expect(try item().photos.count == 8)
        #expect(try attachments.verify().isEmpty)
        #expect(try attachments.unreferencedFiles().isEmpty)
    }

    @Test func filesThatAreGoneOrChangedAreFound() throws {
        let photos = try attachments.add([photo("turned-1.jpg"), photo("turned-2.jpg")], to: lamp.id, owner).photos
        let paths = photos.map { attachments.files.originalPath(of: $0.hash) }
        try FileManager.default.removeItem(atPath: paths[0])
        try Data("x".utf8).write(to: URL(filePath: paths[1]))
        let diagnostics = try attachments.verify()
        #expect(diagnostics.count == 2)
        #expect(diagnostics.contains(.missing(photos[0].hash, of: lamp.id)))
        #expect(diagnostics.contains(.changed(photos[1].hash, of: lamp.id)))
        try attachments.add([photo("turned-1.jpg"), photo("turned-2.jpg")], to: lamp.id, owner)
        #expect(try attachments.verify().isEmpty)
    }

    @Test func aDocumentIsAPictureOrAPDF() throws {
        let added = try attachments.add(
            [
                NewDocument(
                    .path(PhotoFiles.path("page.pdf")), number: "4711", date: try CalendarDate("2024-05-01".utf8)),
                NewDocument(.path(PhotoFiles.path("turned-1.jpg")), kind: .appraisal),
            ], to: lamp.id, owner)
        #expect(try item().documents == added.documents)
        #expect(try item().documents.map(\.mediaType) == ["application/pdf", "image/jpeg"])
        let page = try attachments.files.picture(of: added.documents[0].hash, .medium)
        #expect(page.size.height == 1024)
        #expect(PhotoFiles.differences(from: "drawn-page.png", [page.path])[page.path] ?? 255 < 12)
        #expect(throws: AttachmentError.files([.content(name: PhotoFiles.path("page.pdf"), .image(.pdf))])) {
            _ = try attachments.add([photo("page.pdf")], to: lamp.id, owner)
        }
    }

    @Test func aCheckDecodesAPictureAndWritesNothing() throws {
        _ = try attachments.files.check(.path(PhotoFiles.path("turned-1.jpg")), as: .photo)
        _ = try attachments.files.check(.path(PhotoFiles.path("page.pdf")), as: .document)
        let half = PhotoFiles.path("half.png")
        #expect(throws: PhotoError.damaged(name: half, .png)) {
            try attachments.files.check(.path(half), as: .photo)
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.photosFolder))
    }

    @Test func whatIsThereAlreadyKeepsWhatIsNotGiven() throws {
        let path = FileSource.path(PhotoFiles.path("turned-1.jpg"))
        try attachments.add([NewPhoto(path, caption: "one"), photo("turned-2.jpg")], to: lamp.id, owner)
        let again = try attachments.add(
            [NewPhoto(path, caption: "two"), photo("turned-3.jpg"), photo("turned-3.jpg")], to: lamp.id, owner)
        #expect(again.results == [.kept, .added, .kept])
        #expect(again.photos[0].caption == "one")
        #expect(try item().photos.map(\.caption) == ["one", nil, nil])
        let primary = NewPhoto(.path(PhotoFiles.path("turned-2.jpg")), isPrimary: true)
        #expect(try attachments.add([primary], to: lamp.id, owner).results == [.changed])
        #expect(try attachments.add([primary], to: lamp.id, owner).results == [.kept])

        let first = NewDocument(path, kind: .warranty, title: "first", number: "1")
        try attachments.add([first], to: lamp.id, owner)
        #expect(try attachments.add([NewDocument(path)], to: lamp.id, owner).results == [.kept])
        let changed = try attachments.add(
            [NewDocument(path, title: "second"), NewDocument(path, number: "")], to: lamp.id, owner)
        #expect(changed.results == [.changed, .changed])
        let document = try #require(try item().documents.first)
        #expect(document.kind == .warranty && document.title == "second" && document.number == nil)
    }

    @Test(arguments: ["locked.pdf", "cut-off.pdf", "no-pages.pdf"])
    func aPDFThatCannotBeShownIsRefused(name: String) throws {
        let path = PhotoFiles.path(name)
        #expect(throws: AttachmentError.files([.damaged(name: path, .pdf)])) {
            _ = try attachments.add([NewDocument(.path(path))], to: lamp.id, owner)
        }
        #expect(throws: PhotoError.damaged(name: path, .pdf)) {
            try attachments.files.check(.path(path), as: .document)
        }
        #expect(scratch.names().isEmpty)
    }
}

private final class Flag: Sendable {
    let isUp = Mutex(false)
}
