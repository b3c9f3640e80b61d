import { Fragment } from "preact";

/** Shorter texts fit everywhere. */
const longFrom = 23;

/** An address or code that breaks after separator characters. Otherwise a browser would break it in the middle of a word. */
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
