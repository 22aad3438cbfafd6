// Shows the result of a correction at once. Without this script, a button does.
const main = document.querySelector("main");
let latest = 0;

main.onchange = async ({ target }) => {
	const form = target.form;
	if (form?.id !== "reading" || !target.matches("select")) return;
	const turn = ++latest;
	form.setAttribute("aria-busy", "true");
	const body = new URLSearchParams(new FormData(form));
	body.set("action", "correct");
	// The buttons are named action, so the property is not the address.
	const answered = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "text/html" } })
		.then((response) => response.text())
		.then((text) => new DOMParser().parseFromString(text, "text/html").querySelector("main"))
		.catch(() => null);
	// A later change has the last word.
	if (turn !== latest) return;
	if (!answered?.querySelector("#reading")) return form.requestSubmit(form.querySelector("[value=correct]"));
	// The reader may have gone on meanwhile.
	const { id, name, value } = main.contains(document.activeElement) ? document.activeElement : target;
	const isSkipping = form.skip?.checked;
	main.replaceChildren(...answered.childNodes);
	const skip = main.querySelector("[name=skip]");
	if (skip && isSkipping) skip.checked = true;
	const same = id ? document.getElementById(id) : main.querySelector(`[name="${name}"][value="${value}"]`);
	(same ?? main.querySelector("#figures, #reading select"))?.focus();
};
