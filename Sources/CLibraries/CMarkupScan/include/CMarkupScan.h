#ifndef CMARKUPSCAN_H
#define CMARKUPSCAN_H
// Sixteen bytes at a time: what Swift's own vectors are taken apart for. Used inside a caller's loop, hence inline.
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#pragma clang assume_nonnull begin

#define MARKUP_SCAN static inline __attribute__((always_inline, unused))

#if defined(__SSE2__)
typedef __m128i markup_block;

MARKUP_SCAN markup_block markup_load(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

MARKUP_SCAN markup_block markup_load_halves(const uint8_t *first, const uint8_t *second) {
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)first), _mm_loadl_epi64((const __m128i *)second));
}

MARKUP_SCAN void markup_store(markup_block block, uint8_t *bytes) { _mm_storeu_si128((__m128i *)bytes, block); }

MARKUP_SCAN uint32_t markup_flags(markup_block block) {
    // Below a blank as signed numbers: controls, and all past ASCII.
    __m128i flags = _mm_cmpgt_epi8(_mm_set1_epi8(0x20), block);
    flags = _mm_or_si128(flags, _mm_cmpeq_epi8(block, _mm_set1_epi8('"')));
    flags = _mm_or_si128(flags, _mm_cmpeq_epi8(block, _mm_set1_epi8(0x7F)));
    // '&' and '\'' differ in one bit, as do '<' and '>'.
    flags = _mm_or_si128(flags, _mm_cmpeq_epi8(_mm_or_si128(block, _mm_set1_epi8(1)), _mm_set1_epi8('\'')));
    flags = _mm_or_si128(flags, _mm_cmpeq_epi8(_mm_or_si128(block, _mm_set1_epi8(2)), _mm_set1_epi8('>')));
    return (uint32_t)_mm_movemask_epi8(flags);
}

MARKUP_SCAN uint32_t markup_followers(markup_block block) {
    // 0x80 to 0xBF are the lowest signed numbers.
    return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(_mm_set1_epi8((char)0xC0), block));
}

MARKUP_SCAN uint32_t markup_leads(markup_block block) {
    __m128i from_first = _mm_sub_epi8(block, _mm_set1_epi8((char)0xE1));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(from_first, _mm_set1_epi8(0x0B)), from_first));
}
#else
typedef struct {
    uint64_t halves[2];
} markup_block;

MARKUP_SCAN markup_block markup_load_halves(const uint8_t *first, const uint8_t *second) {
    markup_block block;
    memcpy(&block.halves[0], first, 8);
    memcpy(&block.halves[1], second, 8);
    return block;
}

MARKUP_SCAN markup_block markup_load(const uint8_t *bytes) { return markup_load_halves(bytes, bytes + 8); }

MARKUP_SCAN void markup_store(markup_block block, uint8_t *bytes) { memcpy(bytes, &block, 16); }

MARKUP_SCAN uint32_t markup_flags(markup_block block) {
    uint8_t bytes[16];
    uint32_t flags = 0;
    memcpy(bytes, &block, 16);
    for (int index = 0; index < 16; index++) {
        uint8_t byte = bytes[index];
        int flag = byte < 0x20 || byte >= 0x7F || byte == '"' || (byte | 1) == '\'' || (byte | 2) == '>';
        flags |= (uint32_t)flag << index;
    }
    return flags;
}

MARKUP_SCAN uint32_t markup_followers(markup_block block) {
    uint8_t bytes[16];
    uint32_t flags = 0;
    memcpy(bytes, &block, 16);
    for (int index = 0; index < 16; index++) flags |= (uint32_t)((bytes[index] & 0xC0) == 0x80) << index;
    return flags;
}

MARKUP_SCAN uint32_t markup_leads(markup_block block) {
    uint8_t bytes[16];
    uint32_t flags = 0;
    memcpy(bytes, &block, 16);
    for (int index = 0; index < 16; index++) flags |= (uint32_t)((uint8_t)(bytes[index] - 0xE1) < 0x0C) << index;
    return flags;
}
#endif

/// Copies 16 bytes, which must be readable and writable.
///
/// Returns a bit, the first byte's the lowest, for each byte that is a control character, DEL, one of `"&'<>`, or part
/// of a character past ASCII.
MARKUP_SCAN uint32_t markup_copy(const uint8_t *source, uint8_t *out) {
    markup_block block = markup_load(source);
    markup_store(block, out);
    return markup_flags(block);
}

/// Copies 8 to 16 bytes; returns whether one of them is such a byte.
MARKUP_SCAN _Bool markup_copy_short(const uint8_t *source, long count, uint8_t *out) {
    markup_block block = markup_load_halves(source, source + count - 8);
    memcpy(out, source, 8);
    memcpy(out + count - 8, source + count - 8, 8);
    return markup_flags(block) != 0;
}

/// Copies 16 to 32 bytes; returns bits as markup_copy does.
MARKUP_SCAN uint64_t markup_copy_32(const uint8_t *source, long count, uint8_t *out) {
    // What two blocks share is written twice.
    return markup_copy(source, out) | (uint64_t)markup_copy(source + count - 16, out + count - 16) << (count - 16);
}

/// Copies 32 to 64 bytes; returns bits as markup_copy does.
MARKUP_SCAN uint64_t markup_copy_64(const uint8_t *source, long count, uint8_t *out) {
    return markup_copy(source, out) | (uint64_t)markup_copy(source + 16, out + 16) << 16 |
           markup_copy_32(source + count - 32, 32, out + count - 32) << (count - 32);
}

/// Copies up to 15 bytes that end where 16 readable ones do; 8 are written at least.
MARKUP_SCAN void markup_copy_end(const uint8_t *end, long count, uint8_t *out) {
    uint64_t last;
    memcpy(&last, end - 8, 8);
    if (count >= 8) {
        memcpy(out, end - count, 8);
        memcpy(out + count - 8, &last, 8);
    } else if (count > 0) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        last <<= 64 - 8 * count;
#else
        last >>= 64 - 8 * count;
#endif
        memcpy(out, &last, 8);
    }
}

/// Copies 16 bytes; returns how many of them at the start are whole characters of three bytes from U+1000 to U+CFFF,
/// which are neither surrogates nor noncharacters: 0, 3, 6, 9, 12 or 15.
MARKUP_SCAN long markup_copy_threes(const uint8_t *source, uint8_t *out) {
    markup_block block = markup_load(source);
    markup_store(block, out);
    // Bits of a lead and its two followers, five times; the first that differ end the run.
    uint32_t others = (markup_leads(block) ^ 0x1249u) | (markup_followers(block) ^ 0x6DB6u) | 0x8000u;
    return (long)(__builtin_ctz(others) / 3 * 3);
}

/// How far text was written: the first byte that was not, and where it goes.
typedef struct {
    const uint8_t *source;
    uint8_t *out;
} markup_progress;

/// The entry of a byte past ASCII.
#define MARKUP_SEQUENCE ((uint64_t)0xFF << 56)

/// Whether markup_escape can be used: it needs instructions that not every processor has.
_Bool markup_is_wide(void);

/// Writes `count` bytes of text; each flagged byte as its one of 256 entries says: how many bytes in the top byte,
/// the first in the lowest one; 0 where the byte stays.
///
/// Up to 32 bytes may be written past the last. Stops early at a character past ASCII that has to be looked at, and
/// where the text ends too near to the end of a page.
markup_progress markup_escape(const uint8_t *source, long count, uint8_t *out, const uint64_t *entries);

#pragma clang assume_nonnull end

#endif
