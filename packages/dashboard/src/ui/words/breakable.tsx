import { Fragment } from "preact";

/** Shorter texts fit wherever they stand. */
const longFrom = 23;

/** An address or a code: it breaks after the signs that part it. Without them a browser breaks it in the middle of a word. */
export function Breakable({ text }: { readonly text: string }) {
  if (text.length < longFrom) return <>{text}</>;
  return (
    <>
      {text.split(/(?<=[@/._?&=-])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
