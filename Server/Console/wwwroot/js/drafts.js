/** Keeps a text that was typed and not published, in this tab: leaving asks first, and coming back offers it again. */
export function drafts(text) {
  const key = `draft:${location.pathname}`;
  const stored = "unsaved" in text.dataset ? null : text.value;
  const form = text.closest("form");
  let leaving = false;
  offer(text, key, stored);
  text.addEventListener("input", () => {
    if (text.value === stored) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text.value);
  });
  form.addEventListener("submit", ({ submitter }) => {
    leaving = true;
    if (submitter?.value === "publish" || submitter?.value === "stage") sessionStorage.removeItem(key);
  });
  addEventListener("beforeunload", (event) => {
    if (!leaving && text.value !== stored) event.preventDefault();
  });
}

function offer(text, key, stored) {
  const draft = sessionStorage.getItem(key);
  if (draft === null || draft === text.value || stored === null) return;
  const notice = document.createElement("div");
  notice.className = "notice notice-info";
  notice.setAttribute("role", "status");
  const body = document.createElement("p");
  body.className = "notice-body";
  body.textContent = "This tab has a text that you typed here and did not publish.";
  notice.append(body, button("Restore it", () => {
    text.value = draft;
    text.dispatchEvent(new Event("input", { bubbles: true }));
    notice.remove();
  }), button("Discard it", () => {
    sessionStorage.removeItem(key);
    notice.remove();
  }));
  text.closest("section").prepend(notice);
}

function button(word, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = word;
  made.addEventListener("click", action);
  return made;
}
