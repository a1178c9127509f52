/** On paper stands the time of printing. Without script it is the time at which the server made the page. */
export function print() {
  addEventListener("beforeprint", () => {
    const now = new Date();
    const time = document.querySelector("[data-printed]");
    if (!time) return;
    time.dateTime = now.toISOString();
    // Sweden writes times as the server does.
    time.textContent = now.toLocaleString("sv-SE");
    document.querySelector("[data-printed-zone]").textContent = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  });
}
