import Files
import Glibc

/// Detects by its content whether a file can be a spreadsheet.
enum SpreadsheetFileKind {
    case zipArchive
    case encryptedPackage
    case other(SpreadsheetLookalike)

    /// Reads the first bytes of a file.
    /// - Throws: `file` if it cannot be opened or is not a plain file.
    init(path: String) throws(SpreadsheetFileError) {
        let file: Int32
        do throws(FileError) { file = try openFile(path).descriptor } catch { throw .file(error) }
        defer { close(file) }
        var beginning = [UInt8](repeating: 0, count: 16)
        let count = pread(file, &beginning, beginning.count, 0)
        // A disk that fails must not look like a file of another kind.
        guard count >= 0 else { throw .file(FileError(.read, path)) }
        func bytes(_ offset: Int, _ count: Int) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                filled = max(0, pread(file, buffer.baseAddress, count, off_t(offset)))
            }
        }
        self = SpreadsheetFileKind(beginning: Array(beginning.prefix(count)), bytes)
    }

    private init(beginning: [UInt8], _ read: (Int, Int) -> [UInt8]) {
        if SpreadsheetFileKind.isZip(beginning) {
            self = .zipArchive
        } else if beginning.starts(with: CompoundFile.signature.prefix(4)) {
            let compound = CompoundFile(read)
            self = compound.isEncryptedPackage ? .encryptedPackage : .other(compound.lookalike)
        } else if beginning.starts(with: "%PDF-".utf8) {
            self = .other(.pdf)
        } else if beginning.dropFirst(4).starts(with: "ftyp".utf8),
            ["heic", "heix", "hevc", "mif1", "msf1"].contains(
                String(decoding: beginning.dropFirst(8).prefix(4), as: UTF8.self))
        {
            self = .other(.heic)
        } else if SpreadsheetFileKind.isOldExcel(beginning) {
            self = .other(.oldExcelWorkbook)
        } else {
            self = .other(.unknown)
        }
    }

    private static func isZip(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
    }

    /// Whether bytes begin a BIFF stream without a container, as Excel wrote until 1993.
    private static func isOldExcel(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 8 && bytes[0] == 9 && [0, 2, 4, 8].contains(bytes[1]) && [4, 6, 8, 16].contains(bytes[2])
            && bytes[3] == 0
    }
}
