#ifndef EMBEDDED_ASSETS_H
#define EMBEDDED_ASSETS_H
#include <stddef.h>

/// A file of the folders Templates/, Site/ and Sample/ that is embedded in the program.
struct homepwner_asset {
    const char *path;            // relative to the checkout: "Templates/schema/inventory-1.xsd"
    const unsigned char *bytes;  // not terminated
    size_t count;
};

/// Returns all files and stores their number in `count`. The memory is valid as long as the program runs.
const struct homepwner_asset *homepwner_assets(size_t *count);

#endif
