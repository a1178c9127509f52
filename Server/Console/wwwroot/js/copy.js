import { announce } from "./announce.js";

/** Buttons that copy a command. */
export function copy() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const done = await write(button.dataset.copy);
    button.classList.toggle("copied", done);
    announce(done ? "Copied" : "The browser did not allow copying");
    setTimeout(() => button.classList.remove("copied"), 1500);
  });
}

async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
