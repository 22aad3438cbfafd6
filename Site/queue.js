// Edits that wait to be sent, in the browser's database.
import { store } from "./state.js";
import { element } from "./announce.js";

let opened;
const done = (request) => new Promise((resolve, reject) => {
	request.onsuccess = () => resolve(request.result);
	request.onerror = () => reject(request.error);
});

function table(mode) {
	opened ??= done(Object.assign(indexedDB.open(`homepwner.${store}`, 1), {
		onupgradeneeded() { this.result.createObjectStore("edits", { keyPath: "seq", autoIncrement: true }); },
	}));
	return opened.then((base) => base.transaction("edits", mode).objectStore("edits"));
}

export const all = async () => done((await table("readonly")).getAll());
export const add = async (edit) => done((await table("readwrite")).add(edit));
export const put = async (edit) => done((await table("readwrite")).put(edit));
export const remove = async ({ seq }) => done((await table("readwrite")).delete(seq));

export async function download() {
	const edits = (await all()).map(({ seq, refused, ...edit }) => edit);
	const content = JSON.stringify({ version: 1, store, edits }, null, 2);
	const href = URL.createObjectURL(new Blob([content], { type: "application/vnd.homepwner.edits+json" }));
	element("a", { href, download: "homepwner-edits.json" }).click();
	setTimeout(() => URL.revokeObjectURL(href), 1000);
}
