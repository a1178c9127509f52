import { announce } from "./announce.js";

const key = "iwtune-notify";

/** Whether this browser shows a notification when more waits for the viewer. */
export function notifies() {
  return localStorage.getItem(key) === "on" && Notification.permission === "granted";
}

/** Notifications of the inbox: its number stands in the navigation of every page, and is renewed there. */
export function notify() {
  let before = waiting();
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-notify]");
    if (button) await toggle();
    show();
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    show();
    const now = waiting();
    if (now > before && notifies() && !document.hasFocus()) tell(now);
    before = now;
  });
  show();
}

function waiting() {
  return Number(document.getElementById("inbox-count")?.dataset.waiting ?? 0);
}

async function toggle() {
  if (notifies()) {
    localStorage.removeItem(key);
  } else if ((await Notification.requestPermission()) === "granted") {
    localStorage.setItem(key, "on");
  } else {
    announce("The browser does not allow notifications of this site");
  }
}

function show() {
  document.querySelectorAll("[data-notify]").forEach((button) => button.setAttribute("aria-pressed", `${notifies()}`));
}

/** One notification at a time: a new one takes the place of the last. */
function tell(count) {
  const first = document.getElementById("inbox-count").dataset.first;
  const shown = new Notification(`IwTune: ${count} in the inbox`, { body: first, tag: "iwtune-inbox" });
  shown.onclick = () => {
    window.focus();
    location.assign("/inbox");
  };
}
