import { createContext } from "preact";

/** Errors that a form found before submitting, by field id. */
export const FieldProblems = createContext<Readonly<Record<string, string>>>({});

/** The properties of a field that determine which values are valid. */
export interface CheckedField {
  readonly validity: Partial<Record<keyof ValidityState, boolean>>;
  readonly type: string;
  readonly label: string;
  readonly min: string;
  readonly max: string;
  readonly minLength: number;
}

/**
 * The error message of a field, in our own words beside the field. A browser's bubble is in the browser's language and disappears at the next click.
 */
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

/** The invalid fields, in the order of the form. */
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
