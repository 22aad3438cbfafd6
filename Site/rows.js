// Rows of the list: read from the page, made from the search index or from an item.
import { page } from "./state.js";
import { language, t } from "./language.js";

export const body = document.getElementById("rows");
export const isPublic = "public" in page.dataset;
export const isEditable = "editable" in page.dataset;
export const row = (id) => document.getElementById(id);
export const nameOf = (tr) => tr.querySelector("th a")?.textContent ?? "";
export const revisionOf = (tr) => Number(tr.dataset.r ?? 0);

// The order of an entry is that of the template search.json.
export function fromEntry(entry) {
  const [id, revision, name, serialNumber, quantity, quantityText, amount, valueText, location, dateCreated, dateText,
    category, manufacturer, modelNumber, tags] = entry;
  return { id, revision, name, serialNumber, quantity, quantityText, amount, valueText, location, dateCreated,
    dateText, category, manufacturer, modelNumber, tags };
}

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

function cell(tag, text, absent) {
  const made = document.createElement(tag);
  if (text) made.append(text);
  else {
    const mark = document.createElement("i");
    mark.textContent = t(absent);
    made.append(mark);
  }
  return made;
}

export function build(item) {
  const tr = document.createElement("tr");
  tr.id = item.id;
  tr.dataset.r = item.revision ?? 0;
  const name = cell("th", "", "");
  const link = cell("a", item.name, "unnamed");
  link.href = `item/${item.id}.html`;
  name.replaceChildren(link);
  tr.append(name);
  if (!isPublic) tr.append(cell("td", item.serialNumber, "notStated"));
  tr.append(cell("td", item.quantityText, "notStated"));
  if (!isPublic) tr.append(cell("td", item.valueText, "notStated"));
  tr.append(cell("td", item.location, "notStated"), cell("td", item.dateText, "notStated"));
  if (isEditable) {
    const tools = document.createElement("td");
    tools.className = "needs-companion";
    for (const [path, word] of [["edit", "page.edit"], ["delete", "page.delete"]]) {
      const link = document.createElement("a");
      link.href = `${path}/${item.id}`;
      link.textContent = t(word);
      tools.append(link, " ");
    }
    tr.append(tools);
  }
  return tr;
}
