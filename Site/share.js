// Leads to the form that shares what the page shows, with a filter for it.
import { button, notice, page, t } from "./language.js";
import { site } from "./api.js";
import { ask } from "./filter.js";
import { matching } from "./find.js";
import { entries } from "./index.js";
import { asked, isFilter, tags } from "./search.js";

const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&")}"`;
const term = (field, text) => text && `${field}:${quoted(text)}`;
// The marks of the search, as a filter has them.
const marks = { photo: "photos:0", value: "value:none", receipt: "receipt:none", insured: "insured:yes", warranty: "warranty:<3m" };
// The terms that a filter may have.
const most = 100;

// A filter for the items that the page shows: its own words if the server finds the same by them, otherwise the ids.
async function filter() {
	const { scope, name = "" } = page.dataset;
	const words = isFilter(asked.q) ? `(${asked.q})` : asked.q.split(/\s+/).filter(Boolean).map(quoted).join(" ");
	const kept = { location: term("location", name) || "location:none", tag: term("tag", name) || "tag:none" }[scope];
	const has = asked.has.split(" ").map((mark) => marks[mark]);
	const where = [kept, term("location", asked.place), ...[...tags].map((tag) => term("tag", tag)), ...has, words].filter(Boolean).join(" ");
	const shown = await matching();
	const { ids, fault } = await ask(where, await entries());
	// No term is about the first letter of a name.
	if (fault || (scope !== "letter" && ids.size === shown.length && shown.every(({ id }) => ids.has(id)))) return { where, fault };
	if (!shown.length || shown.length > most) return { fault: shown.length ? t("shareTooMany", most) : t("noneFound") };
	// An address has no room for so many whole ids; the last group names an item, too.
	return { where: `id:${shown.map(({ id }) => id.slice(-12)).join()}` };
}

export async function share() {
	const { where, fault } = await filter();
	notice("share", fault, [button(t("close"), () => notice("share", ""))], "trouble");
	if (fault) return;
	const form = new URL("share", site);
	form.search = `${new URLSearchParams({ where, return: `/${location.href.slice(site.href.length)}` })}`;
	location.assign(form);
}
