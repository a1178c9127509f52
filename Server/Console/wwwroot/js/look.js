/** Switches theme and density without a round trip; the forms do the same without script. */
export function look() {
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-look]");
    if (!form) return;
    event.preventDefault();
    const { look: name, values } = form.dataset;
    const [first, second] = values.split(" ");
    const root = document.documentElement;
    root.dataset[name] = (root.dataset[name] || unchosen[name]()) === first ? second : first;
    document.cookie = `__Host-iwtune-${name}=${root.dataset[name]}; path=/; max-age=31536000; samesite=lax; secure`;
  });
}

const unchosen = {
  theme: () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"),
  density: () => "comfortable",
};
