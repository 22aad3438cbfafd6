// Edit mode: every action is an edit in the queue; the published page follows.
import { $, button, chooser, element, isPhone, load, notice, page, recall, remember, t, tab, translate } from "./language.js";
import { away, connect, follow, renew, session, warn } from "./api.js";
import { body, build, nameOf } from "./rows.js";
import { entries, onLoad, outdate, path } from "./index.js";
import { arrange, asked, drop, isNarrowed, onArrange, onNone, reveal, scopes, sum, tags, totals } from "./search.js";
import { idsOf } from "./queue.js";
import { enqueue, enter, lastOf, offerUndo, onChange, refresh, replay, waiting } from "./sync.js";
import { amend, fromItem, gone, indexed, known, redraw, revisionOf } from "./ahead.js";
import { put, restore } from "./events.js";

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
	if (session.signedIn && !isReader() && !away && isBare(tr)) cell.prepend(element("a", { href: `photos/${tr.id}`, textContent: t("addPhoto") }), " ");
	cell.plain ??= [...cell.childNodes];
	for (const link of cell.plain) if (link.href) link.ariaLabel = `${link.textContent}: ${nameOf(tr)}`;
	if (isEditing) {
		cell.replaceChildren(element("span", { className: "rowtools" },
			...Object.entries(tools).filter(([, sign]) => isWhole || !sign).map((each) => tool(each, nameOf(tr)))));
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
	load("./reorder.js").then(({ startReordering }) => startReordering(() => isEditing && isWhole && !body.matches(".arranged")), () => {});
}

async function erase(id, name, base) {
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

// A form that was filled in and not sent is kept, and offered on return.
let isTyping = false;

function dropDraft() {
	isTyping = false;
	remember("draft", null);
	offerDraft();
}

function offerDraft() {
	$("drafts").replaceChildren(...session.signedIn && recall("draft") ? [element("p", { className: "draft" },
		element("span", {}, t("draft")), button(t("draftOpen"), () => add(), "primary"), button(t("discard"), dropDraft))] : []);
}

const { scope, name: scopeName } = page.dataset;
const isHere = (item) => scopes[scope]?.({ ...item, path: path(item.location), tags: item.tags ?? [] }) ?? true;
// The place and the tags that the page and the chips name.
const here = () => ({ location: asked.place || (scope === "location" && scopeName) || "",
	tags: [...scope === "tag" ? [scopeName] : [], ...tags] });

// The count and the sums with the edits that wait, which the published ones do not include.
async function count() {
	if (waiting.every(({ file }) => file)) return;
	if (isNarrowed()) return arrange();
	const all = await entries().catch(() => null);
	if (!all || !waiting.length) return;
	const ours = all.filter(isHere);
	if (!isNarrowed()) sum(t("itemCount", ours.length) + totals(ours));
	if ($("below")) (await load("./figures.js")).showPlaces($("below"), all, scopeName);
}

// Items without a name, such as those that photos of a room made.
const unnamed = () => [...body.children].filter((tr) => tr.querySelector("th a > i")).map(({ id }) => id);
let offered;
function offerNames() {
	const count = unnamed().length;
	if (count === offered) return;
	offered = count;
	notice("unnamed", count ? t("nameless", count) : "", [button(t("nameThem"), () => use(load("./room.js"), ({ nameAll }) => nameAll(unnamed())), "primary")]);
}

// Calls a script that is loaded when it is first used.
async function use(script, act) {
	await script.then(act, () => warn("needsConnection"));
	await showWaiting();
}

let selection;
const select = () => use(load("./select.js"), (script) => {
	selection = script;
	script.select($("select"), showWaiting);
});

const photograph = (files) => use(load("./room.js"), (room) => room.photograph(files, here()));

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

// Forms and questions; undefined if they cannot be loaded.
const dialog = () => load("./dialog.js").catch(() => warn("needsConnection"));

async function add(given) {
	$("drafts").replaceChildren();
	if (isPhone.matches) {
		await use(load("./capture.js"), ({ capture }) => capture(insert, here()));
		offerDraft();
		return $("add").focus();
	}
	// The Escape key closes the form and leaves the draft, which holds no photos.
	let isKept = false;
	let isNext = false;
	const photos = chooser();
	const item = await (await dialog())?.fill(t("newItem"), { ...here(), ...given, ...recall("draft") }, null, (form) => {
		form.querySelector(".fields").append(element("label", { className: "wide" }, element("span", {}, t("photos")), photos));
		const next = element("button", { value: "accepted" }, t("saveNext"));
		form.querySelector("[value=accepted]").after(next);
		form.addEventListener("submit", ({ submitter }) => { isNext = submitter === next; });
		form.oninput = () => {
			isTyping = true;
			remember("draft", Object.fromEntries(new FormData(form)));
		};
		form.elements.name.focus();
		form.parentNode.oncancel = (event) => {
			isKept = !photos.files.length;
			if (!isKept) event.preventDefault();
		};
	});
	isTyping = false;
	// The draft stays if the storage is full.
	const isIn = item && await insert(item, [...photos.files]).then(() => true, () => false);
	if (isIn || !(item || isKept)) remember("draft", null);
	offerDraft();
	$("add").focus();
	if (isIn && isNext) return add({ location: item.location, tags: item.tags });
	if (isIn) notice("added", t("added", item.name),
		[element("a", { className: "button", href: `item/${item.id}.html`, textContent: t("open") })]);
}

// Begins an item with one of its fields, unless a draft has that field already.
function begin(name, value) {
	const draft = recall("draft");
	if (!draft?.[name]?.trim()) remember("draft", { ...draft, [name]: value });
	return add();
}

async function insert(item, photos) {
	const id = item.id = crypto.randomUUID();
	// The photos are sent after their item, or wait with it.
	await enqueue({ action: "add", id, item, place: "first" }, ...photos.map((file) => ({ action: "photo", id, file })));
	if (isHere(item)) {
		const row = build(fromItem(item));
		row.classList.add("fresh");
		body.prepend(row);
		translate(row);
		reveal();
		row.scrollIntoView({ block: "center" });
	}
	showWaiting();
}

// Photos wait with the other edits until they are sent.
async function keepPhotos(id, files) {
	if (files.length) await enqueue(...files.map((file) => ({ action: "photo", id, file })));
	showWaiting();
}

// A phone opens its camera at once.
function shoot({ id }) {
	const input = chooser();
	if (isPhone.matches) input.setAttribute("capture", "environment");
	input.onchange = () => keepPhotos(id, [...input.files]);
	input.click();
}

// Browsers open no chooser without a press, as when a page that needs a connection led here.
async function askForPhotos(id, name) {
	const photos = chooser();
	const isDone = await (await dialog())?.ask({ title: t("photosOf", name), accept: t("done"),
		content: [element("p", {}, element("label", {}, element("span", {}, t("photos")), photos))] });
	if (isDone) await keepPhotos(id, [...photos.files]);
}

// What cannot be loaded without a connection leads here: "#offline=edit/…".
async function resume() {
	const asked = /^#offline=(.*)$/.exec(location.hash)?.[1];
	const outcome = document.querySelector(".outcome:target");
	if (!asked && !outcome) return;
	// What a form did is said once.
	outcome?.classList.add("said");
	history.replaceState(history.state, "", location.pathname + location.search);
	if (!asked) return;
	const [act, id] = decodeURIComponent(asked).split("/");
	const item = id && await known(id).catch(() => null);
	if (act === "add" && session.signedIn) await add();
	else if (act === "edit" && item) await use(load("./inline.js"), ({ changeApart }) => changeApart(id));
	else if (act === "photos" && item) await askForPhotos(id, item.name);
	else if (act === "delete" && item) {
		// A link on another site may lead here.
		const name = item.name || t("unnamed");
		if (await (await dialog())?.ask({ title: t("deleteQuestion", name), accept: t("delete"), danger: true })) await erase(id, name, item.revision);
	} else warn("needsConnection");
	showWaiting();
}

// Rows show what waits, also after the page was loaded again.
const pictures = new Map();
async function showWaiting() {
	gone().forEach(drop);
	for (const { action, id, ids, key, item, file, place, refused } of waiting) {
		let tr = $(id);
		if (refused || tr?.matches(".open")) continue;
		for (const row of /^edit/.test(action) ? (ids ?? [id]).map($) : []) {
			const now = row && !row.matches(".open") && await (ids ? indexed : known)(row.id).catch(() => null);
			if (now) redraw(row, now);
			row?.classList.add("waiting");
		}
		if (action === "add" && !tr && isHere(item)) {
			tr = build(fromItem(item));
			body[place === "first" ? "prepend" : "append"](tr);
			translate(tr);
			reveal();
		} else if (action === "move" && tr) {
			const [way, other] = place.split(":");
			$(other)?.[way](tr);
		} else if (action === "photo" && tr && !tr.querySelector("th img")) {
			if (!pictures.has(key)) pictures.set(key, URL.createObjectURL(file));
			const src = pictures.get(key);
			const img = element("img", { src, alt: "" });
			// Not every browser can show what a phone takes.
			img.onerror = () => {
				pictures.set(key, "");
				img.remove();
			};
			if (src) tr.firstElementChild.prepend(img);
			tr.querySelector("td > [href^=photos]")?.remove();
		}
		tr?.classList.add("waiting");
	}
	offerNames();
}

// Opens the item or location of a barcode or label, or offers to add an item.
async function scan() {
	notice("scan", "");
	const text = await (await load("./scan.js")).find().catch(() => notice("scan", t("problem"), [], "trouble"));
	if (!text) return;
	notice("scan", t("scanUnknown", text), [button(t("scanAdd"), () => {
		notice("scan", "");
		begin("code", text);
	}, "primary")]);
}

// Loaded when it is first used.
const report = () => load("./reports.js").then(({ makeReport }) => makeReport()).catch(() => warn("needsConnection"));

const step = (tr, way) => load("./reorder.js").then((reorder) => reorder.step(tr, way), () => warn("needsConnection"));
const share = () => load("./share.js").then((form) => form.share()).catch(() => warn("needsConnection"));

const acts = { add: () => add(), first: () => isPhone.matches ? add() : photograph([]), photograph: () => photograph([]), select,
	movePlace: () => use(load("./places.js"), ({ move }) => move(scopeName)), scan, report, share, moveUp: (tr) => step(tr, "up"), moveDown: (tr) => step(tr, "down"),
	edit: (tr) => use(load("./inline.js"), ({ change }) => change(tr, decorate)),
	delete: (tr) => erase(tr.id, nameOf(tr), revisionOf(tr)),
	photos: shoot };

// A reader sees everything and changes nothing.
const isReader = () => session.role === "reader";

function choose(event) {
	if (!session.signedIn || event.ctrlKey || event.metaKey) return;
	const control = event.target.closest("#add, #scan, #report, #share, [data-act], #rows td a");
	const act = control?.dataset.act ?? control?.getAttribute("href").split(/\W/)[0];
	if (!acts[act] || (isReader() && act !== "report")) return;
	for (const name of ["undo", "added"]) notice(name, "");
	acts[act](control.closest("tr"));
	event.preventDefault();
}

// Keys without a modifier; some people speak to their computer, so that they can be switched off, except the one that switches them on.
const keys = { "/": () => $("query").focus(), n: () => isReader() || add(), "?": () => use(load("./keys.js"), ({ help }) => help()) };
function press(event) {
	const act = keys[event.key];
	if (!act || event.ctrlKey || event.metaKey || event.altKey || (recall("keys") === false && event.key !== "?")
		|| event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select, tr.open, .menu") || document.querySelector("dialog[open]")) return;
	event.preventDefault();
	act();
}

function apply({ dropped, waiting: edits }) {
	if (edits) {
		outdate();
		count();
		const ids = new Set(edits.flatMap(idsOf));
		for (const tr of body.children) if (!tr.classList.toggle("waiting", ids.has(tr.id)) && tr.isLate) renew();
	}
	if (dropped) restore(idsOf(dropped));
}

export function label() {
	if (!toggle) return;
	setEditing(isEditing);
	if (session.signedIn && !isReader()) {
		selection?.label();
		offered = null;
		offerNames();
	}
	offerDraft();
	refresh();
}

export async function startEditing() {
	load("./menu.js").then(({ startMenu }) => startMenu(), () => {});
	await connect();
	onChange(apply);
	onLoad(amend);
	onArrange(count);
	addEventListener("beforeunload", (event) => {
		// What waits is kept, and shown again if the page can be loaded without a connection.
		const isLost = waiting.length && !navigator.serviceWorker?.controller;
		if (isTyping || document.querySelector("tr.open, :is(.capture, .shots) img[src]") || isLost) event.preventDefault();
	});
	await refresh();
	replay();
	if (!session) return;
	toggle = button("", () => session.signedIn ? setEditing(!isEditing) : enter());
	toggle.id = "edit-mode";
	if (away) page.classList.toggle("away", session.signedIn);
	(away && !session.signedIn ? $("order").parentNode : $("actions")).append(toggle);
	document.onclick = choose;
	if (session.signedIn) document.onkeydown = press;
	new MutationObserver(() => {
		for (const tr of body.children) if (isEditing !== !!tr.querySelector(".rowtools") || isBare(tr)) decorate(tr);
		if (session.signedIn && !isReader()) offerNames();
	}).observe(body, { childList: true });
	setEditing(isEditing && session.signedIn && !isReader());
	if (!session.signedIn) return;
	if (!isReader()) {
		const control = (act, word, className = "") => {
			const made = button(t(word), null, className);
			Object.assign(made.dataset, { act, w: `page.${word}` });
			return made;
		};
		const select = Object.assign(control("select", "select"), { id: "select", ariaPressed: false });
		document.querySelector(".bar .view").after(select);
		$("add").after(control("photograph", "photograph"));
		// A box is a place, too. Who may only change what they added moves no place.
		if (session.role !== "recorder") document.querySelector("[href^='relocate?']")?.before(control("movePlace", "moveTo"), " ");
		$("empty")?.querySelector(".actions").prepend(control("first", "firstPhoto", "primary"));
		onNone((name) => [button(t("addNamed", name), () => begin("name", name), "primary")]);
		// In advance: browsers open the camera only soon after a press, and the connection may be lost before the first.
		for (const { content } of document.head.querySelectorAll("template")) document.head.append(content);
		if (isPhone.matches) load("./capture.js").catch(() => {});
		for (const kind of ["dragover", "drop", "paste"]) addEventListener(kind, receive);
	}
	offerDraft();
	await showWaiting();
	if (away) return follow(put);
	const offline = load("./offline.js").catch(() => {});
	follow(put, () => offline.then((script) => script?.gather()));
	await (await offline)?.startOffline();
	await resume();
}
