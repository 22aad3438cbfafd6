// Updates the list from the page as it is published now.
import { $, notice, t, translate } from "./language.js";
import { item, publishedAt } from "./api.js";
import { nameOf, published, revisionOf } from "./rows.js";
import { forget } from "./index.js";
import { arrange, rows } from "./search.js";
import { gone } from "./ahead.js";
import { lastMade } from "./sync.js";

// A row that is being edited or waits to be sent stays as it is until then.
const isOurs = (tr) => tr.matches(".open, .waiting");
// A page that was published before this browser's last change of an item has it as it was: it would be without a name again.
const isOutdated = (id, revision = 0) => lastMade(id) > Math.max(publishedAt, revision);

// The row that had the focus when it disappeared: after an undo the item may be missing from one more publication.
let focus;

export async function put(fresh) {
	forget();
	for (const id of ["totals", "below"]) {
		const [old, now] = [$(id), fresh.getElementById(id)];
		if (now && old) old.replaceWith(now);
		else if (id === "below") old?.remove();
		if (now) translate(now.parentNode ?? now);
	}
	const { activeElement } = document;
	focus = activeElement.closest("#rows tr")?.id ?? ($(focus) ? "" : focus);
	const old = rows();
	const now = [];
	const absent = gone();
	for (const tr of fresh.querySelectorAll("#rows tr")) {
		let row = old.find(({ id }) => id === tr.id);
		const isBehind = isOutdated(tr.id, revisionOf(tr));
		if (absent.has(tr.id) || (isBehind && !row)) continue;
		const html = tr.outerHTML;
		const isChanged = published.get(tr.id) !== html;
		if (row) row.isLate = isChanged && isOurs(row);
		if (!row || (isChanged && !row.isLate && !isBehind)) {
			row = document.importNode(tr, true);
			row.classList.add("fresh");
			published.set(tr.id, html);
		}
		now.push(row);
	}
	old.forEach((tr, index) => {
		if (fresh.getElementById(tr.id) || !(isOurs(tr) || isOutdated(tr.id))) return;
		now.splice(index, 0, tr);
		if (published.has(tr.id)) item(tr.id).catch(({ message }) => {
			if (message !== "404" || tr.dataset.gone) return;
			tr.dataset.gone = "yes";
			notice("gone", t("gone", nameOf(tr)), [], "trouble");
		});
	});
	await arrange(now);
	const tr = $(focus);
	if (tr && document.activeElement === document.body) {
		const again = tr.querySelector(`[data-act="${activeElement.dataset.act}"]`) ?? tr.querySelector("a");
		(tr.contains(activeElement) ? activeElement : again).focus();
	}
	$("empty")?.toggleAttribute("hidden", now.length > 0);
}
