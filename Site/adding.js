// Adds items and photos: by a form, by the camera of a phone, from a code; and does what a page without a connection led here for.
import { $, button, chooser, element, isPhone, load, notice, recall, remember, t } from "./language.js";
import { warn } from "./api.js";
import { known } from "./ahead.js";
import { ask, fill } from "./dialog.js";
import { erase } from "./edit.js";
import { here } from "./search.js";
import { enqueue } from "./sync.js";
import { place, show } from "./waiting.js";

const loaded = (script) => script.catch(() => warn("needsConnection"));

function dropDraft() {
	remember("draft", null);
	offerDraft();
}

// A form that was filled in and not sent is kept, and offered on return.
export function offerDraft() {
	$("drafts").replaceChildren(...recall("draft") ? [element("p", { className: "draft" },
		element("span", {}, t("draft")), button(t("draftOpen"), () => add(), "primary"), button(t("discard"), dropDraft))] : []);
}

// The photos are sent after their item, or wait with it.
async function insert(item, photos) {
	const id = item.id = crypto.randomUUID();
	await enqueue({ action: "add", id, item, place: "first" }, ...photos.map((file) => ({ action: "photo", id, file })));
	// It may have been sent already.
	const row = $(id) ?? place(item, "first");
	row?.classList.add("fresh");
	row?.scrollIntoView({ block: "center" });
	show();
}

export async function add(given) {
	$("drafts").replaceChildren();
	if (isPhone.matches) {
		const script = await loaded(load("./capture.js"));
		await script?.capture(insert, here());
		offerDraft();
		return $("add").focus();
	}
	// The Escape key closes the form and leaves the draft, which holds no photos.
	let isKept = false;
	let isNext = false;
	const photos = chooser();
	const item = await fill(t("newItem"), { ...here(), ...given, ...recall("draft") }, null, (form) => {
		form.querySelector(".fields").append(element("label", { className: "wide" }, element("span", {}, t("photos")), photos));
		const next = element("button", { value: "accepted" }, t("saveNext"));
		form.querySelector("[value=accepted]").after(next);
		form.addEventListener("submit", ({ submitter }) => { isNext = submitter === next; });
		form.oninput = () => {
			form.classList.add("typed");
			remember("draft", Object.fromEntries(new FormData(form)));
		};
		form.elements.name.focus();
		form.parentNode.oncancel = (event) => {
			isKept = !photos.files.length;
			if (!isKept) event.preventDefault();
		};
	});
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
export function begin(name, value) {
	const draft = recall("draft");
	if (!draft?.[name]?.trim()) remember("draft", { ...draft, [name]: value });
	return add();
}

// Opens the item or location of a barcode or label, or offers to add an item.
export async function scan() {
	notice("scan", "");
	const text = await (await loaded(load("./scan.js")))?.find().catch(() => notice("scan", t("problem"), [], "trouble"));
	if (!text) return;
	notice("scan", t("scanUnknown", text), [button(t("scanAdd"), () => {
		notice("scan", "");
		begin("code", text);
	}, "primary")]);
}

// Photos wait with the other edits until they are sent.
async function keepPhotos(id, files) {
	if (files.length) await enqueue(...files.map((file) => ({ action: "photo", id, file })));
	show();
}

// A phone opens its camera at once.
export function shoot(id) {
	const input = chooser();
	if (isPhone.matches) input.setAttribute("capture", "environment");
	input.onchange = () => keepPhotos(id, [...input.files]);
	input.click();
}

// Browsers open no chooser without a press, as when a page that needs a connection led here.
async function askForPhotos(id, name) {
	const photos = chooser();
	const isDone = await ask({ title: t("photosOf", name), accept: t("done"),
		content: [element("p", {}, element("label", {}, element("span", {}, t("photos")), photos))] });
	if (isDone) await keepPhotos(id, [...photos.files]);
}

// Does what cannot be loaded without a connection: "edit/…".
export async function resume(act, id) {
	const item = id && await known(id).catch(() => null);
	if (act === "add") await add();
	else if (act === "edit" && item) await (await loaded(load("./inline.js")))?.changeApart(id);
	else if (act === "photos" && item) await askForPhotos(id, item.name);
	else if (act === "delete" && item) {
		// A link on another site may lead here.
		const name = item.name || t("unnamed");
		if (await ask({ title: t("deleteQuestion", name), accept: t("delete"), danger: true })) await erase(id, name, item.revision);
	} else warn("needsConnection");
}
