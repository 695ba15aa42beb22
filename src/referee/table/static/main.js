// Which page, in which language, dark or light.
import { html, render, useEffect, useState } from "./view.js";
import { GameScreen } from "./game.js";
import { Lobby } from "./lobby.js";
import { Words, loadWords, preferredLanguage } from "./words.js";

function whereWeAre() {
  const [, game] = location.pathname.match(/^\/g\/([\w-]+)/) || [];
  const [, book] = location.pathname.match(/^\/new\/?([\w-]*)/) || [];
  return { game, book, secret: decodeURIComponent(location.hash.slice(1)) };
}

function Page() {
  const [place, setPlace] = useState(whereWeAre());
  const [spoken, setSpoken] = useState(null);

  const speak = async (language) => {
    localStorage.setItem("language", language);
    setSpoken({ language, words: await loadWords(language) });
  };

  useEffect(() => {
    speak(preferredLanguage());
    const moved = () => setPlace(whereWeAre());
    addEventListener("popstate", moved);
    addEventListener("hashchange", moved);
    return () => {
      removeEventListener("popstate", moved);
      removeEventListener("hashchange", moved);
    };
  }, []);

  const go = (address) => {
    history.pushState(null, "", address);
    setPlace(whereWeAre());
    scrollTo(0, 0);
  };

  if (!spoken) return null;
  return html`<${Words.Provider} value=${spoken}>
    ${place.game
      ? html`<${GameScreen} key=${`${place.game} ${place.secret}`} id=${place.game} secret=${place.secret} speak=${speak} go=${go} />`
      : html`<${Lobby} book=${place.book} speak=${speak} go=${go} />`}
  <//>`;
}

render(html`<${Page} />`, document.getElementById("page"));
