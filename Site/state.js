// State that the browser keeps for each store, and the data of the page.
export const $ = (id) => document.getElementById(id);
export const page = document.documentElement;
// The fields that the profile hides although rows have a place for them.
export const hides = (name) => !!page.dataset.hidden?.split(" ").includes(name);
export const store = page.dataset.store ?? "";
const name = (key) => `homepwner.${store}.${key}`;

function attempt(act) {
	try { return act(); } catch { return null; }
}

export const recall = (key, area = "localStorage") => attempt(() => JSON.parse(window[area].getItem(name(key))));
export const remember = (key, value, area = "localStorage") => attempt(() => value == null
	? window[area].removeItem(name(key)) : window[area].setItem(name(key), JSON.stringify(value)));

// Its camera comes first; elsewhere the form.
export const isPhone = matchMedia("(pointer: coarse)");

// For this tab alone: the token of a server elsewhere, and how the page was left.
export const tab = "sessionStorage";

// Loads a script that is seldom used. An import cannot name the hash that the policy asks for, so a link does, which is in a
// template until then.
export function load(path) {
	const template = $(path);
	for (const other of [...template?.dataset.with?.split(" ") ?? [], path]) document.head.append($(other)?.content ?? "");
	return import(path);
}

// Removes the pages that the worker kept here; of a page that keeps none, the worker too.
const site = new URL("../", import.meta.url).href;
export async function purge() {
	let worker = await navigator.serviceWorker?.getRegistration(site);
	// A worker of the pages around this folder is not ours.
	if (worker?.scope !== site) worker = null;
	worker?.active?.postMessage("purge");
	for (const name of await globalThis.caches?.keys() ?? []) {
		if (name.startsWith("homepwner ") && name.endsWith(` ${site}`)) await caches.delete(name);
	}
	if (!document.querySelector("[rel=manifest]")) await worker?.unregister();
}

// What is open above the page. Going back in the browser closes the last of it instead of leaving the page.
const layers = [];
const closing = [];
let { hash } = location;
addEventListener("popstate", ({ state }) => {
	const isLink = hash !== location.hash || state == null;
	({ hash } = location);
	const ended = closing.shift();
	if (ended) return ended();
	// Following a link within the page, or returning from one, closes nothing, nor does going forward.
	if (isLink || state >= layers.length) return;
	const cancel = layers.pop();
	if (cancel()) return;
	layers.push(cancel);
	history.pushState(layers.length, "");
});

// Opens a layer above the page. cancel tries to close it and returns whether it did. Returns a function to call once the layer
// was closed in another way.
export function layer(cancel) {
	({ hash } = location);
	// Each entry has the number of layers that are open at it; the entry of a link has no state.
	history.replaceState(layers.length, "");
	layers.push(cancel);
	history.pushState(layers.length, "");
	return (ended) => {
		const at = layers.indexOf(cancel);
		if (at < 0) return ended();
		// What follows may change the address, so the history is in order before.
		layers.splice(at, 1);
		closing.push(ended);
		history.back();
	};
}

// Shows a dialog until it is closed. Escape and going back ask its oncancel, each time: left alone, browsers close it at the
// second request in a row.
export function modal(dialog, closed = () => {}) {
	document.body.append(dialog);
	dialog.closedBy = "none";
	dialog.showModal();
	const cancel = () => {
		const isOver = dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
		if (isOver) dialog.close();
		return isOver;
	};
	const leave = layer(cancel);
	dialog.addEventListener("keydown", (event) => {
		if (event.key !== "Escape" || event.defaultPrevented) return;
		event.preventDefault();
		cancel();
	});
	dialog.onclose = () => leave(() => {
		dialog.remove();
		closed();
	});
}

// Announces to screen readers, and in the bar.
export function announce(text) {
	$("announcer").textContent = "";
	setTimeout(() => { $("announcer").textContent = text; }, 60);
}

export function element(tag, properties = {}, ...children) {
	const made = Object.assign(document.createElement(tag), properties);
	made.append(...children);
	return made;
}

export const button = (textContent, onclick, className = "") =>
	element("button", { type: "button", textContent, onclick, className });

export const chooser = () => element("input", { type: "file", accept: "image/*", multiple: true });

export function notice(name, text, actions = [], kind = "") {
	const id = `notice-${name}`;
	$(id)?.remove();
	if (!text || !$("status")) return;
	$("status").append(element("p", { id, className: kind }, element("span", {}, text), ...actions));
	if (kind || actions.length) announce(text);
}
