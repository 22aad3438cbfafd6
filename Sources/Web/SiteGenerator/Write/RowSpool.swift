import Files
import Glibc

/// Keeps rendered rows until the lists that show them are put together: in memory while they are few, else in a file
/// without a name.
struct RowSpool: ~Copyable {
    /// Where one row is.
    struct Extent {
        let offset: UInt64
        let count: UInt32
    }

    /// Bytes that are kept in memory.
    static let memoryLimit = 8 << 20

    private let folder: SiteFolder
    private var buffer: [UInt8] = []
    private var file: Int32 = -1
    private var inFile: UInt64 = 0

    init(in folder: SiteFolder) { self.folder = folder }

    deinit { if file >= 0 { close(file) } }

    /// Keeps a row.
    /// - Throws: what the system answered where the rows go into a file.
    mutating func append(_ row: [UInt8]) throws(FileError) -> Extent {
        let place = Extent(offset: inFile + UInt64(buffer.count), count: UInt32(row.count))
        buffer += row
        if buffer.count >= RowSpool.memoryLimit { try spill() }
        return place
    }

    private mutating func spill() throws(FileError) {
        if file < 0 { file = try folder.scratch() }
        var failure: FileError?
        buffer.withUnsafeBytes { bytes in
            do throws(FileError) {
                try writeAll(bytes, to: file, path: folder.path)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        inFile += UInt64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Appends a row to a page.
    /// - Throws: what the system answered.
    func copy(_ place: Extent, to page: inout [UInt8]) throws(FileError) {
        if place.offset >= inFile {
            let start = Int(place.offset - inFile)
            page += buffer[start..<(start + Int(place.count))]
            return
        }
        let start = page.count
        page.append(contentsOf: repeatElement(0, count: Int(place.count)))
        var done = 0
        while done < Int(place.count) {
            let got = page.withUnsafeMutableBytes { bytes in
                pread(
                    file, bytes.baseAddress.map { $0 + start + done }, Int(place.count) - done,
                    off_t(place.offset) + off_t(done))
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw FileError(.read, folder.path, code: got == 0 ? EIO : errno) }
            done += got
        }
    }
}
