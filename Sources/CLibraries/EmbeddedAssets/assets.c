// Written by Scripts/embed-assets.sh; do not edit.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "EmbeddedAssets.h"

static const unsigned char asset_0[] = {
#embed "../../../Site/api.js"
};
static const unsigned char asset_1[] = {
#embed "../../../Site/companion-sign-out.js"
};
static const unsigned char asset_2[] = {
#embed "../../../Site/companion.css"
};
static const unsigned char asset_3[] = {
#embed "../../../Site/companion.js"
};
static const unsigned char asset_4[] = {
#embed "../../../Site/dialog.js"
};
static const unsigned char asset_5[] = {
#embed "../../../Site/edit.js"
};
static const unsigned char asset_6[] = {
#embed "../../../Site/events.js"
};
static const unsigned char asset_7[] = {
#embed "../../../Site/forms/conflict.html.mustache"
};
static const unsigned char asset_8[] = {
#embed "../../../Site/forms/delete.html.mustache"
};
static const unsigned char asset_9[] = {
#embed "../../../Site/forms/hidden.html.mustache"
};
static const unsigned char asset_10[] = {
#embed "../../../Site/forms/item.html.mustache"
};
static const unsigned char asset_11[] = {
#embed "../../../Site/forms/layout.html.mustache"
};
static const unsigned char asset_12[] = {
#embed "../../../Site/forms/move.html.mustache"
};
static const unsigned char asset_13[] = {
#embed "../../../Site/forms/photos.html.mustache"
};
static const unsigned char asset_14[] = {
#embed "../../../Site/forms/problem.html.mustache"
};
static const unsigned char asset_15[] = {
#embed "../../../Site/forms/remove-photo.html.mustache"
};
static const unsigned char asset_16[] = {
#embed "../../../Site/forms/sign-in.html.mustache"
};
static const unsigned char asset_17[] = {
#embed "../../../Site/forms/undo.html.mustache"
};
static const unsigned char asset_18[] = {
#embed "../../../Site/icon.svg"
};
static const unsigned char asset_19[] = {
#embed "../../../Site/inline.js"
};
static const unsigned char asset_20[] = {
#embed "../../../Site/item.js"
};
static const unsigned char asset_21[] = {
#embed "../../../Site/language.js"
};
static const unsigned char asset_22[] = {
#embed "../../../Site/main.js"
};
static const unsigned char asset_23[] = {
#embed "../../../Site/menu.js"
};
static const unsigned char asset_24[] = {
#embed "../../../Site/openapi.json"
};
static const unsigned char asset_25[] = {
#embed "../../../Site/reorder.js"
};
static const unsigned char asset_26[] = {
#embed "../../../Site/rows.js"
};
static const unsigned char asset_27[] = {
#embed "../../../Site/search.js"
};
static const unsigned char asset_28[] = {
#embed "../../../Site/state.js"
};
static const unsigned char asset_29[] = {
#embed "../../../Site/style.css"
};
static const unsigned char asset_30[] = {
#embed "../../../Site/sync.js"
};
static const unsigned char asset_31[] = {
#embed "../../../Templates/columns/de.json"
};
static const unsigned char asset_32[] = {
#embed "../../../Templates/columns/en.json"
};
static const unsigned char asset_33[] = {
#embed "../../../Templates/columns/es.json"
};
static const unsigned char asset_34[] = {
#embed "../../../Templates/columns/fr.json"
};
static const unsigned char asset_35[] = {
#embed "../../../Templates/columns/it.json"
};
static const unsigned char asset_36[] = {
#embed "../../../Templates/columns/ja.json"
};
static const unsigned char asset_37[] = {
#embed "../../../Templates/columns/nl.json"
};
static const unsigned char asset_38[] = {
#embed "../../../Templates/columns/pt.json"
};
static const unsigned char asset_39[] = {
#embed "../../../Templates/columns/zh-Hans.json"
};
static const unsigned char asset_40[] = {
#embed "../../../Templates/columns/zh-Hant.json"
};
static const unsigned char asset_41[] = {
#embed "../../../Templates/insurance/insurance.css.mustache"
};
static const unsigned char asset_42[] = {
#embed "../../../Templates/insurance/insurance.csv.mustache"
};
static const unsigned char asset_43[] = {
#embed "../../../Templates/insurance/insurance.html.mustache"
};
static const unsigned char asset_44[] = {
#embed "../../../Templates/insurance/insurance.json.mustache"
};
static const unsigned char asset_45[] = {
#embed "../../../Templates/insurance/insurance.typ.mustache"
};
static const unsigned char asset_46[] = {
#embed "../../../Templates/insurance/insurance.xml.mustache"
};
static const unsigned char asset_47[] = {
#embed "../../../Templates/inventory/chart.svg.mustache"
};
static const unsigned char asset_48[] = {
#embed "../../../Templates/inventory/inventory.csv.mustache"
};
static const unsigned char asset_49[] = {
#embed "../../../Templates/inventory/inventory.html.mustache"
};
static const unsigned char asset_50[] = {
#embed "../../../Templates/inventory/inventory.json.mustache"
};
static const unsigned char asset_51[] = {
#embed "../../../Templates/inventory/inventory.typ.mustache"
};
static const unsigned char asset_52[] = {
#embed "../../../Templates/inventory/inventory.xml.mustache"
};
static const unsigned char asset_53[] = {
#embed "../../../Templates/inventory/style.css.mustache"
};
static const unsigned char asset_54[] = {
#embed "../../../Templates/labels/labels.html.mustache"
};
static const unsigned char asset_55[] = {
#embed "../../../Templates/labels/labels.typ.mustache"
};
static const unsigned char asset_56[] = {
#embed "../../../Templates/labels/style.css.mustache"
};
static const unsigned char asset_57[] = {
#embed "../../../Templates/page/browse.html.mustache"
};
static const unsigned char asset_58[] = {
#embed "../../../Templates/page/chart.svg.mustache"
};
static const unsigned char asset_59[] = {
#embed "../../../Templates/page/directory.html.mustache"
};
static const unsigned char asset_60[] = {
#embed "../../../Templates/page/field.html.mustache"
};
static const unsigned char asset_61[] = {
#embed "../../../Templates/page/head.html.mustache"
};
static const unsigned char asset_62[] = {
#embed "../../../Templates/page/heading.html.mustache"
};
static const unsigned char asset_63[] = {
#embed "../../../Templates/page/heading.text.html.mustache"
};
static const unsigned char asset_64[] = {
#embed "../../../Templates/page/item.html.mustache"
};
static const unsigned char asset_65[] = {
#embed "../../../Templates/page/list.html.mustache"
};
static const unsigned char asset_66[] = {
#embed "../../../Templates/page/pager.html.mustache"
};
static const unsigned char asset_67[] = {
#embed "../../../Templates/page/range.html.mustache"
};
static const unsigned char asset_68[] = {
#embed "../../../Templates/page/range.text.html.mustache"
};
static const unsigned char asset_69[] = {
#embed "../../../Templates/page/redirect.html.mustache"
};
static const unsigned char asset_70[] = {
#embed "../../../Templates/page/row.html.mustache"
};
static const unsigned char asset_71[] = {
#embed "../../../Templates/page/search.json.mustache"
};
static const unsigned char asset_72[] = {
#embed "../../../Templates/page/title.html.mustache"
};
static const unsigned char asset_73[] = {
#embed "../../../Templates/programs/discogs.json"
};
static const unsigned char asset_74[] = {
#embed "../../../Templates/programs/encircle.json"
};
static const unsigned char asset_75[] = {
#embed "../../../Templates/programs/goodreads.json"
};
static const unsigned char asset_76[] = {
#embed "../../../Templates/programs/grocy-stock.json"
};
static const unsigned char asset_77[] = {
#embed "../../../Templates/programs/grocy.json"
};
static const unsigned char asset_78[] = {
#embed "../../../Templates/programs/inventree-stock.json"
};
static const unsigned char asset_79[] = {
#embed "../../../Templates/programs/inventree.json"
};
static const unsigned char asset_80[] = {
#embed "../../../Templates/programs/librarything.json"
};
static const unsigned char asset_81[] = {
#embed "../../../Templates/programs/part-db.json"
};
static const unsigned char asset_82[] = {
#embed "../../../Templates/programs/shelf.json"
};
static const unsigned char asset_83[] = {
#embed "../../../Templates/programs/snipe-it-accessories.json"
};
static const unsigned char asset_84[] = {
#embed "../../../Templates/programs/snipe-it-components.json"
};
static const unsigned char asset_85[] = {
#embed "../../../Templates/programs/snipe-it-consumables.json"
};
static const unsigned char asset_86[] = {
#embed "../../../Templates/programs/snipe-it-licences.json"
};
static const unsigned char asset_87[] = {
#embed "../../../Templates/programs/sortly-list.json"
};
static const unsigned char asset_88[] = {
#embed "../../../Templates/programs/sortly.json"
};
static const unsigned char asset_89[] = {
#embed "../../../Templates/schema/inventory-1.xsd"
};
static const unsigned char asset_90[] = {
#embed "../../../Templates/typst/chart.typ.mustache"
};
static const unsigned char asset_91[] = {
#embed "../../../Templates/typst/page.typ.mustache"
};
static const unsigned char asset_92[] = {
#embed "../../../Templates/typst/words.typ.mustache"
};
static const unsigned char asset_93[] = {
#embed "../../../Templates/words/de.json"
};
static const unsigned char asset_94[] = {
#embed "../../../Templates/words/en.json"
};
static const unsigned char asset_95[] = {
#embed "../../../Templates/words/zh-Hans.json"
};
static const unsigned char asset_96[] = {
#embed "../../../Templates/words/zh-Hant.json"
};

static const struct homepwner_asset assets[] = {
    {"Site/api.js", asset_0, sizeof asset_0},
    {"Site/companion-sign-out.js", asset_1, sizeof asset_1},
    {"Site/companion.css", asset_2, sizeof asset_2},
    {"Site/companion.js", asset_3, sizeof asset_3},
    {"Site/dialog.js", asset_4, sizeof asset_4},
    {"Site/edit.js", asset_5, sizeof asset_5},
    {"Site/events.js", asset_6, sizeof asset_6},
    {"Site/forms/conflict.html.mustache", asset_7, sizeof asset_7},
    {"Site/forms/delete.html.mustache", asset_8, sizeof asset_8},
    {"Site/forms/hidden.html.mustache", asset_9, sizeof asset_9},
    {"Site/forms/item.html.mustache", asset_10, sizeof asset_10},
    {"Site/forms/layout.html.mustache", asset_11, sizeof asset_11},
    {"Site/forms/move.html.mustache", asset_12, sizeof asset_12},
    {"Site/forms/photos.html.mustache", asset_13, sizeof asset_13},
    {"Site/forms/problem.html.mustache", asset_14, sizeof asset_14},
    {"Site/forms/remove-photo.html.mustache", asset_15, sizeof asset_15},
    {"Site/forms/sign-in.html.mustache", asset_16, sizeof asset_16},
    {"Site/forms/undo.html.mustache", asset_17, sizeof asset_17},
    {"Site/icon.svg", asset_18, sizeof asset_18},
    {"Site/inline.js", asset_19, sizeof asset_19},
    {"Site/item.js", asset_20, sizeof asset_20},
    {"Site/language.js", asset_21, sizeof asset_21},
    {"Site/main.js", asset_22, sizeof asset_22},
    {"Site/menu.js", asset_23, sizeof asset_23},
    {"Site/openapi.json", asset_24, sizeof asset_24},
    {"Site/reorder.js", asset_25, sizeof asset_25},
    {"Site/rows.js", asset_26, sizeof asset_26},
    {"Site/search.js", asset_27, sizeof asset_27},
    {"Site/state.js", asset_28, sizeof asset_28},
    {"Site/style.css", asset_29, sizeof asset_29},
    {"Site/sync.js", asset_30, sizeof asset_30},
    {"Templates/columns/de.json", asset_31, sizeof asset_31},
    {"Templates/columns/en.json", asset_32, sizeof asset_32},
    {"Templates/columns/es.json", asset_33, sizeof asset_33},
    {"Templates/columns/fr.json", asset_34, sizeof asset_34},
    {"Templates/columns/it.json", asset_35, sizeof asset_35},
    {"Templates/columns/ja.json", asset_36, sizeof asset_36},
    {"Templates/columns/nl.json", asset_37, sizeof asset_37},
    {"Templates/columns/pt.json", asset_38, sizeof asset_38},
    {"Templates/columns/zh-Hans.json", asset_39, sizeof asset_39},
    {"Templates/columns/zh-Hant.json", asset_40, sizeof asset_40},
    {"Templates/insurance/insurance.css.mustache", asset_41, sizeof asset_41},
    {"Templates/insurance/insurance.csv.mustache", asset_42, sizeof asset_42},
    {"Templates/insurance/insurance.html.mustache", asset_43, sizeof asset_43},
    {"Templates/insurance/insurance.json.mustache", asset_44, sizeof asset_44},
    {"Templates/insurance/insurance.typ.mustache", asset_45, sizeof asset_45},
    {"Templates/insurance/insurance.xml.mustache", asset_46, sizeof asset_46},
    {"Templates/inventory/chart.svg.mustache", asset_47, sizeof asset_47},
    {"Templates/inventory/inventory.csv.mustache", asset_48, sizeof asset_48},
    {"Templates/inventory/inventory.html.mustache", asset_49, sizeof asset_49},
    {"Templates/inventory/inventory.json.mustache", asset_50, sizeof asset_50},
    {"Templates/inventory/inventory.typ.mustache", asset_51, sizeof asset_51},
    {"Templates/inventory/inventory.xml.mustache", asset_52, sizeof asset_52},
    {"Templates/inventory/style.css.mustache", asset_53, sizeof asset_53},
    {"Templates/labels/labels.html.mustache", asset_54, sizeof asset_54},
    {"Templates/labels/labels.typ.mustache", asset_55, sizeof asset_55},
    {"Templates/labels/style.css.mustache", asset_56, sizeof asset_56},
    {"Templates/page/browse.html.mustache", asset_57, sizeof asset_57},
    {"Templates/page/chart.svg.mustache", asset_58, sizeof asset_58},
    {"Templates/page/directory.html.mustache", asset_59, sizeof asset_59},
    {"Templates/page/field.html.mustache", asset_60, sizeof asset_60},
    {"Templates/page/head.html.mustache", asset_61, sizeof asset_61},
    {"Templates/page/heading.html.mustache", asset_62, sizeof asset_62},
    {"Templates/page/heading.text.html.mustache", asset_63, sizeof asset_63},
    {"Templates/page/item.html.mustache", asset_64, sizeof asset_64},
    {"Templates/page/list.html.mustache", asset_65, sizeof asset_65},
    {"Templates/page/pager.html.mustache", asset_66, sizeof asset_66},
    {"Templates/page/range.html.mustache", asset_67, sizeof asset_67},
    {"Templates/page/range.text.html.mustache", asset_68, sizeof asset_68},
    {"Templates/page/redirect.html.mustache", asset_69, sizeof asset_69},
    {"Templates/page/row.html.mustache", asset_70, sizeof asset_70},
    {"Templates/page/search.json.mustache", asset_71, sizeof asset_71},
    {"Templates/page/title.html.mustache", asset_72, sizeof asset_72},
    {"Templates/programs/discogs.json", asset_73, sizeof asset_73},
    {"Templates/programs/encircle.json", asset_74, sizeof asset_74},
    {"Templates/programs/goodreads.json", asset_75, sizeof asset_75},
    {"Templates/programs/grocy-stock.json", asset_76, sizeof asset_76},
    {"Templates/programs/grocy.json", asset_77, sizeof asset_77},
    {"Templates/programs/inventree-stock.json", asset_78, sizeof asset_78},
    {"Templates/programs/inventree.json", asset_79, sizeof asset_79},
    {"Templates/programs/librarything.json", asset_80, sizeof asset_80},
    {"Templates/programs/part-db.json", asset_81, sizeof asset_81},
    {"Templates/programs/shelf.json", asset_82, sizeof asset_82},
    {"Templates/programs/snipe-it-accessories.json", asset_83, sizeof asset_83},
    {"Templates/programs/snipe-it-components.json", asset_84, sizeof asset_84},
    {"Templates/programs/snipe-it-consumables.json", asset_85, sizeof asset_85},
    {"Templates/programs/snipe-it-licences.json", asset_86, sizeof asset_86},
    {"Templates/programs/sortly-list.json", asset_87, sizeof asset_87},
    {"Templates/programs/sortly.json", asset_88, sizeof asset_88},
    {"Templates/schema/inventory-1.xsd", asset_89, sizeof asset_89},
    {"Templates/typst/chart.typ.mustache", asset_90, sizeof asset_90},
    {"Templates/typst/page.typ.mustache", asset_91, sizeof asset_91},
    {"Templates/typst/words.typ.mustache", asset_92, sizeof asset_92},
    {"Templates/words/de.json", asset_93, sizeof asset_93},
    {"Templates/words/en.json", asset_94, sizeof asset_94},
    {"Templates/words/zh-Hans.json", asset_95, sizeof asset_95},
    {"Templates/words/zh-Hant.json", asset_96, sizeof asset_96},
};

const struct homepwner_asset *homepwner_assets(size_t *count) {
    *count = sizeof assets / sizeof *assets;
    return assets;
}
