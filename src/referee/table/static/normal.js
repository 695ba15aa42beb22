// A book's view in the one form the board knows; books differ in small things, such as millimetres or inches.
const MM = 25.4;

export function normal(view) {
  if (!view || view.normal) return view;
  if (view.field) return normal({ ...view, ...view.field, field: undefined });
  const seats = (view.seats || []).map((seat, at) => (typeof seat === "object" ? withFacts({ seat: at, ...seat }) : { seat: at, name: seat }));
  const found = { ...view, normal: true, seats, phase: view.phase || view.stage || "", turn: view.turn_of ?? (typeof view.active === "number" ? view.active : view.turn) };
  if (view.table) {
    found.terrain = (view.terrain || []).map(piece);
    found.areas = (view.areas || []).map(piece);
    found.zones = (view.zones || []).map(piece);
    found.units = (view.units || []).map((unit) => ({ ...unit, models: (unit.models || []).map(model) }));
  } else if (view.zones) {
    const byId = Object.fromEntries((view.cards || []).map((one) => [one.id, card(one)]));
    found.stack = (view.stack || []).map((one) => ({ ...one, name: one.names || one.name }));
    found.zones = view.zones.map((zone) => ({
      ...zone,
      name: zone.names || zone.name,
      cards: (zone.cards || []).map((one) => (typeof one === "string" ? byId[one] || { id: one, hidden: true } : card(one))).map((one) => placed(one, zone)),
    }));
  }
  return found;
}

// What a seat has, where the book does not say it as facts: every plain value.
function withFacts(seat) {
  if (seat.facts) return seat;
  const plain = Object.entries(seat).filter(([key, value]) => !["seat", "name", "names", "score"].includes(key) && ["number", "string"].includes(typeof value));
  return { ...seat, facts: Object.fromEntries(plain.map(([key, value]) => [key.length < 3 ? key.toUpperCase() : key, value])) };
}

const piece = (one) => ({ ...one, shape: one.shape || one.points || one.outline });

function model(one) {
  const base = one.base || {};
  const width = base.width || (base.diameter_mm || base.length_mm || (typeof base === "number" ? base : 0)) / MM;
  const depth = base.depth || (base.width_mm ? base.width_mm / MM : width);
  const shape = base.points ? { points: base.points, width: span(base.points), depth: span(base.points) } : { shape: base.shape || base.type, width: width || 1.26, depth: depth || 1.26 };
  const hurt = one.max_wounds !== undefined && one.wounds < one.max_wounds ? String(one.wounds) : one.wounded;
  return { ...one, base: shape, wounded: hurt };
}

const span = (points) => 2 * Math.max(...points.map(([x, y]) => Math.hypot(x, y)));

const KNOWN = new Set(["id", "seat", "owner", "name", "names", "kind", "type", "key", "cost", "text", "hidden", "face_up", "zone", "cell", "host", "sector", "row", "column", "facts", "marks", "used", "closed", "posture", "command", "side", "elements", "promised", "role", "gone", "stage"]);

function card(one) {
  const name = one.names || one.name;
  const hidden = !name;
  const marks = [...(one.marks || [])];
  const facts = { ...(one.facts || {}) };
  if (!one.facts)
    for (const [key, value] of Object.entries(one)) {
      if (KNOWN.has(key) || value === null || value === "" || value === 0 || value === false) continue;
      if (value === true) marks.push(key);
      else if (typeof value === "number" || typeof value === "string") facts[key] = value;
      else if (Array.isArray(value) && value.length && value.every((part) => typeof part === "number")) facts[key] = value.join("-");
    }
  const text = [one.text].flat().filter(Boolean);
  return { ...one, name, hidden, facts, marks, text, used: one.used ?? one.closed, seat: one.seat ?? one.owner, kind: one.role || one.type || one.kind };
}

// Cells named by letter and number lie in a grid.
function placed(one, zone) {
  if (zone.layout !== "grid" || one.row !== undefined || !one.cell) return one;
  const cell = (zone.cells || []).find((known) => known.id === one.cell);
  return cell ? { ...one, row: cell.row, column: cell.column } : one;
}

// Which things of the view each option speaks of: they can be clicked.
export function withIds(decision, view) {
  if (!decision || !decision.among) return decision;
  const known = new Set();
  const look = (value) => {
    if (Array.isArray(value)) value.forEach(look);
    else if (value && typeof value === "object") {
      if (typeof value.id === "string") known.add(value.id);
      Object.values(value).forEach(look);
    }
  };
  look(view);
  const ends = new Map([...known].filter((id) => id.includes(".")).map((id) => [id.slice(id.indexOf(".") + 1), id]));
  const named = (one) => (known.has(one) ? one : ends.get(one));
  const strings = (value) => (typeof value === "string" ? [value] : Array.isArray(value) ? value.flatMap(strings) : []);
  return { ...decision, among: decision.among.map((option, at) => ({ ...option, ids: [...strings(option.value).map(named), (decision.about.ids || [])[at]].filter(Boolean) })) };
}
