// Where the game stands: round, phase, and what each seat has.
import { html } from "./view.js";
import { useWords } from "./words.js";

export function Score({ state, view }) {
  const { t } = useWords();
  const said = view.seats || [];
  return html`<div class="score">
    ${state.seats.map((seat) => {
      const known = said.find((one) => one.seat === seat.seat) || {};
      const facts = { ...(known.score !== undefined ? { [t("Score")]: known.score } : {}), ...(known.facts || {}) };
      const turn = view.turn === seat.seat || view.active === seat.seat;
      return html`<div class=${`player seat${seat.seat} ${turn ? "turn" : ""} ${state.you === seat.seat ? "you" : ""}`}>
        <span class="dot" title=${seat.bot ? t("Bot") : seat.here ? t("Here") : t("Away")}>${seat.bot ? "⚙" : seat.here ? "●" : "○"}</span>
        <b>${seat.name}</b>
        ${turn && html`<span class="turn-mark" title=${t("Whose turn it is")}>▶</span>`}
        <span class="facts">${Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== "").map(([key, value]) => html`<span><i>${key}</i> ${String(value)}</span>`)}</span>
      </div>`;
    })}
    <div class="when">${view.round ? html`<span>${t("Round {number}", { number: view.round })}</span>` : null} ${view.phase && html`<span class="phase">${view.phase}</span>`}</div>
  </div>`;
}
