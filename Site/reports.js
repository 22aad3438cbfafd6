// Makes a report of the items that the page shows, or of all: chosen in a dialog, made by the server, then downloaded.
import { $, button, element, money, notice, t } from "./language.js";
import { call, connect, site } from "./api.js";
import { ask, choices, labelled } from "./dialog.js";
import { matching } from "./find.js";
import { totals } from "./search.js";

const formats = ["pdf", "xlsx", "html", "csv"];
// Milliseconds between two questions how far a report is.
const pause = 400;

// Asks for the report, its format and its items; null if it was cancelled.
function choose(reports, all, shown) {
	const format = element("select", { name: "format" });
	const report = element("select", { name: "report" }, ...reports.map(({ name, title }) => new Option(title, name)));
	const offer = () => {
		const chosen = format.value;
		const made = reports.find(({ name }) => name === report.value).formats;
		format.replaceChildren(...formats.filter((name) => made.includes(name))
			.map((name) => new Option(t(`formatOf.${name}`), name, false, name === chosen)));
	};
	report.onchange = offer;
	offer();
	const isPart = shown.length > 0 && shown.length !== all.items;
	const sums = all.amounts.map(({ amount, currency }) => ` · ${money(`${amount} ${currency}`)}`);
	return ask({ title: t("report"), accept: t("makeReport"), content: [
		element("div", { className: "fields" }, labelled("report", report), labelled("format", format)),
		choices(t("items"), "radio", "items", [
			...isPart ? [["shown", `${t("shownNow")}: ${t("itemCount", shown.length)}${totals(shown)}`]] : [],
			["all", `${t("any")}: ${t("itemCount", all.items)}${sums.join("")}`]], isPart ? "shown" : "all")] });
}

const dismiss = () => button(t("close"), () => {
	notice("report", "");
	$("more").firstElementChild.focus();
});
const fail = (text) => notice("report", text, [dismiss()], "trouble");

// Waits until the server has made a report, and shows how far it is. Returns undefined if it was cancelled.
async function follow(address) {
	let isOver = false;
	const bar = element("progress", { ariaLabel: t("report") });
	const cancel = button(t("cancel"), () => {
		isOver = true;
		fetch(new URL(address, site), { method: "DELETE" }).catch(() => {});
		notice("report", "");
		$("more").firstElementChild.focus();
	});
	notice("report", t("reportMaking"), [bar, cancel]);
	cancel.focus();
	while (!isOver) {
		await new Promise((resolve) => { setTimeout(resolve, pause); });
		const { status, body } = isOver ? { status: 0, body: {} } : await call(address);
		// Without a connection the report goes on.
		if (isOver || !status) continue;
		if (status !== 200 || body.state !== "running") {
			if (document.activeElement === cancel) $("more").firstElementChild.focus();
			return body;
		}
		const isCounting = body.done < body.total;
		if (isCounting) [bar.max, bar.value] = [body.total, body.done];
		else bar.removeAttribute("value");
		if ($("notice-report")) $("notice-report").firstElementChild.textContent = isCounting ? t("reportProgress", body.done, body.total) : t("reportMaking");
	}
}

export async function makeReport() {
	const more = $("more");
	more.open = false;
	// The dialog returns the focus to it.
	more.firstElementChild.focus();
	notice("report", "");
	await connect();
	const [known, counted] = await Promise.all([call("api/reports"), call("api/totals")]);
	if (known.status !== 200 || counted.status !== 200) return fail(t("needsConnection"));
	const shown = await matching().catch(() => []);
	// Labels have a place of their own, and codes that lead to this server.
	const data = await choose(known.body.reports.filter(({ kind }) => kind !== "labels"), counted.body.totals, shown);
	if (!data) return;
	const ids = data.get("items") === "shown" ? { ids: shown.map(({ id }) => id) } : {};
	const { status, body } = await call(`api/reports/${encodeURIComponent(data.get("report"))}`,
		JSON.stringify({ format: data.get("format"), ...ids }), { "Content-Type": "application/json" });
	if (status !== 202) return fail(status === 503 ? t("reportBusy") : t("reportFailed", body.detail ?? t("problem")));
	const job = await follow(body.address.slice(1));
	if (!job) return;
	if (job.state !== "done") return fail(t("reportFailed", job.problem?.detail ?? t("problem")));
	element("a", { href: new URL(job.document.slice(1), site).href, download: job.fileName }).click();
	notice("report", [t("reportDone", job.fileName), ...job.notes].join(" · "), [dismiss()]);
}
