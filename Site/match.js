// Texts as they are compared: without case, width, accents and apostrophes.
const plain = /^[\t\n -&(-_a-~]*$/;
const letters = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ħ: "h", ŧ: "t", ŀ: "l" };
export const fold = (text) => plain.test(text) ? text.toLowerCase()
	: text.replace(/['`´‘’ʼ＇]/g, "").normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")
		.replace(/[ßæœøłđðþı]/g, (letter) => letters[letter]).replace(/[‐-―]/g, "-");

// The letter under which a name is listed, or "" if it is none: the rule of NameInitial.swift.
export function initial([first = ""]) {
	const [base = ""] = letters[first.toLowerCase()] ?? first.normalize("NFD");
	return /\d/.test(first) ? "0–9" : /[a-zÀ-Ýß-ýÿ-žẞ][a-z]/i.test(first + base) ? base.toUpperCase() : "";
}
