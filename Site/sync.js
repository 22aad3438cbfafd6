// Sends waiting edits in turn, each once; of several tabs one sends.
import { store } from "./state.js";
import { away, send, signIn } from "./api.js";
import { ask } from "./dialog.js";
import { button, element, notice } from "./announce.js";
import { t } from "./language.js";
import { settle } from "./conflicts.js";
import * as queue from "./queue.js";

const channel = new BroadcastChannel(`homepwner.${store}`);
const listeners = [];
let pause = 0;
let again;
export let waiting = [];

export const onChange = (act) => listeners.push(act);
const tell = (message) => { for (const act of listeners) act(message); };
channel.onmessage = (event) => { if (event.data.sent) tell(event.data); refresh(); };

export async function refresh(trouble = "") {
	waiting = await queue.all();
	const refused = waiting.filter((edit) => edit.refused);
	const open = waiting.length - refused.length;
	for (const edit of refused) {
		notice(edit.key, t("page.refused", edit.refused), [button(t("page.discard"), async () => {
			await queue.remove(edit);
			notice(edit.key, "");
			changed();
		})], "trouble");
	}
	const keep = button(t("page.export"), queue.download);
	if (trouble === "sign-in") {
		notice("queue", t("page.unsaved", open), [button(t("page.signIn"), enter, "primary"), keep], "trouble");
	} else if (trouble) {
		const retry = button(t("page.retry"), () => { pause = 0; replay(); });
		notice("queue", t("page.offline", open), [retry, keep], "trouble");
	} else notice("queue", open ? t("page.saving") : "");
	tell({ waiting });
}

function changed() {
	channel.postMessage({});
	return refresh();
}

export async function enqueue(edit) {
	await queue.add({ key: crypto.randomUUID(), moment: new Date().toISOString(), ...edit });
	await changed();
	replay();
}

export async function takeBack(test) {
	return navigator.locks.request(`homepwner.${store}`, async () => {
		const edit = (await queue.all()).findLast(test);
		if (edit) await queue.remove(edit);
		await changed();
		return Boolean(edit);
	});
}

export function replay() {
	clearTimeout(again);
	return navigator.locks.request(`homepwner.${store}`, async () => {
		for (;;) {
			const edits = await queue.all();
			const edit = edits.find((edit) => !edit.refused);
			if (!edit) break;
			const { status, change, problem } = await send(edit);
			if (change) {
				pause = 0;
				await queue.remove(edit);
				// Later edits of the same item are based on this one.
				for (const later of edits.filter((other) => other !== edit && other.id === (edit.id ?? edit.item?.id) && other.base != null)) {
					await queue.put({ ...later, base: change.revision });
				}
				channel.postMessage({ sent: edit, change });
				tell({ sent: edit, change });
			} else if (status === 412) {
				const next = await settle(edit, problem);
				await (next ? queue.put({ ...next, key: crypto.randomUUID() }) : queue.remove(edit));
			} else if (status >= 500 || [0, 401, 403, 408, 421, 429].includes(status)) {
				pause = Math.min(60, pause * 2 || 2);
				again = setTimeout(replay, pause * 1000);
				return refresh(status === 401 ? "sign-in" : "offline");
			} else {
				await queue.put({ ...edit, refused: problem?.detail ?? problem?.title ?? String(status) });
			}
		}
		return changed();
	});
}

export async function enter() {
	if (!away) return location.assign(`sign-in?return=${encodeURIComponent(location.pathname)}`);
	const input = element("input", { name: "code", autocomplete: "off" });
	const data = await ask({ title: t("page.signIn"), note: t("page.signInNote"), accept: t("page.signIn"),
		content: [element("label", {}, t("page.code"), input)] });
	if (!data) return;
	if (await signIn(data.get("code").trim())) location.reload();
	else notice("sign-in", t("page.problem"), [], "trouble");
}

addEventListener("online", () => { pause = 0; replay(); });
