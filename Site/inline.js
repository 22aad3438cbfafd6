// Edits an item in its row, until Done or Cancel.
import { $, button, element, layer, notice, t, translate } from "./language.js";
import { call, renew, warn } from "./api.js";
import { known, redraw, rowFields } from "./ahead.js";
import { nameOf, revisionOf } from "./rows.js";
import { field, fill, isReadable, names, read, shown } from "./dialog.js";
import { enqueue } from "./sync.js";

// Brings back an item that was deleted elsewhere, then makes the edit: undoes the deletion, or adds a new item, without photos,
// if the history no longer shows it.
async function restoreDeleted(tr, before, patch, changes) {
	const deletion = changes.find(({ kind, id, undoneBy }) => kind === "remove" && id === tr.id && !undoneBy);
	if (deletion) {
		delete tr.dataset.gone;
		await enqueue({ action: "undo", revision: deletion.revision, kind: "remove", ids: [tr.id] });
		if (Object.keys(patch).length) await enqueue({ action: "edit", id: tr.id, base: before.revision ?? revisionOf(tr), seen: before.seen, patch });
		return;
	}
	tr.remove();
	const id = crypto.randomUUID();
	const item = Object.fromEntries(names.map((name) => [name, before[name]]).filter(([, value]) => value != null));
	await enqueue({ action: "add", id, item: { ...item, ...patch, id } });
}

// What was typed in a row and not saved, by its item. It is filled in when the row is opened again.
const drafts = new Map();
function take(id) {
	const typed = drafts.get(id);
	drafts.delete(id);
	notice(`draft-${id}`, "");
	return typed;
}

// Edits an item in a dialog, without a connection with the data of the index, in which notes (the last field) are missing.
// Resolves to whether it was accepted.
export async function changeApart(id, title = "", shownFields = names.slice(0, -1), opened = undefined) {
	const before = await known(id).catch(() => null);
	if (!before) {
		warn("offlineUnknown");
		return false;
	}
	const typed = await fill(title || before.name || t("unnamed"), { ...before, ...drafts.get(id) }, shownFields, opened);
	if (!typed) return false;
	take(id);
	const patch = Object.fromEntries(Object.entries(typed)
		.filter(([name, value]) => shown(value) !== shown(read(name, shown(before[name])) ?? null)));
	if (Object.keys(patch).length) await enqueue({ action: "edit", id, base: before.revision, seen: before.seen, patch });
	return true;
}

// Afterwards the row shows its controls again.
export async function change(row, decorate) {
	if (row.matches(".open")) return;
	const before = await known(row.id).catch(() => null);
	warn("problem", !before && navigator.onLine);
	warn("offlineUnknown", !before && !navigator.onLine);
	// The row may have been drawn again or opened meanwhile.
	const tr = $(row.id);
	if (!before || !tr || tr.matches(".open")) return;
	const typed = take(tr.id);
	const cells = [...tr.children];
	const kept = cells.map((cell) => [...cell.childNodes]);
	tr.classList.add("open");
	rowFields.forEach((name, index) => {
		const made = field(name, shown(before[name]));
		// A row has no room for the choice of a currency.
		cells[index].replaceChildren(made.querySelector("label") ?? made);
		const input = made.querySelector("input") ?? cells[index].querySelector("input");
		input.value = typed?.[name] ?? input.value;
	});
	// The date of recording is shown and cannot be edited.
	cells[5].prepend(element("span", {}, t("dateCreated")));
	const unsaved = () => Object.fromEntries([...tr.querySelectorAll("[name]")].filter((input) => input.value !== input.defaultValue)
		.map(({ name, value }) => [name, value]));
	const close = () => {
		leave(() => {});
		cells.forEach((cell, index) => cell.replaceChildren(...kept[index]));
		tr.classList.remove("open");
		decorate(tr);
		translate(tr);
	};
	const focus = () => (tr.querySelector("[data-act=edit]") ?? tr.querySelector("th a")).focus();
	const cancel = () => {
		close();
		focus();
		if (tr.isLate) renew();
	};
	// Escape and going back keep what was typed.
	const suspend = () => {
		if (isSaving) return false;
		const draft = unsaved();
		cancel();
		if (Object.keys(draft).length) {
			drafts.set(tr.id, draft);
			notice(`draft-${tr.id}`, `${nameOf(tr)}: ${t("draft")}`, [button(t("draftOpen"), () => $(tr.id) ? change(tr, decorate) : changeApart(tr.id), "primary")]);
		}
		return true;
	};
	const leave = layer(suspend);
	let isSaving = false;
	const done = async () => {
		if (isSaving || !isReadable(tr, true)) return;
		const patch = {};
		for (const name of rowFields) {
			// The language may have changed since the row was opened, and with it how values are written.
			const { value, defaultValue } = tr.querySelector(`[name=${name}]`);
			if (value !== defaultValue) patch[name] = read(name, value);
		}
		if (!Object.keys(patch).length && !tr.dataset.gone) return cancel();
		if (tr.dataset.gone) {
			// The row stays open until the server says what became of the item.
			const changes = (await call("api/journal?limit=100")).body.entries;
			warn("offlineUnknown", !changes);
			if (!changes) return;
			close();
			notice("gone", "");
			return restoreDeleted(tr, before, patch, changes);
		}
		// The row stays open if the storage is full.
		isSaving = true;
		try {
			await enqueue({ action: "edit", id: tr.id, base: before.revision ?? revisionOf(tr), seen: before.seen, patch });
		} finally {
			isSaving = false;
		}
		close();
		redraw(tr, { ...before, ...patch });
		focus();
	};
	cells.at(-1).replaceChildren(element("span", { className: "rowtools" },
		button(t("done"), done, "primary"), button(t("cancel"), cancel)));
	tr.onkeydown = (event) => {
		// Enter and Escape belong to an input method while it composes.
		if (!tr.matches(".open") || event.isComposing || event.keyCode === 229) return;
		const act = event.key === "Escape" ? suspend : event.key === "Enter" && event.target.matches("input") && done;
		if (!act) return;
		event.preventDefault();
		act();
	};
	tr.querySelector("input").focus();
}
