// What the browser keeps, by the store's key.
export const $ = (id) => document.getElementById(id);
export const page = document.documentElement;
export const store = page.dataset.store ?? "";
const name = (key) => `homepwner.${store}.${key}`;

function attempt(act) {
	try { return act(); } catch { return null; }
}

export const recall = (key) => attempt(() => JSON.parse(localStorage.getItem(name(key))));
export const remember = (key, value) => attempt(() => value == null
	? localStorage.removeItem(name(key)) : localStorage.setItem(name(key), JSON.stringify(value)));

// The token of a companion elsewhere, for this tab alone.
export const held = () => attempt(() => sessionStorage.getItem(name("bearer")));
export const hold = (token) => attempt(() => token == null
	? sessionStorage.removeItem(name("bearer")) : sessionStorage.setItem(name("bearer"), token));

const visit = `${name("visit")}.${location.pathname}`;
export const visited = attempt(() => JSON.parse(sessionStorage.getItem(visit))) ?? {};
export function note(changes) {
	Object.assign(visited, changes);
	attempt(() => sessionStorage.setItem(visit, JSON.stringify(visited)));
}

export function keepScroll() {
	addEventListener("pagehide", () => note({ scroll: scrollY }));
	if (visited.scroll && !location.hash) scrollTo({ top: visited.scroll, behavior: "instant" });
}
