/** A field of a form that is on or off. @returns undefined where there is none */
export function switchOf(text: string | undefined): boolean | "unclear" | undefined {
  if (text === undefined) return undefined;
  return text === "true" || (text === "false" ? false : "unclear");
}
