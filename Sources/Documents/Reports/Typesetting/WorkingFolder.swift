import Attachments
package import Files
import Glibc
import ImageExchange
import Synchronization

/// A private folder for the files of one document. It is deleted with its last user.
package final class WorkingFolder: Sendable {
    /// The path of the folder.
    package let path: String
    /// The folder for temporary files; nil for a folder inside another one.
    private let folder: TemporaryFolder?
    private let isComplete = Atomic(false)

    /// Creates it in the folder for temporary files, and removes those that a killed program left.
    /// - Throws: the error of the system.
    package init() throws(FileError) {
        let inner = (0..<WorkingFolder.maxInnerFolders).map(WorkingFolder.innerFolder)
        let folder = try TemporaryFolder(TemporaryFolder.Kind(prefix: "homepwner-pdf-", folders: inner))
        (self.folder, path) = (folder, folder.path)
    }

    /// Creates a folder inside another one, for a part of its document.
    /// - Parameter number: distinguishes it from others that exist at the same time.
    /// - Throws: the error of the system.
    init(in outer: WorkingFolder, number: Int) throws(FileError) {
        path = outer.file(WorkingFolder.innerFolder(number % WorkingFolder.maxInnerFolders))
        folder = nil
        guard mkdir(path, 0o700) == 0 else { throw FileError(.makeFolder, path) }
    }

    /// The most folders inside one at the same time.
    static let maxInnerFolders = 64

    private static func innerFolder(_ number: Int) -> String { "part-\(number)" }

    deinit {
        if let folder { return folder.remove() }
        for name in Folder.names(in: path) { unlink(file(name)) }
        rmdir(path)
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Opens a new file for writing, or truncates an existing one.
    /// - Throws: the error of the system.
    func create(_ name: String) throws(FileError) -> OutputFile { try OutputFile(file(name)) }

    /// Adds a picture and returns the name under which markup shows it.
    ///
    /// Typst decodes every JPEG that markup names, but copies one that a drawing refers to into the document as it is.
    /// The drawing refers to the picture's head only, which `PDFPostProcessor` replaces by the picture.
    /// - Throws: the error of the system.
    func add(_ picture: PublishedPhoto, named name: String) throws -> String {
        let size = "width=\"\(picture.size.width)\" height=\"\(picture.size.height)\""
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

    /// Replaces the heads by whole pictures, those that are here and those that are added later.
    /// - Throws: the error of the system.
    func completePictures() throws(FileError) {
        isComplete.store(true, ordering: .relaxed)
        for picture in try heads { _ = try link(WorkingFolder.head(of: picture), to: file(picture)) }
    }

    /// The names of the pictures whose heads are here.
    /// - Throws: `read` if not all can be found: a head that stays would be a black picture.
    var heads: [String] {
        get throws(FileError) {
            try Folder.list(path).filter { $0.hasSuffix(WorkingFolder.headerExtension) }
                .map { $0.dropLast(WorkingFolder.headerExtension.count) + ".jpg" }
        }
    }

    private static func head(of picture: String) -> String { picture.dropLast(4) + headerExtension }

    private static let headerExtension = ".head.jpg"

    /// Links a file from elsewhere into it and returns the name.
    /// - Throws: the error of the system.
    func link(_ name: String, to path: String) throws(FileError) -> String {
        guard unlink(file(name)) == 0 || errno == ENOENT else { throw FileError(.makeLink, file(name)) }
        guard symlink(path.hasPrefix("/") ? path : Folder.realPath(path) ?? path, file(name)) == 0 else {
            throw FileError(.makeLink, file(name))
        }
        return name
    }

    /// The files elsewhere to which links in the folder lead: fonts and pictures.
    ///
    /// Leaves out links that cannot be followed; Typst reports their files as missing.
    /// - Throws: `read` if the folder cannot be listed.
    var linkedFiles: [String] {
        get throws(FileError) {
            try Folder.list(path).compactMap { name in
                guard let target = Folder.realPath(file(name)) else { return nil }
                return target.hasPrefix(path + "/") ? nil : target
            }
        }
    }

    /// Writes a whole file.
    /// - Throws: the error of the system.
    func write(_ text: String, to name: String) throws(FileError) { try write(Array(text.utf8), to: name) }

    /// Checks that the folder's disk has some space left. Programs that write to it may fail without saying why.
    /// - Throws: `makeTemporaryFileIn` if it has not.
    func requireSpace() throws(FileError) {
        do {
            try write([UInt8](repeating: 0, count: 1 << 18), to: "space.txt")
            unlink(file("space.txt"))
        } catch {
            throw FileError(.makeTemporaryFileIn, TemporaryFile.defaultFolder, code: error.code)
        }
    }

    /// Writes a whole file.
    /// - Throws: the error of the system.
    func write(_ bytes: [UInt8], to name: String) throws(FileError) { try create(name).write(bytes) }
}

/// A plain file of a work folder, open for writing.
final class OutputFile {
    let descriptor: Int32
    private let path: String

    init(_ path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(.write, path) }
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(FileError) {
        try writeAll(bytes, to: descriptor, path: path)
    }
}
