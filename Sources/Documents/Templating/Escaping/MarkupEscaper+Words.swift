import CMarkupScan

/// Text in which much is replaced, and what replaces it.
extension MarkupEscaper {
    /// Writes text eight bytes at a time.
    @inline(never)
    static func words(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ start: UnsafeMutablePointer<UInt8>,
        _ table: UnsafePointer<EscapeTable>
    ) -> UnsafeMutablePointer<UInt8> {
        let end = source + count
        var next = source
        var out = start
        while next < end {
            let left = end - next
            let word =
                left >= 8 ? UnsafeRawPointer(next).loadUnaligned(as: UInt64.self).littleEndian : padded(next, left)
            UnsafeMutableRawPointer(out).storeBytes(of: word.littleEndian, as: UInt64.self)
            let flags = special(word)
            let written = flags == 0 ? min(left, 8) : flags.trailingZeroBitCount &>> 3
            next += written
            out += written
            if flags != 0 { (next, out) = special(next, end, out, table) }
        }
        return out
    }

    /// Writes what stands for a byte that was flagged, or a run of characters past ASCII.
    ///
    /// Returns where that ends in the source and in the output.
    @inline(__always)
    static func special(
        _ next: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ start: UnsafeMutablePointer<UInt8>,
        _ table: UnsafePointer<EscapeTable>
    ) -> (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>) {
        let entry = table.pointee.words[Int(next.pointee)]
        if entry == EscapeTable.sequence { return sequences(next, end, start, isHTML: table.pointee.isHTML) }
        var out = start
        if entry == 0 {
            out.pointee = next.pointee
            out += 1
        } else {
            put(entry, &out)
        }
        return (next + 1, out)
    }

    /// Fewer than eight bytes with spaces after them.
    @inline(__always)
    static func padded(_ source: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        let bytes = UnsafeRawPointer(source)
        let shift = UInt64(truncatingIfNeeded: count) &* 8
        let spaces = 0x2020_2020_2020_2020 &<< shift
        if count >= 4 {
            let first = UInt64(bytes.loadUnaligned(as: UInt32.self).littleEndian)
            let last = UInt64((bytes + (count &- 4)).loadUnaligned(as: UInt32.self).littleEndian)
            return first | last &<< (shift &- 32) | spaces
        }
        // One to three bytes: the first, the middle and the last are all of them.
        let middle = count &>> 1
        let first = UInt64(source[0])
        let second = UInt64(source[middle]) &<< (UInt64(truncatingIfNeeded: middle) &* 8)
        return first | second | UInt64(source[count &- 1]) &<< (shift &- 8) | spaces
    }

    /// A high bit for each byte that may need a look: controls, `"`, `#`, `&`, `'`, `<`, `>`, DEL and all past ASCII.
    ///
    /// Bytes after the first one flagged may be flagged wrongly; the first never is missed.
    @inline(__always)
    static func special(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = ((word | (ones &* 0x05)) ^ (ones &* 0x27)) &- ones
        let angles = ((word | (ones &* 0x02)) ^ (ones &* 0x3E)) &- ones
        let controls = (word &- (ones &* 0x20)) | (word &+ ones)
        return (quotes | angles | controls | word) & (ones &* 0x80)
    }

    /// Writes a run of characters past ASCII; returns where it ends in the source and in the output.
    ///
    /// A function of its own, so that it takes no registers from the loop over plain text.
    @inline(never)
    static func sequences(
        _ source: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ start: UnsafeMutablePointer<UInt8>, isHTML: Bool
    ) -> (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>) {
        var next = source
        var out = start
        while next < end {
            let lead = next.pointee
            if lead < 0x80 { break }
            let left = end - next
            if left >= 16 {
                let copied = markup_copy_threes(next, out)
                next += copied
                out += copied
                if copied > 0 { continue }
            }
            // Most text past ASCII: three bytes that are neither surrogates nor noncharacters, whatever follows.
            if lead &- 0xE1 < 0x0C, left >= 4 {
                let word = UnsafeRawPointer(next).loadUnaligned(as: UInt32.self).littleEndian
                if word & 0x00C0_C000 == 0x0080_8000 {
                    UnsafeMutableRawPointer(out).storeBytes(of: word.littleEndian, as: UInt32.self)
                    out += 3
                    next += 3
                    continue
                }
            }
            let length = UTF8Sequence.sequenceLength(next, left)
            if length == 0 || Noncharacter.starts(next, length, isHTML: isHTML) {
                put(EscapeTable.replacement, &out)
                next += max(length, 1)
            } else {
                // At most four bytes, a byte at a time: quicker than asking for a copy of that length.
                for index in 0..<length { out[index] = next[index] }
                out += length
                next += length
            }
        }
        return (next, out)
    }

    @inline(__always)
    static func put(_ entry: UInt64, _ out: inout UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(out).storeBytes(of: entry.littleEndian, as: UInt64.self)
        out += Int(entry >> 56)
    }
}
