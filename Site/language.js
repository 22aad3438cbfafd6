// The page in the reader's language: the one chosen, else the browser's.
import { $, element, hides, page, recall, remember } from "./state.js";

export * from "./state.js";

const languages = page.dataset.languages.split(" ");
const published = page.lang;
let words = {};
export let language = published;

const form = (count) => `.${rules(Intl.PluralRules, {}).select(count)}`;
const find = (key, values) => words[key] ?? words[key + form(values[0])] ?? words[`${key}.other`];
// A text; its first number selects the plural form.
export const t = (key, ...values) => (words[`field.${key}`] ?? find(key, values) ?? find(`page.${key}`, values) ?? key)
	.replace(/\{(\d)\}/g, (_, index) => typeof values[index] === "number" ? number(values[index]) : values[index]);

// The language and its script: "zh-TW" is "zhHant". Without a region, numbers and dates are as on the published page.
function spoken(tag) {
	const { language, script } = new Intl.Locale(tag).maximize();
	return language + script;
}

const wanted = () => [recall("language"), ...navigator.languages, published]
	.map((tag) => languages.find((known) => tag && spoken(known) === spoken(tag))).find(Boolean);

async function load(tag) {
	words = await (await fetch(new URL(`words/${tag}.json`, import.meta.url))).json();
	language = spoken(tag) === spoken(published) ? published : tag;
}

const made = {};
const rules = (kind, options) => made[language + JSON.stringify(options)] ??= new kind(language, options);
const format = (kind, options, value) => rules(kind, options).format(value);

export const decimals = (amount) => amount.split(".")[1]?.length ?? 0;

// An amount such as "12.34 USD", from its digits.
export function money(text) {
	const [amount, currency] = text.split(" ");
	const digits = decimals(amount);
	return format(Intl.NumberFormat, { style: "currency", currency, minimumFractionDigits: digits,
		maximumFractionDigits: digits }, amount);
}

export const number = (value) => format(Intl.NumberFormat, { maximumFractionDigits: 6 }, value);

/** @type {Intl.DateTimeFormatOptions} */
const medium = { year: "numeric", month: "short", day: "numeric" };
export function day(text) {
	// "2019", "2019-05"
	if (text.length < 8) {
		const month = text.length > 4 ? medium.month : undefined;
		return t("about", format(Intl.DateTimeFormat, { year: "numeric", month, timeZone: "UTC" }, new Date(text)));
	}
	// A moment at midnight in UTC is a date without a time.
	const timeZone = /T(?!00:00:00Z)/.test(text) ? page.dataset.zone : "UTC";
	return format(Intl.DateTimeFormat, { ...medium, timeZone }, new Date(text));
}

// A number and a day as the page was published: "1.234,5", "15. Nov. 2023", "15/11/2023".
const own = new Intl.NumberFormat(published).format(0.5)[1];
const plain = (text) => text.split(own).map((digits) => digits.replace(/\D/g, "")).join(".");
const named = (text) => text.match(/\p{L}{3,}/u)?.[0];
const months = Array.from({ length: 12 }, (_, month) => named(new Date(0, month).toLocaleString(published, medium)));
const order = new Intl.DateTimeFormat(published, medium).formatToParts();
function date(text) {
	const [name, digits] = [named(text), text.match(/\d+/g)];
	/** @type {any} */
	const part = { month: name && 1 + months.findIndex((month) => month.startsWith(name) || name.startsWith(month)) };
	for (const { type } of order) part[type] ??= type === "literal" || digits.shift();
	return new Date(Date.UTC(part.year, part.month - 1, part.day)).toISOString().slice(0, 10);
}

/** @param {ParentNode} part */
export function translate(part = document) {
	page.lang = language;
	page.dir = t("direction");
	const put = (selector, words, name = "textContent") => {
		for (const at of part.querySelectorAll(selector)) if (!at.closest(".open")) at[name] = words(at);
	};
	put("[data-w]", (at) => t(at.dataset.w, Number(at.dataset.c)));
	put("[data-l]", (at) => t(at.dataset.l), "ariaLabel");
	put("tbody i", (at) => t(at.closest("th") ? "unnamed" : "notStated"));
	put("data, [data-m]", (at) => money(at.value ?? at.dataset.m));
	put("time", (at) => day(at.dateTime));
	const place = "public" in page.dataset ? 2 : 3;
	put(hides("quantity") ? "[data-n]" : `[data-n], tbody td:nth-child(${place})`, (at) => number(at.dataset.n ||= plain(at.textContent)));
	if (!hides("dateCreated")) put(`tbody td:nth-child(${2 * place})`, (at) => day(at.dataset.d ??= date(at.textContent)));
	put("td:last-child > a", (at) => {
		const act = at.getAttribute("href").split("/")[0];
		return t(act === "photos" ? "addPhoto" : act);
	});
}

export async function startLanguage(changed = () => {}) {
	addEventListener("beforeprint", () => $("printed")?.replaceChildren(` · ${day(new Date().toISOString())}`));
	const start = wanted();
	try { await load(start); } catch { return; }
	if (language !== published) translate();
	const choice = element("select", { id: "language" });
	choice.dataset.l = "language";
	for (const lang of languages) {
		const name = new Intl.DisplayNames(lang, { type: "language" }).of(lang);
		choice.append(Object.assign(new Option(name, lang, false, lang === start), { lang }));
	}
	choice.onchange = async () => {
		remember("language", choice.value);
		// For the server's own pages.
		document.cookie = `homepwner-language=${choice.value}; path=/; max-age=31536000`;
		// A page of an earlier design finds its words no more, and is loaded again in that language.
		await load(choice.value).catch(() => location.reload());
		translate();
		changed();
	};
	const more = $("more");
	addEventListener("click", ({ target }) => { if (!target.closest?.("#more")) more.open = false; });
	more.onkeydown = ({ key }) => {
		if (key !== "Escape") return;
		more.open = false;
		more.firstElementChild.focus();
	};
	$("tools").append(choice);
	translate($("tools"));
}
