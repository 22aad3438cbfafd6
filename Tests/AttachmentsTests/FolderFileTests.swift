import Foundation
import Testing

@testable import Attachments

@Suite struct FolderFileTests {
    let folder = NSTemporaryDirectory() + "/folder-\(UUID().uuidString)"

    /// The names of empty files as they are added, below the folder.
    private func order(of names: [String]) throws -> [String] {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in names {
            let url = URL(fileURLWithPath: folder + "/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: url)
        }
        return try FolderFile.files(in: folder).map { String($0.path.dropFirst(folder.count + 1)) }
    }

    @Test(arguments: [
        ["Lamp.jpg", "Lamp-2.jpg", "Lamp-10.jpg"],
        ["Chair.png", "Chair (1).jpg", "Chair (3).heic", "Chair (20).jpg"],
        ["desk.jpg", "Desk_1.jpg", "Desk_009.jpg", "Desk_11.jpg"],
        ["Sofa.jpg", "Sofa 1.jpg", "Sofa-2.jpg", "Sofa (3).jpg"],
        ["9783161484100.jpg", "9783161484100-2.jpg", "9783161484100-12.jpg"],
        ["9780441172719.png", "0441172717-2.png", "978-0-441-17271-9-10.jpg"],
        ["0-8044-2957-X.jpg", "9780804429573-2.jpg", "080442957X_3.jpg"],
        ["0-441-17271-7.jpg", "9780441172719-2.jpg", "9780441172719 (11).jpg"],
        ["0036000291452.jpg", "036000291452-2.jpg", "0-36000-29145-2-3.jpg"],
        ["Trip 2024-01.jpg", "Trip 2024-02.jpg", "Trip 2025-01.jpg"],
        ["Shelf/shelf.jpg", "Shelf/DSC9.jpg", "Shelf/DSC10.jpg", "Shelf/front.jpg"],
        ["Clock/IMG_0007.jpg", "Clock/IMG_08.jpg", "Clock/IMG_100.jpg"],
        ["书房.jpg", "书房 2.jpg", "书房 10.jpg"],
    ])
    func theFileWithTheItemsNameIsFirstThenNumbersAreInOrder(names: [String]) throws {
        #expect(try order(of: names.reversed()) == names)
    }
}
