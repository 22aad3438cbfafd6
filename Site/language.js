// The page in the reader's language: the one chosen, else the browser's.
import { $, recall, remember, page } from "./state.js";

const names = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文" };
const published = page.lang;
let words = {};
export let language = published;

export const t = (key, ...values) => (words[key] ?? key).replace(/\{(\d)\}/g, (_, index) => values[index]);

function wanted() {
	const chosen = recall("language");
	if (names[chosen]) return chosen;
	for (const tag of navigator.languages ?? []) {
		if (/^zh\b/i.test(tag)) return /Hant|TW|HK|MO/i.test(tag) ? "zh-Hant" : "zh-Hans";
		if (/^en\b/i.test(tag)) return "en";
	}
	return published;
}

async function load(tag) {
	words = await (await fetch(new URL(`words/${tag}.json`, import.meta.url))).json();
	language = tag;
}

const forms = {};
function format(kind, options, value) {
	const key = language + JSON.stringify(options);
	return (forms[key] ??= new kind(language, options)).format(value);
}

// An amount such as "12.34 USD", from its digits.
export function money(text) {
	const [amount, currency] = text.split(" ");
	const digits = amount.split(".")[1]?.length ?? 0;
	return format(Intl.NumberFormat, { style: "currency", currency, minimumFractionDigits: digits,
		maximumFractionDigits: digits }, amount);
}

export function day(text) {
	const timeZone = text.endsWith("Z") ? page.dataset.zone : "UTC";
	const [year, month, date] = text.match(/\d+/g);
	const moment = text.includes("年") ? Date.UTC(year, month - 1, date) : new Date(/^\d/.test(text) ? text : `${text} UTC`);
	return format(Intl.DateTimeFormat, { dateStyle: "medium", timeZone }, moment);
}

export function translate(part = document) {
	page.lang = language;
	const each = (selector, act) => part.querySelectorAll(selector).forEach(act);
	each("[data-w]", (at) => { at.textContent = t(at.dataset.w); });
	each("[data-l]", (at) => { at.ariaLabel = t(at.dataset.l); });
	each("tbody i", (at) => { at.textContent = t(at.closest("th") ? "unnamed" : "notStated"); });
	const put = (selector, words) => each(selector, (at) => {
		if (!at.closest(".open")) at.textContent = words(at);
	});
	put("data, [data-m]", (at) => money(at.value ?? at.dataset.m));
	put("time", (at) => day(at.dateTime));
	put("tbody td:nth-child(6), [data-public] tbody td:nth-child(4)", (at) => day(at.textContent));
	for (const act of ["edit", "delete"]) each(`td a[href^=${act}]`, (at) => { at.textContent = t(`page.${act}`); });
}

export async function startLanguage(changed = () => {}) {
	const start = wanted();
	try { await load(start); } catch { return; }
	if (start !== published) translate();
	const choice = Object.assign(document.createElement("select"), { id: "language" });
	choice.dataset.l = "page.language";
	for (const [lang, name] of Object.entries(names)) {
		choice.append(Object.assign(new Option(name, lang, false, lang === language), { lang }));
	}
	choice.onchange = async () => {
		remember("language", choice.value);
		await load(choice.value);
		translate();
		changed();
	};
	$("tools").append(choice);
	translate($("tools"));
}
