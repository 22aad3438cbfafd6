// A list page: search, sorting, state, and editing if a server answers.
import { button, keepScroll, notice, purge, recall, remember, startLanguage, t } from "./language.js";
import { isEditable } from "./rows.js";
import { arrange, label, startSearch, startSort } from "./search.js";

let edit = null;
await startLanguage(() => { label(); arrange(); edit?.label(); });
startSearch();
startSort();
// If the browser withholds what editing needs, the plain forms stay.
if (isEditable && isSecureContext) {
	edit = await import("./edit.js");
	await edit.startEditing();
} else if (!isEditable) purge();
else if (!recall("insecure")) {
	notice("insecure", t("insecure"), [button(t("close"), () => { remember("insecure", true); notice("insecure", ""); })]);
}
keepScroll();
