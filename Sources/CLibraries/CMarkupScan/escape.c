// Text for HTML and XML, sixty-four bytes at a time, on processors that have such instructions.
#include "CMarkupScan.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDE __attribute__((target("avx2,bmi,bmi2")))
/// Reads past a text, never past its page: what is read there is not used.
#define READS_ON __attribute__((no_sanitize("address", "thread", "memory")))

/// How many bytes are looked at together, and how many may be read from where they begin.
enum { BLOCK = 64, REACH = BLOCK + 32, PAGE = 4096 };

_Bool markup_is_wide(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

WIDE READS_ON static inline __m256i load(const uint8_t *bytes) { return _mm256_loadu_si256((const __m256i *)bytes); }

WIDE static inline void store(uint8_t *bytes, __m256i block) { _mm256_storeu_si256((__m256i *)bytes, block); }

WIDE static inline uint32_t at_least(__m256i block, uint8_t least) {
    __m256i bound = _mm256_set1_epi8((char)least);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(block, bound), block));
}

/// What markup_flags flags: controls, DEL, `"&'<>`, and all past ASCII.
WIDE static inline uint32_t flags_of(__m256i block) {
    // A byte is one of them where the bits of its halves meet: bit 0 for controls, 1 for 2x, 2 for 3x, 3 for DEL.
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

/// Whether REACH bytes of a text that ends before them may be read: memory is given out by whole pages.
static inline _Bool reaches(const uint8_t *source, long left) {
    return left >= REACH || ((uintptr_t)source & (PAGE - 1)) <= PAGE - REACH;
}

/// Copies whole characters of three bytes as markup_copy_threes does, ten at a time.
WIDE READS_ON static markup_progress threes(const uint8_t *source, const uint8_t *end, uint8_t *out) {
    while (end - source >= 3 && reaches(source, end - source)) {
        __m256i block = load(source);
        store(out, block);
        uint32_t leads = at_least(block, 0xE1) & ~at_least(block, 0xED);
        uint32_t followers = at_least(block, 0x80) & ~at_least(block, 0xC0);
        uint32_t others = (leads ^ 0x09249249u) | (followers ^ 0x36DB6DB6u);
        // The first bit of every character that has a wrong one; ten are all there are.
        others = ((others | others >> 1 | others >> 2) & 0x09249249u) | 1u << 30;
        long copied = (long)_tzcnt_u32(others);
        if (copied > end - source) copied = (end - source) / 3 * 3;
        source += copied;
        out += copied;
        if (copied < 30) break;
    }
    return (markup_progress){source, out};
}

/// Writes a text from a block on that was copied, and in which some bytes are flagged.
WIDE READS_ON __attribute__((noinline)) static markup_progress replace(
    const uint8_t *source, const uint8_t *end, uint8_t *out, const uint64_t *entries, uint64_t flags) {
    while (1) {
        const uint8_t *start = source, *stop = end - source < BLOCK ? end : source + BLOCK;
        while (flags != 0) {
            const uint8_t *flagged = start + _tzcnt_u64(flags);
            copy(source, flagged - source, out);
            out += flagged - source;
            source = flagged;
            uint64_t entry = entries[*source];
            if (entry == MARKUP_SEQUENCE) {
                markup_progress copied = threes(source, end, out);
                if (copied.source == source) return copied;
                source = copied.source;
                out = copied.out;
                flags = source < stop ? flags & ~(uint64_t)0 << (source - start) : 0;
                continue;
            }
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
            if (left == 0 || !reaches(source, left)) return (markup_progress){source, out};
            flags = begin(source, left, out);
            if (flags != 0) break;
            if (left > BLOCK) left = BLOCK;
            source += left;
            out += left;
        } while (1);
    }
}

// Most texts are short and stay as they are: they are done with in the first lines.
WIDE READS_ON markup_progress markup_escape(
    const uint8_t *source, long count, uint8_t *out, const uint64_t *entries) {
    // Where there is no text, there may be no memory.
    if (count <= 0 || !reaches(source, count)) return (markup_progress){source, out};
    uint64_t flags = begin(source, count, out);
    if (flags == 0 && count <= BLOCK) return (markup_progress){source + count, out + count};
    return replace(source, source + count, out, entries, flags);
}
#else
_Bool markup_is_wide(void) { return 0; }

markup_progress markup_escape(const uint8_t *source, long count, uint8_t *out, const uint64_t *entries) {
    (void)count;
    (void)entries;
    return (markup_progress){source, out};
}
#endif
