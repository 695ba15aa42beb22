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

export function Model({ model, unit, facing, classes, pixel, ghost, ...rest }) {
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
    ${!ghost &&
    html`<text class="initials" font-size=${Math.min(Math.max(radius * 0.85, 0.35), 1.15)} dy="0.34em">${model.mark || initials(unit.name)}</text>`}
    ${model.wounded ? html`<text class="wounds" font-size=${Math.max(radius * 0.6, 11 * pixel)} x=${radius * 0.7} y=${radius}>${model.wounded}</text>` : null}
  </g>`;
}

export function Ground({ view, pixel }) {
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
    ${(view.terrain || []).map((piece) => html`<${Terrain} piece=${piece} pixel=${pixel} />`)}
    ${(view.objectives || []).map((one, at) => html`<${Objective} one=${one} number=${at + 1} pixel=${pixel} />`)}
  </g>`;
}

function Terrain({ piece, pixel }) {
  const shapes = piece.shapes || (piece.shape ? [piece.shape] : []);
  const all = shapes.flat();
  if (!all.length) return null;
  const x = all.reduce((sum, one) => sum + one[0], 0) / all.length;
  const y = all.reduce((sum, one) => sum + one[1], 0) / all.length;
  return html`<g class=${`terrain ${piece.kind || ""}`}>
    ${shapes.map((shape) => html`<polygon points=${points(shape)} stroke-width=${pixel * 1.5} />`)}
    ${(piece.walls || []).map((wall) => html`<polygon class="wall" points=${points(wall)} stroke-width=${pixel} />`)}
    ${piece.name && piece.name.length * pixel * 5.5 < Math.max(...all.map((one) => one[0])) - Math.min(...all.map((one) => one[0])) && html`<text x=${x} y=${y} font-size=${pixel * 10}>${piece.name}</text>`}
    <title>${piece.name || piece.kind}${piece.height ? ` (${piece.height}")` : ""}</title>
  </g>`;
}

function Objective({ one, number, pixel }) {
  const held = one.seat === 0 || one.seat === 1 ? `seat${one.seat}` : "";
  return html`<g class=${`objective ${held}`} transform=${`translate(${one.x} ${one.y})`}>
    ${one.radius && html`<circle class="range" r=${one.radius} stroke-width=${pixel * 1.5} stroke-dasharray=${`${pixel * 3} ${pixel * 4}`} />`}
    <circle class="marker" r="0.79" stroke-width=${pixel * 1.5} />
    <text font-size="0.85" dy="0.34em">${one.mark || number}</text>
    <title>${one.name || one.id}</title>
  </g>`;
}

export function UnitLabels({ view, pixel, chosen, only }) {
  return html`<g class="labels" aria-hidden="true">
    ${view.units.filter((unit) => !only || only.has(unit.id)).map((unit) => {
      const models = (unit.models || []).filter((one) => one.x !== null && one.x !== undefined);
      if (!models.length) return null;
      const x = models.reduce((sum, one) => sum + one.x, 0) / models.length;
      const y = Math.max(...models.map((one) => one.y + reachOf(one.base)));
      const short = unit.name.length > 18 && !chosen.has(unit.id) ? `${unit.name.slice(0, 16)}…` : unit.name;
      return html`<text class=${`seat${unit.seat}`} x=${x} y=${y + pixel * 12} font-size=${pixel * 11}>${short}</text>`;
    })}
  </g>`;
}
