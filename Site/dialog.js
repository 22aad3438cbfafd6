// Questions and forms in a dialog above the page.
import { amount, currencies, number, settleCurrencies, written } from "./amount.js";
import { counts, path } from "./index.js";
import { $, button, element, hides, load, modal, page, t } from "./language.js";

// Shows a dialog. What is announced meanwhile is announced in it, as all else is inert.
export function show(dialog, closed) {
	const live = $("announcer") ?? "";
	dialog.append(live);
	modal(dialog, () => {
		document.body.append(live);
		closed();
	});
}

/** @param {Record<string, any>} about */
export function ask({ title, note, content = [], accept, refuse, danger, opened, check, isFirm }) {
	return new Promise((resolve) => {
		const form = element("form", { method: "dialog", noValidate: true },
			element("h2", {}, title));
		const dialog = element("dialog", { ariaLabel: title }, form);
		if (note) form.append(element("p", { className: "note", textContent: note }));
		form.append(...content, element("p", { className: "actions" },
			button(refuse ?? t("cancel"), () => dialog.close()),
			element("button", { value: "accepted", className: danger ? "danger" : "primary" }, accept)));
		// What has to be decided is not decided by the Escape key or by going back.
		if (isFirm) dialog.oncancel = (event) => event.preventDefault();
		form.onsubmit = () => check?.(form);
		show(dialog, () => resolve(dialog.returnValue === "accepted" ? new FormData(form) : null));
		opened?.(form);
	});
}

export const labelled = (word, input) => element("label", {}, element("span", {}, t(word)), input, element("small", { role: "alert" }));

// Boxes or buttons to choose from, each with its value and text.
export const choices = (title, type, name, options, chosen = "") => element("fieldset", {}, element("legend", {}, title),
	...options.map(([value, text]) => element("label", {}, element("input", { type, name, value, checked: value === chosen }),
		element("span", {}, text))));

export const names = "name code serialNumber value quantity location category manufacturer modelNumber tags notes".split(" ")
	.filter((name) => !hides(name));

export const shown = (value) => value == null ? "" : Array.isArray(value) ? value.map(shown).join("; ")
	: typeof value === "number" ? written(String(value)) : typeof value !== "object" ? String(value)
		: Object.values(value).filter((part) => part !== page.dataset.currency).map(written).join(" ");

// A form for an edit or a new item; returns what was entered, or null.
export async function fill(title, values, fields, opened) {
	const data = await ask({ title, accept: t("done"), check: (form) => isReadable(form), opened,
		content: [element("div", { className: "fields" },
			...(fields ?? names).map((name) => field(name, shown(values[name]))))] });
	return data && Object.fromEntries((fields ?? names).map((name) =>
		[name, read(name, data.get(name)) ?? (fields ? null : undefined)]));
}

// What other items state, offered while typing.
const suggested = { location: "place", category: "category", manufacturer: "manufacturer", tags: "tag" };
function suggestions(name, input, id) {
	const list = element("datalist", { id: `${id}-list` });
	input.setAttribute("list", list.id);
	input.autocomplete = "off";
	input.onfocus = async () => {
		/** @type {any[]} */
		const known = await counts(suggested[name]).catch(() => []);
		list.replaceChildren(...known.map(([value]) => new Option("", value)));
	};
	return list;
}

// Tags: a comma, a semicolon or Enter ends one, and so does choosing one that is offered. It is then a chip, which a press
// removes. What is typed and not ended counts, too.
function chips(input) {
	const all = element("input", { type: "hidden", name: "tags", value: input.value });
	const shown = element("span", { className: "chips" });
	input.before(all);
	input.name = "";
	function put(tags, rest = "") {
		if (input.value !== rest) input.value = rest;
		all.value = [...tags, rest].filter(Boolean).join("; ");
		all.dispatchEvent(new Event("input", { bubbles: true }));
		shown.replaceChildren(...tags.map((tag) => button(`${tag} ✕`, () => put(tags.filter((other) => other !== tag), input.value), "chip")));
		const end = (text, rest) => put([...new Set([...tags, ...read("tags", text) ?? []])], rest);
		input.oninput = ({ inputType }) => {
			const [, ended, rest] = /^(.*[,;，；、])?(.*)$/.exec(input.value);
			if (inputType === "insertReplacementText") end(input.value);
			else end((ended ?? "").replace(/[,，；、]/g, ";"), rest);
		};
		input.onkeydown = (event) => {
			if (event.key === "Backspace" && !input.value) put(tags.slice(0, -1));
			if (event.key !== "Enter" || event.isComposing || !input.value.trim()) return;
			event.preventDefault();
			end(input.value);
		};
	}
	put(read("tags", input.value) ?? []);
	return shown;
}

const kindOf = (name) => ({ value: "money", quantity: "quantity", notes: "long" }[name] ?? "text");

let count = 0;
export function field(name, value, kind = kindOf(name)) {
	const isWide = kind === "long";
	const input = kind === "flag" ? element("select", { name }, ...["yes", "no"].map((each) => new Option(t(each), each)))
		: element(isWide ? "textarea" : "input", { name, defaultValue: value });
	if (["money", "quantity", "percentage"].includes(kind)) input.inputMode = "decimal";
	if (kind === "date") input.type = kind;
	input.kind = kind;
	input.required = name === "name";
	input.placeholder = { name: t("bad.name"), money: t("moneyHint"), tags: t("tagsHint") }[kind === "text" ? name : kind] ?? "";
	const id = `fault-${count += 1}`;
	input.setAttribute("aria-describedby", id);
	if (["serialNumber", "code"].includes(name)) Object.assign(input, { autocapitalize: "off", spellcheck: false, autocomplete: "off" });
	const made = element("label", { className: isWide ? "wide" : "" }, element("span", {}, t(name)), input,
		element("small", { id }), ...suggested[name] ? [suggestions(name, input, id)] : []);
	const beside = name === "code" ? button(t("scan"), async () => (await load("./scan.js")).enter(input))
		: kind === "money" && currencies(input);
	if (name === "tags") return element("div", {}, made, chips(input));
	return beside ? element("div", { className: "stepper" }, made, beside) : made;
}

// Reads what was entered: null is not stated, undefined is invalid.
const readers = {
	money: amount,
	percentage: (text) => number(text) && Number(number(text)),
	flag: (text) => text === "yes",
	quantity(text) {
		const plain = number(text);
		return /^\d{1,12}(\.\d{1,6})?$/.test(plain) ? Number(plain) : undefined;
	},
	location: (text) => path(text) || null,
	name: (text) => text,
	tags: (text) => text.split(";").map((tag) => tag.trim()).filter(Boolean),
};

export function read(name, text, kind = kindOf(name)) {
	if (text.trim() === "") return name === "name" ? undefined : name === "quantity" ? 1 : null;
	const reader = readers[kind] ?? readers[name];
	return reader ? reader(text.trim()) : text;
}

const faultOf = { money: "value", percentage: "quantity", date: "date" };

// Marks fields that cannot be read. An unchanged field of an item may stay as it is.
export function isReadable(form, keepsUnchanged = false) {
	settleCurrencies(form);
	const faults = [...form.querySelectorAll("[name]")].filter((input) => {
		// A date that is not whole has no value.
		const isWrong = input.validity.badInput || (!(keepsUnchanged && input.value === input.defaultValue)
			&& read(input.name, input.value, input.kind) === undefined);
		input.ariaInvalid = isWrong || null;
		// Choices have no place for a fault.
		const note = input.closest("label").querySelector("small");
		if (note) note.textContent = isWrong ? t(`bad.${faultOf[input.kind] ?? input.name}`) : "";
		return isWrong;
	});
	faults[0]?.focus();
	return !faults.length;
}
