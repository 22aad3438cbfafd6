// Says what happens: to screen readers politely, to everyone in the bar under the title.
const announcer = document.getElementById("announcer");
const status = document.getElementById("status");
const notices = new Map();

export function announce(text) {
	announcer.textContent = "";
	setTimeout(() => { announcer.textContent = text; }, 60);
}

export function element(tag, properties = {}, ...children) {
	const made = Object.assign(document.createElement(tag), properties);
	made.append(...children);
	return made;
}

export const button = (text, act, className = "") => {
	const made = element("button", { type: "button", textContent: text, className });
	made.addEventListener("click", act);
	return made;
};

// Shows a notice under a name; the same name replaces it, no text takes it away.
export function notice(name, text, actions = [], kind = "") {
	notices.get(name)?.remove();
	notices.delete(name);
	if (!text) return;
	const shown = element("p", { className: kind }, element("span", { textContent: text }), ...actions);
	notices.set(name, shown);
	status.append(shown);
	announce(text);
}
