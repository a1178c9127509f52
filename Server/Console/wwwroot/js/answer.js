const first = [
  "main [aria-invalid=true]", "main .problems[role=alert] a", "main .problems[role=alert]", "main .notice[role=alert]", "main .notice-warn",
].join();

/** The answer to a form begins at the top of its page: the first thing that is wrong gets the focus, and is read and in view. */
export function answer() {
  if (!("answer" in document.body.dataset) || document.activeElement !== document.body) return;
  const found = document.querySelector(first);
  if (!found) return;
  if (!found.matches("a, input, select, textarea")) found.tabIndex = -1;
  found.focus();
}
