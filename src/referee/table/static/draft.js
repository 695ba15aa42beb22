// The answer being prepared, before it is sent: one shape for every kind of decision.

export function emptyDraft(decision, view) {
  const draft = { kind: decision ? decision.kind : "", value: null, chosen: [], order: [], shares: [], ways: {}, places: {}, dice: [] };
  if (!decision || !decision.mine) return draft;
  if (decision.kind === "order") draft.order = decision.among.map((_, at) => at);
  if (decision.kind === "allocate") draft.shares = decision.among.map(() => 0);
  if (decision.kind === "number") draft.value = decision.minimum;
  if (decision.kind === "roll") draft.dice = Array(decision.count).fill(null);
  if (decision.kind === "positions") draft.places = startPlaces(decision, view);
  return draft;
}

function startPlaces(decision, view) {
  const at = modelsById(view);
  const places = {};
  for (const id of decision.subjects) if (at[id] && at[id].x !== null && at[id].x !== undefined && !at[id].off) places[id] = pointOf(at[id]);
  return decision.about && decision.about.keep ? places : {};
}

export const pointOf = (model) => [model.x, model.y, model.angle || 0, model.z || 0];

export function modelsById(view) {
  const found = {};
  for (const unit of (view && view.units) || [])
    for (const model of unit.models || []) found[model.id] = { ...model, unit: unit.id, seat: unit.seat, unitName: unit.name };
  return found;
}

// The draft as the server understands an answer, or undefined while it is not whole.
export function answerOf(decision, draft) {
  switch (decision.kind) {
    case "choose_one":
      return draft.value === null ? undefined : decision.among[draft.value].value;
    case "choose_some":
      return draft.chosen.length < decision.minimum ? undefined : draft.chosen.map((at) => decision.among[at].value);
    case "order":
      return draft.order.map((at) => decision.among[at].value);
    case "allocate":
      return draft.shares.reduce((sum, one) => sum + one, 0) === decision.total ? draft.shares : undefined;
    case "number":
      return draft.value;
    case "roll":
      return draft.dice.every((die) => die >= 1 && die <= decision.sides) ? draft.dice : undefined;
    case "paths":
      return Object.entries(draft.ways).map(([id, points]) => [id, points]);
    case "positions":
      return Object.keys(draft.places).length ? Object.entries(draft.places).map(([id, point]) => [id, point]) : undefined;
    default:
      return undefined;
  }
}

export const isOpen = (decision) => Boolean(decision) && decision.mine && (decision.kind === "paths" || decision.kind === "positions");

// Where a subject stands in the draft: at the end of its way, or where it is put.
export function whereabouts(decision, draft, id, models) {
  if (decision.kind === "paths") {
    const way = draft.ways[id];
    return way && way.length ? way[way.length - 1] : models[id] ? pointOf(models[id]) : null;
  }
  return draft.places[id] || (models[id] && models[id].x !== undefined ? pointOf(models[id]) : null);
}

// The draft with `ids` shifted by (dx, dy) and turned, from where each stood when the gesture began (`from`).
export function shifted(decision, draft, from, dx, dy, turn, corner) {
  if (decision.kind === "paths") {
    const ways = { ...draft.ways };
    for (const [id, { point, way }] of Object.entries(from)) {
      const end = [round(point[0] + dx), round(point[1] + dy), (point[2] + turn + 360) % 360, point[3]];
      ways[id] = corner || !way.length ? [...way, end] : [...way.slice(0, -1), end];
    }
    return { ...draft, ways };
  }
  const places = { ...draft.places };
  for (const [id, { point }] of Object.entries(from))
    places[id] = [round(point[0] + dx), round(point[1] + dy), (point[2] + turn + 360) % 360, point[3]];
  return { ...draft, places };
}

export const round = (number) => Math.round(number * 100) / 100;

export function lengthOf(start, way) {
  let length = 0;
  let [x, y] = start;
  for (const point of way) {
    length += Math.hypot(point[0] - x, point[1] - y);
    [x, y] = point;
  }
  return length;
}

// Positions for subjects that stand nowhere yet: a block around `point`, in rows.
export function block(subjects, point, gap) {
  const columns = Math.ceil(Math.sqrt(subjects.length * 1.6));
  const places = {};
  subjects.forEach((id, at) => {
    const column = at % columns;
    const row = Math.floor(at / columns);
    places[id] = [round(point[0] + (column - (columns - 1) / 2) * gap), round(point[1] + row * gap), 0, 0];
  });
  return places;
}
