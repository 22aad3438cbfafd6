// Texts as they are compared: without case, width, accents and apostrophes; and words that are nearly alike.
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

// Whether two words differ by at most so many letters: one left out, added, wrong, or two swapped.
function isNear(one, other, most) {
	if (Math.abs(one.length - other.length) > most) return false;
	let [before, row] = [[], [...Array(other.length + 1).keys()]];
	for (let i = 1; i <= one.length; i += 1) {
		const next = [i];
		let least = i;
		for (let j = 1; j <= other.length; j += 1) {
			let cost = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(one[i - 1] !== other[j - 1]));
			if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
			next.push(cost);
			least = Math.min(least, cost);
		}
		if (least > most) return false;
		[before, row] = [row, next];
	}
	return row[other.length] <= most;
}

// The words of a text collection that a mistyped word may mean; scripts without spaces are found by part instead.
export function similar(word, vocabulary) {
	const most = word.length < 4 || !/^[a-z0-9\u0370-\u052f-]+$/.test(word) ? 0 : word.length < 8 ? 1 : 2;
	if (!most) return [];
	// The first letters of a longer word count too: the word may not be typed to its end.
	return [...vocabulary].filter((known) => isNear(word, known, most)
		|| (known.length > word.length && isNear(word, known.slice(0, word.length), 1)));
}

export function vocabulary(texts) {
	const words = new Set();
	// One by one: the words of all texts at once would need hundreds of megabytes.
	for (const text of texts) text.match(/[a-z0-9\u0370-\u052f-]{3,}/g)?.forEach(words.add, words);
	return words;
}
