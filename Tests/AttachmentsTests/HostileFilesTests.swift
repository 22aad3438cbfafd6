import Foundation
import ImageExchange
import Localization
import Testing

@testable import Attachments

/// Files of every kind, good and bad, through the real helper: each is handled, or refused with words.
@Suite(.enabled(if: PhotoFiles.areThere, PhotoFiles.absence)) struct HostileFilesTests {
    @Test func eachFileIsHandledOrRefusedAsItMust() throws {
        let store = try TestStore()
        let photos = store.photos()
        var refused = 0
        for file in PhotoFiles.expected {
            do {
                let record = try photos.intake(path: file.path)
                #expect(file.outcome == "made", "\(file.name) was taken as \(record.type)")
            } catch let error as PhotoError {
                refused += 1
                #expect(file.outcome == error.caseName, "\(file.name): \(error)")
                #expect(
                    MessageCatalogue.english.text(error.message).hasPrefix(file.path + ": "), "\(file.name): \(error)")
            }
        }
        #expect(refused >= 40)
        #expect(PhotoFiles.expected.count >= 100)
    }

    @Test func whatIsTakenLooksAsItDid() throws {
        let store = try TestStore()
        let photos = store.photos()
        var made: [String: [String: String]] = [:]
        for file in PhotoFiles.expected where file.outcome == "made" && !file.like.isEmpty {
            let record = try photos.intake(path: file.path)
            for size in PhotoSize.allCases {
                let picture = try photos.picture(of: record.hash, size)
                made[file.like, default: [:]][picture.path] = file.name
            }
        }
        for (like, pictures) in made {
            let differences = PhotoFiles.differences(from: like, pictures.keys.sorted())
            #expect(differences.count == pictures.count)
            for (path, difference) in differences {
                #expect(difference <= 12, "\(pictures[path] ?? path) differs by \(difference)")
            }
        }
    }

    @Test func nothingIsKeptOfARefusedFile() throws {
        let store = try TestStore()
        let photos = store.photos()
        for file in PhotoFiles.expected where file.outcome != "made" {
            #expect(throws: PhotoError.self) { try photos.intake(path: file.path) }
        }
        #expect(store.names() == [])
        #expect(try photos.originals() == [])
    }

    @Test func noPayloadReachesAPublishedPicture() throws {
        let store = try TestStore()
        let photos = store.photos()
        for name in ["jpeg-and-zip.jpg", "jpeg-and-php.jpg", "png-and-page.png", "gif-and-script.gif"] {
            let record = try photos.intake(path: PhotoFiles.path(name))
            for size in PhotoSize.allCases {
                let data = try Data(contentsOf: URL(fileURLWithPath: photos.picture(of: record.hash, size).path))
                #expect(data.range(of: Data("payload".utf8)) == nil, "\(name)")
            }
            // The original is the owner's, to the last byte.
            let original = try Data(contentsOf: URL(fileURLWithPath: photos.originalPath(of: record.hash)))
            #expect(original == (try Data(contentsOf: URL(fileURLWithPath: PhotoFiles.path(name)))))
        }
    }

    @Test func theNameSaysNothingTheContentAll() throws {
        let store = try TestStore()
        #expect(try store.photos().intake(path: PhotoFiles.path("png-named.jpg")).type == .png)
        #expect(try store.photos().intake(path: PhotoFiles.path("heic-named.png")).type == .heif)
    }

    @Test func ofSeveralFramesTheFirstIsShownAndAllAreCounted() throws {
        let store = try TestStore()
        #expect(try store.photos().intake(path: PhotoFiles.path("animated.gif")).frames == 4)
        #expect(try store.photos().intake(path: PhotoFiles.path("animated.webp")).frames == 4)
        #expect(try store.photos().intake(path: PhotoFiles.path("pages.tif")).frames == 4)
    }
}
