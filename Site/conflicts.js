// Two changed the same fields: shows both values of each and asks which to keep.
import { element } from "./announce.js";
import { t } from "./language.js";
import { ask, label } from "./dialog.js";
import { nameOf, row } from "./rows.js";

const text = (value) => value == null ? t("notStated") : Array.isArray(value) ? value.map(text).join("; ")
  : typeof value === "object" ? Object.values(value).join(" ") : String(value);

function put(patch, path, value) {
  const last = path.at(-1);
  const inner = path.slice(0, -1).reduce((part, name) => (part[name] ??= {}), patch);
  inner[last] = value;
}

function take(patch, path) {
  if (path.length > 1 && patch[path[0]]) delete patch[path[0]][path[1]];
  else delete patch[path[0]];
}

// Answers the edit to send instead, or null where theirs is kept whole.
export async function settle(edit, problem) {
  const tr = row(edit.id);
  const fields = problem.fields ?? [];
  const choices = fields.map((field) => {
    const set = element("fieldset", {}, element("legend", { textContent: label(field.field) }));
    for (const [side, word] of [["theirs", "page.theirs"], ["yours", "page.yours"]]) {
      const choice = element("input", { type: "radio", name: field.field, value: side, checked: side === "yours" });
      set.append(element("label", {}, choice, element("span", { textContent: `${t(word)}: ${text(field[side])}` })));
    }
    return set;
  });
  const kept = await ask({
    title: t("page.conflict", tr ? nameOf(tr) : ""), note: t("page.conflictNote"), content: choices,
    accept: t("page.keep"), refuse: t("page.discard"),
  });
  if (!kept) return null;
  const next = { ...edit, base: problem.revision, patch: structuredClone(edit.patch ?? {}) };
  for (const field of fields) {
    const path = field.path ?? [field.field];
    if (kept.get(field.field) === "theirs") take(next.patch, path);
    else put(next.patch, path, field.yours);
  }
  const isEmpty = JSON.stringify(next.patch).replace(/[{}]|"\w+":(?=\{\})/g, "").trim() === "";
  if (edit.action === "edit") return isEmpty ? null : next;
  return { ...edit, base: problem.revision };
}
