import { signInAgain } from "./sign-in-again.js";

// The server notes it at most once a minute.
const pause = 30_000;

/**
 * A session ends when its person does nothing for long. Requests that a page makes by itself say so, and a person who reads or types
 * without a request is reported.
 */
export function activity() {
  document.body.addEventListener("htmx:configRequest", ({ detail: { elt, headers } }) => {
    // A part that loads late is loaded again when a part around it renews itself.
    if (elt.matches("[data-live], [data-late]")) headers["IwTune-Renewal"] = "1";
  });
  if (!document.querySelector("[data-palette]")) return;
  let told = Date.now();
  const tell = async () => {
    if (Date.now() - told < pause) return;
    told = Date.now();
    const answer = await fetch("/api/v1/whoami").catch(() => null);
    // A click on a link leaves the page by itself.
    if (answer?.status === 401) setTimeout(signInAgain, 1_000);
  };
  for (const type of ["pointerdown", "keydown", "wheel"]) document.addEventListener(type, tell, { passive: true });
}
