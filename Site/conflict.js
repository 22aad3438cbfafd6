// Asks what to do with an edit of an item that was changed elsewhere, too.
import { t } from "./language.js";
import { item } from "./api.js";
import { ask, choices, shown } from "./dialog.js";

// Shows both values of each field in conflict and asks which to keep.
export async function settle(edit, problem) {
	const fields = problem.fields ?? [];
	const { name = "" } = await item(edit.id).catch(() => ({}));
	const changed = t("conflict", name);
	const kept = await ask(edit.action === "remove" ? {
		isFirm: true, title: t("deleteQuestion", name), note: changed, accept: t("delete"), refuse: t("keep"), danger: true,
	} : {
		isFirm: true, title: changed, note: t("conflictNote"), content: fields.map(({ field, ...sides }) => choices(t(field), "radio", field,
			["theirs", "yours"].map((value) => [value, `${t(value)}: ${shown(sides[value]) || t("notStated")}`]), "yours")),
		accept: t("keep"), refuse: t("discard"),
	});
	if (!kept) return null;
	const patch = edit.patch && { ...edit.patch };
	for (const { field } of fields) if (kept.get(field) === "theirs") delete patch[field];
	return patch && !Object.keys(patch).length ? null : { ...edit, base: problem.revision, patch };
}
