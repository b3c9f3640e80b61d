import { paths } from "./api.js";
import { byId, element } from "./element.js";
import { jsonNodes } from "./json.js";

/** @import { Answer } from "./api.js" */
/** @typedef {"v3" | "v2"} Contract */

/** The request as a curl line and the answer as JSON, a tab for each contract. */
export function exchange() {
  const tabs = /** @type {const} */ (["v3", "v2"]);
  /** @type {Contract} */
  let contract = "v3";
  let key = "";
  let names = { reference: "reference.jpg", selfie: "selfie.jpg" };
  /** @type {Partial<Record<Contract, Answer<object>>>} */
  let answers = {};

  /** @param {string} shownKey */
  const curl = (shownKey) =>
    [
      `curl ${location.origin}${paths[contract]}`,
      `-H "Authorization: Bearer ${shownKey}"`,
      `-F ${quoted(`reference=@${names.reference}`)}`,
      `-F ${quoted(`selfie=@${names.selfie}`)}`,
    ].join(" \\\n  ");

  function draw() {
    const answer = answers[contract];
    for (const tab of tabs) {
      const button = byId(`tab-${tab}`);
      button.ariaSelected = String(tab === contract);
      button.tabIndex = tab === contract ? 0 : -1;
    }
    byId("panel").setAttribute("aria-labelledby", `tab-${contract}`);
    byId("request").textContent = curl(masked(key));
    byId("answer").replaceChildren(...(answer === undefined ? [] : jsonNodes(answer.body)));
    byId("copy-answer").hidden = answer === undefined;
    byId("http-status").textContent = answer === undefined ? "" : `${answer.status} · ${answer.ms} ms`;
  }

  for (const tab of tabs) {
    const button = byId(`tab-${tab}`);
    const choose = (/** @type {Contract} */ chosen) => {
      contract = chosen;
      draw();
      byId(`tab-${chosen}`).focus();
    };
    button.addEventListener("click", () => choose(tab));
    button.addEventListener("keydown", ({ key }) => {
      if (key === "ArrowLeft" || key === "ArrowRight") choose(tab === "v3" ? "v2" : "v3");
    });
  }
  copies(byId("copy-request"), () => curl(key || "$SELFSAME_API_KEY"));
  copies(byId("copy-answer"), () => JSON.stringify(answers[contract]?.body, null, 2));

  return {
    /** @param {{ key: string, names: typeof names, answers: typeof answers }} now */
    update(now) {
      ({ key, names, answers } = now);
      draw();
    },
  };
}

/** For a POSIX shell; plain words stay as they are. @param {string} word */
const quoted = (word) => (/^[\w@=.,:/+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** Never the key itself on the screen: the copied line has it. @param {string} key */
export const masked = (key) => (key === "" ? "$SELFSAME_API_KEY" : `${key.slice(0, 6)}…${key.slice(-4)}`);

/** @param {HTMLElement} button @param {() => string} text */
function copies(button, text) {
  const label = element("span", { className: "visually-hidden", role: "status" });
  button.after(label);
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(text()).then(() => {
      button.textContent = "Copied";
      label.textContent = "Copied to the clipboard";
      setTimeout(() => {
        button.textContent = "Copy";
        label.textContent = "";
      }, 1600);
    });
  });
}
