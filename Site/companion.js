// What the pages of the companion do with script; all of them work without.

// Exchanges the one-time token of a sign-in link, which stands in the fragment, for a session.
const $ = (id) => document.getElementById(id);
const form = $("sign-in");
function enter() {
	const token = new URLSearchParams(location.hash.slice(1)).get("token");
	if (!form || !token) return;
	// The token leaves the address at once, so that neither history nor a copied link keeps it.
	history.replaceState(null, "", location.pathname + location.search);
	form.token.value = token;
	// Once the page is there: a navigation before would cut off the one that is under way.
	if (document.readyState === "complete") form.submit();
	else onload = () => form.submit();
}
enter();
// Where the link is opened on this very page, nothing is loaded.
onhashchange = enter;

// How far the photos are, or what was wrong with them.
function show(said, wrong = "") {
	$("stage").textContent = said;
	$("progress").hidden = !said;
	$("upload").querySelector("[type=submit]").disabled = Boolean(said);
	$("refusal").textContent = wrong;
	$("refusal").hidden = !wrong;
	if (wrong) $("refusal").scrollIntoView({ block: "nearest" });
}

// Puts what the companion answered in place of the page's own; captions typed and not yet saved stay.
function renew(answered) {
	for (const { form, value, defaultValue } of document.querySelectorAll("[name=caption]")) {
		const again = answered.querySelector(`[action="${form.getAttribute("action")}"] [name=caption]`);
		if (again && value !== defaultValue) again.value = value;
	}
	document.querySelector("main").replaceWith(answered.querySelector("main"));
}

// Sends photos as they are, byte for byte, and shows how far it got.
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
		// Beside the form, where the eyes are.
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
