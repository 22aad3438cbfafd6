// Makes an item of each photo, and asks for the names afterwards.
import { $, button, chooser, element, isPhone, t } from "./language.js";
import { ask, field, isReadable, read, shown } from "./dialog.js";
import { changeApart } from "./inline.js";
import { here } from "./search.js";
import { enqueue } from "./sync.js";

// Asks for photos and a place. Resolves to false if it was discarded; photos are given and left in the array.
async function choose(photos, start, trouble) {
	const shots = element("ul", { className: "shots" });
	const source = (word, properties) => {
		const input = Object.assign(chooser(), { className: "unseen", ...properties });
		if (word === "takePhoto") input.setAttribute("capture", "environment");
		input.onchange = () => {
			photos.push(...input.files);
			input.value = "";
			show();
		};
		return element("label", { className: "button" }, t(word), input);
	};
	const camera = source("takePhoto", { multiple: false });
	const together = element("input", { type: "checkbox", name: "together" });
	let accept;
	function show() {
		for (const { src } of shots.querySelectorAll("img")) URL.revokeObjectURL(src);
		shots.replaceChildren(...photos.map((file, at) => {
			const remove = button("", () => {
				photos.splice(at, 1);
				show();
				shots.querySelectorAll("button")[Math.min(at, photos.length - 1)]?.focus();
			});
			remove.ariaLabel = `${t("discard")}: ${at + 1}`;
			const img = element("img", { src: URL.createObjectURL(file), alt: "" });
			// Not every browser can show what a phone takes.
			img.onerror = () => img.replaceWith(file.name);
			remove.append(img);
			return element("li", {}, remove);
		}));
		accept.textContent = t("addCount", together.checked ? Math.min(1, photos.length) : photos.length);
		accept.disabled = !photos.length;
		together.closest("label").hidden = photos.length < 2;
	}
	together.onchange = show;
	const data = await ask({ title: t("photograph"), note: t("roomNote"), refuse: t("discard"), accept: t("add"), check: isReadable,
		content: [element("p", { className: "trouble", role: "alert" }, trouble),
			element("p", { className: "actions" }, ...isPhone.matches ? [camera] : [],
				source("choosePhotos")), shots,
			element("label", {}, together, element("span", {}, t("oneItem"))),
			element("div", { className: "fields" }, field("location", shown(start.location)), field("tags", shown(start.tags)))],
		opened(form) {
			accept = form.querySelector("[value=accepted]");
			// Photos are dropped by Discard alone.
			form.parentNode.oncancel = (event) => { if (photos.length) event.preventDefault(); };
			show();
		} });
	for (const { src } of shots.querySelectorAll("img")) URL.revokeObjectURL(src);
	return data && { location: read("location", data.get("location")) ?? undefined, tags: read("tags", data.get("tags")) ?? undefined,
		isOne: data.has("together") };
}

// Stores an item without a name for each photo, or one with all of them, at once: all or none.
export async function photograph(photos) {
	let start = here();
	for (let trouble = ""; ; trouble = t("notKept")) {
		const made = await choose(photos, start, trouble);
		if (!made) return;
		const { isOne, ...about } = made;
		start = about;
		const edits = (isOne ? [photos] : photos.map((photo) => [photo])).flatMap((files) => {
			const id = crypto.randomUUID();
			return [{ action: "add", id, item: { id, name: "", quantity: 1, ...about }, place: "first" },
				...files.map((file) => ({ action: "photo", id, file }))];
		});
		if (await enqueue(...edits).then(() => true, () => false)) return;
	}
}

// Asks for the names of items one after the other, until it is closed.
export async function nameAll(ids) {
	for (const [at, id] of ids.entries()) {
		let isSkipped = false;
		const isNamed = await changeApart(id, t("nameOne", at + 1, ids.length), ["name", "value", "quantity", "category"], (form) => {
			const small = $(id)?.querySelector("th img")?.src;
			if (small) {
				const photo = element("img", { className: "subject", src: small.replace("-320.", "-1024."), alt: t("photos") });
				// Without a connection the browser may have the small one alone.
				photo.onerror = () => { if (photo.src !== small) photo.src = small; };
				form.querySelector(".fields").before(photo);
			}
			const accept = form.querySelector("[value=accepted]");
			accept.textContent = t("saveNext");
			accept.before(button(t("skipOne"), () => {
				isSkipped = true;
				form.parentNode.close();
			}));
			form.elements.name.focus();
		});
		if (!isNamed && !isSkipped) return;
	}
}
