/** A text of the service, with the parts between backticks shown as code. */
export function CodeSpans({ text }: { readonly text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
