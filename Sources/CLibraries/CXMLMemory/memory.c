#include "CXMLMemory.h"

#if defined(__linux__)
#include <libxml/xmlmemory.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Sizes are steps of 16 bytes; all blocks of one slab have one of them. Addresses are set aside for all slabs at once,
   memory comes with the first use: where a block lies tells whether it is one of these, and its size. */
enum { step = 16, sizes = 32, slab_bits = 14, slabs = 1 << 14 };
static const size_t slab_bytes = (size_t)1 << slab_bits;

static uint8_t *room;
static atomic_size_t slabs_taken;
static uint8_t size_of_slab[slabs];

struct blocks {
    void *first[sizes];    /* given back; each begins with the address of the next */
    uint8_t *fresh[sizes]; /* the rest of a slab never used */
    uint8_t *end[sizes];
    bool is_known; /* the thread's end passes them on */
};

static _Thread_local struct blocks own;
static struct blocks ended; /* of threads that are no more, for those to come */
static pthread_mutex_t passing = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t at_end;

static void *next_of(void *block) {
    void *next;
    memcpy(&next, block, sizeof next);
    return next;
}

static void pass_on(void *ending) {
    struct blocks *blocks = ending;
    pthread_mutex_lock(&passing);
    for (size_t size = 0; size < sizes; size++) {
        size_t bytes = (size + 1) * step;
        for (; blocks->fresh[size] < blocks->end[size]; blocks->fresh[size] += bytes) {
            memcpy(blocks->fresh[size], &blocks->first[size], sizeof(void *));
            blocks->first[size] = blocks->fresh[size];
        }
        void *last = blocks->first[size];
        if (!last) continue;
        for (void *next = next_of(last); next; next = next_of(last)) last = next;
        memcpy(last, &ended.first[size], sizeof(void *));
        ended.first[size] = blocks->first[size];
    }
    memset(blocks, 0, sizeof *blocks);
    pthread_mutex_unlock(&passing);
}

/* Whether the thread's blocks will be passed on at its end. */
static bool is_known(void) {
    if (!own.is_known) own.is_known = pthread_setspecific(at_end, &own) == 0;
    return own.is_known;
}

/* A block of a size of which the thread has none: of a thread that ended, of its own slab, or of a new one. */
static __attribute__((noinline)) void *take_fresh(size_t size) {
    size_t bytes = (size + 1) * step;
    if (own.fresh[size] == own.end[size]) {
        if (!is_known()) return malloc(bytes);
        pthread_mutex_lock(&passing);
        void *block = ended.first[size];
        ended.first[size] = NULL;
        pthread_mutex_unlock(&passing);
        if (block) {
            own.first[size] = next_of(block);
            return block;
        }
        size_t slab = atomic_fetch_add(&slabs_taken, 1);
        if (slab >= slabs) {
            atomic_store(&slabs_taken, slabs);
            return malloc(bytes);
        }
        size_of_slab[slab] = (uint8_t)size;
        own.fresh[size] = room + (slab << slab_bits);
        own.end[size] = own.fresh[size] + slab_bytes / bytes * bytes;
    }
    void *block = own.fresh[size];
    own.fresh[size] += bytes;
    return block;
}

static void *take(size_t bytes) {
    size_t size = bytes == 0 ? 0 : (bytes - 1) / step;
    if (__builtin_expect(size >= sizes, 0)) return malloc(bytes);
    void *block = own.first[size];
    if (__builtin_expect(!block, 0)) return take_fresh(size);
    own.first[size] = next_of(block);
    return block;
}

static bool is_in_slab(const void *block) { return (uintptr_t)block - (uintptr_t)room < slabs * slab_bytes; }

static size_t size_of(const void *block) { return size_of_slab[((uintptr_t)block - (uintptr_t)room) >> slab_bits]; }

static void give_back(void *block) {
    if (__builtin_expect(!is_in_slab(block), 0)) return free(block);
    size_t size = size_of(block);
    void *next = own.first[size];
    if (__builtin_expect(!next, 0)) (void)is_known();
    memcpy(block, &next, sizeof next);
    own.first[size] = block;
}

static void *resize(void *block, size_t bytes) {
    if (!block) return take(bytes);
    if (!is_in_slab(block)) return realloc(block, bytes);
    size_t old = (size_of(block) + 1) * step;
    if (bytes <= old) return block;
    void *larger = take(bytes);
    if (!larger) return NULL;
    memcpy(larger, block, old);
    give_back(block);
    return larger;
}

static char *copy(const char *text) {
    size_t bytes = strlen(text) + 1;
    char *block = take(bytes);
    return block ? memcpy(block, text, bytes) : NULL;
}

void xml_memory_keep_freed_blocks(void) {
    void *addresses = mmap(
        NULL, slabs * slab_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (addresses == MAP_FAILED || pthread_key_create(&at_end, pass_on)) return;
    room = addresses;
    xmlMemSetup(give_back, take, resize, copy);
}
#else
void xml_memory_keep_freed_blocks(void) {}
#endif
