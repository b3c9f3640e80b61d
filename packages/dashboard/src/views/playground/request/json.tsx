const longestText = 120;
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** Highlighted JSON. Strings longer than a line, such as a photo in base64, are shortened. */
export function Json({ value }: { readonly value: object }) {
  const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === "string" ? shortened(inner) : inner), 2);
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon, number] = match;
    parts.push(text.slice(end, match.index));
    const kind =
      string === undefined ? (number === undefined ? "word" : "number") : colon === undefined ? "string" : "name";
    parts.push(
      <span key={match.index} class={`json-${kind}`}>
        {whole}
      </span>,
    );
    end = match.index + whole.length;
  }
  return <>{[...parts, text.slice(end)]}</>;
}

function shortened(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, 24)}… (${text.length.toLocaleString("en")} characters)`;
}
