// A game made to measure: who sits where, lists, options, dice.
import { html, useState } from "./view.js";
import { CopyLink } from "./share.js";
import { keepGame } from "./mine.js";
import { api } from "./net.js";
import { useWords } from "./words.js";

export function Maker({ book, go }) {
  const { t, language } = useWords();
  const [seats, setSeats] = useState(book.seats.map((_, at) => ({ name: "", bot: at ? book.bots[0] : "", list: "", read: null })));
  const [options, setOptions] = useState({});
  const [dice, setDice] = useState("seeded");
  const [seed, setSeed] = useState("");
  const [spectators, setSpectators] = useState(true);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState(null);
  const change = (at, part) => setSeats((old) => old.map((seat, one) => (one === at ? { ...seat, ...part } : seat)));

  const look = async (at, text) => {
    change(at, { list: text, read: null });
    if (!text.trim()) return;
    try {
      change(at, { read: await api("/api/lists", { method: "POST", language, body: { book: book.name, text } }) });
    } catch (problem) {
      change(at, { read: { title: "", lines: [], faults: [problem.message || t("The server cannot be reached. Trying again.")] } });
    }
  };

  const make = async (event) => {
    event.preventDefault();
    setBusy(true);
    setWrong("");
    try {
      const answer = await api("/api/games", {
        method: "POST", language,
        body: {
          book: book.name, options, dice, seed: dice === "seeded" ? seed : "", spectators,
          seats: seats.map(({ name, bot }) => ({ name, bot })),
          lists: seats.some((seat) => seat.list.trim()) ? seats.map((seat) => seat.list.trim() || null) : [],
        },
      });
      keepGame({ id: answer.id, title: book.title, seats: answer.seats, at: Date.now() });
      const people = answer.seats.filter((seat) => seat.secret);
      if (!people.length) go(`/g/${answer.id}`);
      else if (people.length === 1) go(`/g/${answer.id}#${people[0].secret}`);
      else setMade(answer);
    } catch (problem) {
      setWrong(problem.message || t("The server cannot be reached. Trying again."));
      scrollTo(0, 0);
    }
    setBusy(false);
  };

  if (made)
    return html`<section class="made">
      <h1>${t("The table is set.")}</h1>
      <p>${t("Each link opens one seat. Send the others theirs; keep yours.")}</p>
      <ul class="games">${made.seats.filter((seat) => seat.secret).map((seat) => html`<li key=${seat.seat}><b class=${`seat${seat.seat}`}>${seat.name}</b>
        <${CopyLink} address=${`/g/${made.id}#${seat.secret}`} /><a class="button primary" href=${`/g/${made.id}#${seat.secret}`}>${t("Sit here")}</a></li>`)}</ul>
      ${spectators && html`<p>${t("To watch")}: <${CopyLink} address=${`/g/${made.id}`} /></p>`}
    </section>`;

  return html`<form class="maker" onsubmit=${make}>
    <h1>${book.title} <small>${book.edition}</small></h1>
    ${wrong && html`<p class="problem" role="alert">${wrong}</p>`}
    <div class="seats">${seats.map((seat, at) => html`<fieldset key=${at} class=${`seat${at}`}>
      <legend>${book.seats[at]}</legend>
      <label>${t("Player")}<select value=${seat.bot} onchange=${(event) => change(at, { bot: event.target.value })}>
        <option value="">${t("A person")}</option>
        ${book.bots.map((bot) => html`<option value=${bot} selected=${bot === seat.bot}>${t("Bot")}: ${bot}</option>`)}
      </select></label>
      <label>${t("Name")}<input maxlength="60" value=${seat.name} oninput=${(event) => change(at, { name: event.target.value })} placeholder=${book.seats[at]} /></label>
      ${book.takes_lists && html`
        <label>${t("Army list or deck, as exported")}<textarea rows="5" maxlength="180000" value=${seat.list} aria-invalid=${Boolean(seat.read && seat.read.faults.length)} aria-describedby=${`read-${at}`} onchange=${(event) => look(at, event.target.value)}
          placeholder=${book.has_samples ? t("Empty: the book's sample is played.") : t("Paste it here.")}></textarea></label>
        <input type="file" aria-label=${t("Upload a list")} onchange=${async (event) => event.target.files[0] && look(at, await event.target.files[0].text())} />
        ${seat.read && html`<div id=${`read-${at}`} class=${`read ${seat.read.faults.length ? "bad" : "good"}`} role="status">${!seat.read.faults.length && html`<p>✓ ${t("This list can be played.")}</p>`}<b>${seat.read.title}</b> ${seat.read.lines.join(" · ")}
          ${seat.read.faults.length > 0 && html`<ul>${seat.read.faults.map((fault) => html`<li>${fault}</li>`)}</ul>`}</div>`}`}
    </fieldset>`)}</div>
    <fieldset><legend>${t("Dice")}</legend>
      <label class="line"><input type="radio" name="dice" checked=${dice === "seeded"} onchange=${() => setDice("seeded")} />${t("Rolled by the table")}</label>
      <label class="line"><input type="radio" name="dice" checked=${dice === "by_hand"} onchange=${() => setDice("by_hand")} />${t("Real dice, typed in by the players")}</label>
      ${dice === "seeded" && html`<details><summary>${t("Choose the seed")}</summary><label>${t("The same seed gives the same dice; whoever knows it can foresee them.")}<input maxlength="80" value=${seed} oninput=${(event) => setSeed(event.target.value)} /></label></details>`}
    </fieldset>
    ${book.options.length > 0 && html`<fieldset><legend>${t("Options of the book")}</legend>${book.options.map((option) => html`<label key=${option.name}>
      <span>${option.about} ${option.rule && html`<code>${option.rule}</code>`}</span>
      ${option.values.length
        ? html`<select onchange=${(event) => setOptions({ ...options, [option.name]: event.target.value })}>${option.values.map((value) => html`<option value=${value} selected=${(options[option.name] || option.default) === value}>${value}</option>`)}</select>`
        : html`<input value=${options[option.name] ?? option.default} onchange=${(event) => setOptions({ ...options, [option.name]: event.target.value })} />`}
    </label>`)}</fieldset>`}
    <label class="line"><input type="checkbox" checked=${spectators} onchange=${() => setSpectators(!spectators)} />${t("Whoever has the game's link may watch")}</label>
    <div class="passes"><button class="primary" disabled=${busy}>${busy ? t("Setting up…") : t("Set up the table")}</button></div>
  </form>`;
}
