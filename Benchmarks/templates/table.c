/* The bound: the page written into a C program, a table of 256 entries telling what is escaped.
   table ROWS.tsv FOOT.tsv RUNS */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct cell { const char *start; uint32_t count; };

static uint8_t kind[256];
static const char *const entity[] = {"", "&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
static const uint8_t width[] = {0, 5, 4, 4, 6, 5};

static char *read_file(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    if (!file) { perror(path); exit(1); }
    fseek(file, 0, SEEK_END);
    *count = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*count + 1);
    if (fread(bytes, 1, *count, file) != *count) exit(1);
    fclose(file);
    return bytes;
}

static char *escape(char *out, struct cell cell) {
    for (uint32_t i = 0; i < cell.count; i++) {
        uint8_t byte = (uint8_t)cell.start[i], k = kind[byte];
        if (__builtin_expect(!k, 1)) { *out++ = (char)byte; continue; }
        memcpy(out, entity[k], width[k]);
        out += width[k];
    }
    return out;
}

static char *text(char *out, const char *literal, size_t count) { memcpy(out, literal, count); return out + count; }
#define TEXT(literal) out = text(out, literal, sizeof(literal) - 1)
#define CELL(class, value) do { TEXT("<td class=\"item-" class "\">"); out = escape(out, value); TEXT("</td>\n"); } while (0)

static size_t render(char *start, const struct cell *cells, size_t rows, const struct cell *foot) {
    char *out = start;
    TEXT("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Home Inventory</title></head>\n<body>\n"
         "<h1>Home Inventory</h1><p>");
    out = escape(out, foot[0]);
    TEXT(" items, generated ");
    out = escape(out, foot[2]);
    TEXT("</p>\n<table class=\"items\"><thead><tr><th>Id</th><th>Name</th><th>Serial</th><th>Value</th><th>Created</th>"
         "<th>Location</th><th>Notes</th></tr></thead>\n<tbody>\n");
    for (const struct cell *cell = cells, *end = cells + rows * 7; cell < end; cell += 7) {
        TEXT("<tr class=\"item\">\n");
        CELL("id", cell[0]);
        CELL("name", cell[1]);
        CELL("serial", cell[2]);
        CELL("value", cell[3]);
        CELL("created", cell[4]);
        CELL("location", cell[5]);
        CELL("notes", cell[6]);
        TEXT("</tr>\n");
    }
    TEXT("</tbody>\n<tfoot><tr><td colspan=\"7\">Total: ");
    out = escape(out, foot[1]);
    TEXT("</td></tr></tfoot></table></body></html>\n");
    return (size_t)(out - start);
}

static size_t split(const char *bytes, size_t count, struct cell *cells) {
    size_t found = 0, start = 0;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != '\t' && bytes[i] != '\n') continue;
        cells[found++] = (struct cell){bytes + start, (uint32_t)(i - start)};
        start = i + 1;
    }
    return found;
}

int main(int count, char **arguments) {
    if (count != 4) { fputs("usage: table ROWS.tsv FOOT.tsv RUNS\n", stderr); return 2; }
    kind['&'] = 1; kind['<'] = 2; kind['>'] = 3; kind['"'] = 4; kind['\''] = 5;
    size_t size, footSize;
    const char *bytes = read_file(arguments[1], &size), *last = read_file(arguments[2], &footSize);
    struct cell *cells = malloc(size * sizeof *cells / 2 + 64), *foot = malloc(footSize * sizeof *foot);
    size_t rows = split(bytes, size, cells) / 7;
    split(last, footSize, foot);
    size_t capacity = size * 6 + rows * 400 + 4096;
    char *out = malloc(capacity);
    memset(out, 1, capacity);
    size_t written = render(out, cells, rows, foot);
    printf("{\"peer\":\"c-table\",\"rows\":%zu,\"bytes\":%zu,\"runs_ms\":[", rows, written);
    for (int run = 0; run < atoi(arguments[3]); run++) {
        struct timespec before, after;
        clock_gettime(CLOCK_MONOTONIC, &before);
        render(out, cells, rows, foot);
        clock_gettime(CLOCK_MONOTONIC, &after);
        printf("%s%.3f", run ? "," : "",
               (double)(after.tv_sec - before.tv_sec) * 1e3 + (double)(after.tv_nsec - before.tv_nsec) / 1e6);
    }
    puts("]}");
}
