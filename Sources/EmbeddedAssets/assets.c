#pragma clang diagnostic ignored "-Wc23-extensions"
#include "EmbeddedAssets.h"

// Two entries a file, by hand; a test compares them with the folders.
static const unsigned char inventory_1_xsd[] = {
#embed "../../Templates/schema/inventory-1.xsd"
};
static const unsigned char inventory_html[] = {
#embed "../../Templates/inventory/inventory.html.mustache"
};
static const unsigned char inventory_typ[] = {
#embed "../../Templates/inventory/inventory.typ.mustache"
};
static const unsigned char insurance_html[] = {
#embed "../../Templates/insurance/insurance.html.mustache"
};
static const unsigned char insurance_css[] = {
#embed "../../Templates/insurance/insurance.css.mustache"
};
static const unsigned char insurance_typ[] = {
#embed "../../Templates/insurance/insurance.typ.mustache"
};
static const unsigned char typst_page[] = {
#embed "../../Templates/typst/page.typ.mustache"
};
static const unsigned char typst_chart[] = {
#embed "../../Templates/typst/chart.typ.mustache"
};
static const unsigned char inventory_xml[] = {
#embed "../../Templates/inventory/inventory.xml.mustache"
};
static const unsigned char inventory_csv[] = {
#embed "../../Templates/inventory/inventory.csv.mustache"
};
static const unsigned char inventory_json[] = {
#embed "../../Templates/inventory/inventory.json.mustache"
};
static const unsigned char inventory_css[] = {
#embed "../../Templates/inventory/style.css.mustache"
};
static const unsigned char inventory_chart[] = {
#embed "../../Templates/inventory/chart.svg.mustache"
};
static const unsigned char words_en[] = {
#embed "../../Templates/words/en.json"
};
static const unsigned char words_zh_hans[] = {
#embed "../../Templates/words/zh-Hans.json"
};
static const unsigned char words_zh_hant[] = {
#embed "../../Templates/words/zh-Hant.json"
};

#define ASSET(path, symbol) {path, symbol, sizeof(symbol)}
static const struct homepwner_asset assets[] = {
    ASSET("Templates/schema/inventory-1.xsd", inventory_1_xsd),
    ASSET("Templates/inventory/inventory.html.mustache", inventory_html),
    ASSET("Templates/inventory/inventory.typ.mustache", inventory_typ),
    ASSET("Templates/insurance/insurance.html.mustache", insurance_html),
    ASSET("Templates/insurance/insurance.css.mustache", insurance_css),
    ASSET("Templates/insurance/insurance.typ.mustache", insurance_typ),
    ASSET("Templates/typst/page.typ.mustache", typst_page),
    ASSET("Templates/typst/chart.typ.mustache", typst_chart),
    ASSET("Templates/inventory/inventory.xml.mustache", inventory_xml),
    ASSET("Templates/inventory/inventory.csv.mustache", inventory_csv),
    ASSET("Templates/inventory/inventory.json.mustache", inventory_json),
    ASSET("Templates/inventory/style.css.mustache", inventory_css),
    ASSET("Templates/inventory/chart.svg.mustache", inventory_chart),
    ASSET("Templates/words/en.json", words_en),
    ASSET("Templates/words/zh-Hans.json", words_zh_hans),
    ASSET("Templates/words/zh-Hant.json", words_zh_hant),
};

const struct homepwner_asset *homepwner_assets(size_t *count) {
    *count = sizeof(assets) / sizeof(assets[0]);
    return assets;
}
