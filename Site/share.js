// Leads to the form that shares what the page shows, with a filter for it.
import { page } from "./language.js";
import { site } from "./api.js";
import { asked, isFilter } from "./search.js";

const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&")}"`;
const term = (field, text) => text && `${field}:${quoted(text)}`;
// What the marks of the search mean in a filter.
const marks = { photo: "photos:0", value: "value:none", receipt: "receipt:none", insured: "insured:yes", warranty: "warranty:<3m" };

export function share() {
	const { scope, name = "" } = page.dataset;
	const words = isFilter(asked.q) ? `(${asked.q})` : asked.q.split(/\s+/).filter(Boolean).map(quoted).join(" ");
	const kept = { location: term("location", name) || "location:none", tag: term("tag", name) || "tag:none" }[scope];
	const has = asked.has.split(" ").map((mark) => marks[mark]);
	const where = [kept, term("location", asked.place), term("tag", asked.tag), ...has, words].filter(Boolean).join(" ");
	const form = new URL("share", site);
	form.search = `${new URLSearchParams({ where, return: `/${location.href.slice(site.href.length)}` })}`;
	location.assign(form);
}
