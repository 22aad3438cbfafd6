// Filters in the search field: the server reads them and names the items that they match.
import { t } from "./language.js";
import { call, connect, session } from "./api.js";

async function request(text) {
	if (!session) await connect();
	const { status, body } = session?.signedIn ? await call(`api/items?ids=yes&where=${encodeURIComponent(text)}`) : {};
	return status === 200 ? { ids: new Set(body.ids) } : { fault: status === 400 ? body.detail.replace(/^where\s*[:：]\s*/, "") : t("filterNeedsServer") };
}

// The ids of the matching items, or what is wrong with the filter. An answer holds as long as the index is the same.
let last = {};
export async function ask(text, index) {
	if (last.text !== text || last.index !== index) last = { text, index, answer: request(text) };
	const answer = await last.answer;
	if (answer.fault) last = {};
	return answer;
}
