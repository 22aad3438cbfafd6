// Questions and forms in a dialog above the page.
import { button, element, page, t } from "./language.js";
import { item } from "./api.js";

export function ask({ title, note, content = [], accept, refuse, danger, opened, check }) {
	return new Promise((resolve) => {
		const form = element("form", { method: "dialog", noValidate: true },
			element("h2", {}, title));
		const dialog = element("dialog", { ariaLabel: title }, form);
		if (note) form.append(element("p", { className: "note", textContent: note }));
		form.append(...content, element("p", { className: "actions" },
			button(refuse ?? t("cancel"), () => dialog.close()),
			element("button", { value: "accepted", className: danger ? "danger" : "primary" }, accept)));
		form.onsubmit = () => check?.(form);
		dialog.onclose = () => {
			dialog.remove();
			resolve(dialog.returnValue === "accepted" ? new FormData(form) : null);
		};
		document.body.append(dialog);
		dialog.showModal();
		opened?.(form);
	});
}

export const names = "name serialNumber value quantity location category manufacturer modelNumber tags notes".split(" ");

export const shown = (value) => value == null ? "" : Array.isArray(value) ? value.map(shown).join("; ")
	: typeof value !== "object" ? String(value)
		: Object.values(value).filter((part) => part !== page.dataset.currency).join(" ");

// A form for an edit or a new item; returns what was entered, or null.
export async function fill(title, values, fields, opened) {
	const data = await ask({ title, accept: t("done"), check: isReadable, opened,
		content: [element("div", { className: "fields" },
			...(fields ?? names).map((name) => field(name, shown(values[name]))))] });
	return data && Object.fromEntries((fields ?? names).map((name) =>
		[name, read(name, data.get(name)) ?? (fields ? null : undefined)]));
}

let count = 0;
export function field(name, value) {
	const isWide = name === "notes";
	const input = element(isWide ? "textarea" : "input", { name, value });
	if (["value", "quantity"].includes(name)) input.inputMode = "decimal";
	input.placeholder = { value: t("moneyHint"), tags: t("tagsHint") }[name] ?? "";
	const id = `fault-${count += 1}`;
	input.setAttribute("aria-describedby", id);
	return element("label", { className: isWide ? "wide" : "" }, element("span", {}, t(name)), input,
		element("small", { id }));
}

// Reads what was entered: null is not stated, undefined is invalid.
const readers = {
	value(text) {
		const [, whole, digits = "", code] = /^(-?\d{1,15})(?:\.(\d{1,4}))?(?: ?([A-Z]{3}))?$/i.exec(text) ?? [];
		const currency = code?.toUpperCase() ?? page.dataset.currency;
		if (!whole || !Intl.supportedValuesOf("currency").includes(currency)) return undefined;
		const { maximumFractionDigits: most } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
		if (digits.length > most) return undefined;
		return { amount: most ? `${whole}.${digits.padEnd(most, "0")}` : whole, currency };
	},
	quantity: (text) => /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined,
	tags: (text) => text.split(";").map((tag) => tag.trim()).filter(Boolean),
};

export function read(name, text) {
	if (text.trim() === "") return { name: "", quantity: 1 }[name] ?? null;
	return readers[name] ? readers[name](text.trim()) : text;
}

export function isReadable(form) {
	const faults = [...form.querySelectorAll("[name]")].filter((input) => {
		const isWrong = read(input.name, input.value) === undefined;
		input.ariaInvalid = isWrong || null;
		input.nextSibling.textContent = isWrong ? t(`bad.${input.name}`) : "";
		return isWrong;
	});
	faults[0]?.focus();
	return !faults.length;
}

// Shows both values of each field in conflict and asks which to keep.
const choices = ({ field, ...sides }) => element("fieldset", {}, element("legend", {}, t(field)),
	...["theirs", "yours"].map((value) => element("label", {},
		element("input", { type: "radio", name: field, value, checked: value === "yours" }),
		element("span", {}, `${t(value)}: ${shown(sides[value]) || t("notStated")}`))));

export async function settle(edit, problem) {
	const fields = problem.fields ?? [];
	const { name = "" } = await item(edit.id).catch(() => ({}));
	const changed = t("conflict", name);
	const kept = await ask(edit.action === "remove" ? {
		title: t("deleteQuestion", name), note: changed, accept: t("delete"), refuse: t("keep"), danger: true,
	} : {
		title: changed, note: t("conflictNote"), content: fields.map(choices),
		accept: t("keep"), refuse: t("discard"),
	});
	if (!kept) return null;
	const patch = edit.patch && { ...edit.patch };
	for (const { field } of fields) if (kept.get(field) === "theirs") delete patch[field];
	return patch && !Object.keys(patch).length ? null : { ...edit, base: problem.revision, patch };
}
