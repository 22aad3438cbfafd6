// Receipts, manuals and other documents, added on an item's page; they wait with the other edits.
import { $, element, t } from "./language.js";
import { ask, labelled } from "./dialog.js";
import { enqueue, waiting } from "./sync.js";

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

// Whether a file is chosen. Without one, the dialog stays as it is filled in.
function isChosen({ elements: { file } }) {
	const isGood = file.files[0]?.size > 0;
	file.ariaInvalid = isGood ? null : "true";
	file.nextElementSibling.textContent = isGood ? "" : t("bad.file");
	if (!isGood) file.focus();
	return isGood;
}

async function add() {
	const data = await ask({ title: t("addDocument"), accept: t("done"), check: isChosen, content: [element("div", { className: "fields" },
		labelled("documentFile", element("input", { type: "file", name: "file", accept: "application/pdf,image/*" })),
		labelled("documentKind", element("select", { name: "kind" }, ...kinds.map((kind) => new Option(t(`kinds.${kind}`), kind)))),
		labelled("documentTitle", element("input", { name: "title", maxLength: 1000 })))] });
	$("add-document").focus();
	if (data) await enqueue({ action: "document", id, file: data.get("file"), kind: data.get("kind"), title: data.get("title") });
}

export function start() {
	show();
	document.onclick = (event) => {
		if (event.target.id !== "add-document" || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		add();
	};
}
