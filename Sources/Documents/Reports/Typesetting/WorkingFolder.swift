public import Files
import Glibc
import Synchronization

/// A folder of its owner's alone for the files of one document; it goes with its last user, files and all.
public final class WorkingFolder: Sendable {
    /// Where it is.
    public var path: String { folder.path }
    private let folder: TemporaryFolder
    private let isComplete = Atomic(false)

    /// Makes it where temporary files go; what a killed program left of its kind is taken away.
    /// - Throws: what the system answered.
    public init() throws(FileError) { folder = try TemporaryFolder(TemporaryFolder.Kind(prefix: "homepwner-pdf-")) }

    deinit { folder.remove() }

    /// The place of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Opens a new file for writing, or one that is to be written anew.
    /// - Throws: what the system answered.
    func create(_ name: String) throws(FileError) -> OutputFile { try OutputFile(file(name)) }

    /// Makes a picture appear in it, and returns the name by which markup shows it.
    ///
    /// Typst holds every pixel of a JPEG that it is given; one that a drawing refers to goes into the document as it is.
    /// The drawing has the picture's head only, which `PDFPostProcessor` follows by the picture.
    /// - Throws: what the system answered.
    func add(_ picture: ReportPicture, named name: String) throws -> String {
        let size = "width=\"\(picture.width)\" height=\"\(picture.height)\""
        var photo = try link("\(name).jpg", to: picture.path)
        if !isComplete.load(ordering: .relaxed), let head = try JPEGHeader.of(picture.path, named: photo) {
            photo = WorkingFolder.head(of: photo)
            try write(head, to: photo)
        }
        try write(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)><image \(size) href=\"\(photo)\"/></svg>",
            to: "\(name).svg")
        return "\(name).svg"
    }

    /// Puts whole pictures in the place of their heads, of those that are here and those that come.
    /// - Throws: what the system answered.
    func completePictures() throws(FileError) {
        isComplete.store(true, ordering: .relaxed)
        for picture in heads { _ = try link(WorkingFolder.head(of: picture), to: file(picture)) }
    }

    /// The names of the pictures that stand here by their heads.
    var heads: [String] {
        Folder.names(in: path).filter { $0.hasSuffix(WorkingFolder.headerExtension) }
            .map { $0.dropLast(WorkingFolder.headerExtension.count) + ".jpg" }
    }

    private static func head(of picture: String) -> String { picture.dropLast(4) + headerExtension }

    private static let headerExtension = ".head.jpg"

    /// Makes a file elsewhere appear in it, and returns the name.
    /// - Throws: what the system answered.
    func link(_ name: String, to path: String) throws(FileError) -> String {
        unlink(file(name))
        guard symlink(path.hasPrefix("/") ? path : absolute(path), file(name)) == 0 else {
            throw FileError("make a link", file(name))
        }
        return name
    }

    private func absolute(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Writes a whole file.
    /// - Throws: what the system answered.
    func write(_ text: String, to name: String) throws(FileError) { try write(Array(text.utf8), to: name) }

    private func write(_ bytes: [UInt8], to name: String) throws(FileError) { try create(name).write(bytes) }
}

/// A plain file of a work folder, open for writing.
final class OutputFile {
    let descriptor: Int32
    private let path: String

    init(_ path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError("write", path) }
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(FileError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(FileError) in try writeAll(bytes, to: descriptor, path: path) }
        }
        try result.get()
    }
}
