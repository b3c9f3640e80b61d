/** A text of the service, in which what stands between backticks is code. */
export function CodeSpans({ text }: { readonly text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
