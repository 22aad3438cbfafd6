#ifndef EMBEDDED_ASSETS_H
#define EMBEDDED_ASSETS_H
#include <stddef.h>

/// A file of the folders Templates/ and Site/, carried inside the program.
struct homepwner_asset {
    const char *path;            // from the top of the checkout: "Templates/schema/inventory-1.xsd"
    const unsigned char *bytes;  // not terminated
    size_t count;
};

/// All files and their number; they stay where they are.
const struct homepwner_asset *homepwner_assets(size_t *count);

/// What the linker told this program's build by (GNU build id), which stands for every file it carries; null where it
/// told none.
const unsigned char *homepwner_build(size_t *count);

#endif
