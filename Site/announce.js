// Says what happens: to screen readers, and in the bar.
import { $ } from "./state.js";
const notices = new Map();

export function announce(text) {
	$("announcer").textContent = "";
	setTimeout(() => { $("announcer").textContent = text; }, 60);
}

export function element(tag, properties = {}, ...children) {
	const made = Object.assign(document.createElement(tag), properties);
	made.append(...children);
	return made;
}

export const button = (textContent, onclick, className = "") =>
	element("button", { type: "button", textContent, onclick, className });

export function notice(name, text, actions = [], kind = "") {
	notices.get(name)?.remove();
	notices.delete(name);
	if (!text) return;
	const shown = element("p", { className: kind }, element("span", { textContent: text }), ...actions);
	notices.set(name, shown);
	$("status").append(shown);
	if (kind || actions.length) announce(text);
}
