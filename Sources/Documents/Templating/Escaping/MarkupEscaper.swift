import CMarkupScan

/// Escapes text for HTML and XML, sixty-four bytes at a time where the processor can, else sixteen.
enum MarkupEscaper {
    /// How many bytes one byte may become.
    static let growth = 6
    /// Bytes that may be written past the end, so that whole words can be stored.
    static let slack = 32

    /// Writes `count` bytes; `out` must have room for `growth` times as many and `slack`.
    ///
    /// Returns the first byte after what was written.
    @inline(__always)
    static func write(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ out: UnsafeMutablePointer<UInt8>,
        _ table: UnsafePointer<EscapeTable>
    ) -> UnsafeMutablePointer<UInt8> {
        if table.pointee.isWide {
            let written = markup_escape(source, count, out, table.pointee.words)
            return written.source == source + count
                ? written.out : resume(written.source, source + count, written.out, table)
        }
        return narrow(source, count, out, table)
    }

    /// Writes what ``write(_:_:_:_:)`` left: from a character that has to be looked at, or at the end of a page.
    @inline(never)
    private static func resume(
        _ source: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ start: UnsafeMutablePointer<UInt8>,
        _ table: UnsafePointer<EscapeTable>
    ) -> UnsafeMutablePointer<UInt8> {
        var next = source
        var out = start
        while next < end {
            if next.pointee < 0x80 { return narrow(next, end - next, out, table) }
            (next, out) = sequences(next, end, out, isHTML: table.pointee.isHTML)
            let written = markup_escape(next, end - next, out, table.pointee.words)
            next = written.source
            out = written.out
        }
        return out
    }

    /// Writes text sixteen bytes at a time.
    ///
    /// Text that stays as it is, which most does, is done with here, in a function that needs no registers of its
    /// caller's.
    @inline(never)
    static func narrow(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ start: UnsafeMutablePointer<UInt8>,
        _ table: UnsafePointer<EscapeTable>
    ) -> UnsafeMutablePointer<UInt8> {
        if count < 16 {
            if count >= 8 {
                if !markup_copy_short(source, count, start) { return start + count }
            } else if count > 0 {
                let word = padded(source, count)
                UnsafeMutableRawPointer(start).storeBytes(of: word.littleEndian, as: UInt64.self)
                if special(word) == 0 { return start + count }
            }
            return words(source, count, start, table)
        }
        if count <= 64 {
            let flags = count <= 32 ? markup_copy_32(source, count, start) : markup_copy_64(source, count, start)
            return flags == 0 ? start + count : replacing(source, source + count, start, flags, table)
        }
        return long(source, count, start, table)
    }

    /// Writes more than 64 bytes.
    @inline(never)
    private static func long(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ start: UnsafeMutablePointer<UInt8>,
        _ table: UnsafePointer<EscapeTable>
    ) -> UnsafeMutablePointer<UInt8> {
        let end = source + count
        var next = source
        var out = start
        while end - next >= 64 {
            let flags = markup_copy_64(next, 64, out)
            if flags == 0 {
                next += 64
                out += 64
            } else {
                (next, out) = replace(next, next + 64, end, out, flags, table)
            }
        }
        let left = end - next
        if left < 16 {
            return words(next, left, out, table)
        }
        let flags = left <= 32 ? markup_copy_32(next, left, out) : markup_copy_64(next, left, out)
        return flags == 0 ? out + left : replacing(next, end, out, flags, table)
    }

    /// Writes the last chunk of a text.
    @inline(never)
    private static func replacing(
        _ source: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: UnsafeMutablePointer<UInt8>,
        _ flags: UInt64, _ table: UnsafePointer<EscapeTable>
    ) -> UnsafeMutablePointer<UInt8> {
        replace(source, end, end, out, flags, table).out
    }

    /// Writes a chunk of 16 to 64 bytes in which some are flagged, the first bit for its first byte.
    ///
    /// The chunk was copied to the output. Returns where it ends in the source, which may be a few bytes further on, and
    /// in the output.
    @inline(__always)
    private static func replace(
        _ chunk: UnsafePointer<UInt8>, _ chunkEnd: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
        _ start: UnsafeMutablePointer<UInt8>, _ flags: UInt64, _ table: UnsafePointer<EscapeTable>
    ) -> (next: UnsafePointer<UInt8>, out: UnsafeMutablePointer<UInt8>) {
        var flags = flags
        var next = chunk + flags.trailingZeroBitCount
        var out = start + flags.trailingZeroBitCount
        while true {
            (next, out) = special(next, end, out, table)
            // A run of characters past ASCII has flags of its own, which are done with.
            let done = next - chunk
            flags = done < 64 ? flags & (~0 &<< UInt64(done)) : 0
            if flags == 0 { break }
            let flagged = chunk + flags.trailingZeroBitCount
            out = copy(next, flagged, end, out)
            next = flagged
        }
        return next < chunkEnd ? (chunkEnd, copy(next, chunkEnd, end, out)) : (next, out)
    }

    /// Copies bytes of a text, of which there are sixteen at least before `end`.
    @inline(__always)
    private static func copy(
        _ source: UnsafePointer<UInt8>, _ stop: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
        _ start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var next = source
        var out = start
        while next < stop {
            if end - next < 16 {
                markup_copy_end(end, end - next, out)
                break
            }
            markup_store(markup_load(next), out)
            next += 16
            out += 16
        }
        return start + (stop - source)
    }
}
