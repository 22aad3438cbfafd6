#pragma clang diagnostic ignored "-Wc23-extensions"
#include "EmbeddedAssets.h"

// One line a file; a test compares this list with the folders.
static const unsigned char inventory_1_xsd[] = {
#embed "../../Templates/schema/inventory-1.xsd"
};

#define ASSET(path, symbol) {path, symbol, sizeof(symbol)}
const struct homepwner_asset homepwner_assets[] = {
    ASSET("Templates/schema/inventory-1.xsd", inventory_1_xsd),
};
const size_t homepwner_asset_count = sizeof(homepwner_assets) / sizeof(homepwner_assets[0]);
