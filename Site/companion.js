// What the pages of the companion do with script; all of them work without.

// Exchanges the one-time token of a sign-in link, which stands in the fragment, for a session.
const form = document.getElementById("sign-in");
const token = new URLSearchParams(location.hash.slice(1)).get("token");
if (form && token) {
	// The token leaves the address at once, so that neither history nor a copied link keeps it.
	history.replaceState(null, "", location.pathname + location.search);
	form.elements.token.value = token;
	fetch("/api/session", {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ token }),
	}).then((answer) => {
		if (!answer.ok) throw new Error(String(answer.status));
		location.replace(form.elements.return.value || "/");
	}).catch(() => {
		document.getElementById("trouble").hidden = false;
		form.elements.token.focus();
	});
}

// Sends photos as they are, byte for byte, and shows how far it got.
const upload = document.getElementById("upload");
upload?.addEventListener("submit", (event) => {
	event.preventDefault();
	const [progress, stage, refusal] = ["progress", "stage", "refusal"].map((id) => document.getElementById(id));
	const bar = progress.firstElementChild;
	const button = upload.querySelector("[type=submit]");
	const words = upload.querySelector("template").dataset;
	const show = (said, wrong = "") => {
		stage.textContent = said;
		progress.hidden = !said;
		button.disabled = Boolean(said);
		refusal.textContent = wrong;
		refusal.hidden = !wrong;
	};
	if (![...upload.querySelectorAll("[type=file]")].some((input) => input.files.length)) return show("", words.none);
	const request = new XMLHttpRequest();
	request.upload.onprogress = ({ loaded, total }) => {
		bar.value = loaded / total;
		if (loaded === total) {
			bar.removeAttribute("value");
			stage.textContent = words.taking;
		}
	};
	request.onload = () => {
		if (request.status < 400) return location.assign(request.responseURL);
		const { detail, title } = request.response ?? {};
		show("", detail ?? title ?? words.lost);
	};
	request.onerror = () => show("", words.lost);
	request.open("POST", upload.action);
	request.setRequestHeader("Accept", "application/json");
	request.responseType = "json";
	request.send(new FormData(upload));
	bar.value = 0;
	show(words.sending);
});
