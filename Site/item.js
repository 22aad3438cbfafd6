// The page of an item, of all locations or tags, and the overview: in the reader's language, and following the store if a server answers.
import { $, element, load, notice, page, startLanguage, t, translate } from "./language.js";
import { away, connect, follow, mayAdd, mayChange, mayChangeAll, renew, session } from "./api.js";

/** @type {any} */
let papers = null;
/** @type {any} */
let queue = null;
/** @type {any} */
let places = null;
let published = document.querySelector("main").outerHTML;

const way = (href, word) => element("a", { className: "button", href, textContent: t(word) });

function put(fresh) {
	const main = document.querySelector("main");
	if (!fresh) {
		published = "";
		main.querySelector(".actions")?.toggleAttribute("hidden", true);
		return $("notice-absent") ?? notice("absent", t("itemGone", main.querySelector("h1").textContent),
			[way("../index.html", "toList"), way(`../undo?return=${location.pathname}`, "changes")], "trouble");
	}
	const now = fresh.querySelector("main");
	if (now.outerHTML === published) return;
	published = now.outerHTML;
	const href = document.activeElement.getAttribute("href");
	const parts = now.querySelectorAll("details");
	main.querySelectorAll("details").forEach(({ open }, index) => parts[index]?.toggleAttribute("open", open));
	$("notice-absent")?.remove();
	// Other notices stay.
	now.querySelector("#status")?.replaceWith($("status"));
	main.replaceWith(now);
	translate(now);
	document.title = fresh.title;
	now.querySelector(`[href="${href}"]`)?.focus({ preventScroll: true });
	papers?.show();
	places?.start();
	figure();
}

// Figures include what waits, until it is published.
async function figure() {
	if (!queue?.waiting.some(({ file }) => !file) || !document.querySelector(".summary, .directory")) return;
	published = "";
	(await load("./figures.js")).show();
}

await startLanguage();
addEventListener("click", (event) => {
	const photo = event.target.closest(".photos a");
	if (!photo || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	load("./viewer.js").then(({ view }) => view(photo), () => { location.href = photo.href; });
});
await connect();
// Of all locations or tags it is none.
const id = location.pathname.match(/item\/([\w-]+)\.html$/)?.[1];
page.classList.toggle("mine", mayChange(id));
if (session?.signedIn) {
	if (away || !isSecureContext) follow(put);
	else {
		const { gather, startOffline } = await import("./offline.js");
		follow(put, gather);
		startOffline();
		// Edits that wait are sent from any page.
		queue = await import("./sync.js");
		queue.onChange(({ waiting, dropped }) => {
			papers?.show();
			if (waiting) figure();
			if (dropped) renew();
		});
		await queue.refresh();
		queue.replay();
		if (mayChange(id)) {
			papers = await import("./papers.js");
			papers.start();
		}
		if (mayAdd()) (await import("./history.js")).startHistory();
		if (document.querySelector(".directory .tree") && mayChangeAll()) {
			places = await load("./places.js");
			places.start();
		}
	}
}
