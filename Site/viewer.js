// The photos of an item in large, side by side: to swipe and pinch, or with buttons and keys. Loaded when one is opened.
import { button, element, modal, t } from "./language.js";

export function view(photo) {
	const photos = [...document.querySelectorAll(".photos a")];
	const slides = photos.map(({ href: src, firstChild: { alt } }) => element("div", {}, element("img", { loading: "lazy", src, alt })));
	const strip = element("div", { className: "strip", tabIndex: 0, autofocus: true }, ...slides);
	const place = element("p", { role: "status" });
	const tool = (word, sign, act) => Object.assign(button(sign, act), { ariaLabel: t(word), title: t(word) });
	const zoom = tool("fullSize", "⤢", () => enlarge(0.5, 0.5));
	const dialog = element("dialog", { className: "viewer", ariaLabel: t("photos") },
		element("header", {}, place, zoom, tool("close", "✕", () => dialog.close())), strip,
		tool("photoBefore", "‹", () => go(at() - 1)), tool("photoAfter", "›", () => go(at() + 1)));

	const at = () => Math.round(Math.abs(strip.scrollLeft) / strip.clientWidth);
	function go(index) {
		strip.scrollLeft = slides.at(index % slides.length).offsetLeft;
		show();
	}
	function show() {
		// The last event of scrolling may come after the viewer was closed.
		if (!dialog.open) return;
		const text = `${at() + 1} / ${slides.length} · ${photos[at()].firstChild.alt}`;
		// Screen readers would say the same text again.
		if (place.textContent !== text) place.textContent = text;
	}
	strip.onscroll = show;
	dialog.onkeydown = (event) => {
		const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
		// In full size the arrows scroll the photo.
		if (!way || strip.matches(".full")) return;
		event.preventDefault();
		strip.scrollBy(way * strip.clientWidth, 0);
	};

	// The point that was pressed comes to the middle.
	function enlarge(x, y) {
		const slide = slides[at()];
		const isFull = strip.classList.toggle("full");
		zoom.ariaPressed = `${isFull}`;
		for (const each of slides) each.tabIndex = isFull ? 0 : -1;
		slide.focus();
		slide.scrollTo(x * slide.scrollWidth - slide.clientWidth / 2, y * slide.scrollHeight - slide.clientHeight / 2);
	}
	strip.ondblclick = ({ target, offsetX, offsetY }) => enlarge(offsetX / target.clientWidth, offsetY / target.clientHeight);

	// Closing returns the focus; not every browser focuses what is pressed.
	photo.focus();
	modal(dialog);
	go(photos.indexOf(photo));
}
