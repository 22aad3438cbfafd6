// Rows: read from the page, made from the search index or from an item.
import { $, decimals, element, hides, page, t } from "./language.js";

export const body = $("rows");
// The rows as they were published; pages of items have none.
export const published = new Map([...body?.children ?? []].map((tr) => [tr.id, tr.outerHTML]));
export const isPublic = "public" in page.dataset;
export const isEditable = "editable" in page.dataset;
export const nameOf = (tr) => (tr.querySelector("th a")?.textContent ?? tr.querySelector("[name=name]")?.defaultValue) || t("unnamed");
export const revisionOf = (tr) => Number(tr.dataset.r);

export const units = (amount) => BigInt(amount.replace(".", ""));
// The amount of a count of smallest units, with the decimals of another amount.
export function fromUnits(units, other) {
	const digits = decimals(other);
	const text = `${units}`.padStart(digits + 1, "0");
	const at = text.length - digits;
	return text.slice(0, at) + (digits ? `.${text.slice(at)}` : "");
}

// The sum of the values in each currency, such as "12.34 USD".
export function sums(list) {
	const found = new Map();
	for (const { value, currency } of list) {
		if (value) found.set(currency, { sum: (found.get(currency)?.sum ?? 0n) + units(value), value });
	}
	return [...found].sort().map(([currency, { sum, value }]) => `${fromUnits(sum, value)} ${currency}`);
}

function cell(text, data = {}) {
	const made = element("td", {}, text || element("i"));
	Object.assign(made.dataset, data);
	return made;
}

// Cards show only the last name of a place.
function place(location) {
	const [, above, leaf] = /^(.*\/\s*(?=\S))?(.*)$/s.exec(location ?? "");
	const made = cell(leaf);
	if (above) made.prepend(element("span", {}, above));
	return made;
}

// A value of a column that rows have no usual place for: an amount, a day or a text.
function own([kind, data]) {
	const td = cell(kind === "t" && data);
	td.className = "own";
	if (kind === "m") td.replaceChildren(element("data", { value: data }));
	if (kind === "d") td.replaceChildren(element("time", { dateTime: data }));
	return td;
}

// A row before translation: numbers, amounts, dates and words follow in the reader's language.
export function build(item) {
	const heading = element("th", {}, element("a", { href: `item/${item.id}.html` }, item.name || element("i")));
	const cells = [heading, !isPublic && cell(item.serialNumber), cell("", hides("quantity") ? {} : { n: item.quantity }),
		!isPublic && cell("", item.value && { m: `${item.value} ${item.currency}` }), place(item.location),
		cell("", hides("dateCreated") ? {} : { d: item.dateCreated }), ...(item.cells ?? []).map(own)];
	const tr = element("tr", { id: item.id }, ...cells.filter(Boolean));
	if (item.thumbnail) heading.prepend(element("img", { src: `photo/${item.thumbnail}`, alt: "", loading: "lazy" }));
	tr.dataset.r = item.revision ?? 0;
	if (isEditable) {
		tr.append(element("td", {}, ...["edit", "delete"].flatMap((act) => [element("a", { href: `${act}/${item.id}` }), " "])));
	}
	return tr;
}
