// Rule ids as buttons that open the rule's gist; refusals with the rules they cite.
import { createContext, html, useContext, useEffect, useRef, useState } from "./view.js";
import { api } from "./net.js";
import { useWords } from "./words.js";

export const RuleContext = createContext({ open: () => {} });

export function RuleChip({ rule, title }) {
  const { open } = useContext(RuleContext);
  const { t } = useWords();
  if (!rule) return null;
  return html`<button class="chip" type="button" aria-label=${t("Rule {rule}: what it says", { rule })} onclick=${() => open(rule)}>
    ${rule}${title ? html`<span>${title}</span>` : ""}
  </button>`;
}

export function Refusals({ refusals, live }) {
  if (!refusals || !refusals.length) return null;
  return html`<ul class="refusals" role=${live ? "alert" : undefined}>
    ${refusals.map(
      (one) => html`<li><${RuleChip} rule=${one.rule} title=${one.title} /> <span>${one.reason} ${one.instead}</span></li>`,
    )}
  </ul>`;
}

export function RuleDialog({ book, rule, close }) {
  const { t, language } = useWords();
  const [words, setWords] = useState(null);
  const [missing, setMissing] = useState(false);
  const dialog = useRef(null);
  useEffect(() => {
    if (!rule) return;
    setWords(null);
    setMissing(false);
    api(`/api/books/${book}/rules?rule=${encodeURIComponent(rule)}&language=${language}`).then(setWords, () => setMissing(true));
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
  }, [rule, language]);
  if (!rule) return null;
  return html`<dialog ref=${dialog} class="rule" onclose=${close} aria-labelledby="rule-title" onclick=${(event) => event.target === dialog.current && dialog.current.close()}>
    <header><h2 id="rule-title"><code>${rule}</code> ${words && words.title}</h2>
      <button class="quiet" aria-label=${t("Close")} onclick=${() => dialog.current.close()}>✕</button></header>
    ${words && html`<p class="gist">${words.gist}</p>`}
    ${words && words.reading && html`<p><b>${t("How it is read here")}:</b> ${words.reading}</p>`}
    ${words && words.alternative && html`<p><b>${t("The other reading")}:</b> ${words.alternative}</p>`}
    ${words && words.source && html`<p class="source">${t("Source")}: ${words.source}</p>`}
    ${missing && html`<p>${t("The index of this book says nothing about this rule.")}</p>`}
  </dialog>`;
}
