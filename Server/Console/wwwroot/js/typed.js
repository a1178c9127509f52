import { announce } from "./announce.js";

const key = "typed";
const secrets = "[type=hidden], [type=password], [type=file], [autocomplete=one-time-code], [data-secret]";

/** What was typed into a form survives a sign-in: the session can end before the form is sent. */
export function typed() {
  const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
  if (kept && location.pathname.startsWith("/sign-in")) return store({ ...kept, signedIn: true });
  sessionStorage.removeItem(key);
  // Any other page answers the form itself.
  if (kept?.signedIn && kept.page === location.pathname + location.search) restore(kept);
  // The attribute: a field of the name "action", as in the audit log's search, hides the form's property.
  document.addEventListener("submit", ({ target }) => keep(target, new URL(target.getAttribute("action") ?? "", location)));
}

/** Keeps the form that was changed and not sent, before the page is loaded again. */
export function keepTyped() {
  const changed = (e) => e.matches("select") ? [...e.options].some((o) => o.selected !== o.defaultSelected)
    : state(e) !== (isBox(e) ? e.defaultChecked : e.defaultValue);
  const form = [...document.forms].find((one) => fields(one).some(changed));
  if (form) keep(form, location);
}

function keep(form, { pathname, search }) {
  const values = form.method === "post" ? fields(form).map((e) => [e.name, state(e)]) : [];
  if (values.length > 0) store({ page: pathname + search, handler: handler(form), values });
}

function restore({ handler: name, values }) {
  const form = [...document.forms].find((one) => one.method === "post" && handler(one) === name && fields(one).length > 0);
  if (!form) return;
  const left = Map.groupBy(values, ([field]) => field);
  for (const field of fields(form)) {
    const [, value] = left.get(field.name)?.shift() ?? [];
    if (value === undefined || value === state(field)) continue;
    if (isBox(field)) field.checked = value;
    else field.value = value;
    // The editor then treats it as a text that is not published.
    if ("editor" in field.dataset) field.dataset.unsaved = "";
  }
  form.closest("details")?.setAttribute("open", "");
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = "Your session ended before this form was sent. Your entries are here again, except secrets: "
    + "check them and send the form.";
  form.prepend(notice);
  announce(notice.textContent);
}

const store = (kept) => sessionStorage.setItem(key, JSON.stringify(kept));
const isBox = (field) => field.matches("[type=checkbox], [type=radio]");
const state = (field) => isBox(field) ? field.checked : field.value;
const handler = (form) => form.querySelector("[name=_handler]")?.value ?? form.getAttribute("action");
const fields = (form) => [...form.elements].filter((e) => e.name && e.matches("input, select, textarea") && !e.matches(secrets));
