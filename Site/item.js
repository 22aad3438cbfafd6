// An item's page: in the reader's language, and following the store if a server answers.
import { $, element, notice, startLanguage, t, translate } from "./language.js";
import { connect, follow, session } from "./api.js";

let published = document.querySelector("main").outerHTML;

const way = (href, word) => element("a", { className: "button", href, textContent: t(word) });

function put(fresh) {
	const main = document.querySelector("main");
	if (!fresh) {
		published = "";
		main.querySelector(".actions").hidden = true;
		return $("notice-absent") ?? notice("absent", t("absent", main.querySelector("h1").textContent),
			[way("../index.html", "toList"), way(`../undo?return=${location.pathname}`, "changes")], "trouble");
	}
	const now = fresh.querySelector("main");
	if (now.outerHTML === published) return;
	published = now.outerHTML;
	const href = document.activeElement.getAttribute("href");
	main.replaceWith(now);
	translate(now);
	document.title = fresh.title;
	now.querySelector(`[href="${href}"]`)?.focus({ preventScroll: true });
}

await startLanguage();
await connect();
if (session?.signedIn) follow(put);
