import FoundationEssentials

/// Files that live beside the checkout; tests that need them are skipped where they are absent.
enum SharedFiles {
    static let folder: String? = {
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let candidates = [ProcessInfo.processInfo.environment["HOMEPWNER_SHARED"], "/" + package + "/../shared"]
        return candidates.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0) }
    }()

    static func bytes(_ path: String) -> [UInt8]? {
        guard let folder, let data = FileManager.default.contents(atPath: folder + "/" + path) else { return nil }
        return Array(data)
    }

    static var hasSpecification: Bool { bytes("mustache-spec/sections.json") != nil }
}
