/** Reads an on/off field of a form. @returns undefined if the field is absent */
export function switchOf(text: string | undefined): boolean | "unclear" | undefined {
  if (text === undefined) return undefined;
  return text === "true" || (text === "false" ? false : "unclear");
}
