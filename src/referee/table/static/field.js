// The battlefield: zoom, pan, pick, drag, measure. It knows lengths and places, and no rule.
import { html, useEffect, useMemo, useRef, useState } from "./view.js";
import { ownTurn, turner, useCamera } from "./camera.js";
import { block, isOpen, lengthOf, modelsById, pointOf, round, shifted, whereabouts } from "./draft.js";
import { Ground, Model, Objectives, UnitLabels, points, reachOf } from "./pieces.js";
import { useWords } from "./words.js";

// From so many inches a pixel on, the names of all units would cover the field.
const CROWDED = 0.1;

export function Field({ view, you, decision, draft, setDraft, verdict, reach, ideas, picks, focus, onPick, onFocus, tools }) {
  const { t } = useWords();
  const { width, height } = view.table;
  const [turn, setTurn] = useState(() => ownTurn(view, you));
  const turned = turner(turn, width, height);
  const camera = useCamera(...turned.frame);
  const { pixel } = camera;
  const models = useMemo(() => modelsById(view), [view]);
  const open = isOpen(decision);
  const subjects = useMemo(() => new Set(open ? decision.subjects : []), [decision, open]);
  const moved = open ? (decision.kind === "paths" ? draft.ways : draft.places) : {};
  const [hold, setHold] = useState(null);
  const [ruler, setRuler] = useState(null);
  const touches = useRef(new Map());
  const refused = verdict && !verdict.legal;
  const unplaced = open ? decision.subjects.filter((id) => !moved[id] && !(models[id] && models[id].x !== undefined && models[id].x !== null)) : [];

  const group = (id) => (tools.whole && decision.subjects.length > 1 ? decision.subjects : [id]).filter((one) => whereabouts(decision, draft, one, models));
  const gather = (ids) =>
    Object.fromEntries(ids.map((id) => [id, { point: whereabouts(decision, draft, id, models), way: decision.kind === "paths" ? draft.ways[id] || [] : [] }]));

  const nudge = (id, dx, dy, turn) => setDraft(shifted(decision, draft, gather(group(id)), dx, dy, turn, false));

  const pressModel = (event, id) => {
    if (tools.ruler || event.button > 0) return;
    const [x, y] = camera.toTable(event.clientX, event.clientY);
    if (subjects.has(id)) {
      event.stopPropagation();
      camera.svg.current.setPointerCapture(event.pointerId);
      setHold({ what: "model", id, pointer: event.pointerId, x, y, from: gather(group(id)), corner: event.shiftKey || tools.corner, moved: false });
    }
  };

  const press = (event) => {
    touches.current.set(event.pointerId, [event.clientX, event.clientY]);
    if (touches.current.size === 2) {
      setHold({ what: "pinch" });
      return;
    }
    const [x, y] = camera.toTable(event.clientX, event.clientY);
    camera.svg.current.setPointerCapture(event.pointerId);
    if (tools.ruler) {
      setRuler({ from: [x, y], to: [x, y] });
      setHold({ what: "ruler", pointer: event.pointerId });
    } else setHold({ what: "pan", x: event.clientX, y: event.clientY, at: [x, y], moved: false, target: event.target });
  };

  const move = (event) => {
    if (!hold) return;
    if (hold.what === "pinch" && touches.current.has(event.pointerId)) {
      const before = [...touches.current.values()];
      touches.current.set(event.pointerId, [event.clientX, event.clientY]);
      const now = [...touches.current.values()];
      const span = (two) => Math.hypot(two[0][0] - two[1][0], two[0][1] - two[1][1]);
      const centre = (two) => [(two[0][0] + two[1][0]) / 2, (two[0][1] + two[1][1]) / 2];
      const [cx, cy] = centre(now);
      const [bx, by] = centre(before);
      camera.zoom(span(now) / Math.max(1, span(before)), camera.toFrame(cx, cy));
      camera.pan((cx - bx) * pixel, (cy - by) * pixel);
      return;
    }
    const [x, y] = camera.toTable(event.clientX, event.clientY);
    if (hold.what === "model") {
      const [dx, dy] = [x - hold.x, y - hold.y];
      if (!hold.moved && Math.hypot(dx, dy) < 3 * pixel) return;
      if (!hold.moved) setHold({ ...hold, moved: true });
      setDraft(shifted(decision, draft, hold.from, dx, dy, 0, hold.corner));
    } else if (hold.what === "ruler") setRuler((old) => ({ ...old, to: [x, y] }));
    else if (hold.what === "pan") {
      const [dx, dy] = [event.clientX - hold.x, event.clientY - hold.y];
      if (!hold.moved && Math.hypot(dx, dy) < 4) return;
      camera.pan(dx * pixel, dy * pixel);
      setHold({ ...hold, x: event.clientX, y: event.clientY, moved: true });
    }
  };

  const release = (event) => {
    touches.current.delete(event.pointerId);
    if (hold && hold.what === "pan" && !hold.moved) tap(hold.target, hold.at, event);
    setHold(null);
  };

  const tap = (target, at, event) => {
    const holder = target.closest && target.closest("[data-id]");
    if (holder) onPick(holder.dataset.unit || holder.dataset.id, [event.clientX, event.clientY], holder.dataset.id);
    else if (unplaced.length) {
      const all = modelsById(view);
      const gap = 2 * Math.max(...unplaced.map((id) => reachOf((all[id] && all[id].base) || (decision.about.bases || {})[id]))) + 0.1;
      setDraft({ ...draft, places: { ...draft.places, ...block(unplaced, at, gap) } });
    } else onPick(null);
  };

  const keys = (event) => {
    const step = event.shiftKey ? 0.1 : 0.5;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const id = event.target.dataset && event.target.dataset.id;
    if (event.key in ways) {
      const [dx, dy] = ways[event.key];
      const [east, south] = turned.back(dx, dy);
      if (id && subjects.has(id)) nudge(id, east * step, south * step, 0);
      else camera.pan(-dx * 40 * pixel, -dy * 40 * pixel);
    } else if ((event.key === "[" || event.key === "]") && id && subjects.has(id)) nudge(id, 0, 0, event.key === "[" ? -15 : 15);
    else if (event.key === "+" || event.key === "=") camera.zoom(1.25);
    else if (event.key === "-") camera.zoom(0.8);
    else if (event.key === "0") camera.fit();
    else if ((event.key === "Enter" || event.key === " ") && id && !subjects.has(id)) {
      const box = event.target.getBoundingClientRect();
      onPick(event.target.dataset.unit || id, [box.x + box.width / 2, box.y + box.height], id);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  useEffect(() => {
    if (!tools.ruler) setRuler(null);
  }, [tools.ruler]);

  const chosen = new Set([focus].filter(Boolean));
  const shownAt = (id) => {
    const place = open && moved[id] && (decision.kind === "paths" ? moved[id][moved[id].length - 1] : moved[id]);
    return place ? { x: place[0], y: place[1], angle: place[2], z: place[3] } : null;
  };

  const piece = (unit, model) => {
    const subject = subjects.has(model.id);
    const ghost = shownAt(model.id);
    const pick = picks.has(unit.id) || picks.has(model.id);
    const classes = [subject && "subject", pick && "pick", focus === unit.id && "focus", ghost && "left"].filter(Boolean).join(" ");
    const name = `${unit.name}${model.name && model.name !== unit.name ? `, ${model.name}` : ""}`;
    const where = t("{name}, at {x} by {y} inches", { name, x: round(ghost ? ghost.x : model.x), y: round(ghost ? ghost.y : model.y) });
    return html`<${Model}
      key=${model.id}
      model=${model}
      unit=${unit}
      facing=${view.facing}
      pixel=${pixel}
      upright=${turned.upright}
      classes=${classes}
      data-id=${model.id}
      data-unit=${unit.id}
      tabindex=${subject || pick ? 0 : undefined}
      role=${subject || pick ? "button" : "img"}
      aria-label=${where}
      onpointerdown=${(event) => pressModel(event, model.id)}
      onfocus=${() => onFocus(unit.id)}
    />`;
  };

  const ghosts = [];
  if (open)
    for (const id of decision.subjects) {
      const place = shownAt(id);
      if (!place) continue;
      const model = models[id] || { id, base: (decision.about.bases || {})[id], seat: decision.by, unitName: "" };
      const start = models[id] && models[id].x !== undefined && models[id].x !== null ? pointOf(models[id]) : null;
      const way = decision.kind === "paths" ? draft.ways[id] : null;
      ghosts.push(html`<g key=${id}>
        ${start && way && html`<polyline class="way" points=${points([start, ...way])} stroke-width=${pixel * 2} />`}
        <${Model}
          model=${{ ...model, ...place }}
          unit=${{ seat: model.seat, name: model.unitName }}
          facing=${view.facing}
          pixel=${pixel}
          ghost=${true}
          classes=${`ghost ${refused ? "bad" : verdict ? "good" : ""}`}
          data-id=${id}
          onpointerdown=${(event) => pressModel(event, id)}
        />
        ${start && way && (!tools.whole || id === (hold && hold.id) || id === decision.subjects[0]) &&
        html`<g transform=${`translate(${place.x} ${place.y})`}><text class="length" transform=${turned.upright} dy=${-reachOf(model.base) - pixel * 6} font-size=${pixel * 13}>${lengthOf(start, way).toFixed(1)}″</text></g>`}
      </g>`);
    }

  const rings = (view.rings || []).flatMap((ring) =>
    (view.units || [])
      .filter((unit) => (ring.around === "enemies" ? unit.seat !== decision.by : unit.seat === decision.by && unit.models.some((one) => subjects.has(one.id))))
      .flatMap((unit) => unit.models.filter((one) => one.x !== null && one.x !== undefined).map((model) => {
        const place = shownAt(model.id) || model;
        return html`<circle class=${`ring ${ring.id}`} cx=${place.x} cy=${place.y} r=${reachOf(model.base) + ring.inches} stroke-width=${pixel} />`;
      })),
  );

  const targets = open ? [decision.about.target, ...(decision.about.targets || [])].filter(Boolean) : [];
  const middle = (unit) => {
    const all = unit.models.filter((one) => one.x !== null && one.x !== undefined);
    return all.length ? [all.reduce((sum, one) => sum + one.x, 0) / all.length, all.reduce((sum, one) => sum + one.y, 0) / all.length] : null;
  };
  const mine = open && (view.units || []).find((unit) => unit.models.some((one) => subjects.has(one.id)));

  return html`<div class="field">
    <svg
      ref=${camera.svg}
      viewBox=${camera.viewBox}
      class=${`${tools.ruler ? "measuring" : ""} ${hold ? `holding-${hold.what}` : ""}`}
      tabindex="0"
      role="application"
      aria-label=${t("Battlefield. Arrow keys move the picked model or the picture, plus and minus zoom, Tab goes on.")}
      onpointerdown=${press}
      onpointermove=${move}
      onpointerup=${release}
      onpointercancel=${release}
      onkeydown=${keys}
    >
      <g ref=${camera.ground} transform=${turned.transform}>
      <${Ground} view=${view} pixel=${pixel} upright=${turned.upright} />
      ${open && reach && html`<g class="reach" aria-hidden="true">${reach.areas.map((area) => html`<polygon points=${points(area)} stroke-width=${pixel * 1.5} />`)}</g>`}
      ${open && tools.rings && html`<g class="rings" aria-hidden="true">${rings}</g>`}
      ${targets.map((id) => {
        const goal = (view.units || []).find((unit) => unit.id === id);
        const [from, to] = [mine && middle(mine), goal && middle(goal)];
        return from && to && html`<line class="aim" x1=${from[0]} y1=${from[1]} x2=${to[0]} y2=${to[1]} stroke-width=${pixel * 2} stroke-dasharray=${`${pixel * 8} ${pixel * 6}`} />`;
      })}
      ${open && ideas.flatMap((idea, number) => ideaShapes(idea, number, models, decision))}
      ${(view.units || []).map((unit) => html`<g key=${unit.id} class=${`unit seat${unit.seat}`}>${(unit.models || []).filter((one) => one.x !== null && one.x !== undefined && !one.off).map((model) => piece(unit, model))}</g>`)}
      <${Objectives} view=${view} pixel=${pixel} upright=${turned.upright} />
      ${ghosts}
      ${sectors(decision, open, models, pixel, view.table)}
      ${ruler &&
      html`<g class="ruler">
        <line x1=${ruler.from[0]} y1=${ruler.from[1]} x2=${ruler.to[0]} y2=${ruler.to[1]} stroke-width=${pixel * 2.5} />
        <g transform=${`translate(${ruler.to[0]} ${ruler.to[1]})`}><text transform=${turned.upright} dy=${-pixel * 10} font-size=${pixel * 15}>${Math.hypot(ruler.to[0] - ruler.from[0], ruler.to[1] - ruler.from[1]).toFixed(1)}″</text></g>
      </g>`}
      </g>
      <${UnitLabels} view=${view} pixel=${pixel} chosen=${chosen} only=${pixel < CROWDED ? null : new Set([...picks, ...chosen])} point=${turned.point} frame=${turned.frame} />
    </svg>
    <div class="zoom" role="group" aria-label=${t("Zoom")}>
      <button title=${t("Closer")} aria-label=${t("Closer")} onclick=${() => camera.zoom(1.35)}>+</button>
      <button title=${t("Further away")} aria-label=${t("Further away")} onclick=${() => camera.zoom(0.74)}>−</button>
      <button title=${t("The whole table")} aria-label=${t("The whole table")} onclick=${camera.fit}>⤢</button>
      <button title=${t("Turn the table")} aria-label=${t("Turn the table")} onclick=${() => setTurn((turn + 90) % 360)}>↻</button>
    </div>
    ${refused && html`<${Note} camera=${camera} at=${noteAt(decision, draft, models)} verdict=${verdict} />`}
  </div>`;
}

// The refusal, said where it happens: beside the model that was moved last.
function Note({ camera, at, verdict }) {
  const on = at && camera.toScreen(at[0], at[1]);
  if (!on) return null;
  const frame = camera.svg.current.getBoundingClientRect();
  const left = Math.min(Math.max(8, on.x - frame.x + 18), Math.max(8, frame.width - 268));
  const top = Math.min(Math.max(8, on.y - frame.y + 14), Math.max(8, frame.height - 90));
  const first = verdict.refusals[0];
  return html`<div class="note" style=${`left:${left}px;top:${top}px`} role="status">
    ${first && html`<b>${first.rule}</b> ${first.reason} ${first.instead}`}
    ${verdict.refusals.length > 1 && html`<span class="more">+${verdict.refusals.length - 1}</span>`}
  </div>`;
}

// Directions a book allows, as pairs of angles: those that are legal, and those that succeed.
function sectors(decision, open, models, pixel, table) {
  if (!open || !decision.about.legal) return null;
  const model = models[decision.subjects[0]];
  if (!model || model.x === undefined) return null;
  const far = Number(decision.about.inches) || 12;
  const part = (name) => (decision.about[name] || []).map(([from, to]) => html`<path class=${`sector ${name}`} d=${wedge(model.x, model.y, far, from, to)} stroke-width=${pixel} />`);
  return html`<clipPath id="edge"><rect width=${table.width} height=${table.height} /></clipPath><g class="sectors" aria-hidden="true" clip-path="url(#edge)">${part("legal")}${part("successful")}</g>`;
}

function wedge(x, y, far, from, to) {
  const at = (degrees) => `${x + far * Math.cos((degrees * Math.PI) / 180)} ${y + far * Math.sin((degrees * Math.PI) / 180)}`;
  if (to - from >= 359.9) return `M ${x - far} ${y} A ${far} ${far} 0 1 1 ${x + far} ${y} A ${far} ${far} 0 1 1 ${x - far} ${y} Z`;
  return `M ${x} ${y} L ${at(from)} A ${far} ${far} 0 ${to - from > 180 ? 1 : 0} 1 ${at(to)} Z`;
}

function noteAt(decision, draft, models) {
  const ids = Object.keys(decision.kind === "paths" ? draft.ways : draft.places);
  return ids.length ? whereabouts(decision, draft, ids[0], models) : null;
}

function ideaShapes(idea, number, models, decision) {
  return idea.map(([id, place]) => {
    const point = decision.kind === "paths" ? place[place.length - 1] : place;
    return point && html`<circle class="idea" key=${`${number} ${id}`} cx=${point[0]} cy=${point[1]} r=${reachOf((models[id] || {}).base) * 0.8} />`;
  });
}
