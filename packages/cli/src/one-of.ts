import { nearestName } from "@selfsame/platform/nearest-name";
import { OperatorError } from "@selfsame/platform/operator-error";

/** The name that was typed, if it exists. @param what in the singular: `event type` @throws OperatorError with the nearest name and all names */
export function oneOf<Name extends string>(text: string, names: readonly Name[], what: string): Name {
  const found = names.find((name) => name === text);
  if (found !== undefined) return found;
  const near = nearestName(text, names);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  throw new OperatorError(`There is no ${what} "${text}".${meant} There are ${names.join(", ")}.`);
}
