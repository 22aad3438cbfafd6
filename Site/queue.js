// Edits that wait to be sent, in the order they were made: kept in the browser's database, one for each store, so
// that a reload, another tab or a day without a connection loses none.
import { store } from "./state.js";

let opened;
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

function table(mode) {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(`homepwner.${store}`, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("edits", { keyPath: "place", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened.then((base) => base.transaction("edits", mode).objectStore("edits"));
}

export const all = async () => done((await table("readonly")).getAll());
export const add = async (edit) => done((await table("readwrite")).add(edit));
export const put = async (edit) => done((await table("readwrite")).put(edit));
export const remove = async (place) => done((await table("readwrite")).delete(place));

// The file that "homepwner import" takes.
export async function download() {
  const edits = (await all()).map(({ key, action, id, base, item, patch, place: at, target, revision, moment }) =>
    ({ key, action, id, base, item, patch, place: target, revision, moment }));
  const content = JSON.stringify({ version: 1, store, edits }, null, 2);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/vnd.homepwner.edits+json" }));
  link.download = "homepwner-edits.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
