// Questions and forms that stand over the page until they are answered.
import { button, element } from "./announce.js";
import { t } from "./language.js";

const plain = ["name", "serialNumber", "quantity", "value", "location", "category", "dateCreated"];
export const label = (field) => t(plain.includes(field) ? field : `field.${field}`);

// Asks; answers the form's data, or null. Escape and Cancel refuse.
export function ask({ title, note, content = [], accept, refuse, danger = false, opened = () => {}, check = () => true }) {
  return new Promise((resolve) => {
    const form = element("form", { method: "dialog", noValidate: true });
    const heading = element("h2", { textContent: title, id: "question" });
    const yes = element("button", { textContent: accept, className: danger ? "danger" : "primary" });
    const dialog = element("dialog", {}, form);
    dialog.setAttribute("aria-labelledby", "question");
    form.append(heading, ...(note ? [element("p", { className: "note", textContent: note })] : []), ...content,
      element("p", { className: "actions" }, button(refuse ?? t("page.cancel"), () => dialog.close()), yes));
    form.addEventListener("submit", (event) => {
      if (!check(form)) event.preventDefault();
      else dialog.returnValue = "accepted";
    });
    yes.value = "accepted";
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "accepted" ? new FormData(form) : null);
    });
    document.body.append(dialog);
    dialog.showModal();
    opened(form);
  });
}

export const askToDelete = (name) => ask({
  title: t("page.deleteQuestion", name), note: t("page.deleteNote"), accept: t("page.delete"), danger: true,
});

export function field(name, value = "", { wide = false, list = "", hint = "" } = {}) {
  const input = element(wide ? "textarea" : "input", { name, value: value ?? "" });
  if (["value", "quantity"].includes(name)) input.inputMode = "decimal";
  if (list) input.setAttribute("list", list);
  if (hint) input.placeholder = hint;
  return element("label", { className: wide ? "wide" : "" }, element("span", { textContent: label(name) }), input);
}

// Reads "12.34" and "12.34 EUR"; null for nothing, undefined for what is no amount.
export function money(text, currency) {
  const found = /^(-?\d{1,15}(?:\.\d{1,4})?)(?: ?([A-Z]{3}))?$/.exec(text.trim());
  if (text.trim() === "") return null;
  return found ? { amount: found[1], currency: found[2] ?? currency } : undefined;
}

export function quantity(text) {
  if (text.trim() === "") return 1;
  return /^\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined;
}

// Marks the fields that cannot be read; true where there are none.
export function isReadable(form) {
  const faults = [];
  for (const [name, read] of [["value", money], ["quantity", quantity]]) {
    const input = form.elements?.[name] ?? form.querySelector(`[name=${name}]`);
    if (!input) continue;
    const isWrong = read(input.value, "USD") === undefined;
    input.toggleAttribute("aria-invalid", false);
    if (isWrong) {
      input.setAttribute("aria-invalid", "true");
      input.title = t("page.badNumber");
      faults.push(input);
    }
  }
  faults[0]?.focus();
  return faults.length === 0;
}
