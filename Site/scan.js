// Reads a barcode: with the camera if the browser can, else from a photo that the server decodes.
import { button, element, modal, t } from "./language.js";
import { call } from "./api.js";
import { entries, isIn, path } from "./index.js";

const formats = "ean_13 ean_8 upc_a upc_e code_128 data_matrix qr_code".split(" ");

// Asks for a code; returns its text, or null.
function scan() {
	const said = element("p", { role: "status" }, t("scanHint"));
	const camera = element("input", { type: "file", accept: "image/*", className: "unseen" });
	camera.setAttribute("capture", "environment");
	const video = element("video", { playsInline: true, muted: true, hidden: true });
	const choices = element("p", { className: "actions" });
	const dialog = element("dialog", { className: "scan", ariaLabel: t("scan") }, element("h2", {}, t("scan")), video, said, choices,
		element("p", { className: "actions" }, button(t("cancel"), () => dialog.close()),
			element("label", { className: "button primary" }, t("scanPhoto"), camera)));
	let text = null;
	let stream;
	const end = (found) => {
		text = found;
		dialog.close();
	};
	function offer(codes) {
		const texts = [...new Set(codes.map((code) => code.text ?? code.rawValue))];
		if (texts.length === 1) return end(texts[0]);
		said.textContent = t(texts.length ? "scanSeveral" : "scanNothing");
		choices.replaceChildren(...texts.map((each) => button(each, () => end(each))));
	}
	camera.onchange = async () => {
		const form = new FormData();
		form.append("photo", camera.files[0]);
		camera.value = "";
		said.textContent = t("scanning");
		const { status, body } = await call("api/scan", form);
		if (body.codes) offer(body.codes);
		else said.textContent = body.detail ?? t(status ? "problem" : "needsConnection");
	};
	async function watch() {
		const Detector = globalThis["BarcodeDetector"];
		const known = await Detector.getSupportedFormats();
		const detector = new Detector({ formats: formats.filter((name) => known.includes(name)) });
		stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
		video.srcObject = stream;
		await video.play();
		video.hidden = false;
		for (let found = []; dialog.open && !found.length;) {
			await new Promise((resolve) => { setTimeout(resolve, 100); });
			found = await detector.detect(video);
			if (found.length && dialog.open) offer(found);
		}
	}
	const closed = new Promise((resolve) => { modal(dialog, () => resolve(text)); });
	// A browser that cannot watch goes on with photos; on a phone at once.
	const watched = watch().catch(() => { if (!stream && matchMedia("(pointer: coarse)").matches) camera.click(); });
	closed.then(() => watched).then(() => stream?.getTracks().forEach((track) => track.stop()));
	return closed;
}

// The form in which equal numbers are the same text. ProductCode.swift states the rules.
const sum = (digits, weight) => [...digits].reduce((all, digit, at) => all + (digit === "X" ? 10 : Number(digit)) * weight(at), 0);
function normal(code) {
	const text = code.replace(/[\s-]/g, "").toUpperCase();
	const isbn = /^\d{9}[\dX]$/.test(text) && sum(text, (at) => 10 - at) % 11 === 0 && `978${text.slice(0, 9)}`;
	const full = isbn ? isbn + (10 - sum(isbn, (at) => at % 2 ? 3 : 1) % 10) % 10 : text;
	return /^\d+$/.test(full) ? full.replace(/^0+/, "") : full;
}

// The items that a text leads to: that of a label, those at the location of a label, or those with the code.
/** @returns {Promise<any>} */
async function named(text) {
	const all = await entries();
	const id = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?=(\.html)?$)/i.exec(text)?.[0].toLowerCase();
	if (id) return { isLabel: true, items: all.filter((item) => item.id === id) };
	const place = path(new URLSearchParams(text.split("?")[1]).get("place") ?? text);
	const there = all.filter(isIn(place));
	if (place && there.length) return { isLabel: true, items: there, place };
	return { items: all.filter(({ code }) => code && normal(code) === normal(text)) };
}

// Opens the item or location of a scanned code; returns the text if there is none.
export async function find() {
	const text = await scan();
	if (!text) return "";
	const { items, place } = await named(text);
	if (!items.length) return text;
	location.assign(place ? `index.html?place=${encodeURIComponent(place)}` : items.length > 1 ? `index.html?q=${encodeURIComponent(items[0].code)}`
		: `item/${items[0].id}.html`);
	return "";
}

// Fills in the code in a form, and offers the item that has it already.
export async function enter(input) {
	const text = await scan();
	if (!text) return;
	const { isLabel, items } = await named(text).catch(() => ({ items: [] }));
	if (!isLabel) {
		input.value = text;
		input.dispatchEvent(new Event("input", { bubbles: true }));
	}
	input.nextElementSibling.replaceChildren(...items.slice(0, 1).map(({ id, name }) => element("a", { href: `item/${id}.html` }, t("scanKnown", name))));
	input.focus();
}
