// The game: board, decision, log, and everything one can do with them.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./view.js";
import { Bar } from "./bar.js";
import { DecisionPanel } from "./decide.js";
import { Details, find } from "./details.js";
import { DiceTray } from "./dice.js";
import { answerOf, emptyDraft, isOpen, modelsById, shifted, whereabouts } from "./draft.js";
import { Field } from "./field.js";
import { Log } from "./log.js";
import { gameOf, keepGame } from "./mine.js";
import { Link } from "./net.js";
import { normal, withIds } from "./normal.js";
import { Popover, matching } from "./popover.js";
import { RuleContext, RuleDialog } from "./rule.js";
import { Score } from "./score.js";
import { CopyLink } from "./share.js";
import { Steps } from "./steps.js";
import { useWords } from "./words.js";
import { Zones } from "./zones.js";

export function GameScreen({ id, secret, speak, go }) {
  const { t, language } = useWords();
  const [state, setState] = useState(null);
  const [log, setLog] = useState([]);
  const [up, setUp] = useState(true);
  const [gone, setGone] = useState("");
  const [draft, setDraftNow] = useState(emptyDraft(null));
  const [verdict, setVerdict] = useState(null);
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  const [reach, setReach] = useState(null);
  const [ideas, setIdeas] = useState([]);
  const [hovered, hover] = useState([]);
  const [focus, setFocus] = useState(null);
  const [popover, setPopover] = useState(null);
  const [rule, setRule] = useState("");
  const [step, setStep] = useState(undefined);
  const [tools, setTools] = useState({ whole: true, corner: false, ruler: false, rings: true });
  const [tab, setTab] = useState("decision");
  const link = useRef(null);
  const now = useRef({});
  now.current = { state, draft, verdict };

  const hear = (message) => {
    if (message.type === "link") {
      setUp(message.up);
      if (message.code === 4404) setGone((old) => old || t("This link opens no game here."));
    } else if (message.type === "state") {
      message.view = normal(message.view);
      message.decision = withIds(message.decision, message.view);
      const before = now.current.state;
      setState(message);
      setLog((old) => (message.fresh ? message.log : [...old, ...message.log]));
      if (!before || before.version !== message.version) {
        setDraftNow(emptyDraft(message.decision, message.view));
        setVerdict(null);
        setProblem(null);
        setReach(null);
        setIdeas([]);
        setPopover(null);
        setBusy(false);
      }
    } else if (message.type === "here") {
      setState((old) => old && { ...old, watching: message.watching, seats: old.seats.map((seat) => ({ ...seat, here: message.seats.includes(seat.seat) })) });
    } else if (message.type === "problem") setGone(message.message);
  };

  useEffect(() => {
    link.current = new Link(id, secret, language, hear);
    return () => link.current.close();
  }, []);
  useEffect(() => {
    if (link.current.language !== language) link.current.speak(language);
  }, [language]);

  const decision = state && state.decision;
  const mine = Boolean(decision && decision.mine);

  useEffect(() => {
    if (!state) return;
    document.title = `${mine ? "● " : ""}${state.book.title}`;
    if (!gameOf(id)) keepGame({ id, title: state.book.title, at: Date.now(), seats: [{ seat: state.you, name: state.you === null ? t("Watching") : state.seats[state.you].name, secret }] });
  }, [state && state.version, mine]);

  // What a move may look like is asked of the server as soon as a move is asked for.
  useEffect(() => {
    if (!isOpen(decision) || decision.kind !== "paths" || !decision.subjects.length) return;
    const { version } = state;
    link.current.ask({ type: "reach", version, subject: decision.subjects[0] }).then((found) => found.version === now.current.state.version && setReach(found), () => {});
  }, [state && state.version]);

  // The draft is checked while it is dragged, a few times a second.
  const checking = useRef({ busy: false, again: false });
  const check = async () => {
    const { state: at, draft: tried } = now.current;
    if (!at || !isOpen(at.decision)) return;
    const answer = answerOf(at.decision, tried);
    if (answer === undefined || !answer.length) {
      setVerdict(null);
      return;
    }
    if (checking.current.busy) {
      checking.current.again = true;
      return;
    }
    checking.current.busy = true;
    try {
      const found = await link.current.ask({ type: "check", version: at.version, answer });
      if (now.current.state.version === at.version) setVerdict(found);
    } catch {
      // A check that cannot be made now is made with the next change.
    }
    setTimeout(() => {
      checking.current.busy = false;
      if (checking.current.again) {
        checking.current.again = false;
        check();
      }
    }, 90);
  };
  const setDraft = (change) => {
    const next = typeof change === "function" ? change(now.current.draft) : change;
    now.current.draft = next;
    setDraftNow(next);
    setProblem(null);
    if (isOpen(decision)) check();
  };

  const send = async (answer) => {
    if (answer === undefined) return;
    setBusy(true);
    setProblem(null);
    setPopover(null);
    try {
      await link.current.answer(state.version, answer);
    } catch (wrong) {
      setProblem(wrong);
    }
    setBusy(false);
  };

  const undo = (does) => link.current.ask({ type: "undo", version: state.version, does }).catch(setProblem);

  const picks = useMemo(() => {
    const ids = new Set(hovered);
    if (mine && step === undefined && decision.among) for (const option of decision.among) for (const one of option.ids || []) ids.add(one);
    return ids;
  }, [decision, hovered, mine, step]);

  const pick = (one, at, exact) => {
    setPopover(null);
    if (!one) {
      setFocus(null);
      return;
    }
    setFocus(one);
    if (!mine || step || !decision.among) return;
    const found = matching(decision, [exact, one]);
    if (decision.kind === "choose_some" && found.length === 1) {
      const [which] = found;
      const chosen = draft.chosen.includes(which) ? draft.chosen.filter((other) => other !== which) : [...draft.chosen, which].slice(-decision.maximum);
      setDraft({ ...draft, chosen });
    } else if (found.length) setPopover({ at, options: found, id: one });
    else if (decision.kind === "choose_one") {
      link.current.ask({ type: "check", version: state.version, answer: one }).then((said) => setPopover({ at, options: [], id: one, refusals: said.refusals }), () => {});
    }
  };

  const openTools = {
    ...tools,
    set: (name, value) => setTools({ ...tools, [name]: value }),
    turn: (by) => {
      const models = modelsById(state.view);
      const from = Object.fromEntries(decision.subjects.map((one) => [one, { point: whereabouts(decision, draft, one, models), way: decision.kind === "paths" ? draft.ways[one] || [] : [] }]).filter(([, { point }]) => point));
      setDraft(shifted(decision, draft, from, 0, 0, by, false));
    },
    suggest: async () => {
      const found = await link.current.ask({ type: "propose", version: state.version, count: 1 + Math.floor(Math.random() * 12) }).catch(setProblem);
      if (!found) return undefined;
      const answer = found.answers[found.answers.length - 1];
      const places = (values) => values.map((value) => decision.among.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(value)));
      if (decision.kind === "allocate") return setDraft({ ...draft, shares: answer });
      if (decision.kind === "choose_some") return setDraft({ ...draft, chosen: places(answer) });
      return setDraft(decision.kind === "paths" ? { ...draft, ways: Object.fromEntries(answer) } : { ...draft, places: Object.fromEntries(answer) });
    },
    showIdeas: async () => {
      const found = await link.current.ask({ type: "propose", version: state.version, count: 16 }).catch(setProblem);
      if (found) setIdeas(found.answers);
    },
  };

  useLayoutEffect(() => {
    const press = (event) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || document.querySelector("dialog[open]")) return;
      if (event.key === "Escape") {
        setPopover(null);
        setFocus(null);
      } else if (event.key === "r" || event.key === "R") setTools((old) => ({ ...old, ruler: !old.ruler }));
      else if ((event.key === "u" || event.key === "U") && state && state.undo.can && !state.undo.wish) undo("ask");
      else if (mine && !busy && step === undefined) {
        const plain = decision.among && decision.among.filter((option) => !option.passes);
        if (decision.kind === "choose_one" && /^[1-9]$/.test(event.key) && plain[event.key - 1]) send(plain[event.key - 1].value);
        else if (decision.kind === "choose_one" && /^[pP]$/.test(event.key)) {
          const pass = decision.among.find((option) => option.passes === "once");
          if (pass) send(pass.value);
        } else if (decision.kind === "confirm" && /^[yYnN]$/.test(event.key)) send(/[yY]/.test(event.key));
        else if (event.key === "Enter" && !/^(BUTTON|A|SUMMARY)$/.test(target.tagName) && decision.kind !== "choose_one" && decision.kind !== "confirm") {
          if (!(verdict && !verdict.legal)) send(answerOf(decision, draft));
        } else return;
      } else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });

  if (gone)
    return html`<${Bar} speak=${speak} go=${go} /><main class="lobby"><p class="problem" role="alert">${gone}</p><a class="button" href="/">${t("To the books")}</a></main>`;
  if (!state) return html`<${Bar} speak=${speak} go=${go} /><main class="lobby"><p class="loading"><span class="spinner"></span>${up ? t("Sitting down…") : t("The server cannot be reached. Trying again.")}</p></main>`;

  const past = step !== undefined;
  const view = past && step ? step.view : state.view;
  const asked = past ? null : decision;
  const rolled = [...log].reverse().find((entry) => entry.dice);
  const wish = state.undo.wish;
  const board = view.table
    ? html`<${Field} view=${view} you=${state.you} decision=${asked} draft=${draft} setDraft=${setDraft} verdict=${verdict} reach=${reach} ideas=${ideas} picks=${picks} focus=${focus} onPick=${pick} onFocus=${setFocus} tools=${tools} />`
    : view.zones
      ? html`<${Zones} view=${view} you=${state.you} decision=${asked} draft=${draft} picks=${picks} focus=${focus} onPick=${pick} onFocus=${setFocus} />`
      : html`<pre class="raw">${JSON.stringify(view, null, 1)}</pre>`;

  return html`<${RuleContext.Provider} value=${{ open: setRule }}>
    <div class=${`game ${mine ? "mine" : ""} tab-${tab}`}>
      <${Bar} speak=${speak} go=${go} title=${state.book.title}>
        <${Score} state=${state} view=${view} />
      <//>
      ${!up && html`<p class="banner bad" role="alert"><span class="spinner"></span>${t("The connection is lost. It comes back by itself; nothing accepted is lost.")}</p>`}
      ${wish && html`<div class="banner" role="alert">${wish.mine
        ? html`${t("You asked to take your last decision back.")} <button onclick=${() => undo("withdraw")}>${t("Never mind")}</button>`
        : html`${t("{name} would like to take a decision back.", { name: state.seats[wish.by].name })} ${wish.asks_you && html`<button class="primary" onclick=${() => undo("agree")}>${t("Agree")}</button><button onclick=${() => undo("decline")}>${t("Decline")}</button>`}`}</div>`}
      <main class="table" aria-label=${t("Table")}>
        ${board}
        ${view.table && html`<div class="board-tools" role="group" aria-label=${t("Tools")}>
          <button class=${tools.ruler ? "on" : ""} aria-pressed=${tools.ruler} onclick=${() => setTools({ ...tools, ruler: !tools.ruler })}>${t("Ruler")} <kbd aria-hidden="true">R</kbd></button>
          ${(view.rings || []).length > 0 && html`<button class=${tools.rings ? "on" : ""} aria-pressed=${tools.rings} onclick=${() => setTools({ ...tools, rings: !tools.rings })}>${t("Rings")}</button>`}
        </div>`}
        ${!past && html`<${DiceTray} roll=${rolled && { ...rolled, key: `${rolled.version} ${log.indexOf(rolled)}` }} />`}
        ${past && html`<${Steps} game=${id} secret=${secret} last=${state.steps} step=${step} setStep=${(found) => setStep(found === null ? undefined : { ...found, view: normal(found.view) })} />`}
        ${focus && find(view, focus) && html`<${Details} view=${view} id=${focus} close=${() => setFocus(null)} />`}
      </main>
      <nav class="tabs"><button aria-pressed=${tab === "decision"} onclick=${() => setTab("decision")}>${t("Decision")}</button><button aria-pressed=${tab === "log"} onclick=${() => setTab("log")}>${t("Log")}</button></nav>
      <div class="aside">
        <${DecisionPanel} state=${state} draft=${draft} setDraft=${setDraft} verdict=${verdict} problem=${problem} send=${send} hover=${hover} openTools=${openTools} busy=${busy} />
        <div class="actions" role="group" aria-label=${t("The game")}>
          ${state.you !== null && html`<button disabled=${!state.undo.can || Boolean(wish)} onclick=${() => undo("ask")}>↶ ${t("Take back")} <kbd aria-hidden="true">U</kbd></button>`}
          <button aria-pressed=${past} onclick=${() => setStep(past ? undefined : null)}>${t("Step through")}</button>
          <a class="button" href=${`/api/games/${id}/record`} onclick=${(event) => download(event, id, secret, state, setProblem)}>${t("Record")}</a>
          <${CopyLink} address=${`/g/${id}`} words=${t("Link to watch")} />
        </div>
        <${Log} entries=${log} />
      </div>
      ${popover && html`<${Popover} popover=${popover} decision=${decision} view=${view} send=${send} close=${() => setPopover(null)} />`}
      <${RuleDialog} book=${state.book.name} rule=${rule} close=${() => setRule("")} />
    </div>
  <//>`;
}

async function download(event, id, secret, state, setProblem) {
  event.preventDefault();
  const answer = await fetch(`/api/games/${id}/record`, { headers: secret ? { Authorization: `Bearer ${secret}`, "Accept-Language": state.language } : {} });
  if (!answer.ok) {
    setProblem({ refusals: [], ...(await answer.json()) });
    return;
  }
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(await answer.blob());
  anchor.download = `${state.book.name}-${id}.jsonl`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 5000);
}
