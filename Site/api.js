// Requests to the server; without one the page stays a report.
import { button, notice, t } from "./language.js";
import { page, purge, recall, remember, store, tab } from "./state.js";

export let session = null;
// The items that this person added, which a recorder may change.
const mine = new Set();
export const own = (id) => mine.add(id);
export const mayAdd = () => !!session?.signedIn && session.role !== "reader";
export const mayChangeAll = () => mayAdd() && session.role !== "recorder";
export const mayChange = (id) => mayChangeAll() || (mayAdd() && mine.has(id));
export let away = "";
export const site = new URL("../", import.meta.url);

// Says that something is not possible, until it is closed or no longer so.
export const warn = (key, isSo = true) => notice(key, isSo && t(key), [button(t("close"), () => notice(key, ""))], "trouble");

// The token of a server elsewhere.
const token = () => recall("bearer", tab);
export const setToken = (text) => remember("bearer", text, tab);

// The status and the JSON of a reply. A lost connection is status 0, and so is a server that does not answer in time.
export async function call(path, body, headers = {}) {
	if (away && token()) headers.Authorization = `Bearer ${token()}`;
	// A signed-in browser soon shows what it has cached; photos may take long.
	const seconds = body ? body.append ? 600 : 60 : recall("signedIn") ? 5 : 60;
	try {
		const reply = await fetch(new URL(path, away || site), { method: body ? "POST" : "GET", body,
			headers: { ...headers, Accept: "application/json" }, signal: AbortSignal["timeout"](seconds * 1000) });
		// A proxy refuses in a form of its own.
		const content = await reply.json().catch((error) => {
			if (reply.status < 400) throw error;
			return {};
		});
		// A role that is too low ends no session.
		if (content.type && [401, 403].includes(reply.status) && !content.type.endsWith(":not-allowed")) await leave();
		return { status: reply.status, body: content };
	} catch {
		return { status: 0, body: {} };
	}
}

// Without a session, the cached pages must go.
function leave() {
	remember("signedIn", null);
	return purge();
}

export async function connect() {
	const { companion } = page.dataset;
	// Only the server's style sheet shows controls that need it; other hosts are not asked.
	const control = document.querySelector(".needs-companion");
	const isHere = control && getComputedStyle(control).display !== "none";
	if (!isHere && !companion) return document.querySelector("[rel=manifest]") ? undefined : purge();
	away = isHere ? "" : `${companion}/`;
	const { status, body } = await call("api/session");
	if (status === 401 && token()) {
		setToken(null);
		return connect();
	}
	// Without a connection, a signed-in browser continues; the server decides when the edits are sent.
	const last = recall("signedIn");
	if (status === 0 && !away && last) begin(last);
	if (status !== 200) return;
	if (!body.signedIn) await leave();
	// A page of another inventory must not edit this one.
	if ((body.store ?? store) !== store) return;
	begin(body);
	const { role, added } = body;
	if (!away) remember("signedIn", body.signedIn ? { signedIn: true, role, added } : null);
}

function begin(known) {
	session = known;
	known.added?.forEach(own);
}

export async function item(id) {
	const { status, body } = await call(`api/items/${id}`);
	if (status !== 200) throw new Error(`${status}`);
	return body;
}

// The page of another design needs its own scripts.
const designOf = (part) => part.querySelector("[name=design]")?.content;
const put = (fresh) => designOf(fresh) === designOf(document) ? show(fresh)
	: notice("version", t("newVersion"), [button(t("reload"), () => location.reload(), "primary")]);

// Loads the published page and passes it on; null if it no longer exists.
let show, runs = 0;
export async function renew() {
	if ((runs += 1) > 1) return;
	try {
		const reply = await fetch(location.href, { cache: "no-cache" });
		if (reply.ok) await put(new DOMParser().parseFromString(await reply.text(), "text/html"));
		else if (reply.status === 404) show(null);
	} catch {
		// Without a connection the page stays as it is.
	}
	const again = runs > 1;
	runs = 0;
	if (again) renew();
}

// The revision that the published pages show, as the server told last.
export let publishedAt = 0;
export function follow(act, changed = () => {}) {
	show = act;
	if (away) return;
	let source;
	const open = () => {
		source = new EventSource(new URL("api/events", site));
		source.addEventListener("published", ({ data }) => {
			publishedAt = JSON.parse(data).revision;
			renew();
			changed();
		});
		source.onopen = renew;
		source.onerror = () => { if (source.readyState === EventSource.CLOSED) setTimeout(open, 5000); };
	};
	open();
	addEventListener("pagehide", () => source.close());
	addEventListener("pageshow", ({ persisted }) => { if (persisted) open(); });
}
