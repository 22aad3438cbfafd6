// Chooses one of many from a list or, of places, from a tree.
import { element, modal, number, t } from "./language.js";

// The first choice means none of them; the list has their values and counts. Resolves to the value, or to null.
export function pick(title, first, list, isTree, chosen = [], ...actions) {
	return new Promise((resolve) => {
		const option = (value, text, count, level = 1) => element("li", { className: `level-${level}` },
			element("button", { value: `=${value}`, ariaPressed: chosen.length ? chosen.includes(value) : null }, element("span", {}, text),
				...count ? [element("span", { className: "count" }, number(count))] : []));
		const dialog = element("dialog", { className: "picker", ariaLabel: title }, element("form", { method: "dialog" },
			element("h2", {}, title), element("ul", { className: "tree" }, option("", first),
				...list.map(([value, count]) => {
					const names = isTree ? value.split(" / ") : [value];
					return option(value, names.at(-1), count, Math.min(names.length, 6));
				})),
			element("p", { className: "actions" }, ...actions, element("button", { value: "" }, t("close")))));
		// Its content fills it, so this is the space around.
		dialog.onclick = ({ target }) => { if (target === dialog) dialog.close(); };
		modal(dialog, () => resolve(dialog.returnValue ? dialog.returnValue.slice(1) : null));
	});
}
