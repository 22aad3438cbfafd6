// Searches by the index and sorts by a column.
import { $, announce, button, element, language, note, page, t, translate, visited } from "./language.js";
import { body, build, fromEntry, isWhole } from "./rows.js";

const most = 500;
let known, asked, own, order;
let words = [];
let turn = 0;

const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase(language);
const searched = "name serialNumber location category manufacturer modelNumber tags".split(" ");

async function load() {
	const loaded = [];
	const read = async (name) => (await fetch(`search/${name}`, { cache: "no-cache" })).json();
	for (let list = { next: "index.json" }; list.next;) {
		list = await read(list.next);
		for (const part of list.parts) for (const entry of await read(part)) loaded.push(fromEntry(entry));
	}
	return known = loaded.map((item) => ({ ...item, texts: fold(searched.map((name) => item[name]).join("\n")) }));
}

// The index; without a connection the one loaded last.
export function entries() {
	return asked ??= load().catch((error) => {
		asked = null;
		if (!known) throw error;
		return known;
	});
}

export function forget() {
	asked = null;
	if (known) entries();
}

// The page's own rows, whatever is shown.
export const rows = () => own ?? [...body.children];

export function drop(tr) {
	tr.remove();
	own = own?.filter((row) => row !== tr);
}

function lay(list) {
	const kept = new Set(list);
	for (const tr of [...body.children]) if (!kept.has(tr) && !tr.matches(".open")) tr.remove();
	list.forEach((tr, index) => {
		const there = body.children[index];
		if (there !== tr) body.insertBefore(tr, there ?? null);
	});
}

export async function arrange(fresh = rows()) {
	const mine = turn += 1;
	const isOn = Boolean(words.length || order);
	const all = isOn && await entries();
	if (mine !== turn) return;
	let said = "";
	own = isOn ? fresh : null;
	if (isOn) {
		const there = new Map([...body.querySelectorAll(".open, .waiting"), ...own].map((tr) => [tr.id, tr]));
		const isAll = words.length || (isWhole && "more" in page.dataset);
		const found = all.filter((item) => (isAll || there.has(item.id)) && words.every((word) => item.texts.includes(word)));
		if (order) found.sort(order);
		lay(found.slice(0, most).map((item) => there.get(item.id) ?? build(item)));
		if (words.length) said = t(!found.length ? "nothingFound"
			: found.length > most ? "foundMany" : "found", found.length, most);
	} else lay(fresh);
	translate();
	body.classList.toggle("arranged", isOn);
	for (const pager of document.querySelectorAll(".pager")) pager.hidden = isOn;
	$("list").hidden = !body.children.length;
	$("found").textContent = said;
}

const heads = [...document.querySelectorAll("#list [data-s]")];

function compare(field, direction) {
	const collator = new Intl.Collator(language, { numeric: true });
	return (one, other) => {
		const [a, b] = [one[field], other[field]];
		if (a == null || b == null) return (a == null) - (b == null);
		return direction * (["value", "quantity"].includes(field) ? a - b : collator.compare(a, b));
	};
}

// Up, down, then the owner's order again.
async function sort(head) {
	const next = head.ariaSort ? { ascending: "descending" }[head.ariaSort] : "ascending";
	for (const other of heads) other.ariaSort = other === head && next || null;
	order = next && compare(head.dataset.s, next === "ascending" ? 1 : -1);
	await arrange();
	announce(order ? t("sorted", head.textContent.trim()) : t("ownOrder"));
}

export function startSort() {
	for (const head of heads) {
		const press = button("", () => sort(head));
		press.append(head.firstElementChild);
		head.append(press);
	}
}

async function search(text) {
	note({ search: text });
	words = fold(text).split(/\s+/).filter(Boolean);
	await arrange();
	announce($("found").textContent);
}

export function startSearch() {
	const field = element("input", { type: "search", id: "query", autocomplete: "off", ariaLabel: t("search"),
		placeholder: t("searchHint") });
	let wait;
	field.oninput = () => {
		clearTimeout(wait);
		wait = setTimeout(() => search(field.value), 120);
	};
	$("search").replaceChildren(element("form", { role: "search", onsubmit: () => false }, field),
		element("p", { className: "note", id: "found" }));
	if (visited.search) {
		field.value = visited.search;
		search(visited.search);
	}
}
