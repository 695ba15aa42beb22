// Dice that are seen to roll: the last throw of the game, with its purpose and rule.
import { html } from "./view.js";
import { RuleChip } from "./rule.js";

const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export function Die({ face, at = 0 }) {
  return html`<svg class="die" viewBox="-10 -10 20 20" style=${`animation-delay:${at * 45}ms`} role="img" aria-label=${String(face)}>
    <rect x="-9" y="-9" width="18" height="18" rx="4" />
    ${PIPS[face] ? PIPS[face].map(([x, y]) => html`<circle cx=${x * 4.6} cy=${y * 4.6} r="1.9" />`) : html`<text dy="0.35em">${face}</text>`}
  </svg>`;
}

export function DiceTray({ roll }) {
  if (!roll) return null;
  return html`<div class=${`tray seat${roll.by}`} key=${roll.key} role="status">
    <span class="purpose">${roll.purpose}</span>
    <span class="dice">${roll.dice.map((face, at) => html`<${Die} key=${at} face=${face} at=${at} />`)}</span>
    <${RuleChip} rule=${roll.rule} />
  </div>`;
}
