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
	for (const element of part.querySelectorAll("[data-w]")) element.textContent = t(element.dataset.w);
	for (const mark of part.querySelectorAll("tbody i")) mark.textContent = t(mark.closest("th") ? "unnamed" : "notStated");
	const put = (selector, words) => {
		for (const found of part.querySelectorAll(selector)) if (!found.closest(".open")) found.textContent = words(found);
	};
	put("data, [data-m]", (found) => money(found.value ?? found.dataset.m));
	put("time", (found) => day(found.dateTime));
	put("tbody td:nth-child(6), [data-public] tbody td:nth-child(4)", (found) => day(found.textContent));
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
