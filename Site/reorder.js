// Moves rows: by dragging, by buttons, by Alt and the arrow keys.
import { announce, t } from "./language.js";
import { body, nameOf } from "./rows.js";
import { enqueue } from "./sync.js";

function send(tr, edge) {
	announce(t("moved", nameOf(tr), tr.rowIndex, body.children.length));
	const { previousElementSibling: before, nextElementSibling: after } = tr;
	const place = edge ?? (before ? `after:${before.id}` : `before:${after.id}`);
	return enqueue({ action: "move", id: tr.id, place });
}

export function step(tr, way) {
	const isUp = way === "up";
	const next = isUp ? tr.previousElementSibling : tr.nextElementSibling;
	if (!next) return send(tr, way);
	const focused = document.activeElement;
	next[isUp ? "before" : "after"](tr);
	focused.focus();
	return send(tr);
}

export function startReordering(isOn) {
	body.onkeydown = (event) => {
		const tr = event.target.closest("tr");
		const way = { ArrowUp: "up", ArrowDown: "down" }[event.key];
		if (!isOn() || !event.altKey || !way || !tr) return;
		event.preventDefault();
		step(tr, way);
	};
	body.onpointerdown = (event) => {
		const grip = event.target.closest("[data-act=drag]");
		if (!isOn() || !grip || event.button !== 0) return;
		event.preventDefault();
		const tr = grip.closest("tr");
		const start = tr.nextElementSibling;
		tr.classList.add("dragging");
		let [x, y, frame] = [event.clientX, event.clientY, 0];
		const place = () => {
			const over = document.elementFromPoint(x, y)?.closest("#rows tr");
			if (over && over !== tr) {
				const box = over.getBoundingClientRect();
				// Cards stand side by side.
				const isBefore = box.width < body.clientWidth / 2 ? x < box.left + box.width / 2 : y < box.top + box.height / 2;
				over[isBefore ? "before" : "after"](tr);
			}
		};
		// The list scrolls as long as the pointer is held at its edge.
		const scroll = () => {
			const way = y < 60 ? -12 : y > innerHeight - 60 ? 12 : 0;
			if (way) {
				scrollBy({ top: way, behavior: /** @type {any} */ ("instant") });
				place();
			}
			frame = requestAnimationFrame(scroll);
		};
		scroll();
		document.onpointermove = ({ clientX, clientY }) => {
			[x, y] = [clientX, clientY];
			place();
		};
		document.onpointerup = document.onpointercancel = ({ type }) => {
			cancelAnimationFrame(frame);
			document.onpointermove = document.onpointerup = document.onpointercancel = null;
			tr.classList.remove("dragging");
			if (type === "pointercancel") body.insertBefore(tr, start);
			else if (tr.nextElementSibling !== start) send(tr);
		};
	};
}
