// Records one item after the other with the camera of a phone. Place and tags stay for the next one.
import { announce, button, chooser, element, recall, remember, t } from "./language.js";
import { field, isReadable, names, read, show, shown } from "./dialog.js";

const first = ["name", "value", "quantity", "code"];
const lasting = ["location", "tags"];

function stepper(made) {
	const input = made.querySelector("input");
	const step = (by, sign, word) => Object.assign(button(sign, () => {
		input.value = Math.max(1, (read("quantity", input.value) ?? 1) + by);
	}), { ariaLabel: t(word) });
	input.defaultValue = "1";
	return element("div", { className: "stepper" }, made, step(-1, "−", "fewer"), step(1, "+", "oneMore"));
}

// Opens the camera, then a form; save receives each item and its photos. What is given goes before the last used.
export function capture(save, given) {
	let added = 0;
	let photos = [];
	const draft = recall("draft") ?? {};
	const last = { ...recall("last") };
	for (const name of lasting) if (given[name].length) last[name] = shown(given[name]);
	const camera = element("input", { type: "file", accept: "image/*", className: "unseen", ariaLabel: t("takePhoto") });
	camera.setAttribute("capture", "environment");
	const gallery = Object.assign(chooser(), { className: "unseen" });
	const choose = element("span");
	const preview = element("img", { alt: "" });
	const hint = element("span", {}, t("takePhoto"));
	const made = Object.fromEntries(names.map((name) => [name, field(name, lasting.includes(name) ? draft[name] || last[name] || "" : "")]));
	const more = names.filter((name) => !first.includes(name) && !lasting.includes(name));
	const done = button("", () => finish());
	const trouble = element("p", { className: "trouble", role: "alert" });
	const form = element("form", { noValidate: true },
		element("header", {}, done, element("h2", {}, t("newItem")), button(t("discard"), () => leave())),
		element("div", { className: "entry" },
			element("label", { className: "shot" }, preview, hint, camera),
			element("label", { className: "button" }, choose, gallery),
			element("div", { className: "fields" }, made.name, made.value, stepper(made.quantity), ...lasting.map((name) => made[name]), made.code),
			element("details", {}, element("summary", {}, t("moreFields")), element("div", { className: "fields" }, ...more.map((name) => made[name])))),
		trouble, element("p", { className: "actions" }, element("button", { className: "primary" }, t("saveNext"))));
	const dialog = element("dialog", { className: "capture", ariaLabel: t("newItem") }, form);
	const { name } = form.elements;

	function see(isSeen) {
		preview.hidden = !isSeen;
		choose.textContent = t("choosePhotos") + (photos.length > 1 ? ` (${photos.length})` : "");
		hint.hidden = isSeen;
	}
	function shoot() {
		URL.revokeObjectURL(preview.src);
		preview.removeAttribute("src");
		photos = [];
		see(false);
		camera.value = gallery.value = "";
		camera.click();
	}
	camera.onchange = gallery.onchange = ({ target }) => {
		if (!target.files.length) return;
		photos = [...target.files];
		// A picture that the browser cannot show is sent all the same.
		preview.onerror = () => { see(false); hint.textContent = photos[0].name; };
		preview.src = URL.createObjectURL(photos[0]);
		see(true);
		name.focus();
	};
	camera.oncancel = () => name.focus();
	// A photo is dropped by Discard alone.
	dialog.oncancel = (event) => {
		if (!photos.length || event.target !== dialog) return;
		event.preventDefault();
		trouble.textContent = t("photoHeld");
	};

	const typed = () => Object.fromEntries(new FormData(form));
	function count() { done.textContent = added ? t("doneAdded", added) : t("done"); }

	// The form is emptied when the browser has stored the item and its photo.
	let isSaving = false;
	async function keep() {
		if (isSaving || !isReadable(form)) return false;
		const data = typed();
		const item = Object.fromEntries(names.map((field) => [field, read(field, data[field]) ?? undefined]));
		isSaving = true;
		trouble.textContent = await save(item, photos).then(() => "", () => t("notKept"));
		isSaving = false;
		if (trouble.textContent) return false;
		announce(t("added", item.name));
		remember("last", Object.fromEntries(lasting.map((field) => [field, data[field]])));
		remember("draft", null);
		added += 1;
		for (const field of names) if (!lasting.includes(field)) form.elements[field].value = form.elements[field].defaultValue;
		count();
		return true;
	}
	function leave() {
		remember("draft", null);
		dialog.close();
	}
	// What is filled in is saved too.
	async function finish() {
		if (!(name.value.trim() || photos.length) || await keep()) leave();
	}
	form.onsubmit = async (event) => {
		event.preventDefault();
		if (await keep()) shoot();
	};
	form.oninput = ({ target }) => { if (target.type !== "file") remember("draft", typed()); };
	// Enter leads to the next field, to a location only if none is stated yet, and then saves.
	name.enterKeyHint = "next";
	form.onkeydown = (event) => {
		const next = { name: "value", value: !form.elements.location.value && "location" }[event.target.name];
		if (!next || event.key !== "Enter" || event.isComposing) return;
		event.preventDefault();
		form.elements[next].focus();
	};
	for (const field of names) if (draft[field] && !lasting.includes(field)) form.elements[field].value = draft[field];

	// The form ends above the keyboard.
	const fit = () => {
		dialog.style.height = `${visualViewport.height}px`;
		dialog.style.top = `${visualViewport.offsetTop}px`;
	};
	visualViewport.onresize = visualViewport.onscroll = fit;
	return new Promise((resolve) => {
		show(dialog, () => {
			visualViewport.onresize = visualViewport.onscroll = null;
			URL.revokeObjectURL(preview.src);
			resolve(added);
		});
		fit();
		count();
		shoot();
	});
}
