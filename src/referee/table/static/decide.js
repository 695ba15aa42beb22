// The decision that waits: whose it is, under which rule, and a way to answer each of the nine kinds.
import { html, useState } from "./view.js";
import { answerOf } from "./draft.js";
import { Refusals, RuleChip } from "./rule.js";
import { useWords } from "./words.js";

export function DecisionPanel({ state, draft, setDraft, verdict, problem, send, hover, openTools, busy }) {
  const { t } = useWords();
  const { decision } = state;
  if (!decision)
    return html`<section class="decision over" aria-label=${t("Decision")}><h2>${t("The game is over.")}</h2>${state.outcome && html`<p>${state.outcome}</p>`}</section>`;
  const who = (state.seats[decision.by] || {}).name;
  return html`<section class=${`decision ${decision.mine ? "mine" : "theirs"} seat${decision.by}`} aria-label=${t("Decision")}>
    <div class="asked" aria-live="polite">
      <p class="who"><span class="dot" aria-hidden="true"></span>${decision.mine ? (who === t("You") ? t("You decide") : t("You decide, {name}", { name: who })) : t("{name} decides", { name: who })}</p>
      <h2>${decision.prompt}</h2>
      <${RuleChip} rule=${decision.rule} title=${decision.title} />
    </div>
    ${decision.mine
      ? html`<${Answer} key=${state.version} decision=${decision} draft=${draft} setDraft=${setDraft} verdict=${verdict} send=${send} hover=${hover} openTools=${openTools} busy=${busy} />`
      : html`<p class="waiting"><span class="spinner" aria-hidden="true"></span>${state.you === null ? t("You are watching.") : t("Waiting for {name}.", { name: who })}</p>`}
    ${problem && html`<div class="problem" role="alert">${!problem.refusals.length && html`<p>${problem.message || t("The server cannot be reached. Trying again.")}</p>`}<${Refusals} refusals=${problem.refusals} /></div>`}
  </section>`;
}

function Answer(props) {
  const kinds = {
    choose_one: ChooseOne, choose_some: ChooseSome, order: InOrder, allocate: Allocate, number: AsNumber,
    confirm: YesOrNo, roll: Roll, paths: OnTheField, positions: OnTheField,
  };
  const Kind = kinds[props.decision.kind];
  return Kind ? html`<${Kind} ...${props} />` : html`<p>${props.decision.kind}</p>`;
}

function Send({ decision, draft, send, busy, words, disabled }) {
  const { t } = useWords();
  const answer = answerOf(decision, draft);
  return html`<button class="primary" disabled=${busy || disabled || answer === undefined} onclick=${() => send(answer)}>${words || t("Confirm")} <kbd aria-hidden="true">⏎</kbd></button>`;
}

function ChooseOne({ decision, send, hover, busy }) {
  const { t } = useWords();
  const [filter, setFilter] = useState("");
  const plain = decision.among.filter((option) => !option.passes).map((option, at) => ({ ...option, at }));
  const passes = decision.among.filter((option) => option.passes);
  const long = plain.some((option) => option.label.length > 60) ? "long" : "";
  const shown = plain.filter((option) => option.label.toLowerCase().includes(filter.toLowerCase()));
  return html`
    ${plain.length > 12 && html`<input class="filter" type="search" placeholder=${t("Find among {count} options", { count: plain.length })} aria-label=${t("Find an option")} value=${filter} oninput=${(event) => setFilter(event.target.value)} />`}
    <ul class="options">
      ${shown.map((option) => html`<li key=${option.at}><button class=${`option ${long}`} disabled=${busy}
        onmouseenter=${() => hover(option.ids)} onmouseleave=${() => hover([])} onfocus=${() => hover(option.ids)} onblur=${() => hover([])}
        onclick=${() => send(option.value)}><span>${option.label}</span>${option.at < 9 && html`<kbd aria-hidden="true">${option.at + 1}</kbd>`}</button></li>`)}
    </ul>
    ${passes.length > 0 && html`<div class="passes">${passes.map((option) => html`<button class=${option.passes === "quiet" ? "quiet" : ""} disabled=${busy} onclick=${() => send(option.value)}><span>${option.label}</span>${option.passes === "once" && html` <kbd aria-hidden="true">P</kbd>`}</button>`)}</div>`}`;
}

function ChooseSome(props) {
  const { decision, draft, setDraft, hover } = props;
  const { t } = useWords();
  const toggle = (at) =>
    setDraft((old) => {
      const chosen = old.chosen.includes(at) ? old.chosen.filter((one) => one !== at) : [...old.chosen, at];
      if (chosen.length <= decision.maximum) return { ...old, chosen };
      return decision.maximum === 1 ? { ...old, chosen: [at] } : { ...old };
    });
  return html`
    <p class="hint">${decision.minimum === decision.maximum ? t("Choose {count}.", { count: decision.minimum }) : t("Choose from {minimum} to {maximum}.", decision)} ${t("Chosen")}: ${draft.chosen.length}</p>
    <ul class="options">${decision.among.map((option, at) => html`<li key=${at}><label class="option" onmouseenter=${() => hover(option.ids)} onmouseleave=${() => hover([])}>
      <input type="checkbox" checked=${draft.chosen.includes(at)} onchange=${() => toggle(at)} /><span>${option.label}</span></label></li>`)}</ul>
    <button onclick=${props.openTools.suggest}>${t("Suggest")}</button><${Send} ...${props} />`;
}

function InOrder(props) {
  const { decision, draft, setDraft } = props;
  const { t } = useWords();
  const shift = (at, by) => {
    const order = [...draft.order];
    const [one] = order.splice(at, 1);
    order.splice(at + by, 0, one);
    setDraft({ ...draft, order });
  };
  return html`<ol class="options ordered">${draft.order.map((which, at) => {
    const { label } = decision.among[which];
    return html`<li key=${which} class="option"><span>${label}</span>
      <button disabled=${at === 0} aria-label=${t("{name} earlier", { name: label })} onclick=${() => shift(at, -1)}>↑</button>
      <button disabled=${at === draft.order.length - 1} aria-label=${t("{name} later", { name: label })} onclick=${() => shift(at, 1)}>↓</button></li>`;
  })}</ol><${Send} ...${props} />`;
}

function Allocate(props) {
  const { decision, draft, setDraft, openTools } = props;
  const { t } = useWords();
  const left = decision.total - draft.shares.reduce((sum, one) => sum + one, 0);
  const give = (at, by) => setDraft((old) => ({ ...old, shares: old.shares.map((share, one) => (one === at ? share + by : share)) }));
  return html`<p class="hint">${t("Left to share out: {left} of {total}", { left, total: decision.total })}</p>
    <ul class="options">${decision.among.map((option, at) => {
      const limit = decision.limits && decision.limits.length ? decision.limits[at] : decision.total;
      return html`<li class="option" key=${at}><span>${option.label}</span>
        <button aria-label=${t("One less to {name}", { name: option.label })} disabled=${draft.shares[at] === 0} onclick=${() => give(at, -1)}>−</button>
        <output>${draft.shares[at]}</output>
        <button aria-label=${t("One more to {name}", { name: option.label })} disabled=${left === 0 || draft.shares[at] >= limit} onclick=${() => give(at, 1)}>+</button></li>`;
    })}</ul><button onclick=${openTools.suggest}>${t("Suggest")}</button><${Send} ...${props} />`;
}

function AsNumber(props) {
  const { decision, draft, setDraft } = props;
  const { t } = useWords();
  const set = (event) => setDraft({ ...draft, value: Math.min(decision.maximum, Math.max(decision.minimum, Math.round(Number(event.target.value)))) });
  return html`<div class="number">
      <input type="range" min=${decision.minimum} max=${decision.maximum} value=${draft.value} oninput=${set} aria-label=${t("A number from {minimum} to {maximum}", decision)} />
      <input type="number" min=${decision.minimum} max=${decision.maximum} value=${draft.value} onchange=${set} aria-label=${t("The number")} />
    </div><${Send} ...${props} />`;
}

function YesOrNo({ send, busy }) {
  const { t } = useWords();
  return html`<div class="passes"><button class="primary" disabled=${busy} onclick=${() => send(true)}>${t("Yes")} <kbd aria-hidden="true">Y</kbd></button><button disabled=${busy} onclick=${() => send(false)}>${t("No")} <kbd aria-hidden="true">N</kbd></button></div>`;
}

function Roll(props) {
  const { decision, draft, setDraft } = props;
  const { t } = useWords();
  const faces = Array.from({ length: decision.sides }, (_, at) => at + 1);
  const put = (at, face) => setDraft((old) => ({ ...old, dice: old.dice.map((die, one) => (one === at ? face : die)) }));
  const throwAll = () => {
    const random = crypto.getRandomValues(new Uint32Array(decision.count));
    setDraft({ ...draft, dice: Array.from(random, (one) => (one % decision.sides) + 1) });
  };
  return html`<p class="hint">${t("Type in what your dice show.")}</p>
    <div class="typed">${draft.dice.map((die, at) => html`<fieldset key=${at}><legend>${t("Die {number}", { number: at + 1 })}</legend>${
      decision.sides <= 6
        ? faces.map((face) => html`<button class=${`face ${die === face ? "on" : ""}`} aria-pressed=${die === face} onclick=${() => put(at, face)}>${face}</button>`)
        : html`<input type="number" min="1" max=${decision.sides} value=${die || ""} aria-label=${t("Die {number}", { number: at + 1 })} oninput=${(event) => put(at, Number(event.target.value))} />`
    }</fieldset>`)}</div>
    <div class="passes"><button onclick=${throwAll}>${t("Roll here")}</button><${Send} ...${props} words=${t("These are the dice")} /></div>`;
}

function OnTheField(props) {
  const { decision, draft, setDraft, verdict, openTools } = props;
  const { t } = useWords();
  const moved = Object.keys(decision.kind === "paths" ? draft.ways : draft.places).length;
  const missing = decision.kind === "positions" && moved === 0;
  return html`
    <p class="hint">${decision.kind === "paths"
      ? t("Drag the models, or pick one with Tab and use the arrow keys. Shift and drag adds a corner to the way.")
      : missing ? t("Click the place on the table where they are put, then drag each where it belongs.") : t("Drag each where it belongs.")}</p>
    <div class="tools">
      ${decision.subjects.length > 1 && html`<label><input type="checkbox" checked=${openTools.whole} onchange=${() => openTools.set("whole", !openTools.whole)} />${t("Move all together")}</label>`}
      ${decision.kind === "paths" && html`<label><input type="checkbox" checked=${openTools.corner} onchange=${() => openTools.set("corner", !openTools.corner)} />${t("Add corners")}</label>`}
      <button onclick=${() => openTools.turn(-15)} aria-label=${t("Turn left")} title=${t("Turn left")}>⟲</button>
      <button onclick=${() => openTools.turn(15)} aria-label=${t("Turn right")} title=${t("Turn right")}>⟳</button>
      <button onclick=${openTools.suggest}>${t("Suggest")}</button>
      <button onclick=${openTools.showIdeas}>${t("Show me where")}</button>
      <button disabled=${!moved} onclick=${() => setDraft({ ...draft, ways: {}, places: {} })}>${t("Start over")}</button>
    </div>
    <div class=${`verdict ${verdict ? (verdict.legal ? "good" : "bad") : ""}`} role="status">${verdict && (verdict.legal ? t("This is legal.") : html`<${Refusals} refusals=${verdict.refusals} />`)}</div>
    <${Send} ...${props} disabled=${verdict && !verdict.legal} words=${decision.kind === "paths" && !moved ? t("Stay where they are") : t("Confirm")} />`;
}
