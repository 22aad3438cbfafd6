// Search over the whole inventory; the index is loaded when first needed.
import { $, note, page, visited } from "./state.js";
import { announce, element } from "./announce.js";
import { language, t, translate } from "./language.js";
import { body, build, fromEntry } from "./rows.js";

const most = 500;
const parts = Number(page.dataset.parts ?? 0);
let index = null;
let own = null;
let turn = 0;

const fold = (text) => (text ?? "").normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase(language);
const searched = ["name", "serialNumber", "location", "category", "manufacturer", "modelNumber", "tags"];
const texts = (item) => fold(searched.map((name) => item[name]).join("\n"));

export function forget() { index = null; }

export async function entries() {
	if (!index) {
		const loaded = [];
		for (let part = 1; part <= parts; part += 1) {
			const answer = await fetch(`search/${part}.json`, { cache: "no-cache" });
			for (const entry of await answer.json()) loaded.push(fromEntry(entry));
		}
		index = loaded.map((item) => ({ ...item, texts: texts(item) }));
	}
	return index;
}

export function show(items) {
	own ??= [...body.children];
	for (const pager of document.querySelectorAll(".pager")) pager.hidden = items !== null;
	if (items === null) {
		body.replaceChildren(...own);
		own = null;
	} else {
		const known = new Map(own.map((tr) => [tr.id, tr]));
		body.replaceChildren(...items.slice(0, most).map((item) => known.get(item.id) ?? build(item)));
	}
	translate(body);
	$("list").hidden = !body.children.length;
}

export const isShowing = () => own !== null;

async function run(text, said) {
	const mine = turn += 1;
	note({ search: text });
	const words = fold(text).split(/\s+/).filter(Boolean);
	if (!words.length) {
		said.textContent = "";
		return show(null);
	}
	const found = (await entries()).filter((item) => words.every((word) => item.texts.includes(word)));
	if (mine !== turn) return;
	show(found);
	said.textContent = !found.length ? t("page.nothingFound")
		: found.length > most ? t("page.foundMany", found.length, most) : t("page.found", found.length);
	announce(said.textContent);
}

export function startSearch() {
	const field = element("input", { type: "search", id: "query", autocomplete: "off", ariaLabel: t("page.search"),
		placeholder: t("page.searchHint") });
	const said = element("p", { className: "note", id: "found" });
	let wait;
	field.oninput = () => {
		clearTimeout(wait);
		wait = setTimeout(() => run(field.value, said), 120);
	};
	$("search").replaceChildren(element("form", { role: "search", onsubmit: () => false }, field), said);
	if (visited.search) {
		field.value = visited.search;
		run(visited.search, said);
	}
}
