#ifndef CSUPPORT_MARKUP_H
#define CSUPPORT_MARKUP_H
// Escaping HTML and XML text sixty-four bytes at a time; Templating/Escaping/FastMarkupEscaper.swift uses it.
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Progress of writing: the first byte that is not written yet, and the address for it.
typedef struct {
    const uint8_t *source;
    uint8_t *out;
} markup_progress;

/// Whether the processor has the instructions that markup_escape needs (AVX2, BMI, BMI2).
bool markup_is_wide(void);

/// Writes `count` bytes of text. Each control character, DEL, and each of "&'<> is replaced by its one of 256 entries:
/// the number of bytes in the top byte, the first byte in the lowest one; 0 if the byte is kept.
///
/// `out` has room for six times `count` bytes and 32 more; bytes past the last one written may be overwritten. Stops early
/// at characters that not every format can carry, at every character of four bytes, at those that begin with EF B7 or
/// EF BF, and at bytes that are not UTF-8.
markup_progress markup_escape(const uint8_t *source, long count, uint8_t *out, const uint64_t *entries);

#pragma clang assume_nonnull end

#endif
