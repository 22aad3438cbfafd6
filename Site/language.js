// The page's words in the reader's language: the one chosen, else the browser's, else the one it was published in.
import { recall, remember, page } from "./state.js";

const names = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文" };
const published = page.lang;
let words = {};
export let language = published;

export const t = (key, ...values) => (words[key] ?? key).replace(/\{(\d)\}/g, (_, index) => values[index]);

function wanted() {
	const chosen = recall("language");
	if (names[chosen]) return chosen;
	for (const tag of navigator.languages ?? []) {
		if (/^zh\b.*(Hant|TW|HK|MO)/i.test(tag)) return "zh-Hant";
		if (/^zh\b/i.test(tag)) return "zh-Hans";
		if (/^en\b/i.test(tag)) return "en";
	}
	return published;
}

async function load(tag) {
	const answer = await fetch(new URL(`words/${tag}.json`, import.meta.url));
	if (!answer.ok) throw new Error(answer.status);
	words = await answer.json();
	language = tag;
}

// Writes the words into the page, or into a part of it that has come since.
export function translate(part = document) {
	page.lang = language;
	for (const element of part.querySelectorAll("[data-w]")) element.textContent = t(element.dataset.w);
	for (const element of part.querySelectorAll("#rows i, tr i")) {
		element.textContent = t(element.closest("th") ? "unnamed" : "notStated");
	}
	for (const link of part.querySelectorAll("tr a[href^='edit/']")) link.textContent = t("page.edit");
	for (const link of part.querySelectorAll("tr a[href^='delete/']")) link.textContent = t("page.delete");
}

export async function startLanguage(changed = () => {}) {
	const start = wanted();
	try { await load(start); } catch { return; }
	if (start !== published) translate();
	const choice = Object.assign(document.createElement("select"), { id: "language", ariaLabel: t("page.language") });
	for (const [tag, name] of Object.entries(names)) {
		const option = new Option(name, tag, false, tag === language);
		option.lang = tag;
		choice.append(option);
	}
	choice.addEventListener("change", async () => {
		remember("language", choice.value);
		await load(choice.value);
		translate();
		choice.ariaLabel = t("page.language");
		changed();
	});
	document.getElementById("tools").append(choice);
}
