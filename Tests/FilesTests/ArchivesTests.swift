import Foundation
import Testing

@testable import Files

@Suite final class ArchivesTests {
    let place: String

    init() throws {
        place = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: place) }

    private func file(_ name: String, _ content: String) throws -> String {
        try Data(content.utf8).write(to: URL(fileURLWithPath: "\(place)/\(name)"))
        return "\(place)/\(name)"
    }

    @Test func aStreamIsNotUnpackedBeyondItsStatedSize() throws {
        let zeros = "\(place)/zeros"
        try Data(count: 80 << 20).write(to: URL(fileURLWithPath: zeros))
        try ZipWriter.write(
            [ZipWriter.File(name: "a", path: zeros, isPacked: true)], to: "\(place)/x.zip", timestamp: 1_790_000_000)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(place)/x.zip"))).dropFirst(31)
        func pieces(unpacked: Int) throws -> Int {
            var count = 0
            _ = try DeflateLength.measure(upTo: bytes.count, unpacked: unpacked) { start, end in
                count += 1
                return Array(bytes.dropFirst(start).prefix(end - start))
            }
            return count
        }
        #expect(try pieces(unpacked: 80 << 20) > 1)
        #expect(try pieces(unpacked: 1 << 20) == 1)
    }

    @Test func whatIsPackedIsReadAgain() throws {
        let files = [
            ZipWriter.File(
                name: "a.txt", path: try file("one", String(repeating: "words ", count: 1000)), isPacked: true),
            ZipWriter.File(name: "photos/茶.jpg", path: try file("two", "pixels"), isPacked: false),
        ]
        try ZipWriter.write(files, to: "\(place)/x.zip", timestamp: 1_790_000_000)
        let reader = try ZipReader("\(place)/x.zip")
        #expect(reader.entries.map(\.name) == ["a.txt", "photos/茶.jpg"])
        #expect(reader.entries.map(\.size) == [6000, 6])
        var bytes: [UInt8] = []
        try reader.read(reader.entries[1]) { $0.withUnsafeBufferPointer { bytes += $0 } }
        #expect(bytes == Array("pixels".utf8))
        #expect(try ZipReader.isArchive("\(place)/x.zip"))
        #expect(try !ZipReader.isArchive("\(place)/one"))
        // Never in the place of another.
        #expect(throws: ArchiveError.self) { try ZipWriter.write(files, to: "\(place)/x.zip", timestamp: 0) }
    }

    @Test func aFileThatIsMissingLeavesNothing() throws {
        let files = [ZipWriter.File(name: "a", path: "\(place)/nowhere", isPacked: true)]
        #expect(throws: ArchiveError.self) { try ZipWriter.write(files, to: "\(place)/x.zip", timestamp: 0) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
    }

    @Test(arguments: [
        "../a", "/a", "a/../b", "a//b", "./a", "..", "", "a\\b", "C:a", "a\u{0}b", "a\nb", "a/.",
    ])
    func namesThatLeadElsewhereAreRefused(name: String) { #expect(ZipReader.diagnostic(forName: name) != nil) }

    @Test(arguments: ["a", "a/b", "photos/12-P1.jpg", "a..b", "...", "茶/具"])
    func plainNamesAreTaken(name: String) { #expect(ZipReader.diagnostic(forName: name) == nil) }

    @Test func timestampsAreClampedToTheRangeOfZip() {
        #expect(DOSTimestamp(0) == DOSTimestamp(315_532_800))
        #expect(DOSTimestamp(315_532_800).date == 1 << 5 | 1)
        #expect(DOSTimestamp(.max).date == 127 << 9 | 12 << 5 | 31)
        // 2026-09-21 14:13:20
        #expect(DOSTimestamp(1_790_000_000).time == 14 << 11 | 13 << 5 | 10)
    }

    @Test func repeatedNamesInAnyCaseAreRefused() throws {
        let path = try file("one", "x")
        let files = ["a.txt", "A.TXT"].map { ZipWriter.File(name: $0, path: path, isPacked: false) }
        try ZipWriter.write(files, to: "\(place)/x.zip", timestamp: 0)
        #expect(throws: ArchiveError.refusedEntry("\(place)/x.zip", entry: "A.TXT", .repeatedName)) {
            _ = try ZipReader("\(self.place)/x.zip")
        }
    }

    @Test func anArchiveThatUnpacksToFarMoreThanItsSizeIsRefused() throws {
        let path = try file("zeros", String(repeating: "\0", count: 8 << 20))
        try ZipWriter.write(
            [ZipWriter.File(name: "zeros", path: path, isPacked: true)], to: "\(place)/x.zip", timestamp: 0)
        #expect(throws: ArchiveError.suspicious("\(place)/x.zip", .expansion(ratio: ZipReader.maxExpansionRatio))) {
            _ = try ZipReader("\(self.place)/x.zip")
        }
        #expect(try ZipReader("\(place)/x.zip", maxExpansionRatio: 2000).entries.map(\.size) == [8 << 20])
    }

    @Test func aChangedByteInAnEntryIsDetected() throws {
        let path = try file("one", "pixels")
        try ZipWriter.write(
            [ZipWriter.File(name: "a", path: path, isPacked: false)], to: "\(place)/x.zip", timestamp: 0)
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(place)/x.zip")))
        let content = try #require(bytes.firstRange(of: Array("pixels".utf8)))
        bytes[content.lowerBound] ^= 1
        try Data(bytes).write(to: URL(filePath: "\(place)/x.zip"))
        let reader = try ZipReader("\(place)/x.zip")
        #expect(throws: ArchiveError.self) { try reader.read(reader.entries[0]) { _ in } }
    }

    @Test func aFileThatIsNoArchiveIsUnreadable() throws {
        let path = try file("x.zip", "no archive")
        let error = #expect(throws: ArchiveError.self) { _ = try ZipReader(path) }
        guard case .unreadable(path, reason: _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
