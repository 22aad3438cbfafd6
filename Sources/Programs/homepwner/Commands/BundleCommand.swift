import Delivery
import Files
import Glibc
import Inventory
import InventoryStore
import Localization
import Message
import Reports

/// Form of delivery of a report.
enum ReportPackaging {
    /// One file.
    case single
    /// A page with the files of its photos.
    case page
    /// A folder with all files of a claim.
    case bundle
    /// The same as one zip file.
    case archive
    /// A folder with a PDF in volumes.
    case volumes
}

/// Writes a delivery, a folder or zip file, which appears whole or not at all.
struct BundleWriter {
    /// The path at which it appears.
    let path: String
    /// Its kind.
    let packaging: ReportPackaging
    private let invocation: Invocation

    /// Whether a bundle of that name is a zip file.
    static func isArchive(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") }

    /// - Throws: if the name is taken by anything but an empty folder.
    init(_ path: String, _ packaging: ReportPackaging, _ invocation: Invocation) throws(UsageError) {
        (self.path, self.packaging, self.invocation) = (path, packaging, invocation)
        let isHere = [".", "..", nil].contains(path.split(separator: "/").last)
        var status = stat()
        let isThere = lstat(path, &status) == 0
        let isEmptyFolder =
            packaging != .archive && status.st_mode & S_IFMT == S_IFDIR && (try? Folder.list(path))?.isEmpty == true
        let problem =
            if isHere {
                localized("bundle.folderExists", ["path": .text(path.onOneLine)])
            } else if isThere, status.st_mode & S_IFMT == S_IFLNK {
                localized("bundle.symbolicLink", ["path": .text(path.onOneLine)])
            } else if isThere, !isEmptyFolder {
                localized("bundle.exists", ["path": .text(path.onOneLine)])
            } else {
                nil as String?
            }
        if let problem { throw .badValue(option: "--output", problem: problem) }
    }

    /// Fills a folder inside a hidden one beside its place and renames it into it.
    /// - Parameter signer: writes the manifest and signs it; a bundle always has a manifest.
    func make(_ options: ReportOptions, _ signer: ManifestSigner?, from snapshot: StoreSnapshot) throws -> ReportOutcome
    {
        let progress = Progress(localized("progress.writing"), unit: Phrases.many("item"), on: invocation.console)
        defer { progress.finish() }
        let draft = try InterruptionCleanup.protecting {
            try TemporaryFolder(BundleWriter.drafts(beside: path))
        } path: {
            $0.path
        }
        defer {
            Folder.removeAll(draft.path)
            InterruptionCleanup.release(draft.path)
        }
        let (folder, file) = (draft.path + "/files", draft.path + "/bundle.zip")
        guard mkdir(folder, 0o700) == 0 else { throw FileError(.makeFolder, folder) }
        let outcome: ReportOutcome
        do {
            outcome = try fill(folder, options, signer, snapshot) { progress.update($0, of: $1) }
        } catch let error as FileError {
            throw error.ofDraft(path)
        } catch ReportError.file(let error) {
            throw error.ofDraft(path)
        }
        if packaging == .archive {
            try ClaimArchive.pack(folder, to: file, timestamp: options.generated)
            // Unlike a rename, a link never takes the place of a file that came meanwhile.
            guard link(file, path) == 0 else { throw FileError(.write, path) }
        } else {
            guard rename(folder, path) == 0 else { throw FileError(.replace, path) }
        }
        try Folder.flush(nameOf: path)
        return outcome
    }

    private func fill(
        _ folder: String, _ options: ReportOptions, _ signer: ManifestSigner?, _ snapshot: StoreSnapshot,
        _ progress: @escaping (Int, Int) -> Void
    ) throws -> ReportOutcome {
        if packaging == .page {
            return try HTMLBundle(options).write(
                from: snapshot, into: folder, signer: signer, progress: progress)
        }
        if packaging == .volumes {
            return try PDFVolumes(options).write(from: snapshot, into: folder, signer: signer, progress: progress)
        }
        return try ClaimBundle(options).write(
            from: snapshot, into: folder, signer: signer ?? ManifestSigner(key: nil), progress: progress)
    }

    /// The temporary folders beside a path; the next call removes those that a killed call left.
    private static func drafts(beside path: String) -> TemporaryFolder.Kind {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let place = (path.hasPrefix("/") ? "/" : "./") + parts.dropLast().joined(separator: "/")
        return TemporaryFolder.Kind(
            in: place, prefix: ".homepwner-report-",
            folders: ["files", "files/photos", "files/documents", "files/originals", "files/proof"])
    }
}
