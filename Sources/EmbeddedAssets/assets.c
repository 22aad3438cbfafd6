#pragma clang diagnostic ignored "-Wc23-extensions"
#include "EmbeddedAssets.h"

// Two entries a file, by hand; a test compares them with the folders.
static const unsigned char inventory_1_xsd[] = {
#embed "../../Templates/schema/inventory-1.xsd"
};
static const unsigned char inventory_html[] = {
#embed "../../Templates/inventory/inventory.html.mustache"
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
static const unsigned char site_openapi[] = {
#embed "../../Site/openapi.json"
};
static const unsigned char site_companion_css[] = {
#embed "../../Site/companion.css"
};
static const unsigned char site_companion_js[] = {
#embed "../../Site/companion.js"
};
static const unsigned char site_forms_layout_html[] = {
#embed "../../Site/forms/layout.html.mustache"
};
static const unsigned char site_forms_hidden_html[] = {
#embed "../../Site/forms/hidden.html.mustache"
};
static const unsigned char site_forms_sign_in_html[] = {
#embed "../../Site/forms/sign-in.html.mustache"
};
static const unsigned char site_forms_item_html[] = {
#embed "../../Site/forms/item.html.mustache"
};
static const unsigned char site_forms_conflict_html[] = {
#embed "../../Site/forms/conflict.html.mustache"
};
static const unsigned char site_forms_delete_html[] = {
#embed "../../Site/forms/delete.html.mustache"
};
static const unsigned char site_forms_move_html[] = {
#embed "../../Site/forms/move.html.mustache"
};
static const unsigned char site_forms_photos_html[] = {
#embed "../../Site/forms/photos.html.mustache"
};
static const unsigned char site_forms_undo_html[] = {
#embed "../../Site/forms/undo.html.mustache"
};
static const unsigned char site_forms_problem_html[] = {
#embed "../../Site/forms/problem.html.mustache"
};
static const unsigned char site_forms_words_en[] = {
#embed "../../Site/forms/words/en.json"
};
static const unsigned char site_forms_words_zh_hans[] = {
#embed "../../Site/forms/words/zh-Hans.json"
};
static const unsigned char site_forms_words_zh_hant[] = {
#embed "../../Site/forms/words/zh-Hant.json"
};

#define ASSET(path, symbol) {path, symbol, sizeof(symbol)}
static const struct homepwner_asset assets[] = {
    ASSET("Templates/schema/inventory-1.xsd", inventory_1_xsd),
    ASSET("Templates/inventory/inventory.html.mustache", inventory_html),
    ASSET("Templates/inventory/inventory.xml.mustache", inventory_xml),
    ASSET("Templates/inventory/inventory.csv.mustache", inventory_csv),
    ASSET("Templates/inventory/inventory.json.mustache", inventory_json),
    ASSET("Templates/inventory/style.css.mustache", inventory_css),
    ASSET("Templates/inventory/chart.svg.mustache", inventory_chart),
    ASSET("Templates/words/en.json", words_en),
    ASSET("Templates/words/zh-Hans.json", words_zh_hans),
    ASSET("Templates/words/zh-Hant.json", words_zh_hant),
    ASSET("Site/openapi.json", site_openapi),
    ASSET("Site/companion.css", site_companion_css),
    ASSET("Site/companion.js", site_companion_js),
    ASSET("Site/forms/layout.html.mustache", site_forms_layout_html),
    ASSET("Site/forms/hidden.html.mustache", site_forms_hidden_html),
    ASSET("Site/forms/sign-in.html.mustache", site_forms_sign_in_html),
    ASSET("Site/forms/item.html.mustache", site_forms_item_html),
    ASSET("Site/forms/conflict.html.mustache", site_forms_conflict_html),
    ASSET("Site/forms/delete.html.mustache", site_forms_delete_html),
    ASSET("Site/forms/move.html.mustache", site_forms_move_html),
    ASSET("Site/forms/photos.html.mustache", site_forms_photos_html),
    ASSET("Site/forms/undo.html.mustache", site_forms_undo_html),
    ASSET("Site/forms/problem.html.mustache", site_forms_problem_html),
    ASSET("Site/forms/words/en.json", site_forms_words_en),
    ASSET("Site/forms/words/zh-Hans.json", site_forms_words_zh_hans),
    ASSET("Site/forms/words/zh-Hant.json", site_forms_words_zh_hant),
};

const struct homepwner_asset *homepwner_assets(size_t *count) {
    *count = sizeof(assets) / sizeof(assets[0]);
    return assets;
}
