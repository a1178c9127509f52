// The patterns of YamlTokens.cs, which does the same on the server; a test compares them.
const common = String.raw`(?<blank>[ \t\r\n]+)|(?<comment>#[^\n]*)|(?<mark>[{}[\],]|:(?!:)|(?:---|\.\.\.|-)(?=[ \t\r\n]|$))`
  + String.raw`|(?<quoted>"(?:[^"\\\n]|\\[^\n])*["\\]?|'(?:[^'\n]|'')*'?)`;
// Within braces and brackets a comma ends a value, and a colon before a comma or bracket is the mark of a key.
const blockValue = String.raw`|(?<value>(?:[^ \t\r\n:]|:(?![ \t\r\n]|$)|[ \t]+(?![ \t\r\n#]|:(?:[ \t\r\n]|$)|$))+)`;
const flowValue =
  String.raw`|(?<value>(?:[^ \t\r\n:,[\]{}]|:(?![ \t\r\n,[\]{}]|$)|[ \t]+(?![ \t\r\n#,[\]{}]|:(?:[ \t\r\n,[\]{}]|$)|$))+)`;
const inBlock = new RegExp(common + blockValue, "y");
const inFlow = new RegExp(common + flowValue, "y");
const keyMark = /[ \t]*:/y;
const number = /^[-+]?[0-9]+(?:\.[0-9]+)?(?:ms|[smhd%])?$/;
// The line that opens a text of several lines (YAML 1.2.2, 8.1), and each line of it.
const opening = /[|>][-+0-9]*[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const line = /(?<indent>[ \t]*)(?<rest>[^\n]*)(?:\n|$)/y;
const indent = /[ \t]*(?:-[ \t]+)*/y;

/**
 * The pieces of a policy's text in order, which together are the text: plain, key, text, number or comment. A quotation ends at its line at
 * the latest, so that an open quotation mark does not colour all that follows.
 */
export function tokensOf(text) {
  const tokens = [];
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const opened = depth === 0 && match(opening, text, at);
    if (opened) {
      const body = at + opened[0].length;
      const end = bodyEnd(text, body, match(indent, text, text.lastIndexOf("\n", at) + 1)[0].length);
      add(tokens, "plain", text.slice(at, body));
      add(tokens, "text", text.slice(body, end));
      at = end;
      continue;
    }
    const found = match(depth === 0 ? inBlock : inFlow, text, at);
    if ("{[".includes(found[0])) depth++;
    else if ("}]".includes(found[0])) depth = Math.max(0, depth - 1);
    at += found[0].length;
    add(tokens, kindOf(found, text, at), found[0]);
  }
  return tokens;
}

function kindOf({ 0: found, groups }, text, end) {
  if (groups.blank || groups.mark) return "plain";
  if (groups.comment) return "comment";
  if (match(keyMark, text, end)) return "key";
  return groups.value && number.test(found) ? "number" : "text";
}

/** Its lines are empty or further in than the key. */
function bodyEnd(text, at, least) {
  while (at < text.length) {
    const found = match(line, text, at);
    if (found.groups.indent.length <= least && !["", "\r"].includes(found.groups.rest)) break;
    at += found[0].length;
  }
  return at;
}

function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function add(tokens, kind, text) {
  const last = tokens.at(-1);
  if (text === "") return;
  if (kind === "plain" && last?.kind === "plain") last.text += text;
  else tokens.push({ kind, text });
}
