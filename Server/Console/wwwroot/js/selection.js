const key = "iwtune-selection";

/** Rows stay selected from page to page of one sitting; the form then carries those that are not on this page. */
export function selection() {
  const form = document.querySelector("form[data-selection]");
  if (!form) return;
  const chosen = new Set(JSON.parse(sessionStorage.getItem(key) ?? "[]"));
  const show = () => {
    form.querySelectorAll("tbody input[type=checkbox]").forEach((box) => { box.checked = chosen.has(box.value); });
    form.querySelectorAll("[data-selected-count]").forEach((e) => { e.textContent = chosen.size; });
    form.toggleAttribute("data-any", chosen.size > 0);
    const carried = form.querySelector("[data-carried]");
    const here = new Set([...form.querySelectorAll("tbody input[type=checkbox]")].map((box) => box.value));
    carried.replaceChildren(...[...chosen].filter((id) => !here.has(id)).map(hidden));
  };
  form.addEventListener("change", (event) => {
    const boxes = event.target.matches("[data-select-all]")
      ? [...form.querySelectorAll("tbody input[type=checkbox]")].map((box) => { box.checked = event.target.checked; return box; })
      : event.target.matches("tbody input[type=checkbox]") ? [event.target] : [];
    for (const box of boxes) box.checked ? chosen.add(box.value) : chosen.delete(box.value);
    store(chosen);
    show();
  });
  form.addEventListener("click", (event) => {
    if (!event.target.closest("[data-select-none]")) return;
    chosen.clear();
    store(chosen);
    show();
  });
  document.body.addEventListener("htmx:afterSettle", show);
  show();
}

function store(chosen) {
  sessionStorage.setItem(key, JSON.stringify([...chosen]));
}

function hidden(id) {
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = "id";
  input.value = id;
  return input;
}
