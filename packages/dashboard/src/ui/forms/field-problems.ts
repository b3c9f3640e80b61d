import { createContext } from "preact";

/** What a form found wrong before it was sent, by the ids of its fields. */
export const FieldProblems = createContext<Readonly<Record<string, string>>>({});

/** What of a field says what may be in it. */
export interface CheckedField {
  readonly validity: Partial<Record<keyof ValidityState, boolean>>;
  readonly type: string;
  readonly label: string;
  readonly min: string;
  readonly max: string;
  readonly minLength: number;
}

/** In our own words and where the field is: a browser's bubble is in the browser's language, and gone with the next press. */
export function problemOf({ validity, type, label, min, max, minLength }: CheckedField): string {
  if (validity.valueMissing) return type === "file" ? "Choose a file." : `Fill in: ${label}.`;
  if (type === "email") return "Enter an e-mail address, such as name@example.com.";
  if (type === "url") return "Enter a whole address, such as https://shop.example/path.";
  if (type === "number") {
    if (min !== "" && max !== "") return `Enter a whole number from ${bound(min)} to ${bound(max)}.`;
    return "Enter a whole number.";
  }
  if (validity.tooShort) return `Use at least ${minLength} characters.`;
  return `Check: ${label}.`;
}

const bound = (text: string): string => Number(text).toLocaleString("en-US");

/** The fields that do not hold what they should, the first first. */
export function invalidFields(form: HTMLFormElement): readonly HTMLInputElement[] {
  return [...form.elements].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && element.willValidate && !element.validity.valid,
  );
}

export const problemsIn = (fields: readonly HTMLInputElement[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.map((field) => {
      const { validity, type, min, max, minLength } = field;
      const label = field.labels?.[0]?.textContent ?? "the field";
      return [field.id, problemOf({ validity, type, label, min, max, minLength })];
    }),
  );
