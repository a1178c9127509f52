import { typing } from "./table-keys.js";

const keys = [
  ["Ctrl+K", "Find anything"],
  ["/", "Search the hosts"],
  ["j and k", "Next and previous row"],
  ["Enter", "Open the row"],
  ["x", "Select the row"],
  ["Esc", "Close a dialog"],
  ["?", "This list"],
];

/** ? lists the keys. */
export function shortcuts() {
  let dialog;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || typing(event.target) || !document.querySelector("[data-palette]")) return;
    event.preventDefault();
    dialog ??= build();
    if (!dialog.open) dialog.showModal();
  });
}

function build() {
  const dialog = document.createElement("dialog");
  dialog.className = "shortcuts";
  dialog.setAttribute("aria-labelledby", "shortcuts");
  const head = document.createElement("h2");
  head.id = "shortcuts";
  head.textContent = "Keys";
  const list = document.createElement("dl");
  list.className = "kv";
  for (const [key, what] of keys) {
    const [row, term, meaning, name] = ["div", "dt", "dd", "kbd"].map((tag) => document.createElement(tag));
    name.textContent = key;
    meaning.textContent = what;
    term.append(name);
    row.append(term, meaning);
    list.append(row);
  }
  const close = document.createElement("button");
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  dialog.append(head, list, close);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return dialog;
}
