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

    @inline(__always)
    private static func write(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ start: UnsafeMutablePointer<UInt8>, _ table: EscapeTable,
        isHTML: Bool
    ) -> UnsafeMutablePointer<UInt8> {
        var out = start
        var index = 0
        while index < count {
            let left = count &- index
            if left >= 16 {
                let words = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD2<UInt64>.self)
                UnsafeMutableRawPointer(out).storeBytes(of: words, as: SIMD2<UInt64>.self)
                let flags = special(words)
                let low = flags[0].littleEndian
                let high = flags[1].littleEndian
                if low | high == 0 {
                    out += 16
                    index &+= 16
                    continue
                }
                let plain = low != 0 ? low.trailingZeroBitCount &>> 3 : 8 &+ high.trailingZeroBitCount &>> 3
                out += plain
                index &+= plain
                index &+= writeSpecial(source + index, count &- index, &out, table, isHTML: isHTML)
                continue
            }
            var word: UInt64
            if left >= 8 {
                word = UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self).littleEndian
            } else if count >= 8 {
                // The last eight bytes, without those already done; spaces stand for what comes after the end.
                let done = UInt64(truncatingIfNeeded: 8 &- left) &* 8
                word = UnsafeRawPointer(source + count - 8).loadUnaligned(as: UInt64.self).littleEndian
                word = word &>> done | 0x2020_2020_2020_2020 &<< (64 &- done)
            } else {
                word = short(source + index, left)
            }
            UnsafeMutableRawPointer(out).storeBytes(of: word.littleEndian, as: UInt64.self)
            let flags = special(word)
            if flags == 0 {
                let step = left < 8 ? left : 8
                out += step
                index &+= step
                continue
            }
            // Bytes before the first special one are written already.
            let plain = flags.trailingZeroBitCount &>> 3
            out += plain
            index &+= plain
            index &+= writeSpecial(source + index, count &- index, &out, table, isHTML: isHTML)
        }
        return out
    }

    /// Fewer than eight bytes with spaces after them.
    @inline(__always)
    private static func short(_ source: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        var word: UInt64 = 0x2020_2020_2020_2020
        var index = 0
        while index < count {
            let shift = UInt64(truncatingIfNeeded: index) &* 8
            word ^= UInt64(source[index] ^ 0x20) &<< shift
            index &+= 1
        }
        return word
    }

    /// A high bit for each byte that may need a look: controls, `"`, `#`, `&`, `'`, `<`, `>`, DEL and all past ASCII.
    ///
    /// Bytes after the first one flagged may be flagged wrongly; the first never is missed.
    @inline(__always)
    private static func special(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
        let ones = SIMD2<UInt64>(repeating: 0x0101_0101_0101_0101)
        let quotes = ((words | (ones &* 0x05)) ^ (ones &* 0x27)) &- ones
        let angles = ((words | (ones &* 0x02)) ^ (ones &* 0x3E)) &- ones
        let controls = (words &- (ones &* 0x20)) | (words &+ ones)
        return (quotes | angles | controls | words) & (ones &* 0x80)
    }

    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = ((word | (ones &* 0x05)) ^ (ones &* 0x27)) &- ones
        let angles = ((word | (ones &* 0x02)) ^ (ones &* 0x3E)) &- ones
        let controls = (word &- (ones &* 0x20)) | (word &+ ones)
        return (quotes | angles | controls | word) & (ones &* 0x80)
    }

    /// Writes one byte or sequence that may need escaping; returns how many bytes of the source it was.
    @inline(__always)
    private static func writeSpecial(
        _ source: UnsafePointer<UInt8>, _ available: Int, _ out: inout UnsafeMutablePointer<UInt8>,
        _ table: EscapeTable,
        isHTML: Bool
    ) -> Int {
        let entry = table.words[Int(source[0])]
        if entry == EscapeTable.sequence { return writeSequences(source, available, &out, isHTML: isHTML) }
        if entry == 0 {
            out.pointee = source[0]
            out += 1
        } else {
            put(entry, &out)
        }
        return 1
    }

    /// Writes a run of characters past ASCII; returns how many bytes of the source it was.
    @inline(__always)
    private static func writeSequences(
        _ source: UnsafePointer<UInt8>, _ available: Int, _ out: inout UnsafeMutablePointer<UInt8>, isHTML: Bool
    ) -> Int {
        var index = 0
        while index < available, source[index] >= 0x80 {
            let lead = source[index]
            // Most text past ASCII: three bytes that are neither surrogates nor noncharacters, whatever follows.
            if lead > 0xE0, lead < 0xED, available - index >= 4 {
                let word = UnsafeRawPointer(source + index).loadUnaligned(as: UInt32.self).littleEndian
                if word & 0x00C0_C000 == 0x0080_8000 {
                    UnsafeMutableRawPointer(out).storeBytes(of: word.littleEndian, as: UInt32.self)
                    out += 3
                    index += 3
                    continue
                }
            }
            let length = UTF8Check.sequenceLength(source + index, available - index)
            if length == 0 || Noncharacter.starts(source + index, length, isHTML: isHTML) {
                put(EscapeTable.replacement, &out)
                index += max(length, 1)
            } else {
                out.update(from: source + index, count: length)
                out += length
                index += length
            }
        }
        return index
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
