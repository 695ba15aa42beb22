// What lies on the battlefield, as SVG: terrain, objectives, bases. Everything in inches.
import { html } from "./view.js";

export const points = (shape) => shape.map((point) => `${point[0]},${point[1]}`).join(" ");

export function baseSize(base) {
  if (!base) return [1.26, 1.26];
  const width = base.width || base.diameter || 1.26;
  return [width, base.depth || base.length || base.height || width];
}

export const reachOf = (base) => Math.max(...baseSize(base)) / 2;

export function Base({ base }) {
  if (base && base.points) return html`<polygon class="base" points=${points(base.points)} />`;
  const [width, depth] = baseSize(base);
  if (base && (base.shape === "rect" || base.shape === "rectangle"))
    return html`<rect class="base" x=${-width / 2} y=${-depth / 2} width=${width} height=${depth} rx="0.08" />`;
  return html`<ellipse class="base" rx=${width / 2} ry=${depth / 2} />`;
}

// The letters that tell one unit from another on small bases.
export function initials(name) {
  const words = String(name).split(/[^\p{L}\d]+/u).filter(Boolean);
  return (words.length > 1 ? words[0][0] + words[1][0] : String(name).slice(0, 2)).toUpperCase();
}

export function Model({ model, unit, facing, classes, pixel, ghost, upright, ...rest }) {
  const radius = reachOf(model.base);
  const [width, depth] = baseSize(model.base);
  return html`<g
    class=${`model seat${unit.seat} ${classes || ""}`}
    transform=${`translate(${model.x} ${model.y})`}
    ...${rest}
  >
    <g transform=${`rotate(${model.angle || 0})`}>
      <${Base} base=${model.base} />
      ${(facing || width !== depth) &&
      html`<path class="facing" d=${`M ${width / 2} 0 L ${width / 2 - 0.3} 0.2 L ${width / 2 - 0.3} -0.2 Z`} />`}
    </g>
    <g transform=${upright}>
      ${!ghost && html`<text class="initials" font-size=${Math.min(Math.max(radius * 0.85, 0.35), 1.15)} dy="0.34em">${model.mark || initials(unit.name)}</text>`}
      ${model.wounded ? html`<text class="wounds" font-size=${Math.max(radius * 0.6, 11 * pixel)} x=${radius * 0.7} y=${radius}>${model.wounded}</text>` : null}
    </g>
  </g>`;
}

export function Ground({ view, pixel, upright }) {
  const { width, height } = view.table;
  const lines = [];
  for (let x = 0; x <= width; x += 6) lines.push(html`<line x1=${x} y1="0" x2=${x} y2=${height} />`);
  for (let y = 0; y <= height; y += 6) lines.push(html`<line x1="0" y1=${y} x2=${width} y2=${y} />`);
  return html`<g class="ground" aria-hidden="true">
    <rect class="felt" x="0" y="0" width=${width} height=${height} rx="0.3" />
    <g class="grid" stroke-width=${pixel * 0.7}>${lines}</g>
    ${(view.zones || []).filter((zone) => zone.shape).map(
      (zone) => html`<g class=${`zone seat${zone.seat}`}>
        <polygon points=${points(zone.shape)} stroke-width=${pixel * 1.5} stroke-dasharray=${`${pixel * 6} ${pixel * 5}`} />
      </g>`,
    )}
    ${(view.areas || []).filter((area) => area.shape).map((area) => html`<polygon class="area" points=${points(area.shape)} stroke-width=${pixel} />`)}
    ${(view.terrain || []).map((piece) => html`<${Terrain} piece=${piece} pixel=${pixel} upright=${upright} />`)}
  </g>`;
}

// Objectives lie over the models, thin enough to see both: who stands on one hides it otherwise.
export function Objectives({ view, pixel, upright }) {
  return html`<g aria-hidden="true">${(view.objectives || []).map((one, at) => html`<${Objective} one=${one} number=${at + 1} pixel=${pixel} upright=${upright} />`)}</g>`;
}

function Terrain({ piece, pixel, upright }) {
  const shapes = piece.shapes || (piece.shape ? [piece.shape] : []);
  const all = shapes.flat();
  if (!all.length) return null;
  const x = all.reduce((sum, one) => sum + one[0], 0) / all.length;
  const y = all.reduce((sum, one) => sum + one[1], 0) / all.length;
  return html`<g class=${`terrain ${piece.kind || ""}`}>
    ${shapes.map((shape) => html`<polygon points=${points(shape)} stroke-width=${pixel * 1.5} />`)}
    ${(piece.walls || []).map((wall) => html`<polygon class="wall" points=${points(wall)} stroke-width=${pixel} />`)}
    ${piece.name && piece.name.length * pixel * 5.5 < Math.max(...all.map((one) => one[0])) - Math.min(...all.map((one) => one[0])) && html`<g transform=${`translate(${x} ${y})`}><text transform=${upright} font-size=${pixel * 10}>${piece.name}</text></g>`}
    <title>${piece.name || piece.kind}${piece.height ? ` (${piece.height}")` : ""}</title>
  </g>`;
}

function Objective({ one, number, pixel, upright }) {
  const held = one.seat === 0 || one.seat === 1 ? `seat${one.seat}` : "";
  return html`<g class=${`objective ${held}`} transform=${`translate(${one.x} ${one.y})`}>
    ${one.radius && html`<circle class="range" r=${one.radius} stroke-width=${pixel * 1.5} stroke-dasharray=${`${pixel * 3} ${pixel * 4}`} />`}
    <circle class="marker" r="0.79" stroke-width=${pixel * 1.5} />
    <text transform=${upright} font-size="0.85" dy="0.34em">${one.mark || number}</text>
    <title>${one.name || one.id}</title>
  </g>`;
}

// The names of units, each where it covers neither another name nor somebody else's models; what has no room is left
// out, since the letters on the bases tell it too. `point` leads from the table to the frame, where letters are upright.
export function UnitLabels({ view, pixel, chosen, only, point, frame }) {
  const placed = [];
  const bases = [];
  const boxes = [];
  for (const unit of view.units) {
    const models = (unit.models || []).filter((one) => one.x !== null && one.x !== undefined && !one.off);
    if (!models.length) continue;
    const own = models.map((one) => around(point(one.x, one.y), reachOf(one.base), reachOf(one.base)));
    bases.push(...own.map((box) => ({ ...box, unit: unit.id })));
    if (!only || only.has(unit.id)) boxes.push({ unit, box: own.reduce(union) });
  }
  boxes.sort((one, other) => chosen.has(other.unit.id) - chosen.has(one.unit.id));
  for (const { unit, box } of boxes) {
    const words = unit.name.length > 18 && !chosen.has(unit.id) ? `${unit.name.slice(0, 16)}…` : unit.name;
    const [wide, high] = [words.length * pixel * 3.1, pixel * 6.5];
    const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
    const spots = [[x, box.y1 + high], [x, box.y0 - high], [box.x1 + wide, y], [box.x0 - wide, y], [box.x0 + wide, box.y1 + high], [box.x1 - wide, box.y1 + high]];
    const tried = spots.map((at) => {
      const there = around([Math.min(Math.max(at[0], wide), frame[0] - wide), at[1]], wide, high);
      const covers = placed.reduce((sum, one) => sum + common(one.box, there), 0) * 5 + bases.reduce((sum, one) => sum + (one.unit === unit.id ? 0.5 : 1) * common(one, there), 0);
      return { there, covers };
    });
    const best = tried.reduce((one, other) => (other.covers < one.covers - 1e-6 ? other : one));
    if (best.covers < wide * high || chosen.has(unit.id)) placed.push({ unit, words, box: best.there });
  }
  return html`<g class="labels" aria-hidden="true">${placed.map(
    ({ unit, words, box }) => html`<text key=${unit.id} class=${`seat${unit.seat}`} x=${(box.x0 + box.x1) / 2} y=${box.y1 - pixel * 2.5} font-size=${pixel * 11}>${words}</text>`,
  )}</g>`;
}

const around = ([x, y], wide, high) => ({ x0: x - wide, y0: y - high, x1: x + wide, y1: y + high });
const union = (one, other) => ({ x0: Math.min(one.x0, other.x0), y0: Math.min(one.y0, other.y0), x1: Math.max(one.x1, other.x1), y1: Math.max(one.y1, other.y1) });
const common = (one, other) => Math.max(0, Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0)) * Math.max(0, Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0));
