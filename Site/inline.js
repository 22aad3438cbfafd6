// Changing an item in its row, until Done or Cancel.
import { page } from "./state.js";
import { button, element, notice } from "./announce.js";
import { t } from "./language.js";
import { item } from "./api.js";
import { build, fromItem, revisionOf } from "./rows.js";
import { entries } from "./search.js";
import { field, isReadable, read } from "./dialog.js";
import { enqueue } from "./sync.js";

const names = ["name", "serialNumber", "quantity", "value", "location"];
const { currency } = page.dataset;

async function known(id) {
	try { return await item(id); } catch { /* Away, what the index knows has to do. */ }
	const found = (await entries()).find((entry) => entry.id === id);
	const isKnown = found.value != null && found.quantity === 1;
	return { ...found, value: isKnown ? { amount: found.value, currency: found.currency } : undefined };
}

const shown = (value) => value == null ? "" : typeof value !== "object" ? String(value)
	: value.amount + (value.currency === currency ? "" : ` ${value.currency}`);

export async function change(tr, decorate) {
	if (tr.classList.contains("open")) return;
	const before = await known(tr.id).catch(() => null);
	if (!before) return notice("edit", t("page.problem"), [], "trouble");
	const cells = [...tr.children];
	const kept = cells.map((cell) => [...cell.childNodes]);
	tr.classList.add("open");
	names.forEach((name, index) => cells[index].replaceChildren(field(name, shown(before[name]))));
	const close = () => {
		cells.forEach((cell, index) => cell.replaceChildren(...kept[index]));
		tr.classList.remove("open");
		decorate(tr);
		(tr.querySelector("[data-act=edit]") ?? tr.querySelector("th a")).focus();
	};
	const done = async () => {
		if (!isReadable(tr)) return;
		const patch = {};
		for (const name of names) {
			const { value } = tr.querySelector(`[name=${name}]`);
			if (value !== shown(before[name])) patch[name] = read(name, value);
		}
		close();
		if (!Object.keys(patch).length) return;
		const after = build(fromItem({ ...before, ...patch }));
		after.firstChild.prepend(...tr.querySelectorAll("img"));
		names.forEach((_, index) => cells[index].replaceWith(after.children[0]));
		await enqueue({ action: "edit", id: tr.id, base: before.revision ?? revisionOf(tr), patch });
	};
	cells.at(-1).replaceChildren(element("span", { className: "rowtools" },
		button(t("page.done"), done, "primary"), button(t("page.cancel"), close)));
	tr.onkeydown = (event) => {
		if (!tr.classList.contains("open")) return;
		const act = event.key === "Escape" ? close : event.key === "Enter" && event.target.matches("input") && done;
		if (!act) return;
		event.preventDefault();
		act();
	};
	tr.querySelector("input").focus();
}
