// The script of the server's own pages; all of them work without it.

// Exchanges the one-time token in the fragment of a sign-in link for a session.
const $ = (id) => document.getElementById(id);
const form = $("sign-in");
function enter() {
	const token = new URLSearchParams(location.hash.slice(1)).get("token");
	if (!form || !token) return;
	// The token leaves the address at once, so that neither history nor a copied link keeps it.
	history.replaceState(null, "", location.pathname + location.search);
	form.token.value = token;
	// Only after the page has loaded: an earlier navigation would cancel the one in progress.
	if (document.readyState === "complete") form.submit();
	else onload = () => form.submit();
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

// Sends photos byte for byte and shows the progress.
document.onsubmit = (event) => {
	const upload = event.target;
	if (upload.id !== "upload") return;
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
