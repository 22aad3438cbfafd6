// Sends waiting edits in order, each exactly once; if several tabs are open, one of them sends.
import { button, element, notice, store, t } from "./language.js";
import { away, listed, send, signIn } from "./api.js";
import { ask, fill, settle } from "./dialog.js";

// Waiting edits, in the browser's database.
let opened;
const done = (request) => new Promise((resolve, reject) => {
	request.onsuccess = () => resolve(request.result);
	request.onerror = () => reject(request.error);
});

function run(act, value) {
	opened ??= done(Object.assign(indexedDB.open(`homepwner.${store}`, 1), {
		onupgradeneeded() { this.result.createObjectStore("edits", { keyPath: "seq", autoIncrement: true }); },
	}));
	return opened.then((base) => done(base.transaction("edits", "readwrite").objectStore("edits")[act](value)));
}

const all = () => run("getAll");
const put = (edit) => run("put", edit);
const remove = ({ seq }) => run("delete", seq);

async function download() {
	const content = JSON.stringify(listed(await all()), null, 2);
	const href = URL.createObjectURL(new Blob([content], { type: "application/vnd.homepwner.edits+json" }));
	element("a", { href, download: "homepwner-edits.json" }).click();
	setTimeout(() => URL.revokeObjectURL(href), 1000);
}

const channel = new BroadcastChannel(`homepwner.${store}`);
let pause = 0;
let again;
export let waiting = [];

let emit = () => {};
export const onChange = (act) => { emit = act; };
channel.onmessage = ({ data }) => {
	if (data.sent) emit(data);
	if (data.ask) ready();
	refresh();
};

// A question is asked in the visible tab.
const ready = () => { if (waiting.length && !document.hidden) replay(); };
document.onvisibilitychange = ready;

async function discard(edit) {
	await remove(edit);
	await changed();
	emit({ dropped: edit });
}

async function correct({ refused, ...edit }) {
	const part = edit.item ? "item" : "patch";
	const typed = await fill(t("correct"), edit[part], edit.patch && Object.keys(edit.patch));
	if (!typed) return;
	await put({ ...edit, [part]: { ...edit[part], ...typed }, key: crypto.randomUUID() });
	notice(edit.key, "");
	await changed();
	replay();
}

export async function refresh(trouble = "") {
	waiting = await all();
	const refused = waiting.filter((edit) => edit.refused);
	const open = waiting.length - refused.length;
	for (const edit of refused) {
		const actions = [button(t("discard"), () => { notice(edit.key, ""); discard(edit); })];
		if (edit.item ?? edit.patch) actions.unshift(button(t("correct"), () => correct(edit), "primary"));
		notice(edit.key, t("refused", edit.refused), actions, "trouble");
	}
	const way = trouble === "unsaved" ? button(t("signIn"), enter, "primary") : button(t("retry"), retry);
	if (trouble) notice("queue", t(trouble, open), [way, button(t("export"), download)], "trouble");
	else notice("queue", open ? t("saving") : "");
	emit({ waiting });
}

function changed() {
	channel.postMessage({});
	return refresh();
}

export async function enqueue(edit) {
	await run("add", { key: crypto.randomUUID(), moment: new Date().toISOString(), ...edit });
	await changed();
	replay();
}

export async function takeBack(test) {
	return navigator.locks.request(`homepwner.${store}`, async () => {
		const edit = (await all()).findLast(test);
		if (edit) await remove(edit);
		await changed();
		return Boolean(edit);
	});
}

export function replay() {
	clearTimeout(again);
	return navigator.locks.request(`homepwner.${store}`, async () => {
		for (;;) {
			const edits = await all();
			const edit = edits.find((edit) => !edit.refused);
			if (!edit) break;
			const { status, change, problem } = await send(edit);
			if (change) {
				pause = 0;
				await remove(edit);
				// Later edits of the same item are based on this one.
				for (const later of edits) {
					if (later !== edit && later.id === edit.id && later.base != null) {
						await put({ ...later, base: change.revision });
					}
				}
				channel.postMessage({ sent: edit, change });
				emit({ sent: edit, change });
			} else if (status === 412) {
				if (document.hidden) return channel.postMessage({ ask: true });
				const next = await settle(edit, problem);
				await (next ? put({ ...next, key: crypto.randomUUID() }) : discard(edit));
			} else if (status >= 500 || [0, 401, 403, 408, 421, 429].includes(status)) {
				pause = Math.min(60, pause * 2 || 2);
				again = setTimeout(replay, pause * 1000);
				return refresh(status === 401 ? "unsaved" : "offline");
			} else {
				await put({ ...edit, refused: problem?.errors?.map(({ field, detail }) =>
					field ? `${t(field)}: ${detail}` : detail).join("; ") || (problem?.detail ?? problem?.title ?? `${status}`) });
			}
		}
		return changed();
	});
}

export async function enter() {
	if (!away) return location.assign(`sign-in?return=${encodeURIComponent(location.pathname)}`);
	const data = await ask({ title: t("signIn"), note: t("signInNote"), accept: t("signIn"),
		content: [element("label", {}, t("code"), element("input", { name: "code", autocomplete: "off" }))] });
	if (!data) return;
	if (await signIn(data.get("code").trim())) location.reload();
	else notice("sign-in", t("problem"), [], "trouble");
}

function retry() {
	pause = 0;
	replay();
}
addEventListener("online", retry);
