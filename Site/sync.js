// Sends waiting edits in order, each exactly once; if several tabs are open, one of them sends.
import { announce, button, element, notice, store, t } from "./language.js";
import { away, call, site } from "./api.js";
import { ask, fill, settle } from "./dialog.js";
import { queueOf, save, send } from "./queue.js";
import { setToken } from "./state.js";

const queue = queueOf(store);
const channel = new BroadcastChannel(`homepwner.${store}`);
// Revisions of changes since the page was loaded: by the number of the edit, and all of an item.
const made = new Map();
const own = new Map();
let pause = 0;
let again;
let undoable;
export let waiting = [];

/** @type {(news: any) => void} */
let emit = () => {};
export const onChange = (act) => { emit = act; };

function receive({ sent, change, dropped }) {
	if (sent) {
		made.set(sent.seq, change.revision);
		for (const id of sent.ids ?? [sent.id]) own.set(id, [...own.get(id) ?? [], change.revision]);
	}
	if (dropped) {
		// At once: rows are restored from what waits, and the page can come sooner than the queue is read.
		waiting = waiting.filter(({ seq }) => seq !== dropped.seq);
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
const ready = () => { if (waiting.length && !document.hidden) replay(); };
document.onvisibilitychange = ready;

// An item that was refused is corrected before its photos and edits are sent.
function open(edits) {
	const absent = edits.filter(({ action, refused }) => refused && action === "add").map(({ id }) => id);
	return edits.filter(({ id, refused }) => !refused && !absent.includes(id));
}

async function discard(edit) {
	await queue.remove(edit);
	tell({ dropped: edit });
	await changed();
}

async function resend(edit, key) {
	await queue.put(edit);
	notice(key, "");
	await changed();
	retry();
}

async function correct({ refused, ...edit }) {
	const part = edit.item ? "item" : "patch";
	const typed = await fill(t("correct"), edit[part], edit.patch && Object.keys(edit.patch));
	if (typed) await resend({ ...edit, [part]: { ...edit[part], ...typed }, key: crypto.randomUUID() }, edit.key);
}

export async function refresh(trouble = "", cause = "") {
	waiting = await queue.all();
	for (const edit of waiting) {
		const { refused, ...rest } = edit;
		if (!refused) continue;
		const actions = [button(t("discard"), () => { notice(edit.key, ""); discard(edit); })];
		if (edit.file) actions.unshift(button(t("retry"), () => resend(rest, edit.key)), button(t("export"), () => save(store, [edit])));
		else if (edit.item ?? edit.patch) actions.unshift(button(t("correct"), () => correct(edit), "primary"));
		notice(edit.key, t("refused", refused), actions, "trouble");
	}
	const count = open(waiting).length;
	const way = trouble === "unsaved" ? button(t("signIn"), enter, "primary") : button(t("retry"), retry);
	if (trouble) notice("queue", t(trouble, count, cause), [way, button(t("export"), async () => save(store, await queue.all()))], "trouble");
	else notice("queue", count ? t("saving") : "");
	emit({ waiting });
}

function changed() {
	channel.postMessage({});
	return refresh();
}

const ownSince = ({ id, base }) => (own.get(id) ?? []).filter((revision) => revision > base);

// Stores edits, all or none, and returns the number of the first.
export async function enqueue(...edits) {
	let seq;
	try {
		seq = await queue.add(edits.map((edit) => ({ key: crypto.randomUUID(), moment: new Date().toISOString(), ...edit,
			...edit.base != null && { own: ownSince(edit) } })));
		// Browsers that ask the user do so once.
		navigator.storage?.persist?.();
	} catch (error) {
		notice("room", t("notKept"), [], "trouble");
		throw error;
	}
	notice("room", "");
	await changed();
	replay();
	return seq;
}

// The edit if it still waited, which is then discarded. It is sent first: the server may have made it, and its answer was
// lost. Under its key it is made once.
export async function takeBack(seq) {
	await replay().catch(() => {});
	return queue.lock(async () => {
		const edit = (await queue.all()).find((edit) => edit.seq === seq);
		if (edit) await discard(edit);
		return edit;
	});
}

// Offers to undo a change of items, while it waits and after it was sent.
export function offerUndo(said, seq, change, back) {
	undoable = seq;
	notice("undo", said, [button(t("undo"), async () => {
		notice("undo", t("saving"));
		const revision = await takeBack(seq).catch(() => {}) ? 0 : made.get(seq);
		if (revision == null) return notice("undo", t("notUndone"), [], "trouble");
		// Another edit may be on offer by now.
		if (seq === undoable) notice("undo", "");
		back?.();
		if (revision) await enqueue({ action: "undo", revision, ...change });
		announce(t("undone"));
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
			} else if (status === 412) {
				if (document.hidden) return channel.postMessage({ ask: true });
				const next = await settle(edit, problem);
				// The question showed all changes up to the new base, this browser's too.
				await (next ? queue.put({ ...next, own: undefined, key: crypto.randomUUID() }) : discard(edit));
			} else if (!isAlone && (status >= 500 || [0, 401, 403, 408, 421, 429].includes(status))) {
				pause = Math.min(60, pause * 2 || 2);
				again = setTimeout(replay, pause * 1000);
				return refresh(status === 401 ? "unsaved" : problem.title ? "held" : "offline", problem.title);
			} else {
				await queue.put({ ...edit, refused: problem.errors?.map(({ field, detail }) =>
					field ? `${t(field)}: ${detail}` : detail).join("; ") || ((!isAlone && problem.detail) || problem.title || `${status}`) });
			}
		}
	});
}

export async function enter() {
	if (!away) return location.assign(new URL(`sign-in?return=${encodeURIComponent(location.pathname)}`, site));
	const data = await ask({ title: t("signIn"), note: t("signInNote"), accept: t("signIn"),
		content: [element("label", {}, t("signInCode"), element("input", { name: "code", autocomplete: "off" }))] });
	if (!data) return;
	const { body } = await call("api/session", JSON.stringify({ token: data.get("code").trim(), bearer: true }),
		{ "Content-Type": "application/json" });
	setToken(body.bearer);
	if (body.bearer) location.reload();
	else notice("sign-in", t("problem"), [], "trouble");
}

function retry() {
	pause = 0;
	replay();
}
addEventListener("online", retry);
