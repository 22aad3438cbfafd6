// The edits that wait in this browser, in the order in which they were made, and how one is sent.

// Edits in the form in which they are sent and saved to a file; photos are files of their own.
const listed = (store, edits) => ({ version: 1, store,
	edits: edits.filter(({ file }) => !file).map(({ seq, refused, undo, tab, seen, moved, ...edit }) => edit) });

// What remains if all that was undone is left out.
export const effective = (edits) => edits.filter(({ undo }) => !undo);

// The items of an edit; those of a place that is moved were in it then.
export const idsOf = ({ id, ids, moved }) => ids ?? moved ?? [id];
export const touches = (edit, id) => idsOf(edit).includes(id);
// Whether whoever made the later edit knew the earlier one: it was made in the same tab, or shown when the later one was begun.
export const isKnown = (earlier, later) => earlier.tab === later.tab || earlier.seq <= later.seen;

// Private windows of Safari cannot store files, only their bytes.
const pack = async ({ file, ...edit }) => file
	? { ...edit, file: { name: file.name, type: file.type, bytes: await file.arrayBuffer() } } : edit;
const unpack = (edit) => edit.file && !(edit.file instanceof Blob)
	? { ...edit, file: new File([edit.file.bytes], edit.file.name, { type: edit.file.type }) } : edit;

// Whether the server cannot be reached, or would answer an edit in another way later.
export const isHeld = (status) => status >= 500 || [0, 401, 403, 408, 421, 429].includes(status);

export function queueOf(store) {
	const name = `homepwner.${store}`;
	let opened;
	// One transaction: all of it is stored, or nothing.
	async function run(act) {
		opened ??= new Promise((resolve, reject) => Object.assign(indexedDB.open(name, 1), {
			onupgradeneeded({ target }) { target.result.createObjectStore("edits", { keyPath: "seq", autoIncrement: true }); },
			onsuccess({ target }) { resolve(target.result); },
			onerror({ target }) { reject(target.error); },
		}));
		const whole = (await opened).transaction("edits", "readwrite");
		return new Promise((resolve, reject) => {
			let request;
			whole.oncomplete = () => resolve(request?.result);
			whole.onabort = () => reject(whole.error);
			try {
				request = act(whole.objectStore("edits"));
			} catch (error) {
				reject(error);
				whole.abort();
			}
		});
	}
	const write = (list, act) => run((edits) => list.map((edit) => act(edits, edit))[0]);
	const keep = (list, act) => write(list, act).catch(async (error) => {
		if (error?.name === "QuotaExceededError" || !list.some(({ file }) => file)) throw error;
		return write(await Promise.all(list.map(pack)), act);
	});
	const change = (edits, seq, act) => {
		const old = edits.get(seq);
		old.onsuccess = () => { if (old.result) act(old.result); };
		return old;
	};
	return {
		// The lock is held while an edit is sent.
		lock: (act) => navigator.locks.request(name, act),
		all: async () => (await run((edits) => edits.getAll())).map(unpack),
		// Returns the number of the first.
		add: (list) => keep(list, (edits, edit) => edits.add(edit)),
		// Replaces an edit that was not made and is still there; one that was undone is removed.
		replace: (edit) => keep([edit], (edits, edit) => change(edits, edit.seq, ({ undo }) => undo ? edits.delete(edit.seq) : edits.put(edit))),
		remove: ({ seq }) => run((edits) => edits.delete(seq)),
		// Keeps the undo of an edit with it, or removes an edit that was refused. Returns the edit if it was still there.
		undo: (seq, undo) => run((edits) => change(edits, seq,
			(edit) => edit.refused ? edits.delete(seq) : edits.put({ ...edit, undo }))),
		// An edit was made: its undo takes its place, and those after it do not conflict with its change.
		made: (edit, revision) => run((edits) => {
			edits.getAll().onsuccess = ({ target }) => {
				for (const { undo, ...later } of target.result) {
					if (later.seq === edit.seq) undo ? edits.put({ ...undo, seq: edit.seq, revision }) : edits.delete(edit.seq);
					else if (later.base != null && touches(edit, later.id) && isKnown(edit, later)) edits.put({ ...later, undo, own: [...later.own ?? [], revision] });
				}
			};
		}),
	};
}

// Sends an edit, a photo or a document; returns { status, change } or { status, problem }.
export async function send(store, edit, call) {
	const form = new FormData();
	for (const name of ["kind", "title"]) if (edit[name]) form.append(name, edit[name]);
	if (edit.file) form.append(edit.action, edit.file);
	const { status, body } = edit.file ? await call(`api/items/${edit.id}/${edit.action}s`, form, { "Idempotency-Key": edit.key })
		: await call("api/edits", JSON.stringify(listed(store, [edit])), { "Content-Type": "application/json" });
	return body.results?.[0] ?? { status, [status && status < 300 ? "change" : "problem"]: body };
}

export function download(file, name) {
	const href = URL.createObjectURL(file);
	Object.assign(document.createElement("a"), { href, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(href), 1000);
}

// Saves the edits to a file, and each photo to one of its own.
export function save(store, edits) {
	const list = listed(store, effective(edits));
	if (list.edits.length) {
		download(new Blob([JSON.stringify(list, null, 2)], { type: "application/vnd.homepwner.edits+json" }), "homepwner-edits.json");
	}
	for (const { file, id } of edits) if (file) download(file, `${id}-${file.name}`);
}
