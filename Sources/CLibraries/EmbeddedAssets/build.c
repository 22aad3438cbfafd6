#define _GNU_SOURCE
#include "EmbeddedAssets.h"
#include <link.h>
#include <string.h>

struct build {
    const unsigned char *bytes;
    size_t count;
};

// The program itself is told first; what comes after are its libraries.
static int look(struct dl_phdr_info *info, size_t size, void *found) {
    (void)size;
    struct build *build = found;
    for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[index];
        if (part->p_type != PT_NOTE) continue;
        const unsigned char *place = (const unsigned char *)info->dlpi_addr + part->p_vaddr;
        const unsigned char *end = place + part->p_memsz;
        while ((size_t)(end - place) >= sizeof(ElfW(Nhdr))) {
            ElfW(Nhdr) note;
            memcpy(&note, place, sizeof note);
            size_t name = (note.n_namesz + 3u) & ~(size_t)3, text = (note.n_descsz + 3u) & ~(size_t)3;
            place += sizeof note;
            if (name > (size_t)(end - place) || text > (size_t)(end - place) - name) break;
            if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(place, "GNU", 4) == 0) {
                build->bytes = place + name;
                build->count = note.n_descsz;
                return 1;
            }
            place += name + text;
        }
    }
    return 1;
}

const unsigned char *homepwner_build(size_t *count) {
    struct build build = {0, 0};
    dl_iterate_phdr(look, &build);
    *count = build.count;
    return build.bytes;
}
