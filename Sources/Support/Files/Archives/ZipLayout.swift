import CZip
import Glibc

/// Checks that a zip archive reads the same from its start and from its end.
///
/// The format (PKWARE's APPNOTE.TXT 6.3) describes each entry twice: before its content, and in the directory at the end
/// of the file. Programs that unpack while they receive believe the former, all others the latter. So the entries must
/// fill the file from its first byte to the directory, both descriptions must agree, and nothing may follow.
struct ZipLayout {
    private let file: Int32
    private let path: String
    private let size: Int

    /// The beginning and end of an entry, and its description in the directory.
    private struct Record {
        var name: [UInt8]
        var start: Int
        var packed: Int
        var unpacked: Int
        /// Flags, method, time, date and checksum, which both descriptions state in the same form.
        var facts: [UInt8]
    }

    /// The directory's position and number of entries.
    private struct Directory {
        var start: Int
        var size: Int
        var count: Int
        /// The offset of the records about the directory.
        var end: Int
    }

    /// - Parameter file: the open archive; its position is not used.
    /// - Throws: `suspicious` or `refusedEntry`, and `file` if it cannot be read.
    static func check(_ file: Int32, path: String, size: Int) throws(ArchiveError) {
        let layout = ZipLayout(file: file, path: path, size: size)
        let directory = try layout.directory()
        let records = try layout.records(directory).sorted { $0.start < $1.start }
        var end = 0
        for record in records {
            guard record.start == end else { throw .suspicious(path, .gap(offset: end)) }
            end = try layout.end(of: record, before: directory.start)
        }
        guard end == directory.start else { throw .suspicious(path, .gap(offset: end)) }
    }

    // MARK: The directory

    private func directory() throws(ArchiveError) -> Directory {
        let length = 22
        guard size >= length else { throw .suspicious(path, .noEndRecord) }
        let tail = try read(max(0, size - length - 0xFFFF), size)
        let record = ZipBytes(Array(tail.suffix(length)))
        guard record.number(at: 0, 4) == Signature.end, record.number(at: 20, 2) == 0 else {
            throw .suspicious(path, .noEndRecord)
        }
        // An earlier end record whose comment contains the real one would describe another archive.
        let bytes = ZipBytes(tail)
        for start in 0..<(tail.count - length) where bytes.number(at: start, 4) == Signature.end {
            guard bytes.number(at: start + 20, 2) != tail.count - start - length else {
                throw .suspicious(path, .noEndRecord)
            }
        }
        var directory = Directory(
            start: record.number(at: 16, 4), size: record.number(at: 12, 4), count: record.number(at: 10, 2),
            end: size - length)
        guard record.number(at: 4, 4) == 0, record.number(at: 8, 2) == directory.count else {
            throw .suspicious(path, .noEndRecord)
        }
        try readLargeEnd(&directory)
        guard directory.size >= 0, directory.start >= 0, directory.size <= directory.end,
            directory.start == directory.end - directory.size
        else { throw .suspicious(path, .gap(offset: directory.end)) }
        return directory
    }

    /// Reads the records of archives beyond 4 GiB or 65,535 entries, if there are any.
    private func readLargeEnd(_ directory: inout Directory) throws(ArchiveError) {
        let (locatorLength, recordLength) = (20, 56)
        guard directory.end >= locatorLength + recordLength else { return }
        let start = directory.end - locatorLength - recordLength
        let bytes = ZipBytes(try read(start, directory.end))
        guard bytes.number(at: recordLength, 4) == Signature.largeEndLocator else { return }
        let large = Directory(
            start: bytes.number(at: 48, 8), size: bytes.number(at: 40, 8), count: bytes.number(at: 32, 8), end: start)
        func agrees(_ short: Int, _ long: Int, _ escape: Int) -> Bool { short == long || short == escape }
        guard bytes.number(at: recordLength + 4, 4) == 0, bytes.number(at: recordLength + 8, 8) == start,
            bytes.number(at: recordLength + 16, 4) == 1,
            bytes.number(at: 0, 4) == Signature.largeEnd, bytes.number(at: 4, 8) == recordLength - 12,
            bytes.number(at: 16, 8) == 0, bytes.number(at: 24, 8) == large.count,
            agrees(directory.start, large.start, 0xFFFF_FFFF), agrees(directory.size, large.size, 0xFFFF_FFFF),
            agrees(directory.count, large.count, 0xFFFF)
        else { throw .suspicious(path, .noEndRecord) }
        directory = large
    }

    private func records(_ directory: Directory) throws(ArchiveError) -> [Record] {
        let bytes = ZipBytes(try read(directory.start, directory.end))
        var records: [Record] = []
        var place = 0
        while place < bytes.count {
            let (record, end) = try self.record(in: bytes, at: place)
            records.append(record)
            place = end
        }
        guard records.count == directory.count else { throw .suspicious(path, .noEndRecord) }
        return records
    }

    private func record(in bytes: ZipBytes, at place: Int) throws(ArchiveError) -> (Record, end: Int) {
        let length = 46
        let nameEnd = place + length + bytes.number(at: place + 28, 2)
        let end = nameEnd + bytes.number(at: place + 30, 2)
        guard bytes.number(at: place, 4) == Signature.entry, end <= bytes.count else {
            throw .suspicious(path, .noEndRecord)
        }
        // The number of the disk, which must be the first, and the comment.
        let name = bytes[(place + length)..<nameEnd]
        guard bytes.number(at: place + 34, 2) == 0, bytes.number(at: place + 32, 2) == 0 else {
            throw refused(name, .hiddenData)
        }
        var sizes = [bytes.number(at: place + 24, 4), bytes.number(at: place + 20, 4), bytes.number(at: place + 42, 4)]
        try readExtra(bytes[nameEnd..<end], of: name, replacing: &sizes)
        let isASCII = name.allSatisfy { $0 < 0x80 }
        let flags = bytes.number(at: place + 8, 2)
        // Flag 3: the sizes follow the content, so that a reader from the start has to guess where it ends. Flag 11: the
        // name is UTF-8; without it, other programs read another name, as they do behind a null byte.
        guard flags & (1 << 3) == 0 else { throw refused(name, .sizeAfterContent) }
        guard isASCII || flags & (1 << 11) != 0, !name.contains(0) else { throw refused(name, .ambiguousName) }
        let facts = bytes[(place + 8)..<(place + 20)]
        let record = Record(
            name: Array(name), start: sizes[2], packed: sizes[1], unpacked: sizes[0], facts: Array(facts))
        return (record, end)
    }

    /// Reads the fields behind a name. They may state times, owners and sizes beyond 4 GiB; any others are refused,
    /// because some of them give the entry another name.
    private func readExtra(
        _ extra: ArraySlice<UInt8>, of name: ArraySlice<UInt8>, replacing sizes: inout [Int]
    ) throws(ArchiveError) {
        let bytes = ZipBytes(Array(extra))
        var place = 0
        var seen: Set<Int> = []
        while place < bytes.count {
            let kind = bytes.number(at: place, 2)
            let end = place + 4 + bytes.number(at: place + 2, 2)
            guard place + 4 <= bytes.count, end <= bytes.count, seen.insert(kind).inserted,
                ExtraField.allowed.contains(kind)
            else { throw refused(name, .hiddenData) }
            if kind == ExtraField.largeSizes {
                var field = place + 4
                for index in sizes.indices where sizes[index] == 0xFFFF_FFFF {
                    guard field + 8 <= end else { throw refused(name, .hiddenData) }
                    sizes[index] = bytes.number(at: field, 8)
                    field += 8
                }
                guard field == end else { throw refused(name, .hiddenData) }
            }
            place = end
        }
    }

    // MARK: The entries

    /// The first byte behind an entry, after comparing its two descriptions.
    private func end(of record: Record, before limit: Int) throws(ArchiveError) -> Int {
        let length = 30
        guard record.start <= limit - length else { throw .suspicious(path, .gap(offset: record.start)) }
        let head = ZipBytes(try read(record.start, record.start + length))
        let nameEnd = record.start + length + head.number(at: 26, 2)
        let content = nameEnd + head.number(at: 28, 2)
        guard head.number(at: 0, 4) == Signature.local, content <= limit else {
            throw .suspicious(path, .gap(offset: record.start))
        }
        let rest = try read(record.start + length, content)
        let nameCount = nameEnd - record.start - length
        var sizes = [head.number(at: 22, 4), head.number(at: 18, 4)]
        try readExtra(rest[nameCount...], of: record.name[...], replacing: &sizes)
        guard rest[..<nameCount].elementsEqual(record.name), head[6..<18].elementsEqual(record.facts),
            sizes == [record.unpacked, record.packed]
        else { throw refused(record.name[...], .twoDescriptions) }
        let (end, overflow) = content.addingReportingOverflow(record.packed)
        guard !overflow, record.packed >= 0, end <= limit else { throw .suspicious(path, .overlappingEntries) }
        let method = Int(record.facts[2]) | Int(record.facts[3]) << 8
        let used =
            method == Int(ZIP_CM_DEFLATE)
            ? try DeflateLength.measure(upTo: record.packed, unpacked: record.unpacked) {
                start, end throws(ArchiveError) in
                try read(content + start, content + end)
            } : record.unpacked
        guard used == record.packed else { throw .suspicious(path, .gap(offset: content + used)) }
        return end
    }

    private func refused(_ name: ArraySlice<UInt8>, _ diagnostic: ArchiveError.EntryDiagnostic) -> ArchiveError {
        .refusedEntry(path, entry: String(decoding: name, as: UTF8.self), diagnostic)
    }

    private func read(_ start: Int, _ end: Int) throws(ArchiveError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, end - start))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                pread(file, $0.baseAddress?.advanced(by: done), $0.count - done, off_t(start + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .file(FileError(.read, path, code: count < 0 ? errno : EIO)) }
            done += count
        }
        return bytes
    }

    private enum Signature {
        static let local = 0x0403_4B50
        static let entry = 0x0201_4B50
        static let end = 0x0605_4B50
        static let largeEnd = 0x0606_4B50
        static let largeEndLocator = 0x0706_4B50
    }

    private enum ExtraField {
        static let largeSizes = 0x0001
        /// Sizes, NTFS times, Unix times, Unix owners (two forms).
        static let allowed: Set<Int> = [largeSizes, 0x000A, 0x5455, 0x7855, 0x7875]
    }
}

/// Bytes with numbers in little-endian order.
private struct ZipBytes {
    private let bytes: [UInt8]
    var count: Int { bytes.count }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of some bytes; -1 if they are not all there or it has more than 63 bits.
    func number(at place: Int, _ length: Int) -> Int {
        guard place >= 0, place + length <= bytes.count else { return -1 }
        var number: UInt64 = 0
        for index in (place..<(place + length)).reversed() { number = number << 8 | UInt64(bytes[index]) }
        return Int(exactly: number) ?? -1
    }

    subscript(range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }
}

/// Finds where a raw deflate stream (RFC 1951) ends. Readers stop there, so that an entry could hide bytes behind it.
enum DeflateLength {
    private static let pieceSize = 1 << 16

    /// - Parameters:
    ///   - size: the size in bytes in which the stream has to fit.
    ///   - unpacked: the size in bytes that the archive states for the content. Nothing beyond it is unpacked.
    ///   - read: returns the bytes of a range.
    /// - Returns: the bytes of the stream; `size` if it is damaged, holds more than `unpacked` bytes or does not end before;
    ///   its reader reports that.
    static func measure(
        upTo size: Int, unpacked: Int, _ read: (_ start: Int, _ end: Int) throws(ArchiveError) -> [UInt8]
    ) throws(ArchiveError) -> Int {
        var stream = z_stream()
        guard czip_begin_inflating(&stream) == Z_OK else { return size }
        defer { inflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: pieceSize)
        var place = 0
        while place < size {
            var input = try read(place, min(size, place + pieceSize))
            let count = input.count
            let (result, rest) = inflate(&input, &output, &stream, limit: unpacked)
            if result == Z_STREAM_END { return place + count - rest }
            guard result == Z_OK || result == Z_BUF_ERROR, rest == 0 else { return size }
            place += count
        }
        return size
    }

    /// Reads a piece of the stream to its end, or to the first bytes beyond the limit of the content.
    /// - Returns: the result of zlib, and how many bytes it did not use.
    private static func inflate(
        _ input: inout [UInt8], _ output: inout [UInt8], _ stream: inout z_stream, limit: Int
    ) -> (result: Int32, rest: Int) {
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                var result = Z_OK
                repeat {
                    stream.next_out = output.baseAddress
                    stream.avail_out = uInt(output.count)
                    result = CZip.inflate(&stream, Z_NO_FLUSH)
                } while result == Z_OK && stream.avail_out == 0 && Int(stream.total_out) <= limit
                guard Int(stream.total_out) <= limit else { return (Z_DATA_ERROR, 0) }
                return (result, Int(stream.avail_in))
            }
        }
    }
}
