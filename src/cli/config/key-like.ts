/** Beginnings of keys of known makers, and the word that stands before one in a header. */
const KNOWN_KEY =
  /^(sk|rk|pk)-[\w-]{8,}|^(gsk|hf|ghp|gho|xai|key|r8|nvapi|pplx|csk|fw)[-_][A-Za-z0-9_-]{16,}|^AIza[\w-]{20,}|^(Bearer|Basic)\s+\S{8,}/;

/** A long word of letters and digits without a sign between, as keys of any maker are. */
const RANDOM_WORD = /^(?=.*\d)(?=.*[a-zA-Z])[a-zA-Z0-9+/=_]{32,}$/;

/** Names of fields that hold secrets. */
const SECRET_NAME =
  /^(x-)?(api[-_]?key|apikey|key|token|secret|password|authorization|auth|access[-_]?token|bearer)$/i;

/** True when a value looks like an API key or another secret. */
export function looksLikeKey(value: string): boolean {
  const word = value.trim();
  return KNOWN_KEY.test(word) || RANDOM_WORD.test(word);
}

/** True when a field of this name holds a secret. */
export function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** True when a URL holds a password, or a query value that looks like a key. */
export function urlHoldsSecret(text: string): boolean {
  if (!text.includes('://')) return false;
  if (/:\/\/[^/?#]*@/.test(text)) return true;
  const query = text.slice(text.indexOf('?') + 1);
  return (
    text.includes('?') &&
    [...new URLSearchParams(query)].some(([name, value]) => namesSecret(name) || looksLikeKey(value))
  );
}
