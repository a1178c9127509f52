import { announce } from "./announce.js";
import { failures, reason, triesAgain } from "./late.js";
import { signInAgain } from "./sign-in-again.js";

/** Parts that refresh by themselves: never under a person's hands, never with a sign-in page, and not silently when they stop. */
export function live() {
  let lastHeard = Date.now();
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target } = event.detail;
    if (new URL(xhr.responseURL).pathname === "/sign-in") {
      event.detail.shouldSwap = false;
      signInAgain();
    } else if (busy(target)) {
      event.detail.shouldSwap = false;
      target.dispatchEvent(new Event("live:held", { bubbles: true }));
    } else {
      remember(target);
    }
  });
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target } = event.detail;
    if (busy(target)) {
      event.detail.shouldSwap = false;
      target.dispatchEvent(new Event("live:held", { bubbles: true }));
    } else {
      remember(target);
    }
  });
  document.body.addEventListener("htmx:afterSwap", restore);
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    lastHeard = Date.now();
    document.getElementById("stale")?.remove();
  });
  for (const failed of failures) {
    document.body.addEventListener(failed, ({ detail: { elt, xhr } }) => {
      if (triesAgain(elt)) return;
      stale(lastHeard, xhr);
      elt.dispatchEvent(new Event("live:held", { bubbles: true }));
    });
  }
  news(false);
  document.body.addEventListener("htmx:afterSettle", () => news(true));
}

const told = new Map();

/** What a part of a page has to say when it changed: only that, not every figure in it. */
function news(aloud) {
  document.querySelectorAll("[data-announce]").forEach(({ id, dataset }) => {
    if (aloud && told.get(id) !== dataset.announce) announce(dataset.announce);
    told.set(id, dataset.announce);
  });
}

/** What a swap would take from a person: typed text, or a selection. */
function busy(target) {
  const selected = getSelection();
  return (target.contains(document.activeElement) && document.activeElement.matches("input, select, textarea"))
    || (!selected.isCollapsed && target.contains(selected.anchorNode));
}

let opened = [];
let focused = null;

/** What the swaps of one answer must not close, or lose the keyboard's place at. */
function remember(target) {
  opened.push(...[...target.querySelectorAll("details[open]")].map((one) => place(one, "details")));
  if (target.contains(document.activeElement)) focused = place(document.activeElement, document.activeElement.localName);
}

function restore() {
  for (const at of opened) {
    const one = find(at, "details");
    if (one) one.open = true;
  }
  if (focused && document.activeElement === document.body) find(focused, focused.kind)?.focus({ preventScroll: true });
  [opened, focused] = [[], null];
}

/** An element by its words, figures aside, and by its number among those of the same words. */
function place(element, kind) {
  const words = wordsOf(element);
  return { kind, words, number: [...document.querySelectorAll(kind)].filter((one) => wordsOf(one) === words).indexOf(element) };
}

function find({ words, number }, kind) {
  return [...document.querySelectorAll(kind)].filter((one) => wordsOf(one) === words)[number];
}

function wordsOf(element) {
  return (element.querySelector(":scope > summary") ?? element).textContent.replace(/[\d\s]+/g, " ").trim();
}

function stale(since, xhr) {
  if (document.getElementById("stale")) return;
  const text = `${reason(xhr)} What you see is from ${new Date(since).toLocaleTimeString()}.`;
  const notice = document.createElement("div");
  notice.id = "stale";
  notice.className = "notice notice-warn";
  notice.textContent = text;
  document.getElementById("page").prepend(notice);
  announce(text);
}
