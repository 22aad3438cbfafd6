// Keeps the pages on this device, and shows how much of them and what room there is.
import { $, element, store, t } from "./language.js";
import { site } from "./api.js";

let isOn;

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
	isOn = true;
	ask("opened");
}

const ask = async (what) => (await navigator.serviceWorker.ready).active.postMessage(what);

// Fetches what changed. Before the worker of these pages is registered, "ready" may name that of the pages around them, for ever.
export const gather = () => isOn && ask("changed");
