// Edit mode: every action is an edit in the queue; the published page follows.
import { $, announce, button, element, notice, page, recall, remember, t, tab } from "./language.js";
import { away, connect, session } from "./api.js";
import { body, build, fromItem, isWhole, nameOf, revisionOf } from "./rows.js";
import { askToDelete, fill } from "./dialog.js";
import { drop, entries } from "./search.js";
import { change } from "./inline.js";
import { startReordering, step } from "./reorder.js";
import { enqueue, enter, onChange, refresh, replay, takeBack, waiting } from "./sync.js";
import { learn, listen, renew } from "./events.js";

const removed = new Map();
let isEditing = !!recall("editing", tab);
let toggle;

function tool(act, text, name, sign = text) {
	const made = button(sign, null, act === "grip" ? "grip" : "");
	made.dataset.act = act;
	if (sign !== text) Object.assign(made, { title: text, ariaLabel: `${text}: ${name}` });
	return made;
}

export function decorate(tr) {
	const cell = tr.lastElementChild;
	if (tr.matches(".open")) return;
	cell.plain ??= [...cell.childNodes];
	const name = nameOf(tr);
	const moves = [["grip", "drag", "≡"], ["up", "moveUp", "↑"], ["down", "moveDown", "↓"]]
		.map(([act, word, sign]) => tool(act, t(word), name, sign));
	moves[0].tabIndex = -1;
	cell.replaceChildren(...isEditing ? [element("span", { className: "rowtools" }, ...isWhole ? moves : [],
		tool("edit", t("edit"), name), tool("delete", t("delete"), name))] : cell.plain);
}

function setEditing(on) {
	isEditing = on;
	remember("editing", on, tab);
	toggle.textContent = t(on ? "done" : "editMode");
	toggle.ariaPressed = on;
	for (const tr of body.children) decorate(tr);
	// Without a connection rows are edited by what the index says.
	if (on) entries().catch(() => {});
}

async function erase(tr) {
	const name = nameOf(tr);
	if (!await askToDelete(name)) return;
	const { id } = tr;
	const next = tr.nextElementSibling;
	(next?.querySelector("th a") ?? toggle).focus();
	drop(tr);
	await enqueue({ action: "remove", id, base: revisionOf(tr) });
	notice("undo", t("deleted", name), [button(t("undo"), async () => {
		notice("undo", "");
		body.insertBefore(tr, next?.parentNode === body ? next : null);
		if (removed.has(id) || !await takeBack((edit) => edit.action === "remove" && edit.id === id)) {
			await enqueue({ action: "undo", revision: removed.get(id) });
		}
		announce(t("undone"));
	}, "primary")]);
}

// What was typed and not yet done is kept, and offered on return.
let isTyping = false;
let wait;
let resume = () => {};

function dropDraft() {
	clearTimeout(wait);
	isTyping = false;
	remember("draft", null);
	offerDraft();
}

function offerDraft(act = resume) {
	resume = act;
	const place = $("drafts");
	place.replaceChildren();
	if (recall("draft")) place.append(element("p", { className: "draft" }, element("span", {}, t("draft")),
		button(t("draftOpen"), () => { place.replaceChildren(); act(); }, "primary"), button(t("discard"), dropDraft)));
}

async function add() {
	const item = await fill(t("newItem"), recall("draft") ?? {}, null, (form) => {
		form.oninput = () => {
			isTyping = true;
			clearTimeout(wait);
			wait = setTimeout(() => remember("draft", Object.fromEntries(new FormData(form))), 400);
		};
		form.elements.name.focus();
	});
	dropDraft();
	$("add").focus();
	if (!item) return;
	item.id = crypto.randomUUID();
	if (isWhole) {
		body.append(build(fromItem(item)));
		$("list").hidden = false;
	}
	await enqueue({ action: "add", item });
	notice("added", t("added", item.name),
		[element("a", { className: "button", href: `item/${item.id}.html`, textContent: t("open") })]);
}

const acts = { add, up: (tr) => step(tr, -1), down: (tr) => step(tr, 1), edit: change, delete: erase };

function choose(event) {
	if (!session.signedIn || event.ctrlKey || event.metaKey) return;
	const control = event.target.closest("#add, [data-act], #rows a[href^='edit/'], #rows a[href^='delete/']");
	const act = control?.id || (control?.dataset.act ?? control?.getAttribute("href").split("/")[0]);
	if (!acts[act]) return;
	acts[act](control.closest("tr"));
	event.preventDefault();
}

function follow({ sent, dropped, change, waiting: edits }) {
	if (edits) {
		const ids = new Set(edits.map((edit) => edit.id ?? edit.item?.id));
		for (const tr of body.children) tr.classList.toggle("waiting", ids.has(tr.id));
	}
	if (dropped) {
		if (dropped.action === "remove") notice("undo", "");
		renew(dropped.id ?? dropped.item?.id);
	}
	if (!sent) return;
	if (sent.action === "remove") removed.set(sent.id, change.revision);
	const tr = $(sent.id ?? sent.item?.id);
	if (tr) tr.dataset.r = change.revision;
}

export function retell() {
	if (!toggle) return;
	setEditing(isEditing);
	offerDraft();
	refresh();
}

export async function startEditing() {
	await connect();
	onChange(follow);
	addEventListener("beforeunload", (event) => {
		if (isTyping || body.querySelector("tr.open") || waiting.length) event.preventDefault();
	});
	await refresh();
	if (waiting.length) replay();
	if (!session) return;
	learn();
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
	offerDraft(add);
	if (!away) listen();
}
