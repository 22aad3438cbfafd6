// Sorting by a column: up, down, then the owner's order again.
import { $, page } from "./state.js";
import { announce, button } from "./announce.js";
import { language, t } from "./language.js";
import { isWhole } from "./rows.js";
import { entries, show } from "./search.js";

const heads = [...document.querySelectorAll("#list [data-s]")];

function compare(field, direction) {
	const collator = new Intl.Collator(language, { numeric: true });
	return (one, other) => {
		const [a, b] = [one[field], other[field]];
		if (a == null || b == null) return (a == null) - (b == null);
		return direction * (["value", "quantity"].includes(field) ? a - b : collator.compare(a, b));
	};
}

async function sort(head) {
	const before = head.ariaSort;
	for (const other of heads) other.ariaSort = null;
	if (before === "descending") {
		show(null);
		return announce(t("page.ownOrder"));
	}
	const direction = before === "ascending" ? -1 : 1;
	head.ariaSort = direction > 0 ? "ascending" : "descending";
	const items = await entries();
	const isAll = isWhole && page.dataset.pages > 1;
	show(items.filter((item) => isAll || $(item.id)).sort(compare(head.dataset.s, direction)));
	announce(t("page.sorted", head.textContent.trim()));
}

export function startSort() {
	for (const head of heads) {
		const press = button("", () => sort(head));
		press.append(head.firstElementChild);
		head.append(press);
	}
}
