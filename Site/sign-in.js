// Signing in: on the companion's own page, or by a code typed here where another server hosts the page.
import { away, signIn } from "./api.js";
import { element, notice } from "./announce.js";
import { ask } from "./dialog.js";
import { t } from "./language.js";

export async function enter() {
	if (!away) return location.assign(`sign-in?return=${encodeURIComponent(location.pathname)}`);
	const input = element("input", { name: "code", autocomplete: "off" });
	const data = await ask({ title: t("page.signIn"), note: t("page.signInNote"), accept: t("page.signIn"),
		content: [element("label", {}, t("page.code"), input)] });
	if (!data) return;
	if (await signIn(data.get("code").trim())) location.reload();
	else notice("sign-in", t("page.problem"), [], "trouble");
}
