// Written by Scripts/embed-assets.sh; do not edit.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "EmbeddedAssets.h"

static const unsigned char asset_0[] = {
#embed "../../../Sample/atlas-1.png"
};
static const unsigned char asset_1[] = {
#embed "../../../Sample/atlas-2.png"
};
static const unsigned char asset_2[] = {
#embed "../../../Sample/bicycle-1.png"
};
static const unsigned char asset_3[] = {
#embed "../../../Sample/bicycle-2.png"
};
static const unsigned char asset_4[] = {
#embed "../../../Sample/bookshelf-1.png"
};
static const unsigned char asset_5[] = {
#embed "../../../Sample/bookshelf-2.png"
};
static const unsigned char asset_6[] = {
#embed "../../../Sample/calligraphy-scroll-1.png"
};
static const unsigned char asset_7[] = {
#embed "../../../Sample/calligraphy-scroll-2.png"
};
static const unsigned char asset_8[] = {
#embed "../../../Sample/camera-1.png"
};
static const unsigned char asset_9[] = {
#embed "../../../Sample/camera-2.png"
};
static const unsigned char asset_10[] = {
#embed "../../../Sample/chefs-knife-1.png"
};
static const unsigned char asset_11[] = {
#embed "../../../Sample/chefs-knife-2.png"
};
static const unsigned char asset_12[] = {
#embed "../../../Sample/cordless-drill-1.png"
};
static const unsigned char asset_13[] = {
#embed "../../../Sample/cordless-drill-2.png"
};
static const unsigned char asset_14[] = {
#embed "../../../Sample/digital-piano-1.png"
};
static const unsigned char asset_15[] = {
#embed "../../../Sample/digital-piano-2.png"
};
static const unsigned char asset_16[] = {
#embed "../../../Sample/dining-table-1.png"
};
static const unsigned char asset_17[] = {
#embed "../../../Sample/dining-table-2.png"
};
static const unsigned char asset_18[] = {
#embed "../../../Sample/espresso-machine-1.png"
};
static const unsigned char asset_19[] = {
#embed "../../../Sample/espresso-machine-2.png"
};
static const unsigned char asset_20[] = {
#embed "../../../Sample/gold-ring-1.png"
};
static const unsigned char asset_21[] = {
#embed "../../../Sample/gold-ring-2.png"
};
static const unsigned char asset_22[] = {
#embed "../../../Sample/keyboard-1.png"
};
static const unsigned char asset_23[] = {
#embed "../../../Sample/keyboard-2.png"
};
static const unsigned char asset_24[] = {
#embed "../../../Sample/laptop-1.png"
};
static const unsigned char asset_25[] = {
#embed "../../../Sample/laptop-2.png"
};
static const unsigned char asset_26[] = {
#embed "../../../Sample/lawn-mower-1.png"
};
static const unsigned char asset_27[] = {
#embed "../../../Sample/lawn-mower-2.png"
};
static const unsigned char asset_28[] = {
#embed "../../../Sample/loudspeaker-1.png"
};
static const unsigned char asset_29[] = {
#embed "../../../Sample/loudspeaker-2.png"
};
static const unsigned char asset_30[] = {
#embed "../../../Sample/monitor-1.png"
};
static const unsigned char asset_31[] = {
#embed "../../../Sample/monitor-2.png"
};
static const unsigned char asset_32[] = {
#embed "../../../Sample/oil-painting-1.png"
};
static const unsigned char asset_33[] = {
#embed "../../../Sample/oil-painting-2.png"
};
static const unsigned char asset_34[] = {
#embed "../../../Sample/sofa-1.png"
};
static const unsigned char asset_35[] = {
#embed "../../../Sample/sofa-2.png"
};
static const unsigned char asset_36[] = {
#embed "../../../Sample/tea-set-1.png"
};
static const unsigned char asset_37[] = {
#embed "../../../Sample/tea-set-2.png"
};
static const unsigned char asset_38[] = {
#embed "../../../Sample/television-1.png"
};
static const unsigned char asset_39[] = {
#embed "../../../Sample/television-2.png"
};
static const unsigned char asset_40[] = {
#embed "../../../Sample/tent-1.png"
};
static const unsigned char asset_41[] = {
#embed "../../../Sample/tent-2.png"
};
static const unsigned char asset_42[] = {
#embed "../../../Sample/violin-1.png"
};
static const unsigned char asset_43[] = {
#embed "../../../Sample/violin-2.png"
};
static const unsigned char asset_44[] = {
#embed "../../../Sample/winter-coat-1.png"
};
static const unsigned char asset_45[] = {
#embed "../../../Sample/winter-coat-2.png"
};
static const unsigned char asset_46[] = {
#embed "../../../Sample/workbench-1.png"
};
static const unsigned char asset_47[] = {
#embed "../../../Sample/workbench-2.png"
};
static const unsigned char asset_48[] = {
#embed "../../../Sample/wristwatch-1.png"
};
static const unsigned char asset_49[] = {
#embed "../../../Sample/wristwatch-2.png"
};
static const unsigned char asset_50[] = {
#embed "../../../Site/adding.js"
};
static const unsigned char asset_51[] = {
#embed "../../../Site/ahead.js"
};
static const unsigned char asset_52[] = {
#embed "../../../Site/amount.js"
};
static const unsigned char asset_53[] = {
#embed "../../../Site/api.js"
};
static const unsigned char asset_54[] = {
#embed "../../../Site/capture.js"
};
static const unsigned char asset_55[] = {
#embed "../../../Site/companion-editor.css"
};
static const unsigned char asset_56[] = {
#embed "../../../Site/companion-import.css"
};
static const unsigned char asset_57[] = {
#embed "../../../Site/companion-import.js"
};
static const unsigned char asset_58[] = {
#embed "../../../Site/companion-reader.css"
};
static const unsigned char asset_59[] = {
#embed "../../../Site/companion-recorder.css"
};
static const unsigned char asset_60[] = {
#embed "../../../Site/companion-sign-out.js"
};
static const unsigned char asset_61[] = {
#embed "../../../Site/companion.css"
};
static const unsigned char asset_62[] = {
#embed "../../../Site/companion.js"
};
static const unsigned char asset_63[] = {
#embed "../../../Site/conflict.js"
};
static const unsigned char asset_64[] = {
#embed "../../../Site/dialog.js"
};
static const unsigned char asset_65[] = {
#embed "../../../Site/disk.js"
};
static const unsigned char asset_66[] = {
#embed "../../../Site/edit.js"
};
static const unsigned char asset_67[] = {
#embed "../../../Site/events.js"
};
static const unsigned char asset_68[] = {
#embed "../../../Site/figures.js"
};
static const unsigned char asset_69[] = {
#embed "../../../Site/filter.js"
};
static const unsigned char asset_70[] = {
#embed "../../../Site/find.js"
};
static const unsigned char asset_71[] = {
#embed "../../../Site/forms/conflict.html.mustache"
};
static const unsigned char asset_72[] = {
#embed "../../../Site/forms/delete-many.html.mustache"
};
static const unsigned char asset_73[] = {
#embed "../../../Site/forms/delete.html.mustache"
};
static const unsigned char asset_74[] = {
#embed "../../../Site/forms/documents.html.mustache"
};
static const unsigned char asset_75[] = {
#embed "../../../Site/forms/hidden.html.mustache"
};
static const unsigned char asset_76[] = {
#embed "../../../Site/forms/import-control.html.mustache"
};
static const unsigned char asset_77[] = {
#embed "../../../Site/forms/import-file.html.mustache"
};
static const unsigned char asset_78[] = {
#embed "../../../Site/forms/import-list.html.mustache"
};
static const unsigned char asset_79[] = {
#embed "../../../Site/forms/import-options.html.mustache"
};
static const unsigned char asset_80[] = {
#embed "../../../Site/forms/item.html.mustache"
};
static const unsigned char asset_81[] = {
#embed "../../../Site/forms/layout.html.mustache"
};
static const unsigned char asset_82[] = {
#embed "../../../Site/forms/local-ca.html.mustache"
};
static const unsigned char asset_83[] = {
#embed "../../../Site/forms/move.html.mustache"
};
static const unsigned char asset_84[] = {
#embed "../../../Site/forms/overview.html.mustache"
};
static const unsigned char asset_85[] = {
#embed "../../../Site/forms/people.html.mustache"
};
static const unsigned char asset_86[] = {
#embed "../../../Site/forms/phone.html.mustache"
};
static const unsigned char asset_87[] = {
#embed "../../../Site/forms/photos.html.mustache"
};
static const unsigned char asset_88[] = {
#embed "../../../Site/forms/problem.html.mustache"
};
static const unsigned char asset_89[] = {
#embed "../../../Site/forms/relocate.html.mustache"
};
static const unsigned char asset_90[] = {
#embed "../../../Site/forms/remove-photo.html.mustache"
};
static const unsigned char asset_91[] = {
#embed "../../../Site/forms/report.html.mustache"
};
static const unsigned char asset_92[] = {
#embed "../../../Site/forms/scan.html.mustache"
};
static const unsigned char asset_93[] = {
#embed "../../../Site/forms/select.html.mustache"
};
static const unsigned char asset_94[] = {
#embed "../../../Site/forms/session.html.mustache"
};
static const unsigned char asset_95[] = {
#embed "../../../Site/forms/sessions.html.mustache"
};
static const unsigned char asset_96[] = {
#embed "../../../Site/forms/share.html.mustache"
};
static const unsigned char asset_97[] = {
#embed "../../../Site/forms/sign-in.html.mustache"
};
static const unsigned char asset_98[] = {
#embed "../../../Site/forms/sign-out-form.html.mustache"
};
static const unsigned char asset_99[] = {
#embed "../../../Site/forms/sign-out.html.mustache"
};
static const unsigned char asset_100[] = {
#embed "../../../Site/forms/undo-many.html.mustache"
};
static const unsigned char asset_101[] = {
#embed "../../../Site/forms/undo.html.mustache"
};
static const unsigned char asset_102[] = {
#embed "../../../Site/history.js"
};
static const unsigned char asset_103[] = {
#embed "../../../Site/icon-192.png"
};
static const unsigned char asset_104[] = {
#embed "../../../Site/icon-512.png"
};
static const unsigned char asset_105[] = {
#embed "../../../Site/icon.svg"
};
static const unsigned char asset_106[] = {
#embed "../../../Site/index.js"
};
static const unsigned char asset_107[] = {
#embed "../../../Site/inline.js"
};
static const unsigned char asset_108[] = {
#embed "../../../Site/insecure.js"
};
static const unsigned char asset_109[] = {
#embed "../../../Site/item.js"
};
static const unsigned char asset_110[] = {
#embed "../../../Site/keys.js"
};
static const unsigned char asset_111[] = {
#embed "../../../Site/language.js"
};
static const unsigned char asset_112[] = {
#embed "../../../Site/main.js"
};
static const unsigned char asset_113[] = {
#embed "../../../Site/match.js"
};
static const unsigned char asset_114[] = {
#embed "../../../Site/menu.js"
};
static const unsigned char asset_115[] = {
#embed "../../../Site/offline.js"
};
static const unsigned char asset_116[] = {
#embed "../../../Site/openapi.json"
};
static const unsigned char asset_117[] = {
#embed "../../../Site/papers.js"
};
static const unsigned char asset_118[] = {
#embed "../../../Site/picker.js"
};
static const unsigned char asset_119[] = {
#embed "../../../Site/places.js"
};
static const unsigned char asset_120[] = {
#embed "../../../Site/queue.js"
};
static const unsigned char asset_121[] = {
#embed "../../../Site/reorder.js"
};
static const unsigned char asset_122[] = {
#embed "../../../Site/reports.js"
};
static const unsigned char asset_123[] = {
#embed "../../../Site/room.js"
};
static const unsigned char asset_124[] = {
#embed "../../../Site/rows.js"
};
static const unsigned char asset_125[] = {
#embed "../../../Site/scan.js"
};
static const unsigned char asset_126[] = {
#embed "../../../Site/search.js"
};
static const unsigned char asset_127[] = {
#embed "../../../Site/select.js"
};
static const unsigned char asset_128[] = {
#embed "../../../Site/share.js"
};
static const unsigned char asset_129[] = {
#embed "../../../Site/state.js"
};
static const unsigned char asset_130[] = {
#embed "../../../Site/style.css"
};
static const unsigned char asset_131[] = {
#embed "../../../Site/sync.js"
};
static const unsigned char asset_132[] = {
#embed "../../../Site/viewer.js"
};
static const unsigned char asset_133[] = {
#embed "../../../Site/waiting.js"
};
static const unsigned char asset_134[] = {
#embed "../../../Site/worker.js"
};
static const unsigned char asset_135[] = {
#embed "../../../Templates/columns/ar.json"
};
static const unsigned char asset_136[] = {
#embed "../../../Templates/columns/cs.json"
};
static const unsigned char asset_137[] = {
#embed "../../../Templates/columns/da.json"
};
static const unsigned char asset_138[] = {
#embed "../../../Templates/columns/de.json"
};
static const unsigned char asset_139[] = {
#embed "../../../Templates/columns/en.json"
};
static const unsigned char asset_140[] = {
#embed "../../../Templates/columns/es.json"
};
static const unsigned char asset_141[] = {
#embed "../../../Templates/columns/fi.json"
};
static const unsigned char asset_142[] = {
#embed "../../../Templates/columns/fr.json"
};
static const unsigned char asset_143[] = {
#embed "../../../Templates/columns/he.json"
};
static const unsigned char asset_144[] = {
#embed "../../../Templates/columns/hu.json"
};
static const unsigned char asset_145[] = {
#embed "../../../Templates/columns/it.json"
};
static const unsigned char asset_146[] = {
#embed "../../../Templates/columns/ja.json"
};
static const unsigned char asset_147[] = {
#embed "../../../Templates/columns/ko.json"
};
static const unsigned char asset_148[] = {
#embed "../../../Templates/columns/nb.json"
};
static const unsigned char asset_149[] = {
#embed "../../../Templates/columns/nl.json"
};
static const unsigned char asset_150[] = {
#embed "../../../Templates/columns/pl.json"
};
static const unsigned char asset_151[] = {
#embed "../../../Templates/columns/pt.json"
};
static const unsigned char asset_152[] = {
#embed "../../../Templates/columns/ru.json"
};
static const unsigned char asset_153[] = {
#embed "../../../Templates/columns/sv.json"
};
static const unsigned char asset_154[] = {
#embed "../../../Templates/columns/tr.json"
};
static const unsigned char asset_155[] = {
#embed "../../../Templates/columns/zh-Hans.json"
};
static const unsigned char asset_156[] = {
#embed "../../../Templates/columns/zh-Hant.json"
};
static const unsigned char asset_157[] = {
#embed "../../../Templates/cover/de-vhb.json"
};
static const unsigned char asset_158[] = {
#embed "../../../Templates/cover/uk.json"
};
static const unsigned char asset_159[] = {
#embed "../../../Templates/cover/us-ho3.json"
};
static const unsigned char asset_160[] = {
#embed "../../../Templates/insurance/amounts.xml.mustache"
};
static const unsigned char asset_161[] = {
#embed "../../../Templates/insurance/insurance.css.mustache"
};
static const unsigned char asset_162[] = {
#embed "../../../Templates/insurance/insurance.csv.mustache"
};
static const unsigned char asset_163[] = {
#embed "../../../Templates/insurance/insurance.html.mustache"
};
static const unsigned char asset_164[] = {
#embed "../../../Templates/insurance/insurance.json.mustache"
};
static const unsigned char asset_165[] = {
#embed "../../../Templates/insurance/insurance.typ.mustache"
};
static const unsigned char asset_166[] = {
#embed "../../../Templates/insurance/insurance.xml.mustache"
};
static const unsigned char asset_167[] = {
#embed "../../../Templates/insurance/totals.html.mustache"
};
static const unsigned char asset_168[] = {
#embed "../../../Templates/insurance/totals.typ.mustache"
};
static const unsigned char asset_169[] = {
#embed "../../../Templates/inventory/base.html.mustache"
};
static const unsigned char asset_170[] = {
#embed "../../../Templates/inventory/base.typ.mustache"
};
static const unsigned char asset_171[] = {
#embed "../../../Templates/inventory/cards.html.mustache"
};
static const unsigned char asset_172[] = {
#embed "../../../Templates/inventory/cards.typ.mustache"
};
static const unsigned char asset_173[] = {
#embed "../../../Templates/inventory/cell.html.mustache"
};
static const unsigned char asset_174[] = {
#embed "../../../Templates/inventory/chart.svg.mustache"
};
static const unsigned char asset_175[] = {
#embed "../../../Templates/inventory/columns.csv.mustache"
};
static const unsigned char asset_176[] = {
#embed "../../../Templates/inventory/columns.json.mustache"
};
static const unsigned char asset_177[] = {
#embed "../../../Templates/inventory/conversions.html.mustache"
};
static const unsigned char asset_178[] = {
#embed "../../../Templates/inventory/conversions.typ.mustache"
};
static const unsigned char asset_179[] = {
#embed "../../../Templates/inventory/facts.html.mustache"
};
static const unsigned char asset_180[] = {
#embed "../../../Templates/inventory/group.html.mustache"
};
static const unsigned char asset_181[] = {
#embed "../../../Templates/inventory/group.typ.mustache"
};
static const unsigned char asset_182[] = {
#embed "../../../Templates/inventory/inventory.csv.mustache"
};
static const unsigned char asset_183[] = {
#embed "../../../Templates/inventory/inventory.html.mustache"
};
static const unsigned char asset_184[] = {
#embed "../../../Templates/inventory/inventory.json.mustache"
};
static const unsigned char asset_185[] = {
#embed "../../../Templates/inventory/inventory.typ.mustache"
};
static const unsigned char asset_186[] = {
#embed "../../../Templates/inventory/inventory.xml.mustache"
};
static const unsigned char asset_187[] = {
#embed "../../../Templates/inventory/item.typ.mustache"
};
static const unsigned char asset_188[] = {
#embed "../../../Templates/inventory/letterhead.css.mustache"
};
static const unsigned char asset_189[] = {
#embed "../../../Templates/inventory/letterhead.html.mustache"
};
static const unsigned char asset_190[] = {
#embed "../../../Templates/inventory/name.html.mustache"
};
static const unsigned char asset_191[] = {
#embed "../../../Templates/inventory/record.html.mustache"
};
static const unsigned char asset_192[] = {
#embed "../../../Templates/inventory/record.typ.mustache"
};
static const unsigned char asset_193[] = {
#embed "../../../Templates/inventory/rows.html.mustache"
};
static const unsigned char asset_194[] = {
#embed "../../../Templates/inventory/rows.typ.mustache"
};
static const unsigned char asset_195[] = {
#embed "../../../Templates/inventory/sheet-sums.html.mustache"
};
static const unsigned char asset_196[] = {
#embed "../../../Templates/inventory/sheets.css.mustache"
};
static const unsigned char asset_197[] = {
#embed "../../../Templates/inventory/sheets.typ.mustache"
};
static const unsigned char asset_198[] = {
#embed "../../../Templates/inventory/signing.css.mustache"
};
static const unsigned char asset_199[] = {
#embed "../../../Templates/inventory/style.css.mustache"
};
static const unsigned char asset_200[] = {
#embed "../../../Templates/inventory/sums.html.mustache"
};
static const unsigned char asset_201[] = {
#embed "../../../Templates/inventory/sums.typ.mustache"
};
static const unsigned char asset_202[] = {
#embed "../../../Templates/inventory/table.html.mustache"
};
static const unsigned char asset_203[] = {
#embed "../../../Templates/inventory/table.typ.mustache"
};
static const unsigned char asset_204[] = {
#embed "../../../Templates/inventory/thumbnail.html.mustache"
};
static const unsigned char asset_205[] = {
#embed "../../../Templates/inventory/value.json.mustache"
};
static const unsigned char asset_206[] = {
#embed "../../../Templates/labels/labels.html.mustache"
};
static const unsigned char asset_207[] = {
#embed "../../../Templates/labels/labels.typ.mustache"
};
static const unsigned char asset_208[] = {
#embed "../../../Templates/labels/style.css.mustache"
};
static const unsigned char asset_209[] = {
#embed "../../../Templates/page/browse.html.mustache"
};
static const unsigned char asset_210[] = {
#embed "../../../Templates/page/cell.html.mustache"
};
static const unsigned char asset_211[] = {
#embed "../../../Templates/page/chart.svg.mustache"
};
static const unsigned char asset_212[] = {
#embed "../../../Templates/page/directory.html.mustache"
};
static const unsigned char asset_213[] = {
#embed "../../../Templates/page/feed.xml.mustache"
};
static const unsigned char asset_214[] = {
#embed "../../../Templates/page/field.html.mustache"
};
static const unsigned char asset_215[] = {
#embed "../../../Templates/page/head.html.mustache"
};
static const unsigned char asset_216[] = {
#embed "../../../Templates/page/heading.html.mustache"
};
static const unsigned char asset_217[] = {
#embed "../../../Templates/page/heading.text.html.mustache"
};
static const unsigned char asset_218[] = {
#embed "../../../Templates/page/item.html.mustache"
};
static const unsigned char asset_219[] = {
#embed "../../../Templates/page/list.html.mustache"
};
static const unsigned char asset_220[] = {
#embed "../../../Templates/page/more.html.mustache"
};
static const unsigned char asset_221[] = {
#embed "../../../Templates/page/notices.html.mustache"
};
static const unsigned char asset_222[] = {
#embed "../../../Templates/page/overview.html.mustache"
};
static const unsigned char asset_223[] = {
#embed "../../../Templates/page/pager.html.mustache"
};
static const unsigned char asset_224[] = {
#embed "../../../Templates/page/range.html.mustache"
};
static const unsigned char asset_225[] = {
#embed "../../../Templates/page/range.text.html.mustache"
};
static const unsigned char asset_226[] = {
#embed "../../../Templates/page/redirect.html.mustache"
};
static const unsigned char asset_227[] = {
#embed "../../../Templates/page/row.html.mustache"
};
static const unsigned char asset_228[] = {
#embed "../../../Templates/page/search.json.mustache"
};
static const unsigned char asset_229[] = {
#embed "../../../Templates/page/sitemap.xml.mustache"
};
static const unsigned char asset_230[] = {
#embed "../../../Templates/page/title.html.mustache"
};
static const unsigned char asset_231[] = {
#embed "../../../Templates/profiles/private.json"
};
static const unsigned char asset_232[] = {
#embed "../../../Templates/profiles/public.json"
};
static const unsigned char asset_233[] = {
#embed "../../../Templates/profiles/sale.json"
};
static const unsigned char asset_234[] = {
#embed "../../../Templates/profiles/shop.json"
};
static const unsigned char asset_235[] = {
#embed "../../../Templates/programs/discogs.json"
};
static const unsigned char asset_236[] = {
#embed "../../../Templates/programs/encircle.json"
};
static const unsigned char asset_237[] = {
#embed "../../../Templates/programs/goodreads.json"
};
static const unsigned char asset_238[] = {
#embed "../../../Templates/programs/grocy-stock.json"
};
static const unsigned char asset_239[] = {
#embed "../../../Templates/programs/grocy.json"
};
static const unsigned char asset_240[] = {
#embed "../../../Templates/programs/inventree-stock.json"
};
static const unsigned char asset_241[] = {
#embed "../../../Templates/programs/inventree.json"
};
static const unsigned char asset_242[] = {
#embed "../../../Templates/programs/librarything.json"
};
static const unsigned char asset_243[] = {
#embed "../../../Templates/programs/part-db.json"
};
static const unsigned char asset_244[] = {
#embed "../../../Templates/programs/shelf.json"
};
static const unsigned char asset_245[] = {
#embed "../../../Templates/programs/snipe-it-accessories.json"
};
static const unsigned char asset_246[] = {
#embed "../../../Templates/programs/snipe-it-components.json"
};
static const unsigned char asset_247[] = {
#embed "../../../Templates/programs/snipe-it-consumables.json"
};
static const unsigned char asset_248[] = {
#embed "../../../Templates/programs/snipe-it-licences.json"
};
static const unsigned char asset_249[] = {
#embed "../../../Templates/programs/sortly-list.json"
};
static const unsigned char asset_250[] = {
#embed "../../../Templates/programs/sortly.json"
};
static const unsigned char asset_251[] = {
#embed "../../../Templates/proof/check.py"
};
static const unsigned char asset_252[] = {
#embed "../../../Templates/saved/books.json"
};
static const unsigned char asset_253[] = {
#embed "../../../Templates/saved/customs.json"
};
static const unsigned char asset_254[] = {
#embed "../../../Templates/saved/duplicates.json"
};
static const unsigned char asset_255[] = {
#embed "../../../Templates/saved/estate.json"
};
static const unsigned char asset_256[] = {
#embed "../../../Templates/saved/gaps.json"
};
static const unsigned char asset_257[] = {
#embed "../../../Templates/saved/handover.json"
};
static const unsigned char asset_258[] = {
#embed "../../../Templates/saved/move.json"
};
static const unsigned char asset_259[] = {
#embed "../../../Templates/saved/object-id.json"
};
static const unsigned char asset_260[] = {
#embed "../../../Templates/saved/sale.json"
};
static const unsigned char asset_261[] = {
#embed "../../../Templates/saved/scheduled.json"
};
static const unsigned char asset_262[] = {
#embed "../../../Templates/saved/stolen.json"
};
static const unsigned char asset_263[] = {
#embed "../../../Templates/saved/warranties.json"
};
static const unsigned char asset_264[] = {
#embed "../../../Templates/schema/inventory-1.xsd"
};
static const unsigned char asset_265[] = {
#embed "../../../Templates/typst/chart.typ.mustache"
};
static const unsigned char asset_266[] = {
#embed "../../../Templates/typst/page.typ.mustache"
};
static const unsigned char asset_267[] = {
#embed "../../../Templates/typst/volumes.typ.mustache"
};
static const unsigned char asset_268[] = {
#embed "../../../Templates/typst/words.typ.mustache"
};
static const unsigned char asset_269[] = {
#embed "../../../Templates/words/de.json"
};
static const unsigned char asset_270[] = {
#embed "../../../Templates/words/en.json"
};
static const unsigned char asset_271[] = {
#embed "../../../Templates/words/es.json"
};
static const unsigned char asset_272[] = {
#embed "../../../Templates/words/fr.json"
};
static const unsigned char asset_273[] = {
#embed "../../../Templates/words/he.json"
};
static const unsigned char asset_274[] = {
#embed "../../../Templates/words/it.json"
};
static const unsigned char asset_275[] = {
#embed "../../../Templates/words/nl.json"
};
static const unsigned char asset_276[] = {
#embed "../../../Templates/words/pt.json"
};
static const unsigned char asset_277[] = {
#embed "../../../Templates/words/zh-Hans.json"
};
static const unsigned char asset_278[] = {
#embed "../../../Templates/words/zh-Hant.json"
};

static const struct homepwner_asset assets[] = {
    {"Sample/atlas-1.png", asset_0, sizeof asset_0},
    {"Sample/atlas-2.png", asset_1, sizeof asset_1},
    {"Sample/bicycle-1.png", asset_2, sizeof asset_2},
    {"Sample/bicycle-2.png", asset_3, sizeof asset_3},
    {"Sample/bookshelf-1.png", asset_4, sizeof asset_4},
    {"Sample/bookshelf-2.png", asset_5, sizeof asset_5},
    {"Sample/calligraphy-scroll-1.png", asset_6, sizeof asset_6},
    {"Sample/calligraphy-scroll-2.png", asset_7, sizeof asset_7},
    {"Sample/camera-1.png", asset_8, sizeof asset_8},
    {"Sample/camera-2.png", asset_9, sizeof asset_9},
    {"Sample/chefs-knife-1.png", asset_10, sizeof asset_10},
    {"Sample/chefs-knife-2.png", asset_11, sizeof asset_11},
    {"Sample/cordless-drill-1.png", asset_12, sizeof asset_12},
    {"Sample/cordless-drill-2.png", asset_13, sizeof asset_13},
    {"Sample/digital-piano-1.png", asset_14, sizeof asset_14},
    {"Sample/digital-piano-2.png", asset_15, sizeof asset_15},
    {"Sample/dining-table-1.png", asset_16, sizeof asset_16},
    {"Sample/dining-table-2.png", asset_17, sizeof asset_17},
    {"Sample/espresso-machine-1.png", asset_18, sizeof asset_18},
    {"Sample/espresso-machine-2.png", asset_19, sizeof asset_19},
    {"Sample/gold-ring-1.png", asset_20, sizeof asset_20},
    {"Sample/gold-ring-2.png", asset_21, sizeof asset_21},
    {"Sample/keyboard-1.png", asset_22, sizeof asset_22},
    {"Sample/keyboard-2.png", asset_23, sizeof asset_23},
    {"Sample/laptop-1.png", asset_24, sizeof asset_24},
    {"Sample/laptop-2.png", asset_25, sizeof asset_25},
    {"Sample/lawn-mower-1.png", asset_26, sizeof asset_26},
    {"Sample/lawn-mower-2.png", asset_27, sizeof asset_27},
    {"Sample/loudspeaker-1.png", asset_28, sizeof asset_28},
    {"Sample/loudspeaker-2.png", asset_29, sizeof asset_29},
    {"Sample/monitor-1.png", asset_30, sizeof asset_30},
    {"Sample/monitor-2.png", asset_31, sizeof asset_31},
    {"Sample/oil-painting-1.png", asset_32, sizeof asset_32},
    {"Sample/oil-painting-2.png", asset_33, sizeof asset_33},
    {"Sample/sofa-1.png", asset_34, sizeof asset_34},
    {"Sample/sofa-2.png", asset_35, sizeof asset_35},
    {"Sample/tea-set-1.png", asset_36, sizeof asset_36},
    {"Sample/tea-set-2.png", asset_37, sizeof asset_37},
    {"Sample/television-1.png", asset_38, sizeof asset_38},
    {"Sample/television-2.png", asset_39, sizeof asset_39},
    {"Sample/tent-1.png", asset_40, sizeof asset_40},
    {"Sample/tent-2.png", asset_41, sizeof asset_41},
    {"Sample/violin-1.png", asset_42, sizeof asset_42},
    {"Sample/violin-2.png", asset_43, sizeof asset_43},
    {"Sample/winter-coat-1.png", asset_44, sizeof asset_44},
    {"Sample/winter-coat-2.png", asset_45, sizeof asset_45},
    {"Sample/workbench-1.png", asset_46, sizeof asset_46},
    {"Sample/workbench-2.png", asset_47, sizeof asset_47},
    {"Sample/wristwatch-1.png", asset_48, sizeof asset_48},
    {"Sample/wristwatch-2.png", asset_49, sizeof asset_49},
    {"Site/adding.js", asset_50, sizeof asset_50},
    {"Site/ahead.js", asset_51, sizeof asset_51},
    {"Site/amount.js", asset_52, sizeof asset_52},
    {"Site/api.js", asset_53, sizeof asset_53},
    {"Site/capture.js", asset_54, sizeof asset_54},
    {"Site/companion-editor.css", asset_55, sizeof asset_55},
    {"Site/companion-import.css", asset_56, sizeof asset_56},
    {"Site/companion-import.js", asset_57, sizeof asset_57},
    {"Site/companion-reader.css", asset_58, sizeof asset_58},
    {"Site/companion-recorder.css", asset_59, sizeof asset_59},
    {"Site/companion-sign-out.js", asset_60, sizeof asset_60},
    {"Site/companion.css", asset_61, sizeof asset_61},
    {"Site/companion.js", asset_62, sizeof asset_62},
    {"Site/conflict.js", asset_63, sizeof asset_63},
    {"Site/dialog.js", asset_64, sizeof asset_64},
    {"Site/disk.js", asset_65, sizeof asset_65},
    {"Site/edit.js", asset_66, sizeof asset_66},
    {"Site/events.js", asset_67, sizeof asset_67},
    {"Site/figures.js", asset_68, sizeof asset_68},
    {"Site/filter.js", asset_69, sizeof asset_69},
    {"Site/find.js", asset_70, sizeof asset_70},
    {"Site/forms/conflict.html.mustache", asset_71, sizeof asset_71},
    {"Site/forms/delete-many.html.mustache", asset_72, sizeof asset_72},
    {"Site/forms/delete.html.mustache", asset_73, sizeof asset_73},
    {"Site/forms/documents.html.mustache", asset_74, sizeof asset_74},
    {"Site/forms/hidden.html.mustache", asset_75, sizeof asset_75},
    {"Site/forms/import-control.html.mustache", asset_76, sizeof asset_76},
    {"Site/forms/import-file.html.mustache", asset_77, sizeof asset_77},
    {"Site/forms/import-list.html.mustache", asset_78, sizeof asset_78},
    {"Site/forms/import-options.html.mustache", asset_79, sizeof asset_79},
    {"Site/forms/item.html.mustache", asset_80, sizeof asset_80},
    {"Site/forms/layout.html.mustache", asset_81, sizeof asset_81},
    {"Site/forms/local-ca.html.mustache", asset_82, sizeof asset_82},
    {"Site/forms/move.html.mustache", asset_83, sizeof asset_83},
    {"Site/forms/overview.html.mustache", asset_84, sizeof asset_84},
    {"Site/forms/people.html.mustache", asset_85, sizeof asset_85},
    {"Site/forms/phone.html.mustache", asset_86, sizeof asset_86},
    {"Site/forms/photos.html.mustache", asset_87, sizeof asset_87},
    {"Site/forms/problem.html.mustache", asset_88, sizeof asset_88},
    {"Site/forms/relocate.html.mustache", asset_89, sizeof asset_89},
    {"Site/forms/remove-photo.html.mustache", asset_90, sizeof asset_90},
    {"Site/forms/report.html.mustache", asset_91, sizeof asset_91},
    {"Site/forms/scan.html.mustache", asset_92, sizeof asset_92},
    {"Site/forms/select.html.mustache", asset_93, sizeof asset_93},
    {"Site/forms/session.html.mustache", asset_94, sizeof asset_94},
    {"Site/forms/sessions.html.mustache", asset_95, sizeof asset_95},
    {"Site/forms/share.html.mustache", asset_96, sizeof asset_96},
    {"Site/forms/sign-in.html.mustache", asset_97, sizeof asset_97},
    {"Site/forms/sign-out-form.html.mustache", asset_98, sizeof asset_98},
    {"Site/forms/sign-out.html.mustache", asset_99, sizeof asset_99},
    {"Site/forms/undo-many.html.mustache", asset_100, sizeof asset_100},
    {"Site/forms/undo.html.mustache", asset_101, sizeof asset_101},
    {"Site/history.js", asset_102, sizeof asset_102},
    {"Site/icon-192.png", asset_103, sizeof asset_103},
    {"Site/icon-512.png", asset_104, sizeof asset_104},
    {"Site/icon.svg", asset_105, sizeof asset_105},
    {"Site/index.js", asset_106, sizeof asset_106},
    {"Site/inline.js", asset_107, sizeof asset_107},
    {"Site/insecure.js", asset_108, sizeof asset_108},
    {"Site/item.js", asset_109, sizeof asset_109},
    {"Site/keys.js", asset_110, sizeof asset_110},
    {"Site/language.js", asset_111, sizeof asset_111},
    {"Site/main.js", asset_112, sizeof asset_112},
    {"Site/match.js", asset_113, sizeof asset_113},
    {"Site/menu.js", asset_114, sizeof asset_114},
    {"Site/offline.js", asset_115, sizeof asset_115},
    {"Site/openapi.json", asset_116, sizeof asset_116},
    {"Site/papers.js", asset_117, sizeof asset_117},
    {"Site/picker.js", asset_118, sizeof asset_118},
    {"Site/places.js", asset_119, sizeof asset_119},
    {"Site/queue.js", asset_120, sizeof asset_120},
    {"Site/reorder.js", asset_121, sizeof asset_121},
    {"Site/reports.js", asset_122, sizeof asset_122},
    {"Site/room.js", asset_123, sizeof asset_123},
    {"Site/rows.js", asset_124, sizeof asset_124},
    {"Site/scan.js", asset_125, sizeof asset_125},
    {"Site/search.js", asset_126, sizeof asset_126},
    {"Site/select.js", asset_127, sizeof asset_127},
    {"Site/share.js", asset_128, sizeof asset_128},
    {"Site/state.js", asset_129, sizeof asset_129},
    {"Site/style.css", asset_130, sizeof asset_130},
    {"Site/sync.js", asset_131, sizeof asset_131},
    {"Site/viewer.js", asset_132, sizeof asset_132},
    {"Site/waiting.js", asset_133, sizeof asset_133},
    {"Site/worker.js", asset_134, sizeof asset_134},
    {"Templates/columns/ar.json", asset_135, sizeof asset_135},
    {"Templates/columns/cs.json", asset_136, sizeof asset_136},
    {"Templates/columns/da.json", asset_137, sizeof asset_137},
    {"Templates/columns/de.json", asset_138, sizeof asset_138},
    {"Templates/columns/en.json", asset_139, sizeof asset_139},
    {"Templates/columns/es.json", asset_140, sizeof asset_140},
    {"Templates/columns/fi.json", asset_141, sizeof asset_141},
    {"Templates/columns/fr.json", asset_142, sizeof asset_142},
    {"Templates/columns/he.json", asset_143, sizeof asset_143},
    {"Templates/columns/hu.json", asset_144, sizeof asset_144},
    {"Templates/columns/it.json", asset_145, sizeof asset_145},
    {"Templates/columns/ja.json", asset_146, sizeof asset_146},
    {"Templates/columns/ko.json", asset_147, sizeof asset_147},
    {"Templates/columns/nb.json", asset_148, sizeof asset_148},
    {"Templates/columns/nl.json", asset_149, sizeof asset_149},
    {"Templates/columns/pl.json", asset_150, sizeof asset_150},
    {"Templates/columns/pt.json", asset_151, sizeof asset_151},
    {"Templates/columns/ru.json", asset_152, sizeof asset_152},
    {"Templates/columns/sv.json", asset_153, sizeof asset_153},
    {"Templates/columns/tr.json", asset_154, sizeof asset_154},
    {"Templates/columns/zh-Hans.json", asset_155, sizeof asset_155},
    {"Templates/columns/zh-Hant.json", asset_156, sizeof asset_156},
    {"Templates/cover/de-vhb.json", asset_157, sizeof asset_157},
    {"Templates/cover/uk.json", asset_158, sizeof asset_158},
    {"Templates/cover/us-ho3.json", asset_159, sizeof asset_159},
    {"Templates/insurance/amounts.xml.mustache", asset_160, sizeof asset_160},
    {"Templates/insurance/insurance.css.mustache", asset_161, sizeof asset_161},
    {"Templates/insurance/insurance.csv.mustache", asset_162, sizeof asset_162},
    {"Templates/insurance/insurance.html.mustache", asset_163, sizeof asset_163},
    {"Templates/insurance/insurance.json.mustache", asset_164, sizeof asset_164},
    {"Templates/insurance/insurance.typ.mustache", asset_165, sizeof asset_165},
    {"Templates/insurance/insurance.xml.mustache", asset_166, sizeof asset_166},
    {"Templates/insurance/totals.html.mustache", asset_167, sizeof asset_167},
    {"Templates/insurance/totals.typ.mustache", asset_168, sizeof asset_168},
    {"Templates/inventory/base.html.mustache", asset_169, sizeof asset_169},
    {"Templates/inventory/base.typ.mustache", asset_170, sizeof asset_170},
    {"Templates/inventory/cards.html.mustache", asset_171, sizeof asset_171},
    {"Templates/inventory/cards.typ.mustache", asset_172, sizeof asset_172},
    {"Templates/inventory/cell.html.mustache", asset_173, sizeof asset_173},
    {"Templates/inventory/chart.svg.mustache", asset_174, sizeof asset_174},
    {"Templates/inventory/columns.csv.mustache", asset_175, sizeof asset_175},
    {"Templates/inventory/columns.json.mustache", asset_176, sizeof asset_176},
    {"Templates/inventory/conversions.html.mustache", asset_177, sizeof asset_177},
    {"Templates/inventory/conversions.typ.mustache", asset_178, sizeof asset_178},
    {"Templates/inventory/facts.html.mustache", asset_179, sizeof asset_179},
    {"Templates/inventory/group.html.mustache", asset_180, sizeof asset_180},
    {"Templates/inventory/group.typ.mustache", asset_181, sizeof asset_181},
    {"Templates/inventory/inventory.csv.mustache", asset_182, sizeof asset_182},
    {"Templates/inventory/inventory.html.mustache", asset_183, sizeof asset_183},
    {"Templates/inventory/inventory.json.mustache", asset_184, sizeof asset_184},
    {"Templates/inventory/inventory.typ.mustache", asset_185, sizeof asset_185},
    {"Templates/inventory/inventory.xml.mustache", asset_186, sizeof asset_186},
    {"Templates/inventory/item.typ.mustache", asset_187, sizeof asset_187},
    {"Templates/inventory/letterhead.css.mustache", asset_188, sizeof asset_188},
    {"Templates/inventory/letterhead.html.mustache", asset_189, sizeof asset_189},
    {"Templates/inventory/name.html.mustache", asset_190, sizeof asset_190},
    {"Templates/inventory/record.html.mustache", asset_191, sizeof asset_191},
    {"Templates/inventory/record.typ.mustache", asset_192, sizeof asset_192},
    {"Templates/inventory/rows.html.mustache", asset_193, sizeof asset_193},
    {"Templates/inventory/rows.typ.mustache", asset_194, sizeof asset_194},
    {"Templates/inventory/sheet-sums.html.mustache", asset_195, sizeof asset_195},
    {"Templates/inventory/sheets.css.mustache", asset_196, sizeof asset_196},
    {"Templates/inventory/sheets.typ.mustache", asset_197, sizeof asset_197},
    {"Templates/inventory/signing.css.mustache", asset_198, sizeof asset_198},
    {"Templates/inventory/style.css.mustache", asset_199, sizeof asset_199},
    {"Templates/inventory/sums.html.mustache", asset_200, sizeof asset_200},
    {"Templates/inventory/sums.typ.mustache", asset_201, sizeof asset_201},
    {"Templates/inventory/table.html.mustache", asset_202, sizeof asset_202},
    {"Templates/inventory/table.typ.mustache", asset_203, sizeof asset_203},
    {"Templates/inventory/thumbnail.html.mustache", asset_204, sizeof asset_204},
    {"Templates/inventory/value.json.mustache", asset_205, sizeof asset_205},
    {"Templates/labels/labels.html.mustache", asset_206, sizeof asset_206},
    {"Templates/labels/labels.typ.mustache", asset_207, sizeof asset_207},
    {"Templates/labels/style.css.mustache", asset_208, sizeof asset_208},
    {"Templates/page/browse.html.mustache", asset_209, sizeof asset_209},
    {"Templates/page/cell.html.mustache", asset_210, sizeof asset_210},
    {"Templates/page/chart.svg.mustache", asset_211, sizeof asset_211},
    {"Templates/page/directory.html.mustache", asset_212, sizeof asset_212},
    {"Templates/page/feed.xml.mustache", asset_213, sizeof asset_213},
    {"Templates/page/field.html.mustache", asset_214, sizeof asset_214},
    {"Templates/page/head.html.mustache", asset_215, sizeof asset_215},
    {"Templates/page/heading.html.mustache", asset_216, sizeof asset_216},
    {"Templates/page/heading.text.html.mustache", asset_217, sizeof asset_217},
    {"Templates/page/item.html.mustache", asset_218, sizeof asset_218},
    {"Templates/page/list.html.mustache", asset_219, sizeof asset_219},
    {"Templates/page/more.html.mustache", asset_220, sizeof asset_220},
    {"Templates/page/notices.html.mustache", asset_221, sizeof asset_221},
    {"Templates/page/overview.html.mustache", asset_222, sizeof asset_222},
    {"Templates/page/pager.html.mustache", asset_223, sizeof asset_223},
    {"Templates/page/range.html.mustache", asset_224, sizeof asset_224},
    {"Templates/page/range.text.html.mustache", asset_225, sizeof asset_225},
    {"Templates/page/redirect.html.mustache", asset_226, sizeof asset_226},
    {"Templates/page/row.html.mustache", asset_227, sizeof asset_227},
    {"Templates/page/search.json.mustache", asset_228, sizeof asset_228},
    {"Templates/page/sitemap.xml.mustache", asset_229, sizeof asset_229},
    {"Templates/page/title.html.mustache", asset_230, sizeof asset_230},
    {"Templates/profiles/private.json", asset_231, sizeof asset_231},
    {"Templates/profiles/public.json", asset_232, sizeof asset_232},
    {"Templates/profiles/sale.json", asset_233, sizeof asset_233},
    {"Templates/profiles/shop.json", asset_234, sizeof asset_234},
    {"Templates/programs/discogs.json", asset_235, sizeof asset_235},
    {"Templates/programs/encircle.json", asset_236, sizeof asset_236},
    {"Templates/programs/goodreads.json", asset_237, sizeof asset_237},
    {"Templates/programs/grocy-stock.json", asset_238, sizeof asset_238},
    {"Templates/programs/grocy.json", asset_239, sizeof asset_239},
    {"Templates/programs/inventree-stock.json", asset_240, sizeof asset_240},
    {"Templates/programs/inventree.json", asset_241, sizeof asset_241},
    {"Templates/programs/librarything.json", asset_242, sizeof asset_242},
    {"Templates/programs/part-db.json", asset_243, sizeof asset_243},
    {"Templates/programs/shelf.json", asset_244, sizeof asset_244},
    {"Templates/programs/snipe-it-accessories.json", asset_245, sizeof asset_245},
    {"Templates/programs/snipe-it-components.json", asset_246, sizeof asset_246},
    {"Templates/programs/snipe-it-consumables.json", asset_247, sizeof asset_247},
    {"Templates/programs/snipe-it-licences.json", asset_248, sizeof asset_248},
    {"Templates/programs/sortly-list.json", asset_249, sizeof asset_249},
    {"Templates/programs/sortly.json", asset_250, sizeof asset_250},
    {"Templates/proof/check.py", asset_251, sizeof asset_251},
    {"Templates/saved/books.json", asset_252, sizeof asset_252},
    {"Templates/saved/customs.json", asset_253, sizeof asset_253},
    {"Templates/saved/duplicates.json", asset_254, sizeof asset_254},
    {"Templates/saved/estate.json", asset_255, sizeof asset_255},
    {"Templates/saved/gaps.json", asset_256, sizeof asset_256},
    {"Templates/saved/handover.json", asset_257, sizeof asset_257},
    {"Templates/saved/move.json", asset_258, sizeof asset_258},
    {"Templates/saved/object-id.json", asset_259, sizeof asset_259},
    {"Templates/saved/sale.json", asset_260, sizeof asset_260},
    {"Templates/saved/scheduled.json", asset_261, sizeof asset_261},
    {"Templates/saved/stolen.json", asset_262, sizeof asset_262},
    {"Templates/saved/warranties.json", asset_263, sizeof asset_263},
    {"Templates/schema/inventory-1.xsd", asset_264, sizeof asset_264},
    {"Templates/typst/chart.typ.mustache", asset_265, sizeof asset_265},
    {"Templates/typst/page.typ.mustache", asset_266, sizeof asset_266},
    {"Templates/typst/volumes.typ.mustache", asset_267, sizeof asset_267},
    {"Templates/typst/words.typ.mustache", asset_268, sizeof asset_268},
    {"Templates/words/de.json", asset_269, sizeof asset_269},
    {"Templates/words/en.json", asset_270, sizeof asset_270},
    {"Templates/words/es.json", asset_271, sizeof asset_271},
    {"Templates/words/fr.json", asset_272, sizeof asset_272},
    {"Templates/words/he.json", asset_273, sizeof asset_273},
    {"Templates/words/it.json", asset_274, sizeof asset_274},
    {"Templates/words/nl.json", asset_275, sizeof asset_275},
    {"Templates/words/pt.json", asset_276, sizeof asset_276},
    {"Templates/words/zh-Hans.json", asset_277, sizeof asset_277},
    {"Templates/words/zh-Hant.json", asset_278, sizeof asset_278},
};

const struct homepwner_asset *homepwner_assets(size_t *count) {
    *count = sizeof assets / sizeof *assets;
    return assets;
}
