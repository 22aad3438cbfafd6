// Hears of changes and puts in what the published page says now.
import { $ } from "./state.js";
import { body } from "./rows.js";
import { forget, isShowing } from "./search.js";
import { translate } from "./language.js";

const seen = new Map();

export function learn() {
	for (const tr of body.children) seen.set(tr.id, tr.outerHTML);
}

let asked = 0;
export async function renew(decorate) {
	asked += 1;
	if (asked > 1) return;
	const answer = await fetch(location.href, { cache: "no-cache" }).catch(() => ({}));
	if (answer.ok) put(new DOMParser().parseFromString(await answer.text(), "text/html"), decorate);
	const again = asked > 1;
	asked = 0;
	if (again) renew(decorate);
}

function put(fresh, decorate) {
	forget();
	for (const id of ["totals", "overview"]) {
		const [old, now] = [$(id), fresh.getElementById(id)];
		if (old && now) {
			old.replaceWith(now);
			translate(now);
		}
	}
	if (isShowing()) return;
	const { activeElement } = document;
	const focused = activeElement.closest("#rows tr")?.id;
	const rows = [...fresh.querySelectorAll("#rows tr")];
	for (const old of [...body.children]) if (!fresh.getElementById(old.id)) old.remove();
	rows.forEach((tr, index) => {
		const old = $(tr.id);
		const html = tr.outerHTML;
		let now = old;
		if (!old || (seen.get(tr.id) !== html && !old.classList.contains("open"))) {
			now = document.importNode(tr, true);
			now.classList.add("fresh");
			old?.replaceWith(now);
			translate(now);
			decorate(now);
		}
		seen.set(tr.id, html);
		if (body.children[index] !== now) body.insertBefore(now, body.children[index] ?? null);
	});
	if (focused && document.activeElement !== activeElement) {
		const tr = $(focused);
		const again = tr?.querySelector(`[data-act="${activeElement.dataset.act}"]`) ?? tr?.querySelector("a");
		(activeElement.isConnected ? activeElement : again)?.focus();
	}
	$("list").hidden = !rows.length;
	$("empty")?.toggleAttribute("hidden", rows.length > 0);
}

export function listen(decorate) {
	let source;
	const open = () => {
		source = new EventSource("api/events");
		source.addEventListener("published", () => renew(decorate));
		source.onerror = () => { if (source.readyState === EventSource.CLOSED) setTimeout(open, 5000); };
	};
	open();
	addEventListener("pagehide", () => source.close());
	addEventListener("pageshow", (event) => { if (event.persisted) { open(); renew(decorate); } });
}
