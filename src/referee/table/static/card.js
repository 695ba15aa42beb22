// One card as it lies: its name, its numbers, its marks; face down if it is hidden.
import { html } from "./view.js";
import { useWords } from "./words.js";

export const centreOf = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

export function Card({ card, zone, small, picks, chosen, aimed, acting, onPick, focus, onFocus }) {
  const { t } = useWords();
  const seat = card.seat ?? zone.seat;
  const pick = picks.has(card.id);
  const flags = { small, pick, hidden: card.hidden, used: card.used, gone: card.gone, chosen: chosen.has(card.id), aimed: aimed.has(card.id), acting: acting.has(card.id), focus: focus === card.id };
  const classes = ["card", ...Object.keys(flags).filter((name) => flags[name]), seat === undefined || seat === null ? "" : `seat${seat}`].filter(Boolean).join(" ");
  const facts = Object.entries(card.facts || {}).filter(([, value]) => value !== null && value !== "" && value !== undefined);
  const marks = card.used && !(card.marks || []).length ? [t("used")] : card.marks || [];
  const name = card.hidden ? t("A hidden card") : card.name || card.id;
  const said = [name, ...facts.map(([key, value]) => `${key} ${value}`), ...marks].filter(Boolean).join(", ");
  const choose = (at) => {
    onFocus(card.id);
    onPick(card.id, at, card.id);
  };
  return html`<div class=${classes} data-id=${card.id} role=${card.hidden && !pick ? "img" : "button"} tabindex=${card.hidden && !pick ? undefined : 0} aria-label=${said}
    onclick=${(event) => choose([event.clientX, event.clientY])}
    onkeydown=${(event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); choose(centreOf(event.currentTarget)); } }}>
    ${!card.hidden && html`
      <div class="head"><span class="name">${name}</span>${card.cost !== undefined && card.cost !== null && card.cost !== "" && html`<span class="cost" title=${t("Cost")}>${card.cost}</span>`}</div>
      ${card.kind && html`<div class="kind">${card.kind}</div>`}
      <dl>${facts.slice(0, small ? 5 : 8).map(([key, value]) => html`<div><dt>${key}</dt><dd>${String(value)}</dd></div>`)}</dl>
      ${marks.length > 0 && html`<div class="marks">${marks.map((mark) => html`<span>${mark}</span>`)}</div>`}`}
  </div>`;
}
