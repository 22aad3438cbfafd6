// Hears of changes and puts in what the published page says now.
import { $, notice, t } from "./language.js";
import { item } from "./api.js";
import { body, nameOf } from "./rows.js";
import { arrange, forget, rows } from "./search.js";
import { waiting } from "./sync.js";

const seen = new Map();

export function learn() {
	for (const tr of body.children) seen.set(tr.id, tr.outerHTML);
}

let asked = 0;
export async function renew(id) {
	seen.delete(id);
	if ((asked += 1) > 1) return;
	const answer = await fetch(location.href, { cache: "no-cache" }).catch(() => ({}));
	if (answer.ok) await put(new DOMParser().parseFromString(await answer.text(), "text/html"));
	const again = asked > 1;
	asked = 0;
	if (again) renew();
}

// A row that is being edited, or waits to be sent, stays as it is.
const isOurs = (tr) => tr.matches(".open, .waiting");

async function put(fresh) {
	forget();
	for (const id of ["totals", "overview"]) {
		const [old, now] = [$(id), fresh.getElementById(id)];
		if (now) old?.replaceWith(now);
	}
	const { activeElement } = document;
	const focused = activeElement.closest("#rows tr")?.id;
	const old = rows();
	const now = [];
	for (const tr of fresh.querySelectorAll("#rows tr")) {
		if (waiting.some(({ action, id }) => action === "remove" && id === tr.id)) continue;
		let row = old.find(({ id }) => id === tr.id);
		const html = tr.outerHTML;
		if (!row || (seen.get(tr.id) !== html && !isOurs(row))) {
			row = document.importNode(tr, true);
			row.classList.add("fresh");
			seen.set(tr.id, html);
		}
		now.push(row);
	}
	old.forEach((tr, index) => {
		if (fresh.getElementById(tr.id) || !isOurs(tr)) return;
		now.splice(index, 0, tr);
		if (seen.has(tr.id)) item(tr.id).catch(({ message }) => {
			if (message !== "404" || tr.dataset.gone) return;
			tr.dataset.gone = "yes";
			notice("gone", t("gone", nameOf(tr)), [], "trouble");
		});
	});
	await arrange(now);
	if (focused && document.activeElement !== activeElement) {
		const tr = $(focused);
		const again = tr?.querySelector(`[data-act="${activeElement.dataset.act}"]`) ?? tr?.querySelector("a");
		(activeElement.isConnected ? activeElement : again)?.focus();
	}
	$("empty")?.toggleAttribute("hidden", now.length > 0);
}

export function listen() {
	let source;
	const open = () => {
		source = new EventSource("api/events");
		source.addEventListener("published", () => renew());
		source.onopen = () => renew();
		source.onerror = () => { if (source.readyState === EventSource.CLOSED) setTimeout(open, 5000); };
	};
	open();
	addEventListener("pagehide", () => source.close());
	addEventListener("pageshow", (event) => { if (event.persisted) open(); });
}
