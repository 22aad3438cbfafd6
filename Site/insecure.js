// If the browser withholds what editing needs, the plain forms stay.
import { button, notice, recall, remember, t } from "./language.js";

export function startEditing() {
	if (!recall("insecure")) {
		notice("insecure", t("insecure"), [button(t("close"), () => { remember("insecure", true); notice("insecure", ""); })]);
	}
}
export const label = startEditing;
