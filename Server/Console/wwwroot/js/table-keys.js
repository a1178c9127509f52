/** j and k move between rows, x selects, Enter opens (it is a link), / goes to the search. A click on a row opens it. */
export function tableKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "/") {
      const search = document.querySelector('[data-key="/"]');
      if (search) { event.preventDefault(); search.focus(); search.select(); }
      return;
    }
    const table = document.querySelector("table[data-keys]");
    if (!table) return;
    if (event.key === "j" || event.key === "k") move(table, event.key === "j" ? 1 : -1, event);
    else if (event.key === "x") toggle(event);
  });
  for (const type of ["click", "auxclick"]) document.addEventListener(type, open);
}

/** True where keys are text. */
export function typing(element) {
  return element.closest("input:not([type=checkbox]), textarea, select, dialog, [contenteditable]");
}

function move(table, by, event) {
  const rows = [...table.tBodies[0].rows].filter((row) => row.querySelector(".row-link"));
  if (rows.length === 0) return;
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
  event.preventDefault();
  rows[next].querySelector(".row-link").focus();
  rows[next].scrollIntoView({ block: "nearest" });
}

function toggle(event) {
  const box = document.activeElement?.closest("tr")?.querySelector("input[type=checkbox]");
  if (!box) return;
  event.preventDefault();
  box.click();
}

function open(event) {
  const row = event.target.closest("table[data-keys] tbody tr");
  if (!row || event.target.closest("a, button, input, label, summary") || String(getSelection()) !== "") return;
  const link = row.querySelector(".row-link");
  if (!link) return;
  if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href, "_blank", "noopener");
  else if (event.button === 0) link.click();
}
