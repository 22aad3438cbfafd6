// A row's menu: right click, long press or menu key repeat what the row shows.
import { button, element, t } from "./language.js";
import { body, nameOf } from "./rows.js";

let close;

function show(tr, x, y) {
	close?.();
	const from = document.activeElement;
	// Manual: an automatic menu would close when the finger that opened it is lifted.
	const menu = element("div", { className: "menu", role: "menu", popover: "manual", ariaLabel: t("menu", nameOf(tr)) });
	close = () => {
		menu.remove();
		from.focus();
		close = null;
	};
	for (const control of tr.querySelectorAll("th a, td:last-child :is(a, button:not([data-act=drag]))")) {
		if (!control.checkVisibility()) continue;
		const textContent = control.matches("th a") ? t("open") : control.title || control.textContent;
		const onclick = () => { close(); control.click(); };
		menu.append(Object.assign(button(textContent, onclick), { role: "menuitem" }));
	}
	menu.onkeydown = (event) => {
		const items = [...menu.children];
		const at = items.indexOf(document.activeElement);
		const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
		if (next !== undefined) items.at(next % items.length).focus();
		else if (["Escape", "Tab"].includes(event.key)) close();
		else return;
		event.preventDefault();
	};
	body.closest("main").append(menu);
	menu.showPopover();
	const within = (at, room) => `${Math.max(4, Math.min(at, room - 4))}px`;
	menu.style.left = within(x, innerWidth - menu.offsetWidth);
	menu.style.top = within(y, innerHeight - menu.offsetHeight);
	menu.firstElementChild.focus();
}

export function startMenu() {
	let press;
	body.oncontextmenu = (event) => {
		const tr = event.target.closest("tr");
		clearTimeout(press);
		if (!tr || event.target.closest("input")) return;
		event.preventDefault();
		show(tr, event.clientX, event.clientY);
	};
	body.addEventListener("touchstart", ({ target, touches: [touch] }) => {
		const tr = target.closest("tr");
		clearTimeout(press);
		if (tr && !target.closest("input, [data-act=drag]")) press = setTimeout(() => show(tr, touch.clientX, touch.clientY), 700);
	}, { passive: true });
	// The click that closes the menu is not passed on.
	let isSpent = false;
	addEventListener("pointerdown", ({ target, button }) => {
		isSpent = !!close && button === 0 && !target.closest(".menu");
		if (!target.closest(".menu")) close?.();
	}, true);
	addEventListener("click", (event) => {
		if (!isSpent) return;
		isSpent = false;
		event.preventDefault();
		event.stopPropagation();
	}, true);
	body.ontouchmove = () => clearTimeout(press);
	// Lifting the finger that opened the menu does not choose an entry.
	body.ontouchend = (event) => { clearTimeout(press); if (close) event.preventDefault(); };
}
