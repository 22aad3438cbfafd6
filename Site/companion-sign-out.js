// Signing out on the server's own pages. Without it the server signs out too, and the browser keeps what it has.

// Changes that were made on the pages and have not reached the server, by inventory.
const done = (request) => new Promise((resolve, reject) => {
	request.onsuccess = () => resolve(request.result);
	request.onerror = () => reject(request.error);
});
async function unsent() {
	const found = [];
	for (const { name } of await indexedDB.databases()) {
		if (!name.startsWith("homepwner.")) continue;
		const base = await done(indexedDB.open(name));
		const edits = base.objectStoreNames.contains("edits")
			? await done(base.transaction("edits").objectStore("edits").getAll()) : [];
		if (edits.length) found.push({ base, store: name.slice("homepwner.".length), edits });
		else base.close();
	}
	// An item that was typed and not added can only be saved.
	for (const name of Object.keys(localStorage).filter((name) => /^homepwner\..*\.draft$/.test(name))) {
		found.push({ edits: [], draft: localStorage[name] });
	}
	return found;
}
const listed = ({ store, edits }) => ({ version: 1, store, edits: edits.map(({ seq, refused, ...edit }) => edit) });

// Sends them; those that the server took leave the browser.
async function sendUnsent(found) {
	for (const { base, store, edits } of found.filter(({ base }) => base)) {
		const body = JSON.stringify(listed({ store, edits }));
		const headers = { Accept: "application/json", "Content-Type": "application/json" };
		const answer = await fetch("/api/edits", { method: "POST", headers, body });
		const { results = [] } = await answer.json();
		for (const [index, { change }] of results.entries()) {
			if (!change) continue;
			await done(base.transaction("edits", "readwrite").objectStore("edits").delete(edits[index].seq));
		}
	}
}

function downloadUnsent(found) {
	for (const each of found) {
		const content = each.draft ?? JSON.stringify(listed(each), null, 2);
		const href = URL.createObjectURL(new Blob([content], { type: "application/vnd.homepwner.edits+json" }));
		const download = each.draft ? "homepwner-draft.json" : "homepwner-edits.json";
		Object.assign(document.createElement("a"), { href, download }).click();
		setTimeout(() => URL.revokeObjectURL(href), 1000);
	}
}

// Returns "send", "download", "discard" or "" for staying.
function choose(words, text) {
	return new Promise((resolve) => {
		const dialog = document.createElement("dialog");
		const make = (tag, content) => Object.assign(document.createElement(tag), content);
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
	const hidden = (name) => form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value: "yes" }));
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
			for (const { base } of found) base?.close();
			text = words.left;
		}
	} catch {
		// A browser that does not tell what it keeps keeps it.
		mayClear = false;
	}
	if (mayClear) hidden("clear");
	if (everywhere) hidden("everywhere");
	form.submit();
}

document.getElementById("sign-out").onsubmit = (event) => {
	event.preventDefault();
	leave(event.target, event.submitter?.name === "everywhere");
};
