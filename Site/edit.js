// Edit mode: every action is an edit in the queue; the published page follows.
import { $, note, page, visited } from "./state.js";
import { announce, button, element, notice } from "./announce.js";
import { t } from "./language.js";
import { away, connect, session } from "./api.js";
import { body, build, fromItem, isWhole, nameOf, revisionOf } from "./rows.js";
import { ask, askToDelete, field, isReadable, read } from "./dialog.js";
import { draft, dropDraft, isDirty, keepDraft, offerDrafts } from "./drafts.js";
import { change } from "./inline.js";
import { startReordering, step } from "./reorder.js";
import { enqueue, enter, onChange, refresh, replay, takeBack, waiting } from "./sync.js";
import { learn, listen, renew } from "./events.js";

const plain = new WeakMap();
const removed = new Map();
let isEditing = Boolean(visited.editing);
let toggle;

function tool(act, text, name, sign = text) {
	const made = button(sign, null, act === "grip" ? "grip" : "");
	made.dataset.act = act;
	if (sign !== text) Object.assign(made, { title: text, ariaLabel: `${text}: ${name}` });
	return made;
}

function decorate(tr) {
	const cell = tr.lastElementChild;
	if (tr.classList.contains("open")) return;
	if (!plain.has(cell)) plain.set(cell, [...cell.childNodes]);
	const name = nameOf(tr);
	const moves = [["grip", "page.drag", "≡"], ["up", "page.moveUp", "↑"], ["down", "page.moveDown", "↓"]]
		.map(([act, word, sign]) => tool(act, t(word), name, sign));
	moves[0].tabIndex = -1;
	cell.replaceChildren(...isEditing ? [element("span", { className: "rowtools" }, ...isWhole ? moves : [],
		tool("edit", t("page.edit"), name), tool("delete", t("page.delete"), name))] : plain.get(cell));
}

function setEditing(on) {
	isEditing = on;
	note({ editing: on });
	toggle.textContent = t(on ? "page.done" : "page.editMode");
	toggle.ariaPressed = on;
	for (const tr of body.children) decorate(tr);
}

async function erase(tr) {
	const name = nameOf(tr);
	if (!await askToDelete(name)) return;
	const { id } = tr;
	const next = tr.nextElementSibling;
	(next?.querySelector("th a") ?? toggle).focus();
	tr.remove();
	await enqueue({ action: "remove", id, base: revisionOf(tr) });
	notice("undo", t("page.deleted", name), [button(t("page.undo"), async () => {
		notice("undo", "");
		if (!removed.has(id) && await takeBack((edit) => edit.action === "remove" && edit.id === id)) {
			body.insertBefore(tr, next?.parentNode === body ? next : null);
		} else await enqueue({ action: "undo", revision: removed.get(id) });
		announce(t("page.undone"));
	}, "primary")]);
}

async function add() {
	const names = ["name", "serialNumber", "value", "quantity", "location", "category", "manufacturer", "modelNumber",
		"tags", "notes"];
	const data = await ask({ title: t("page.newItem"), accept: t("page.done"), check: isReadable,
		content: [element("div", { className: "fields" }, ...names.map((name) => field(name, draft("add")?.[name])))],
		opened: (form) => { keepDraft("add", form); form.elements.name.focus(); } });
	dropDraft("add");
	$("add").focus();
	if (!data) return;
	const item = { id: crypto.randomUUID() };
	for (const name of names) {
		const value = read(name, data.get(name));
		if (value !== null) item[name] = value;
	}
	if (isWhole) {
		const tr = build(fromItem(item));
		body.append(tr);
		$("list").hidden = false;
		decorate(tr);
	}
	await enqueue({ action: "add", item });
	announce(t("page.added", item.name));
}

const acts = { up: (tr) => step(tr, -1), down: (tr) => step(tr, 1), edit: (tr) => change(tr, decorate), delete: erase };

function listenToClicks() {
	document.onclick = (event) => {
		if (!session.signedIn || event.ctrlKey || event.metaKey) return;
		const control = event.target.closest("#add, [data-act], #rows a[href^='edit/'], #rows a[href^='delete/']");
		const act = control?.dataset.act ?? control?.getAttribute("href").split("/")[0];
		if (control?.id === "add") add();
		else if (acts[act]) acts[act](control.closest("tr"));
		else return;
		event.preventDefault();
	};
}

function follow({ sent, change, waiting: edits }) {
	if (edits) {
		const ids = new Set(edits.map((edit) => edit.id ?? edit.item?.id));
		for (const tr of body.children) tr.classList.toggle("waiting", ids.has(tr.id));
	}
	if (!sent) return;
	if (sent.action === "remove") removed.set(sent.id, change.revision);
	const tr = $(sent.id ?? sent.item?.id);
	if (tr) tr.dataset.r = change.revision;
}

export function retell() {
	if (!toggle) return;
	setEditing(isEditing);
	offerDrafts();
	refresh();
}

export async function startEditing() {
	await connect();
	onChange(follow);
	addEventListener("beforeunload", (event) => {
		if (isDirty() || body.querySelector("tr.open") || waiting.length) event.preventDefault();
	});
	await refresh();
	if (waiting.length) replay();
	if (!session) return;
	learn();
	toggle = button("", () => session.signedIn ? setEditing(!isEditing) : enter());
	toggle.id = "edit-mode";
	if (away) page.classList.toggle("away", session.signedIn);
	(away && !session.signedIn ? $("tools") : $("actions")).append(" ", toggle);
	listenToClicks();
	startReordering(() => isEditing && isWhole);
	setEditing(isEditing && session.signedIn);
	if (!session.signedIn) return;
	offerDrafts(add);
	if (away) return;
	listen(decorate);
	renew(decorate);
}
