// Items as the edits that wait will leave them.
import { translate } from "./language.js";
import { item } from "./api.js";
import { entries, isIn, path } from "./index.js";
import { build, fromUnits, units } from "./rows.js";
import { idsOf, touches } from "./queue.js";
import { lastOf, waiting } from "./sync.js";

// The fields of a row that can be edited.
export const rowFields = ["name", "serialNumber", "quantity", "value", "location"];

export function millionths(quantity) {
	const [whole, fraction = ""] = `${quantity}`.split(".");
	return BigInt(whole + fraction.padEnd(6, "0"));
}

// Halves are rounded to the even digit, as by the program.
/** @param {bigint} number @param {bigint} by */
function divide(number, by) {
	const rest = number % by * 2n;
	return number / by + BigInt(rest > by || (rest === by && number / by % 2n === 1n));
}

// The value of one unit; the index has that of all, and the other only if they differ.
export const single = ({ value, each, currency }) => value && { amount: each ?? value, currency };

// An item as the index and a row have it.
export function fromItem(item) {
	const { quantity = 1, warranty, dateCreated = new Date().toISOString() } = item;
	const { amount: each, currency } = item.value ?? {};
	const value = each && fromUnits(divide(units(each) * millionths(quantity), 1000000n), each);
	return { ...item, quantity, value, each, currency, dateCreated, warranty: typeof warranty === "string" ? warranty : warranty?.expires };
}

// An item as an edit leaves it.
export const edited = (before, { action, from, to, item, patch, addTags = [], removeTags = [] }) => {
	if (action === "relocate") {
		const place = path(before.location);
		return isIn(from)({ path: place }) ? { ...before, location: to + place.slice(from.length) } : before;
	}
	const after = { ...before, ...item, ...patch };
	// The server merges it, too; the index has its last day alone.
	if (patch?.warranty) after.warranty = { ...typeof before.warranty === "string" ? { expires: before.warranty } : before.warranty, ...patch.warranty };
	return { ...after, tags: [...new Set([...after.tags ?? [], ...addTags])].filter((tag) => !removeTags.includes(tag)) };
};

// The items that leave all lists when the waiting edits are made.
export const gone = () => new Set(waiting.filter(({ action, patch, refused }) => !refused && (/^remove/.test(action) || patch?.archived))
	.flatMap(idsOf));

// The index with the edits that wait.
export function amend(items, prepared) {
	let list = items;
	for (const edit of waiting) {
		if (edit.refused) continue;
		if (edit.action === "add" && !list.some(({ id }) => id === edit.id)) list = [prepared(fromItem(edit.item)), ...list];
		if (edit.action === "relocate") {
			list = list.map((known) => isIn(edit.from)(known) ? prepared(edited(known, edit)) : known);
		}
		const ids = new Set(/^edit/.test(edit.action) ? idsOf(edit) : []);
		list = list.map((known) => ids.has(known.id) ? prepared(fromItem(edited({ ...known, value: single(known) }, edit))) : known);
	}
	const absent = gone();
	return list.filter(({ id }) => !absent.has(id));
}

export async function indexed(id) {
	const found = (await entries()).find((entry) => entry.id === id);
	if (!found) throw new Error();
	return { ...found, value: single(found) };
}

// The item as the server or else the index has it, with the waiting edits applied.
export async function known(id) {
	const found = await item(id).catch(() => indexed(id));
	const edits = waiting.filter((edit) => !edit.refused && touches(edit, id));
	return { ...edits.reduce(edited, { quantity: 1, ...found }), seen: lastOf(id) };
}

// Shows an item in its row, which keeps its own photo.
export function redraw(tr, item) {
	const after = build(fromItem({ ...item, thumbnail: "" }));
	after.firstChild.prepend(...tr.querySelectorAll("img"));
	for (const cell of [...tr.children].slice(0, rowFields.length)) cell.replaceWith(after.children[0]);
	translate(tr);
}
