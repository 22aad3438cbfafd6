// Edits an item in its row, until Done or Cancel.
import { button, element, notice, t, translate } from "./language.js";
import { item, renew } from "./api.js";
import { build, fromItem, revisionOf } from "./rows.js";
import { decorate } from "./edit.js";
import { entries } from "./search.js";
import { field, isReadable, names as all, read, shown } from "./dialog.js";
import { enqueue, waiting } from "./sync.js";

const names = ["name", "serialNumber", "quantity", "value", "location"];

async function indexed(id) {
	const found = (await entries()).find((entry) => entry.id === id);
	return { ...found, value: found?.value != null && found.quantity === 1 ? { amount: found.value, currency: found.currency } : undefined };
}

// The item as the server or else the index has it, with the waiting edits applied.
async function known(id) {
	return Object.assign({ quantity: 1 }, await item(id).catch(() => indexed(id)),
		...waiting.filter((edit) => edit.id === id && !edit.refused).map((edit) => edit.item ?? edit.patch));
}

export async function change(tr) {
	if (tr.matches(".open")) return;
	const before = await known(tr.id).catch(() => null);
	notice("edit", before ? "" : t("problem"), [], "trouble");
	if (!before) return;
	const cells = [...tr.children];
	const kept = cells.map((cell) => [...cell.childNodes]);
	tr.classList.add("open");
	names.forEach((name, index) => cells[index].replaceChildren(field(name, shown(before[name]))));
	// The date of recording is shown and cannot be edited.
	cells[5].prepend(element("span", {}, t("dateCreated")));
	const close = () => {
		cells.forEach((cell, index) => cell.replaceChildren(...kept[index]));
		tr.classList.remove("open");
		decorate(tr);
		translate(tr);
		(tr.querySelector("[data-act=edit]") ?? tr.querySelector("th a")).focus();
	};
	const cancel = () => {
		close();
		if (tr.isLate) renew();
	};
	const done = async () => {
		if (!isReadable(tr)) return;
		const patch = {};
		for (const name of names) {
			const { value } = tr.querySelector(`[name=${name}]`);
			if (value !== shown(before[name])) patch[name] = read(name, value);
		}
		if (!Object.keys(patch).length && !tr.dataset.gone) return cancel();
		close();
		if (tr.dataset.gone) {
			notice("gone", "");
			tr.remove();
			const id = crypto.randomUUID();
			const item = { id };
			for (const name of all) item[name] = patch[name] ?? before[name] ?? undefined;
			return enqueue({ action: "add", id, item });
		}
		const after = build(fromItem({ ...before, ...patch }));
		after.firstChild.prepend(...tr.querySelectorAll("img"));
		names.forEach((_, index) => cells[index].replaceWith(after.children[0]));
		translate(tr);
		await enqueue({ action: "edit", id: tr.id, base: before.revision ?? revisionOf(tr), patch });
	};
	cells.at(-1).replaceChildren(element("span", { className: "rowtools" },
		button(t("done"), done, "primary"), button(t("cancel"), cancel)));
	tr.onkeydown = (event) => {
		// Enter and Escape belong to an input method while it composes.
		if (!tr.matches(".open") || event.isComposing || event.keyCode === 229) return;
		const act = event.key === "Escape" ? cancel : event.key === "Enter" && event.target.matches("input") && done;
		if (!act) return;
		event.preventDefault();
		act();
	};
	tr.querySelector("input").focus();
}
