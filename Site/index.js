// The search index: every item, with its texts as they are searched.
import { fold } from "./match.js";

// The items as they are published, and with the edits that are not sent yet.
let known, current, asked;
/** @type {(items: any[], prepare: (item: any) => any) => any[] | Promise<any[]>} */
let amend = (items) => items;
export const onLoad = (act) => { amend = act; };

const searched = "name serialNumber location category manufacturer modelNumber code".split(" ");

// The words of all items, collected while the parts of the index arrive.
export const words = new Set();

// Fills in an item; a copy of each would take a quarter longer.
function prepared(item) {
	const texts = fold([...searched.map((name) => item[name]), ...item.tags ?? [], ...item.more ?? [],
		...(item.cells ?? []).map(([kind, data]) => kind === "t" && data)].filter(Boolean).join("\n"));
	texts.match(/[a-z0-9\u0370-\u052f-]{3,}/g)?.forEach(words.add, words);
	return Object.assign(item, { tags: item.tags ?? [], path: path(item.location), texts });
}

// The order is that of the template search.json.
const fields = ("id revision name serialNumber quantity value currency location dateCreated category manufacturer "
	+ "modelNumber tags thumbnail insured hasReceipt warranty code more cells each").split(" ");

// A part has a list for each field.
function itemsOf(part) {
	const items = [];
	part.forEach((values, at) => values.forEach((value, row) => { (items[row] ??= {})[fields[at]] = value; }));
	for (const item of items) item.price = item.cells?.find(([kind]) => kind === "m")?.[1].split(" ")[0];
	return items.map(prepared);
}

async function load() {
	const loaded = [];
	const coming = {};
	const read = async (name) => (await fetch(new URL(`../search/${name}`, import.meta.url), { cache: "no-cache" })).json();
	const ask = (name) => (coming[name] ??= read(name)).catch(() => {});
	// Always there, so that it need not wait for the list of parts.
	ask("1.json");
	for (let list = { next: "index.json" }; list.next;) {
		list = await read(list.next);
		for (const [at, name] of list.parts.entries()) {
			// In order, so that one is worked on while the next arrive.
			list.parts.slice(at, at + 3).map(ask);
			loaded.push(...itemsOf(await coming[name]));
			delete coming[name];
		}
	}
	known = loaded;
	outdate();
}

// "Home/Office" is "Home / Office".
export const path = (location) => (location ?? "").split("/").map((name) => name.trim()).filter(Boolean).join(" / ");

export const isIn = (place) => ({ path }) => `${path} / `.startsWith(`${place} / `);

// The index; without a connection the one loaded last.
export async function entries() {
	await (asked ??= load().catch((error) => {
		asked = null;
		if (!known) throw error;
	}));
	return current ??= amend(known, prepared);
}

// Merges the waiting edits again at the next use.
export function outdate() {
	current = null;
}

// Loads the index again at the next use.
export function forget() {
	asked = null;
	if (known) entries().catch(() => {});
}

// The number of the items, or of all, that have each value, such as a tag; a location counts for all that it is in.
export async function counts(name, items = null) {
	const counted = new Map();
	for (const item of items ?? await entries()) {
		const names = item.path.split(" / ");
		const all = name === "place" ? names.map((_, index) => names.slice(0, index + 1).join(" / "))
			: name === "tag" ? new Set(item.tags) : [item[name]];
		for (const value of all) if (value) counted.set(value, (counted.get(value) ?? 0) + 1);
	}
	const order = new Intl.Collator(document.documentElement.lang, { numeric: true });
	return [...counted].sort(([a], [b]) => order.compare(a, b));
}
