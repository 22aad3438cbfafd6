// Rows: read from the page, made from the search index or from an item.
import { $, day, element, money, number, page, t } from "./language.js";

export const body = $("rows");
export const isPublic = "public" in page.dataset;
export const isEditable = "editable" in page.dataset;
export const isWhole = /(^|\/)(index\.html|page-\d+\.html)?$/.test(location.pathname);
export const nameOf = (tr) => tr.querySelector("th a")?.textContent ?? "";
export const revisionOf = (tr) => Number(tr.dataset.r ?? 0);

// The order is that of the template search.json.
const fields = ("id revision name serialNumber quantity value currency location dateCreated category manufacturer "
	+ "modelNumber tags thumbnail").split(" ");
export const fromEntry = (entry) => Object.fromEntries(fields.map((name, index) => [name, entry[index]]));

export function fromItem(item) {
	const { quantity = 1, dateCreated = new Date().toISOString() } = item;
	const { amount, currency } = item.value ?? {};
	const value = amount && quantity !== 1 ? (amount * quantity).toFixed(amount.split(".")[1]?.length ?? 0) : amount;
	return { ...item, quantity, value, currency, dateCreated };
}

const cell = (tag, text, absent = "notStated") =>
	element(tag, {}, text || element("i", {}, t(absent)));

export function build(item) {
	const name = cell("a", item.name, "unnamed");
	name.href = `item/${item.id}.html`;
	const amount = item.value && `${item.value} ${item.currency}`;
	const value = cell("td", amount && money(amount));
	if (amount) value.dataset.m = amount;
	const cells = [element("th", {}, name), cell("td", item.serialNumber), cell("td", number(item.quantity)),
		value, cell("td", item.location), cell("td", day(item.dateCreated))];
	cells[2].dataset.n = item.quantity;
	cells[5].dataset.d = item.dateCreated;
	const tr = element("tr", { id: item.id }, ...cells.filter((_, index) => !isPublic || index % 2 === 0 || index === 5));
	if (item.thumbnail) cells[0].prepend(element("img", { src: `photo/${item.thumbnail}`, alt: "", loading: "lazy" }));
	tr.dataset.r = item.revision ?? 0;
	if (isEditable) {
		tr.append(element("td", {}, ...["edit", "delete"].flatMap((act) =>
			[element("a", { href: `${act}/${item.id}`, textContent: t(act) }), " "])));
	}
	return tr;
}
