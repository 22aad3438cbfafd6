// Search, chips and order, and the rows that they leave. Query, chips and order are in the address.
import { $, announce, button, element, hides, load, money, notice, page, recall, remember, t, tab, translate } from "./language.js";
import { counts, entries, isIn } from "./index.js";
import { initial } from "./match.js";
import { body, build, isPublic, sums } from "./rows.js";

// The number of rows shown at first, and added each time the end is reached.
const batch = 60;
let own;
let turn = 0;
let most = batch;

const { scope, name: scopeName = "" } = page.dataset;
const address = new URLSearchParams(location.search);
export const asked = { q: "", place: "", has: "", sort: "" };
// Each narrows the list further.
export const tags = new Set(address.getAll("tag"));
for (const name of Object.keys(asked)) asked[name] = address.get(name) ?? "";
const heads = [...document.querySelectorAll("#list [data-s]")];
if (!heads.some(({ dataset }) => dataset.s === asked.sort.replace(/^-/, ""))) asked.sort = "";

function write(name, value) {
	if (name in asked) asked[name] = value;
	address.delete(name);
	for (const each of [value].flat()) if (each) address.append(name, each);
	const search = `${address}`;
	// A page from a disk has no address of its own.
	try { history.replaceState(history.state, "", location.pathname + (search && `?${search}`) + location.hash); } catch {}
}

// The page as it was left: how many rows it showed, and the place in them.
const left = `left.${location.pathname}`;
const [leftRows, leftScroll, leftSearch] = recall(left, tab) ?? [];
if (leftSearch === location.search) most = leftRows;
export const keepPlace = () => {
	addEventListener("pagehide", () => remember(left, [most, scrollY, location.search], tab));
	if (leftScroll && !location.hash) scrollTo(0, leftScroll);
};

// The page's own rows, whatever is shown.
export const rows = () => own ?? [...body.children];

export function drop(id) {
	$(id)?.remove();
	notice(`draft-${id}`, "");
	own = own?.filter((row) => row.id !== id);
}

const day = (days) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10);
export const marks = {
	photo: (item) => !item.thumbnail,
	value: (item) => item.value == null,
	receipt: (item) => !item.hasReceipt,
	insured: (item) => item.insured,
	// In the next three months.
	warranty: (item) => item.warranty && item.warranty >= day(0) && item.warranty <= day(92),
};
export const has = new Set(asked.has.split(" ").filter((name) => name in marks));
export const isTagged = (tag) => ({ tags }) => tags.includes(tag);
// What belongs on the page, whatever narrows it.
export const isOnPage = { location: scopeName ? isIn(scopeName) : ({ path }) => !path, tag: isTagged(scopeName),
	letter: ({ name }) => initial(name) === scopeName }[scope] ?? (() => true);

// The place and the tags that the page and the chips name.
export const here = () => ({ location: asked.place || (scope === "location" && scopeName) || "",
	tags: [...scope === "tag" ? [scopeName] : [], ...tags] });

// Whether the server reads what is typed, as docs/filters.md describes. All else is plain words.
export const isFilter = (text) => /(^|\s)(["(-]\S|\p{L}[^\s:]*:\S)|\s(or|OR)\s/u.test(text);

export const totals = (list) => sums(list).map((sum) => ` · ${money(sum)}`).join("");

function lay(list) {
	const kept = new Set(list);
	for (const tr of [...body.children]) if (!kept.has(tr) && !tr.matches(".open")) tr.remove();
	list.forEach((tr, index) => {
		const there = body.children[index];
		if (there !== tr) body.insertBefore(tr, there ?? null);
	});
}

// The page's list, which may have been empty.
export function reveal() {
	$("list").hidden = false;
	$("empty")?.toggleAttribute("hidden", true);
}

// Offered if nothing is found. What is added gets the words as its name.
const none = element("p", { className: "none actions", hidden: true });
/** @type {(name: string) => Node[]} */
let offer = () => [];
export const onNone = (act) => { offer = act; };
function showNone(isNone, isName) {
	none.hidden = !isNone;
	const name = asked.q.trim();
	if (isNone) none.replaceChildren(button(t("clear"), clear), ...isName && name ? offer(name) : []);
}
async function clear() {
	for (const name of ["place", "tag", "has"]) write(name, "");
	for (const chosen of [has, tags]) chosen.clear();
	$("query").value = "";
	await apply("q", "");
	$("query").focus();
}

const further = button("", () => extend(), "further");
// Of several entries reported at once, only the last describes the current view.
const end = new IntersectionObserver((reports) => { if (reports.at(-1).isIntersecting) extend(); }, { rootMargin: "600px" });
function extend() {
	end.unobserve(further);
	most += batch;
	arrange();
}

// The count and the sums. Those of the published page are shown if there are no others.
export function sum(text) {
	$("totals")?.toggleAttribute("hidden", !!text);
	$("found").textContent = text;
}

let arranged = () => {};
export const onArrange = (act) => { arranged = act; };

export const isNarrowed = () => !!(asked.q.trim() || asked.place || tags.size || has.size);

export async function arrange(fresh = rows()) {
	const mine = turn += 1;
	const isOn = isNarrowed() || !!asked.sort;
	// Before the index is there, so that a later call has these rows too.
	own = isOn ? fresh : null;
	const result = isOn && await load("./find.js").then(({ find }) => find()).catch(() => null);
	if (mine !== turn) return;
	const { list: found, guessed, fault = "", beyond } = result || {};
	let text = "";
	if (found) {
		const there = new Map([...body.querySelectorAll(".open, .waiting"), ...own].map((tr) => [tr.id, tr]));
		lay(found.slice(0, most).map((item) => there.get(item.id) ?? build(item)));
		if (isNarrowed()) text = fault ? t("problem") : found.length ? t("found", found.length) + (isPublic ? "" : totals(found)) : t("noneFound");
		if (guessed) text += ` · ${t("similar", guessed)}`;
		further.textContent = t("showMore", Math.max(0, found.length - most));
		further.hidden = found.length <= most;
		// Observing again reports whether the end is in view.
		end.unobserve(further);
		if (!further.hidden) end.observe(further);
	} else {
		lay(own ?? fresh);
		further.hidden = true;
		if (isOn) text = t("problem");
	}
	translate(body);
	body.classList.toggle("arranged", isOn);
	for (const pager of document.querySelectorAll(".pager")) pager.hidden = isOn;
	$("list").hidden = !body.children.length;
	showNone(found?.length === 0 && isNarrowed(), !isFilter(asked.q));
	sum(text);
	if (!text) arranged();
	$("fault").textContent = fault || (beyond ? t("beyond", beyond) : "");
	$("query").ariaInvalid = fault ? "true" : null;
	for (const head of heads) head.ariaSort = { [head.dataset.s]: "ascending", [`-${head.dataset.s}`]: "descending" }[asked.sort] ?? null;
	$("everywhere")?.toggleAttribute("hidden", !isNarrowed());
}

const sort = (order) => apply("sort", order, order ? t("sorted", t(`order.${order}`)) : t("ownOrder"));

async function narrow(name) {
	const isPlace = name === "place";
	// The counts are those of the items that the other chips and the search leave.
	const [picker, finder] = await Promise.all([load("./picker.js"), load("./find.js")]).catch(() => []);
	notice("needsConnection", picker ? "" : t("needsConnection"), [], "trouble");
	if (!picker) return;
	const list = await finder.matching(isPlace).then((items) => counts(name, items)).catch(() => []);
	const value = await picker.pick(t(isPlace ? "location" : "tag"), t("any"), list, isPlace, isPlace ? [asked.place] : tags.size ? [...tags] : [""]);
	if (value !== null) await (isPlace ? apply("place", value) : toggleTag(value));
	$(`by-${name}`)?.focus();
}

function toggleTag(tag) {
	if (!tag) tags.clear();
	else if (!tags.delete(tag)) tags.add(tag);
	return apply("tag", [...tags]);
}

async function apply(name, value, said) {
	write(name, value);
	most = batch;
	label();
	await arrange();
	announce(said || $("found").textContent || $("totals")?.textContent || "");
}

function toggle(name) {
	if (!has.delete(name)) has.add(name);
	apply("has", [...has].join(" ")).then(() => $(`has-${name}`).focus());
}

const hasPrice = heads.some(({ dataset }) => dataset.s === "price");
const orders = ["", ...hasPrice ? ["price", "-price"] : [], "-dateCreated", "dateCreated", "name", "-name",
	...isPublic ? [] : ["-value", "value"], "location"].filter((order) => !hides(order.replace("-", "")));

// Words, chips and the order in the reader's language.
export function label() {
	const field = $("query");
	field.ariaLabel = scope ? t("searchIn", scopeName || document.querySelector("h1").textContent.trim()) : t("search");
	field.placeholder = t(scope || page.dataset.hidden ? "search" : "searchHint");
	const chip = (id, text, isOn, press) => Object.assign(button(text, press, "chip"), { id, ariaPressed: isOn, ariaHasPopup: isOn == null ? "dialog" : null });
	const shown = isPublic ? page.dataset.hidden ? [] : ["photo"] : Object.keys(marks).filter((name) => !hides(name === "receipt" ? "documents" : name));
	const everywhere = element("a", { id: "everywhere", className: "chip", href: `index.html${location.search}`,
		textContent: t("everywhere"), hidden: true });
	// A press takes a chosen one off; the focus stays beside it.
	const taken = (name, text, act) => chip("", text, true, () => act().then(() => $(`by-${name}`).focus()));
	$("filters").replaceChildren(...scope ? [everywhere] : [],
		...hides("location") ? [] : [chip("by-place", t("location"), null, () => narrow("place"))],
		...asked.place ? [taken("place", asked.place, () => apply("place", ""))] : [],
		...hides("tags") ? [] : [chip("by-tag", t("tag"), null, () => narrow("tag"))],
		...[...tags].map((tag) => taken("tag", tag, () => toggleTag(tag))),
		...shown.map((name) => chip(`has-${name}`, t(`has.${name}`), has.has(name), () => toggle(name))));
	const choice = element("select", { ariaLabel: t("orderBy"), onchange: () => sort(choice.value) });
	for (const order of new Set([...orders, asked.sort])) choice.append(new Option(t(`order.${order || "own"}`), order, false, order === asked.sort));
	const hadFocus = $("order").contains(document.activeElement);
	$("order").replaceChildren(choice);
	if (hadFocus) choice.focus();
}

export function startSort() {
	for (const head of heads) {
		const { s } = head.dataset;
		// Up, down, then the owner's order again.
		const press = button("", () => sort({ [s]: `-${s}`, [`-${s}`]: "" }[asked.sort] ?? s));
		press.append(head.firstElementChild);
		head.append(press);
	}
}

// Photos or a table, as chosen last.
function startView() {
	const view = address.get("view") ?? recall("view");
	for (const choice of document.querySelectorAll("[name=view]")) {
		if (["grid", "table"].includes(view)) choice.checked = choice.value === view;
		choice.onchange = () => {
			remember("view", choice.value);
			write("view", choice.value);
		};
	}
}

export function startSearch() {
	startView();
	const field = $("query");
	let wait;
	// What was typed before this script was ready is the query.
	if (field.value) write("q", field.value);
	else field.value = asked.q;
	// After it, because the link to all items has the query.
	label();
	field.oninput = () => {
		clearTimeout(wait);
		// A request for each letter would be wasted.
		wait = setTimeout(() => apply("q", field.value), isFilter(field.value) ? 300 : 60);
	};
	// The index is there by the time the first word is typed.
	field.onfocus = () => Promise.all([entries(), load("./find.js")]).catch(() => {});
	$("search").onsubmit = () => {
		field.blur();
		return false;
	};
	$("list").after(further, none);
	further.hidden = true;
	// The address of the entry that closing a layer returns to may be older than the search.
	addEventListener("popstate", () => write("q", asked.q));
	return location.search && arrange();
}
