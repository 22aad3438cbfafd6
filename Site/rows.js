// Rows of the list: read from the page, made from the search index or from an item.
import { $, page } from "./state.js";
import { element } from "./announce.js";
import { language, t } from "./language.js";

export const body = $("rows");
export const isPublic = "public" in page.dataset;
export const isEditable = "editable" in page.dataset;
// Only the whole list has the owner's order.
export const isWhole = /(^|\/)(index\.html|page-\d+\.html)?$/.test(location.pathname);
export const nameOf = (tr) => tr.querySelector("th a")?.textContent ?? "";
export const revisionOf = (tr) => Number(tr.dataset.r ?? 0);

// The order of an entry is that of the template search.json.
const fields = ["id", "revision", "name", "serialNumber", "quantity", "quantityText", "value", "valueText", "location",
	"dateCreated", "dateText", "category", "manufacturer", "modelNumber", "tags"];
export const fromEntry = (entry) => Object.fromEntries(fields.map((name, index) => [name, entry[index]]));

const number = (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value);

// An item as the companion or a form gives it, until the published row comes.
export function fromItem(item) {
	let valueText = null;
	if (item.value) {
		const money = new Intl.NumberFormat(language, { style: "currency", currency: item.value.currency });
		const quantity = item.quantity ?? 1;
		valueText = money.format(quantity === 1 ? item.value.amount : item.value.amount * quantity);
	}
	const date = item.dateCreated ? new Date(item.dateCreated) : new Date();
	return { ...item, quantityText: number(item.quantity ?? 1), valueText,
		dateText: new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(date) };
}

const cell = (tag, text, absent = "notStated") =>
	element(tag, {}, text || element("i", { textContent: t(absent) }));

export function build(item) {
	const name = cell("a", item.name, "unnamed");
	name.href = `item/${item.id}.html`;
	const cells = [element("th", {}, name), cell("td", item.serialNumber), cell("td", item.quantityText),
		cell("td", item.valueText), cell("td", item.location), cell("td", item.dateText)];
	const tr = element("tr", { id: item.id }, ...cells.filter((_, index) => !isPublic || index % 2 === 0 || index === 5));
	tr.dataset.r = item.revision ?? 0;
	if (isEditable) {
		const links = ["edit", "delete"].flatMap((act) =>
			[element("a", { href: `${act}/${item.id}`, textContent: t(`page.${act}`) }), " "]);
		tr.append(element("td", { className: "needs-companion" }, ...links));
	}
	return tr;
}
