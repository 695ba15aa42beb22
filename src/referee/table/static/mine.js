// The games this browser knows keys to. Kept here only; the server knows no accounts.
const KEY = "games";
const MOST = 40;

export function myGames() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || [];
  } catch {
    return [];
  }
}

export function keepGame(game) {
  const others = myGames().filter((one) => one.id !== game.id);
  localStorage.setItem(KEY, JSON.stringify([game, ...others].slice(0, MOST)));
}

export function dropGame(id) {
  localStorage.setItem(KEY, JSON.stringify(myGames().filter((one) => one.id !== id)));
}

export const gameOf = (id) => myGames().find((one) => one.id === id);
