import { placeOf } from "./yaml-place.js";
import { policyWords } from "./policy-words.js";
import { announce } from "./announce.js";

/** Keys and values of a policy in a small list at the caret: while typing, or asked for with Ctrl+Space. */
export function completion(text) {
  const list = document.createElement("ul");
  list.id = "words";
  list.className = "words";
  list.hidden = true;
  for (const [name, value] of Object.entries({ role: "listbox", "aria-label": "Keys and values" })) list.setAttribute(name, value);
  text.closest("section").append(list);
  const told = { "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-controls": list.id };
  for (const [name, value] of Object.entries(told)) text.setAttribute(name, value);

  let words;
  let place;
  const show = async (asked) => {
    words ??= await policyWords(text.dataset.words);
    place = text.selectionStart === text.selectionEnd ? placeOf(text.value, text.selectionStart) : null;
    const found = place && document.activeElement === text ? matching(words?.[place.path] ?? [], place, text) : [];
    const whole = found.some(({ word }) => word === place.word);
    if (found.length === 0 || (!asked && (place.word === "" || whole))) return hide();
    list.replaceChildren(...found.map(option));
    list.hidden = false;
    put(list, text, place.word);
    choose(0);
    if (asked) announce(`${found.length} ${found.length === 1 ? "word" : "words"}`);
  };
  const hide = () => {
    list.hidden = true;
    text.removeAttribute("aria-activedescendant");
  };
  const chosen = () => [...list.children].findIndex((item) => item.ariaSelected === "true");
  const choose = (index) => {
    const items = [...list.children];
    const at = (index + items.length) % items.length;
    items.forEach((item, i) => { item.ariaSelected = String(i === at); });
    items[at].scrollIntoView({ block: "nearest" });
    text.setAttribute("aria-activedescendant", items[at].id);
  };
  const take = (item) => {
    const end = text.selectionStart;
    hide();
    text.setSelectionRange(end - place.word.length, end);
    write(text, item.dataset.text);
  };

  text.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      show(true);
    } else if (!list.hidden && !event.isComposing) {
      const act = {
        ArrowDown: () => choose(chosen() + 1),
        ArrowUp: () => choose(chosen() - 1),
        Enter: () => take(list.children[chosen()]),
        Escape: hide,
      }[event.key];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  });
  text.addEventListener("input", ({ inputType }) => {
    if (inputType === "insertText" || (!list.hidden && inputType?.startsWith("delete"))) show(false);
    else hide();
  });
  text.addEventListener("keyup", ({ key }) => { if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) hide(); });
  for (const event of ["blur", "scroll", "click"]) text.addEventListener(event, hide);
  addEventListener("scroll", hide, { passive: true });
  // The pointer must not take the focus from the text.
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const item = event.target.closest("li");
    if (item) take(item);
  });
}

/** What begins with the word; keys that the top of the policy has already are not offered again. */
function matching(all, place, text) {
  return all.filter(({ word, key }) =>
    (key ? place.keys : place.values)
    && word.startsWith(place.word)
    && !(place.path === "" && word !== place.word && new RegExp(`^${word}:`, "m").test(text.value)));
}

function option({ word, key, text }, index) {
  const item = document.createElement("li");
  item.id = `word-${index}`;
  item.setAttribute("role", "option");
  item.dataset.text = key ? `${word}: ` : word;
  const name = document.createElement("span");
  name.className = "mono";
  name.textContent = word;
  const what = document.createElement("span");
  what.className = "muted";
  what.textContent = text;
  item.append(name, what);
  return item;
}

/** Below the first character of the word, or above its line where there is no room below. */
function put(list, text, word) {
  const style = getComputedStyle(text);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const lines = text.value.slice(0, text.selectionStart - word.length).split("\n");
  const box = text.getBoundingClientRect();
  const line = parseFloat(style.lineHeight);
  const left = box.left + parseFloat(style.paddingLeft) + pen.measureText(lines.at(-1).replaceAll("\t", "  ")).width - text.scrollLeft;
  const below = box.top + parseFloat(style.paddingTop) + lines.length * line - text.scrollTop + 2;
  list.style.insetInlineStart = `${Math.max(8, Math.min(left - 8, innerWidth - list.offsetWidth - 8))}px`;
  list.style.insetBlockStart = `${below + list.offsetHeight > innerHeight ? below - line - list.offsetHeight - 4 : below}px`;
}

/** As if typed, so that it can be undone. */
function write(text, word) {
  if (document.execCommand("insertText", false, word)) return;
  text.setRangeText(word, text.selectionStart, text.selectionEnd, "end");
  text.dispatchEvent(new Event("input", { bubbles: true }));
}
