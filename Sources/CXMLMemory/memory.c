#include "CXMLMemory.h"

#include <stdlib.h> /* tells which C library this is */

#if defined(__GLIBC__)
#include <libxml/xmlmemory.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

/* Blocks of glibc hold 24 bytes, or 16 more than the size before. */
enum { smallest = 24, step = 16, sizes = 33, kept_of_a_size = 64 };

struct kept {
    void *first; /* begins with the address of the next */
    size_t count;
};

struct thread_blocks {
    struct kept of_size[sizes];
    bool is_known; /* the thread's end gives them back */
};

static _Thread_local struct thread_blocks blocks;
static pthread_key_t at_end;

static void give_back(void *ending) {
    struct thread_blocks *ended = ending;
    ended->is_known = false;
    for (int size = 0; size < sizes; size++) {
        struct kept *kept = &ended->of_size[size];
        while (kept->first) {
            void *block = kept->first;
            memcpy(&kept->first, block, sizeof kept->first);
            free(block);
        }
        kept->count = 0;
    }
}

static void *take(size_t bytes) {
    size_t size = bytes <= smallest ? 0 : (bytes - smallest + step - 1) / step;
    if (size >= sizes) return malloc(bytes);
    struct kept *kept = &blocks.of_size[size];
    void *block = kept->first;
    if (!block) return malloc(smallest + size * step);
    memcpy(&kept->first, block, sizeof kept->first);
    kept->count--;
    return block;
}

static void keep(void *block) {
    if (!block) return;
    size_t size = (malloc_usable_size(block) - smallest) / step;
    if (size >= sizes || blocks.of_size[size].count >= kept_of_a_size) return free(block);
    if (!blocks.is_known) {
        if (pthread_setspecific(at_end, &blocks)) return free(block);
        blocks.is_known = true;
    }
    struct kept *kept = &blocks.of_size[size];
    memcpy(block, &kept->first, sizeof kept->first);
    kept->first = block;
    kept->count++;
}

static char *copy(const char *text) {
    size_t bytes = strlen(text) + 1;
    char *block = take(bytes);
    return block ? memcpy(block, text, bytes) : NULL;
}

void xml_memory_keep_freed_blocks(void) {
    if (pthread_key_create(&at_end, give_back)) return;
    xmlMemSetup(keep, take, realloc, copy);
}
#else
void xml_memory_keep_freed_blocks(void) {}
#endif
