// What the pages of the companion do with script; all of them work without.

// Exchanges the one-time token of a sign-in link, which stands in the fragment, for a session.
const $ = (id) => document.getElementById(id);
const form = $("sign-in");
const token = new URLSearchParams(location.hash.slice(1)).get("token");
if (form && token) {
	// The token leaves the address at once, so that neither history nor a copied link keeps it.
	history.replaceState(null, "", location.pathname + location.search);
	form.token.value = token;
	// Once the page is there: a navigation before would cut off the one that is under way.
	onload = () => form.submit();
}

// Sends photos as they are, byte for byte, and shows how far it got.
const upload = $("upload");
upload?.addEventListener("submit", (event) => {
	event.preventDefault();
	const [progress, stage, refusal] = ["progress", "stage", "refusal"].map($);
	const data = new FormData(upload);
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
	if (![...data.values()].some((value) => value.size)) return show("", words.none);
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
		// What is sent next is another request: some photos may have been taken in.
		upload.key.value += "+";
		show("", detail ?? title ?? words.lost);
	};
	request.onerror = () => show("", words.lost);
	request.open("POST", upload.action);
	request.setRequestHeader("Accept", "application/json");
	request.responseType = "json";
	request.send(data);
	bar.value = 0;
	show(words.sending);
});
