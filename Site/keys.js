// The keys of a list, which can be switched off here.
import { element, recall, remember, t } from "./language.js";
import { ask } from "./dialog.js";

const keys = { "/": "search", n: "add", "?": "keys" };

export async function help() {
	const isOn = element("input", { type: "checkbox", name: "on", checked: recall("keys") !== false });
	const data = await ask({ title: t("keys"), accept: t("done"), content: [
		element("dl", { className: "keys" }, ...Object.entries(keys).map(([key, word]) =>
			element("div", {}, element("dt", {}, element("kbd", {}, key)), element("dd", {}, t(word))))),
		element("label", { className: "flag" }, isOn, element("span", {}, t("keysOn")))] });
	if (data) remember("keys", data.has("on") ? null : false);
}
