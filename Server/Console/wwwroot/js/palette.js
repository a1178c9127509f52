/** ⌘K or Ctrl+K: go to anything by typing a part of its name, its reason or its ticket. */
export function palette() {
  let dialog;
  const show = () => {
    dialog ??= build();
    if (dialog.open) return;
    dialog.showModal();
    dialog.querySelector("input").select();
    dialog.querySelector("input").dispatchEvent(new Event("input"));
  };
  document.addEventListener("keydown", (event) => {
    if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k" && document.querySelector("[data-palette]")) {
      event.preventDefault();
      show();
    }
  });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-palette]")) show(); });
}

function build() {
  const dialog = document.createElement("dialog");
  dialog.className = "palette";
  dialog.setAttribute("aria-label", "Find anything");
  const input = document.createElement("input");
  Object.assign(input, { type: "search", placeholder: "Page, action, host, policy, rollout or ticket", autocomplete: "off", spellcheck: false });
  for (const [name, value] of Object.entries({ role: "combobox", "aria-label": "Page, action, host, policy, rollout or ticket", "aria-expanded": "true", "aria-controls": "palette-list" })) input.setAttribute(name, value);
  const list = document.createElement("ul");
  list.id = "palette-list";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Found");
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  dialog.append(input, list, note);
  document.body.append(dialog);

  // Enter before the answer to what was typed waits for it: the list still has what an earlier text found.
  let asked = 0, answered = 0, enter = false;
  const go = () => list.querySelector("[aria-selected=true] a")?.click();
  const find = async () => {
    const mine = asked;
    const waiting = setTimeout(() => { note.textContent = "Waiting for the server…"; }, 300);
    const { found, problem } = await ask(input.value);
    clearTimeout(waiting);
    if (mine !== asked) return;
    list.replaceChildren(...(found ?? []).map(entry));
    choose(list, 0, input);
    note.textContent = problem ?? (found.length ? "" : "Nothing found.");
    answered = mine;
    if (enter) go();
    enter = false;
  };
  let timer;
  input.addEventListener("input", () => {
    asked++;
    enter = false;
    clearTimeout(timer);
    timer = setTimeout(find, 80);
  });
  input.addEventListener("keydown", (event) => {
    const at = [...list.children].findIndex((item) => item.ariaSelected === "true");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(list, at + (event.key === "ArrowDown" ? 1 : -1), input);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (answered === asked) go();
      else enter = true;
    }
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  return dialog;
}

async function ask(text) {
  try {
    const answer = await fetch(`/palette?q=${encodeURIComponent(text)}`, { headers: { accept: "application/json" } });
    if (answer.ok) return { found: await answer.json() };
    return { problem: answer.status === 429 ? "Your account made too many requests. Wait a moment." : "The server did not answer." };
  } catch {
    return { problem: "The server did not answer." };
  }
}

function entry({ title, kind, address }, index) {
  const item = document.createElement("li");
  item.id = `palette-${index}`;
  item.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = address;
  link.tabIndex = -1;
  const what = document.createElement("span");
  what.className = "kind";
  what.textContent = kind;
  link.append(title, what);
  item.append(link);
  return item;
}

function choose(list, index, input) {
  const items = [...list.children];
  const at = Math.max(0, Math.min(items.length - 1, index));
  items.forEach((item, i) => { item.ariaSelected = String(i === at); });
  items[at]?.scrollIntoView({ block: "nearest" });
  if (items[at]) input.setAttribute("aria-activedescendant", items[at].id);
  else input.removeAttribute("aria-activedescendant");
}
