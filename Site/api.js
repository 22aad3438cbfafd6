// Requests to the server; without one the page stays a report.
import { page, setToken, store, token } from "./state.js";

export let session = null;
export let away = "";
const site = new URL("../", import.meta.url);

// The status and the JSON of a reply; a lost connection is status 0.
async function call(path, content) {
	const headers = { Accept: "application/json" };
	if (away && token()) headers.Authorization = `Bearer ${token()}`;
	if (content) headers["Content-Type"] = "application/json";
	try {
		const reply = await fetch(new URL(path, away || site),
			{ method: content ? "POST" : "GET", headers, body: content && JSON.stringify(content) });
		return { status: reply.status, body: await reply.json() };
	} catch {
		return { status: 0, body: {} };
	}
}

export async function connect() {
	const { companion } = page.dataset;
	// Only the server's style sheet shows controls that need it; other hosts are not asked.
	const isHere = document.querySelector(".needs-companion")?.checkVisibility();
	if (!isHere && !companion) return;
	away = isHere ? "" : `${companion}/`;
	const { status, body } = await call("api/session");
	if (status === 401 && token()) {
		setToken(null);
		return connect();
	}
	// A page of another inventory must not edit this one.
	if (status === 200 && (body.store ?? store) === store) session = body;
}

export async function signIn(code) {
	const { body } = await call("api/session", { token: code, bearer: true });
	setToken(body.bearer);
	return body.bearer;
}

// Edits in the form in which they are sent and saved to a file.
export const listed = (edits) => ({ version: 1, store, edits: edits.map(({ seq, refused, ...edit }) => edit) });

// Sends one edit; returns { status, change } or { status, problem }.
export async function send(edit) {
	const { status, body } = await call("api/edits", listed([edit]));
	return body.results?.[0] ?? { status, problem: body };
}

export async function item(id) {
	const { status, body } = await call(`api/items/${id}`);
	if (status !== 200) throw new Error(status);
	return body;
}

// Loads the published page and passes it on; null if it no longer exists.
let show, runs = 0;
export async function renew() {
	if ((runs += 1) > 1) return;
	try {
		const reply = await fetch(location.href, { cache: "no-cache" });
		if (reply.ok) await show(new DOMParser().parseFromString(await reply.text(), "text/html"));
		else if (reply.status === 404) show(null);
	} catch {
		// Without a connection the page stays as it is.
	}
	const again = runs > 1;
	runs = 0;
	if (again) renew();
}

export function follow(act) {
	show = act;
	if (away) return;
	let source;
	const open = () => {
		source = new EventSource(new URL("api/events", site));
		source.addEventListener("published", renew);
		source.onopen = renew;
		source.onerror = () => { if (source.readyState === EventSource.CLOSED) setTimeout(open, 5000); };
	};
	open();
	addEventListener("pagehide", () => source.close());
	addEventListener("pageshow", ({ persisted }) => { if (persisted) open(); });
}
