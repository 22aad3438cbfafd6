// Requests to the companion that serves the page; without one the page stays a report.
import { page } from "./state.js";

export let session = null;

export async function connect() {
	try {
		const answer = await fetch("api/session", { headers: { Accept: "application/json" } });
		const found = answer.ok ? await answer.json() : null;
		// A page that was published from another inventory must not edit this one.
		session = found?.store && found.store !== page.dataset.store ? null : found;
	} catch {
		session = null;
	}
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
	const headers = { Accept: "application/json", "Idempotency-Key": edit.key };
	if (edit.base != null) headers["If-Match"] = `"${edit.base}"`;
	if (content) headers["Content-Type"] = "application/json";
	try {
		const answer = await fetch(path, { method, headers, body: content && JSON.stringify(content) });
		const told = await answer.json().catch(() => ({}));
		return answer.ok ? { status: answer.status, change: told } : { status: answer.status, problem: told };
	} catch {
		return { status: 0 };
	}
}

export async function item(id) {
	const answer = await fetch(`api/items/${id}`, { headers: { Accept: "application/json" } });
	if (!answer.ok) throw new Error(answer.status);
	return answer.json();
}
