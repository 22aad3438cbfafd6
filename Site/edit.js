// Edit mode: add, change, delete, move. Every action is an edit in the queue; the published page follows.
import { note, page, visited } from "./state.js";
import { announce, button, element, notice } from "./announce.js";
import { t } from "./language.js";
import { connect, item as ask, session } from "./api.js";
import { body, build, fromItem, nameOf, revisionOf, row } from "./rows.js";
import { entries } from "./search.js";
import { ask as form, askToDelete, field, isReadable, money, quantity } from "./dialog.js";
import { draft, dropDraft, isDirty, keepDraft, offerDrafts } from "./drafts.js";
import { startReordering, step } from "./reorder.js";
import { enqueue, onChange, refresh, replay, takeBack, waiting } from "./sync.js";
import { learn, listen, renew } from "./events.js";

const currency = page.dataset.currency;
const isWhole = /(^|\/)(index\.html|page-\d+\.html)?$/.test(location.pathname);
const plain = new WeakMap();
let isEditing = Boolean(visited.editing);
let toggle;

const tool = (act, text, name, sign = text) => {
  const made = element("button", { type: "button", textContent: sign });
  made.dataset.act = act;
  if (sign !== text) made.setAttribute("aria-label", `${text}: ${name}`);
  return made;
};

// Gives a row the tools of edit mode, or its two links back.
function decorate(tr) {
  const cell = tr.lastElementChild;
  if (!cell || tr.classList.contains("open")) return;
  if (!plain.has(cell)) plain.set(cell, [...cell.childNodes]);
  if (!isEditing) {
    cell.replaceChildren(...plain.get(cell));
    return;
  }
  const name = nameOf(tr);
  const tools = element("span", { className: "rowtools" });
  if (isWhole) {
    const grip = tool("grip", t("page.drag"), name, "≡");
    grip.className = "grip";
    grip.tabIndex = -1;
    tools.append(grip, tool("up", t("page.moveUp"), name, "↑"), tool("down", t("page.moveDown"), name, "↓"));
  }
  tools.append(tool("edit", t("page.edit"), name), tool("delete", t("page.delete"), name));
  tools.lastElementChild.className = "danger";
  cell.replaceChildren(tools);
}

const decorateAll = () => { for (const tr of body.children) decorate(tr); };

function setEditing(on) {
  isEditing = on;
  note({ editing: on });
  toggle.textContent = t(on ? "page.done" : "page.editMode");
  toggle.setAttribute("aria-pressed", String(on));
  document.body.classList.toggle("editing", on);
  decorateAll();
}

async function known(id) {
  try { return await ask(id); } catch { /* Without a connection what the index knows has to do. */ }
  const found = (await entries().catch(() => [])).find((entry) => entry.id === id);
  if (!found) throw new Error("unknown");
  const value = found.amount == null || found.quantity !== 1 ? undefined : { amount: String(found.amount), currency };
  return { ...found, value };
}

const shown = (value) => value ? value.amount + (value.currency === currency ? "" : ` ${value.currency}`) : "";

// Turns a row into fields.
async function change(tr) {
  if (tr.classList.contains("open")) return;
  const before = await known(tr.id).catch(() => null);
  if (!before) return notice("edit", t("page.problem"), [], "trouble");
  const cells = [...tr.children];
  const kept = cells.map((cell) => [...cell.childNodes]);
  tr.classList.add("open");
  const start = { name: before.name, serialNumber: before.serialNumber ?? "", quantity: String(before.quantity),
    value: shown(before.value), location: before.location ?? "" };
  ["name", "serialNumber", "quantity", "value", "location"].forEach((name, index) => {
    const made = field(name, start[name], { list: name === "location" ? "places" : "" });
    cells[index].replaceChildren(made);
  });
  const close = () => {
    cells.forEach((cell, index) => cell.replaceChildren(...kept[index]));
    tr.classList.remove("open");
    decorate(tr);
    (tr.querySelector("[data-act=edit]") ?? tr.querySelector("th a"))?.focus();
  };
  const done = async () => {
    if (!isReadable(tr)) return;
    const value = (name) => tr.querySelector(`[name=${name}]`).value;
    const patch = {};
    for (const name of ["name", "serialNumber", "location"]) {
      if (value(name) !== start[name]) patch[name] = value(name) || (name === "name" ? "" : null);
    }
    if (value("quantity") !== start.quantity) patch.quantity = quantity(value("quantity"));
    if (value("value") !== start.value) patch.value = money(value("value"), currency);
    close();
    if (Object.keys(patch).length === 0) return;
    const after = build(fromItem({ ...before, ...patch }));
    [...after.children].slice(0, -2).forEach((cell, index) => cells[index].replaceChildren(...cell.childNodes));
    await enqueue({ action: "edit", id: tr.id, base: before.revision ?? revisionOf(tr), patch });
  };
  cells.at(-1).replaceChildren(element("span", { className: "rowtools" },
    button(t("page.done"), done, "primary"), button(t("page.cancel"), close)));
  tr.onkeydown = (event) => {
    if (!tr.classList.contains("open")) return;
    if (event.key === "Enter" && event.target.matches("input")) done();
    if (event.key === "Escape") close();
  };
  tr.querySelector("input").focus();
}

async function erase(tr) {
  const name = nameOf(tr) || t("unnamed");
  if (!await askToDelete(name)) return;
  const id = tr.id;
  const next = tr.nextElementSibling ?? tr.previousElementSibling;
  tr.remove();
  (next?.querySelector("th a") ?? toggle).focus();
  await enqueue({ action: "remove", id, base: revisionOf(tr) });
  const undo = async () => {
    notice("undo", "");
    const revision = removed.get(id);
    if (revision != null) await enqueue({ action: "undo", revision });
    else if (await takeBack((edit) => edit.action === "remove" && edit.id === id)) body.insertBefore(tr, next?.parentNode === body ? next : null);
    announce(t("page.undone"));
  };
  notice("undo", t("page.deleted", name), [button(t("page.undo"), undo, "primary")]);
}
const removed = new Map();

async function add() {
  const start = draft("add") ?? {};
  const names = ["name", "serialNumber", "value", "quantity", "location", "category", "manufacturer", "modelNumber"];
  const hints = { value: t("page.moneyHint"), tags: t("page.tagsHint") };
  const fields = element("div", { className: "fields" }, ...names.map((name) =>
    field(name, start[name], { list: name === "location" ? "places" : "", hint: hints[name] })),
  field("tags", start.tags, { hint: hints.tags }), field("notes", start.notes, { wide: true }));
  const data = await form({ title: t("page.newItem"), content: [fields], accept: t("page.done"), check: isReadable,
    opened: (made) => { keepDraft("add", made); made.elements.name.focus(); } });
  dropDraft("add");
  document.getElementById("add").focus();
  if (!data) return;
  const item = { id: crypto.randomUUID(), name: data.get("name") };
  for (const name of [...names.slice(1), "notes"]) if (data.get(name)) item[name] = data.get(name);
  const tags = data.get("tags").split(";").map((tag) => tag.trim()).filter(Boolean);
  if (tags.length) item.tags = tags;
  item.quantity = quantity(data.get("quantity"));
  item.value = money(data.get("value"), currency) ?? undefined;
  if (isWhole) {
    document.getElementById("list").hidden = false;
    const tr = build(fromItem(item));
    body.append(tr);
    decorate(tr);
  }
  await enqueue({ action: "add", item });
  announce(t("page.added", item.name));
}

const acts = { up: (tr) => step(tr, -1), down: (tr) => step(tr, 1), edit: change, delete: erase };

function listenToRows() {
  body.addEventListener("click", (event) => {
    const tr = event.target.closest("tr");
    const control = event.target.closest("[data-act], a[href^='edit/'], a[href^='delete/']");
    if (!tr || !control || event.ctrlKey || event.metaKey || !session?.signedIn && !control.dataset.act) return;
    const act = control.dataset.act ?? control.getAttribute("href").split("/")[0];
    if (!acts[act]) return;
    event.preventDefault();
    acts[act](tr);
  });
  document.getElementById("add").addEventListener("click", (event) => {
    if (!session?.signedIn || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  });
}

function follow({ sent, change, waiting: edits }) {
  if (edits) {
    const ids = new Set(edits.map((edit) => edit.id ?? edit.item?.id));
    for (const tr of body.children) tr.classList.toggle("waiting", ids.has(tr.id));
  }
  if (!sent) return;
  if (sent.action === "remove") removed.set(sent.id, change.revision);
  const tr = row(sent.id ?? sent.item?.id);
  if (tr && change.revision) tr.dataset.r = change.revision;
}

// Puts the words of edit mode in again after another language was chosen.
export function retell() {
  setEditing(isEditing);
  offerDrafts();
  refresh();
}

export async function startEditing() {
  await connect();
  if (!session) {
    // Edits made earlier are not forgotten while the companion is away.
    await refresh(waiting.length ? "offline" : "").catch(() => {});
    if ((await import("./queue.js").then((queue) => queue.all()).catch(() => [])).length) replay();
    return;
  }
  learn();
  const places = element("datalist", { id: "places" });
  for (const link of document.querySelectorAll(".browse ul:first-of-type a")) {
    if (link.firstChild?.nodeType === 3) places.append(new Option(link.firstChild.textContent.trim()));
  }
  document.body.append(places);
  toggle = button("", () => setEditing(!isEditing));
  toggle.id = "edit-mode";
  document.getElementById("actions").append(" ", toggle);
  listenToRows();
  startReordering(() => isEditing);
  onChange(follow);
  setEditing(isEditing && session.signedIn);
  toggle.addEventListener("click", (event) => {
    if (session.signedIn) return;
    event.stopImmediatePropagation();
    location.href = `sign-in?return=${encodeURIComponent(location.pathname)}`;
  }, { capture: true });
  addEventListener("beforeunload", (event) => {
    if (isDirty() || body.querySelector("tr.open") || waiting.some((edit) => !edit.refused)) event.preventDefault();
  });
  await refresh();
  if (!session.signedIn) return;
  offerDrafts(add);
  listen(decorate);
  renew(decorate);
  if (waiting.length) replay();
}
