// What can be done with the unit or card that was clicked; or why nothing can.
import { html, useEffect, useRef } from "./view.js";
import { find } from "./details.js";
import { Refusals } from "./rule.js";
import { useWords } from "./words.js";

export function matching(decision, ids) {
  const found = [];
  decision.among.forEach((option, at) => {
    if ((option.ids || []).some((one) => ids.includes(one))) found.push(at);
  });
  return found;
}

export function Popover({ popover, decision, view, send, close }) {
  const { t } = useWords();
  const box = useRef(null);
  useEffect(() => {
    const first = box.current && box.current.querySelector("button");
    if (first) first.focus();
  }, [popover]);
  const one = find(view, popover.id);
  const left = Math.max(8, Math.min(popover.at[0] + 12, innerWidth - 268));
  const top = Math.max(8, Math.min(popover.at[1] + 12, innerHeight - 60 - 42 * Math.max(1, popover.options.length)));
  return html`<div class="popover" ref=${box} style=${`left:${left}px;top:${top}px`} role="dialog" aria-label=${(one && one.name) || popover.id} onkeydown=${(event) => event.key === "Escape" && close()}>
    ${popover.options.length
      ? popover.options.slice(0, 12).map((at) => html`<button key=${at} class="option" onclick=${() => send(decision.among[at].value)}>${decision.among[at].label}</button>`)
      : html`<p>${t("Not now.")}</p><${Refusals} refusals=${popover.refusals} />`}
  </div>`;
}
