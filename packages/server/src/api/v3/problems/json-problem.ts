import type { Rejection } from "../endpoint.ts";

/** Reports where a text stops being JSON, without quoting the text. */
export function jsonProblem(text: string, error: unknown): Rejection {
  const at = positionIn(error) ?? whereItBreaks(text);
  const before = text.slice(0, at).split("\n");
  const where =
    at >= text.length
      ? "It ends too early."
      : `It breaks at line ${before.length}, column ${(before.at(-1) ?? "").length + 1}.`;
  return {
    code: "invalid_parameter",
    message: `The body is not valid JSON. ${where}`,
    hint: "Let your JSON library write the body. Written by hand, check its quotes and commas: names and texts are in double quotes, and no comma follows the last field.",
  };
}

const positionIn = (error: unknown): number | undefined => {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
  return position === undefined ? undefined : Number(position);
};

/** V8 gives no position for long texts. A prefix that includes the error fails before its end; a shorter prefix fails at its end. */
function whereItBreaks(text: string): number {
  let [whole, broken] = [0, text.length + 1];
  while (broken - whole > 1) {
    const middle = (whole + broken) >> 1;
    if (endsEarly(text.slice(0, middle))) whole = middle;
    else broken = middle;
  }
  return whole;
}

function endsEarly(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    return /^Unexpected end|^Unterminated string/.test(message) || positionIn(error) === text.length;
  }
}
