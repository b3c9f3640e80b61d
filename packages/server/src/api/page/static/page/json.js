import { element } from "./element.js";

const longestText = 120;
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/**
 * JSON in colours, as nodes; a text that is longer than a line, such as a photo in base64, is shortened.
 * @param {object} value
 * @returns {(Node | string)[]}
 */
export function jsonNodes(value) {
  const text = JSON.stringify(value, (_, inner) => (typeof inner === "string" ? shortened(inner) : inner), 2);
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon, number] = match;
    if (match.index > end) nodes.push(text.slice(end, match.index));
    const kind =
      string === undefined ? (number === undefined ? "word" : "number") : colon === undefined ? "string" : "name";
    nodes.push(element("span", { className: `json-${kind}`, textContent: whole }));
    end = match.index + whole.length;
  }
  return [...nodes, text.slice(end)];
}

/** @param {string} text */
const shortened = (text) =>
  text.length <= longestText ? text : `${text.slice(0, 24)}… (${text.length.toLocaleString("en")} characters)`;
