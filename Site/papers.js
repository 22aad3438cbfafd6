// Receipts, manuals and other documents, added on an item's page; they wait with the other edits.
import { $, element, t } from "./language.js";
import { ask } from "./dialog.js";
import { enqueue, onChange, waiting } from "./sync.js";

const kinds = "receipt warranty manual appraisal other".split(" ");
const id = location.pathname.match(/([\w-]+)\.html$/)?.[1];

// The list with what waits.
export function show() {
	for (const each of document.querySelectorAll(".papers .waiting")) each.remove();
	for (const { id: of, kind, title, file } of waiting) {
		if (of !== id || !kind) continue;
		if (!document.querySelector(".papers")) $("add-document").parentNode.before(element("ul", { className: "papers" }));
		document.querySelector(".papers").append(element("li", { className: "waiting" }, `${t(`kinds.${kind}`)} · ${title || file.name} ●`));
	}
}

async function add() {
	const labelled = (word, input) => element("label", {}, element("span", {}, t(word)), input);
	const data = await ask({ title: t("addDocument"), accept: t("done"), content: [element("div", { className: "fields" },
		labelled("documentFile", element("input", { type: "file", name: "file", accept: "application/pdf,image/*" })),
		labelled("documentKind", element("select", { name: "kind" }, ...kinds.map((kind) => new Option(t(`kinds.${kind}`), kind)))),
		labelled("documentTitle", element("input", { name: "title", maxLength: 1000 })))] });
	const file = data?.get("file");
	$("add-document").focus();
	if (file?.size) await enqueue({ action: "document", id, file, kind: data.get("kind"), title: data.get("title") });
}

export function start() {
	onChange(show);
	show();
	document.onclick = (event) => {
		if (event.target.id !== "add-document" || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		add();
	};
}
