let asked = null;

/** The keys and values of a policy by place. Null when the server does not answer: the next call asks it again. */
export async function policyWords(address) {
  asked ??= load(address);
  const words = await asked;
  if (!words) asked = null;
  return words;
}

async function load(address) {
  try {
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
