// Card games: zones of cards, each side's on its own, shared ones between them; what waits on the stack.
import { html } from "./view.js";
import { useWords } from "./words.js";

export function Zones({ view, you, decision, draft, picks, onPick, focus, onFocus }) {
  const { t } = useWords();
  const own = you === null ? 0 : you;
  const others = view.zones.filter((zone) => zone.seat !== undefined && zone.seat !== null && zone.seat !== own);
  const shared = view.zones.filter((zone) => zone.seat === undefined || zone.seat === null);
  const mine = view.zones.filter((zone) => zone.seat === own);
  const chosen = new Set(decision && decision.mine && decision.among && draft.kind === decision.kind ? draft.chosen.flatMap((at) => decision.among[at].ids) : []);
  const show = (zone) => html`<${Zone} key=${zone.id} zone=${zone} flip=${own === 1} picks=${picks} chosen=${chosen} onPick=${onPick} focus=${focus} onFocus=${onFocus} />`;
  const grid = shared.some((zone) => zone.layout === "grid");
  return html`<div class=${`zones ${grid ? "with-grid" : ""}`}>
    <div class="side theirs">${arranged(others, true).map(show)}</div>
    ${shared.length > 0 && html`<div class="side shared">${shared.map(show)}</div>`}
    ${(view.stack || []).length > 0 && html`<section class="stack" aria-label=${t("Stack")}><h3>${t("Stack")}</h3><ol>${[...view.stack].reverse().map((one) => html`<li class=${`seat${one.seat}`}>${one.name || one.id}</li>`)}</ol></section>`}
    <div class="side own">${arranged(mine, false).map(show)}</div>
  </div>`;
}

// Piles go to the edge, hands furthest from the middle.
function arranged(zones, top) {
  const weight = (zone) => (zone.layout === "pile" ? 2 : /hand/.test(zone.id) ? 1 : 0);
  const sorted = [...zones].sort((one, other) => weight(one) - weight(other));
  return top ? sorted.reverse() : sorted;
}

function Zone({ zone, flip, ...more }) {
  const cards = zone.cards || [];
  const count = zone.count ?? cards.length;
  const facts = Object.entries(zone.facts || {});
  const label = html`<h3>${zone.name || zone.id} <span class="count">${facts.length ? facts.map(([key, value]) => `${key} ${value}`).join(" · ") : count}</span></h3>`;
  if (zone.layout === "pile")
    return html`<section class=${`zone pile seat${zone.seat}`} aria-label=${`${zone.name} ${count}`}>${label}
      <div class="cards">${cards.length ? html`<${Card} card=${cards[cards.length - 1]} zone=${zone} ...${more} />` : html`<div class=${`card ${count ? "hidden" : "nothing"}`} aria-hidden="true"></div>`}</div></section>`;
  if (zone.layout === "grid") return html`<section class="zone grid" aria-label=${zone.name}>${label}<${Grid} zone=${zone} flip=${flip} ...${more} /></section>`;
  return html`<section class=${`zone row seat${zone.seat}`} aria-label=${`${zone.name} ${count}`}>${label}
    <div class="cards">${cards.map((card) => html`<${Card} key=${card.id} card=${card} zone=${zone} ...${more} />`)}
    ${!cards.length && Array.from({ length: Math.min(count, 12) }, () => html`<div class="card hidden" aria-hidden="true"></div>`)}
    ${!count && html`<div class="card nothing" aria-hidden="true"></div>`}</div></section>`;
}

function Grid({ zone, flip, ...more }) {
  const cells = [];
  const rows = Array.from({ length: zone.rows }, (_, at) => (flip ? zone.rows - 1 - at : at));
  const columns = Array.from({ length: zone.columns }, (_, at) => (flip ? zone.columns - 1 - at : at));
  const named = Object.fromEntries((zone.cells || []).map((cell) => [`${cell.row} ${cell.column}`, cell]));
  for (const row of rows)
    for (const column of columns) {
      const cell = named[`${row} ${column}`] || {};
      const here = (zone.cards || []).filter((card) => card.row === row && card.column === column);
      const pick = cell.id && more.picks.has(cell.id);
      cells.push(html`<div key=${`${row} ${column}`} class=${`cell ${pick ? "pick" : ""} ${cell.seat === undefined || cell.seat === null ? "" : `seat${cell.seat}`}`}
        data-id=${cell.id} role=${pick ? "button" : undefined} tabindex=${pick ? 0 : undefined} aria-label=${cell.name || cell.id}
        onclick=${(event) => pick && !event.target.closest(".card") && more.onPick(cell.id, [event.clientX, event.clientY], cell.id)}
        onkeydown=${(event) => pick && event.key === "Enter" && more.onPick(cell.id, centreOf(event.currentTarget), cell.id)}>
        ${cell.name && html`<span class="cell-name">${cell.name}</span>`}
        ${here.map((card) => html`<${Card} key=${card.id} card=${card} zone=${zone} small=${true} ...${more} />`)}
      </div>`);
    }
  return html`<div class="cells" style=${`--columns:${zone.columns};--rows:${zone.rows}`}>${cells}</div>`;
}

export const centreOf = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

function Card({ card, zone, small, picks, chosen, onPick, focus, onFocus }) {
  const { t } = useWords();
  const seat = card.seat ?? zone.seat;
  const pick = picks.has(card.id);
  const classes = ["card", small && "small", card.hidden && "hidden", card.used && "used", pick && "pick", chosen.has(card.id) && "chosen", focus === card.id && "focus", seat !== undefined && seat !== null && `seat${seat}`];
  const facts = Object.entries(card.facts || {}).filter(([, value]) => value !== null && value !== "" && value !== undefined);
  const name = card.hidden ? t("A hidden card") : card.name || card.id;
  const said = [name, ...facts.map(([key, value]) => `${key} ${value}`), ...(card.marks || []), card.used ? t("used") : ""].filter(Boolean).join(", ");
  return html`<div class=${classes.filter(Boolean).join(" ")} data-id=${card.id} role=${card.hidden && !pick ? "img" : "button"} tabindex=${card.hidden && !pick ? undefined : 0} aria-label=${said}
    onclick=${(event) => { onFocus(card.id); onPick(card.id, [event.clientX, event.clientY], card.id); }}
    onkeydown=${(event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); onFocus(card.id); onPick(card.id, centreOf(event.currentTarget), card.id); } }}>
    ${!card.hidden && html`
      <div class="head"><span class="name">${name}</span>${card.cost !== undefined && card.cost !== null && card.cost !== "" && html`<span class="cost">${card.cost}</span>`}</div>
      ${card.kind && html`<div class="kind">${card.kind}</div>`}
      <dl>${facts.slice(0, small ? 4 : 8).map(([key, value]) => html`<div><dt>${key}</dt><dd>${String(value)}</dd></div>`)}</dl>
      ${(card.marks || []).length > 0 && html`<div class="marks">${card.marks.map((mark) => html`<span>${mark}</span>`)}</div>`}`}
  </div>`;
}
