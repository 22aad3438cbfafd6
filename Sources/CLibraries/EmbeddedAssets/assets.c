#pragma clang diagnostic ignored "-Wc23-extensions"
#include "EmbeddedAssets.h"

// Two entries a file, by hand; a test compares them with the folders.
static const unsigned char inventory_1_xsd[] = {
#embed "../../../Templates/schema/inventory-1.xsd"
};
static const unsigned char inventory_html[] = {
#embed "../../../Templates/inventory/inventory.html.mustache"
};
static const unsigned char inventory_typ[] = {
#embed "../../../Templates/inventory/inventory.typ.mustache"
};
static const unsigned char insurance_html[] = {
#embed "../../../Templates/insurance/insurance.html.mustache"
};
static const unsigned char insurance_csv[] = {
#embed "../../../Templates/insurance/insurance.csv.mustache"
};
static const unsigned char insurance_json[] = {
#embed "../../../Templates/insurance/insurance.json.mustache"
};
static const unsigned char insurance_xml[] = {
#embed "../../../Templates/insurance/insurance.xml.mustache"
};
static const unsigned char insurance_css[] = {
#embed "../../../Templates/insurance/insurance.css.mustache"
};
static const unsigned char insurance_typ[] = {
#embed "../../../Templates/insurance/insurance.typ.mustache"
};
static const unsigned char typst_page[] = {
#embed "../../../Templates/typst/page.typ.mustache"
};
static const unsigned char typst_words[] = {
#embed "../../../Templates/typst/words.typ.mustache"
};
static const unsigned char typst_chart[] = {
#embed "../../../Templates/typst/chart.typ.mustache"
};
static const unsigned char inventory_xml[] = {
#embed "../../../Templates/inventory/inventory.xml.mustache"
};
static const unsigned char inventory_csv[] = {
#embed "../../../Templates/inventory/inventory.csv.mustache"
};
static const unsigned char inventory_json[] = {
#embed "../../../Templates/inventory/inventory.json.mustache"
};
static const unsigned char inventory_css[] = {
#embed "../../../Templates/inventory/style.css.mustache"
};
static const unsigned char inventory_chart[] = {
#embed "../../../Templates/inventory/chart.svg.mustache"
};
static const unsigned char labels_html[] = {
#embed "../../../Templates/labels/labels.html.mustache"
};
static const unsigned char labels_typ[] = {
#embed "../../../Templates/labels/labels.typ.mustache"
};
static const unsigned char labels_css[] = {
#embed "../../../Templates/labels/style.css.mustache"
};
static const unsigned char words_de[] = {
#embed "../../../Templates/words/de.json"
};
static const unsigned char words_en[] = {
#embed "../../../Templates/words/en.json"
};
static const unsigned char words_zh_hans[] = {
#embed "../../../Templates/words/zh-Hans.json"
};
static const unsigned char words_zh_hant[] = {
#embed "../../../Templates/words/zh-Hant.json"
};
static const unsigned char columns_de[] = {
#embed "../../../Templates/columns/de.json"
};
static const unsigned char columns_en[] = {
#embed "../../../Templates/columns/en.json"
};
static const unsigned char columns_es[] = {
#embed "../../../Templates/columns/es.json"
};
static const unsigned char columns_fr[] = {
#embed "../../../Templates/columns/fr.json"
};
static const unsigned char columns_it[] = {
#embed "../../../Templates/columns/it.json"
};
static const unsigned char columns_ja[] = {
#embed "../../../Templates/columns/ja.json"
};
static const unsigned char columns_nl[] = {
#embed "../../../Templates/columns/nl.json"
};
static const unsigned char columns_pt[] = {
#embed "../../../Templates/columns/pt.json"
};
static const unsigned char columns_zh_hans[] = {
#embed "../../../Templates/columns/zh-Hans.json"
};
static const unsigned char columns_zh_hant[] = {
#embed "../../../Templates/columns/zh-Hant.json"
};
static const unsigned char programs_discogs[] = {
#embed "../../../Templates/programs/discogs.json"
};
static const unsigned char programs_encircle[] = {
#embed "../../../Templates/programs/encircle.json"
};
static const unsigned char programs_goodreads[] = {
#embed "../../../Templates/programs/goodreads.json"
};
static const unsigned char programs_grocy_stock[] = {
#embed "../../../Templates/programs/grocy-stock.json"
};
static const unsigned char programs_grocy[] = {
#embed "../../../Templates/programs/grocy.json"
};
static const unsigned char programs_inventree_stock[] = {
#embed "../../../Templates/programs/inventree-stock.json"
};
static const unsigned char programs_inventree[] = {
#embed "../../../Templates/programs/inventree.json"
};
static const unsigned char programs_librarything[] = {
#embed "../../../Templates/programs/librarything.json"
};
static const unsigned char programs_part_db[] = {
#embed "../../../Templates/programs/part-db.json"
};
static const unsigned char programs_shelf[] = {
#embed "../../../Templates/programs/shelf.json"
};
static const unsigned char programs_snipe_it_accessories[] = {
#embed "../../../Templates/programs/snipe-it-accessories.json"
};
static const unsigned char programs_snipe_it_components[] = {
#embed "../../../Templates/programs/snipe-it-components.json"
};
static const unsigned char programs_snipe_it_consumables[] = {
#embed "../../../Templates/programs/snipe-it-consumables.json"
};
static const unsigned char programs_snipe_it_licences[] = {
#embed "../../../Templates/programs/snipe-it-licences.json"
};
static const unsigned char programs_sortly_list[] = {
#embed "../../../Templates/programs/sortly-list.json"
};
static const unsigned char programs_sortly[] = {
#embed "../../../Templates/programs/sortly.json"
};
static const unsigned char page_browse_html[] = {
#embed "../../../Templates/page/browse.html.mustache"
};
static const unsigned char page_chart_svg[] = {
#embed "../../../Templates/page/chart.svg.mustache"
};
static const unsigned char page_directory_html[] = {
#embed "../../../Templates/page/directory.html.mustache"
};
static const unsigned char page_field_html[] = {
#embed "../../../Templates/page/field.html.mustache"
};
static const unsigned char page_head_html[] = {
#embed "../../../Templates/page/head.html.mustache"
};
static const unsigned char page_heading_html[] = {
#embed "../../../Templates/page/heading.html.mustache"
};
static const unsigned char page_heading_text_html[] = {
#embed "../../../Templates/page/heading.text.html.mustache"
};
static const unsigned char page_title_html[] = {
#embed "../../../Templates/page/title.html.mustache"
};
static const unsigned char page_item_html[] = {
#embed "../../../Templates/page/item.html.mustache"
};
static const unsigned char page_list_html[] = {
#embed "../../../Templates/page/list.html.mustache"
};
static const unsigned char page_pager_html[] = {
#embed "../../../Templates/page/pager.html.mustache"
};
static const unsigned char page_row_html[] = {
#embed "../../../Templates/page/row.html.mustache"
};
static const unsigned char page_search_json[] = {
#embed "../../../Templates/page/search.json.mustache"
};
static const unsigned char site_api_js[] = {
#embed "../../../Site/api.js"
};
static const unsigned char site_companion_css[] = {
#embed "../../../Site/companion.css"
};
static const unsigned char site_companion_js[] = {
#embed "../../../Site/companion.js"
};
static const unsigned char site_dialog_js[] = {
#embed "../../../Site/dialog.js"
};
static const unsigned char site_edit_js[] = {
#embed "../../../Site/edit.js"
};
static const unsigned char site_events_js[] = {
#embed "../../../Site/events.js"
};
static const unsigned char site_forms_conflict_html[] = {
#embed "../../../Site/forms/conflict.html.mustache"
};
static const unsigned char site_forms_delete_html[] = {
#embed "../../../Site/forms/delete.html.mustache"
};
static const unsigned char site_forms_hidden_html[] = {
#embed "../../../Site/forms/hidden.html.mustache"
};
static const unsigned char site_forms_item_html[] = {
#embed "../../../Site/forms/item.html.mustache"
};
static const unsigned char site_forms_layout_html[] = {
#embed "../../../Site/forms/layout.html.mustache"
};
static const unsigned char site_forms_move_html[] = {
#embed "../../../Site/forms/move.html.mustache"
};
static const unsigned char site_forms_photos_html[] = {
#embed "../../../Site/forms/photos.html.mustache"
};
static const unsigned char site_forms_problem_html[] = {
#embed "../../../Site/forms/problem.html.mustache"
};
static const unsigned char site_forms_remove_photo_html[] = {
#embed "../../../Site/forms/remove-photo.html.mustache"
};
static const unsigned char site_forms_sign_in_html[] = {
#embed "../../../Site/forms/sign-in.html.mustache"
};
static const unsigned char site_forms_undo_html[] = {
#embed "../../../Site/forms/undo.html.mustache"
};
static const unsigned char site_icon_svg[] = {
#embed "../../../Site/icon.svg"
};
static const unsigned char site_inline_js[] = {
#embed "../../../Site/inline.js"
};
static const unsigned char site_item_js[] = {
#embed "../../../Site/item.js"
};
static const unsigned char site_language_js[] = {
#embed "../../../Site/language.js"
};
static const unsigned char site_main_js[] = {
#embed "../../../Site/main.js"
};
static const unsigned char site_menu_js[] = {
#embed "../../../Site/menu.js"
};
static const unsigned char site_openapi_json[] = {
#embed "../../../Site/openapi.json"
};
static const unsigned char site_reorder_js[] = {
#embed "../../../Site/reorder.js"
};
static const unsigned char site_rows_js[] = {
#embed "../../../Site/rows.js"
};
static const unsigned char site_search_js[] = {
#embed "../../../Site/search.js"
};
static const unsigned char site_state_js[] = {
#embed "../../../Site/state.js"
};
static const unsigned char site_style_css[] = {
#embed "../../../Site/style.css"
};
static const unsigned char site_sync_js[] = {
#embed "../../../Site/sync.js"
};

#define ASSET(path, symbol) {path, symbol, sizeof(symbol)}
static const struct homepwner_asset assets[] = {
    ASSET("Templates/schema/inventory-1.xsd", inventory_1_xsd),
    ASSET("Templates/inventory/inventory.html.mustache", inventory_html),
    ASSET("Templates/inventory/inventory.typ.mustache", inventory_typ),
    ASSET("Templates/insurance/insurance.html.mustache", insurance_html),
    ASSET("Templates/insurance/insurance.csv.mustache", insurance_csv),
    ASSET("Templates/insurance/insurance.json.mustache", insurance_json),
    ASSET("Templates/insurance/insurance.xml.mustache", insurance_xml),
    ASSET("Templates/insurance/insurance.css.mustache", insurance_css),
    ASSET("Templates/insurance/insurance.typ.mustache", insurance_typ),
    ASSET("Templates/typst/page.typ.mustache", typst_page),
    ASSET("Templates/typst/words.typ.mustache", typst_words),
    ASSET("Templates/typst/chart.typ.mustache", typst_chart),
    ASSET("Templates/inventory/inventory.xml.mustache", inventory_xml),
    ASSET("Templates/inventory/inventory.csv.mustache", inventory_csv),
    ASSET("Templates/inventory/inventory.json.mustache", inventory_json),
    ASSET("Templates/inventory/style.css.mustache", inventory_css),
    ASSET("Templates/inventory/chart.svg.mustache", inventory_chart),
    ASSET("Templates/labels/labels.html.mustache", labels_html),
    ASSET("Templates/labels/labels.typ.mustache", labels_typ),
    ASSET("Templates/labels/style.css.mustache", labels_css),
    ASSET("Templates/words/de.json", words_de),
    ASSET("Templates/words/en.json", words_en),
    ASSET("Templates/words/zh-Hans.json", words_zh_hans),
    ASSET("Templates/words/zh-Hant.json", words_zh_hant),
    ASSET("Templates/columns/de.json", columns_de),
    ASSET("Templates/columns/en.json", columns_en),
    ASSET("Templates/columns/es.json", columns_es),
    ASSET("Templates/columns/fr.json", columns_fr),
    ASSET("Templates/columns/it.json", columns_it),
    ASSET("Templates/columns/ja.json", columns_ja),
    ASSET("Templates/columns/nl.json", columns_nl),
    ASSET("Templates/columns/pt.json", columns_pt),
    ASSET("Templates/columns/zh-Hans.json", columns_zh_hans),
    ASSET("Templates/columns/zh-Hant.json", columns_zh_hant),
    ASSET("Templates/programs/discogs.json", programs_discogs),
    ASSET("Templates/programs/encircle.json", programs_encircle),
    ASSET("Templates/programs/goodreads.json", programs_goodreads),
    ASSET("Templates/programs/grocy-stock.json", programs_grocy_stock),
    ASSET("Templates/programs/grocy.json", programs_grocy),
    ASSET("Templates/programs/inventree-stock.json", programs_inventree_stock),
    ASSET("Templates/programs/inventree.json", programs_inventree),
    ASSET("Templates/programs/librarything.json", programs_librarything),
    ASSET("Templates/programs/part-db.json", programs_part_db),
    ASSET("Templates/programs/shelf.json", programs_shelf),
    ASSET("Templates/programs/snipe-it-accessories.json", programs_snipe_it_accessories),
    ASSET("Templates/programs/snipe-it-components.json", programs_snipe_it_components),
    ASSET("Templates/programs/snipe-it-consumables.json", programs_snipe_it_consumables),
    ASSET("Templates/programs/snipe-it-licences.json", programs_snipe_it_licences),
    ASSET("Templates/programs/sortly-list.json", programs_sortly_list),
    ASSET("Templates/programs/sortly.json", programs_sortly),
    ASSET("Templates/page/browse.html.mustache", page_browse_html),
    ASSET("Templates/page/chart.svg.mustache", page_chart_svg),
    ASSET("Templates/page/directory.html.mustache", page_directory_html),
    ASSET("Templates/page/field.html.mustache", page_field_html),
    ASSET("Templates/page/head.html.mustache", page_head_html),
    ASSET("Templates/page/heading.html.mustache", page_heading_html),
    ASSET("Templates/page/heading.text.html.mustache", page_heading_text_html),
    ASSET("Templates/page/title.html.mustache", page_title_html),
    ASSET("Templates/page/item.html.mustache", page_item_html),
    ASSET("Templates/page/list.html.mustache", page_list_html),
    ASSET("Templates/page/pager.html.mustache", page_pager_html),
    ASSET("Templates/page/row.html.mustache", page_row_html),
    ASSET("Templates/page/search.json.mustache", page_search_json),
    ASSET("Site/api.js", site_api_js),
    ASSET("Site/companion.css", site_companion_css),
    ASSET("Site/companion.js", site_companion_js),
    ASSET("Site/dialog.js", site_dialog_js),
    ASSET("Site/edit.js", site_edit_js),
    ASSET("Site/events.js", site_events_js),
    ASSET("Site/forms/conflict.html.mustache", site_forms_conflict_html),
    ASSET("Site/forms/delete.html.mustache", site_forms_delete_html),
    ASSET("Site/forms/hidden.html.mustache", site_forms_hidden_html),
    ASSET("Site/forms/item.html.mustache", site_forms_item_html),
    ASSET("Site/forms/layout.html.mustache", site_forms_layout_html),
    ASSET("Site/forms/move.html.mustache", site_forms_move_html),
    ASSET("Site/forms/photos.html.mustache", site_forms_photos_html),
    ASSET("Site/forms/problem.html.mustache", site_forms_problem_html),
    ASSET("Site/forms/remove-photo.html.mustache", site_forms_remove_photo_html),
    ASSET("Site/forms/sign-in.html.mustache", site_forms_sign_in_html),
    ASSET("Site/forms/undo.html.mustache", site_forms_undo_html),
    ASSET("Site/icon.svg", site_icon_svg),
    ASSET("Site/inline.js", site_inline_js),
    ASSET("Site/item.js", site_item_js),
    ASSET("Site/language.js", site_language_js),
    ASSET("Site/main.js", site_main_js),
    ASSET("Site/menu.js", site_menu_js),
    ASSET("Site/openapi.json", site_openapi_json),
    ASSET("Site/reorder.js", site_reorder_js),
    ASSET("Site/rows.js", site_rows_js),
    ASSET("Site/search.js", site_search_js),
    ASSET("Site/state.js", site_state_js),
    ASSET("Site/style.css", site_style_css),
    ASSET("Site/sync.js", site_sync_js),
};

const struct homepwner_asset *homepwner_assets(size_t *count) {
    *count = sizeof(assets) / sizeof(assets[0]);
    return assets;
}
