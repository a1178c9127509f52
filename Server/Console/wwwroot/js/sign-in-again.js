import { keepTyped } from "./typed.js";

let leaving = false;

/**
 * The session has ended: loading the page leads to the sign-in, which says why. Once, although several parts find it at the same time: the
 * first load ends the session, and a second one would no longer learn the reason.
 */
export function signInAgain() {
  if (leaving) return;
  leaving = true;
  keepTyped();
  location.reload();
}
