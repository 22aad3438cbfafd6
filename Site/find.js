// Finds the items that search, chips and order leave. Loaded when the list is first narrowed or sorted.
import { language, load, t } from "./language.js";
import { entries, isIn, words } from "./index.js";
import { fold } from "./match.js";
import { isEditable } from "./rows.js";
import { asked, has, isFilter, isOnPage, isTagged, marks, tags } from "./search.js";

// Whether two words differ by at most so many letters: one left out, added, wrong, or two swapped.
function isNear(one, other, most) {
	if (Math.abs(one.length - other.length) > most) return false;
	let [before, row] = [[], [...Array(other.length + 1).keys()]];
	for (let i = 1; i <= one.length; i += 1) {
		const next = [i];
		let least = i;
		for (let j = 1; j <= other.length; j += 1) {
			let cost = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(one[i - 1] !== other[j - 1]));
			if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
			next.push(cost);
			least = Math.min(least, cost);
		}
		if (least > most) return false;
		[before, row] = [row, next];
	}
	return row[other.length] <= most;
}

// The words of items that a mistyped word may mean; scripts without spaces are found by part instead.
function similar(word) {
	const most = word.length < 4 || !/^[a-z0-9\u0370-\u052f-]+$/.test(word) ? 0 : word.length < 8 ? 1 : 2;
	if (!most) return [];
	// The first letters of a longer word count too: the word may not be typed to its end.
	return [...words].filter((known) => isNear(word, known, most)
		|| (known.length > word.length && isNear(word, known.slice(0, word.length), 1)));
}

const unanswered = () => ({ fault: t("filterNeedsServer") });
const ask = async (...about) => isEditable ? load("./filter.js").then((filter) => filter.ask(...about), unanswered) : unanswered();

// The items that a filter matches, or those that have every word. A word that no item has is replaced by similar ones.
async function narrowed(isAnywhere) {
	const all = await entries();
	const filters = [...[...has].map((name) => marks[name]), isOnPage, !isAnywhere && asked.place && isIn(asked.place),
		...[...tags].map(isTagged)].filter(Boolean);
	/** @type {any} */
	const { ids, fault } = isFilter(asked.q) ? await ask(asked.q, all) : {};
	if (fault) return { fault, list: [] };
	if (ids) filters.push(({ id }) => ids.has(id));
	let list = all.filter((item) => filters.every((test) => test(item)));
	if (ids) return { list, beyond: ids.size - all.filter(({ id }) => ids.has(id)).length };
	let guessed = "";
	for (const word of fold(asked.q).split(/\s+/).filter(Boolean)) {
		const exact = list.filter(({ texts }) => texts.includes(word));
		const isKnown = exact.length || all.some(({ texts }) => texts.includes(word));
		const like = isKnown ? [] : similar(word);
		const near = like.length ? list.filter(({ texts }) => like.some((other) => texts.includes(other))) : exact;
		if (!exact.length && near.length) guessed ||= word;
		list = near;
	}
	return { list, guessed };
}

function compare(order) {
	const direction = order[0] === "-" ? -1 : 1;
	const field = order.replace("-", "");
	const collator = new Intl.Collator(language, { numeric: true });
	return (one, other) => {
		const [a, b] = [one[field], other[field]];
		if (a == null || b == null) return Number(a == null) - Number(b == null);
		return direction * (["value", "quantity", "price"].includes(field) ? a - b : collator.compare(a, b));
	};
}

// The items in their order, or what is wrong with the filter.
export async function find() {
	const found = await narrowed(false);
	if (asked.sort) found.list.sort(compare(asked.sort));
	return found;
}

// All items that the page's scope, chips and search leave, shown or not; anywhere for those that the place would leave out.
export const matching = async (isAnywhere = false) => (await narrowed(isAnywhere)).list;
