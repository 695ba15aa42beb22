// The page's own words. The English sentence is the key; translations come from the server's catalogues.
import { createContext, useContext } from "./view.js";

export const LANGUAGES = { en: "English", hu: "magyar", ru: "русский" };
const loaded = { en: {} };

export function preferredLanguage() {
  const kept = localStorage.getItem("language");
  if (kept in LANGUAGES) return kept;
  for (const wish of navigator.languages || []) {
    const short = wish.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short;
  }
  return "en";
}

export async function loadWords(language) {
  if (!loaded[language]) {
    const answer = await fetch(`/api/words/${language}`).catch(() => null);
    if (answer && answer.ok) loaded[language] = await answer.json();
  }
  document.documentElement.lang = language;
  return loaded[language] || {};
}

export const Words = createContext({ language: "en", words: {} });

// t("{name} decides", {name: "Ann"}): the sentence in the reader's language with its places filled.
export function useWords() {
  const { language, words } = useContext(Words);
  const t = (sentence, values = {}) =>
    (words[sentence] || sentence).replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
  return { t, language };
}
