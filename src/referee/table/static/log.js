// What happened, each line with the rule it happened under.
import { html, useEffect, useRef } from "./view.js";
import { Die } from "./dice.js";
import { RuleChip } from "./rule.js";
import { useWords } from "./words.js";

const SHOWN = 250;

export function Log({ entries, step }) {
  const { t } = useWords();
  const list = useRef(null);
  const near = useRef(true);
  useEffect(() => {
    if (list.current && near.current) list.current.scrollTop = list.current.scrollHeight;
  }, [entries.length]);
  const scrolled = () => {
    near.current = list.current.scrollHeight - list.current.scrollTop - list.current.clientHeight < 60;
  };
  const shown = entries.slice(-SHOWN);
  return html`<section class="log" aria-label=${t("Log")}>
    <h2>${t("Log")}</h2>
    <div class="entries" ref=${list} onscroll=${scrolled} tabindex="0" role="log" aria-live="polite" aria-label=${t("Log")}><ol>
      ${!shown.length && html`<li class="empty">${t("Nothing has happened yet.")}</li>`}
      ${shown.map((entry, at) => html`<li key=${entries.length - shown.length + at} class=${at && shown[at - 1].version !== entry.version ? "new" : ""}>
        ${entry.dice ? html`<span class="rolled">${entry.purpose} <span class="dice">${entry.dice.slice(0, 30).map((face) => html`<${Die} face=${face} />`)}</span></span>` : html`<span>${entry.text}</span>`}
        <${RuleChip} rule=${entry.rule} />
      </li>`)}
    </ol></div>
  </section>`;
}
