// The script of the server's own pages; all of them work without it.

// Exchanges the one-time token in the fragment of a sign-in link for a session.
const $ = (id) => document.getElementById(id);
const form = $("sign-in");
function enter() {
	const token = new URLSearchParams(location.hash.slice(1)).get("token");
	if (!form) return;
	if (!token) return void forget().catch(() => {});
	// The token leaves the address at once, so that neither history nor a copied link keeps it.
	history.replaceState(null, "", location.pathname + location.search);
	form.token.value = token;
	// Only after the page has loaded: an earlier navigation would cancel the one in progress.
	if (document.readyState === "complete") form.submit();
	else onload = () => form.submit();
}
// Removes the pages that were kept, if the session has ended. A link from another site comes here too, without the cookie.
async function forget() {
	const { signedIn } = await (await fetch("api/session")).json();
	const root = new URL(".", location).href;
	const worker = await navigator.serviceWorker?.getRegistration(root);
	if (signedIn) return;
	if (worker?.scope === root) worker.active?.postMessage("purge");
	for (const name of await globalThis.caches?.keys() ?? []) {
		if (name.startsWith("homepwner ") && name.endsWith(` ${root}`)) await caches.delete(name);
	}
}
enter();
// If the link is opened on this very page, nothing is loaded.
onhashchange = enter;

// The progress of the photos, or what was wrong with them.
function show(said, wrong = "") {
	$("stage").textContent = said;
	$("progress").hidden = !said;
	$("upload").querySelector("[type=submit]").disabled = Boolean(said);
	$("refusal").textContent = wrong;
	$("refusal").hidden = !wrong;
	if (wrong) $("refusal").scrollIntoView({ block: "nearest" });
}

// Replaces the page's content by the server's response; captions that are typed and not saved yet stay.
function renew(answered) {
	for (const { form, value, defaultValue } of document.querySelectorAll("[name=caption]")) {
		const again = answered.querySelector(`[action="${form.getAttribute("action")}"] [name=caption]`);
		if (again && value !== defaultValue) again.value = value;
	}
	document.querySelector("main").replaceWith(answered.querySelector("main"));
}

// Asks before unsent input is left. Buttons have no default value.
const isChanged = (field) => field.type === "checkbox" ? field.checked !== field.defaultChecked
	: "defaultValue" in field && !["hidden", "file"].includes(field.type) && field.value !== field.defaultValue;
let sent = null;
addEventListener("beforeunload", (event) => {
	const forms = [...document.querySelectorAll("[data-guarded]")].filter((form) => form !== sent);
	if (forms.some((form) => [...form.elements].some(isChanged))) event.preventDefault();
});

// Saves a caption on the page, so that the others can be typed on.
async function saveCaption(form, submitter) {
	const data = new URLSearchParams(new FormData(form, submitter));
	const key = crypto.getRandomValues(new Uint32Array(4)).join("");
	// The buttons are named action, so the property is not the address.
	const reply = await fetch(form.getAttribute("action"), { method: "POST", body: data, headers: { Accept: "text/html" } })
		.catch(() => null);
	if (!reply?.ok) return show("", $("upload").querySelector("template").dataset.lost);
	form.caption.defaultValue = data.get("caption");
	form.key.value = `form-${key}`;
	const saved = form.querySelector("[data-saved]");
	saved.hidden = false;
	form.oninput = () => { saved.hidden = true; };
}

// Sends photos byte for byte and shows the progress.
document.onsubmit = (event) => {
	const upload = event.target;
	if (event.submitter?.value === "caption" && $("upload")) {
		event.preventDefault();
		return saveCaption(upload, event.submitter);
	}
	if (upload.id !== "upload") {
		sent = upload;
		return;
	}
	event.preventDefault();
	const data = new FormData(upload);
	const bar = $("progress").firstElementChild;
	const words = upload.querySelector("template").dataset;
	if (![...data.values()].some((value) => value.size)) return show("", words.none);
	const request = new XMLHttpRequest();
	request.upload.onprogress = ({ loaded, total }) => {
		bar.value = loaded / total;
		if (loaded === total) {
			bar.removeAttribute("value");
			$("stage").textContent = words.taking;
		}
	};
	request.onload = () => {
		if (request.status < 400) return location.assign(request.responseURL);
		const answered = request.response;
		const refusal = answered?.querySelector("main [role=alert]");
		// Beside the form, where the user is looking.
		if (answered?.getElementById("upload")) {
			refusal.remove();
			renew(answered);
		}
		show("", refusal?.textContent ?? words.lost);
	};
	request.onerror = () => show("", words.lost);
	request.open("POST", upload.action);
	request.setRequestHeader("Accept", "text/html");
	request.responseType = "document";
	request.send(data);
	bar.value = 0;
	show(words.sending);
};

// Puts photos into order: each picture can be dragged to the place of another. The first is the main one.
document.onpointerdown = ({ target, button, pointerType }) => {
	const form = target.closest("form.photo");
	const mover = form?.querySelector("[name=place]");
	// Touch scrolls; there are buttons to move a photo.
	if (!mover || target.localName !== "img" || button || pointerType === "touch") return;
	const place = () => [...document.querySelectorAll("form.photo")].indexOf(form);
	const start = place();
	form.classList.add("dragging");
	let [x, y, frame] = [0, innerHeight / 2, 0];
	const move = () => {
		const over = document.elementFromPoint(x, y)?.closest("form.photo");
		if (over && over !== form) over[form.compareDocumentPosition(over) & 2 ? "before" : "after"](form);
	};
	// The page scrolls as long as the pointer is held at its edge.
	const scroll = () => {
		const way = y < 60 ? -12 : y > innerHeight - 60 ? 12 : 0;
		if (way) {
			scrollBy(0, way);
			move();
		}
		frame = requestAnimationFrame(scroll);
	};
	scroll();
	document.onpointermove = ({ clientX, clientY }) => {
		[x, y] = [clientX, clientY];
		move();
	};
	document.onpointerup = document.onpointercancel = () => {
		cancelAnimationFrame(frame);
		document.onpointermove = document.onpointerup = document.onpointercancel = null;
		form.classList.remove("dragging");
		if (place() === start) return;
		mover.value = `${place() + 1}`;
		form.requestSubmit(mover);
	};
};

// Chooses all items of a form, or none.
const all = document.querySelector("[data-all]");
if (all) {
	const boxes = [...document.querySelectorAll("[name=id]")];
	all.hidden = false;
	all.firstElementChild.onclick = () => {
		const isAll = boxes.every(({ checked }) => checked);
		for (const box of boxes) box.checked = !isAll;
	};
}

// Fills in the code of a photographed barcode.
const shot = document.querySelector("[data-scan]");
if (shot) {
	const [{ firstElementChild: input }, said] = shot.children;
	shot.hidden = false;
	input.onchange = async () => {
		const body = new FormData();
		body.append("photo", input.files[0]);
		input.value = "";
		said.textContent = "…";
		const reply = await fetch("/api/scan", { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
		const { codes = [], detail } = await reply?.json().catch(() => ({})) ?? {};
		if (codes.length) $("f-code").value = codes[0].text;
		said.textContent = codes.length ? "" : detail ?? shot.dataset.scan;
	};
}
