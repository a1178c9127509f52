/** Says something to a screen reader, politely. */
export function announce(text) {
  const region = document.getElementById("announce");
  if (region) region.textContent = text;
}
