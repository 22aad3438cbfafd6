// Shows the edits that wait: in the rows, also after the page was loaded again, and in the count and the sums.
import { $, element, load, page, t, translate } from "./language.js";
import { fromItem, gone, indexed, known, redraw } from "./ahead.js";
import { entries, path } from "./index.js";
import { body, build } from "./rows.js";
import { arrange, drop, isNarrowed, isOnPage, reveal, sum, totals } from "./search.js";
import { idsOf } from "./queue.js";
import { waiting } from "./sync.js";

// A row for an item that is not on the page yet, at its beginning or end; none if it belongs on another page.
export function place(item, where) {
	if (!isOnPage({ ...item, path: path(item.location), tags: item.tags ?? [] })) return null;
	const tr = build(fromItem(item));
	body[where === "first" ? "prepend" : "append"](tr);
	translate(tr);
	reveal();
	return tr;
}

const pictures = new Map();
function showPhoto(tr, key, file) {
	if (tr.querySelector("th img")) return;
	if (!pictures.has(key)) pictures.set(key, URL.createObjectURL(file));
	const src = pictures.get(key);
	const img = element("img", { src, alt: "" });
	// Not every browser can show what a phone takes.
	img.onerror = () => {
		pictures.set(key, "");
		img.remove();
	};
	if (src) tr.firstElementChild.prepend(img);
	tr.querySelector("td > [href^=photos]")?.remove();
}

export async function show() {
	gone().forEach(drop);
	for (const edit of waiting) {
		const { action, id, key, item, file, place: where, refused } = edit;
		let tr = $(id);
		if (refused || tr?.matches(".open")) continue;
		for (const row of /^edit|^relocate/.test(action) ? idsOf(edit).map($) : []) {
			const now = row && !row.matches(".open") && await (id ? known : indexed)(row.id).catch(() => null);
			if (now) redraw(row, now);
			row?.classList.add("waiting");
		}
		if (action === "add" && !tr) tr = place(item, where);
		else if (action === "move" && tr) {
			const [way, other] = where.split(":");
			$(other)?.[way](tr);
		} else if (action === "photo" && tr) showPhoto(tr, key, file);
		tr?.classList.add("waiting");
	}
}

// The published count and sums do not include what waits.
export async function count() {
	if (isNarrowed()) return arrange();
	const all = await entries().catch(() => null);
	if (!all || !waiting.length) return;
	const ours = all.filter(isOnPage);
	if (!isNarrowed()) sum(t("itemCount", ours.length) + totals(ours));
	if ($("below")) (await load("./figures.js")).showPlaces($("below"), all, page.dataset.name);
}
