import { announce } from "./announce.js";

/**
 * Parts that load after the page, or by what a person enters: while they load, assistive technology hears that they are busy; when they
 * fail, they say so and offer another try.
 */
export function late() {
  const { body } = document;
  body.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (renewsItself(detail.elt)) return;
    detail.target.setAttribute("aria-busy", "true");
    detail.target.querySelector(":scope > .late-failed")?.remove();
  });
  body.addEventListener("htmx:afterRequest", ({ detail }) => detail.target.removeAttribute("aria-busy"));
  for (const failed of failures) body.addEventListener(failed, ({ detail }) => triesAgain(detail.elt) && fail(detail));
}

/** How a request fails; one that another takes the place of does not. */
export const failures = ["htmx:responseError", "htmx:sendError", "htmx:timeout"];

/** Whether a request can be repeated by a button: parts with the trigger "retry", and links. */
export function triesAgain(element) {
  return element.matches("a[hx-get], [hx-trigger*=retry]");
}

function renewsItself(element) {
  return element.hasAttribute("data-live");
}

/** Why a request failed, as a sentence. */
export function reason(xhr) {
  if (!xhr?.status) return "The server did not answer.";
  if (xhr.status !== 429) return `The server answered with an error (${xhr.status}).`;
  return `Your account made too many requests. Wait ${xhr.getResponseHeader("Retry-After") ?? 5} s.`;
}

function fail({ elt, target, xhr }) {
  const words = reason(xhr);
  const notice = document.createElement("p");
  notice.className = "late-failed muted";
  notice.textContent = `This part did not load. ${words} `;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small-button";
  button.textContent = "Try again";
  button.addEventListener("click", () => (elt.matches("a") ? elt.click() : htmx.trigger(elt, "retry")));
  notice.append(button);
  const head = target.querySelector(":scope > .section-head");
  if (head) head.after(notice);
  else target.prepend(notice);
  announce(`This part did not load. ${words}`);
}
