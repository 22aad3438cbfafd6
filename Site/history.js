// An item's history, as the server's page of changes shows it. It is asked for each time it is opened.
import { element, t } from "./language.js";

async function show({ target: history }) {
	if (history.id !== "history" || !history.open) return;
	const link = history.querySelector("a[href*='item=']");
	let list = element("p", {}, t("needsConnection"));
	try {
		const reply = await fetch(link.href, { headers: { Accept: "text/html" } });
		const page = new DOMParser().parseFromString(await reply.text(), "text/html");
		list = page.querySelector(".changes");
	} catch {
		// Without a connection.
	}
	// Without a list, as when the session has ended, the link leads on.
	link.parentNode.hidden = Boolean(list);
	history.querySelector(":scope > :not(summary, .actions)")?.remove();
	if (list) history.append(list);
}

export const startHistory = () => addEventListener("toggle", show, true);
