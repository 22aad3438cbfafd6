// Escapes HTML and XML text sixty-four bytes at a time.
#include "markup.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define WIDE __attribute__((target("avx2,bmi,bmi2")))
/// Reads past a text but never past its page; the bytes read there are not used.
#define READS_ON __attribute__((no_sanitize("address", "thread", "memory")))

/// The number of bytes that are examined together, and the number that may be read from their start.
enum { BLOCK = 64, REACH = BLOCK + 32, PAGE = 4096 };

bool markup_is_wide(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

WIDE READS_ON static inline __m256i load(const uint8_t *bytes) { return _mm256_loadu_si256((const __m256i *)bytes); }

WIDE static inline void store(uint8_t *bytes, __m256i block) { _mm256_storeu_si256((__m256i *)bytes, block); }

/// A bit for each byte that is a control character, DEL, one of `"&'<>`, or past ASCII.
WIDE static inline uint32_t flags_of(__m256i block) {
    // A byte is one of them if the bits of its halves meet: bit 0 for controls, 1 for 2x, 2 for 3x, 3 for DEL.
    const __m256i lows = _mm256_setr_epi8(
        1, 1, 3, 1, 1, 1, 3, 3, 1, 1, 1, 1, 5, 1, 5, 9, 1, 1, 3, 1, 1, 1, 3, 3, 1, 1, 1, 1, 5, 1, 5, 9);
    const __m256i highs = _mm256_setr_epi8(
        1, 1, 2, 4, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 4, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0);
    __m256i low = _mm256_shuffle_epi8(lows, block);
    __m256i high = _mm256_shuffle_epi8(highs, _mm256_and_si256(_mm256_srli_epi16(block, 4), _mm256_set1_epi8(15)));
    __m256i meet = _mm256_cmpgt_epi8(_mm256_and_si256(low, high), _mm256_setzero_si256());
    // Past ASCII the highest bit is set already.
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(meet, block));
}

/// Copies 32 bytes, and as many more times as it takes for `count`.
WIDE READS_ON static inline void copy(const uint8_t *source, long count, uint8_t *out) {
    long done = 0;
    do {
        store(out + done, load(source + done));
        done += 32;
    } while (done < count);
}

/// Copies a block and flags its bytes, none past `left`.
WIDE READS_ON static inline uint64_t begin(const uint8_t *source, long left, uint8_t *out) {
    __m256i first = load(source);
    store(out, first);
    uint64_t flags = flags_of(first);
    if (left <= 32) return _bzhi_u64(flags, (uint32_t)left);
    __m256i second = load(source + 32);
    store(out + 32, second);
    flags |= (uint64_t)flags_of(second) << 32;
    return left < BLOCK ? _bzhi_u64(flags, (uint32_t)left) : flags;
}

/// Whether REACH bytes may be read although the text ends before them: memory comes in whole pages.
static inline _Bool reaches(const uint8_t *source, long left) {
    return left >= REACH || ((uintptr_t)source & (PAGE - 1)) <= PAGE - REACH;
}

/// The length of a well-formed UTF-8 sequence of two or three bytes that every format can carry; 0 for all others, which
/// the caller looks at.
static inline long sequence_length(const uint8_t *bytes, long left) {
    if (left < 2 || bytes[0] < 0xC2 || (bytes[1] & 0xC0) != 0x80) return 0;
    // C2 80 to C2 9F are control characters.
    if (bytes[0] < 0xE0) return bytes[0] > 0xC2 || bytes[1] >= 0xA0 ? 2 : 0;
    if (bytes[0] > 0xEF || left < 3 || (bytes[2] & 0xC0) != 0x80) return 0;
    // Overlong forms, surrogates, and the rows of U+FDD0 to U+FDEF and of U+FFFE.
    if (bytes[0] == 0xE0) return bytes[1] >= 0xA0 ? 3 : 0;
    if (bytes[0] == 0xED) return bytes[1] <= 0x9F ? 3 : 0;
    if (bytes[0] == 0xEF) return bytes[1] != 0xB7 && bytes[1] != 0xBF ? 3 : 0;
    return 3;
}

/// Copies characters past ASCII.
static inline markup_progress copy_characters(const uint8_t *source, const uint8_t *end, uint8_t *out) {
    while (1) {
        uint32_t next = 0;
        // One comparison is enough for most characters of three bytes: those that do not begin with E0, ED or EF.
        while (end - source >= 4) {
            memcpy(&next, source, 4);
            if ((next & 0xC0C0F0) != 0x8080E0 || (0xA001 >> (next & 15) & 1)) break;
            memcpy(out, &next, 4);
            source += 3;
            out += 3;
        }
        long length = sequence_length(source, end - source);
        if (length == 0) return (markup_progress){source, out};
        for (long index = 0; index < length; index++) *out++ = *source++;
    }
}

/// Like markup_escape, of a text that ends so near to the end of a page that it is copied elsewhere first.
static markup_progress escape_copy(const uint8_t *source, long count, uint8_t *out, const uint64_t *entries);

/// Writes a text from a block on that was copied, and in which some bytes are flagged.
WIDE READS_ON __attribute__((noinline)) static markup_progress replace(
    const uint8_t *source, const uint8_t *end, uint8_t *out, const uint64_t *entries, uint64_t flags) {
    while (1) {
        const uint8_t *start = source, *stop = end - source < BLOCK ? end : source + BLOCK;
        while (flags != 0) {
            const uint8_t *flagged = start + _tzcnt_u64(flags);
            // What is before the first of them is in place already.
            if (source != start) copy(source, flagged - source, out);
            out += flagged - source;
            source = flagged;
            if (*source >= 0x80) {
                markup_progress copied = copy_characters(source, end, out);
                if (copied.source == source) return copied;
                source = copied.source;
                out = copied.out;
                flags = source < stop ? flags & ~(uint64_t)0 << (source - start) : 0;
                continue;
            }
            uint64_t entry = entries[*source];
            flags = _blsr_u64(flags);
            if (entry == 0) {
                *out++ = *source++;
            } else {
                memcpy(out, &entry, 8);
                out += entry >> 56;
                source++;
            }
        }
        if (source < stop) {
            copy(source, stop - source, out);
            out += stop - source;
            source = stop;
        }
        do {
            long left = end - source;
            if (left == 0) return (markup_progress){source, out};
            if (!reaches(source, left)) return escape_copy(source, left, out, entries);
            flags = begin(source, left, out);
            if (flags != 0) break;
            if (left > BLOCK) left = BLOCK;
            source += left;
            out += left;
        } while (1);
    }
}

WIDE READS_ON static inline markup_progress escape(
    const uint8_t *source, long count, uint8_t *out, const uint64_t *entries) {
    uint64_t flags = begin(source, count, out);
    // Most texts are short and stay as they are.
    if (flags == 0 && count <= BLOCK) return (markup_progress){source + count, out + count};
    return replace(source, source + count, out, entries, flags);
}

WIDE __attribute__((noinline)) static markup_progress escape_copy(
    const uint8_t *source, long count, uint8_t *out, const uint64_t *entries) {
    // Less than REACH bytes, from each of which REACH may be read. Aligned to its size, so that it is in one page.
    _Alignas(256) uint8_t text[256] = {0};
    memcpy(text, source, (size_t)count);
    markup_progress end = escape(text, count, out, entries);
    return (markup_progress){source + (end.source - text), end.out};
}

WIDE markup_progress markup_escape(const uint8_t *source, long count, uint8_t *out, const uint64_t *entries) {
    // An empty text may have no memory.
    if (count <= 0) return (markup_progress){source, out};
    return reaches(source, count) ? escape(source, count, out, entries) : escape_copy(source, count, out, entries);
}
#else
bool markup_is_wide(void) { return 0; }

markup_progress markup_escape(const uint8_t *source, long count, uint8_t *out, const uint64_t *entries) {
    (void)count;
    (void)entries;
    return (markup_progress){source, out};
}
#endif
