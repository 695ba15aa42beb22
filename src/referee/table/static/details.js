// One unit or card in full: whatever the book's view says of it.
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
  const facts = [...Object.entries(one).filter(([key, value]) => !KNOWN.has(key) && key !== "facts" && key !== "text" && plain(value)), ...Object.entries(one.facts || {})];
  return html`<aside class=${`details seat${one.seat}`} aria-label=${one.name || one.id}>
    <header><h3>${one.name || one.id}</h3><button class="quiet" aria-label=${t("Close")} onclick=${close}>✕</button></header>
    ${one.models && html`<p class="hint">${t("Models")}: ${one.models.length}</p>`}
    <dl>${facts.map(([key, value]) => html`<div><dt>${key}</dt><dd>${said(value, t)}</dd></div>`)}</dl>
    ${[one.text].flat().filter(Boolean).map((line) => html`<p class="card-text">${line}</p>`)}
  </aside>`;
}

const plain = (value) => value !== null && value !== "" && value !== false && !(Array.isArray(value) && (!value.length || typeof value[0] === "object")) && typeof value !== "object" || (Array.isArray(value) && value.length > 0 && typeof value[0] !== "object");

const said = (value, t) => (value === true ? t("Yes") : Array.isArray(value) ? value.join(", ") : String(value));
