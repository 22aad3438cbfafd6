// Numbers and amounts as readers write them: "12,34", "1.234,56 €", "$20". EnteredNumber.swift has the same rules.
import { element, language, page, t } from "./language.js";

const isComma = () => new Intl.NumberFormat(language).format(0.5)[1] === ",";
// Signs of several currencies: the inventory's own is meant.
const shared = { $: "USD CAD AUD NZD HKD SGD TWD MXN", "¥": "JPY CNY", KR: "SEK NOK DKK ISK" };
const signs = { US$: "USD", CA$: "CAD", C$: "CAD", A$: "AUD", AU$: "AUD", NZ$: "NZD", HK$: "HKD", NT$: "TWD", S$: "SGD", R$: "BRL",
	MX$: "MXN", "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₪": "ILS", "₴": "UAH", ZŁ: "PLN", KČ: "CZK",
	FT: "HUF", "FR.": "CHF", 元: "CNY", 円: "JPY", 원: "KRW" };

// The currency that a sign or code means; undefined if that is not clear.
function currencyOf(sign) {
	const own = page.dataset.currency;
	const key = sign.toUpperCase();
	if (!key) return own;
	if (/^[A-Z]{3}$/.test(key)) return key;
	if (!shared[key]) return signs[key];
	return shared[key].includes(own) ? own : key === "$" ? "USD" : key === "¥" && language.startsWith("zh") ? "CNY" : undefined;
}

const narrow = (text) => text.normalize("NFKC").replace(/−/g, "-").replace(/[\u200e\u200f]/g, "").trim();

// The digits with a decimal point; undefined if the text is not a number or can be read as two.
export function number(entered, most = 6) {
	const [, minus, text] = /^(-?)([\d.,'’ ]+)$/.exec(narrow(entered)) ?? [];
	if (!text) return undefined;
	const marks = text.replace(/\d/g, "");
	const last = [...marks].findLast((mark) => ".,".includes(mark));
	const parts = last ? text.split(last) : [];
	let decimal = "";
	if (parts.length === 2 && /^\d*$/.test(parts[1])) {
		const isLone = marks.length === 1 && parts[1].length === 3 && /^\d{1,3}$/.test(parts[0]) && parts[0] !== "0";
		if (!isLone) decimal = last;
		else if (last === (isComma() ? "," : ".")) {
			// Three decimals that the currency does not have may be thousands of another language.
			if (most < 3) return undefined;
			decimal = last;
		}
	}
	const [whole, fraction] = decimal ? text.split(decimal) : [text];
	if (!/^\d+$|^[1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\1\d{3})*$|^[1-9]\d?(?:,\d\d)+,\d{3}$/.test(whole) || fraction === "") return undefined;
	return minus + whole.replace(/\D/g, "") + (fraction ? `.${fraction}` : "");
}

export function amount(entered) {
	const [, sign = "", minus, digits, after = ""] = /^([^\d\s-]*)\s*(-?)\s*(\d[\d.,'’ ]*)([^\d\s.,]*)$/u.exec(narrow(entered)) ?? [];
	if (!digits || (sign && after)) return undefined;
	const currency = currencyOf(sign || after);
	if (!currency || !Intl.supportedValuesOf("currency").includes(currency)) return undefined;
	const { maximumFractionDigits: most } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
	const [whole, fraction = ""] = number(minus + digits, most)?.split(".") ?? [];
	// Negative amounts are refused, as on the command line.
	if (!whole || whole.length > 15 || fraction.length > most || minus) return undefined;
	return { amount: most ? `${whole}.${fraction.padEnd(most, "0")}` : whole, currency };
}

// The currencies to choose from beside an amount are those of the page. Others are typed.
const common = page.dataset.currencies?.split(" ") ?? [];
const isBare = (text) => /^[\d.,'’\s]*$/.test(text);

// A choice of currency, which applies to digits alone; a sign or code that is typed is shown by it.
export function currencies(input) {
	const own = page.dataset.currency;
	const named = () => isBare(input.value) ? select.value || own : amount(input.value)?.currency ?? own;
	const select = element("select", { className: "currency", ariaLabel: t("currency") });
	select.append(...[...new Set([own, named(), ...common])].map((code) => new Option(code)));
	input.addEventListener("input", () => { select.value = named(); });
	select.onchange = () => { if (!isBare(input.value)) input.value = input.value.replace(/[^\d.,'’\s]/g, "").trim(); };
	select.value = named();
	return select;
}

// Writes what was chosen into the amounts of a form.
export function settleCurrencies(form) {
	for (const select of form.querySelectorAll(".currency")) {
		const input = select.parentNode.querySelector("input");
		if (isBare(input.value) && input.value.trim() && select.value !== page.dataset.currency) input.value += ` ${select.value}`;
	}
}

// A stored number as it is written in the language.
export const written = (text) => isComma() ? text.replace(".", ",") : text;
