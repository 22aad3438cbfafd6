import CZip

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
