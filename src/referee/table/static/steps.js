// Going through the record, step by step, as this seat might have seen it then.
import { html, useEffect, useRef, useState } from "./view.js";
import { api } from "./net.js";
import { useWords } from "./words.js";

export function Steps({ game, secret, last, step, setStep }) {
  const { t, language } = useWords();
  const [at, setAt] = useState(last);
  const [plays, setPlays] = useState(false);
  const wanted = useRef(null);
  const shown = Math.min(at, last);

  const go = (number) => setAt(Math.max(0, Math.min(last, number)));
  useEffect(() => {
    wanted.current = `${shown} ${language}`;
    const mine = wanted.current;
    api(`/api/games/${game}/steps/${shown}?language=${language}`, { secret }).then((found) => wanted.current === mine && setStep(found), () => {});
  }, [shown, language]);
  useEffect(() => {
    if (!plays) return undefined;
    if (shown >= last) {
      setPlays(false);
      return undefined;
    }
    const timer = setTimeout(() => go(shown + 1), 900);
    return () => clearTimeout(timer);
  }, [plays, shown]);

  return html`<section class="steps" aria-label=${t("The record, step by step")}>
    <button aria-label=${t("To the start")} onclick=${() => go(0)}>⏮</button>
    <button aria-label=${t("A step back")} onclick=${() => go(shown - 1)} disabled=${shown === 0}>◀</button>
    <button aria-label=${plays ? t("Stop") : t("Play it")} onclick=${() => setPlays(!plays)}>${plays ? "❚❚" : "▶"}</button>
    <button aria-label=${t("A step on")} onclick=${() => go(shown + 1)} disabled=${shown === last}>▶▏</button>
    <input type="range" min="0" max=${last} value=${shown} aria-label=${t("Step")} oninput=${(event) => go(Number(event.target.value))} />
    <span>${t("Step {step} of {last}", { step: shown, last })}</span>
    ${step && step.log.length > 0 && html`<span class="then">${step.log[step.log.length - 1].text}</span>`}
    <button class="primary" onclick=${() => setStep(null)}>${t("Back to the game")}</button>
  </section>`;
}
