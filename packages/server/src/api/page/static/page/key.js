import { masked } from "./exchange.js";
import { byId } from "./element.js";

const stored = "selfsame-key";

/**
 * The API key: from the address (`/#key=ss_sk_...`, as printed at the first start), from this tab's storage, or from the person.
 * @param {() => void} onKey called when another key is given
 */
export function apiKey(onKey) {
  const button = byId("key-button");
  const dialog = byId("key-dialog", HTMLDialogElement);
  const input = byId("key", HTMLInputElement);
  const problem = byId("key-error");
  let key = fromAddress() ?? sessionStorage.getItem(stored) ?? "";

  /** @param {string} given */
  function set(given) {
    key = given;
    if (key === "") sessionStorage.removeItem(stored);
    else sessionStorage.setItem(stored, key);
    button.textContent = key === "" ? "Add API key" : `Key ${masked(key)}`;
    button.ariaLabel = key === "" ? "Add API key" : `Change the API key ${masked(key)}`;
  }

  /** @param {string} given */
  function change(given) {
    set(given);
    onKey();
  }

  function ask(reason = "") {
    problem.textContent = reason;
    input.value = "";
    if (!dialog.open) dialog.showModal();
    input.focus();
  }

  button.addEventListener("click", () => ask());
  byId("key-cancel").addEventListener("click", () => dialog.close());
  byId("key-form", HTMLFormElement).addEventListener("submit", () => change(input.value.trim()));
  addEventListener("hashchange", () => {
    const given = fromAddress();
    if (given !== undefined) change(given);
  });
  set(key);
  return { get: () => key, ask };
}

/** Reads it once and takes it out of the address bar and the history. */
function fromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get("key") ?? undefined;
  if (given !== undefined) history.replaceState(null, "", location.pathname);
  return given;
}
