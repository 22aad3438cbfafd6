// Edit mode: every action is an edit in the queue; the published page follows.
import { $, button, element, isPhone, load, notice, page, recall, remember, t, tab } from "./language.js";
import { away, connect, follow, mayAdd, mayChange, mayChangeAll, own, renew, session, warn } from "./api.js";
import { body, nameOf, published, revisionOf } from "./rows.js";
import { entries, onLoad, outdate } from "./index.js";
import { drop, onArrange, onNone } from "./search.js";
import { idsOf } from "./queue.js";
import { enqueue, enter, lastOf, offerUndo, onChange, refresh, replay, waiting } from "./sync.js";

const isWhole = "whole" in page.dataset;
let isEditing = !!recall("editing", tab);
let toggle;

const tools = { drag: "≡", moveUp: "↑", moveDown: "↓", edit: "", delete: "" };

function tool([act, sign], name) {
	const made = button(sign || t(act));
	made.dataset.act = act;
	made.ariaLabel = `${t(act)}: ${name}`;
	if (sign) made.title = t(act);
	if (act === "drag") made.tabIndex = -1;
	return made;
}

// A card without a photo links to the form that adds one.
const isBare = (tr) => !tr.querySelector("th img, .rowtools, [href^=photos]");

export function decorate(tr) {
	const cell = tr.lastElementChild;
	if (tr.matches(".open")) return;
	// Without a session, the controls lead to signing in.
	const isMine = !session.signedIn || mayChange(tr.id);
	tr.classList.toggle("mine", isMine);
	if (!isMine) return cell.replaceChildren();
	if (session.signedIn && !away && isBare(tr)) cell.prepend(element("a", { href: `photos/${tr.id}`, textContent: t("addPhoto") }), " ");
	cell.plain ??= [...cell.childNodes];
	for (const link of cell.plain) if (link.href) link.ariaLabel = `${link.textContent}: ${nameOf(tr)}`;
	if (isEditing) {
		cell.replaceChildren(element("span", { className: "rowtools" },
			...Object.entries(tools).filter(([, sign]) => (isWhole && mayChangeAll()) || !sign).map((each) => tool(each, nameOf(tr)))));
	} else if (cell.firstChild !== cell.plain[0]) cell.replaceChildren(...cell.plain);
}

function setEditing(on) {
	isEditing = on;
	remember("editing", on, tab);
	toggle.textContent = t(on ? "done" : "editMode");
	toggle.ariaPressed = on;
	for (const tr of body.children) decorate(tr);
	// Without a connection rows are edited with the data of the index.
	if (!on) return;
	entries().catch(() => {});
	load("./reorder.js").then(({ startReordering }) => startReordering(() => isEditing && isWhole && mayChangeAll() && !body.matches(".arranged")), () => {});
}

export async function erase(id, name, base) {
	const seq = await enqueue({ action: "remove", id, base, seen: lastOf(id) });
	const tr = $(id);
	const next = tr?.nextElementSibling;
	if (tr) (next?.querySelector("th a") ?? toggle).focus();
	drop(id);
	offerUndo(t("deleted", name), seq, { kind: "remove", ids: [id] }, () => {
		if (tr && !$(id)) body.insertBefore(tr, next?.parentNode === body ? next : null);
		$(id)?.querySelector("th a").focus();
	});
}

const offerDraft = () => recall("draft") && adding(({ offerDraft }) => offerDraft());

// Items without a name, such as those that photos of a room made.
const unnamed = () => [...body.children].filter((tr) => tr.querySelector("th a > i") && mayChange(tr.id)).map(({ id }) => id);
let offered;
function offerNames() {
	const count = unnamed().length;
	if (count === offered) return;
	offered = count;
	notice("unnamed", count ? t("nameless", count) : "", [button(t("nameThem"), () => use(load("./room.js"), ({ nameAll }) => nameAll(unnamed())), "primary")]);
}

async function showWaiting() {
	if (waiting.length) await load("./waiting.js").then(({ show }) => show(), () => {});
	offerNames();
}

// The index with the edits that wait.
const withWaiting = (items, prepared) => waiting.length ? load("./ahead.js").then(({ amend }) => amend(items, prepared), (error) => {
	outdate();
	throw error;
}) : items;

// The count and the sums with the edits that wait, which the published ones do not include.
const count = () => waiting.some(({ file }) => !file) && load("./waiting.js").then((script) => script.count(), () => {});

// Calls a script that is loaded when it is first used. What is typed until it shows a form goes into that.
let typed;
addEventListener("focusin", ({ target }) => {
	if (target.name !== "name") return;
	if (typed) {
		target.setRangeText(typed, target.selectionStart, target.selectionEnd, "end");
		target.dispatchEvent(new Event("input", { bubbles: true }));
	}
	typed = null;
});
async function use(script, act) {
	typed = "";
	await script.then(act, () => warn("needsConnection"));
	typed = null;
	await showWaiting();
}
const adding = (act) => use(load("./adding.js"), act);

let selection;
const select = () => use(load("./select.js"), (script) => {
	selection = script;
	script.select($("select"), showWaiting);
});

const photograph = (files) => use(load("./room.js"), (room) => room.photograph(files));

// Photos that are dropped or pasted go into the open form; else each becomes an item.
function receive(event) {
	const { items, files } = event.clipboardData ?? event.dataTransfer;
	const kinds = [...items].map(({ type }) => type);
	// Copied text may come with a picture of itself.
	if (kinds.includes("text/plain") || !kinds.some((type) => type.startsWith("image/"))) return;
	event.preventDefault();
	if (event.type === "dragover") return;
	const input = document.querySelector("dialog [type=file]:not([capture])");
	if (input) {
		input.files = files;
		input.dispatchEvent(new Event("change"));
	} else if (!document.querySelector("dialog")) photograph([...files]);
}

// What cannot be loaded without a connection leads here: "#offline=edit/…".
async function resume() {
	const asked = /^#offline=(.*)$/.exec(location.hash)?.[1];
	const outcome = document.querySelector(".outcome:target");
	if (!asked && !outcome) return;
	// What a form did is said once.
	outcome?.classList.add("said");
	history.replaceState(history.state, "", location.pathname + location.search);
	if (asked) await adding((script) => script.resume(...decodeURIComponent(asked).split("/")));
}

// Loaded when it is first used.
const report = () => load("./reports.js").then(({ makeReport }) => makeReport()).catch(() => warn("needsConnection"));

const step = (tr, way) => load("./reorder.js").then((reorder) => reorder.step(tr, way), () => warn("needsConnection"));
const share = () => load("./share.js").then((form) => form.share()).catch(() => warn("needsConnection"));

const add = () => adding((script) => script.add());
const acts = { add, first: () => isPhone.matches ? add() : photograph([]), photograph: () => photograph([]), select, report, share,
	movePlace: () => use(load("./places.js"), ({ move }) => move(page.dataset.name)), scan: () => adding(({ scan }) => scan()),
	moveUp: (tr) => step(tr, "up"), moveDown: (tr) => step(tr, "down"),
	edit: (tr) => use(load("./inline.js"), ({ change }) => change(tr, decorate)),
	delete: (tr) => erase(tr.id, nameOf(tr), revisionOf(tr)),
	photos: ({ id }) => adding(({ shoot }) => shoot(id)) };

function choose(event) {
	if (!session.signedIn || event.ctrlKey || event.metaKey) return;
	const control = event.target.closest("#add, #scan, #report, #share, [data-act], #rows td a");
	const act = control?.dataset.act ?? control?.getAttribute("href").split(/\W/)[0];
	if (!acts[act] || (!mayAdd() && act !== "report")) return;
	for (const name of ["undo", "added"]) notice(name, "");
	acts[act](control.closest("tr"));
	event.preventDefault();
}

// Keys without a modifier; some people speak to their computer, so that they can be switched off, except the one that switches them on.
const keys = { "/": () => $("query").focus(), n: () => mayAdd() && add(), "?": () => use(load("./keys.js"), ({ help }) => help()) };
function press(event) {
	if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")
		|| event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select, tr.open, .menu")) return;
	const act = keys[event.key];
	if (typed != null && event.key.length === 1) typed += event.key;
	else if (act && (recall("keys") !== false || event.key === "?")) act();
	else return;
	event.preventDefault();
}

function apply({ dropped, waiting: edits }) {
	if (edits) {
		outdate();
		count();
		for (const { action, id } of edits) if (action === "add") own(id);
		const ids = new Set(edits.flatMap(idsOf));
		for (const tr of body.children) if (!tr.classList.toggle("waiting", ids.has(tr.id)) && tr.isLate) renew();
	}
	if (!dropped) return;
	// Rows are as they were published, whatever they show now.
	for (const id of idsOf(dropped)) published.delete(id);
	renew();
}

export function label() {
	if (!toggle) return;
	setEditing(isEditing);
	if (mayAdd()) {
		selection?.label();
		offered = null;
		offerNames();
		offerDraft();
	}
	refresh();
}

export async function startEditing() {
	load("./menu.js").then(({ startMenu }) => startMenu(), () => {});
	await connect();
	onChange(apply);
	onLoad(withWaiting);
	onArrange(count);
	addEventListener("beforeunload", (event) => {
		// What waits is kept, and shown again if the page can be loaded without a connection.
		const isLost = waiting.length && !navigator.serviceWorker?.controller;
		if (document.querySelector("tr.open, .typed, :is(.capture, .shots) img[src]") || isLost) event.preventDefault();
	});
	await refresh();
	replay();
	if (!session) return;
	if (session.signedIn) document.onkeydown = press;
	document.onclick = choose;
	toggle = button("", () => session.signedIn ? setEditing(!isEditing) : enter());
	toggle.id = "edit-mode";
	if (away) page.classList.toggle("away", mayAdd());
	if (!session.signedIn || mayAdd()) (away && !session.signedIn ? $("order").parentNode : $("actions")).append(toggle);
	new MutationObserver(() => {
		for (const tr of body.children) if (isEditing !== !!tr.querySelector(".rowtools") || isBare(tr)) decorate(tr);
		if (mayAdd()) offerNames();
	}).observe(body, { childList: true });
	setEditing(isEditing && mayAdd());
	if (!session.signedIn) return;
	if (mayAdd()) {
		const control = (act, word, className = "") => {
			const made = button(t(word), null, className);
			Object.assign(made.dataset, { act, w: `page.${word}` });
			return made;
		};
		if (mayChangeAll()) {
			document.querySelector(".bar .view").after(Object.assign(control("select", "select"), { id: "select", ariaPressed: false }));
			// A box is a place, too.
			document.querySelector("[href^='relocate?']")?.before(control("movePlace", "moveTo"), " ");
		}
		$("add").after(control("photograph", "photograph"));
		$("empty")?.querySelector(".actions").prepend(control("first", "firstPhoto", "primary"));
		onNone((name) => [button(t("addNamed", name), () => adding(({ begin }) => begin("name", name)), "primary")]);
		// In advance: browsers open the camera only soon after a press, and the connection may be lost before the first.
		for (const { content } of document.head.querySelectorAll("template")) document.head.append(content);
		if (isPhone.matches) Promise.all([load("./adding.js"), load("./capture.js")]).catch(() => {});
		for (const kind of ["dragover", "drop", "paste"]) addEventListener(kind, receive);
		offerDraft();
	}
	await showWaiting();
	const put = (fresh) => fresh && load("./events.js").then((script) => script.put(fresh));
	if (away) return follow(put);
	const offline = load("./offline.js").catch(() => {});
	follow(put, () => offline.then((script) => script?.gather()));
	await (await offline)?.startOffline();
	await resume();
}
