// The bar at the top: where one is, the language, dark or light.
import { html, useState } from "./view.js";
import { LANGUAGES, useWords } from "./words.js";

export function Bar({ speak, go, children, title }) {
  const { t, language } = useWords();
  const [theme, setTheme] = useState(localStorage.getItem("theme") || "");
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const flip = () => {
    const next = dark ? "light" : "dark";
    localStorage.setItem("theme", next);
    document.documentElement.dataset.theme = next;
    setTheme(next);
  };
  return html`<header class="bar">
    <a class="home" href="/" onclick=${(event) => { event.preventDefault(); go("/"); }}><img src="/static/icon.svg" alt="" width="26" height="26" /><span>Referee</span></a>
    ${title && html`<h1>${title}</h1>`}
    ${children}
    <span class="space"></span>
    <select aria-label=${t("Language")} value=${language} onchange=${(event) => speak(event.target.value)}>
      ${Object.entries(LANGUAGES).map(([code, name]) => html`<option value=${code} lang=${code} selected=${code === language}>${name}</option>`)}
    </select>
    <button class="icon" title=${dark ? t("Light") : t("Dark")} aria-label=${dark ? t("Light") : t("Dark")} onclick=${flip}>${dark ? "☀" : "☾"}</button>
  </header>`;
}
