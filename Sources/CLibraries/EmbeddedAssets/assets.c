// Written by Scripts/embed-assets.sh; do not edit.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "EmbeddedAssets.h"

static const unsigned char asset_0[] = {
#embed "../../../Site/amount.js"
};
static const unsigned char asset_1[] = {
#embed "../../../Site/api.js"
};
static const unsigned char asset_2[] = {
#embed "../../../Site/capture.js"
};
static const unsigned char asset_3[] = {
#embed "../../../Site/companion-import.css"
};
static const unsigned char asset_4[] = {
#embed "../../../Site/companion-import.js"
};
static const unsigned char asset_5[] = {
#embed "../../../Site/companion-sign-out.js"
};
static const unsigned char asset_6[] = {
#embed "../../../Site/companion.css"
};
static const unsigned char asset_7[] = {
#embed "../../../Site/companion.js"
};
static const unsigned char asset_8[] = {
#embed "../../../Site/dialog.js"
};
static const unsigned char asset_9[] = {
#embed "../../../Site/edit.js"
};
static const unsigned char asset_10[] = {
#embed "../../../Site/events.js"
};
static const unsigned char asset_11[] = {
#embed "../../../Site/forms/conflict.html.mustache"
};
static const unsigned char asset_12[] = {
#embed "../../../Site/forms/delete-many.html.mustache"
};
static const unsigned char asset_13[] = {
#embed "../../../Site/forms/delete.html.mustache"
};
static const unsigned char asset_14[] = {
#embed "../../../Site/forms/documents.html.mustache"
};
static const unsigned char asset_15[] = {
#embed "../../../Site/forms/hidden.html.mustache"
};
static const unsigned char asset_16[] = {
#embed "../../../Site/forms/import-control.html.mustache"
};
static const unsigned char asset_17[] = {
#embed "../../../Site/forms/import-file.html.mustache"
};
static const unsigned char asset_18[] = {
#embed "../../../Site/forms/import-list.html.mustache"
};
static const unsigned char asset_19[] = {
#embed "../../../Site/forms/import-options.html.mustache"
};
static const unsigned char asset_20[] = {
#embed "../../../Site/forms/item.html.mustache"
};
static const unsigned char asset_21[] = {
#embed "../../../Site/forms/layout.html.mustache"
};
static const unsigned char asset_22[] = {
#embed "../../../Site/forms/local-ca.html.mustache"
};
static const unsigned char asset_23[] = {
#embed "../../../Site/forms/move.html.mustache"
};
static const unsigned char asset_24[] = {
#embed "../../../Site/forms/phone.html.mustache"
};
static const unsigned char asset_25[] = {
#embed "../../../Site/forms/photos.html.mustache"
};
static const unsigned char asset_26[] = {
#embed "../../../Site/forms/problem.html.mustache"
};
static const unsigned char asset_27[] = {
#embed "../../../Site/forms/relocate.html.mustache"
};
static const unsigned char asset_28[] = {
#embed "../../../Site/forms/remove-photo.html.mustache"
};
static const unsigned char asset_29[] = {
#embed "../../../Site/forms/scan.html.mustache"
};
static const unsigned char asset_30[] = {
#embed "../../../Site/forms/select.html.mustache"
};
static const unsigned char asset_31[] = {
#embed "../../../Site/forms/sign-in.html.mustache"
};
static const unsigned char asset_32[] = {
#embed "../../../Site/forms/sign-out.html.mustache"
};
static const unsigned char asset_33[] = {
#embed "../../../Site/forms/undo-many.html.mustache"
};
static const unsigned char asset_34[] = {
#embed "../../../Site/forms/undo.html.mustache"
};
static const unsigned char asset_35[] = {
#embed "../../../Site/history.js"
};
static const unsigned char asset_36[] = {
#embed "../../../Site/icon-192.png"
};
static const unsigned char asset_37[] = {
#embed "../../../Site/icon-512.png"
};
static const unsigned char asset_38[] = {
#embed "../../../Site/icon.svg"
};
static const unsigned char asset_39[] = {
#embed "../../../Site/index.js"
};
static const unsigned char asset_40[] = {
#embed "../../../Site/inline.js"
};
static const unsigned char asset_41[] = {
#embed "../../../Site/item.js"
};
static const unsigned char asset_42[] = {
#embed "../../../Site/language.js"
};
static const unsigned char asset_43[] = {
#embed "../../../Site/main.js"
};
static const unsigned char asset_44[] = {
#embed "../../../Site/match.js"
};
static const unsigned char asset_45[] = {
#embed "../../../Site/menu.js"
};
static const unsigned char asset_46[] = {
#embed "../../../Site/offline.js"
};
static const unsigned char asset_47[] = {
#embed "../../../Site/openapi.json"
};
static const unsigned char asset_48[] = {
#embed "../../../Site/papers.js"
};
static const unsigned char asset_49[] = {
#embed "../../../Site/queue.js"
};
static const unsigned char asset_50[] = {
#embed "../../../Site/reorder.js"
};
static const unsigned char asset_51[] = {
#embed "../../../Site/rows.js"
};
static const unsigned char asset_52[] = {
#embed "../../../Site/scan.js"
};
static const unsigned char asset_53[] = {
#embed "../../../Site/search.js"
};
static const unsigned char asset_54[] = {
#embed "../../../Site/select.js"
};
static const unsigned char asset_55[] = {
#embed "../../../Site/state.js"
};
static const unsigned char asset_56[] = {
#embed "../../../Site/style.css"
};
static const unsigned char asset_57[] = {
#embed "../../../Site/sync.js"
};
static const unsigned char asset_58[] = {
#embed "../../../Site/viewer.js"
};
static const unsigned char asset_59[] = {
#embed "../../../Site/worker.js"
};
static const unsigned char asset_60[] = {
#embed "../../../Templates/columns/de.json"
};
static const unsigned char asset_61[] = {
#embed "../../../Templates/columns/en.json"
};
static const unsigned char asset_62[] = {
#embed "../../../Templates/columns/es.json"
};
static const unsigned char asset_63[] = {
#embed "../../../Templates/columns/fr.json"
};
static const unsigned char asset_64[] = {
#embed "../../../Templates/columns/it.json"
};
static const unsigned char asset_65[] = {
#embed "../../../Templates/columns/ja.json"
};
static const unsigned char asset_66[] = {
#embed "../../../Templates/columns/nl.json"
};
static const unsigned char asset_67[] = {
#embed "../../../Templates/columns/pt.json"
};
static const unsigned char asset_68[] = {
#embed "../../../Templates/columns/zh-Hans.json"
};
static const unsigned char asset_69[] = {
#embed "../../../Templates/columns/zh-Hant.json"
};
static const unsigned char asset_70[] = {
#embed "../../../Templates/insurance/insurance.css.mustache"
};
static const unsigned char asset_71[] = {
#embed "../../../Templates/insurance/insurance.csv.mustache"
};
static const unsigned char asset_72[] = {
#embed "../../../Templates/insurance/insurance.html.mustache"
};
static const unsigned char asset_73[] = {
#embed "../../../Templates/insurance/insurance.json.mustache"
};
static const unsigned char asset_74[] = {
#embed "../../../Templates/insurance/insurance.typ.mustache"
};
static const unsigned char asset_75[] = {
#embed "../../../Templates/insurance/insurance.xml.mustache"
};
static const unsigned char asset_76[] = {
#embed "../../../Templates/inventory/chart.svg.mustache"
};
static const unsigned char asset_77[] = {
#embed "../../../Templates/inventory/columns.csv.mustache"
};
static const unsigned char asset_78[] = {
#embed "../../../Templates/inventory/columns.json.mustache"
};
static const unsigned char asset_79[] = {
#embed "../../../Templates/inventory/inventory.csv.mustache"
};
static const unsigned char asset_80[] = {
#embed "../../../Templates/inventory/inventory.html.mustache"
};
static const unsigned char asset_81[] = {
#embed "../../../Templates/inventory/inventory.json.mustache"
};
static const unsigned char asset_82[] = {
#embed "../../../Templates/inventory/inventory.typ.mustache"
};
static const unsigned char asset_83[] = {
#embed "../../../Templates/inventory/inventory.xml.mustache"
};
static const unsigned char asset_84[] = {
#embed "../../../Templates/inventory/style.css.mustache"
};
static const unsigned char asset_85[] = {
#embed "../../../Templates/inventory/sums.html.mustache"
};
static const unsigned char asset_86[] = {
#embed "../../../Templates/inventory/sums.typ.mustache"
};
static const unsigned char asset_87[] = {
#embed "../../../Templates/inventory/thumbnail.html.mustache"
};
static const unsigned char asset_88[] = {
#embed "../../../Templates/inventory/value.json.mustache"
};
static const unsigned char asset_89[] = {
#embed "../../../Templates/labels/labels.html.mustache"
};
static const unsigned char asset_90[] = {
#embed "../../../Templates/labels/labels.typ.mustache"
};
static const unsigned char asset_91[] = {
#embed "../../../Templates/labels/style.css.mustache"
};
static const unsigned char asset_92[] = {
#embed "../../../Templates/page/browse.html.mustache"
};
static const unsigned char asset_93[] = {
#embed "../../../Templates/page/chart.svg.mustache"
};
static const unsigned char asset_94[] = {
#embed "../../../Templates/page/directory.html.mustache"
};
static const unsigned char asset_95[] = {
#embed "../../../Templates/page/field.html.mustache"
};
static const unsigned char asset_96[] = {
#embed "../../../Templates/page/head.html.mustache"
};
static const unsigned char asset_97[] = {
#embed "../../../Templates/page/heading.html.mustache"
};
static const unsigned char asset_98[] = {
#embed "../../../Templates/page/heading.text.html.mustache"
};
static const unsigned char asset_99[] = {
#embed "../../../Templates/page/item.html.mustache"
};
static const unsigned char asset_100[] = {
#embed "../../../Templates/page/list.html.mustache"
};
static const unsigned char asset_101[] = {
#embed "../../../Templates/page/more.html.mustache"
};
static const unsigned char asset_102[] = {
#embed "../../../Templates/page/notices.html.mustache"
};
static const unsigned char asset_103[] = {
#embed "../../../Templates/page/overview.html.mustache"
};
static const unsigned char asset_104[] = {
#embed "../../../Templates/page/pager.html.mustache"
};
static const unsigned char asset_105[] = {
#embed "../../../Templates/page/range.html.mustache"
};
static const unsigned char asset_106[] = {
#embed "../../../Templates/page/range.text.html.mustache"
};
static const unsigned char asset_107[] = {
#embed "../../../Templates/page/redirect.html.mustache"
};
static const unsigned char asset_108[] = {
#embed "../../../Templates/page/row.html.mustache"
};
static const unsigned char asset_109[] = {
#embed "../../../Templates/page/search.json.mustache"
};
static const unsigned char asset_110[] = {
#embed "../../../Templates/page/title.html.mustache"
};
static const unsigned char asset_111[] = {
#embed "../../../Templates/programs/discogs.json"
};
static const unsigned char asset_112[] = {
#embed "../../../Templates/programs/encircle.json"
};
static const unsigned char asset_113[] = {
#embed "../../../Templates/programs/goodreads.json"
};
static const unsigned char asset_114[] = {
#embed "../../../Templates/programs/grocy-stock.json"
};
static const unsigned char asset_115[] = {
#embed "../../../Templates/programs/grocy.json"
};
static const unsigned char asset_116[] = {
#embed "../../../Templates/programs/inventree-stock.json"
};
static const unsigned char asset_117[] = {
#embed "../../../Templates/programs/inventree.json"
};
static const unsigned char asset_118[] = {
#embed "../../../Templates/programs/librarything.json"
};
static const unsigned char asset_119[] = {
#embed "../../../Templates/programs/part-db.json"
};
static const unsigned char asset_120[] = {
#embed "../../../Templates/programs/shelf.json"
};
static const unsigned char asset_121[] = {
#embed "../../../Templates/programs/snipe-it-accessories.json"
};
static const unsigned char asset_122[] = {
#embed "../../../Templates/programs/snipe-it-components.json"
};
static const unsigned char asset_123[] = {
#embed "../../../Templates/programs/snipe-it-consumables.json"
};
static const unsigned char asset_124[] = {
#embed "../../../Templates/programs/snipe-it-licences.json"
};
static const unsigned char asset_125[] = {
#embed "../../../Templates/programs/sortly-list.json"
};
static const unsigned char asset_126[] = {
#embed "../../../Templates/programs/sortly.json"
};
static const unsigned char asset_127[] = {
#embed "../../../Templates/schema/inventory-1.xsd"
};
static const unsigned char asset_128[] = {
#embed "../../../Templates/typst/chart.typ.mustache"
};
static const unsigned char asset_129[] = {
#embed "../../../Templates/typst/claim-totals.typ.mustache"
};
static const unsigned char asset_130[] = {
#embed "../../../Templates/typst/page.typ.mustache"
};
static const unsigned char asset_131[] = {
#embed "../../../Templates/typst/volumes.typ.mustache"
};
static const unsigned char asset_132[] = {
#embed "../../../Templates/typst/words.typ.mustache"
};
static const unsigned char asset_133[] = {
#embed "../../../Templates/words/de.json"
};
static const unsigned char asset_134[] = {
#embed "../../../Templates/words/en.json"
};
static const unsigned char asset_135[] = {
#embed "../../../Templates/words/he.json"
};
static const unsigned char asset_136[] = {
#embed "../../../Templates/words/zh-Hans.json"
};
static const unsigned char asset_137[] = {
#embed "../../../Templates/words/zh-Hant.json"
};

static const struct homepwner_asset assets[] = {
    {"Site/amount.js", asset_0, sizeof asset_0},
    {"Site/api.js", asset_1, sizeof asset_1},
    {"Site/capture.js", asset_2, sizeof asset_2},
    {"Site/companion-import.css", asset_3, sizeof asset_3},
    {"Site/companion-import.js", asset_4, sizeof asset_4},
    {"Site/companion-sign-out.js", asset_5, sizeof asset_5},
    {"Site/companion.css", asset_6, sizeof asset_6},
    {"Site/companion.js", asset_7, sizeof asset_7},
    {"Site/dialog.js", asset_8, sizeof asset_8},
    {"Site/edit.js", asset_9, sizeof asset_9},
    {"Site/events.js", asset_10, sizeof asset_10},
    {"Site/forms/conflict.html.mustache", asset_11, sizeof asset_11},
    {"Site/forms/delete-many.html.mustache", asset_12, sizeof asset_12},
    {"Site/forms/delete.html.mustache", asset_13, sizeof asset_13},
    {"Site/forms/documents.html.mustache", asset_14, sizeof asset_14},
    {"Site/forms/hidden.html.mustache", asset_15, sizeof asset_15},
    {"Site/forms/import-control.html.mustache", asset_16, sizeof asset_16},
    {"Site/forms/import-file.html.mustache", asset_17, sizeof asset_17},
    {"Site/forms/import-list.html.mustache", asset_18, sizeof asset_18},
    {"Site/forms/import-options.html.mustache", asset_19, sizeof asset_19},
    {"Site/forms/item.html.mustache", asset_20, sizeof asset_20},
    {"Site/forms/layout.html.mustache", asset_21, sizeof asset_21},
    {"Site/forms/local-ca.html.mustache", asset_22, sizeof asset_22},
    {"Site/forms/move.html.mustache", asset_23, sizeof asset_23},
    {"Site/forms/phone.html.mustache", asset_24, sizeof asset_24},
    {"Site/forms/photos.html.mustache", asset_25, sizeof asset_25},
    {"Site/forms/problem.html.mustache", asset_26, sizeof asset_26},
    {"Site/forms/relocate.html.mustache", asset_27, sizeof asset_27},
    {"Site/forms/remove-photo.html.mustache", asset_28, sizeof asset_28},
    {"Site/forms/scan.html.mustache", asset_29, sizeof asset_29},
    {"Site/forms/select.html.mustache", asset_30, sizeof asset_30},
    {"Site/forms/sign-in.html.mustache", asset_31, sizeof asset_31},
    {"Site/forms/sign-out.html.mustache", asset_32, sizeof asset_32},
    {"Site/forms/undo-many.html.mustache", asset_33, sizeof asset_33},
    {"Site/forms/undo.html.mustache", asset_34, sizeof asset_34},
    {"Site/history.js", asset_35, sizeof asset_35},
    {"Site/icon-192.png", asset_36, sizeof asset_36},
    {"Site/icon-512.png", asset_37, sizeof asset_37},
    {"Site/icon.svg", asset_38, sizeof asset_38},
    {"Site/index.js", asset_39, sizeof asset_39},
    {"Site/inline.js", asset_40, sizeof asset_40},
    {"Site/item.js", asset_41, sizeof asset_41},
    {"Site/language.js", asset_42, sizeof asset_42},
    {"Site/main.js", asset_43, sizeof asset_43},
    {"Site/match.js", asset_44, sizeof asset_44},
    {"Site/menu.js", asset_45, sizeof asset_45},
    {"Site/offline.js", asset_46, sizeof asset_46},
    {"Site/openapi.json", asset_47, sizeof asset_47},
    {"Site/papers.js", asset_48, sizeof asset_48},
    {"Site/queue.js", asset_49, sizeof asset_49},
    {"Site/reorder.js", asset_50, sizeof asset_50},
    {"Site/rows.js", asset_51, sizeof asset_51},
    {"Site/scan.js", asset_52, sizeof asset_52},
    {"Site/search.js", asset_53, sizeof asset_53},
    {"Site/select.js", asset_54, sizeof asset_54},
    {"Site/state.js", asset_55, sizeof asset_55},
    {"Site/style.css", asset_56, sizeof asset_56},
    {"Site/sync.js", asset_57, sizeof asset_57},
    {"Site/viewer.js", asset_58, sizeof asset_58},
    {"Site/worker.js", asset_59, sizeof asset_59},
    {"Templates/columns/de.json", asset_60, sizeof asset_60},
    {"Templates/columns/en.json", asset_61, sizeof asset_61},
    {"Templates/columns/es.json", asset_62, sizeof asset_62},
    {"Templates/columns/fr.json", asset_63, sizeof asset_63},
    {"Templates/columns/it.json", asset_64, sizeof asset_64},
    {"Templates/columns/ja.json", asset_65, sizeof asset_65},
    {"Templates/columns/nl.json", asset_66, sizeof asset_66},
    {"Templates/columns/pt.json", asset_67, sizeof asset_67},
    {"Templates/columns/zh-Hans.json", asset_68, sizeof asset_68},
    {"Templates/columns/zh-Hant.json", asset_69, sizeof asset_69},
    {"Templates/insurance/insurance.css.mustache", asset_70, sizeof asset_70},
    {"Templates/insurance/insurance.csv.mustache", asset_71, sizeof asset_71},
    {"Templates/insurance/insurance.html.mustache", asset_72, sizeof asset_72},
    {"Templates/insurance/insurance.json.mustache", asset_73, sizeof asset_73},
    {"Templates/insurance/insurance.typ.mustache", asset_74, sizeof asset_74},
    {"Templates/insurance/insurance.xml.mustache", asset_75, sizeof asset_75},
    {"Templates/inventory/chart.svg.mustache", asset_76, sizeof asset_76},
    {"Templates/inventory/columns.csv.mustache", asset_77, sizeof asset_77},
    {"Templates/inventory/columns.json.mustache", asset_78, sizeof asset_78},
    {"Templates/inventory/inventory.csv.mustache", asset_79, sizeof asset_79},
    {"Templates/inventory/inventory.html.mustache", asset_80, sizeof asset_80},
    {"Templates/inventory/inventory.json.mustache", asset_81, sizeof asset_81},
    {"Templates/inventory/inventory.typ.mustache", asset_82, sizeof asset_82},
    {"Templates/inventory/inventory.xml.mustache", asset_83, sizeof asset_83},
    {"Templates/inventory/style.css.mustache", asset_84, sizeof asset_84},
    {"Templates/inventory/sums.html.mustache", asset_85, sizeof asset_85},
    {"Templates/inventory/sums.typ.mustache", asset_86, sizeof asset_86},
    {"Templates/inventory/thumbnail.html.mustache", asset_87, sizeof asset_87},
    {"Templates/inventory/value.json.mustache", asset_88, sizeof asset_88},
    {"Templates/labels/labels.html.mustache", asset_89, sizeof asset_89},
    {"Templates/labels/labels.typ.mustache", asset_90, sizeof asset_90},
    {"Templates/labels/style.css.mustache", asset_91, sizeof asset_91},
    {"Templates/page/browse.html.mustache", asset_92, sizeof asset_92},
    {"Templates/page/chart.svg.mustache", asset_93, sizeof asset_93},
    {"Templates/page/directory.html.mustache", asset_94, sizeof asset_94},
    {"Templates/page/field.html.mustache", asset_95, sizeof asset_95},
    {"Templates/page/head.html.mustache", asset_96, sizeof asset_96},
    {"Templates/page/heading.html.mustache", asset_97, sizeof asset_97},
    {"Templates/page/heading.text.html.mustache", asset_98, sizeof asset_98},
    {"Templates/page/item.html.mustache", asset_99, sizeof asset_99},
    {"Templates/page/list.html.mustache", asset_100, sizeof asset_100},
    {"Templates/page/more.html.mustache", asset_101, sizeof asset_101},
    {"Templates/page/notices.html.mustache", asset_102, sizeof asset_102},
    {"Templates/page/overview.html.mustache", asset_103, sizeof asset_103},
    {"Templates/page/pager.html.mustache", asset_104, sizeof asset_104},
    {"Templates/page/range.html.mustache", asset_105, sizeof asset_105},
    {"Templates/page/range.text.html.mustache", asset_106, sizeof asset_106},
    {"Templates/page/redirect.html.mustache", asset_107, sizeof asset_107},
    {"Templates/page/row.html.mustache", asset_108, sizeof asset_108},
    {"Templates/page/search.json.mustache", asset_109, sizeof asset_109},
    {"Templates/page/title.html.mustache", asset_110, sizeof asset_110},
    {"Templates/programs/discogs.json", asset_111, sizeof asset_111},
    {"Templates/programs/encircle.json", asset_112, sizeof asset_112},
    {"Templates/programs/goodreads.json", asset_113, sizeof asset_113},
    {"Templates/programs/grocy-stock.json", asset_114, sizeof asset_114},
    {"Templates/programs/grocy.json", asset_115, sizeof asset_115},
    {"Templates/programs/inventree-stock.json", asset_116, sizeof asset_116},
    {"Templates/programs/inventree.json", asset_117, sizeof asset_117},
    {"Templates/programs/librarything.json", asset_118, sizeof asset_118},
    {"Templates/programs/part-db.json", asset_119, sizeof asset_119},
    {"Templates/programs/shelf.json", asset_120, sizeof asset_120},
    {"Templates/programs/snipe-it-accessories.json", asset_121, sizeof asset_121},
    {"Templates/programs/snipe-it-components.json", asset_122, sizeof asset_122},
    {"Templates/programs/snipe-it-consumables.json", asset_123, sizeof asset_123},
    {"Templates/programs/snipe-it-licences.json", asset_124, sizeof asset_124},
    {"Templates/programs/sortly-list.json", asset_125, sizeof asset_125},
    {"Templates/programs/sortly.json", asset_126, sizeof asset_126},
    {"Templates/schema/inventory-1.xsd", asset_127, sizeof asset_127},
    {"Templates/typst/chart.typ.mustache", asset_128, sizeof asset_128},
    {"Templates/typst/claim-totals.typ.mustache", asset_129, sizeof asset_129},
    {"Templates/typst/page.typ.mustache", asset_130, sizeof asset_130},
    {"Templates/typst/volumes.typ.mustache", asset_131, sizeof asset_131},
    {"Templates/typst/words.typ.mustache", asset_132, sizeof asset_132},
    {"Templates/words/de.json", asset_133, sizeof asset_133},
    {"Templates/words/en.json", asset_134, sizeof asset_134},
    {"Templates/words/he.json", asset_135, sizeof asset_135},
    {"Templates/words/zh-Hans.json", asset_136, sizeof asset_136},
    {"Templates/words/zh-Hant.json", asset_137, sizeof asset_137},
};

const struct homepwner_asset *homepwner_assets(size_t *count) {
    *count = sizeof assets / sizeof *assets;
    return assets;
}
