// Keeps the pages on this device, and shows how much of them and what room there is.
import { $, element, store, t } from "./language.js";
import { site } from "./api.js";

async function show({ count, of, failed }) {
	if (failed === "offline") return;
	const { usage = 0, quota = 0 } = await navigator.storage.estimate();
	const isFirm = await navigator.storage.persisted();
	const megabytes = (bytes) => Math.ceil(bytes / 1e6);
	const note = $("storage") ?? element("p", { id: "storage", className: "note" });
	note.textContent = failed ? t("spaceFull") : [t("kept", count, of),
		t("spaceUsed", megabytes(usage), megabytes(quota)), t(isFirm ? "spaceFirm" : "spaceLoose")].join(" ");
	$("more").lastElementChild.append(note);
}

export async function startOffline() {
	const { serviceWorker } = navigator;
	if (!serviceWorker || !store) return;
	serviceWorker.onmessage = ({ data }) => show(data);
	const address = new URL(`worker.js?store=${store}`, site);
	// Without a connection the installed one continues.
	await serviceWorker.register(address, { scope: site.href, updateViaCache: "none" }).catch(() => {});
	ask("opened");
}

async function ask(what) {
	(await navigator.serviceWorker.ready).active.postMessage(what);
}

// Fetches what changed.
export const gather = () => navigator.serviceWorker && ask("changed");
