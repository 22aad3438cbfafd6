// Keeps an inventory's pages for use without a connection. docs/page.md states what is kept, and when it is removed.
const root = registration.scope;
const store = new URL(location.href).searchParams.get("store");
const name = `homepwner ${store} ${root}`;
// Milliseconds after which a page that was kept is shown while the server has not answered.
const patience = 4000;

const files = /^(item\/[\w-]+\.html|[^/]+\.html|search\/[\w-]+\.json|assets\/[\w./-]+|photo\/[\w-]+\.jpg|companion\.css|app\.webmanifest)$/;
const pathOf = (address) => {
	const { origin, pathname } = new URL(address);
	return (origin + pathname).slice(root.length) || "index.html";
};
// Scripts belong to one design of the pages; pictures change with the program at most, and the design with it.
const isFixed = (path) => /^(assets|photo)\//.test(path);

const open = () => caches.open(name);
const kept = (path) => caches.match(root + path, { cacheName: name, ignoreVary: true });
// Whether the server no longer knows this browser. Other pages, such as those of a proxy, may be redirected to too.
async function isOver({ status, type }) {
	if (type !== "opaqueredirect") return status === 401 || status === 403;
	return (await (await fetch(`${root}api/session`)).json()).signedIn === false;
}

// The design of a page of this inventory, from its head; undefined for any other page.
async function designOf(reply) {
	const reader = reply.clone().body.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	for (let part = {}; !part.done && !/<link|<\/head/.test(text); text += part.value ?? "") part = await reader.read();
	reader.cancel().catch(() => {});
	return text.includes(`data-store="${store}"`) ? /name="design" content="(\w+)"/.exec(text)?.[1] : undefined;
}

// The cached response "kept" has the revision and the thumbnail of each cached item. The design of the cached pages is apart,
// as it is read for every page.
const record = async () => (await kept("kept"))?.json().catch(() => ({})) ?? {};
const write = (items, began = epoch) => put("kept", new Response(JSON.stringify({ items })), began);
const admitted = async () => (await kept("design"))?.text();

// Counts removals. A response to a request that began before a removal is not stored after it.
let epoch = 0;
// After the end of a session nothing is stored until a page of the inventory comes or asks.
let isStopped = false;
// When files were last gathered.
let last = 0;
function purge() {
	epoch += 1;
	last = 0;
	return caches.delete(name);
}
function end() {
	isStopped = true;
	return purge();
}
async function put(path, reply, began) {
	const cache = await open();
	if (began === epoch && !isStopped) await cache.put(root + path, reply);
}

// Pages of an older design need scripts that no longer exist, so they go before the first of a new one is kept.
let turn = Promise.resolve();
function admit(design) {
	return turn = turn.then(async () => {
		if (await admitted() === design) return;
		await purge();
		await put("design", new Response(design), epoch);
	});
}

// Fetches a file, and caches it if it is one of those that are cached. A page of another design that comes after the cached page
// was shown is not: its scripts would replace those that the shown page is loading. Returns the response, and a promise that
// is fulfilled when it is cached.
/** @returns {Promise<[Response, Promise<void>?]>} */
async function load(request, path, { integrity = "", wasLate = undefined } = {}) {
	let began = epoch;
	// In a worker, a link from another site would be a request of that site, which the server refuses.
	const isPage = request.destination === "document";
	const reply = await fetch(request, request.url ? isPage ? { mode: "same-origin" } : {} : { cache: "no-cache", integrity });
	// A page that was read again before it heard of a change asks for what changed, however soon.
	const held = isPage && await kept(path);
	if (held && held.headers.get("etag") !== reply.headers.get("etag")) last = 0;
	if (reply.status === 404 && await kept(path)) await (await open()).delete(root + path);
	if (await isOver(reply)) await end();
	if (reply.status !== 200 || reply.redirected || !files.test(path)) return [reply];
	if (path.endsWith(".html")) {
		const design = await designOf(reply);
		if (!design || began !== epoch || (wasLate?.() && design !== await admitted())) return [reply];
		await admit(design);
		began = epoch;
		isStopped = false;
	}
	return [reply, put(path, reply.clone(), began)];
}

const wait = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

async function respond(request, path) {
	const held = files.test(path) ? await kept(path) : undefined;
	if (held && isFixed(path)) return held;
	let isLate = false;
	const loading = load(request, path, { wasLate: () => isLate }).then(([reply, done]) => {
		// A browser without room for it shows it all the same.
		done?.catch(() => {});
		return reply;
	});
	try {
		const reply = await (held ? Promise.race([loading, wait(patience).then(() => {
			isLate = true;
			return held;
		})]) : loading);
		if (reply.status < 502 || reply.status > 504) return reply;
	} catch {
		// No connection.
	}
	if (held) return held;
	if (path.startsWith("photo/")) return await kept(path.replace(/-\d+\.jpg$/, "-320.jpg")) ?? Response.error();
	// Forms and pages that are not kept: the list does what it can instead.
	if (request.mode !== "navigate" || path === "index.html" || !await kept("index.html")) return Response.error();
	return Response.redirect(`${root}index.html#offline=${encodeURIComponent(path)}`);
}

addEventListener("fetch", (event) => {
	const { request } = event;
	const path = request.url.startsWith(root) ? pathOf(request.url) : "api/";
	if (request.method !== "GET" || /^(api\/|worker\.js$)/.test(path)) return;
	event.respondWith(respond(request, path));
});

const broadcast = async (data) => {
	for (const client of await clients.matchAll()) client.postMessage(data);
};

const pictures = (text) => new Set([...text.matchAll(/photo\/(\w+)-\d+\.jpg/g)].map(([, hash]) => hash));

// Fetches what is missing or outdated, and removes what no longer exists.
async function gather() {
	const fetched = new Set();
	const get = async (path, options = {}) => {
		const [reply, done] = await load(root + path, path, options);
		if (isStopped) throw new Error("stopped");
		await done;
		fetched.add(path);
		return reply;
	};
	// Files by their path, with the integrity that pages name for scripts.
	const linked = new Map(["index.html", "overview.html", "browse-locations.html", "browse-tags.html", "app.webmanifest"].map((path) => [path, ""]));
	const scan = (text) => {
		for (const [, path, integrity] of text.matchAll(/(?:href|src)="(?:\.\.\/)?(assets\/[\w.-]+|companion\.css|items-[\w-]+\.html)"(?: integrity="([^"]+))?/g)) {
			linked.set(path, integrity);
		}
		for (const language of /data-languages="([^"]*)"/.exec(text)?.[1].split(" ") ?? []) linked.set(`assets/words/${language}.json`, "");
	};
	for (const [path, integrity] of linked) {
		if (isFixed(path) && await kept(path)) continue;
		const reply = await get(path, { integrity });
		if (reply.ok && path.endsWith(".html")) scan(await reply.text());
	}
	const entries = [];
	for (let list = { next: "index.json" }; list.next;) {
		list = await (await get(`search/${list.next}`)).json();
		for (const name of list.parts) {
			const part = await (await get(`search/${name}`)).json();
			part[0]?.forEach((id, row) => entries.push([id, part[1][row], part[13][row]]));
		}
	}
	const began = epoch;
	const { items = {} } = await record();
	const now = new Set(entries.map(([id]) => id));
	const { saveData } = navigator.connection ?? {};
	const cache = await open();
	// Pictures that a page showed and no longer shows.
	const dropped = new Set();
	// There may be pages of items that were opened before they were recorded.
	if (saveData || Object.keys(items).some((id) => !now.has(id))) {
		for (const { url } of await cache.keys()) {
			const path = pathOf(url);
			const id = /^item\/(.+)\.html$/.exec(path)?.[1];
			if (now.has(id)) items[id] ??= [];
			else if (id || (/^[^/]+\.html$|^search/.test(path) && !fetched.has(path))) {
				for (const hash of pictures(await (await cache.match(url)).text())) dropped.add(hash);
				await cache.delete(url);
			}
		}
	}
	for (const id of Object.keys(items)) if (!now.has(id)) delete items[id];
	// With Save-Data, only opened pages are kept.
	const wanted = saveData ? [] : entries.filter(([id, revision, picture]) => items[id]?.[0] !== revision
		|| items[id][1] !== picture);
	const report = () => broadcast({ count: Object.keys(items).length, of: entries.length });
	for (let at = 0; at < wanted.length; at += 8) {
		if (at % 400 === 0) {
			await write(items, began);
			await report();
		}
		await Promise.all(wanted.slice(at, at + 8).map(async ([id, revision, picture]) => {
			const path = `item/${id}.html`;
			const before = items[id] && await kept(path);
			const reply = await get(path);
			const text = await reply.text();
			if (at === 0) scan(text);
			for (const hash of before ? pictures(await before.text()) : []) if (!text.includes(hash)) dropped.add(hash);
			if (picture && !await kept(`photo/${picture}`)) await get(`photo/${picture}`);
			if (reply.ok) items[id] = [revision, picture];
		}));
		// A new design, or the end of the session.
		if (began !== epoch) {
			again = true;
			return;
		}
	}
	for (const [path, integrity] of linked) if (isFixed(path) && !await kept(path)) await get(path, { integrity });
	for (const [, , picture] of entries) if (picture) dropped.delete(picture.split("-")[0]);
	if (dropped.size) {
		for (const { url } of await cache.keys()) if (dropped.has(/photo\/(\w+)-/.exec(url)?.[1])) await cache.delete(url);
	}
	await write(items, began);
	await report();
}

let gathering, again;
async function start() {
	again = gathering;
	if (again) return;
	last = Date.now();
	gathering = gather().catch(({ name: kind }) => {
		last = 0;
		return broadcast({ failed: kind === "QuotaExceededError" ? "full" : "offline" });
	});
	await gathering;
	gathering = null;
	if (!again || isStopped) return;
	// Many changes in a row are fetched together.
	await wait(5000);
	await start();
}
addEventListener("message", (event) => {
	// A page that is opened asks too; after a change of the inventory, pages say so.
	const isEarly = event.data === "opened" && Date.now() - last < 60000;
	if (event.data === "purge") return event.waitUntil(end());
	isStopped = false;
	// A page that was loaded around the worker, by a forced reload or while it started, is served from now on.
	event.waitUntil(clients.claim());
	if (!isEarly) event.waitUntil(start());
});

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
	// Another inventory was here before.
	for (const other of await caches.keys()) {
		if (other.startsWith("homepwner ") && other.endsWith(` ${root}`) && other !== name) await caches.delete(other);
	}
	await clients.claim();
})()));
