// Shows both values of each contested field and asks which to keep.
import { $ } from "./state.js";
import { element } from "./announce.js";
import { t } from "./language.js";
import { ask, label } from "./dialog.js";
import { nameOf } from "./rows.js";

const text = (value) => value == null ? t("notStated") : Array.isArray(value) ? value.map(text).join("; ")
	: typeof value === "object" ? Object.values(value).join(" ") : value;

function choices({ field, ...sides }) {
	const options = ["theirs", "yours"].map((side) => {
		const choice = element("input", { type: "radio", name: field, value: side, checked: side === "yours" });
		return element("label", {}, choice, element("span", { textContent: `${t(`page.${side}`)}: ${text(sides[side])}` }));
	});
	return element("fieldset", {}, element("legend", { textContent: label(field) }), ...options);
}

export async function settle(edit, problem) {
	const fields = problem.fields ?? [];
	const tr = $(edit.id);
	const kept = await ask({
		title: t("page.conflict", tr ? nameOf(tr) : ""), note: t("page.conflictNote"), content: fields.map(choices),
		accept: t("page.keep"), refuse: t("page.discard"),
	});
	if (!kept) return null;
	const patch = structuredClone(edit.patch ?? {});
	for (const { field, path } of fields) {
		if (kept.get(field) === "yours") continue;
		const inner = path.slice(0, -1).reduce((part, name) => part?.[name], patch);
		if (inner) delete inner[path.at(-1)];
	}
	const isLeft = (value) => value === null || typeof value !== "object" || Object.keys(value).length > 0;
	if (edit.action === "edit" && !Object.values(patch).some(isLeft)) return null;
	return { ...edit, base: problem.revision, patch: edit.patch && patch };
}
