// libxlsxwriter has its workbooks packed at zlib's usual level, which takes two fifths of a workbook's time, and offers no
// other. It packs by minizip, which nothing else in the program uses: this function stands before minizip's of the same
// name, asks for a quicker level, and calls it. Where libxlsxwriter brings a minizip of its own, this is never called.

#define _GNU_SOURCE
#include "CPacking.h"

#include <dlfcn.h>
#include <stddef.h>

enum { usual_level = -1, wrong_parameter = -102 };

// minizip/zip.h, version 1.1
#define PARAMETERS \
    void *archive, const char *name, const void *facts, const void *local, unsigned local_size, const void *global, \
        unsigned global_size, const char *comment, int method, int level, int raw, int window, int memory, int strategy, \
        const char *password, unsigned long check, unsigned long version, unsigned long flags, int zip64

int zipOpenNewFileInZip4_64(PARAMETERS);

int zipOpenNewFileInZip4_64(PARAMETERS) {
    int (*next)(PARAMETERS) = (int (*)(PARAMETERS))dlsym(RTLD_NEXT, "zipOpenNewFileInZip4_64");
    if (next == NULL) return wrong_parameter;
    return next(
        archive, name, facts, local, local_size, global, global_size, comment, method,
        level == usual_level ? packing_level : level, raw, window, memory, strategy, password, check, version, flags, zip64);
}
