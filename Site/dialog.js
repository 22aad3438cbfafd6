// Questions and forms that stand over the page until they are answered.
import { button, element } from "./announce.js";
import { t } from "./language.js";
import { page } from "./state.js";

export const label = (field) => t(field) === field ? t(`field.${field}`) : t(field);

export function ask({ title, note, content = [], accept, refuse, danger, opened = () => {}, check = () => true }) {
	return new Promise((resolve) => {
		const form = element("form", { method: "dialog", noValidate: true },
			element("h2", { textContent: title }));
		const dialog = element("dialog", { ariaLabel: title }, form);
		if (note) form.append(element("p", { className: "note", textContent: note }));
		form.append(...content, element("p", { className: "actions" },
			button(refuse ?? t("page.cancel"), () => dialog.close()),
			element("button", { textContent: accept, value: "accepted", className: danger ? "danger" : "primary" })));
		form.onsubmit = () => check(form);
		dialog.onclose = () => {
			dialog.remove();
			resolve(dialog.returnValue === "accepted" ? new FormData(form) : null);
		};
		document.body.append(dialog);
		dialog.showModal();
		opened(form);
	});
}

export const askToDelete = (name) => ask({
	title: t("page.deleteQuestion", name), note: t("page.deleteNote"), accept: t("page.delete"), danger: true,
});

export function field(name, value) {
	const isWide = name === "notes";
	const input = element(isWide ? "textarea" : "input", { name, value: value ?? "" });
	if (["value", "quantity"].includes(name)) input.inputMode = "decimal";
	input.placeholder = { value: t("page.moneyHint"), tags: t("page.tagsHint") }[name] ?? "";
	return element("label", { className: isWide ? "wide" : "" }, element("span", { textContent: label(name) }), input);
}

// What was typed: null is not stated, undefined no such value.
const readers = {
	value(text) {
		const found = /^(-?\d{1,15}(?:\.\d{1,4})?)(?: ?([A-Z]{3}))?$/.exec(text);
		return found ? { amount: found[1], currency: found[2] ?? page.dataset.currency } : undefined;
	},
	quantity: (text) => /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined,
	tags: (text) => text.split(";").map((tag) => tag.trim()).filter(Boolean),
};

export function read(name, text) {
	if (text.trim() === "") return name === "name" ? "" : name === "quantity" ? 1 : null;
	return readers[name] ? readers[name](text.trim()) : text;
}

export function isReadable(form) {
	const faults = [...form.querySelectorAll("[name]")].filter((input) => {
		const isWrong = read(input.name, input.value) === undefined;
		input.ariaInvalid = isWrong || null;
		input.title = isWrong ? t("page.badNumber") : "";
		return isWrong;
	});
	faults[0]?.focus();
	return !faults.length;
}
