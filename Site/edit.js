// Edit mode: every action is an edit in the queue; the published page follows.
import { $, announce, button, element, notice, page, recall, remember, t, tab, translate } from "./language.js";
import { away, connect, follow, renew, session } from "./api.js";
import { body, build, fromItem, isWhole, nameOf, revisionOf } from "./rows.js";
import { ask, fill } from "./dialog.js";
import { drop, entries } from "./search.js";
import { change } from "./inline.js";
import { startReordering, step } from "./reorder.js";
import { enqueue, enter, onChange, refresh, replay, takeBack, waiting } from "./sync.js";
import { put, restore } from "./events.js";

const removed = new Map();
let isEditing = !!recall("editing", tab);
let toggle;

const tools = { drag: "≡", moveUp: "↑", moveDown: "↓", edit: "", delete: "" };

function tool([act, sign], name) {
	const made = button(sign || t(act));
	made.dataset.act = act;
	if (sign) Object.assign(made, { title: t(act), ariaLabel: `${t(act)}: ${name}` });
	if (act === "drag") made.tabIndex = -1;
	return made;
}

export function decorate(tr) {
	const cell = tr.lastElementChild;
	if (tr.matches(".open")) return;
	cell.plain ??= [...cell.childNodes];
	const own = Object.entries(tools).filter(([, sign]) => isWhole || !sign).map((each) => tool(each, nameOf(tr)));
	cell.replaceChildren(...isEditing ? [element("span", { className: "rowtools" }, ...own)] : cell.plain);
}

function setEditing(on) {
	isEditing = on;
	remember("editing", on, tab);
	toggle.textContent = t(on ? "done" : "editMode");
	toggle.ariaPressed = on;
	for (const tr of body.children) decorate(tr);
	// Without a connection rows are edited with the data of the index.
	if (on) entries().catch(() => {});
}

async function erase(tr) {
	const name = nameOf(tr);
	if (!await ask({ title: t("deleteQuestion", name), note: t("deleteNote"), accept: t("delete"), danger: true })) return;
	const { id } = tr;
	const next = tr.nextElementSibling;
	(next?.querySelector("th a") ?? toggle).focus();
	drop(tr);
	await enqueue({ action: "remove", id, base: revisionOf(tr) });
	notice("undo", t("deleted", name), [button(t("undo"), async () => {
		notice("undo", "");
		body.insertBefore(tr, next?.parentNode === body ? next : null);
		tr.querySelector("th a").focus();
		if (removed.has(id) || !await takeBack((edit) => edit.action === "remove" && edit.id === id)) {
			await enqueue({ action: "undo", revision: removed.get(id) });
		}
		announce(t("undone"));
	}, "primary")]);
}

// A form that was filled in and not sent is kept, and offered on return.
let isTyping = false;

function dropDraft() {
	isTyping = false;
	remember("draft", null);
	offerDraft();
}

function offerDraft() {
	$("drafts").replaceChildren(...session.signedIn && recall("draft") ? [element("p", { className: "draft" },
		element("span", {}, t("draft")), button(t("draftOpen"), add, "primary"), button(t("discard"), dropDraft))] : []);
}

async function add() {
	$("drafts").replaceChildren();
	const item = await fill(t("newItem"), recall("draft") ?? {}, null, (form) => {
		form.oninput = () => {
			isTyping = true;
			remember("draft", Object.fromEntries(new FormData(form)));
		};
		form.elements.name.focus();
	});
	dropDraft();
	$("add").focus();
	if (!item) return;
	const id = item.id = crypto.randomUUID();
	if (isWhole) {
		body.append(build(fromItem(item)));
		translate(body);
		$("list").hidden = false;
	}
	await enqueue({ action: "add", id, item });
	notice("added", t("added", item.name),
		[element("a", { className: "button", href: `item/${id}.html`, textContent: t("open") })]);
}

const acts = { add, moveUp: (tr) => step(tr, "up"), moveDown: (tr) => step(tr, "down"), edit: change, delete: erase };

function choose(event) {
	if (!session.signedIn || event.ctrlKey || event.metaKey) return;
	const control = event.target.closest("#add, [data-act], #rows td a");
	const act = control?.dataset.act ?? control?.getAttribute("href").split(/\W/)[0];
	if (!acts[act]) return;
	for (const name of ["undo", "added"]) notice(name, "");
	acts[act](control.closest("tr"));
	event.preventDefault();
}

function apply({ sent, dropped, change, waiting: edits }) {
	if (edits) {
		const ids = new Set(edits.map(({ id }) => id));
		for (const tr of body.children) if (!tr.classList.toggle("waiting", ids.has(tr.id)) && tr.isLate) renew();
	}
	if (dropped) {
		if (dropped.action === "remove") notice("undo", "");
		restore(dropped.id);
	}
	if (!sent) return;
	if (sent.action === "remove") removed.set(sent.id, change.revision);
	const tr = $(sent.id);
	if (tr) tr.dataset.r = change.revision;
}

export function label() {
	if (!toggle) return;
	setEditing(isEditing);
	offerDraft();
	refresh();
}

export async function startEditing() {
	await connect();
	onChange(apply);
	addEventListener("beforeunload", (event) => {
		if (isTyping || body.querySelector("tr.open") || waiting.length) event.preventDefault();
	});
	await refresh();
	if (waiting.length) replay();
	if (!session) return;
	toggle = button("", () => session.signedIn ? setEditing(!isEditing) : enter());
	toggle.id = "edit-mode";
	if (away) page.classList.toggle("away", session.signedIn);
	(away && !session.signedIn ? $("tools") : $("actions")).append(" ", toggle);
	document.onclick = choose;
	startReordering(() => isEditing && isWhole && !body.matches(".arranged"));
	new MutationObserver(() => {
		for (const tr of body.children) if (isEditing !== Boolean(tr.querySelector(".rowtools"))) decorate(tr);
	}).observe(body, { childList: true });
	setEditing(isEditing && session.signedIn);
	if (!session.signedIn) return;
	offerDraft();
	follow(put);
}
