/** A form that an authenticator fills in: the server's question is on the form, the answer goes into its field. */
export function passkeys() {
  const form = document.querySelector("form[data-passkey]");
  if (!form) return;
  form.addEventListener("submit", (event) => {
    if (answerOf(form).value) return;
    event.preventDefault();
    ask(form);
  });
  if (!form.hasAttribute("data-asked")) ask(form);
}

async function ask(form) {
  const [trouble, button] = [form.querySelector("[role=alert]"), form.querySelector("button")];
  button.disabled = true;
  trouble.hidden = true;
  try {
    answerOf(form).value = JSON.stringify(await answer(form.dataset.passkey, JSON.parse(form.dataset.question)));
    form.requestSubmit();
  } catch (error) {
    trouble.textContent = words(error);
    trouble.hidden = false;
    button.disabled = false;
    button.focus();
  }
}

async function answer(what, question) {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) throw new Error("This browser has no passkeys.");
  const credential = what === "create"
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(question) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(question) });
  return credential.toJSON();
}

function words(error) {
  switch (error.name) {
    case "NotAllowedError": return "It was cancelled, took too long, or there is no passkey for this server here.";
    case "InvalidStateError": return "This authenticator has a passkey for this account already.";
    case "SecurityError": return "The browser allows no passkey at this address; is its certificate trusted?";
    default: return error.message;
  }
}

const answerOf = (form) => form.elements.namedItem("Input.Answer");
