// The pages' queue of edits (Site/sync.js) and the server, in random histories, against a model of both.
//
//   [KILLS=SHARE] node --experimental-vm-modules Tests/Faults/offline_queue.mjs STEPS [SEED]
//
// Two users with several tabs each edit, add photos, make items of the photos of a room and name them later, change many items
// at once, undo deletions, settle conflicts, close tabs and sign in again. Requests are cut before they are sent or before
// they are answered, the server is killed and restarted, and the inventory is replaced by an older copy. The scripts of the
// page run as they are, in a browser that is made up; the server is the real one. After each answer, and now and then for the
// whole inventory, the server must be where the model is: each edit is made once, in the order of its queue, none that was
// acknowledged is missing, and none of one item overwrites a value that its author had not seen: judged by the base with which
// it was queued, and by the changes that came from the same tab or that it showed. A deletion that was undone on a page is in
// the end not made, or undone by the server. The count and the sums that a page shows while edits wait are those of the server
// once they are sent, unless one of them is refused.
//
// Everything is chosen by the seed, so that a history can be repeated.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import vm from "node:vm";
import zlib from "node:zlib";

const steps = Number(process.argv[2] ?? 3000);
const seed = Number(process.argv[3] ?? 1);
// The share of requests at which the server is killed.
const kills = Number(process.env.KILLS ?? 0.002);
const top = path.resolve(path.dirname(new URL(import.meta.url).pathname), "../..");
const program = process.env.HOMEPWNER_BIN ?? `${top}/.build/release/homepwner`;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "homepwner-queue-"));
const inventory = `${folder}/inventory`;
const site = `${folder}/site`;

// Mulberry32.
let state = seed >>> 0;
function random() {
	state = (state + 0x6D2B79F5) >>> 0;
	let word = Math.imul(state ^ (state >>> 15), state | 1);
	word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
	return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
}
const below = (count) => Math.floor(random() * count);
const pick = (list) => list[below(list.length)];
const chance = (share) => random() < share;
function uuid() {
	const digits = Array.from({ length: 32 }, () => below(16).toString(16)).join("");
	return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
}

// The server.

let server, port = 0, token, alive = false;

function run(...words) {
	const done = spawnSync(program, [...words, "--store", inventory], { encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
	assert.equal(done.status, 0, `${words}: ${done.stderr}`);
	return done.stdout;
}

async function start() {
	server = spawn(program, ["serve", site, "--listen", `127.0.0.1:${port}`, "--json", "--store", inventory],
		{ stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, LC_ALL: "C", XDG_STATE_HOME: `${folder}/state` } });
	let text = "", errors = "";
	server.stderr.on("data", (data) => { errors += data; });
	await new Promise((resolve, reject) => {
		server.stdout.on("data", (data) => { if ((text += data).includes("}")) resolve(); });
		server.on("exit", (code) => reject(new Error(`serve ended with ${code}: ${errors}`)));
	});
	const said = JSON.parse(text);
	port = Number(new URL(said.address).port);
	token = await signIn(said.token);
	alive = true;
}

async function stop(signal) {
	alive = false;
	const ended = new Promise((resolve) => { server.removeAllListeners("exit"); server.on("exit", resolve); });
	server.kill(signal);
	await ended;
}

async function ask(address, content, bearer = token, headers = { "Content-Type": "application/json" }) {
	const reply = await fetch(`http://127.0.0.1:${port}/${address}`, {
		method: content ? "POST" : "GET", body: content,
		headers: { ...headers, Accept: "application/json", ...bearer && { Authorization: `Bearer ${bearer}` } },
	});
	return { status: reply.status, body: await reply.json() };
}

// A PNG file of 2 × 2 pixels that no other call returns.
function picture(number) {
	const chunk = (kind, data) => {
		const body = Buffer.concat([Buffer.from(kind), data]);
		let sum = ~0;
		for (const byte of body) {
			sum ^= byte;
			for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xEDB88320 : 0);
		}
		const size = Buffer.alloc(4), check = Buffer.alloc(4);
		size.writeUInt32BE(data.length);
		check.writeUInt32BE(~sum >>> 0);
		return Buffer.concat([size, body, check]);
	};
	const rows = Buffer.alloc(14);
	rows.writeUInt32BE(number, 1);
	return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0])),
		chunk("IDAT", zlib.deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

async function signIn(code) {
	const { status, body } = await ask("api/session", JSON.stringify({ token: code, bearer: true }), null);
	assert.equal(status, 200, JSON.stringify(body));
	return body.bearer;
}

// The model of the inventory.

let model = { last: 0, items: new Map(), keys: new Map(), removed: new Map(), authors: new Map() };
let kept = null;
let epoch = 0;
const copy = () => structuredClone(model);

// Values as they are compared.
const plain = (value) => value == null ? null : typeof value === "object" ? `${value.amount} ${value.currency}` : value;

// Whether somebody else changed one of the fields since the edit's base to another value than it gives.
const isConflict = (item, fields, { base, own = [], patch = {} }) => fields.some((field) => {
	const other = item.history.find((change) => change.field === field && change.revision > base && !own.includes(change.revision));
	return other && ![other.old, ...field in patch ? [plain(patch[field])] : []].includes(plain(item.values[field]));
});

// The status that an edit must get, which has not been made before.
function expected(edit) {
	const item = model.items.get(edit.id);
	if (edit.action === "add") return item ? 409 : 200;
	if (edit.action === "undo") {
		const removed = model.removed.get(edit.revision);
		const isSame = removed?.items.every(({ id }) => edit.ids.includes(id));
		return isSame && !removed.undone && !removed.items.some(({ id }) => model.items.has(id)) ? 200 : 409;
	}
	if (edit.ids) return 200;
	if (!item) return 404;
	if (edit.action === "move" || edit.action === "photo") return 200;
	if (edit.base > model.last) return 412;
	return isConflict(item, Object.keys(edit.patch ?? item.values), edit) ? 412 : 200;
}

function make(edit, revision) {
	const items = (edit.ids ?? [edit.id]).map((id) => model.items.get(id)).filter(Boolean);
	const set = (item, field, given) => {
		const value = plain(given);
		const old = plain(item.values[field]);
		if (old === value) return;
		item.history.push({ revision, field, old });
		item.values[field] = value;
	};
	if (edit.action === "add") {
		const { id, ...values } = edit.item;
		for (const [field, value] of Object.entries(values)) values[field] = plain(value);
		model.items.set(id, { id, values: { ...values, photos: 0 }, history: [] });
	}
	if (edit.patch) for (const item of items) for (const [field, value] of Object.entries(edit.patch)) set(item, field, value);
	if (edit.action === "photo") set(items[0], "photos", items[0].values.photos + 1);
	if (edit.action.startsWith("remove")) {
		for (const { id } of items) model.items.delete(id);
		model.removed.set(revision, { items });
	}
	if (edit.action === "undo") {
		const removed = model.removed.get(edit.revision);
		removed.undone = true;
		for (const item of removed.items) model.items.set(item.id, item);
	}
	model.last = revision;
	model.keys.set(edit.key, revision);
}

// Compares the server's answer to an edit with the model, and lets the model make it.
function judge(browser, edit, { status, body }) {
	const isPhoto = edit.action === "photo" && ![401, 503].includes(status);
	const result = isPhoto ? { status, [status < 300 ? "change" : "problem"]: body } : body.results?.[0];
	if (!result) return assert.ok([401, 503].includes(status), `${status} ${JSON.stringify(body)}`);
	const printed = JSON.stringify({ edit, result, last: model.last });
	const known = model.keys.get(edit.key);
	if (known !== undefined) {
		assert.equal(result.change?.revision, known, `a repetition has another outcome: ${printed}`);
		counts.repeated += 1;
		return;
	}
	// A base from before an older copy came back may name another change by now.
	const isStale = epochs.get(edit.key) !== epoch && ["edit", "remove"].includes(edit.action);
	if (!isStale && edit.base != null) {
		assert.equal(edit.base, bases.get(edit.key), `the base was moved: ${printed}`);
		const { tab, seen } = browser.edits.get(edit.seq);
		for (const revision of edit.own ?? []) {
			const author = model.authors.get(revision);
			assert.equal(author.browser, browser.name, `somebody else's change is called its own: ${printed}`);
			assert.ok(author.tab === tab || author.seq <= seen, `another tab's change, not seen, is called its own: ${printed}`);
		}
		for (const revision of browser.owned.get(edit.seq) ?? []) {
			assert.ok(revision <= edit.base || edit.own?.includes(revision), `${revision} was its own: ${printed}`);
		}
	}
	const wanted = expected(edit);
	if (!isStale) assert.equal(result.status < 300 ? 200 : result.status, wanted, `expected ${wanted}: ${printed}`);
	if (!result.change && edit.action === "undo") browser.refusedUndos.add(edit.revision);
	if (!result.change) return void (counts.refused += 1);
	const { revision } = result.change;
	if (revision <= model.last) return assert.ok(edit.action === "move", `made nothing: ${printed}`);
	commit(browser, edit, revision);
}

function commit(browser, edit, revision) {
	assert.equal(revision, model.last + 1, `revisions without an edit: ${JSON.stringify(edit)}`);
	// The undo of an edit takes its place.
	assert.ok(edit.seq > browser.made || (edit.action === "undo" && edit.seq === browser.made), `out of order: ${JSON.stringify(edit)} after ${browser.made}`);
	browser.made = edit.seq;
	const { tab } = browser.edits.get(edit.seq);
	model.authors.set(revision, { browser: browser.name, tab, seq: edit.seq });
	for (const later of browser.edits.values()) {
		if (later.seq === edit.seq || later.base == null || !(edit.ids ?? [edit.id]).includes(later.id)) continue;
		if (later.tab !== tab && !(edit.seq <= later.seen)) continue;
		browser.owned.set(later.seq, [...browser.owned.get(later.seq) ?? [], revision]);
	}
	if (edit.action === "undo") assert.ok(model.removed.has(edit.revision), `undid what was not removed: ${JSON.stringify(edit)}`);
	make(edit, revision);
	counts.made += 1;
}

async function compare() {
	const listed = new Map();
	let revision;
	for (let offset = 0; ; offset += 100) {
		const { body } = await ask(`api/items?where=archived:any&limit=100&offset=${offset}`);
		for (const item of body.items) listed.set(item.id, item);
		revision = body.revision;
		if (!body.items.length || listed.size >= body.total) break;
	}
	assert.equal(revision, model.last, "the server's revision");
	assert.deepEqual([...listed.keys()].sort(), [...model.items.keys()].sort(), "the items");
	for (const [id, { values }] of model.items) {
		for (const [field, value] of Object.entries(values)) {
			const now = listed.get(id)[field];
			assert.equal(field === "photos" ? now?.length ?? 0 : plain(now), value, `${field} of ${id}`);
		}
	}
	counts.compared += 1;
	return listed;
}

// A browser, which tabs of one user share.

class Browser {
	constructor(name) {
		Object.assign(this, { name, edits: new Map(), seq: 0, made: 0, locks: new Map(), tabs: [], view: new Map(), storage: new Map() });
		// Revisions that were made for edits that wait, which must not be taken for somebody else's.
		this.owned = new Map();
		// The keys of the edits that a page said were undone.
		this.undone = new Set();
		// The revisions that the server did not undo.
		this.refusedUndos = new Set();
		// The present key of each edit, by its number: an owner's answer to a conflict gives it another one.
		this.keys = new Map();
	}

	// Only what the queue uses: one object store with keys that count up, and transactions one after the other.
	database() {
		const browser = this;
		const transaction = () => {
			const whole = {}, requests = [];
			const request = (act) => {
				const made = {};
				requests.push(() => { made.result = act(); made.onsuccess?.({ target: made }); });
				return made;
			};
			setImmediate(() => {
				for (let next; (next = requests.shift());) next();
				whole.oncomplete?.();
			});
			const note = ({ key, base, seq }) => {
				browser.keys.set(seq, key);
				if (!epochs.has(key)) epochs.set(key, epoch);
				if (!bases.has(key)) bases.set(key, base);
			};
			const table = {
				get: (seq) => request(() => structuredClone(browser.edits.get(seq))),
				getAll: () => request(() => structuredClone([...browser.edits.values()].sort((a, b) => a.seq - b.seq))),
				add: (edit) => request(() => {
					const seq = browser.seq += 1;
					browser.edits.set(seq, { ...structuredClone(edit), seq });
					note({ ...edit, seq });
					return seq;
				}),
				put: (edit) => request(() => {
					browser.edits.set(edit.seq, structuredClone(edit));
					note(edit);
				}),
				delete: (seq) => request(() => {
					if (browser.edits.get(seq)?.undo) counts.withdrawn += 1;
					browser.edits.delete(seq);
				}),
			};
			return Object.assign(whole, { objectStore: () => table });
		};
		return { open: () => {
			const made = { result: { transaction } };
			setImmediate(() => made.onsuccess({ target: made }));
			return made;
		} };
	}

	lock(tab, name, act) {
		const queue = this.locks.get(name) ?? [];
		this.locks.set(name, queue);
		return new Promise((resolve, reject) => {
			queue.push({ tab, run: async () => { try { resolve(await act()); } catch (error) { reject(error); } } });
			if (queue.length === 1) this.next(name);
		});
	}

	async next(name) {
		const queue = this.locks.get(name);
		const first = queue[0];
		await first.run();
		if (queue[0] === first) this.release(name);
	}

	release(name) {
		const queue = this.locks.get(name);
		queue.shift();
		if (queue.length) this.next(name);
	}

	// A closed tab gives up its locks; what it waited for never comes.
	close(tab) {
		this.tabs.splice(this.tabs.indexOf(tab), 1);
		tab.isClosed = true;
		for (const [name, queue] of this.locks) {
			const held = queue[0]?.tab === tab;
			for (let place = queue.length - 1; place > 0; place -= 1) if (queue[place].tab === tab) queue.splice(place, 1);
			if (held) this.release(name);
		}
	}
}

// A photo in a browser that keeps no files but their bytes, as private windows of Safari do. The bytes are the number of a
// picture.
class KeptFile {
	constructor([bytes], name) { Object.assign(this, { name, bytes }); }
}

class Tab {
	constructor(browser) {
		Object.assign(this, { browser, requests: [], timers: new Map(), notices: new Map(), isClosed: false, session: new Map() });
	}

	async load() {
		const tab = this, { browser } = this;
		const area = (map) => ({
			getItem: (name) => map.get(name) ?? null, setItem: (name, value) => map.set(name, `${value}`), removeItem: (name) => map.delete(name),
		});
		const document = {
			documentElement: { dataset: { store: storeID, companion: `http://127.0.0.1:${port}` } }, hidden: false,
			getElementById: () => null, querySelector: () => null, createElement: () => ({ append() {}, click() {} }),
		};
		const globals = {
			document, URL, URLSearchParams, structuredClone, console, addEventListener() {}, matchMedia: () => ({}), location: { pathname: "/", href: "http://site/" },
			localStorage: area(browser.storage), sessionStorage: area(tab.session), indexedDB: browser.database(),
			crypto: { randomUUID: uuid }, Date, Blob: class {}, File: KeptFile, AbortSignal: { timeout() {} },
			FormData: class { append(name, file) { this.file = file; } },
			navigator: { locks: { request: (name, act) => browser.lock(tab, name, act) } },
			BroadcastChannel: class {
				constructor() { tab.channel = this; }
				postMessage(data) {
					for (const other of browser.tabs) {
						if (other !== tab) setImmediate(() => { if (!other.isClosed) other.channel?.onmessage?.({ data: structuredClone(data) }); });
					}
				}
			},
			setTimeout(act) { tab.timers.set(tab.timer = (tab.timer ?? 0) + 1, act); return tab.timer; },
			clearTimeout(number) { tab.timers.delete(number); }, matchMedia: () => ({ matches: false }),
			fetch: (url, options) => tab.fetch(new URL(url), options),
		};
		globals.window = globals;
		tab.document = document;
		const context = vm.createContext(globals);
		const modules = new Map();
		const parts = {
			"./language.js": { store: storeID, page: document.documentElement, t: (key) => key, $: () => null, hides: () => false, translate() {},
				decimals: (amount) => amount.split(".")[1]?.length ?? 0, load: async () => ({ settle, ask: async () => null, fill: async () => null }),
				announce: (text) => { tab.said = text; }, element: () => ({ click() {} }),
				button: (text, act) => ({ text, act }),
				notice: (name, text, actions = []) => text ? tab.notices.set(name, actions) : tab.notices.delete(name) },
		};
		const link = async (name) => {
			if (modules.has(name)) return modules.get(name);
			const made = parts[name]
				? new vm.SyntheticModule(Object.keys(parts[name]), function () {
					for (const [key, value] of Object.entries(parts[name])) this.setExport(key, value);
				}, { context })
				: new vm.SourceTextModule(fs.readFileSync(`${top}/Site/${name}`, "utf8"), {
					context, identifier: name, initializeImportMeta: (meta) => { meta.url = `http://site/assets/${name}`; } });
			modules.set(name, made);
			return made;
		};
		const main = await link("./ahead.js");
		await main.link(link);
		await main.evaluate();
		for (const name of ["ahead", "rows", "sync"]) tab[name] = modules.get(`./${name}.js`).namespace;
		tab.sync.onChange(({ sent, change }) => {
			if (sent?.action.startsWith("remove") && change) {
				browser.lastRemoved = { revision: change.revision, kind: "remove", ids: sent.ids ?? [sent.id] };
			}
		});
		const { api } = { api: modules.get("./api.js").namespace };
		tab.setToken = modules.get("./api.js").namespace.setToken;
		tab.setToken(token);
		tab.isConnecting = true;
		await api.connect();
		tab.isConnecting = false;
		browser.tabs.push(tab);
		tab.sync.refresh();
	}

	fetch(url, { method, headers, body }) {
		if (this.isConnecting) {
			return Promise.resolve({ status: 200, json: async () => ({ store: storeID }) });
		}
		return new Promise((resolve, reject) => {
			this.requests.push({ url, method, body, headers, bearer: headers.Authorization?.slice("Bearer ".length) ?? null, resolve, reject });
		});
	}
}

// The owner's answer to a conflict.
async function settle(edit, problem) {
	if (chance(0.3)) return null;
	const patch = edit.patch && { ...edit.patch };
	for (const { field } of problem.fields ?? []) if (chance(0.5) && patch) delete patch[field];
	return patch && !Object.keys(patch).length ? null : { ...edit, base: problem.revision, patch };
}

// The steps.

const counts = { steps: 0, queued: 0, made: 0, repeated: 0, refused: 0, undone: 0, withdrawn: 0, foretold: 0, cut: 0, killed: 0, restored: 0, tabs: 0, compared: 0 };
const epochs = new Map();
// The base with which each edit was queued, by its key.
const bases = new Map();
const browsers = [new Browser("one"), new Browser("two")];
const tabs = () => browsers.flatMap((browser) => browser.tabs);
const quiet = async () => { for (let turn = 0; turn < 12; turn += 1) await new Promise(setImmediate); };
let serial = 0;
// The error of a call that ended in a later step than its own.
let broken;

const text = () => `v${serial += 1}`;
const written = {
	value: () => pick([null, { amount: `${below(90000)}`, currency: "JPY" }, { amount: `${below(900)}.${10 + below(90)}`, currency: pick(["USD", "EUR"]) }]),
	quantity: () => pick([1, 2, 12, 0.5, 1.25, 0.333]),
};
const fields = ["name", "location", "notes", "category", "manufacturer", "value", "quantity"];
const entered = (field) => (written[field] ?? text)();

const aPhoto = () => new KeptFile([serial += 1], "a.png");

// As the page does.
async function remove(tab, edit) {
	tab.offered = await tab.sync.enqueue(edit);
	tab.sync.offerUndo("deleted", tab.offered, { kind: "remove", ids: edit.ids ?? [edit.id] });
}

// The last edit of an item that waits, unless it was queued after the item was opened.
const shown = (tab, { id }) => chance(0.5) ? tab.sync.lastOf(id) : undefined;

async function queueAnEdit(tab) {
	const seen = [...tab.browser.view.values()].filter((item) => !item.isGone);
	const action = !seen.length || (seen.length < 25 && chance(0.3)) ? "add"
		: pick([..."edit edit edit edit edit edit edit edit remove move undo editMany".split(" "), ...chance(0.3) ? ["photo", "removeMany", "photograph"] : []]);
	const item = seen.length ? pick(seen) : null;
	counts.queued += 1;
	if (action === "add") {
		const id = uuid();
		tab.browser.view.set(id, { id, revision: 0 });
		return tab.sync.enqueue({ action, id, item: { id, name: text(), location: text(), value: entered("value") ?? undefined, quantity: entered("quantity") } });
	}
	if (action === "photograph") {
		const location = text();
		return tab.sync.enqueue(...Array.from({ length: 1 + below(3) }, () => {
			const id = uuid();
			tab.browser.view.set(id, { id, revision: 0 });
			return [{ action: "add", id, item: { id, name: "", location, quantity: 1 }, place: "first" },
				...Array.from({ length: 1 + below(2) }, () => ({ action: "photo", id, file: aPhoto() }))];
		}).flat());
	}
	if (action === "undo") {
		return tab.browser.lastRemoved ? tab.sync.enqueue({ action, ...tab.browser.lastRemoved }) : counts.queued -= 1;
	}
	if (action === "move") return tab.sync.enqueue({ action, id: item.id, place: pick(["first", "last"]) });
	if (action === "photo") return tab.sync.enqueue(...Array.from({ length: 1 + below(3) }, () => ({ action, id: item.id, file: aPhoto() })));
	const patch = Object.fromEntries(Array.from({ length: 1 + below(2) }, () => pick(fields)).map((field) => [field, entered(field)]));
	if (action.endsWith("Many")) {
		const chosen = seen.filter(() => chance(action === "removeMany" ? 0.1 : 0.3)).concat(item);
		if (action === "removeMany") for (const each of chosen) each.isGone = true;
		const ids = [...new Set(chosen.map(({ id }) => id))];
		return action === "editMany" ? tab.sync.enqueue({ action, ids, patch }) : remove(tab, { action, ids });
	}
	if (action === "remove") {
		item.isGone = true;
		return remove(tab, { action, id: item.id, base: item.revision });
	}
	return tab.sync.enqueue({ action, id: item.id, base: item.revision, seen: shown(tab, item), patch });
}

// Presses the button that offers to undo the last deletion of a tab.
async function undo(tab) {
	const press = tab.notices.get("undo")?.find(({ text }) => text === "undo");
	if (!press) return;
	const { browser, offered: seq } = tab;
	const key = browser.keys.get(seq);
	let isDone = false;
	tab.said = "";
	press.act().then(() => {
		isDone = true;
		if (tab.said === "undone") {
			counts.undone += 1;
			browser.undone.add(key);
		} else {
			assert.equal(model.keys.get(key), undefined, `the deletion ${seq} was made, and is said to be lost`);
		}
	}).catch((error) => { broken ??= error; });
	// Only for a tab that has just sent the deletion it has to wait.
	for (let turn = 0; turn < 100 && !isDone; turn += 1) await new Promise(setImmediate);
	const isSent = browser.edits.get(seq)?.key !== key && [...browser.locks.values()].some(({ length }) => length);
	assert.ok(isDone || isSent, `the undo of ${seq} does not end`);
}

// Presses all buttons that discard what the server refused.
function discardAll({ browser, notices }) {
	for (const [name, actions] of [...notices]) {
		const press = actions.find(({ text }) => text === "discard");
		const key = browser.edits.get(name)?.key ?? browser.keys.get(name);
		assert.ok(!press || !browser.undone.has(key), `a refusal of what was undone is shown: ${name}`);
		press?.act();
	}
}

// Once nothing waits.
function judgeUndone(browser) {
	for (const key of browser.undone) {
		const revision = model.keys.get(key);
		if (revision === undefined) continue;
		assert.ok(model.removed.get(revision).undone || browser.refusedUndos.has(revision), `a deletion that was undone stays made: ${revision}`);
	}
}

const editOf = ({ body }) => typeof body === "string" ? JSON.parse(body).edits?.[0] : undefined;

// Answers a request of a tab, or cuts it.
async function answer(tab, fate) {
	const request = tab.requests.shift();
	const key = editOf(request)?.key ?? request.headers["Idempotency-Key"];
	const stored = [...tab.browser.edits.values()].find((edit) => edit.key === key);
	const edit = editOf(request) ?? stored;
	let { body, headers } = request;
	if (body?.file) {
		const { name, bytes: number } = body.file;
		body = new FormData();
		body.append("photo", new Blob([picture(number)], { type: "image/png" }), name);
	}
	if (fate === "before" || !alive) {
		counts.cut += 1;
		return request.reject(new Error("cut"));
	}
	let reply;
	try {
		const pending = ask(`${request.url.pathname.slice(1)}${request.url.search}`, body, request.bearer, headers);
		if (fate === "kill") {
			pending.catch(() => {});
			await new Promise((resolve) => setTimeout(resolve, below(4)));
			await stop("SIGKILL");
			counts.killed += 1;
			reply = await pending.catch(() => null);
		} else {
			reply = await pending;
		}
	} catch (error) {
		throw new Error(`no answer: ${error.cause ?? error}`);
	}
	if (edit && stored) {
		if (reply) judge(tab.browser, { ...edit, seq: stored.seq }, reply);
		else tab.browser.doubt = { ...edit, seq: stored.seq };
	}
	if (!reply || fate === "after") {
		counts.cut += 1;
		return request.reject(new Error("cut"));
	}
	request.resolve({ status: reply.status, json: async () => reply.body });
}

// After a kill: whether the edit that was under way was made is what the server says now.
async function resolveDoubt() {
	for (const browser of browsers) {
		const edit = browser.doubt;
		browser.doubt = null;
		if (!edit || model.keys.has(edit.key)) continue;
		const { body } = await ask("api/items?limit=1");
		if (body.revision === model.last) continue;
		if (epochs.get(edit.key) === epoch) assert.equal(expected(edit), 200, `made though it had to be refused: ${JSON.stringify(edit)}`);
		commit(browser, edit, body.revision);
	}
}

async function restart() {
	if (alive) await stop(pick(["SIGKILL", "SIGTERM"]));
	await start();
	await resolveDoubt();
	await compare();
}

const stores = () => fs.readdirSync(inventory).filter((name) => name.startsWith("inventory.sqlite"));
async function keep() {
	await stop("SIGTERM");
	fs.rmSync(`${folder}/kept`, { recursive: true, force: true });
	fs.cpSync(inventory, `${folder}/kept`, { recursive: true });
	kept = copy();
	await start();
}

async function restore() {
	if (!kept) return;
	await stop("SIGTERM");
	for (const name of stores()) fs.rmSync(`${inventory}/${name}`);
	fs.cpSync(`${folder}/kept`, inventory, { recursive: true });
	model = structuredClone(kept);
	epoch += 1;
	counts.restored += 1;
	// Queues go on where they were; what was made after the copy is lost, on the server and in the model.
	for (const browser of browsers) {
		browser.owned.clear();
		browser.undone.clear();
		browser.refusedUndos.clear();
	}
	for (const browser of browsers) browser.made = Math.min(...[...browser.edits.keys(), browser.seq + 1]) - 1;
	await start();
	// The pages are loaded again: they know revisions that are other changes by now.
	for (const browser of browsers) {
		for (const tab of [...browser.tabs]) browser.close(tab);
		await new Tab(browser).load();
	}
	await compare();
}

async function look(browser) {
	const listed = await compare();
	browser.view = new Map([...listed.values()].map(({ id, revision }) => [id, { id, revision }]));
}

// A browser sends what waits while nobody else does. Nothing says beforehand how an undo or a refusal ends.
async function foretell(browser) {
	const tab = pick(browser.tabs);
	if (!alive || !tab) return;
	const { refused } = counts;
	const listed = await compare();
	for (const each of browser.tabs) each.setToken(token);
	await tab.sync.refresh();
	if (!tab.sync.waiting.length || tab.sync.waiting.some(({ action }) => action === "undo")) return;
	const list = tab.ahead.amend([...listed.values()].map(tab.ahead.fromItem), (item) => ({ ...item, path: item.location ?? "" }));
	const shown = [list.length, ...tab.rows.sums(list)].join(" · ");
	for (let turn = 0, idle = 0; idle < 3 && counts.refused === refused; turn += 1) {
		assert.ok(turn < 1000, "edits that never arrive");
		const busy = browser.tabs.find(({ requests }) => requests.length);
		if (busy) await answer(busy, "whole");
		else tab.sync.replay().catch((error) => { broken ??= error; });
		await quiet();
		idle = busy ? 0 : idle + 1;
	}
	if (counts.refused > refused) return;
	const { items, amounts } = (await ask("api/totals")).body.totals;
	assert.equal(shown, [items, ...amounts.map(plain)].join(" · "), "the totals that a page showed");
	counts.foretold += 1;
}

async function step() {
	const busy = tabs().filter((tab) => tab.requests.length);
	if (busy.length && chance(0.55)) {
		const fate = random();
		return answer(pick(busy), fate < kills ? "kill" : fate < 0.07 ? "before" : fate < 0.18 ? "after" : "whole");
	}
	if (!alive && chance(0.1)) return restart();
	const tab = pick(tabs());
	if (!tab) return void (await new Tab(pick(browsers)).load());
	const { browser } = tab, what = random();
	if (what < 0.45) {
		if (browser.edits.size < 15) await raced(queueAnEdit(tab));
	} else if (what < 0.70) {
		const [number, act] = tab.timers.entries().next().value ?? [];
		if (act) { tab.timers.delete(number); act(); }
	} else if (what < 0.76) {
		await raced(undo(tab));
	} else if (what < 0.80) {
		if (alive) await look(browser);
	} else if (what < 0.82) {
		await foretell(browser);
	} else if (what < 0.90) {
		// What the server refuses is discarded.
		discardAll(tab);
	} else if (what < 0.93) {
		tab.document.hidden = !tab.document.hidden;
		tab.document.onvisibilitychange();
	} else if (what < 0.95) {
		if (browser.tabs.length < 3) { counts.tabs += 1; await new Tab(browser).load(); }
	} else if (what < 0.965) {
		if (browser.tabs.length > 1 || chance(0.2)) {
			// Its request may still arrive, unheard.
			if (tab.requests.length && alive && chance(0.5)) await answer(tab, "after");
			browser.close(tab);
		}
	} else if (what < 0.99) {
		tab.setToken(token);
	} else if (what < 0.9915) {
		await restart();
	} else if (what < 0.9925) {
		if (alive) await keep();
	} else if (what < 0.9930) {
		if (alive) await restore();
	}
}
// A call that waits for a request of its own goes on in a later step.
const raced = (promise) => Promise.race([promise.catch((error) => { broken ??= error; }), quiet()]);

// Sends all that is left, and compares.
async function drain() {
	if (!alive) await restart();
	for (const browser of browsers) {
		for (const tab of [...browser.tabs]) browser.close(tab);
		const tab = new Tab(browser);
		await tab.load();
		for (let turn = 0; turn < 2000 && browser.edits.size; turn += 1) {
			await quiet();
			discardAll(tab);
			if (tab.requests.length) await answer(tab, "whole");
			else tab.sync.replay();
		}
		assert.equal(browser.edits.size, 0, "edits that never arrive");
		judgeUndone(browser);
	}
	await compare();
}

let storeID;
let failure;
try {
	run("init");
	run("publish", site, "--editable");
	await start();
	storeID = (await ask("api/session")).body.store;
	for (const browser of browsers) await new Tab(browser).load();
	for (; counts.steps < steps; counts.steps += 1) {
		await step();
		await quiet();
		if (broken) throw broken;
		if (counts.steps % 2000 === 1999) {
			// The history starts anew from empty queues now and then, so that it does not drown in conflicts.
			await drain();
			if (process.env.VERBOSE) console.log(JSON.stringify(counts));
		}
	}
	await drain();
	if (broken) throw broken;
	if (steps >= 3000) assert.ok(counts.undone, "nothing was undone");
	if (steps >= 3000) assert.ok(counts.foretold, "no totals were compared");
	if (steps >= 30000) assert.ok(counts.withdrawn, "nothing that was undone was refused");
	await stop("SIGTERM");
	run("verify");
} catch (error) {
	failure = error;
	console.error(error);
	if (alive) server.kill("SIGKILL");
}
console.log(`${counts.steps} steps, seed ${seed}: ${JSON.stringify(counts)}${failure ? "; FAILED" : ""}`);
if (failure) console.error(`the files are in ${folder}`);
else fs.rmSync(folder, { recursive: true });
process.exit(failure ? 1 : 0);
