// A list page: searches, sorts, remembers, and edits where a companion answers.
import { keepScroll } from "./state.js";
import { startLanguage } from "./language.js";
import { isEditable } from "./rows.js";
import { startSearch } from "./search.js";
import { startSort } from "./sort.js";
import { startMenu } from "./menu.js";

let edit = null;
await startLanguage(() => { startSearch(); edit?.retell(); });
startSearch();
startSort();
startMenu();
if (isEditable) {
	edit = await import("./edit.js");
	await edit.startEditing();
}
keepScroll();
