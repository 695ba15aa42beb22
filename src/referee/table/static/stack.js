// What has been declared and is not done yet: whose it is, at what it is aimed, and the price that is paid for it.
import { html } from "./view.js";
import { find } from "./details.js";
import { useWords } from "./words.js";

export function Stack({ view, stack }) {
  const { t } = useWords();
  const called = (id) => {
    const one = find(view, id);
    return one && !one.hidden ? one.name || id : t("A hidden card");
  };
  return html`<section class="stack" aria-label=${t("Under way")}><h3>${t("Under way")}</h3>
    <ol>${[...stack].reverse().map((one) => html`<li key=${one.id} class=${`seat${one.seat}`}>
      <b>${one.name || one.id}</b>${one.stage && html` <i>${one.stage}</i>`}
      ${[one.text].flat().filter(Boolean).map((words) => html`<p>${words}</p>`)}
      ${(one.targets || []).length > 0 && html`<p class="at">→ ${one.targets.map(called).join(", ")}</p>`}
      ${one.cost && html`<p class=${`price ${one.paid ? "paid" : ""}`}>${one.paid ? t("Paid") : t("To pay")}: ${one.cost}</p>`}
    </li>`)}</ol></section>`;
}
