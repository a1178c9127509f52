import { notifies } from "./notify.js";

/**
 * Parts that renew themselves: `data-live` names what they show (decisions, reports, host), `data-live-pace` the least seconds between two
 * renewals. The server's stream says when something was stored. While there is no stream, parts are renewed at their pace by the clock;
 * so they are for a viewer of a part of the fleet, whose pages have no mark of the store.
 */
export function stream() {
  if (!parts().length) return;
  // What was not swapped, because of what a person does or because the server did not answer, stays due.
  document.body.addEventListener("live:held", ({ target }) => [target, ...besides(target)].forEach(({ id }) => due.add(id)));
  document.addEventListener("visibilitychange", look);
  setInterval(look, 1000);
  look();
}

// A page whose stream is silent for longer than two beats of the server opens another one.
const silence = 25_000;
// A stream that was refused is asked for again after this.
const pause = 30_000;
const due = new Set();
const renewed = new Map();
let seen = document.body.dataset.liveSince;
let source = null;
let heard = 0;
let refused = 0;

const parts = () => [...document.querySelectorAll("[data-live]")];

function look() {
  // A hidden page keeps no connection, unless it is to notify: over HTTP/1.1 a browser opens six to a server, for all tabs together.
  if (document.hidden && !notifies()) return close();
  if (source?.readyState === EventSource.CLOSED) refused = Date.now();
  if (source?.readyState === EventSource.CLOSED || Date.now() - heard > silence) close();
  if (!source && seen && Date.now() - refused > pause) open();
  const streaming = source?.readyState === EventSource.OPEN;
  for (const part of parts()) {
    const since = Date.now() - renewedAt(part);
    if (since >= part.dataset.livePace * 1000 && (due.has(part.id) || !streaming)) renew(part);
  }
}

function renewedAt({ id }) {
  if (!renewed.has(id)) renewed.set(id, performance.timeOrigin);
  return renewed.get(id);
}

/** Parts of one address come with one answer. */
function renew(part) {
  const others = besides(part);
  if (others.length) part.setAttribute("hx-select-oob", others.map(({ id }) => `#${id}`).join());
  for (const { id } of [part, ...others]) {
    due.delete(id);
    renewed.set(id, Date.now());
  }
  htmx.trigger(part, "live");
}

function besides(part) {
  if (!part.hasAttribute("hx-select")) return [];
  const address = part.getAttribute("hx-get");
  return parts().filter((other) => other !== part && other.hasAttribute("hx-select") && other.getAttribute("hx-get") === address);
}

function open() {
  const asked = new URLSearchParams({ since: seen });
  const host = document.querySelector("[data-live-host]")?.dataset.liveHost;
  if (host) asked.set("host", host);
  heard = Date.now();
  source = new EventSource(`/live?${asked}`);
  source.onmessage = hear;
}

function hear({ data }) {
  heard = Date.now();
  const [now, ...changed] = data.split(" ");
  seen = now;
  for (const part of parts()) {
    if (part.dataset.live.split(" ").some((what) => changed.includes(what))) due.add(part.id);
  }
  look();
}

function close() {
  source?.close();
  source = null;
}
