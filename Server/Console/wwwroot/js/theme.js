/** Switches the theme without a round trip; the form does the same without script. */
export function theme() {
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-theme-switch]");
    if (!form) return;
    event.preventDefault();
    const root = document.documentElement;
    const current = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const next = current === "dark" ? "light" : "dark";
    root.dataset.theme = next;
    document.cookie = `__Host-iwtune-theme=${next}; path=/; max-age=31536000; samesite=lax; secure`;
  });
}
