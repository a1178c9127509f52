import { drafts } from "./drafts.js";

/** The policy editor: line numbers beside the text, and a problem's place as a link into it. */
export function editor() {
  const text = document.querySelector("textarea[data-editor]");
  if (!text) return;
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
  drafts(text);
  number();
}
