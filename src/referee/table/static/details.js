// One unit or card in full: what the book's view says of it.
import { html } from "./view.js";
import { useWords } from "./words.js";

const KNOWN = new Set(["id", "name", "seat", "models", "hidden", "x", "y", "z", "angle", "base", "row", "column", "mark", "off"]);

export function find(view, id) {
  if (!id) return null;
  const places = [...(view.units || []), ...(view.objectives || []), ...(view.terrain || [])];
  for (const zone of view.zones || []) places.push(...(zone.cards || []), ...(zone.cells || []));
  return places.find((one) => one.id === id) || (view.units || []).find((unit) => (unit.models || []).some((model) => model.id === id)) || null;
}

export function Details({ view, id, close }) {
  const { t } = useWords();
  const one = find(view, id);
  if (!one || one.hidden) return null;
  const facts = one.facts ? Object.entries(one.facts) : Object.entries(one).filter(([key, value]) => !KNOWN.has(key) && plain(value));
  const hurt = (one.models || []).filter((model) => model.wounded);
  return html`<aside class=${`details seat${one.seat}`} aria-label=${one.name || one.id}>
    <header><h3>${one.name || one.id}</h3><button class="quiet" aria-label=${t("Close")} onclick=${close}>✕</button></header>
    ${one.kind && one.facts && html`<p class="hint">${one.kind}</p>`}
    ${one.models && html`<p class="hint">${t("Models")}: ${one.models.length}</p>`}
    ${(one.marks || []).length > 0 && html`<div class="marks">${one.marks.map((mark) => html`<span>${mark}</span>`)}</div>`}
    <dl>${facts.map(([key, value]) => html`<div><dt>${key}</dt><dd>${said(value, t)}</dd></div>`)}
      ${one.cost !== undefined && one.cost !== null && one.cost !== "" && html`<div><dt>${t("Cost")}</dt><dd>${one.cost}</dd></div>`}
      ${hurt.map((model) => html`<div><dt>${model.name}</dt><dd>${model.wounds}/${model.max_wounds}</dd></div>`)}</dl>
    ${[one.text].flat().filter(Boolean).map((line) => html`<p class="card-text">${line}</p>`)}
  </aside>`;
}

const plain = (value) => value !== null && value !== "" && value !== false && typeof value !== "object" || (Array.isArray(value) && value.length > 0 && typeof value[0] !== "object");

const said = (value, t) => (value === true ? t("Yes") : Array.isArray(value) ? value.join(", ") : String(value));
