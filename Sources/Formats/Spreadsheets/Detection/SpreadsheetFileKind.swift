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
        do { file = try openFile(path).descriptor } catch { throw .file(error) }
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

/// The directory of an OLE compound file ([MS-CFB]): the container of `.xls` and of encrypted workbooks.
struct CompoundFile {
    /// The names of the streams and storages.
    let names: Set<String>

    static let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    /// The most sectors of the directory that are read; those of workbooks have one to ten.
    private static let maxSectors = 256

    /// Reads the names of the directory; a damaged file has those that can be read.
    /// - Parameter read: returns up to `count` bytes of the file from an offset.
    init(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        let header = read(0, 512)
        let isWhole = header.count == 512 && header.starts(with: CompoundFile.signature)
        names = isWhole ? CompoundFile.names(header, read) : []
    }

    private static func names(_ header: [UInt8], _ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Set<String> {
        var names: Set<String> = []
        let size = CompoundFile.number(header, at: 30, bytes: 2) == 12 ? 4096 : 512
        // Sector 0 follows the header, which fills a sector.
        func sector(_ number: Int) -> [UInt8] { read((number + 1) * size, size) }
        /// The sector after another one by the allocation table, whose first 109 sectors the header lists.
        func next(_ number: Int) -> Int? {
            let entriesPerSector = size / 4
            let place = number / entriesPerSector
            guard place < 109 else { return nil }
            let table = sector(CompoundFile.number(header, at: 76 + 4 * place, bytes: 4))
            guard table.count == size else { return nil }
            return CompoundFile.number(table, at: number % entriesPerSector * 4, bytes: 4)
        }
        var current: Int? = CompoundFile.number(header, at: 48, bytes: 4)
        var count = 0
        while let number = current, number < 0xFFFF_FFFA, count < CompoundFile.maxSectors {
            let entries = sector(number)
            for start in stride(from: 0, to: entries.count - 127, by: 128) {
                let length = CompoundFile.number(entries, at: start + 64, bytes: 2)
                guard (2...64).contains(length) else { continue }
                let units = stride(from: start, to: start + length - 2, by: 2).map {
                    UInt16(CompoundFile.number(entries, at: $0, bytes: 2))
                }
                names.insert(String(decoding: units, as: UTF16.self))
            }
            current = next(number)
            count += 1
        }
        return names
    }

    /// Reads a little-endian number.
    private static func number(_ bytes: [UInt8], at start: Int, bytes count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    }

    /// Whether the file is the wrapper of an encrypted Office Open XML document ([MS-OFFCRYPTO]).
    var isEncryptedPackage: Bool { names.contains("EncryptedPackage") }

    /// The kind of file; a compound file without a name that is known is most likely an old workbook.
    var lookalike: SpreadsheetLookalike {
        if names.contains("Workbook") || names.contains("Book") { return .oldExcelWorkbook }
        let others: Set = ["WordDocument", "PowerPoint Document", "VisioDocument", "__properties_version1.0"]
        return names.isDisjoint(with: others) ? .oldExcelWorkbook : .otherOfficeDocument
    }
}
