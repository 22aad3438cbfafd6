// What was typed and not yet done is kept, and offered on return.
import { $, recall, remember } from "./state.js";
import { button, element } from "./announce.js";
import { t } from "./language.js";

const dirty = new Set();
let wait;

export const isDirty = () => dirty.size > 0;

export function keepDraft(name, form) {
	form.oninput = () => {
		dirty.add(name);
		clearTimeout(wait);
		wait = setTimeout(() => {
			if (dirty.has(name)) remember(`draft.${name}`, Object.fromEntries(new FormData(form)));
		}, 400);
	};
}

export function dropDraft(name) {
	clearTimeout(wait);
	dirty.delete(name);
	remember(`draft.${name}`, null);
	offerDrafts();
}

export const draft = (name) => recall(`draft.${name}`);

let resume = () => {};
export function offerDrafts(act = resume) {
	resume = act;
	const place = $("drafts");
	place.replaceChildren();
	if (draft("add")) place.append(element("p", { className: "draft" }, element("span", { textContent: t("page.draft") }),
		button(t("page.draftOpen"), () => { place.replaceChildren(); act(); }, "primary"),
		button(t("page.discard"), () => dropDraft("add"))));
}
