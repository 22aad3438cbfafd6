// Sends waiting edits in order, each exactly once; if several tabs are open, one of them sends.
import { announce, button, element, load, notice, store, t } from "./language.js";
import { away, call, setToken, site, warn } from "./api.js";
import { effective, idsOf, isHeld, isKnown, queueOf, save, send, touches } from "./queue.js";

const queue = queueOf(store);
const channel = new BroadcastChannel(`homepwner.${store}`);
// Revisions of changes since the page was loaded: by the number of the edit, and with the edits of an item.
const made = new Map();
const own = new Map();
// This tab, among others of the browser.
const tab = `${Math.random()}`;
let pause = 0;
let again;
let undoable;
// The edits that wait, but those that were undone.
export let waiting = [];
// The number of the last one that an item shows.
export const lastOf = (id) => waiting.findLast((edit) => touches(edit, id))?.seq;
// The revision of the last change of an item that this browser has made since the page was loaded.
export const lastMade = (id) => own.get(id)?.at(-1).revision ?? 0;

/** @type {(news: any) => void} */
let emit = () => {};
export const onChange = (act) => { emit = act; };

function receive({ sent, change, dropped }) {
	if (sent) {
		made.set(sent.seq, change.revision);
		notice(sent.seq, "");
		for (const id of idsOf(sent)) own.set(id, [...own.get(id) ?? [], { ...sent, revision: change.revision }]);
	}
	if (dropped) {
		// At once: rows are restored from what waits, and the page can come sooner than the queue is read.
		waiting = waiting.filter(({ seq }) => seq !== dropped.seq);
		notice(dropped.seq, "");
		if (dropped.seq === undoable) notice("undo", "");
	}
	if (sent || dropped) emit({ sent, change, dropped });
}
function tell(news) {
	channel.postMessage(news);
	receive(news);
}
channel.onmessage = ({ data }) => {
	receive(data);
	if (data.ask) ready();
	refresh();
};

// A question is asked in the visible tab.
const ready = () => { if (!document.hidden) replay(); };
document.onvisibilitychange = ready;

// What can be sent: an item that was refused is corrected before its photos and edits are sent.
function open(edits) {
	const absent = edits.filter(({ action, refused }) => refused && action === "add").map(({ id }) => id);
	return edits.filter(({ id, refused }) => !refused && !absent.includes(id));
}

async function discard(edit) {
	await queue.remove(edit);
	tell({ dropped: edit });
	await changed();
}

async function resend(edit) {
	await queue.replace(edit);
	await changed();
	retry();
}

async function correct({ refused, ...edit }) {
	const part = edit.item ? "item" : "patch";
	const { fill } = await load("./dialog.js");
	const typed = await fill(t("correct"), edit[part], edit.patch && Object.keys(edit.patch));
	if (typed) await resend({ ...edit, [part]: { ...edit[part], ...typed }, key: crypto.randomUUID() });
}

export async function refresh(trouble = "", cause = "") {
	const all = await queue.all();
	waiting = effective(all);
	for (const edit of waiting) {
		const { refused, ...rest } = edit;
		const actions = [button(t("discard"), () => discard(edit))];
		if (edit.file) actions.unshift(button(t("retry"), () => resend(rest)), button(t("export"), () => save(store, [edit])));
		// Of many items, the form has the location.
		// What has to be undone first is found there.
		else if (edit.action === "undo") actions.unshift(element("a", { className: "button", textContent: t("changes"),
			href: new URL(`undo?return=${encodeURIComponent(location.pathname)}`, site).href }));
		else if (edit.item ?? (edit.id ? edit.patch : edit.patch?.location)) actions.unshift(button(t("correct"), () => correct(edit), "primary"));
		notice(edit.seq, refused ? t("refused", refused) : "", actions, "trouble");
	}
	const count = open(all).length;
	notice("queue", trouble ? t(trouble, count, cause) : count ? t("saving") : "", trouble ? [
		trouble === "unsaved" ? button(t("signIn"), enter, "primary") : button(t("retry"), retry),
		button(t("export"), async () => save(store, await queue.all()))] : [], trouble && "trouble");
	emit({ waiting });
}

function changed() {
	channel.postMessage({});
	return refresh();
}

const ownSince = (edit) => (own.get(edit.id) ?? []).filter((sent) => sent.revision > edit.base && isKnown(sent, edit))
	.map(({ revision }) => revision);

function stamped(about) {
	const edit = { key: crypto.randomUUID(), moment: new Date().toISOString(), tab, ...about };
	return edit.base == null ? edit : { ...edit, own: ownSince(edit) };
}

async function keep(store) {
	let kept;
	try {
		kept = await store();
		// Browsers that ask the user do so once.
		navigator.storage?.persist?.();
	} catch (error) {
		warn("notKept");
		throw error;
	}
	warn("notKept", false);
	await changed();
	replay();
	return kept;
}

// Stores edits, all or none, and returns the number of the first.
export const enqueue = (...edits) => keep(() => queue.add(edits.map(stamped)));

// Offers to undo a change of items.
export function offerUndo(said, seq, change, back) {
	undoable = seq;
	notice("undo", said, [button(t("undo"), async () => {
		notice("undo", "");
		const edit = { action: "undo", ...change };
		try {
			// Of an edit that waits, the server may have made it and the answer was lost: it is sent, and then undone.
			const dropped = !made.has(seq) && await keep(() => queue.undo(seq, stamped(edit)));
			// Another tab that has just sent it tells its revision before it ends.
			const revision = !dropped && (made.get(seq) ?? await queue.lock(() => made.get(seq)));
			if (dropped) tell({ dropped });
			else if (revision) await enqueue({ ...edit, revision });
			else return warn("notUndone");
			back?.();
			announce(t("undone"));
		} catch {
			offerUndo(said, seq, change, back);
		}
	}, "primary")]);
}

export function replay() {
	clearTimeout(again);
	return queue.lock(async () => {
		for (;;) {
			const [edit] = open(await queue.all());
			if (!edit) return changed();
			// Includes changes made while this edit was being stored.
			if (edit.base != null) edit.own = [...new Set([...edit.own ?? [], ...ownSince(edit)])];
			const { status, change, problem } = await send(store, edit, call);
			// One photo that cannot be decoded holds up nothing else.
			const isAlone = edit.file && /:(photos-unavailable|internal-error)$/.test(problem?.type);
			if (change) {
				pause = 0;
				await queue.made(edit, change.revision);
				tell({ sent: edit, change });
			} else if (!isAlone && isHeld(status)) {
				pause = Math.min(60, pause * 2 || 2);
				again = setTimeout(replay, pause * 1000);
				return refresh(status === 401 ? "unsaved" : problem.title ? "held" : "offline", problem.title);
			} else if (status === 412 && effective(await queue.all()).some(({ seq }) => seq === edit.seq)) {
				if (document.hidden) return channel.postMessage({ ask: true });
				const { settle } = await load("./conflict.js");
				const next = await settle(edit, problem);
				// The question showed all changes up to the new base, this browser's too.
				await (next ? queue.replace({ ...next, own: undefined, key: crypto.randomUUID() }) : discard(edit));
			} else {
				await queue.replace({ ...edit, refused: problem.errors?.map(({ field, detail }) =>
					field ? `${t(field)}: ${detail}` : detail).join("; ") || (!isAlone && problem.detail) || problem.title || `${status}` });
			}
		}
	});
}

export async function enter() {
	if (!away) return location.assign(new URL(`sign-in?return=${encodeURIComponent(location.pathname)}`, site));
	const { ask } = await load("./dialog.js");
	const data = await ask({ title: t("signIn"), note: t("signInNote"), accept: t("signIn"),
		content: [element("label", {}, t("signInCode"), element("input", { name: "code", autocomplete: "off" }))] });
	if (!data) return;
	const { body } = await call("api/session", JSON.stringify({ token: data.get("code").trim(), bearer: true }),
		{ "Content-Type": "application/json" });
	setToken(body.bearer);
	if (body.bearer) location.reload();
	else warn("problem");
}

function retry() {
	pause = 0;
	replay();
}
addEventListener("online", retry);
