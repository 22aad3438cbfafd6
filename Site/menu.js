// A row's menu: right click, long press or menu key repeat what the row shows.
import { element } from "./state.js";
import { t } from "./language.js";
import { body, nameOf } from "./rows.js";

function show(tr, x, y) {
	const menu = element("div", { className: "menu", role: "menu", popover: "auto", ariaLabel: t("menu", nameOf(tr)) });
	for (const control of tr.querySelectorAll("th a, td:last-child :is(a, button:not(.grip))")) {
		if (!control.checkVisibility()) continue;
		const textContent = control.matches("th a") ? t("open") : control.title || control.textContent;
		const onclick = () => { menu.hidePopover(); control.click(); };
		menu.append(element("button", { type: "button", role: "menuitem", textContent, onclick }));
	}
	menu.ontoggle = ({ newState }) => { if (newState === "closed") menu.remove(); };
	menu.onkeydown = (event) => {
		const items = [...menu.children];
		const at = items.indexOf(document.activeElement);
		const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
		if (next !== undefined) items.at(next % items.length).focus();
		else if (event.key === "Tab") menu.hidePopover();
		else return;
		event.preventDefault();
	};
	body.closest("main").append(menu);
	menu.showPopover();
	menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
	menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
	menu.firstElementChild.focus();
}

export function startMenu() {
	let press;
	body.oncontextmenu = (event) => {
		const tr = event.target.closest("tr");
		clearTimeout(press);
		if (!tr || event.target.closest("input")) return;
		event.preventDefault();
		const box = event.target.getBoundingClientRect();
		const isKey = event.button !== 2 && event.pointerType !== "touch";
		show(tr, isKey ? box.left : event.clientX, isKey ? box.bottom : event.clientY);
	};
	body.addEventListener("touchstart", ({ target, touches: [touch] }) => {
		const tr = target.closest("tr");
		clearTimeout(press);
		if (tr && !target.closest("input, .grip")) press = setTimeout(() => show(tr, touch.clientX, touch.clientY), 700);
	}, { passive: true });
	for (const end of ["touchend", "touchmove"]) body.addEventListener(end, () => clearTimeout(press), { passive: true });
}
