// The search of a list that is opened from a disk, where most browsers run no modules. It is inside the page, and looks at its rows.
if (location.protocol === "file:") {
	const start = () => {
		const part = (id) => document.getElementById(id);
		const fold = (text) => text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
		const [field, list, fault] = ["query", "rows", "fault"].map(part);
		const rows = [...list.children].map((row) => ({ row, text: fold([...row.cells].map((cell) => cell.textContent).join("\n")) }));
		function find() {
			const words = fold(field.value).split(/\s+/).filter(Boolean);
			const isFilter = /(^|\s)(["(-]\S|\p{L}[^\s:]*:\S)|\s(or|OR)\s/u.test(field.value);
			const found = isFilter ? [] : rows.filter(({ text }) => words.every((word) => text.includes(word)));
			list.replaceChildren(...found.map(({ row }) => row));
			part("list").hidden = !found.length;
			part("totals")?.toggleAttribute("hidden", words.length > 0);
			part("found").textContent = words.length ? [found.length, rows.length].join(" / ") : "";
			part("disk")?.toggleAttribute("hidden", !words.length);
			fault.textContent = isFilter ? fault.dataset.needs : "";
		}
		document.documentElement.classList.add("disk");
		// Rows have no tags.
		field.placeholder = field.ariaLabel;
		field.value ||= new URLSearchParams(location.search).get("q") ?? "";
		field.oninput = find;
		part("search").onsubmit = () => false;
		if (field.value) find();
	};
	addEventListener("error", ({ target }) => {
		if (target.type !== "module") return;
		if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
		else start();
	}, true);
}
