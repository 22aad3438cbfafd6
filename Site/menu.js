// A menu on rows by right click, long press or the menu key. It only repeats what can be seen in the row.
import { element } from "./announce.js";
import { t } from "./language.js";
import { body, nameOf } from "./rows.js";

let open = null;

function close(giveBack = false) {
  if (!open) return;
  open.menu.remove();
  if (giveBack) open.origin?.focus();
  open = null;
}

function actions(tr) {
  return [...tr.querySelectorAll("th a, td:last-child a, td:last-child button")]
    .filter((control) => control.checkVisibility() && !control.classList.contains("grip"))
    .map((control) => [control.matches("th a") ? t("page.open") : control.getAttribute("aria-label")
      ?? control.textContent, control]);
}

function show(tr, x, y) {
  close();
  const menu = element("ul", { className: "menu" });
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", t("page.menu", nameOf(tr)));
  for (const [label, control] of actions(tr)) {
    const item = element("button", { type: "button", textContent: label, tabIndex: -1 });
    item.setAttribute("role", "menuitem");
    item.addEventListener("click", () => { close(); control.click(); });
    const line = element("li", {}, item);
    line.setAttribute("role", "none");
    menu.append(line);
  }
  open = { menu, origin: document.activeElement };
  document.body.append(menu);
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
  menu.querySelector("button")?.focus();
}

export function startMenu() {
  body.addEventListener("contextmenu", (event) => {
    const tr = event.target.closest("tr");
    // Inside a field the browser's own menu is the useful one.
    if (!tr || event.target.closest("input, textarea")) return;
    event.preventDefault();
    const box = (event.target.closest("a, button") ?? tr).getBoundingClientRect();
    const byKey = event.button !== 2 && event.pointerType !== "touch";
    show(tr, byKey ? box.left : event.clientX, byKey ? box.bottom : event.clientY);
  });
  // Safari on phones tells of no long press.
  let press;
  body.addEventListener("touchstart", (event) => {
    const tr = event.target.closest("tr");
    const touch = event.touches[0];
    if (tr && !event.target.closest("input, .grip")) {
      press = setTimeout(() => { if (!open) show(tr, touch.clientX, touch.clientY); }, 650);
    }
  }, { passive: true });
  for (const end of ["touchend", "touchmove", "touchcancel"]) {
    body.addEventListener(end, () => clearTimeout(press), { passive: true });
  }
  addEventListener("pointerdown", (event) => { if (open && !open.menu.contains(event.target)) close(); });
  addEventListener("scroll", () => close(), { passive: true });
  addEventListener("keydown", (event) => {
    if (!open) return;
    const items = [...open.menu.querySelectorAll("button")];
    const at = items.indexOf(document.activeElement);
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    if (event.key in steps) items[(steps[event.key] + items.length) % items.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") close(true);
    else return;
    event.preventDefault();
  });
}
