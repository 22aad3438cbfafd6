import Foundation
import Testing

@testable import Attachments

/// The photos that `Tests/Fixtures/photos/make.py` makes, once a run.
enum PhotoFiles {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    static let python = root + "/.venv/bin/python"

    /// The folder of the files; nil where the Python environment of the checkout is not there.
    static let folder: String? = {
        guard access(python, X_OK) == 0 else { return nil }
        let folder = NSTemporaryDirectory() + "/photo-files-\(getpid())"
        guard run(python, [root + "/Tests/Fixtures/photos/make.py", "make", folder]) != nil else { return nil }
        atexit { _ = try? FileManager.default.removeItem(atPath: NSTemporaryDirectory() + "/photo-files-\(getpid())") }
        return folder
    }()

    static let areThere: Bool = folder != nil

    static let absence: Comment = "photos are made with Pillow: run make deps first"

    /// One file and what must become of it.
    struct Expected {
        let name: String
        let outcome: String
        let like: String
        var path: String { (folder ?? "") + "/" + name }
    }

    static let expected: [Expected] = {
        guard let folder, let text = try? String(contentsOfFile: folder + "/expected.tsv", encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Expected(name: cells[0], outcome: cells[1], like: cells[2])
        }
    }()

    static func path(_ name: String) -> String { (folder ?? "") + "/" + name }

    /// How far pictures are from what they must look like: the largest difference of a channel, by path.
    static func differences(from wanted: String, _ paths: [String]) -> [String: Int] {
        let text = run(python, [root + "/Tests/Fixtures/photos/make.py", "compare", path(wanted)] + paths) ?? ""
        var result: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: "\t").map(String.init)
            result[cells[1]] = Int(cells[0])
        }
        return result
    }

    /// The output of a program; nil if it fails.
    static func run(_ program: String, _ arguments: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }
}

/// A store of its own for one test.
final class TestStore {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "/photos-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The helper as it was built along with the tests.
    static let helper = ImageHelper(
        path: URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/homepwner-images")

    var photosFolder: String { folder + "/photos" }

    func photos(helper: ImageHelper = TestStore.helper, limits: PhotoLimits = .standard) -> PhotoStore {
        PhotoStore(folder: photosFolder, helper: helper, limits: limits)
    }

    /// All files in the photos folder but the lock.
    func names() -> [String] {
        let all = FileManager.default.enumerator(atPath: photosFolder)?.compactMap { $0 as? String } ?? []
        return all.filter { $0 != "derived" && $0 != "derived/.lock" }.sorted()
    }

    /// A script that stands for the helper.
    func script(_ body: String) throws -> ImageHelper {
        let path = folder + "/helper-\(UUID().uuidString).sh"
        try ("#!/bin/sh\n" + body + "\n").write(toFile: path + ".text", atomically: true, encoding: .utf8)
        // A program that this process itself writes may be held open by what another test is just starting, and is
        // then too busy to run; what a child writes is not.
        let copying = Process()
        copying.executableURL = URL(fileURLWithPath: "/bin/cp")
        copying.arguments = [path + ".text", path]
        try copying.run()
        copying.waitUntilExit()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return ImageHelper(path: path)
    }
}

extension PhotoError {
    /// The name of the case.
    var caseName: String { String("\(Mirror(reflecting: self).children.first?.label ?? "")") }
}
