// The figures of the overview and the counts beside places and tags, with the edits that wait.
import { $, element, t, translate } from "./language.js";
import { amend, millionths } from "./ahead.js";
import { entries, isIn, onLoad, outdate } from "./index.js";
import { initial } from "./match.js";
import { fromUnits, sums, units } from "./rows.js";

const word = (tag, key, about = {}) => {
	const made = element(tag, about);
	made.dataset.w = key;
	return made;
};

function showTotals(totals, list) {
	const figures = totals.querySelector(".figures");
	const put = (key, number) => {
		const at = totals.querySelector(`[data-w=${key}]`);
		const shown = at?.nextElementSibling;
		if (shown) shown.dataset.n = number;
	};
	put("items", list.length);
	put("units", fromUnits(list.reduce((sum, { quantity }) => sum + millionths(quantity), 0n), "0.000000"));
	put("withoutValue", list.filter(({ value }) => !value).length);
	put("withoutSerialNumber", list.filter(({ serialNumber }) => !serialNumber).length);
	if (!figures.querySelector(".total")) return;
	for (const old of figures.querySelectorAll(".total")) old.remove();
	const amounts = sums(list).map((value) => element("div", { className: "total" },
		element("dt", {}, word("span", "totalValue"), " ", element("span", { className: "code" }, value.split(" ")[1])),
		element("dd", {}, element("data", { value }))));
	figures.append(...amounts.length ? amounts : [element("div", { className: "total" }, word("dt", "totalValue"),
		word("dd", "notStated", { className: "absent" }))]);
}

// The values by location of the first level that has more than one, as SeriesTable.swift has them.
function shares(list) {
	const sum = (items) => items.reduce((all, { value }) => all + units(value), 0n);
	const at = (level) => {
		const places = new Map();
		for (const item of list) {
			const names = item.path.split(" / ");
			if (!item.path || names.length < level) continue;
			const place = names.slice(0, level).join(" / ");
			places.set(place, (places.get(place) ?? 0n) + units(item.value));
		}
		return places;
	};
	let level = 1;
	while (level < 12 && at(level).size === 1) level += 1;
	if (!at(level).size) level = 1;
	const found = at(level);
	const above = [...found.keys()][0]?.split(" / ").slice(0, -1).join(" / ");
	const outside = list.filter(({ path }) => path && path.split(" / ").length < level);
	if (above && sum(outside)) found.set(above, sum(outside));
	const none = list.filter(({ path }) => !path);
	if (none.length) found.set("", sum(none));
	const order = new Intl.Collator(document.documentElement.lang, { numeric: true });
	return [...found].sort(([a, one], [b, other]) => one === other ? order.compare(a, b) : one < other ? 1 : -1);
}

// Draws the bars as ChartContext.swift does: twelve at most, and one line for the rest.
function drawChart(svg, currency, list) {
	const all = shares(list);
	const shown = all.slice(0, all.length > 13 ? 12 : 13);
	const longest = shown[0]?.[1] || 1n;
	const part = (tag, about, ...children) => {
		const made = document.createElementNS(svg.namespaceURI, tag);
		for (const [name, value] of Object.entries(about)) made.setAttribute(name, value);
		made.append(...children);
		return made;
	};
	const bar = (index, label, sum, isRest) => {
		const [y, height, rx, x] = [index * 40 + 22, 8, 4, 0];
		const width = (Number(sum * 64000n / longest) / 100).toFixed(1);
		return part("g", {}, part("title", {}, label),
			part("text", { class: "label", x, y: y - 6 }, label.length > 36 ? `…${label.slice(-36)}` : label),
			part("text", { class: "amount", x: 640, y: y - 6, "text-anchor": "end", "data-m": `${fromUnits(sum, list[0].value)} ${currency}` }),
			...isRest ? [] : [part("rect", { class: "track", x, y, width: 640, height, rx }), part("rect", { class: "bar", x, y, width, height, rx })]);
	};
	const rest = all.slice(shown.length);
	svg.replaceChildren(...shown.map(([place, sum], index) => bar(index, place || t("notStated"), sum, false)),
		...rest.length ? [bar(shown.length, t("otherLocations", rest.length), rest.reduce((sum, [, each]) => sum + each, 0n), true)] : []);
	svg.setAttribute("viewBox", `0 0 640 ${svg.children.length * 40}`);
}

// Places below another one, or in a tree that begins with the first level.
export function showPlaces(root, list, base) {
	const names = [];
	for (const item of root.querySelectorAll("li")) {
		const level = Number(/level-(\d+)/.exec(item.className)?.[1] ?? 1);
		const [label, count] = item.firstElementChild.children;
		const isNone = !!label.dataset.w;
		names.length = level;
		names[level - 1] = label.textContent;
		// A page of a long tree may begin in the middle.
		if (!isNone && Object.keys(names).length < level) continue;
		const place = [base, ...names].filter(Boolean).join(" / ");
		const here = list.filter(isNone ? ({ path }) => !path : isIn(place));
		count.dataset.n = `${here.length}`;
		if (!item.querySelector(".sum") && !root.querySelector(".sum")) continue;
		for (const old of item.querySelectorAll(".sum")) old.remove();
		item.firstElementChild.append(...sums(here).map((value) => element("data", { className: "sum", value })));
	}
	translate(root);
}

export async function show() {
	onLoad(amend);
	outdate();
	const list = await entries().catch(() => null);
	if (!list) return;
	const main = document.querySelector("main");
	const totals = main.querySelector(".totals");
	if (totals) showTotals(totals, list);
	for (const chart of main.querySelectorAll(".chart")) {
		const currency = chart.querySelector(".code").textContent;
		drawChart(chart.querySelector("svg"), currency, list.filter((item) => item.value && item.currency === currency));
	}
	if (main.querySelector(".tree")) showPlaces(main.querySelector(".tree"), list, "");
	for (const link of main.querySelectorAll(".chips a")) {
		const count = link.querySelector("[data-n]");
		const name = link.firstChild.textContent.trim();
		const isLetter = !!link.closest(".letters");
		const letter = link.firstElementChild.dataset.w ? "" : name;
		if (count) count.dataset.n = `${list.filter((item) => isLetter ? initial(item.name) === letter : item.tags.includes(name)).length}`;
	}
	translate(main);
	$("totals")?.classList.add("waiting");
}
