// A list page: search, sorting, state, and editing if a server answers.
import { keepScroll, startLanguage } from "./language.js";
import { isEditable } from "./rows.js";
import { startSearch, startSort } from "./search.js";
import { startMenu } from "./menu.js";

let edit = null;
await startLanguage(() => { startSearch(); edit?.label(); });
startSearch();
startSort();
startMenu();
// If the browser withholds what editing needs, the plain forms stay.
if (isEditable && isSecureContext) {
	edit = await import("./edit.js");
	await edit.startEditing();
}
keepScroll();
