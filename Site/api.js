// Requests to the companion; without one the page stays a report.
import { held, hold, page } from "./state.js";

export let session = null;
export let away = "";

function call(path, method = "GET", headers = {}, content) {
	if (away && held()) headers.Authorization = `Bearer ${held()}`;
	if (content) headers["Content-Type"] = "application/json";
	headers.Accept = "application/json";
	return fetch(away + path, { method, headers, body: content && JSON.stringify(content) });
}

async function find(base) {
	away = base;
	try {
		const answer = await call("api/session");
		if (answer.status === 401 && held()) {
			hold(null);
			return find(base);
		}
		const found = answer.ok ? await answer.json() : null;
		// A page of another inventory must not edit this one.
		return found?.store && found.store !== page.dataset.store ? null : found;
	} catch {
		return null;
	}
}

export async function connect() {
	const { companion } = page.dataset;
	// The companion's own style sheet shows what needs one; another server is not asked.
	if (document.querySelector(".needs-companion").checkVisibility()) session = await find("");
	else if (companion) session = await find(`${companion}/`);
}

export async function signIn(token) {
	hold(null);
	const answer = await call("api/session", "POST", {}, { token, bearer: true }).catch(() => ({}));
	if (answer.ok) hold((await answer.json()).bearer);
	return answer.ok;
}

const routes = {
	add: (edit) => ["POST", `api/items${edit.place ? `?place=${encodeURIComponent(edit.place)}` : ""}`, edit.item],
	edit: (edit) => ["PATCH", `api/items/${edit.id}`, edit.patch],
	remove: (edit) => ["DELETE", `api/items/${edit.id}`],
	move: (edit) => ["POST", `api/items/${edit.id}/move`, { place: edit.place }],
	undo: (edit) => ["POST", "api/undo", edit.revision == null ? {} : { revision: edit.revision }],
};

// Sends one edit; answers { status, change } or { status, problem }. A lost connection is status 0.
export async function send(edit) {
	const [method, path, content] = routes[edit.action](edit);
	const headers = { "Idempotency-Key": edit.key };
	if (edit.base != null) headers["If-Match"] = `"${edit.base}"`;
	try {
		const answer = await call(path, method, headers, content);
		const told = await answer.json().catch(() => ({}));
		return { status: answer.status, [answer.ok ? "change" : "problem"]: told };
	} catch {
		return { status: 0 };
	}
}

export async function item(id) {
	const answer = await call(`api/items/${id}`);
	if (!answer.ok) throw new Error(answer.status);
	return answer.json();
}
