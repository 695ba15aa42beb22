// Card games: the other side's cards above, what is shared in the middle, one's own side and hand below.
import { html } from "./view.js";
import { Card, centreOf } from "./card.js";
import { Stack } from "./stack.js";
import { useWords } from "./words.js";

export function Zones({ view, you, decision, draft, picks, onPick, focus, onFocus }) {
  const own = you === null ? 0 : you;
  const others = view.zones.filter((zone) => zone.seat !== undefined && zone.seat !== null && zone.seat !== own);
  const shared = view.zones.filter((zone) => zone.seat === undefined || zone.seat === null);
  const mine = view.zones.filter((zone) => zone.seat === own);
  const chosen = new Set(decision && decision.mine && decision.among && draft.kind === decision.kind ? draft.chosen.flatMap((at) => decision.among[at].ids) : []);
  const stack = view.stack || [];
  const aimed = new Set(stack.flatMap((one) => one.targets || []));
  const source = decision && decision.about && decision.about.source;
  const acting = new Set([...stack.map((one) => one.card), source].filter(Boolean));
  const show = (zone) => html`<${Zone} key=${zone.id} zone=${zone} own=${own} picks=${picks} chosen=${chosen} aimed=${aimed} acting=${acting} onPick=${onPick} focus=${focus} onFocus=${onFocus} />`;
  const grid = shared.some((zone) => zone.layout === "grid");
  const hands = mine.filter(isHand);
  return html`<div class=${`zones ${grid ? "with-grid" : ""}`}>
    <div class="side theirs">${arranged(others, true).map(show)}</div>
    <div class="middle">
      ${shared.length > 0 && html`<div class="side shared">${shared.map(show)}</div>`}
      ${stack.length > 0 && html`<${Stack} view=${view} stack=${stack} />`}
    </div>
    <div class="side own">${arranged(mine.filter((zone) => !hands.includes(zone)), false).map(show)}${hands.map(show)}</div>
  </div>`;
}

const isHand = (zone) => /^(hand|squad|dealt)\b/.test(zone.id);

// Piles go to the edge, hands furthest from the middle.
function arranged(zones, top) {
  const weight = (zone) => (zone.layout === "pile" ? 2 : isHand(zone) ? 1 : 0);
  const sorted = [...zones].sort((one, other) => weight(one) - weight(other));
  return top ? sorted.reverse() : sorted;
}

function Zone({ zone, own, ...more }) {
  const { t } = useWords();
  const cards = zone.cards || [];
  const count = zone.count ?? cards.length;
  const facts = Object.entries(zone.facts || {});
  const seat = zone.seat === undefined || zone.seat === null ? "" : `seat${zone.seat}`;
  const label = html`<h3>${zone.name || zone.id} <span class="count">${facts.length ? facts.map(([key, value]) => `${key} ${value}`).join(" · ") : count}</span></h3>`;
  const pickable = more.picks.has(zone.id);
  const open = pickable && {
    "data-id": zone.id, role: "button", tabindex: 0,
    onclick: (event) => !event.target.closest(".card:not(.nothing)") && more.onPick(zone.id, [event.clientX, event.clientY], zone.id),
    onkeydown: (event) => event.key === "Enter" && event.target === event.currentTarget && more.onPick(zone.id, centreOf(event.currentTarget), zone.id),
  };
  const lying = (some) => some.map((card) => html`<${Card} key=${card.id} card=${card} zone=${zone} ...${more} />`);
  if (zone.layout === "pile")
    return html`<section class=${`zone pile ${seat}`} aria-label=${`${zone.name} ${count}`}>${label}
      <div class="cards">${cards.length ? lying(cards.slice(-1)) : html`<div class=${`card ${count ? "hidden" : "nothing"}`} aria-hidden="true"></div>`}</div></section>`;
  if (zone.layout === "grid") return html`<section class="zone grid" aria-label=${zone.name}>${label}<${Grid} zone=${zone} flip=${own === 1} ...${more} /></section>`;
  if (!seat && (pickable || cards.some((card) => card.seat === 0 || card.seat === 1)))
    return html`<section ...${open} class=${`zone row both ${pickable ? "pickable" : ""} ${zone.fought ? "fought" : ""} ${zone.captor === 0 || zone.captor === 1 ? `seat${zone.captor}` : ""}`} aria-label=${`${zone.name} ${count}`}>${label}
      <div class="cards" aria-label=${t("The other side")} role="group">${lying(cards.filter((card) => card.seat !== own))}</div>
      <div class="cards nearer" aria-label=${t("This side")} role="group">${lying(cards.filter((card) => card.seat === own))}</div></section>`;
  return html`<section class=${`zone row ${isHand(zone) ? "hand" : ""} ${seat}`} aria-label=${`${zone.name} ${count}`}>${label}
    <div class="cards">${lying(cards)}
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
        ${[...here].sort((one, other) => Boolean(one.gone) - Boolean(other.gone)).map((card) => html`<${Card} key=${card.id} card=${card} zone=${zone} small=${true} ...${more} />`)}
      </div>`);
    }
  return html`<div class="cells" style=${`--columns:${zone.columns};--rows:${zone.rows}`}>${cells}</div>`;
}
