// Tidies the tree of places: one is moved into another, with all that is in it, or merged with one of the same path.
import { $, button, element, t } from "./language.js";
import { counts, entries, isIn } from "./index.js";
import { pick } from "./picker.js";
import { enqueue, offerUndo } from "./sync.js";

const isBelow = (place, above) => `${place} / `.startsWith(`${above} / `);

// An empty target means no other place.
async function put(from, target) {
	const to = [target, from.split(" / ").at(-1)].filter(Boolean).join(" / ");
	if (to === from || isBelow(target, from)) return;
	const moved = (await entries().catch(() => [])).filter(isIn(from)).map(({ id }) => id);
	const seq = await enqueue({ action: "relocate", from, to, moved });
	offerUndo(t("placeMoved", from, to), seq, {});
	$("notice-undo").append(element("a", { className: "button", href: `index.html?place=${encodeURIComponent(to)}`, textContent: t("open") }));
}

// Moves a place into the one that is picked.
export async function move(from) {
	const all = await counts("place").catch(() => []);
	const rename = element("a", { className: "button", textContent: t("rename"),
		href: `relocate?from=${encodeURIComponent(from)}&return=${encodeURIComponent(location.pathname)}` });
	const target = await pick(t("movePlace", from.split(" / ").at(-1)), t("topPlace"),
		all.filter(([place]) => !isBelow(place, from)), true, [], rename);
	if (target !== null) await put(from, target);
}

// The path of each place in the tree of the page, if its beginning is on the page.
function paths(tree) {
	const names = [];
	return new Map([...tree.querySelectorAll("li")].map((li) => {
		const level = Number(/level-(\d+)/.exec(li.className)[1]);
		const label = li.querySelector("a > :first-child");
		names.length = level;
		names[level - 1] = label.textContent;
		return [li, label.dataset.w || Object.keys(names).length < level ? "" : names.join(" / ")];
	}));
}

// A place is dragged onto another, or moved by its button.
export function start() {
	const tree = document.querySelector(".directory .tree");
	if (!tree || tree.querySelector(".tidy")) return;
	const known = paths(tree);
	let from = "";
	const over = (event) => {
		const to = known.get(event.target.closest("li"));
		return from && to && !isBelow(to, from) ? to : "";
	};
	const mark = (li) => {
		tree.querySelector(".over")?.classList.remove("over");
		li?.classList.add("over");
	};
	for (const [li, place] of known) {
		if (!place) continue;
		const control = button("⋯", () => move(place).then(() => control.focus()), "tidy");
		control.ariaLabel = t("menu", place);
		li.append(control);
	}
	tree.ondragstart = (event) => { from = known.get(event.target.closest("li")); };
	tree.ondragover = (event) => {
		mark(over(event) ? event.target.closest("li") : null);
		if (over(event)) event.preventDefault();
	};
	tree.ondrop = (event) => {
		event.preventDefault();
		if (over(event)) put(from, over(event));
	};
	tree.ondragend = () => {
		from = "";
		mark();
	};
}
