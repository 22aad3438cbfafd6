// Edits that wait to be sent, in the browser's database.
import { store } from "./state.js";
import { element } from "./announce.js";

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

export const all = () => run("getAll");
export const add = (edit) => run("add", edit);
export const put = (edit) => run("put", edit);
export const remove = ({ seq }) => run("delete", seq);

export async function download() {
	const edits = (await all()).map(({ seq, refused, ...edit }) => edit);
	const content = JSON.stringify({ version: 1, store, edits }, null, 2);
	const href = URL.createObjectURL(new Blob([content], { type: "application/vnd.homepwner.edits+json" }));
	element("a", { href, download: "homepwner-edits.json" }).click();
	setTimeout(() => URL.revokeObjectURL(href), 1000);
}
