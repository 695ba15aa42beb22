// Before the game: the books that are here, one click from play; a game made to measure; the games one has keys to.
import { html, useEffect, useState } from "./view.js";
import { Bar } from "./bar.js";
import { Maker } from "./maker.js";
import { dropGame, keepGame, myGames } from "./mine.js";
import { api } from "./net.js";
import { useWords } from "./words.js";

export function Lobby({ book, speak, go }) {
  const { t, language } = useWords();
  const [books, setBooks] = useState(null);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState("");
  const [games, setGames] = useState(myGames());
  useEffect(() => {
    api(`/api/books?language=${language}`).then(setBooks, (problem) => setWrong(problem.message || t("The server cannot be reached. Trying again.")));
    document.title = "Referee";
  }, [language]);

  const playNow = async (chosen, watching) => {
    setBusy(chosen.name);
    setWrong("");
    try {
      const me = watching ? null : t("You");
      const bot = () => ({ name: t("Bot"), bot: chosen.bots[0] });
      const made = await api("/api/games", {
        method: "POST", language,
        body: { book: chosen.name, seats: chosen.seats.map((seat, at) => (watching ? { ...bot(), name: `${t("Bot")} ${at + 1}` } : at ? bot() : { name: me })) },
      });
      const seats = watching ? [{ seat: null, name: t("Watching"), secret: "" }] : made.seats;
      keepGame({ id: made.id, title: chosen.title, seats, at: Date.now() });
      go(`/g/${made.id}${watching ? "" : `#${made.seats[0].secret}`}`);
    } catch (problem) {
      setWrong(problem.message || t("The server cannot be reached. Trying again."));
    }
    setBusy("");
  };

  const chosen = books && books.find((one) => one.name === book);
  return html`<${Bar} speak=${speak} go=${go} />
    <main class="lobby">
      ${wrong && html`<p class="problem" role="alert">${wrong}</p>`}
      ${chosen
        ? html`<${Maker} key=${chosen.name} book=${chosen} go=${go} />`
        : html`
          <section class="welcome">
            <h1>${t("Play, and let the referee know the rules.")}</h1>
            <p>${t("It shows what is legal before you try, says why something is not and under which rule, and keeps a record.")}</p>
          </section>
          <h2>${t("Books")}</h2>
          <ul class="books">${(books || []).map((one) => html`<li key=${one.name} class="book">
            <div class=${`cover cover-${one.name}`} aria-hidden="true">${one.title.slice(0, 1)}</div>
            <div class="about"><h3>${one.title}</h3><p>${one.edition}</p></div>
            <div class="ways">
              ${one.has_samples || !one.takes_lists
                ? html`<button class="primary" disabled=${Boolean(busy)} onclick=${() => playNow(one)}>${busy === one.name ? t("Setting up…") : t("Play now against a bot")}</button>`
                : null}
              ${one.has_samples || !one.takes_lists ? html`<button disabled=${Boolean(busy)} onclick=${() => playNow(one, true)}>${t("Watch two bots")}</button>` : null}
              <a class="button" href=${`/new/${one.name}`} onclick=${(event) => { event.preventDefault(); go(`/new/${one.name}`); }}>${t("Set up a game")}</a>
            </div>
          </li>`)}</ul>
          ${books && !books.length && html`<p>${t("No book is here.")}</p>`}
          ${games.length > 0 && html`<h2>${t("Your games")}</h2>
            <ul class="games">${games.map((one) => html`<li key=${one.id}>
              <span>${one.title}</span><time>${new Date(one.at).toLocaleString(language)}</time>
              ${one.seats.filter((seat) => seat.secret || seat.seat === null).map((seat) => html`<a class="button" href=${`/g/${one.id}${seat.secret ? `#${seat.secret}` : ""}`} onclick=${(event) => { event.preventDefault(); go(event.currentTarget.getAttribute("href")); }}>${seat.name}</a>`)}
              <button class="quiet" aria-label=${t("Forget this game")} title=${t("Forget this game")} onclick=${() => { dropGame(one.id); setGames(myGames()); }}>✕</button>
            </li>`)}</ul>`}
        `}
    </main>`;
}
