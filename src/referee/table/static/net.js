// Talking to the server: plain requests, and one WebSocket for each game that mends itself.

export class Problem extends Error {
  constructor(problem, status) {
    super(problem.message || "");
    this.code = problem.code || "";
    this.refusals = problem.refusals || [];
    this.status = status;
  }
}

export async function api(path, { method = "GET", body, secret, language = "en" } = {}) {
  const headers = { "Accept-Language": language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (secret) headers.Authorization = `Bearer ${secret}`;
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(said, answer.status);
  return said;
}

export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

// What is said and not yet acknowledged is said again after a reconnect, under the same key: it is taken once.
export class Link {
  constructor(game, secret, language, hear) {
    Object.assign(this, { game, secret, language, hear });
    this.waiting = new Map();
    this.delay = 250;
    this.closed = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.delay = 250;
      this.send({ type: "hello", secret: this.secret || "", language: this.language });
      for (const { message } of this.waiting.values()) if (message.key) this.send(message);
      this.hear({ type: "link", up: true });
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.socket !== socket || this.closed) return;
      this.hear({ type: "link", up: false, code: event.code });
      for (const [ref, { message, no }] of this.waiting) {
        if (!message.key) {
          this.waiting.delete(ref);
          no(new Problem({ code: "offline" }));
        }
      }
      if (event.code === 4404) return;
      this.timer = setTimeout(() => this.open(), this.delay);
      this.delay = Math.min(this.delay * 1.7, 4000);
    };
  }

  take(message) {
    if (message.type === "state") {
      if (message.change) message.view = changed(this.view, message.change);
      this.view = message.view;
    }
    const asked = message.ref !== undefined && this.waiting.get(message.ref);
    if (asked) {
      this.waiting.delete(message.ref);
      if (message.type === "problem") asked.no(new Problem(message));
      else asked.yes(message);
    } else this.hear(message);
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  ask(message) {
    const ref = newKey();
    const whole = { ...message, ref };
    return new Promise((yes, no) => {
      this.waiting.set(ref, { message: whole, yes, no });
      if (this.socket.readyState === WebSocket.OPEN) this.send(whole);
      else if (!whole.key) {
        this.waiting.delete(ref);
        no(new Problem({ code: "offline" }));
      }
    });
  }

  answer(version, answer) {
    return this.ask({ type: "answer", version, answer, key: newKey() });
  }

  speak(language) {
    this.language = language;
    this.send({ type: "language", language });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}

// The view as it is now, from the one that was known and what has changed in it.
export function changed(view, { keys, lists, gone }) {
  const now = { ...view, ...keys };
  for (const key of gone) delete now[key];
  for (const [key, { ids, changed: news }] of Object.entries(lists)) {
    const known = new Map([...view[key], ...news].map((one) => [String(one.id), one]));
    now[key] = ids.map((id) => known.get(id));
  }
  return now;
}
