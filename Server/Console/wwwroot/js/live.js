import { announce } from "./announce.js";

/** Parts that refresh by themselves: never under a person's hands, never with a sign-in page, and not silently when they stop. */
export function live() {
  let lastHeard = Date.now();
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target } = event.detail;
    if (new URL(xhr.responseURL).pathname === "/sign-in") {
      event.detail.shouldSwap = false;
      location.reload();
    } else if (busy(target)) {
      event.detail.shouldSwap = false;
    }
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) {
      lastHeard = Date.now();
      document.getElementById("stale")?.remove();
    } else {
      stale(lastHeard);
    }
  });
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

function busy(target) {
  const selected = getSelection();
  return target.contains(document.activeElement)
    || target.querySelector("details[open]") !== null
    || (!selected.isCollapsed && target.contains(selected.anchorNode));
}

function stale(since) {
  if (document.getElementById("stale")) return;
  const text = `The server does not answer. What you see is from ${new Date(since).toLocaleTimeString()}.`;
  const notice = document.createElement("div");
  notice.id = "stale";
  notice.className = "notice notice-warn";
  notice.textContent = text;
  document.getElementById("page").prepend(notice);
  announce(text);
}
