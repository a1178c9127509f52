/**
 * Keeps a text that was typed and not published, in this tab: leaving asks first, and coming back offers it again.
 * Returns what to call when the text changed.
 */
export function drafts({ form, unsaved, read, pending = () => false, restore, place }) {
  const key = `draft:${location.pathname}`;
  const stored = unsaved ? null : read();
  let leaving = false;
  const keep = () => {
    if (read() === stored) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, read());
  };
  // A publication that the server refused had removed it.
  if (unsaved) keep();
  else if (restore) offer({ key, read, restore, place });
  form.addEventListener("submit", ({ submitter }) => {
    leaving = true;
    if (submitter?.value === "publish" || submitter?.value === "stage") sessionStorage.removeItem(key);
  });
  addEventListener("pageshow", () => { leaving = false; });
  addEventListener("beforeunload", (event) => {
    if (!leaving && (pending() || read() !== stored)) event.preventDefault();
  });
  return keep;
}

function offer({ key, read, restore, place }) {
  const draft = sessionStorage.getItem(key);
  if (draft === null || draft === read()) return;
  const notice = document.createElement("div");
  notice.className = "notice notice-info";
  notice.setAttribute("role", "status");
  const body = document.createElement("p");
  body.className = "notice-body";
  body.textContent = "This tab has a text that you typed here and did not publish.";
  notice.append(body, button("Restore it", () => {
    restore(draft);
    notice.remove();
  }), button("Discard it", () => {
    sessionStorage.removeItem(key);
    notice.remove();
  }));
  place.prepend(notice);
}

function button(word, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = word;
  made.addEventListener("click", action);
  return made;
}
