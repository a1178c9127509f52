const units = [[60, 1, "s"], [3600, 60, "min"], [172800, 3600, "h"], [Infinity, 86400, "d"]];

/** Keeps ages true while the page stays open, and puts the viewer's own time beside UTC. */
export function ages() {
  const update = () => document.querySelectorAll("time[data-age]").forEach(show);
  update();
  setInterval(update, 1000);
}

function show(time) {
  const at = new Date(time.dateTime);
  const seconds = (Date.now() - at) / 1000;
  if (seconds < -5) return;
  const age = Math.max(0, seconds);
  const [, size, unit] = units.find(([limit]) => age < limit);
  const ago = time.dataset.age === "ago";
  const text = ago && age < 2 ? "just now" : `${Math.floor(age / size)} ${unit}${ago ? " ago" : ""}`;
  if (time.textContent !== text) time.textContent = text;
  if (time.dataset.local) return;
  time.dataset.local = "1";
  time.title = `${at.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "long" })} · ${time.title}`;
}
