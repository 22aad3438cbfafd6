import Files
import Glibc

/// Files and fields of a form with photos. The files are gone when it goes.
final class Upload: Sendable {
    let fields: FormFields
    /// The files, in order.
    let files: [UploadedPhoto]

    init(fields: FormFields, files: [UploadedPhoto]) {
        self.fields = fields
        self.files = files
    }

    deinit {
        for file in files { unlink(file.path) }
    }
}

/// Where files stand while they arrive, and how many bytes of them may at once, over all connections.
struct UploadFolder: Sendable {
    let path: String
    let budget: BodyBudget
}

/// A file that is written while it arrives; removed unless it is kept.
final class UploadFile {
    let path: String
    /// What it was called where it came from.
    let fileName: String?
    private let descriptor: Int32
    private let budget: BodyBudget
    private(set) var count = 0
    private var isKept = false

    /// Makes a file that only its owner may read, in a folder of ours.
    init(in folder: UploadFolder, fileName: String? = nil) throws(HTTPError) {
        self.fileName = fileName
        budget = folder.budget
        do throws(FileError) {
            (path, descriptor) = try TemporaryFile.create(in: folder.path, prefix: "upload-")
        } catch {
            throw UploadFile.problem(error.code)
        }
    }

    deinit {
        close(descriptor)
        if !isKept { unlink(path) }
        budget.give(count)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) {
        guard budget.take(bytes.count) else { throw .manyBodies }
        count += bytes.count
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let written = Glibc.write(descriptor, start, rest.count)
            if written < 0 {
                if errno == EINTR { continue }
                throw UploadFile.problem(errno)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }

    /// The file, which is somebody else's from now on.
    func kept() -> UploadedPhoto {
        isKept = true
        return UploadedPhoto(path: path, fileName: fileName)
    }

    private static func problem(_ code: Int32) -> HTTPError {
        code == ENOSPC || code == EDQUOT ? HTTPError(.diskFull) : HTTPError(.internalError)
    }
}

/// Takes in one picture sent as it is.
final class PhotoCollector: BodyCollector {
    private let limits: ServerLimits
    private let file: UploadFile

    init(limits: ServerLimits, folder: UploadFolder) throws(HTTPError) {
        self.limits = limits
        file = try UploadFile(in: folder)
    }

    func take(_ piece: UnsafeRawBufferPointer) throws(HTTPError) {
        guard file.count + piece.count <= limits.photo else { throw HTTPError(.bodyTooLarge) }
        try file.write(piece)
    }

    func finish() throws(HTTPError) -> RequestBody {
        guard file.count > 0 else { throw HTTPError(.malformedForm, "The picture is empty.") }
        return .upload(Upload(fields: FormFields(), files: [file.kept()]))
    }
}
