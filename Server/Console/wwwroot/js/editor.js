import { colours } from "./colours.js";
import { completion } from "./completion.js";
import { drafts } from "./drafts.js";

/** The policy editor, as text or as a form. */
export function editor() {
  const text = document.querySelector("textarea[data-editor]");
  if (text) asText(text);
  const pane = document.querySelector("[data-policy-form]");
  if (pane) asForm(pane);
}

/** Line numbers beside the text, and a problem's place as a link into it. */
function asText(text) {
  const gutter = document.querySelector("[data-gutter]");
  const number = () => {
    if (!gutter) return;
    const bad = new Set((document.getElementById("problems")?.dataset.lines ?? "").split(",").filter(Boolean).map(Number));
    const lines = text.value.split("\n").length;
    gutter.replaceChildren(...Array.from({ length: lines }, (_, i) => {
      const line = document.createElement("span");
      line.textContent = i + 1;
      if (bad.has(i + 1)) line.className = "gutter-bad";
      return line;
    }));
  };
  text.addEventListener("input", number);
  document.body.addEventListener("htmx:afterSettle", number);
  text.addEventListener("scroll", () => { if (gutter) gutter.scrollTop = text.scrollTop; });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-goto]");
    if (!link) return;
    event.preventDefault();
    const [line, column] = link.dataset.goto.split(":").map(Number);
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0) + Math.max(0, column - 1);
    const word = /^\S+/.exec(text.value.slice(start))?.[0].length ?? 0;
    text.focus();
    text.setSelectionRange(start, start + word);
    text.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(text).lineHeight));
  });
  const keep = drafts({
    form: text.closest("form"),
    unsaved: "unsaved" in text.dataset,
    read: () => text.value,
    restore: (draft) => {
      text.value = draft;
      text.dispatchEvent(new Event("input", { bubbles: true }));
    },
    place: text.closest("section"),
  });
  text.addEventListener("input", keep);
  completion(text);
  colours(text);
  number();
  document.querySelector("[data-goto-now]")?.click();
}

/** The server makes the text of a form; until it has, leaving asks as well. */
function asForm(pane) {
  let typed = false;
  const keep = drafts({
    form: pane.closest("form"),
    unsaved: "unsaved" in pane.dataset,
    read: () => document.getElementById("result").textContent,
    pending: () => typed,
  });
  pane.addEventListener("input", () => { typed = true; });
  document.body.addEventListener("htmx:afterSettle", () => {
    typed = false;
    keep();
  });
}
