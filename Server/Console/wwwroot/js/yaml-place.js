const join = (path, key) => (path ? `${path}.${key}` : key);

/**
 * Where the caret stands in a policy: the path of the mapping, list or key around it, whether a key, a value or either may follow, and what
 * is typed of it. Null where nothing can be offered, such as within a comment or quotation marks.
 */
export function placeOf(text, caret) {
  const places = placeReader();
  const lines = text.slice(0, caret).split("\n");
  for (const line of lines.slice(0, -1)) places.pass(line);
  return places.after(lines.at(-1));
}

/** The same for many places in one reading: passes whole lines, and finds the place after a part of the next one. */
export function placeReader() {
  const blocks = [];
  const flow = [];
  return {
    pass: (line) => { readLine(line, blocks, flow); },
    after: (part) => readLine(part, [...blocks], flow.map((one) => ({ ...one }))),
  };
}

function readLine(line, blocks, flow) {
  if (flow.length > 0) return readFlow(line, "", flow);
  let column = line.search(/\S|$/);
  let rest = line.slice(column);
  if (/^(#|---|\.\.\.)/.test(rest)) return null;
  let item = false;
  for (let dash; (dash = /^-(?:\s+|$)/.exec(rest)); rest = rest.slice(dash[0].length)) {
    // The mark of a list may stand in the column of the list's own key.
    close(blocks, (at) => at.column > column || (at.column === column && at.item));
    blocks.push({ column, path: `${top(blocks)}[]`, item: true });
    column += dash[0].length;
    item = true;
  }
  if (!item) close(blocks, (at) => at.column >= column);
  const key = /^(["']?)([\w-]+)\1:(?:\s+|$)/.exec(rest);
  if (!key) {
    const flowing = /^[[{]/.test(rest);
    if (flowing) return readFlow(rest, top(blocks), flow);
    return /^[\w-]*$/.test(rest) ? { path: top(blocks), keys: true, values: item, word: rest } : null;
  }
  const path = join(top(blocks), key[2]);
  blocks.push({ column, path, item: false });
  const value = rest.slice(key[0].length);
  if (/^[[{]/.test(value)) return readFlow(value, path, flow);
  return /\s$/.test(key[0]) && /^[\w-]*$/.test(value) ? { path, keys: false, values: true, word: value } : null;
}

/** Braces and brackets, also over several lines; a comment ends at its line. */
function readFlow(line, base, flow) {
  let word = "";
  let spaced = false;
  let quote = "";
  const around = () => {
    const last = flow.at(-1);
    if (!last) return base;
    const path = last.list ? `${last.path}[]` : last.path;
    return last.key === null ? path : join(path, last.key);
  };
  const fresh = () => { word = ""; spaced = false; };
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (quote) {
      if (c === quote) quote = "";
      else word += c;
    } else if (c === "#" && (i === 0 || /\s/.test(line[i - 1]))) return null;
    else if (c === '"' || c === "'") quote = c;
    else if (c === "{" || c === "[") {
      flow.push({ path: around(), list: c === "[", key: null });
      fresh();
    } else if (c === "}" || c === "]") {
      flow.pop();
      fresh();
      if (flow.length === 0) return null;
    } else if (c === ",") {
      flow.at(-1).key = null;
      fresh();
    } else if (c === ":" && (i + 1 === line.length || /[\s"'{[]/.test(line[i + 1]))) {
      if (i + 1 < line.length) flow.at(-1).key = word;
      else return null;
      fresh();
    } else if (/\s/.test(c)) spaced ||= word !== "";
    else word += c;
  }
  if (quote || spaced || !/^[\w-]*$/.test(word)) return null;
  const { list, key } = flow.at(-1);
  return { path: around(), keys: key === null, values: key !== null || list, word };
}

function top(blocks) {
  return blocks.at(-1)?.path ?? "";
}

function close(blocks, ended) {
  while (blocks.length > 0 && ended(blocks.at(-1))) blocks.pop();
}
