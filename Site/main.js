// A list page: search, sorting, state, and editing if a server answers.
import { load, purge, startLanguage } from "./language.js";
import { isEditable } from "./rows.js";
import { arrange, keepPlace, label, startSearch, startSort } from "./search.js";

let edit = null;
await startLanguage(() => { label(); arrange(); edit?.label(); });
const arranged = startSearch();
startSort();
if (isEditable) {
	edit = await (isSecureContext ? import("./edit.js") : load("./insecure.js"));
	await edit.startEditing();
} else purge();
await arranged;
keepPlace();
