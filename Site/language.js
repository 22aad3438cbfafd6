// The page's words in the reader's language: the one chosen, else the browser's.
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

const forms = new Map();
function form(kind, name, options) {
	const key = `${language} ${name}`;
	if (!forms.has(key)) forms.set(key, new kind(language, options));
	return forms.get(key);
}

// An amount such as "12.34 USD", exact: the digits are never made a binary number.
export function money(text) {
	const [amount, currency] = text.split(" ");
	const minimumFractionDigits = amount.split(".")[1]?.length ?? 0;
	return form(Intl.NumberFormat, currency + minimumFractionDigits, { style: "currency", currency, minimumFractionDigits,
		maximumFractionDigits: minimumFractionDigits }).format(amount);
}

// The day of a moment where the owner lives, or a day as such.
export function day(text) {
	const timeZone = text.length > 10 ? page.dataset.zone : "UTC";
	return form(Intl.DateTimeFormat, timeZone, { dateStyle: "medium", timeZone }).format(new Date(text));
}

// Writes the words into the page, or into a part of it that has come since.
export function translate(part = document) {
	page.lang = language;
	for (const element of part.querySelectorAll("[data-w]")) element.textContent = t(element.dataset.w);
	for (const mark of part.querySelectorAll("tbody i")) mark.textContent = t(mark.closest("th") ? "unnamed" : "notStated");
	const put = (selector, words) => {
		for (const found of part.querySelectorAll(selector)) if (!found.closest(".open")) found.textContent = words(found);
	};
	put("data, [data-m]", (found) => money(found.value ?? found.dataset.m));
	put("time, [data-d]", (found) => day(found.dateTime ?? found.dataset.d));
	for (const act of ["edit", "delete"]) {
		for (const link of part.querySelectorAll(`td a[href^=${act}]`)) link.textContent = t(`page.${act}`);
	}
}

export async function startLanguage(changed = () => {}) {
	const start = wanted();
	try { await load(start); } catch { return; }
	if (start !== published) translate();
	const choice = Object.assign(document.createElement("select"), { id: "language", ariaLabel: t("page.language") });
	for (const [lang, name] of Object.entries(names)) {
		choice.append(Object.assign(new Option(name, lang, false, lang === language), { lang }));
	}
	choice.onchange = async () => {
		remember("language", choice.value);
		await load(choice.value);
		translate();
		choice.ariaLabel = t("page.language");
		changed();
	};
	$("tools").append(choice);
}
