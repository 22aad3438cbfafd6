// Requests to the server; without one the page stays a report.
import { held, hold, page, store } from "./state.js";

export let session = null;
export let away = "";
const site = new URL("../", import.meta.url);

// The status and the JSON of a response; a lost connection is status 0.
async function call(path, content) {
	const headers = { Accept: "application/json" };
	if (away && held()) headers.Authorization = `Bearer ${held()}`;
	if (content) headers["Content-Type"] = "application/json";
	const body = content && JSON.stringify(content);
	try {
		const answer = await fetch(new URL(path, away || site), { method: body ? "POST" : "GET", headers, body });
		return { status: answer.status, told: await answer.json() };
	} catch {
		return { status: 0, told: {} };
	}
}

export async function connect() {
	const { companion } = page.dataset;
	// Only this server's style sheet shows controls that need it; other servers are not asked.
	const isHere = document.querySelector(".needs-companion")?.checkVisibility();
	if (!isHere && !companion) return;
	away = isHere ? "" : `${companion}/`;
	const { status, told } = await call("api/session");
	if (status === 401 && held()) {
		hold(null);
		return connect();
	}
	// A page of another inventory must not edit this one.
	if (status === 200 && (told.store ?? store) === store) session = told;
}

export async function signIn(token) {
	const { told } = await call("api/session", { token, bearer: true });
	hold(told.bearer);
	return told.bearer;
}

// Edits in the form in which they are sent and saved to a file.
export const listed = (edits) => ({ version: 1, store, edits: edits.map(({ seq, refused, ...edit }) => edit) });

// Sends one edit; returns { status, change } or { status, problem }.
export async function send(edit) {
	const { status, told } = await call("api/edits", listed([edit]));
	return told.results?.[0] ?? { status, problem: told };
}

export async function item(id) {
	const { status, told } = await call(`api/items/${id}`);
	if (status !== 200) throw new Error(status);
	return told;
}

// Loads the published page and passes it on; null if it no longer exists.
let take;
let asked = 0;
export async function renew() {
	if ((asked += 1) > 1) return;
	try {
		const answer = await fetch(location.href, { cache: "no-cache" });
		if (answer.ok) await take(new DOMParser().parseFromString(await answer.text(), "text/html"));
		else if (answer.status === 404) take(null);
	} catch {
		// Without a connection the page stays as it is.
	}
	const again = asked > 1;
	asked = 0;
	if (again) renew();
}

export function follow(act) {
	take = act;
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
