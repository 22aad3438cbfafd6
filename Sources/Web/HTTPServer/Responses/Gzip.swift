internal import CZlib

/// Compression of responses (RFC 1952).
package enum Gzip {
    /// The compressed bytes; nil if that fails.
    package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard homepwner_gzip_init(&stream) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var bytes = bytes
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        var status = Z_OK
        let compressed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            bytes.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                status = deflate(&stream, Z_FINISH)
                count = Int(stream.total_out)
            }
        }
        return status == Z_STREAM_END ? compressed : nil
    }
}
