// Signing out on the server's own pages. Without it the server signs out too, and the browser keeps what it has.
import { download, isHeld, queueOf, save, send } from "/assets/queue.js";
import { purge } from "/assets/state.js";

const isOurs = (name) => name.startsWith("homepwner.");
const make = (tag, content) => Object.assign(document.createElement(tag), content);

// Changes that were made on the pages and have not reached the server, by inventory.
async function unsent() {
	const found = [];
	for (const { name } of await indexedDB.databases()) {
		if (!isOurs(name)) continue;
		const store = name.slice("homepwner.".length);
		const queue = queueOf(store);
		const edits = await queue.all();
		if (edits.length) found.push({ store, queue, edits });
	}
	// An item that was typed and not added can only be saved.
	for (const name of Object.keys(localStorage).filter((name) => isOurs(name) && name.endsWith(".draft"))) {
		found.push({ draft: localStorage[name] });
	}
	return found;
}

async function call(path, body, headers) {
	const reply = await fetch(`/${path}`, { method: "POST", body, headers: { ...headers, Accept: "application/json" } });
	return { status: reply.status, body: await reply.json() };
}

// Sends them in order, as the pages do; those that the server made leave the browser.
async function sendUnsent(found) {
	for (const { store, queue } of found) {
		await queue?.lock(async () => {
			for (const { seq } of await queue.all()) {
				// One that was made and undone is replaced by its undo.
				for (let status, change = {}; change;) {
					const edit = (await queue.all()).find((edit) => edit.seq === seq);
					({ status, change } = edit ? await send(store, edit, call) : {});
					if (change) await queue.made(edit, change.revision);
					// Of an edit that was undone, nothing is left then.
					else if (edit?.undo && !isHeld(status)) await queue.replace(edit);
				}
			}
		});
	}
}

function downloadUnsent(found) {
	for (const { store, edits, draft } of found) {
		if (draft) download(new Blob([draft], { type: "application/json" }), "homepwner-draft.json");
		else save(store, edits);
	}
}

// Returns "send", "download", "discard" or "" for staying.
function choose(words, text) {
	return new Promise((resolve) => {
		const dialog = make("dialog");
		const inner = make("form", { method: "dialog" });
		const actions = make("p", { className: "actions wrap" });
		for (const value of ["send", "download", "discard", ""]) {
			actions.append(make("button", { value, textContent: words[value || "cancel"], className: value === "send" ? "primary" : "" }));
		}
		inner.append(make("p", { textContent: text }), actions);
		dialog.append(inner);
		dialog.onclose = () => {
			dialog.remove();
			resolve(dialog.returnValue);
		};
		document.body.append(dialog);
		dialog.showModal();
	});
}

// Signs out, and lets the browser forget what it kept, but no change that its owner did not send, save or discard.
async function leave(form, everywhere) {
	const words = form.querySelector("template").dataset;
	const hidden = (name) => form.append(make("input", { type: "hidden", name, value: "yes" }));
	let mayClear = true;
	try {
		let text = words.unsent;
		for (;;) {
			const found = await unsent();
			if (!found.length) break;
			const choice = await choose(words, text);
			if (!choice) return;
			if (choice === "discard") break;
			if (choice === "download") downloadUnsent(found);
			else await sendUnsent(found).catch(() => {});
			text = words.left;
		}
	} catch {
		// If the storage cannot be read, nothing is cleared.
		mayClear = false;
	}
	// The pages that were kept for use without a connection go in any case, also if the browser ignores the server's header;
	// what a tab keeps until the session has ended, the sign-in page removes.
	await purge();
	if (mayClear) for (const name of Object.keys(localStorage).filter(isOurs)) delete localStorage[name];
	if (mayClear) hidden("clear");
	if (everywhere) hidden("everywhere");
	form.submit();
}

document.getElementById("sign-out").onsubmit = (event) => {
	event.preventDefault();
	leave(event.target, event.submitter?.name === "everywhere");
};
