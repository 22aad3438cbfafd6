// Chooses several items and changes them at once: each change is one edit in the queue, and one undo takes it back.
import { button, element, hides, layer, page, t } from "./language.js";
import { connect, session, warn } from "./api.js";
import { ask, choices, field, isReadable, labelled, read } from "./dialog.js";
import { matching } from "./find.js";
import { entries } from "./index.js";
import { body, nameOf } from "./rows.js";
import { totals } from "./search.js";
import { enqueue, offerUndo } from "./sync.js";

const chosen = new Set();
let bar;
let leave;
let toggle;
let showWaiting;
let isMaking;

function mark(tr) {
	const known = tr.querySelector(".pick");
	if (!bar || tr.matches(".open")) return known?.remove();
	const box = known ?? element("input", { type: "checkbox", className: "pick" });
	if (!known) tr.firstElementChild.prepend(box);
	box.checked = chosen.has(tr.id);
	box.ariaLabel = `${t("select")}: ${nameOf(tr)}`;
}

async function show() {
	for (const tr of body.children) mark(tr);
	if (!bar) return;
	for (const control of bar.querySelectorAll("[data-needs]")) control.disabled = !chosen.size;
	const tell = (sums = "") => { bar.firstElementChild.textContent = t("selected", chosen.size) + sums; };
	tell();
	const items = chosen.size ? await entries().catch(() => []) : [];
	if (bar) tell(totals(items.filter(({ id }) => chosen.has(id))));
}

function close() {
	chosen.clear();
	// It may have been closed while an edit was being stored.
	bar?.remove();
	bar = null;
	leave(() => {});
	toggle.ariaPressed = false;
	show();
	toggle.focus();
	return true;
}

// Makes a change of the chosen items and offers to undo it.
async function make(edit, said) {
	if (isMaking) return;
	const ids = [...chosen];
	isMaking = true;
	const seq = await enqueue({ ...edit, ids }).finally(() => { isMaking = false; });
	close();
	offerUndo(t(said, ids.length), seq, { kind: edit.action === "removeMany" ? "remove" : "edit", ids });
	showWaiting();
}

const question = (title, ...content) => ask({ title: `${t(title)} · ${t("selected", chosen.size)}`, accept: t("done"),
	check: isReadable, content: [element("div", { className: "fields" }, ...content)] });

// The fields that many items can share: their names, their ways in an item's JSON, and their kinds.
const fields = page.dataset.fields.split(" ").map((each) => {
	const [path, kind] = each.split(":");
	return { name: path.replace(/\.(.)/, (_, letter) => letter.toUpperCase()), path: path.split("."), kind };
});

const acts = {
	async moveTo() {
		const data = await question("moveTo", field("location", ""));
		const location = data && read("location", data.get("location"));
		if (location) make({ action: "editMany", patch: { location } }, "changedMany");
	},
	async tags() {
		const items = (await entries().catch(() => [])).filter(({ id }) => chosen.has(id));
		const used = [...new Set(items.flatMap(({ tags }) => tags))].sort();
		const made = field("tags", "");
		made.querySelector("span").textContent = t("addTags");
		const data = await question("tags", made, ...used.length ? [choices(t("removeTags"), "checkbox", "removeTags", used.map((tag) => [tag, tag]))] : []);
		const [addTags, removeTags] = data ? [read("tags", data.get("tags")) ?? [], data.getAll("removeTags")] : [[], []];
		if (addTags.length || removeTags.length) make({ action: "editMany", addTags, removeTags }, "changedMany");
	},
	async change() {
		const choice = element("select", { name: "field" }, ...fields.map(({ name }) => new Option(t(name), name)));
		const named = () => fields.find(({ name }) => name === choice.value);
		const place = element("div");
		choice.onchange = () => place.replaceChildren(field(named().name, "", named().kind), element("p", { className: "note" }, t("emptyClears")));
		choice.value = hides("value") ? fields[0].name : "value";
		choice.onchange();
		const data = await question("change", labelled("field", choice), place);
		if (!data) return;
		const { name, path, kind } = named();
		const value = read(name, data.get(name), kind);
		make({ action: "editMany", patch: path.reduceRight((inner, part) => ({ [part]: inner }), value) }, "changedMany");
	},
	archive: () => make({ action: "editMany", patch: { archived: true } }, "archivedMany"),
	async labels() {
		// After a time without a connection the session may be another.
		await connect();
		warn("needsConnection", !session.csrf);
		if (!session.csrf) return;
		const form = element("form", { method: "post", action: "select", target: "_blank", hidden: true });
		const fields = { csrf: session.csrf, act: "labels", ids: [...chosen].join(",") };
		for (const [name, value] of Object.entries(fields)) form.append(element("input", { type: "hidden", name, value }));
		document.body.append(form);
		form.submit();
		form.remove();
	},
	delete: () => make({ action: "removeMany" }, "deletedMany"),
};

function open() {
	const all = button(t("selectAll"), async () => {
		const found = await matching().catch(() => []);
		const isAll = found.every(({ id }) => chosen.has(id));
		for (const { id } of found) isAll ? chosen.delete(id) : chosen.add(id);
		show();
	});
	const own = Object.entries(acts).map(([name, act]) => {
		const made = button(t(name), act, name === "delete" ? "danger" : "");
		made.dataset.needs = "";
		return made;
	});
	// Opens the actions of a narrow page, which has no room for them in a line.
	const more = button(t("actions"), () => { more.ariaExpanded = more.ariaExpanded !== "true"; }, "more-acts");
	more.dataset.needs = "";
	more.ariaExpanded = false;
	bar = element("div", { id: "selection", role: "group", ariaLabel: t("select") }, element("span", { role: "status" }),
		all, more, element("div", { className: "choices" }, ...own), button(t("close"), close, "primary"));
	bar.onkeydown = ({ key }) => { if (key === "Escape") close(); };
	body.closest("main").append(bar);
	toggle.ariaPressed = true;
	show();
}

export function label() {
	if (!bar) return;
	bar.remove();
	open();
}

// Begins or ends choosing.
export function select(control, shown) {
	if (bar) return close();
	if (!toggle) {
		// While items are chosen, a row is one large checkbox.
		body.addEventListener("click", (event) => {
			const tr = event.target.closest("tr");
			if (!bar || !tr || tr.matches(".open")) return;
			if (!chosen.delete(tr.id)) chosen.add(tr.id);
			event.stopPropagation();
			if (!event.target.matches(".pick")) event.preventDefault();
			show();
		}, true);
		new MutationObserver(show).observe(body, { childList: true });
	}
	toggle = control;
	showWaiting = shown;
	leave = layer(close);
	open();
}
