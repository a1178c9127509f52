/** A disclosure used as a menu closes with Escape and when something else is clicked. */
export function menus() {
  const close = (except) => document.querySelectorAll("details.menu[open]").forEach((menu) => { if (menu !== except) menu.open = false; });
  document.addEventListener("click", (event) => close(event.target.closest("details.menu")));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = event.target.closest("details.menu[open]");
    close();
    menu?.querySelector("summary").focus();
  });
}
