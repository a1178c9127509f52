import { tokensOf } from "./yaml-tokens.js";
import { placeReader } from "./yaml-place.js";
import { policyWords } from "./policy-words.js";

/** A copy of the editor's text in colours behind it, in which each letter has the place that it has in the text. */
export function colours(text) {
  const copy = document.createElement("pre");
  copy.className = "editor-colours";
  copy.ariaHidden = "true";
  const moved = copy.appendChild(document.createElement("code"));
  text.before(copy);

  let words = null;
  const draw = () => {
    moved.replaceChildren(...marked(tokensOf(text.value), words).map(piece));
    follow();
  };
  // Scrolling the copy would end before the text does, where only the text has scroll bars.
  const follow = () => { moved.style.transform = `translate(${-text.scrollLeft}px, ${-text.scrollTop}px)`; };
  text.addEventListener("input", draw);
  text.addEventListener("scroll", follow);
  // A browser that goes back fills in what was typed after this ran.
  addEventListener("pageshow", draw);
  draw();
  policyWords(text.dataset.words).then((answer) => {
    words = answer;
    draw();
  });
}

/** Marks the keys that no policy has at their place. */
function marked(tokens, words) {
  if (!words) return tokens;
  const places = placeReader();
  let line = "";
  for (const token of tokens) {
    if (token.kind === "key") token.unknown = isUnknown(places.after(line + token.text), words);
    const parts = token.text.split("\n");
    parts[0] = line + parts[0];
    line = parts.pop();
    parts.forEach(places.pass);
  }
  return tokens;
}

function isUnknown(place, words) {
  const keys = words[place?.path]?.filter(({ key }) => key) ?? [];
  return keys.length > 0 && !keys.some(({ word }) => word === place.word);
}

function piece({ kind, text, unknown }) {
  if (kind === "plain") return text;
  const span = document.createElement("span");
  span.className = unknown ? "yaml-key yaml-unknown" : `yaml-${kind}`;
  span.textContent = text;
  return span;
}
