/// Escapes text for HTML and XML, eight bytes at a time.
enum MarkupEscaper {
    /// How many bytes one byte may become.
    static let growth = 6
    /// Bytes that may be written past the end, so that whole words can be stored.
    static let slack = 24

    /// Writes `count` bytes for HTML; `out` must have room for `growth` times as many and `slack`.
    ///
    /// Returns the first byte after what was written. A function of its own, so that all of its state is in registers.
    @inline(never)
    static func html(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ start: UnsafeMutablePointer<UInt8>, _ table: EscapeTable
    ) -> UnsafeMutablePointer<UInt8> {
        write(source, count, start, table, isHTML: true)
    }

    /// Like ``html(_:_:_:_:)``, for XML.
    @inline(never)
    static func xml(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ start: UnsafeMutablePointer<UInt8>, _ table: EscapeTable
    ) -> UnsafeMutablePointer<UInt8> {
        write(source, count, start, table, isHTML: false)
    }

    // Plain words, since the compiler takes vectors apart again.
    @inline(__always)
    private static func write(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ start: UnsafeMutablePointer<UInt8>, _ table: EscapeTable,
        isHTML: Bool
    ) -> UnsafeMutablePointer<UInt8> {
        let end = source + count
        var next = source
        var out = start
        while true {
            var flags: UInt64 = 0
            // A loop without the rest of the work in it, whose constants stay in registers.
            while end - next >= 8 {
                let word = UnsafeRawPointer(next).loadUnaligned(as: UInt64.self).littleEndian
                UnsafeMutableRawPointer(out).storeBytes(of: word.littleEndian, as: UInt64.self)
                flags = special(word)
                if flags != 0 { break }
                out += 8
                next += 8
            }
            if flags == 0 {
                let left = end - next
                if left == 0 { return out }
                let word = count >= 8 ? last(end, left) : short(next, left)
                UnsafeMutableRawPointer(out).storeBytes(of: word.littleEndian, as: UInt64.self)
                flags = special(word)
                if flags == 0 { return out + left }
            }
            // Bytes before the first special one are written already.
            let plain = flags.trailingZeroBitCount &>> 3
            out += plain
            next += plain
            let entry = table.words[Int(next.pointee)]
            if entry == EscapeTable.sequence {
                (next, out) = sequences(next, end, out, isHTML: isHTML)
            } else if entry == 0 {
                out.pointee = next.pointee
                out += 1
                next += 1
            } else {
                put(entry, &out)
                next += 1
            }
        }
    }

    /// The last one to seven bytes of eight or more, with spaces for what comes after the end.
    @inline(__always)
    private static func last(_ end: UnsafePointer<UInt8>, _ left: Int) -> UInt64 {
        let done = UInt64(truncatingIfNeeded: 8 &- left) &* 8
        let word = UnsafeRawPointer(end - 8).loadUnaligned(as: UInt64.self).littleEndian
        return word &>> done | 0x2020_2020_2020_2020 &<< (64 &- done)
    }

    /// Fewer than eight bytes with spaces after them.
    @inline(__always)
    private static func short(_ source: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
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
    private static func special(_ word: UInt64) -> UInt64 {
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
    private static func sequences(
        _ source: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ start: UnsafeMutablePointer<UInt8>, isHTML: Bool
    ) -> (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>) {
        var next = source
        var out = start
        while next < end {
            let lead = next.pointee
            if lead < 0x80 { break }
            let left = end - next
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
            let length = UTF8Check.sequenceLength(next, left)
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

/// Code points past ASCII that a format cannot carry.
enum Noncharacter {
    /// Whether the well-formed sequence is a C1 control or a noncharacter (HTML), or U+FFFE or U+FFFF (XML 1.0, [2]).
    static func starts(_ bytes: UnsafePointer<UInt8>, _ length: Int, isHTML: Bool) -> Bool {
        switch length {
        case 2: return isHTML && bytes[0] == 0xC2 && bytes[1] < 0xA0
        case 3:
            if bytes[0] != 0xEF { return false }
            if bytes[1] == 0xBF { return bytes[2] >= 0xBE }
            return isHTML && bytes[1] == 0xB7 && (0x90...0xAF).contains(bytes[2])
        default: return isHTML && bytes[1] & 0x0F == 0x0F && bytes[2] == 0xBF && bytes[3] >= 0xBE
        }
    }
}
